//! The sets that patterns compute with: one board, or several side by side.

use core::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::Bitboard;

/// A set of squares, or several sets side by side.
///
/// Every pattern is written once, generic over this trait. One board implements it ([`Bitboard`]),
/// and so do several side by side in a batch. Outside the library, a symbolic set proves equality,
/// and a graph yields the expressions for other languages. An implementation must treat each of its
/// boards as [`Bitboard`] treats a single one. Later versions may add required functions.
pub trait SquareSet:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Sub<Output = Self>
    + Not<Output = Self>
{
    /// Returns the same constant set for every board.
    fn splat(set: Bitboard) -> Self;

    /// Moves every square `N` numbers up, toward h8. Squares past h8 are lost. `N` is less than 64.
    ///
    /// The step is in square numbers, so it wraps from the h-file to the a-file. [`east`] and
    /// [`west`] do not wrap.
    fn up<const N: u32>(self) -> Self;

    /// Moves every square `N` numbers down, toward a1. Squares past a1 are lost. `N` is
    /// less than 64.
    fn down<const N: u32>(self) -> Self;

    /// Moves every square `N` numbers up; squares past h8 come back at a1. `N` is from 1 to 63.
    fn rotate_up<const N: u32>(self) -> Self;

    /// Returns the entry of `table` whose index is formed by the log₂ `N` squares from
    /// number `AT` up.
    ///
    /// A table of 256 entries reads a rank, and one of 16 entries reads half a rank. `N` is a power
    /// of two.
    fn lookup<const AT: u32, const N: usize>(self, table: &[impl Copy + Into<u64>; N]) -> Self;
}

/// All squares except the a-file: the possible targets of a step east.
const NOT_A_FILE: Bitboard = Bitboard::from_bits(!0x0101_0101_0101_0101);
/// All squares except the h-file: the possible targets of a step west.
const NOT_H_FILE: Bitboard = Bitboard::from_bits(!0x8080_8080_8080_8080);

/// Returns `N(X)`: one step north. Squares of rank 8 leave the board.
#[inline(always)]
pub fn north<S: SquareSet>(set: S) -> S {
    set.up::<8>()
}

/// Returns `S(X)`: one step south. Squares of rank 1 leave the board.
#[inline(always)]
pub fn south<S: SquareSet>(set: S) -> S {
    set.down::<8>()
}

/// Returns `E(X)`: one step east. Squares of the h-file leave the board.
#[inline(always)]
pub fn east<S: SquareSet>(set: S) -> S {
    set.up::<1>() & S::splat(NOT_A_FILE)
}

/// Returns `W(X)`: one step west. Squares of the a-file leave the board.
#[inline(always)]
pub fn west<S: SquareSet>(set: S) -> S {
    set.down::<1>() & S::splat(NOT_H_FILE)
}

/// Returns `E(X) ∪ W(X)`: the squares beside the set.
#[inline(always)]
pub fn beside<S: SquareSet>(set: S) -> S {
    east(set) | west(set)
}
