//! The generator behind `pawnfill::tables!`, as a library that also works outside of macros.
//!
//! It has three steps, each with a module. *parse* turns the tokens of a specification into a tree. *validate* checks
//! all rules, turns the tree into plain data, and evaluates it with the definitions of `pawnfill_expression`. *expand* turns the
//! tables into tokens again, and *generate* returns them. The items are documented at `pawnfill::tables!`,
//! and their expressions have the grammar of the conditions of `pawnfill find`.
//!
//! With the feature `emit`, the module `emit` writes the tables as plain sources: Rust, C or JSON.
//!
//! ```
//! let specification = "/// Beside a file.\n const BESIDE: [u64; 8] = |file| beside(file);".parse()?;
//! let tables = pawnfill_codegen::generate(specification)?;
//! assert_eq!(tables[0].name, "BESIDE");
//! assert_eq!(tables[0].entries[0], 0x0202_0202_0202_0202);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "emit")]
pub mod emit;
mod errors;
mod expand;
mod generate;
mod parse;
mod source;
mod table;
mod validate;

pub use expand::expand;
pub use generate::{Generated, generate};
pub use pawnfill_expression::grammar::{MAX_NESTING, MAX_TERMS};
pub use source::specification;
pub use table::{Element, Index, Misfit, Table};
pub use validate::MAX_ENTRIES;
