//! Fills and masks read from tables.

use crate::{Backend, Bitboard, FileSet, Side, Square, SquareSet, tables};

/// Reads fills and the masks of a square from tables, which are constants in the binary.
///
/// A fill takes two steps, which combine four ranks in one, and then one load for the other four. A
/// file fill combines all ranks in one, then takes one load. The neighbor files of a set take one
/// load from another table. The mask of a square is one load.
///
/// The feature `lookup` makes it the default backend, unless `hybrid` is enabled by any package of
/// the program, too: `Auto` is then [`Hybrid`](crate::Hybrid).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lookup;

/// Combines all ranks in rank 4. The first two steps are those of `file_span`.
#[inline(always)]
fn combine<S: SquareSet>(set: S) -> S {
    let two = set | set.rotate_up::<8>();
    let four = two | two.rotate_up::<16>();
    four | four.down::<32>()
}

impl Backend for Lookup {
    const NAME: &'static str = "lookup";

    /// After two steps, rank 4 has the files of the lower half, which is all that the
    /// upper half lacks.
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
        combine(set).lookup::<24, 256>(&tables::FILES)
    }

    #[inline(always)]
    fn beside_files<S: SquareSet>(set: S) -> S {
        combine(set).lookup::<24, 256>(&tables::BESIDE_FILES)
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

    #[inline(always)]
    fn pair_partners(square: Square) -> Bitboard {
        Bitboard::from_bits(tables::PAIR_PARTNERS[square.index()])
    }
}
