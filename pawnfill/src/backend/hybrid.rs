//! Shifts for sets, and tables for single squares.

use super::{forward, forward_sets};
use crate::{Backend, Bitboard, FileSet, KoggeStone, Lookup, Side, Square, SquareSet};

/// Computes sets like [`KoggeStone`], and reads masks of several files from [`Lookup`]'s tables.
///
/// A fill of a whole set is faster with shifts than with any table. So are a file and a ray, which are one shift of a
/// constant. A mask of several files takes at least three shifts from a square, or one load, and the loads of
/// independent questions overlap. [`docs::search`](crate::docs::search) has the measurements behind this choice.
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

    // Time of `Hybrid` / time of `KoggeStone`, for overlapping calls and for calls that wait for each other.
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
