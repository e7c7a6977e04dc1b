//! All tables that were tried instead of steps, including the slower ones. `pawnfill/docs/search.md` has the results.
//!
//! ```sh
//! cargo bench -p pawnfill-benches --no-default-features --features search --bench search
//! ```

mod files;
mod fills;
mod masks;

use std::process::ExitCode;

use pairbench::{Comparison, Suite};
use pawnfill::{Backend, Black, for_each_backend};
use pawnfill_benches::operations::*;
use pawnfill_positions::embedded;

use files::{besides, files};
use fills::fills;
use masks::masks;

/// One bit per rank, on the a file.
const RANKS: u64 = 0x0101_0101_0101_0101;

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

        $crate::add!($add: $($variant)*);
    };
}
use variants;

/// Declares a function that adds the functions of some backends to a comparison.
macro_rules! add {
    ($add:ident: $($backend:ident)*) => {
        pub(crate) fn $add<'a, O: Operation, const UNROLL: usize>(
            comparison: Comparison<'a, O::Input, u64, UNROLL>,
        ) -> Comparison<'a, O::Input, u64, UNROLL> {
            comparison$(.function($backend::NAME, #[inline(always)] |input| O::run::<$backend>(input)))*
        }
    };
}
use add;

/// Adds the functions of the backends of the crate to a comparison.
fn built_in<'a, O: Operation, const UNROLL: usize>(
    mut comparison: Comparison<'a, O::Input, u64, UNROLL>,
) -> Comparison<'a, O::Input, u64, UNROLL> {
    for_each_backend!(B => comparison = comparison.function(B::NAME, #[inline(always)] |input| O::run::<B>(input)));
    comparison
}

/// Compares operations with the backends of the crate and with the variants of some lists.
macro_rules! compare {
    ($positions:expr; $($group:literal, one $unit:literal, $length:ident {
        $($operation:ident: $($list:ident)*;)*
    })*) => {
        Suite::new()$(.group($group, $unit)$(.with({
            let comparison = Comparison::new($operation::NAME, inputs($positions)).about($operation::ABOUT);
            let comparison = built_in::<$operation, _>(comparison.$length());
            $(let comparison = $list::<$operation, _>(comparison);)*
            comparison
        }))*)*
    };
}

/// The mask of a black pawn. Some variants flip the board for it.
struct BlackPasserSpan;

impl Operation for BlackPasserSpan {
    const NAME: &'static str = "black_passer_span";
    const ABOUT: &'static str = "the squares ahead of a black pawn on three files";
    type Input = At;

    #[inline(always)]
    fn run<B: Backend>(at: At) -> u64 {
        B::passer_span::<Black>(at.0).bits()
    }
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
        "squares", one "square", without_branches {
            file_mask: masks;
            south_ray: masks;
            neighbor_files: masks;
            front_attack_span: masks;
            rear_attack_span: masks;
            passer_span: masks;
            BlackPasserSpan: masks;
        }
        "whole positions", one "position", long {
            ten_sets: fills files besides;
            structure: fills files besides;
            evaluation: fills files besides masks;
        }
    };
    pairbench::main(&suite)
}
