//! Keeps the compiler from skipping parts of a result.

use pairbench::opaque;
use pawnfill::{Bitboard, FileSet, Structure};

/// The result of an operation, as one number that depends on all of it.
pub(crate) trait AsNumber {
    /// Returns the number.
    fn number(self) -> u64;
}

impl AsNumber for Bitboard {
    #[inline(always)]
    fn number(self) -> u64 {
        self.bits()
    }
}

impl AsNumber for u64 {
    #[inline(always)]
    fn number(self) -> u64 {
        self
    }
}

impl AsNumber for FileSet {
    #[inline(always)]
    fn number(self) -> u64 {
        self.bits().into()
    }
}

impl AsNumber for bool {
    #[inline(always)]
    fn number(self) -> u64 {
        self.into()
    }
}

impl AsNumber for i32 {
    #[inline(always)]
    fn number(self) -> u64 {
        self as u64
    }
}

/// Each set is behind a barrier. Otherwise the compiler would simplify their union.
impl<const N: usize> AsNumber for [Bitboard; N] {
    #[inline(always)]
    fn number(self) -> u64 {
        self.into_iter().fold(0, |sum, set| sum ^ opaque(set.bits()))
    }
}

/// Both sides and the board.
impl AsNumber for Structure {
    #[inline(always)]
    fn number(self) -> u64 {
        self.sets().fold(0, |sum, set| sum ^ opaque(set.bits()))
    }
}
