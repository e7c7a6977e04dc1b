//! Fills by parallel prefix: no table, no load.

use core::ops::BitOr;

use crate::backend::smear;
use crate::{Backend, Bitboard, FileSet, Square, SquareSet};

/// Computes everything with shifts, in three doubling steps per fill, as Kogge and Stone's adder carries.
///
/// A fill is 6 operations and moves all eight files at once.
/// What belongs to a square is one shift of a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KoggeStone;

impl Backend for KoggeStone {
    const NAME: &'static str = "kogge-stone";

    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        smear!(set, BitOr::bitor, up)
    }

    #[inline(always)]
    fn south_fill<S: SquareSet>(set: S) -> S {
        smear!(set, BitOr::bitor, down)
    }

    /// On a board that is rolled up north to south, one fill reaches the whole file.
    #[inline(always)]
    fn file_fill<S: SquareSet>(set: S) -> S {
        smear!(set, BitOr::bitor, rotate_up)
    }

    /// On the rolled-up board the ranks one to four and four to seven behind a square are all but its own.
    /// What this takes beyond a file fill of the same set is two operations.
    #[inline(always)]
    fn file_span<S: SquareSet>(set: S) -> S {
        let two = set | set.rotate_up::<8>();
        let four = two | two.rotate_up::<16>();
        four.rotate_up::<8>() | four.rotate_up::<32>()
    }

    #[inline(always)]
    fn files_to_bitboard(files: FileSet) -> Bitboard {
        files.to_bitboard()
    }

    #[inline(always)]
    fn file_mask(square: Square) -> Bitboard {
        square.file().bitboard()
    }

    #[inline(always)]
    fn north_ray(square: Square) -> Bitboard {
        const NORTH_OF_A1: u64 = 0x0101_0101_0101_0100;
        Bitboard::from_bits(NORTH_OF_A1 << square as u64)
    }

    #[inline(always)]
    fn south_ray(square: Square) -> Bitboard {
        const SOUTH_OF_H8: u64 = 0x0080_8080_8080_8080;
        Bitboard::from_bits(SOUTH_OF_H8 >> (63 - square as u64))
    }
}
