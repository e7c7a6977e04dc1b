//! A naive baseline: one step at a time.

use pawnfill::{Backend, Bitboard, FileSet, Square, SquareSet, north, south};

/// A backend that walks square by square, like a first attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Naive;

/// Repeats a step until the edge of the board.
#[inline(always)]
fn walk<S: SquareSet>(set: S, step: fn(S) -> S) -> S {
    (0..7).fold(set, |reached, _| reached | step(reached))
}

impl Backend for Naive {
    const NAME: &'static str = "naive";

    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        walk(set, north)
    }

    #[inline(always)]
    fn south_fill<S: SquareSet>(set: S) -> S {
        walk(set, south)
    }

    #[inline(always)]
    fn file_fill<S: SquareSet>(set: S) -> S {
        Self::north_fill(set) | Self::south_fill(set)
    }

    #[inline(always)]
    fn file_span<S: SquareSet>(set: S) -> S {
        Self::north_span(set) | Self::south_span(set)
    }

    #[inline(always)]
    fn files_to_bitboard(files: FileSet) -> Bitboard {
        files.files().fold(Bitboard::EMPTY, |set, file| set | file.bitboard())
    }

    #[inline(always)]
    fn file_mask(square: Square) -> Bitboard {
        Self::file_fill(square.bitboard())
    }

    #[inline(always)]
    fn north_ray(square: Square) -> Bitboard {
        Self::north_span(square.bitboard())
    }

    #[inline(always)]
    fn south_ray(square: Square) -> Bitboard {
        Self::south_span(square.bitboard())
    }
}
