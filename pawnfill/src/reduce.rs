//! What sets reduce to.

use core::ops::{BitAnd, Not};

use crate::SquareSet;

/// A [`SquareSet`] that reduces to numbers, to file sets and to truth values.
///
/// For a [`Bitboard`](crate::Bitboard) these are `u32`, [`FileSet`](crate::FileSet) and `bool`. For
/// [`Lanes`](crate::set::Lanes), a truth value is a full board in each lane where the answer is yes,
/// and an empty board in the others. Later versions may add required functions.
pub trait Reduce: SquareSet {
    /// The result of a comparison.
    type Mask: Copy + BitAnd<Output = Self::Mask> + Not<Output = Self::Mask>;
    /// The type of a count.
    type Number: Copy;
    /// The type of a set of files.
    type Files: Copy;

    /// Returns `true` if the set is empty.
    fn is_empty(self) -> Self::Mask;

    /// Returns `true` if the set has no more squares than the other.
    fn count_le(self, other: Self) -> Self::Mask;

    /// Returns the number of squares.
    fn count(self) -> Self::Number;

    /// Returns the squares of rank 1 as files.
    fn to_file_set(self) -> Self::Files;

    /// Returns the same number for every board.
    fn number(number: u32) -> Self::Number;

    /// Returns the product of two numbers, modulo 2<sup>32</sup>.
    fn multiply(a: Self::Number, b: Self::Number) -> Self::Number;

    /// Returns the absolute difference of two numbers.
    fn abs_diff(a: Self::Number, b: Self::Number) -> Self::Number;
}
