//! Ways to fill the files of a set, or the neighbor files.

use pairbench::Comparison;
use pawnfill::{Backend, KoggeStone, SquareSet};
use pawnfill_benches::operations::Operation;
use pawnfill_benches::table;

use super::{RANKS, variants};

table!(pub(crate) FILES: [u64; 256] = |files| files * RANKS);
table!(pub(crate) NIBBLES: [u64; 16] = |files| files * RANKS);
table!(pub(crate) UNITED_RANKS: [u64; 0x10000] = |ranks| (ranks & 0xff | ranks >> 8) * RANKS);
table!(UNITED_RANK: [u8; 0x10000] = |ranks| ranks & 0xff | ranks >> 8);
table!(BESIDE: [u64; 256] = |files| beside(files) * RANKS);
table!(BESIDE_HALF: [u32; 256] = |files| beside(files) * (RANKS >> 32));
table!(BESIDE_BYTE: [u8; 256] = |files| beside(files));

const fn beside(files: u64) -> u64 {
    (files << 1 | files >> 1) & 0xff
}

/// Unites the upper half of the board with the lower one.
#[inline(always)]
fn fold_once<S: SquareSet>(set: S) -> S {
    set | set.down::<32>()
}

#[inline(always)]
fn fold_twice<S: SquareSet>(set: S) -> S {
    let four = fold_once(set);
    four | four.down::<16>()
}

/// Unites the ranks on the first.
#[inline(always)]
fn fold<S: SquareSet>(set: S) -> S {
    let two = fold_twice(set);
    two | two.down::<8>()
}

/// Unites each rank with the three below it; below rank 1 is rank 8. `KoggeStone::file_fill` begins so, too.
#[inline(always)]
fn rotations<S: SquareSet>(set: S) -> S {
    let two = set | set.rotate_up::<8>();
    two | two.rotate_up::<16>()
}

/// Unites the ranks on rank 4.
#[inline(always)]
fn roll<S: SquareSet>(set: S) -> S {
    let four = rotations(set);
    four | four.down::<32>()
}

/// Copies the lower half of the board to the upper one.
#[inline(always)]
fn both_halves<S: SquareSet>(half: S) -> S {
    half | half.up::<32>()
}

variants! { files:
    FoldLoad = "fold + load" {
        file_fill(set) = fold(set).lookup::<0, 256>(&FILES);
    }
    StepsLoad = "steps + load" {
        file_fill(set) = KoggeStone::file_fill(set).lookup::<0, 256>(&FILES);
    }
    RollLoad = "rotations + load" {
        file_fill(set) = roll(set).lookup::<24, 256>(&FILES);
    }
    RotationsTwoLoads = "2 rotations + 2 loads" {
        file_fill(set) = {
            let set = rotations(set);
            set.lookup::<24, 256>(&FILES) | set.lookup::<56, 256>(&FILES)
        };
    }
    FoldTwiceLoadPair = "2 folds + 1 load by 16 bits" {
        file_fill(set) = fold_twice(set).lookup::<0, 0x10000>(&UNITED_RANKS);
    }
    FoldTwicePairByteLoad = "2 folds + byte by 16 bits + load" {
        file_fill(set) = fold_twice(set).lookup::<0, 0x10000>(&UNITED_RANK).lookup::<0, 256>(&FILES);
    }
    FoldTwoNibbles = "fold + 2 loads by 4 bits" {
        file_fill(set) = {
            let set = fold(set);
            set.lookup::<0, 16>(&NIBBLES) | set.lookup::<4, 16>(&NIBBLES).up::<4>()
        };
    }
    FoldOnceFourLoads = "1 fold + 4 loads" {
        file_fill(set) = {
            let set = fold_once(set);
            (set.lookup::<0, 256>(&FILES) | set.lookup::<8, 256>(&FILES))
                | (set.lookup::<16, 256>(&FILES) | set.lookup::<24, 256>(&FILES))
        };
    }
    EightLoads = "8 loads" {
        file_fill(set) = (set.lookup::<0, 256>(&FILES) | set.lookup::<8, 256>(&FILES))
            | (set.lookup::<16, 256>(&FILES) | set.lookup::<24, 256>(&FILES))
            | (set.lookup::<32, 256>(&FILES) | set.lookup::<40, 256>(&FILES))
            | (set.lookup::<48, 256>(&FILES) | set.lookup::<56, 256>(&FILES));
    }
}

variants! { besides:
    FoldBeside = "beside: fold + load" {
        beside_files(set) = fold(set).lookup::<0, 256>(&BESIDE);
    }
    FoldBesideHalf = "beside: fold + load of 32 bits" {
        beside_files(set) = both_halves(fold(set).lookup::<0, 256>(&BESIDE_HALF));
    }
    FoldBesideByte = "beside: fold + byte + load" {
        beside_files(set) = fold(set).lookup::<0, 256>(&BESIDE_BYTE).lookup::<0, 256>(&FILES);
    }
    RollBeside = "beside: rotations + load" {
        beside_files(set) = roll(set).lookup::<24, 256>(&BESIDE);
    }
    StepsBeside = "beside: steps + load" {
        beside_files(set) = KoggeStone::file_fill(set).lookup::<0, 256>(&BESIDE);
    }
    StepsBesideHalf = "beside: steps + load of 32 bits" {
        beside_files(set) = both_halves(KoggeStone::file_fill(set).lookup::<0, 256>(&BESIDE_HALF));
    }
    StepsBesideByte = "beside: steps + byte + load" {
        beside_files(set) = KoggeStone::file_fill(set).lookup::<0, 256>(&BESIDE_BYTE).lookup::<0, 256>(&FILES);
    }
}
