//! Runs the first two steps, and returns the tables.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

use crate::errors::Errors;
use crate::parse;
use crate::table::Table;
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
    let (checked, errors) = run(specification);
    errors.map_or_else(|| Ok(checked.into_iter().filter_map(generated).collect()), Err)
}

fn generated(Checked { head, table }: Checked) -> Option<Generated> {
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

/// Returns every item that could be parsed, and the mistakes.
pub(crate) fn run(specification: TokenStream) -> (Vec<Checked>, Option<syn::Error>) {
    let mut errors = Errors::default();
    let items = parse::items(specification, &mut errors);
    (validate::tables(items, &mut errors), errors.all)
}
