//! The best of both, as measured.

use super::forward;
use crate::{Backend, Bitboard, FileSet, KoggeStone, Lookup, Side, Square, SquareSet};

/// Computes sets as [`KoggeStone`] does and reads from [`Lookup`]'s tables what takes several steps from a square.
///
/// The choice is that of `cargo xtask bench-compare`; `benches/MEASURING.md` has the figures.
/// A fill of a whole set is faster by steps than by any table, and so are a file and a ray, which are one shift of a
/// constant. Masks of several files take three shifts and more from a square, or one load that many independent
/// questions can overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hybrid;

impl Backend for Hybrid {
    const NAME: &'static str = "hybrid";

    forward! { KoggeStone:
        north_fill<S: SquareSet>(set: S) -> S;
        south_fill<S: SquareSet>(set: S) -> S;
        file_fill<S: SquareSet>(set: S) -> S;
        file_span<S: SquareSet>(set: S) -> S;
        file_set<S: SquareSet>(set: S) -> S;
        restore<>(files: FileSet) -> Bitboard;
        file_mask<>(square: Square) -> Bitboard;
        north_ray<>(square: Square) -> Bitboard;
        south_ray<>(square: Square) -> Bitboard;
    }

    forward! { Lookup:
        neighbour_files<>(square: Square) -> Bitboard;
        front_attack_span<C: Side>(square: Square) -> Bitboard;
        rear_attack_span<C: Side>(square: Square) -> Bitboard;
        passer_span<C: Side>(square: Square) -> Bitboard;
    }
}
