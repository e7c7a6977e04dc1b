//! How the compiler is kept from leaving out part of an answer.

use pairbench::opaque;
use pawnfill::{Bitboard, FileSet, Structure};

/// Whatever an operation yields, as one number for which all of it had to be computed.
pub(crate) trait AsNumber {
    /// The number.
    fn number(self) -> u64;
}

impl AsNumber for Bitboard {
    #[inline(always)]
    fn number(self) -> u64 {
        self.bits()
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

/// Each of them behind a barrier: otherwise the compiler would simplify their union.
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
