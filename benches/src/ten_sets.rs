//! Ten sets of a typical evaluation, with the patterns and written by hand.
//!
//! The handwritten version is what a careful engine author would write for exactly these sets: straight-line code on
//! `u64` that shares all common parts. The patterns must not cost more, so benchmarks compare times and instructions.

use pawnfill::{Backend, Pawns, SquareSet};

/// Returns the sets, computed with the patterns: the passed, isolated, doubled and backward pawns of White, then of
/// Black, the open files, and the half-open files of either side.
#[inline(always)]
#[must_use]
pub fn by_patterns<B: Backend>(white: u64, black: u64) -> [u64; 10] {
    of(Pawns::from_bits(white, black).with_backend::<B>()).map(u64::from)
}

/// Returns the sets, computed with the patterns, of one board or several.
#[inline(always)]
#[must_use]
pub fn of<B: Backend, S: SquareSet>(pawns: Pawns<B, S>) -> [S; 10] {
    let (white, black) = (pawns.white(), pawns.black());
    [
        white.passed(),
        white.isolated(),
        white.doubled(),
        white.backward(),
        black.passed(),
        black.isolated(),
        black.doubled(),
        black.backward(),
        pawns.open_files(),
        white.half_open_files() | black.half_open_files(),
    ]
}

/// Returns the sets, computed by hand.
#[inline(always)]
#[must_use]
pub const fn by_hand(white: u64, black: u64) -> [u64; 10] {
    const NOT_A_FILE: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    let white_stops = white << 8;
    let white_two = white_stops | white_stops << 8;
    let white_four = white_two | white_two << 16;
    let white_span = white_four | white_four << 32;
    let white_beside_span = (white_span << 1 & NOT_A_FILE) | (white_span >> 1 & NOT_H_FILE);
    let white_attacks = (white << 9 & NOT_A_FILE) | (white << 7 & NOT_H_FILE);

    let black_stops = black >> 8;
    let black_two = black_stops | black_stops >> 8;
    let black_four = black_two | black_two >> 16;
    let black_span = black_four | black_four >> 32;
    let black_beside_span = (black_span << 1 & NOT_A_FILE) | (black_span >> 1 & NOT_H_FILE);
    let black_attacks = (black >> 7 & NOT_A_FILE) | (black >> 9 & NOT_H_FILE);

    // Rotations wrap around, so one direction is enough.
    let white_two = white | white.rotate_left(8);
    let white_four = white_two | white_two.rotate_left(16);
    let white_ahead = white_four.rotate_left(32);
    let white_files = white_four | white_ahead;
    let white_elsewhere = white_four.rotate_left(8) | white_ahead;

    let black_two = black | black.rotate_left(8);
    let black_four = black_two | black_two.rotate_left(16);
    let black_ahead = black_four.rotate_left(32);
    let black_files = black_four | black_ahead;
    let black_elsewhere = black_four.rotate_left(8) | black_ahead;

    [
        white & !(black_span | black_beside_span),
        white & !((white_files << 1 & NOT_A_FILE) | (white_files >> 1 & NOT_H_FILE)),
        white & white_elsewhere,
        (white_stops & black_attacks & !white_beside_span) >> 8,
        black & !(white_span | white_beside_span),
        black & !((black_files << 1 & NOT_A_FILE) | (black_files >> 1 & NOT_H_FILE)),
        black & black_elsewhere,
        (black_stops & white_attacks & !black_beside_span) << 8,
        !(white_files | black_files),
        white_files ^ black_files,
    ]
}

#[cfg(all(test, feature = "tests"))]
mod tests {
    use pawnfill::for_each_backend;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn all_agree(white: u64, black: u64, sparse: u64) {
            for (white, black) in [(white, black), (white & sparse, black & sparse), (white & !sparse, black & sparse)] {
                for_each_backend!(B => prop_assert_eq!(by_patterns::<B>(white, black), by_hand(white, black)));
            }
        }
    }
}
