//! Further traits for implementers of [`SquareSet`](crate::SquareSet), the iterators over sets, and boards
//! side by side.
//!
//! Programs rarely name these: the methods of [`Bitboard`](crate::Bitboard) and
//! [`FileSet`](crate::FileSet) have the same answers.

pub use crate::bitboard::Squares;
pub use crate::file_set::Files;
pub use crate::lanes::Lanes;
pub use crate::reduce::Reduce;
