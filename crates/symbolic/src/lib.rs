//! The symbolic set: each of its 64 squares is a function of the input bits, 128 for the pawns,
//! stored as a binary decision diagram.
//!
//! A part of the proofs of pawnfill: any release may change its interface, so depend on
//! an exact version.
//!
//! A pattern computed on the symbolic pawns is that pattern for every input at once. Two functions
//! are equal for every input if and only if their diagrams are equal.

#![forbid(unsafe_code)]

mod bit;
mod number;
mod set;

pub use bit::{Bit, differ, limited, never};
pub use number::{Number, Values};
pub use set::{Symbolic, input, pieces_of};
