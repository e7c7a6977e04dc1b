//! Chess pawn structure: every pattern, exactly defined, by Kogge-Stone fills or table lookups.

#![no_std]

mod backend;
#[cfg(feature = "batch")]
pub mod batch;
mod bitboard;
mod color;
pub mod docs;
mod draw;
mod file_set;
pub mod interop;
pub mod pattern;
mod pawns;
mod set;
mod side;
mod square;
mod structure;
#[cfg(feature = "lookup")]
mod tables;

#[cfg(feature = "lookup")]
pub use backend::Lookup;
pub use backend::{Auto, Backend, KoggeStone};
pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use file_set::FileSet;
pub use interop::HasPawns;
pub use pattern::lever::Contacts;
pub use pattern::{PATTERNS, Pattern, Value};
pub use pawns::{ColorView, Pawns, SideView};
pub use set::{Query, Reduce, SquareSet, beside, east, north, south, west};
pub use side::{Black, Side, White};
pub use square::{File, ParseNameError, Rank, Square};
pub use structure::{SideStructure, Structure};

#[cfg(feature = "macros")]
#[doc = include_str!("../docs/generator.md")]
pub use pawnfill_macros::tables;
