//! How the compiler is kept from leaving out part of an answer.

use pairbench::opaque;
use pawnfill::{Bitboard, FileSet, Structure};

/// Whatever an operation yields, as one number for which all of it had to be computed.
pub(crate) trait Answer {
    /// The number.
    fn number(self) -> u64;
}

impl Answer for Bitboard {
    #[inline(always)]
    fn number(self) -> u64 {
        self.bits()
    }
}

impl Answer for FileSet {
    #[inline(always)]
    fn number(self) -> u64 {
        self.bits().into()
    }
}

impl Answer for bool {
    #[inline(always)]
    fn number(self) -> u64 {
        self.into()
    }
}

impl Answer for i32 {
    #[inline(always)]
    fn number(self) -> u64 {
        self as u64
    }
}

/// Each of them behind a barrier: otherwise the compiler would simplify their union.
impl<const N: usize> Answer for [Bitboard; N] {
    #[inline(always)]
    fn number(self) -> u64 {
        self.into_iter().fold(0, |sum, set| sum ^ opaque(set.bits()))
    }
}

/// Both sides and the board.
impl Answer for Structure {
    #[inline(always)]
    fn number(self) -> u64 {
        self.sets().fold(0, |sum, set| sum ^ opaque(set.bits()))
    }
}
