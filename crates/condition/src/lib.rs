//! The language of `pawnfill find`: conditions over the pawns of a position.
//!
//! A part of the program `pawnfill`: any release may change its interface, so depend on
//! an exact version.
//!
//! [`ask`] reads and proves a condition, and a [`Query`] says which positions meet it.
//! [`structures`] are conditions with names, and [`relations`] proves how they relate
//! to each other.
//!
//! ```
//! use pawnfill::Pawns;
//! use pawnfill_condition::{Query, structures};
//!
//! let isolani = Pawns::from_fen("8/pp3ppp/4p3/8/3P4/8/PP3PPP/8")?;
//! let query = Query::parse("iqp && !black.isolated", &structures())?;
//! assert_eq!(query.is_met(isolani), [true, false]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *syntax* reads the text as a tree, *check* gives its names their meaning, *evaluate* computes it
//! for one position or for all positions at once, and *proof* uses the second to find conditions
//! that cannot be meant.

#![forbid(unsafe_code)]

mod advice;
mod board;
mod check;
mod condition;
mod evaluate;
mod function;
mod library;
mod mistake;
mod names;
mod proof;
mod query;
mod reading;
mod relations;
mod seen;
mod syntax;
mod together;

pub use board::Board;
pub use condition::{Definition, PIECES, Perspective};
pub use evaluate::Answer;
pub use function::lines as function_lines;
pub use library::{DefinitionError, check_name, structures, with_file};
pub use mistake::{Mistake, Refused};
pub use names::{SIDES, meaning};
pub use proof::{Examples, Noted, ask, define};
pub use query::Query;
pub use reading::{Reading, readings};
pub use relations::{Relation, relation_to, relations};
pub use together::Together;
