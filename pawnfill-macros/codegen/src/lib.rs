//! The generator behind `pawnfill::tables!`, as a library that works outside a macro too.
//!
//! A specification passes four steps, one module each: *parse* makes a tree of the tokens, *validate* checks every
//! rule and makes plain data of it, *generate* evaluates that data, *expand* makes tokens again.
//! The grammar is documented at `pawnfill::tables!`.

#![forbid(unsafe_code)]

mod expand;
mod generate;
mod parse;
mod validate;

use pawnfill_tables as tables;
use proc_macro2::TokenStream;

pub use generate::Generated;

/// Most entries that the tables of one specification may have together.
pub const MAX_ENTRIES: usize = 65_536;

/// Most names, numbers, operators and pairs of parentheses in one expression.
pub const MAX_TERMS: usize = 256;

/// Most brackets, parentheses and braces inside one another.
pub const MAX_NESTING: usize = 64;

/// The tables of a specification, in order.
///
/// # Errors
///
/// All mistakes of the specification, each at its token.
pub fn generate(specification: TokenStream) -> syn::Result<Vec<Generated>> {
    let (generated, errors) = run(specification);
    match errors {
        None => Ok(generated.into_iter().filter_map(Result::ok).collect()),
        Some(errors) => Err(errors),
    }
}

/// The items that `tables!` stands for.
///
/// Where the specification has mistakes these are compile errors, each at its token, and for each broken table one of
/// the same name and type, so that its uses cause no further errors.
#[must_use]
pub fn expand(specification: TokenStream) -> TokenStream {
    let (generated, errors) = run(specification);
    let mut items: TokenStream = generated.iter().map(expand::item).collect();
    items.extend(errors.map(|errors| errors.to_compile_error()));
    items
}

/// A table, or what is known of a broken one.
type Outcome = Result<Generated, parse::Head>;

fn run(specification: TokenStream) -> (Vec<Outcome>, Option<syn::Error>) {
    let mut errors = Errors::default();
    let items = parse::items(specification, &mut errors);
    let tables = validate::tables(items, &mut errors);
    let generated = tables.into_iter().map(|table| generate::table(table, &mut errors)).collect();
    (generated, errors.all)
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

    fn at(&mut self, span: proc_macro2::Span, message: impl std::fmt::Display) {
        self.push(syn::Error::new(span, message));
    }
}
