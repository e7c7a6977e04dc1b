//! A library that enables the feature `tables` and names its backend.

use pawnfill::{Bitboard, Hybrid, Pawns};

pub fn passed(white: u64, black: u64) -> Bitboard {
    Pawns::<Hybrid>::new(white.into(), black.into()).white().passed()
}
