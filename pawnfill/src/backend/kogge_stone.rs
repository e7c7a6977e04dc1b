//! Fills with shifts, without tables.

use core::ops::BitOr;

use crate::{Backend, Bitboard, Square, SquareSet};

/// Computes everything with shifts. A fill takes three doubling steps, like the carries in the adder of Kogge and Stone.
///
/// A fill is 6 operations for all eight files. The file and the rays of a square are one shift of a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KoggeStone;

/// All functions have the default bodies of the trait, which call the functions below.
impl Backend for KoggeStone {
    const NAME: &'static str = "kogge-stone";
}

/// Extends a set along its files in one direction, in three doubling steps.
///
/// This is a macro because `const` functions cannot be generic over a trait.
macro_rules! smear {
    ($set:expr, $union:path, $step:ident) => {{
        let set = $set;
        let set = $union(set, set.$step::<8>());
        let set = $union(set, set.$step::<16>());
        $union(set, set.$step::<32>())
    }};
}
pub(crate) use smear;

#[inline(always)]
pub(super) fn north_fill<S: SquareSet>(set: S) -> S {
    smear!(set, BitOr::bitor, up)
}

#[inline(always)]
pub(super) fn south_fill<S: SquareSet>(set: S) -> S {
    smear!(set, BitOr::bitor, down)
}

/// Rotations join rank 8 to rank 1, so one fill reaches the whole file.
#[inline(always)]
pub(super) fn file_fill<S: SquareSet>(set: S) -> S {
    smear!(set, BitOr::bitor, rotate_up)
}

/// With rotations, the ranks one to four and four to seven behind a square are all other squares of its file.
/// This takes two operations more than a file fill of the same set, and is shorter than any table.
#[inline(always)]
pub(super) fn file_span<S: SquareSet>(set: S) -> S {
    let two = set | set.rotate_up::<8>();
    let four = two | two.rotate_up::<16>();
    four.rotate_up::<8>() | four.rotate_up::<32>()
}

#[inline(always)]
pub(super) fn north_ray(square: Square) -> Bitboard {
    const NORTH_OF_A1: u64 = 0x0101_0101_0101_0100;
    Bitboard::from_bits(NORTH_OF_A1 << square as u64)
}

#[inline(always)]
pub(super) fn south_ray(square: Square) -> Bitboard {
    const SOUTH_OF_H8: u64 = 0x0080_8080_8080_8080;
    Bitboard::from_bits(SOUTH_OF_H8 >> (63 - square as u64))
}
