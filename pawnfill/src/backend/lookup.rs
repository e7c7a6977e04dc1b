//! Fills and masks read from tables.

use crate::{Backend, Bitboard, FileSet, KoggeStone, Side, Square, SquareSet, tables};

/// Reads fills and the masks of a square from tables, which are constants in the binary.
///
/// A fill takes two steps, which combine four ranks in one, and then one load for the other four. A file fill combines
/// all ranks in the first, then takes one load. The mask of a square is one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lookup;

/// Combines all ranks in the first. The other ranks contain leftovers.
#[inline(always)]
fn fold<S: SquareSet>(set: S) -> S {
    let four_ranks = set | set.down::<32>();
    let two_ranks = four_ranks | four_ranks.down::<16>();
    two_ranks | two_ranks.down::<8>()
}

impl Backend for Lookup {
    const NAME: &'static str = "lookup";

    /// After two steps, rank 4 has the files of the lower half, which is all that the upper half lacks.
    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        let two = set | set.up::<8>();
        let four = two | two.up::<16>();
        four | four.lookup::<24, 256>(&tables::FILES).up::<32>()
    }

    /// After two steps, rank 5 has the files of the upper half.
    #[inline(always)]
    fn south_fill<S: SquareSet>(set: S) -> S {
        let two = set | set.down::<8>();
        let four = two | two.down::<16>();
        four | four.lookup::<32, 256>(&tables::FILES).down::<32>()
    }

    #[inline(always)]
    fn file_fill<S: SquareSet>(set: S) -> S {
        fold(set).lookup::<0, 256>(&tables::FILES)
    }

    /// Reads the neighbors of the files as bytes, then their squares. A table of bytes is an eighth of the size.
    #[inline(always)]
    fn beside_files<S: SquareSet>(set: S) -> S {
        fold(set).lookup::<0, 256>(&tables::BESIDE_FILES).lookup::<0, 256>(&tables::FILES)
    }

    /// Rotations are shorter than any table.
    #[inline(always)]
    fn file_span<S: SquareSet>(set: S) -> S {
        KoggeStone::file_span(set)
    }

    /// Combining the ranks is shorter than any table.
    #[inline(always)]
    fn file_set<S: SquareSet>(set: S) -> S {
        KoggeStone::file_set(set)
    }

    #[inline(always)]
    fn files_to_bitboard(files: FileSet) -> Bitboard {
        Bitboard::from_bits(tables::FILES[files.bits() as usize])
    }

    #[inline(always)]
    fn file_mask(square: Square) -> Bitboard {
        Bitboard::from_bits(tables::FILE_MASK[square.file().index()])
    }

    #[inline(always)]
    fn north_ray(square: Square) -> Bitboard {
        Bitboard::from_bits(tables::NORTH_RAY[square.index()])
    }

    #[inline(always)]
    fn south_ray(square: Square) -> Bitboard {
        Bitboard::from_bits(tables::SOUTH_RAY[square.index()])
    }

    #[inline(always)]
    fn neighbor_files(square: Square) -> Bitboard {
        Bitboard::from_bits(tables::NEIGHBOR_FILES[square.file().index()])
    }

    #[inline(always)]
    fn front_attack_span<C: Side>(square: Square) -> Bitboard {
        Bitboard::from_bits(tables::FRONT_ATTACK_SPAN[C::COLOR.index()][square.index()])
    }

    #[inline(always)]
    fn rear_attack_span<C: Side>(square: Square) -> Bitboard {
        Bitboard::from_bits(tables::REAR_ATTACK_SPAN[C::COLOR.index()][square.index()])
    }

    #[inline(always)]
    fn passer_span<C: Side>(square: Square) -> Bitboard {
        Bitboard::from_bits(tables::PASSER_SPAN[C::COLOR.index()][square.index()])
    }
}
