//! The best of both, as measured.

use super::{forward, forward_sets};
use crate::{Backend, Bitboard, FileSet, KoggeStone, Lookup, Side, Square, SquareSet};

/// Computes sets as [`KoggeStone`] does and reads from [`Lookup`]'s tables what takes several steps from a square.
///
/// [`docs::search`](crate::docs::search) has the record of what was tried, from which the choice follows.
/// A fill of a whole set is faster by steps than by any table, and so are a file and a ray, which are one shift of a
/// constant. Masks of several files take three shifts and more from a square, or one load that many independent
/// questions can overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hybrid;

impl Backend for Hybrid {
    const NAME: &'static str = "hybrid";
    const SETS_OF: Option<&'static str> = Some(KoggeStone::NAME);

    forward_sets!(KoggeStone);
    forward! { KoggeStone:
        file_mask<>(square: Square) -> Bitboard;
        north_ray<>(square: Square) -> Bitboard;
        south_ray<>(square: Square) -> Bitboard;
    }

    // Time of `Hybrid` / time of `KoggeStone`: calls that overlap, and calls that each wait for the last.
    forward! { Lookup:
        // 0.30 / 1.14
        neighbor_files<>(square: Square) -> Bitboard;
        // 0.40 / 1.54
        front_attack_span<C: Side>(square: Square) -> Bitboard;
        // 0.25 / 0.80
        rear_attack_span<C: Side>(square: Square) -> Bitboard;
        // 0.28 / 1.14
        passer_span<C: Side>(square: Square) -> Bitboard;
    }
}
