//! Fills and masks read from tables.

use crate::{Backend, Bitboard, FileSet, KoggeStone, Side, Square, SquareSet, tables};

/// Reads fills and the masks of a square from tables that the compiler was given as literals.
///
/// A fill takes two steps, which unite four ranks in one, and then one load for the other four. A file fill folds the
/// ranks onto the first, then takes one load. The mask of a square is one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lookup;

/// Unites the ranks on the first; the others hold what is left over.
#[inline(always)]
fn fold<S: SquareSet>(set: S) -> S {
    let four_ranks = set | set.down::<32>();
    let two_ranks = four_ranks | four_ranks.down::<16>();
    two_ranks | two_ranks.down::<8>()
}

impl Backend for Lookup {
    const NAME: &'static str = "lookup";

    /// After two steps rank 4 has the files of the lower half, and the upper half lacks these alone.
    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        let two = set | set.up::<8>();
        let four = two | two.up::<16>();
        four | four.lookup::<24, 256>(&tables::FILES).up::<32>()
    }

    /// After two steps rank 5 has the files of the upper half.
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

    /// Reads the neighbors of the files before it reads their squares: a table of bytes is an eighth as large.
    #[inline(always)]
    fn beside_files<S: SquareSet>(set: S) -> S {
        fold(set).lookup::<0, 256>(&tables::BESIDE_FILES).lookup::<0, 256>(&tables::FILES)
    }

    /// No table is as short as rotations.
    #[inline(always)]
    fn file_span<S: SquareSet>(set: S) -> S {
        KoggeStone::file_span(set)
    }

    /// No table is as short as the fold.
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
