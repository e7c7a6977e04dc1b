//! Third step: evaluates every entry.

use pawnfill_tables::{Misfit, Table, Value};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

use crate::errors::Errors;
use crate::parse::{self, Head};
use crate::validate::{self, Checked};

/// A table with its entries.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The name.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// The lines of the documentation.
    pub docs: Vec<String>,
    /// Whether the item is under `#[cfg(…)]`.
    pub conditional: bool,
    /// Visibility and keyword, such as `pub static`.
    pub keywords: String,
    /// The shape and the expression.
    pub table: Table,
    /// All entries. The innermost index varies fastest.
    pub entries: Vec<u64>,
}

/// Returns the tables of a specification, in order.
///
/// # Errors
///
/// Returns all mistakes of the specification, each at its token.
pub fn generate(specification: TokenStream) -> syn::Result<Vec<Generated>> {
    let (evaluated, errors) = run(specification);
    errors.map_or_else(|| Ok(evaluated.into_iter().filter_map(generated).collect()), Err)
}

fn generated(Evaluated { head, table }: Evaluated) -> Option<Generated> {
    let (table, entries) = table?;
    let keywords: TokenStream =
        head.visibility.clone().into_iter().chain(head.keyword.to_token_stream()).collect();
    Some(Generated {
        name: head.name.to_string(),
        span: head.name.span(),
        docs: head.docs(),
        conditional: head.is_conditional(),
        keywords: keywords.to_string(),
        table,
        entries,
    })
}

/// An item with the entries of its table, if the table is valid.
pub(crate) struct Evaluated {
    pub(crate) head: Head,
    pub(crate) table: Option<(Table, Vec<u64>)>,
}

fn entries(Checked { head, table }: Checked, errors: &mut Errors) -> Evaluated {
    let table = table.and_then(|table| match table.evaluate() {
        Ok(entries) => Some((table, entries)),
        Err(misfit) => {
            errors.at(head.ty.element.span(), describe(&misfit, &head));
            None
        }
    });
    Evaluated { head, table }
}

fn describe(misfit: &Misfit, head: &Head) -> String {
    let at: String = misfit.at.iter().map(|index| format!("[{index}]")).collect();
    let value = match misfit.value {
        Some(Value::Number(number)) => number.to_string(),
        _ => "undefined".to_owned(),
    };
    format!("entry `{}{at}` is {value}, which does not fit `{}`", head.name, head.ty.element)
}

/// Returns every item that could be parsed, and the mistakes.
pub(crate) fn run(specification: TokenStream) -> (Vec<Evaluated>, Option<syn::Error>) {
    let mut errors = Errors::default();
    let items = parse::items(specification, &mut errors);
    let checked = validate::tables(items, &mut errors);
    let evaluated = checked.into_iter().map(|item| entries(item, &mut errors)).collect();
    (evaluated, errors.all)
}
