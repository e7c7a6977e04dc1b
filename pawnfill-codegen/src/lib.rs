//! The generator behind `pawnfill::tables!`, as a library that works outside a macro too.
//!
//! A specification passes four steps, one module each: *parse* makes a tree of the tokens, *validate* checks every
//! rule and makes plain data of it, *generate* evaluates that data, *expand* makes tokens again.
//! The grammar is documented at `pawnfill::tables!`.
//!
//! ```
//! let specification = "/// Beside a file.\n const BESIDE: [u64; 8] = |file| beside(file);".parse()?;
//! let tables = pawnfill_codegen::generate(specification)?;
//! assert_eq!(tables[0].name, "BESIDE");
//! assert_eq!(tables[0].entries[0], 0x0202_0202_0202_0202);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod expand;
mod generate;
mod parse;
mod validate;

use std::fmt;

use pawnfill_tables::{self as tables, Table};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;

use generate::Evaluated;

/// Most entries that the tables of one specification may have together.
pub const MAX_ENTRIES: usize = 65_536;

/// Most names, numbers, operators and pairs of parentheses in one expression.
pub const MAX_TERMS: usize = 256;

/// Most brackets, parentheses and braces inside one another.
pub const MAX_NESTING: usize = 64;

/// A table with its entries.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The lines of the documentation.
    pub docs: Vec<String>,
    /// Whether the item is under `#[cfg(…)]`.
    pub conditional: bool,
    /// Visibility and keyword, such as `pub static`.
    pub keywords: String,
    /// The shape and the expression.
    pub table: Table,
    /// All entries, the innermost index running fastest.
    pub entries: Vec<u64>,
}

/// The tables of a specification, in order.
///
/// # Errors
///
/// All mistakes of the specification, each at its token.
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

/// The items that `tables!` stands for.
///
/// Where the specification has mistakes these are compile errors, each at its token, and for each broken table one
/// of the same name and type, so that its uses cause no further errors.
#[must_use]
pub fn expand(specification: TokenStream) -> TokenStream {
    let (evaluated, errors) = run(specification);
    let mut items: TokenStream = evaluated.iter().map(expand::item).collect();
    items.extend(errors.map(|errors| errors.to_compile_error()));
    items
}

/// What stands between the brackets of each `tables! { … }` in a Rust source, or all of it if there is none.
#[must_use]
pub fn specification(source: TokenStream) -> TokenStream {
    let mut found: Option<TokenStream> = None;
    let mut open = vec![source.clone().into_iter()];
    // How much of `tables!` was just seen.
    let mut seen = 0;
    while let Some(tokens) = open.last_mut() {
        seen = match (tokens.next(), seen) {
            (Some(TokenTree::Ident(name)), _) if name == "tables" => 1,
            (Some(TokenTree::Punct(bang)), 1) if bang.as_char() == '!' => 2,
            (Some(TokenTree::Group(group)), 2) => {
                found.get_or_insert_default().extend(group.stream());
                0
            }
            (Some(TokenTree::Group(group)), _) => {
                open.push(group.stream().into_iter());
                0
            }
            (Some(_), _) => 0,
            (None, _) => {
                open.pop();
                0
            }
        };
    }
    found.unwrap_or(source)
}

fn run(specification: TokenStream) -> (Vec<Evaluated>, Option<syn::Error>) {
    let mut errors = Errors::default();
    let items = parse::items(specification, &mut errors);
    let checked = validate::tables(items, &mut errors);
    let evaluated = checked.into_iter().map(|item| generate::entries(item, &mut errors)).collect();
    (evaluated, errors.all)
}

/// Collects the mistakes of a specification, so that all are reported at once.
#[derive(Default)]
struct Errors {
    all: Option<syn::Error>,
}

impl Errors {
    fn push(&mut self, error: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            None => self.all = Some(error),
        }
    }

    fn at(&mut self, span: Span, message: impl fmt::Display) {
        self.push(syn::Error::new(span, message));
    }
}
