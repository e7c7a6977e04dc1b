//! Third step: every entry is evaluated.

use proc_macro2::TokenStream;

use crate::parse::Head;
use crate::tables::{Misfit, Table, Value};
use crate::validate::Checked;
use crate::{Errors, Outcome};

/// A table with its entries.
pub struct Generated {
    pub(crate) head: Head,
    table: Table,
    entries: Vec<u64>,
}

impl Generated {
    /// The name of the table.
    #[must_use]
    pub fn name(&self) -> String {
        self.head.name.to_string()
    }

    /// The lines of its documentation.
    #[must_use]
    pub fn docs(&self) -> Vec<String> {
        self.head.attributes.iter().filter_map(doc).collect()
    }

    /// The contents of the brackets of its attributes, documentation included.
    #[must_use]
    pub fn attributes(&self) -> &[TokenStream] {
        &self.head.attributes
    }

    /// Its visibility, empty if it is private.
    #[must_use]
    pub fn visibility(&self) -> &TokenStream {
        &self.head.visibility
    }

    /// `static` or `const`.
    #[must_use]
    pub fn keyword(&self) -> String {
        self.head.keyword.to_string()
    }

    /// Its shape and its expression.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// All entries, the innermost index running fastest.
    #[must_use]
    pub fn entries(&self) -> &[u64] {
        &self.entries
    }
}

/// The text of a documentation attribute.
fn doc(attribute: &TokenStream) -> Option<String> {
    let parser = |input: syn::parse::ParseStream| {
        let path: syn::Ident = input.parse()?;
        input.parse::<syn::Token![=]>()?;
        let text: syn::LitStr = input.parse()?;
        Ok((path == "doc").then(|| text.value()))
    };
    syn::parse::Parser::parse2(parser, attribute.clone()).ok().flatten()
}

pub(crate) fn table(Checked { head, table }: Checked, errors: &mut Errors) -> Outcome {
    let Some(table) = table else { return Err(head) };
    match table.evaluate() {
        Ok(entries) => Ok(Generated { head, table, entries }),
        Err(Misfit { at, value }) => {
            let at: String = at.iter().map(|index| format!("[{index}]")).collect();
            let value = match value {
                Some(Value::Number(number)) => number.to_string(),
                _ => "no value".to_owned(),
            };
            let message =
                format_args!("entry `{}{at}` is {value}, which is no `{}`", head.name, head.ty.element);
            errors.at(head.ty.element.span(), message);
            Err(head)
        }
    }
}
