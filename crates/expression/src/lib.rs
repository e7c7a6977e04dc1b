//! Expressions on sets of squares, which the tables of `pawnfill::tables!` and the conditions of
//! `pawnfill find` share.
//!
//! * [`grammar`]: from tokens to a tree.
//! * [`FUNCTIONS`] and [`literal`]: the names that every expression may use.
//! * [`sets`]: the definitions of the functions, as slow and as obvious as possible, on a set of
//!   squares as a `u64` with a1 in bit 0 and h8 in bit 63. They walk from square to square, one
//!   step at a time ([`Square::step`]), so they share nothing with the fills and lookups of
//!   `pawnfill`. They fill its tables, and its tests compare with them.
//! * [`text`]: suggestions for misspelled names, and text from inputs that is safe to show.
//!
//! ```
//! use pawnfill_expression::{Color, sets};
//!
//! let e4 = 1 << 28;
//! assert_eq!(sets::front_span(e4, Color::White), 0x1010_1010_0000_0000);
//! assert_eq!(sets::front_span(e4, Color::Black), 0x0000_0000_0010_1010);
//! ```

#![forbid(unsafe_code)]

mod constant;
pub mod grammar;
mod literal;
pub mod sets;
pub mod text;
mod walk;

pub use constant::Constant;
pub use grammar::Operator;
pub use literal::{literal, literals};
pub use sets::{Builtin, FUNCTIONS, Id};
pub use walk::{Color, Square};
