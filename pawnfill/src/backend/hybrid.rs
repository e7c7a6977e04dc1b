//! Shifts for fills, and tables for masks and neighbor files.

use super::forward;
use crate::{Backend, Bitboard, Lookup, Side, Square, SquareSet, tables};

/// Computes fills like [`KoggeStone`](crate::KoggeStone), and reads neighbor files and masks of
/// several files from [`Lookup`]'s tables.
///
/// A fill of a whole set is faster with shifts than with any table. So are a file and a ray, which
/// are one shift of a constant. The neighbor files of a set and a mask of several files take
/// several operations more, or one load, and the loads of independent questions overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hybrid;

impl Backend for Hybrid {
    const NAME: &'static str = "hybrid";

    // These gain throughput, which `cargo xtask bench-compare` measures.
    forward! { Lookup:
        neighbor_files<>(square: Square) -> Bitboard;
        front_attack_span<C: Side>(square: Square) -> Bitboard;
        rear_attack_span<C: Side>(square: Square) -> Bitboard;
        passer_span<C: Side>(square: Square) -> Bitboard;
        pair_partners<>(square: Square) -> Bitboard;
    }

    /// Shares the file fill with other patterns, so whole positions gain in throughput and lose
    /// nothing in latency.
    #[inline(always)]
    fn beside_files<S: SquareSet>(set: S) -> S {
        Self::file_fill(set).lookup::<0, 256>(&tables::BESIDE_FILES)
    }
}
