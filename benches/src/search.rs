//! Tables and transposed boards, for the search of tables.

use pawnfill::{Bitboard, SquareSet};

/// Exchanges files and ranks in three steps, for tables of transposed boards.
#[must_use]
#[inline(always)]
pub fn transposed<S: SquareSet>(set: S) -> S {
    macro_rules! swap {
        ($set:ident, $by:literal, $lower:literal) => {{
            let differ = ($set ^ $set.down::<$by>()) & S::splat(Bitboard::from_bits($lower));
            $set ^ differ ^ differ.up::<$by>()
        }};
    }
    let set = swap!(set, 7, 0x00aa_00aa_00aa_00aa);
    let set = swap!(set, 14, 0x0000_cccc_0000_cccc);
    swap!(set, 28, 0x0000_0000_f0f0_f0f0)
}

/// A table whose entries are computed at compile time.
#[macro_export]
macro_rules! table {
    ($vis:vis $name:ident: [$entry:ty; $length:expr] = |$index:ident| $value:expr) => {
        $vis static $name: [$entry; $length] = {
            let mut table = [0; $length];
            let mut number = 0;
            while number < $length {
                let $index = number as u64;
                table[number] = $value as $entry;
                number += 1;
            }
            table
        };
    };
}
