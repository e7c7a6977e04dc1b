//! The definitions behind the tables of `pawnfill`, as slow and as obvious as possible.
//!
//! They compute every set by walking from square to square, one step at a time ([`Square::walk`]), so they share
//! nothing with the fills and lookups of `pawnfill`. They fill its tables, and its tests compare with them.
//!
//! * [`sets`]: the definitions, on a set of squares as a `u64` with a1 in bit 0 and h8 in bit 63.
//! * [`FUNCTIONS`] and [`literal`]: the names that expressions of `tables!` may use.
//! * [`Table`]: the indices and the type of a table, whose expression has a value for every index.
//!
//! ```
//! use pawnfill_codegen::tables::{Color, sets};
//!
//! let e4 = 1 << 28;
//! assert_eq!(sets::front_span(e4, Color::White), 0x1010_1010_0000_0000);
//! assert_eq!(sets::front_span(e4, Color::Black), 0x0000_0000_0010_1010);
//! ```

mod function;
pub mod sets;
mod table;
mod value;
mod walk;

pub use crate::grammar::Operator;
pub use function::{Body, Function};
pub use sets::FUNCTIONS;
pub use table::{Element, Index, Misfit, Table, literal, literals};
pub use value::Value;
pub use walk::{Color, Square, Step};
