//! Fills and masks read from tables.

use crate::{Backend, Bitboard, FileSet, KoggeStone, Side, Square, SquareSet, tables};

/// Reads fills and the masks of a square from tables that the compiler was given as literals.
///
/// A fill to the north or south looks up the byte of each rank and needs no loop over pawns. A file fill folds the
/// ranks onto the first by steps, then is one load; file spans and file sets are steps alone, as no table is as short.
/// What belongs to a square is one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lookup;

impl Backend for Lookup {
    const NAME: &'static str = "lookup";

    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        let files = &tables::FILES;
        // What stands on rank 8 has nothing north of it and is in the set itself.
        (set | set.lookup::<0>(files))
            | (set.lookup::<1>(files).up::<8>() | set.lookup::<2>(files).up::<16>())
            | (set.lookup::<3>(files).up::<24>() | set.lookup::<4>(files).up::<32>())
            | (set.lookup::<5>(files).up::<40>() | set.lookup::<6>(files).up::<48>())
    }

    #[inline(always)]
    fn south_fill<S: SquareSet>(set: S) -> S {
        let files = &tables::FILES;
        (set | set.lookup::<7>(files))
            | (set.lookup::<6>(files).down::<8>() | set.lookup::<5>(files).down::<16>())
            | (set.lookup::<4>(files).down::<24>() | set.lookup::<3>(files).down::<32>())
            | (set.lookup::<2>(files).down::<40>() | set.lookup::<1>(files).down::<48>())
    }

    /// Folds the ranks onto the first, as a south fill by steps does, then one lookup.
    #[inline(always)]
    fn file_fill<S: SquareSet>(set: S) -> S {
        KoggeStone::south_fill(set).lookup::<0>(&tables::FILES)
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
        Bitboard::from_bits(tables::FILE_MASK[square.index()])
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
        Bitboard::from_bits(tables::NEIGHBOR_FILES[square.index()])
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
