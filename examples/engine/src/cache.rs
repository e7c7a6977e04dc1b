//! Caches for the score of pawns.

use pawnfill::Pawns;

/// A cache for the score of pawns.
pub trait PawnCache: Default {
    /// Returns the score of these pawns, for White.
    fn score(&mut self, pawns: Pawns, compute: impl FnOnce() -> i32) -> i32;
}

/// Caches nothing.
#[derive(Debug, Default)]
pub struct Uncached;

impl PawnCache for Uncached {
    fn score(&mut self, _: Pawns, compute: impl FnOnce() -> i32) -> i32 {
        compute()
    }
}

/// Caches the score of the last pawns. The score of the empty board is 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastPawns {
    pawns: Pawns,
    score: i32,
}

impl PawnCache for LastPawns {
    fn score(&mut self, pawns: Pawns, compute: impl FnOnce() -> i32) -> i32 {
        if pawns != self.pawns {
            *self = Self { pawns, score: compute() };
        }
        self.score
    }
}

/// Caches the score of the last pawns in every slot of a table, like the pawn hash of most engines.
#[derive(Debug)]
pub struct PawnHash {
    slots: Vec<LastPawns>,
}

/// The logarithm of the number of slots.
const BITS: u32 = 14;

impl Default for PawnHash {
    fn default() -> Self {
        Self { slots: vec![LastPawns::default(); 1 << BITS] }
    }
}

impl PawnCache for PawnHash {
    fn score(&mut self, pawns: Pawns, compute: impl FnOnce() -> i32) -> i32 {
        // Engines update such a key with their moves. Two odd factors spread the bits as well.
        let key = pawns.white().own().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ pawns.black().own().bits().wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        self.slots[(key >> (u64::BITS - BITS)) as usize].score(pawns, compute)
    }
}
