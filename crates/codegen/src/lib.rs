//! The generator behind `pawnfill::tables!`, as a library that also works outside of macros.
//!
//! It has three steps, each with a module. *parse* turns the tokens of a specification into a tree.
//! *validate* checks all rules, turns the tree into plain data, and evaluates it with the
//! definitions of `pawnfill_expression`. *expand* turns the tables into tokens again, and
//! [`generate`] returns them. The items are documented at `pawnfill::tables!`, and their
//! expressions have the grammar of the conditions of `pawnfill find`.
//!
//! With the feature `emit`, the module `emit` writes the tables as plain sources: Rust or C.
//!
//! ```
//! let specification = "/// Beside a file.\n const BESIDE: [u64; 8] = |file| beside(file);".parse()?;
//! let tables = pawnfill_codegen::generate(specification)?;
//! assert_eq!(tables[0].name(), "BESIDE");
//! assert_eq!(tables[0].entries[0], 0x0202_0202_0202_0202);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "emit")]
pub mod emit;
mod errors;
mod expand;
mod parse;
mod source;
mod table;
mod validate;

pub use expand::expand;
pub use pawnfill_expression::grammar::{MAX_NESTING, MAX_TERMS};
pub use source::specification;
pub use table::{Element, Index, Table};
pub use validate::MAX_ENTRIES;

use errors::Errors;
use parse::Head;
use proc_macro2::TokenStream;

/// Returns the tables of a specification, in order.
///
/// # Errors
///
/// Returns all mistakes of the specification, each at its token.
pub fn generate(specification: TokenStream) -> syn::Result<Vec<Table>> {
    let (tables, errors) = run(specification);
    errors.map_or_else(|| Ok(tables.into_iter().flatten().collect()), Err)
}

/// Returns the table of every item that could be parsed, or its head if the table is broken, and
/// the mistakes.
fn run(specification: TokenStream) -> (Vec<Result<Table, Head>>, Option<syn::Error>) {
    let mut errors = Errors::default();
    let items = parse::items(specification, &mut errors);
    (validate::tables(items, &mut errors), errors.all)
}
