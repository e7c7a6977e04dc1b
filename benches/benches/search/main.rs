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
use pawnfill::{
    Backend, Bitboard, Black, FileSet, KoggeStone, Side, Square, SquareSet, beside, for_each_backend,
};
use pawnfill_benches::operations::{self, At, Operation as _, inputs};
use pawnfill_positions::embedded;

/// One bit per rank, on the a file.
const RANKS: u64 = 0x0101_0101_0101_0101;

/// A table whose entries are computed at compile time.
macro_rules! table {
    ($name:ident: [$entry:ty; $length:expr] = |$index:ident| $value:expr) => {
        static $name: [$entry; $length] = {
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
use table;

/// A way to compute some functions of a backend. `KoggeStone` computes the others.
trait Variant: Copy + Default + std::fmt::Debug + 'static {
    const NAME: &'static str;

    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        KoggeStone::north_fill(set)
    }

    #[inline(always)]
    fn south_fill<S: SquareSet>(set: S) -> S {
        KoggeStone::south_fill(set)
    }

    #[inline(always)]
    fn file_fill<S: SquareSet>(set: S) -> S {
        KoggeStone::file_fill(set)
    }

    #[inline(always)]
    fn beside_files<S: SquareSet>(set: S) -> S {
        beside(Self::file_fill(set))
    }

    #[inline(always)]
    fn file_mask(square: Square) -> Bitboard {
        KoggeStone::file_mask(square)
    }

    #[inline(always)]
    fn south_ray(square: Square) -> Bitboard {
        KoggeStone::south_ray(square)
    }

    #[inline(always)]
    fn neighbor_files(square: Square) -> Bitboard {
        KoggeStone::neighbor_files(square)
    }

    #[inline(always)]
    fn front_attack_span<C: Side>(square: Square) -> Bitboard {
        KoggeStone::front_attack_span::<C>(square)
    }

    #[inline(always)]
    fn rear_attack_span<C: Side>(square: Square) -> Bitboard {
        KoggeStone::rear_attack_span::<C>(square)
    }

    #[inline(always)]
    fn passer_span<C: Side>(square: Square) -> Bitboard {
        KoggeStone::passer_span::<C>(square)
    }
}

/// A variant as a backend.
#[derive(Clone, Copy, Debug, Default)]
struct Of<V>(V);

/// Defines functions that forward to another implementation.
macro_rules! forward {
    ($to:ty: $($function:ident<$($generic:ident: $bound:ident),*>($argument:ident: $in:ty) -> $out:ty;)*) => {$(
        #[inline(always)]
        fn $function<$($generic: $bound),*>($argument: $in) -> $out {
            <$to>::$function::<$($generic),*>($argument)
        }
    )*};
}

impl<V: Variant> Backend for Of<V> {
    const NAME: &'static str = V::NAME;

    forward! { V:
        north_fill<S: SquareSet>(set: S) -> S;
        south_fill<S: SquareSet>(set: S) -> S;
        file_fill<S: SquareSet>(set: S) -> S;
        beside_files<S: SquareSet>(set: S) -> S;
        file_mask<>(square: Square) -> Bitboard;
        south_ray<>(square: Square) -> Bitboard;
        neighbor_files<>(square: Square) -> Bitboard;
        front_attack_span<C: Side>(square: Square) -> Bitboard;
        rear_attack_span<C: Side>(square: Square) -> Bitboard;
        passer_span<C: Side>(square: Square) -> Bitboard;
    }

    forward! { KoggeStone:
        file_span<S: SquareSet>(set: S) -> S;
        file_set<S: SquareSet>(set: S) -> S;
        files_to_bitboard<>(files: FileSet) -> Bitboard;
        north_ray<>(square: Square) -> Bitboard;
    }
}

/// Adds the functions of some backends to a comparison.
macro_rules! functions {
    ($comparison:expr, $operation:ty: $($backend:ty,)*) => {
        $comparison$(.function(<$backend>::NAME, #[inline(always)] |input| <$operation>::run::<$backend>(input)))*
    };
}

macro_rules! fills {
    ($comparison:expr, $operation:ty) => {
        functions!($comparison, $operation:
            Of<fills::TwoStepsOneLoad>,
            Of<fills::TwoStepsHalfLoad>,
            Of<fills::TwoStepsUpperLoad>,
            Of<fills::TwoStepsTwoNibbles>,
            Of<fills::OneStepThreeLoads>,
            Of<fills::OneStepThreePairs>,
            Of<fills::FourPairs>,
            Of<fills::SevenLoads>,
            Of<fills::HalfRankPairs>,
            Of<fills::Transposing>,
        )
    };
}

macro_rules! files {
    ($comparison:expr, $operation:ty) => {
        functions!($comparison, $operation:
            Of<files::FoldLoad>,
            Of<files::StepsLoad>,
            Of<files::RollLoad>,
            Of<files::RotationsTwoLoads>,
            Of<files::FoldTwiceLoadPair>,
            Of<files::FoldTwicePairByteLoad>,
            Of<files::FoldTwoNibbles>,
            Of<files::FoldOnceFourLoads>,
            Of<files::EightLoads>,
        )
    };
}

macro_rules! besides {
    ($comparison:expr, $operation:ty) => {
        functions!($comparison, $operation:
            Of<files::FoldBeside>,
            Of<files::FoldBesideHalf>,
            Of<files::FoldBesideByte>,
            Of<files::RollBeside>,
            Of<files::StepsBeside>,
            Of<files::StepsBesideHalf>,
            Of<files::StepsBesideByte>,
        )
    };
}

macro_rules! masks {
    ($comparison:expr, $operation:ty) => {
        functions!($comparison, $operation:
            Of<masks::Full>,
            Of<masks::ByFile>,
            Of<masks::OneColor>,
            Of<masks::OneRowMore>,
            Of<masks::CutOut>,
        )
    };
}

/// Compares an operation with the backends of the crate and with the variants of some lists.
macro_rules! compare {
    ($positions:ident, $operation:ty: short $($list:ident)*) => {
        compare!(@ new!($positions, $operation).without_branches(), $operation: $($list)*)
    };
    ($positions:ident, $operation:ty: long $($list:ident)*) => {
        compare!(@ new!($positions, $operation).long(), $operation: $($list)*)
    };
    (@ $comparison:expr, $operation:ty: $($list:ident)*) => {{
        let mut comparison = $comparison;
        for_each_backend!(B => comparison = functions!(comparison, $operation: B,));
        $(let comparison = $list!(comparison, $operation);)*
        comparison
    }};
}

macro_rules! new {
    ($positions:ident, $operation:ty) => {
        Comparison::new(<$operation>::NAME, inputs($positions)).about(<$operation>::ABOUT)
    };
}

/// The mask of a black pawn. Some variants flip the board for it.
struct BlackPasserSpan;

impl BlackPasserSpan {
    const NAME: &'static str = "black_passer_span";
    const ABOUT: &'static str = "the squares ahead of a black pawn on three files";

    #[inline(always)]
    fn run<B: Backend>(at: At) -> u64 {
        B::passer_span::<Black>(at.0).bits()
    }
}

fn main() -> ExitCode {
    let positions = &embedded::distinct(&embedded::positions());
    let suite = Suite::new()
        .group("sets", "set")
        .with(compare!(positions, operations::north_fill: short fills))
        .with(compare!(positions, operations::file_fill: short files))
        .group("patterns", "position")
        .with(compare!(positions, operations::isolated: short files besides))
        .group("squares", "square")
        .with(compare!(positions, operations::file_mask: short masks))
        .with(compare!(positions, operations::south_ray: short masks))
        .with(compare!(positions, operations::neighbor_files: short masks))
        .with(compare!(positions, operations::front_attack_span: short masks))
        .with(compare!(positions, operations::rear_attack_span: short masks))
        .with(compare!(positions, operations::passer_span: short masks))
        .with(compare!(positions, BlackPasserSpan: short masks))
        .group("whole positions", "position")
        .with(compare!(positions, operations::ten_sets: long fills files besides))
        .with(compare!(positions, operations::structure: long fills files besides))
        .with(compare!(positions, operations::evaluation: long fills files besides masks));
    pairbench::main(&suite)
}
