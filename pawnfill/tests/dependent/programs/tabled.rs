//! A library that enables the feature `tables` and names its backend.

use pawnfill::{Bitboard, Hybrid, Pawns};

pub fn passed(white: u64, black: u64) -> Bitboard {
    Pawns::<Hybrid>::with_bits(white, black).white().passed()
}
