//! Keeps the compiler from skipping parts of a result.

use pairbench::opaque;
use pawnfill::{Bitboard, FileSet, Structure};

/// The result of an operation, as one number that depends on all of it.
pub(crate) trait AsNumber {
    /// Returns the number.
    fn number(self) -> u64;
}

macro_rules! numbers {
    ($($type:ty: |$result:ident| $number:expr;)*) => {$(
        impl AsNumber for $type {
            #[inline(always)]
            fn number(self) -> u64 {
                let $result = self;
                $number
            }
        }
    )*};
}

numbers! {
    u64: |number| number;
    i32: |number| number as u64;
    bool: |answer| answer.into();
    Bitboard: |set| set.bits();
    FileSet: |files| files.bits().into();
    [Bitboard; 10]: |sets| combined(sets);
    Structure: |structure| combined(structure.sets());
}

/// Each set is behind a barrier. Otherwise the compiler would simplify their union.
#[inline(always)]
fn combined(sets: impl IntoIterator<Item = Bitboard>) -> u64 {
    sets.into_iter().fold(0, |sum, set| sum ^ opaque(set.bits()))
}
