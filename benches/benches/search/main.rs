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
use pawnfill::{Backend, Black, Hybrid, KoggeStone, Lookup, Pawns};
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

add!(built_in: KoggeStone Lookup Hybrid);

/// Compares operations with the backends of the crate and with the variants of some lists.
macro_rules! compare {
    ($positions:expr; $($operation:ident $length:ident: $($list:ident)*;)*) => {
        Suite::new()$(.group($operation::GROUP, $operation::UNIT).with({
            let comparison = Comparison::new($operation::NAME, inputs($positions)).about($operation::ABOUT);
            let comparison = built_in::<$operation, _>(comparison.$length());
            $(let comparison = $list::<$operation, _>(comparison);)*
            comparison
        }))*
    };
}

/// The mask of a black pawn. Some variants flip the board for it.
struct BlackPasserSpan;

impl Operation for BlackPasserSpan {
    const NAME: &'static str = "black_passer_span";
    const GROUP: &'static str = passer_span::GROUP;
    const UNIT: &'static str = passer_span::UNIT;
    const ABOUT: &'static str = "the squares ahead of a black pawn on three files";
    type Input = At;

    #[inline(always)]
    fn run<B: Backend>(at: At) -> u64 {
        B::passer_span::<Black>(at.0).bits()
    }

    fn add_to<'a>(suite: Suite<'a>, _: &[Pawns]) -> Suite<'a> {
        suite
    }
}

fn main() -> ExitCode {
    let positions = &embedded::distinct(&embedded::positions());
    let suite = compare! { positions;
        north_fill without_branches: fills;
        file_fill without_branches: files;
        isolated without_branches: files besides;
        file_mask without_branches: masks;
        south_ray without_branches: masks;
        neighbor_files without_branches: masks;
        front_attack_span without_branches: masks;
        rear_attack_span without_branches: masks;
        passer_span without_branches: masks;
        BlackPasserSpan without_branches: masks;
        ten_sets long: fills files besides;
        structure long: fills files besides;
        evaluation long: fills files besides masks;
    };
    pairbench::main(&suite)
}
