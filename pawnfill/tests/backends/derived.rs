//! A backend with only the required methods, so that every provided method of the trait is used.

use pawnfill::{Backend, Bitboard, FileSet, KoggeStone, Square, SquareSet};

#[derive(Clone, Copy, Debug, Default)]
pub struct Derived;

impl Backend for Derived {
    const NAME: &'static str = "derived";

    fn north_fill<S: SquareSet>(set: S) -> S {
        KoggeStone::north_fill(set)
    }

    fn south_fill<S: SquareSet>(set: S) -> S {
        KoggeStone::south_fill(set)
    }

    fn files_to_bitboard(files: FileSet) -> Bitboard {
        KoggeStone::files_to_bitboard(files)
    }

    fn file_mask(square: Square) -> Bitboard {
        KoggeStone::file_mask(square)
    }

    fn north_ray(square: Square) -> Bitboard {
        KoggeStone::north_ray(square)
    }

    fn south_ray(square: Square) -> Bitboard {
        KoggeStone::south_ray(square)
    }
}
