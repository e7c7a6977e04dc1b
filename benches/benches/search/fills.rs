//! Ways to fill north and south.

use pairbench::Comparison;
use pawnfill::{Backend, Bitboard, SquareSet};
use pawnfill_benches::operations::Operation;
use pawnfill_benches::{table, transposed};

use super::files::{FILES, NIBBLES, UNITED_RANKS};
use super::{RANKS, variants};

table!(HALVES: [u32; 256] = |files| files * (RANKS >> 32));
table!(UPPER: [u64; 256] = |files| files * (RANKS << 32));
table!(TWO_RANKS_UP: [u64; 0x10000] = |ranks| ((ranks & 0xff) * RANKS) | ((ranks >> 8) * (RANKS << 8)));
table!(TWO_RANKS_DOWN: [u64; 0x10000] = |ranks| ((ranks >> 8) * RANKS) | ((ranks & 0xff) * (RANKS >> 8)));
table!(HALF_RANKS_UP: [u64; 256] = |halves| ((halves & 15) * RANKS) | ((halves >> 4) * (RANKS << 8)));
table!(HALF_RANKS_DOWN: [u64; 256] = |halves| ((halves >> 4) * RANKS) | ((halves & 15) * (RANKS >> 8)));
table!(BYTE_UP: [u8; 256] = |file| {
    let two = file | file << 1;
    let four = two | two << 2;
    four | four << 4
});
table!(BYTE_DOWN: [u8; 256] = |file| {
    let two = file | file >> 1;
    let four = two | two >> 2;
    four | four >> 4
});

#[inline(always)]
fn up_once<S: SquareSet>(set: S) -> S {
    set | set.up::<8>()
}

#[inline(always)]
fn up_twice<S: SquareSet>(set: S) -> S {
    let two = up_once(set);
    two | two.up::<16>()
}

#[inline(always)]
fn down_once<S: SquareSet>(set: S) -> S {
    set | set.down::<8>()
}

#[inline(always)]
fn down_twice<S: SquareSet>(set: S) -> S {
    let two = down_once(set);
    two | two.down::<16>()
}

/// Moves the entries of one table to their places and unites them.
macro_rules! unite {
    ($set:ident, $table:ident: $first:literal $(, $at:literal $step:ident $by:literal)*) => {
        $set.lookup::<$first, _>(&$table) $(| $set.lookup::<$at, _>(&$table).$step::<$by>())*
    };
}

variants! { fills:
    TwoStepsOneLoad = "2 steps + 1 load" {
        north_fill(set) = {
            let set = up_twice(set);
            set | set.lookup::<24, 256>(&FILES).up::<32>()
        };
        south_fill(set) = {
            let set = down_twice(set);
            set | set.lookup::<32, 256>(&FILES).down::<32>()
        };
    }
    TwoStepsHalfLoad = "2 steps + 1 load of 32 bits" {
        north_fill(set) = {
            let set = up_twice(set);
            set | set.lookup::<24, 256>(&HALVES).up::<32>()
        };
        south_fill(set) = {
            let set = down_twice(set);
            set | set.lookup::<32, 256>(&HALVES)
        };
    }
    TwoStepsUpperLoad = "2 steps + 1 load by direction" {
        north_fill(set) = {
            let set = up_twice(set);
            set | set.lookup::<24, 256>(&UPPER)
        };
        south_fill(set) = {
            let set = down_twice(set);
            set | set.lookup::<32, 256>(&HALVES)
        };
    }
    TwoStepsTwoNibbles = "2 steps + 2 loads by 4 bits" {
        north_fill(set) = {
            let set = up_twice(set);
            set | set.lookup::<24, 16>(&NIBBLES).up::<32>() | set.lookup::<28, 16>(&NIBBLES).up::<36>()
        };
        south_fill(set) = {
            let set = down_twice(set);
            let upper = set.lookup::<32, 16>(&NIBBLES) | set.lookup::<36, 16>(&NIBBLES).up::<4>();
            set | upper.down::<32>()
        };
    }
    OneStepThreeLoads = "1 step + 3 loads" {
        north_fill(set) = {
            let set = up_once(set);
            set | unite!(set, FILES: 8, 24 up 16, 40 up 32).up::<16>()
        };
        south_fill(set) = {
            let set = down_once(set);
            set | unite!(set, FILES: 48, 32 down 16, 16 down 32).down::<16>()
        };
    }
    OneStepThreePairs = "1 step + 3 loads by 16 bits" {
        north_fill(set) = up_once(set) | unite!(set, UNITED_RANKS: 0, 16 up 16, 32 up 32).up::<16>();
        south_fill(set) = down_once(set) | unite!(set, UNITED_RANKS: 48, 32 down 16, 16 down 32).down::<16>();
    }
    FourPairs = "4 loads by 16 bits" {
        north_fill(set) = unite!(set, TWO_RANKS_UP: 0, 16 up 16, 32 up 32, 48 up 48);
        south_fill(set) = unite!(set, TWO_RANKS_DOWN: 48, 32 down 16, 16 down 32, 0 down 48);
    }
    SevenLoads = "7 loads" {
        north_fill(set) = set | unite!(set, FILES: 0, 8 up 8, 16 up 16, 24 up 24, 32 up 32, 40 up 40, 48 up 48);
        south_fill(set) = set | unite!(set, FILES: 56, 48 down 8, 40 down 16, 32 down 24, 24 down 32, 16 down 40, 8 down 48);
    }
    HalfRankPairs = "8 loads of 2 half ranks" {
        north_fill(set) = {
            let (queenside, kingside) = half_ranks(set);
            unite!(queenside, HALF_RANKS_UP: 0, 16 up 16, 32 up 32, 48 up 48)
                | unite!(kingside, HALF_RANKS_UP: 0, 16 up 16, 32 up 32, 48 up 48).up::<4>()
        };
        south_fill(set) = {
            let (queenside, kingside) = half_ranks(set);
            unite!(queenside, HALF_RANKS_DOWN: 48, 32 down 16, 16 down 32, 0 down 48)
                | unite!(kingside, HALF_RANKS_DOWN: 48, 32 down 16, 16 down 32, 0 down 48).up::<4>()
        };
    }
    Transposing = "transposed + 8 loads of 8 bits" {
        north_fill(set) = {
            let set = transposed(set);
            transposed(unite!(set, BYTE_UP: 0, 8 up 8, 16 up 16, 24 up 24, 32 up 32, 40 up 40, 48 up 48, 56 up 56))
        };
        south_fill(set) = {
            let set = transposed(set);
            transposed(unite!(set, BYTE_DOWN: 0, 8 up 8, 16 up 16, 24 up 24, 32 up 32, 40 up 40, 48 up 48, 56 up 56))
        };
    }
}

/// Each half of every odd rank, beside the half above it.
#[inline(always)]
fn half_ranks<S: SquareSet>(set: S) -> (S, S) {
    let low = S::splat(Bitboard::from_bits(0x000f_000f_000f_000f));
    let pair = |half: S| (half & low) | (half.down::<8>() & low).up::<4>();
    (pair(set), pair(set.down::<4>()))
}
