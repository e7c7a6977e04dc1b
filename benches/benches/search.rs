//! Tables that were tried instead of steps. `pawnfill/docs/search.md` has the results.
//!
//! ```sh
//! cargo bench -p pawnfill-benches --no-default-features --features search --bench search
//! ```

use std::process::ExitCode;

use pairbench::{Comparison, Suite};
use pawnfill::{Backend, KoggeStone, SquareSet, for_each_backend};
use pawnfill_benches::operations::*;
use pawnfill_positions::embedded;

/// One bit per rank, on the a-file.
const RANKS: u64 = 0x0101_0101_0101_0101;

/// Declares tables whose entries are computed at compile time.
macro_rules! tables {
    ($($name:ident: [u64; $length:literal] = |$index:ident| $value:expr;)*) => {$(
        static $name: [u64; $length] = {
            let mut table = [0; $length];
            let mut number = 0;
            while number < $length {
                let $index = number as u64;
                table[number] = $value;
                number += 1;
            }
            table
        };
    )*};
}

tables! {
    FILES: [u64; 256] = |files| files * RANKS;
    BESIDE: [u64; 256] = |files| ((files << 1 | files >> 1) & 0xff) * RANKS;
    TWO_RANKS_UP: [u64; 0x10000] = |ranks| ((ranks & 0xff) * RANKS) | ((ranks >> 8) * (RANKS << 8));
    TWO_RANKS_DOWN: [u64; 0x10000] = |ranks| ((ranks >> 8) * RANKS) | ((ranks & 0xff) * (RANKS >> 8));
}

/// Unites the ranks on rank 4.
#[inline(always)]
fn roll<S: SquareSet>(set: S) -> S {
    let two = set | set.rotate_up::<8>();
    let four = two | two.rotate_up::<16>();
    four | four.down::<32>()
}

/// Moves the entries of one table to their places and unites them.
macro_rules! unite {
    ($set:ident, $table:ident: $first:literal $(, $at:literal $step:ident $by:literal)*) => {
        $set.lookup::<$first, _>(&$table) $(| $set.lookup::<$at, _>(&$table).$step::<$by>())*
    };
}

/// Declares variants, which compute some functions of sets in another way, and the function that adds them to a
/// comparison.
macro_rules! variants {
    ($add:ident: $($variant:ident = $name:literal { $($function:ident($set:ident) = $value:expr;)* })*) => {
        $(
            #[derive(Clone, Copy, Debug, Default)]
            struct $variant;

            impl Backend for $variant {
                const NAME: &'static str = $name;

                $(
                    #[inline(always)]
                    fn $function<S: SquareSet>($set: S) -> S {
                        $value
                    }
                )*
            }
        )*

        fn $add<'a, O: Operation, const UNROLL: usize>(
            comparison: Comparison<'a, O::Input, u64, UNROLL>,
        ) -> Comparison<'a, O::Input, u64, UNROLL> {
            comparison$(.function($variant::NAME, #[inline(always)] |input| O::run::<$variant>(input)))*
        }
    };
}

variants! { fills:
    TwoStepsOneLoad = "fill: 2 steps + 1 load" {
        north_fill(set) = {
            let two = set | set.up::<8>();
            let four = two | two.up::<16>();
            four | four.lookup::<24, 256>(&FILES).up::<32>()
        };
        south_fill(set) = {
            let two = set | set.down::<8>();
            let four = two | two.down::<16>();
            four | four.lookup::<32, 256>(&FILES).down::<32>()
        };
    }
    OneStepThreeLoads = "fill: 1 step + 3 loads" {
        north_fill(set) = {
            let two = set | set.up::<8>();
            two | unite!(two, FILES: 8, 24 up 16, 40 up 32).up::<16>()
        };
        south_fill(set) = {
            let two = set | set.down::<8>();
            two | unite!(two, FILES: 48, 32 down 16, 16 down 32).down::<16>()
        };
    }
    FourPairs = "fill: 4 loads by 16 bits" {
        north_fill(set) = unite!(set, TWO_RANKS_UP: 0, 16 up 16, 32 up 32, 48 up 48);
        south_fill(set) = unite!(set, TWO_RANKS_DOWN: 48, 32 down 16, 16 down 32, 0 down 48);
    }
    SevenLoads = "fill: 7 loads" {
        north_fill(set) = set | unite!(set, FILES: 0, 8 up 8, 16 up 16, 24 up 24, 32 up 32, 40 up 40, 48 up 48);
        south_fill(set) = set | unite!(set, FILES: 56, 48 down 8, 40 down 16, 32 down 24, 24 down 32, 16 down 40, 8 down 48);
    }
}

variants! { files:
    RollLoad = "file: rotations + load" {
        file_fill(set) = roll(set).lookup::<24, 256>(&FILES);
    }
    EightLoads = "file: 8 loads" {
        file_fill(set) = (set.lookup::<0, 256>(&FILES) | set.lookup::<8, 256>(&FILES))
            | (set.lookup::<16, 256>(&FILES) | set.lookup::<24, 256>(&FILES))
            | (set.lookup::<32, 256>(&FILES) | set.lookup::<40, 256>(&FILES))
            | (set.lookup::<48, 256>(&FILES) | set.lookup::<56, 256>(&FILES));
    }
}

variants! { besides:
    RollBeside = "beside: rotations + load" {
        beside_files(set) = roll(set).lookup::<24, 256>(&BESIDE);
    }
    StepsBeside = "beside: steps + load" {
        beside_files(set) = KoggeStone::file_fill(set).lookup::<0, 256>(&BESIDE);
    }
}

/// Compares operations with the backends of the crate and with the variants of some lists.
macro_rules! compare {
    ($positions:expr; $($group:literal, one $unit:literal, $length:ident {
        $($operation:ident: $($list:ident)*;)*
    })*) => {
        Suite::new()$(.group($group, $unit)$(.with({
            let comparison = Comparison::new($operation::NAME, inputs($positions)).about($operation::ABOUT);
            let mut comparison = comparison.$length();
            for_each_backend!(B => comparison = comparison.function(
                B::NAME,
                #[inline(always)] |input| $operation::run::<B>(input),
            ));
            $(let comparison = $list::<$operation, _>(comparison);)*
            comparison
        }))*)*
    };
}

fn main() -> ExitCode {
    let positions = &embedded::distinct(&embedded::positions());
    let suite = compare! { positions;
        "sets", one "set", without_branches {
            north_fill: fills;
            file_fill: files;
        }
        "patterns", one "position", without_branches {
            isolated: files besides;
        }
        "whole positions", one "position", long {
            ten_sets: fills files besides;
            structure: fills files besides;
            evaluation: fills files besides;
        }
    };
    pairbench::main(&suite)
}
