//! The list of measured operations.

use std::fmt::Debug;

use pairbench::{Comparison, Input, Suite, opaque};
use pawnfill::pairs::{Perspective, Stockfish};
use pawnfill::pattern::{Scope, columns};
use pawnfill::{Backend, Bitboard, Color, Hybrid, KoggeStone, Pawns, Square, White, for_each_backend, north};

use crate::answer::AsNumber;
use crate::evaluation::evaluate;

/// An operation that every backend implements differently.
pub trait Operation: 'static {
    /// The name on the command line.
    const NAME: &'static str;
    /// A description of its result.
    const ABOUT: &'static str;
    /// The kind of its input.
    type Kind: InputKind;

    /// Computes it once.
    fn run<B: Backend>(input: <Self::Kind as InputKind>::Input) -> u64;
}

/// A visitor of operations.
pub trait Visitor {
    /// Visits this operation.
    fn visit<O: Operation>(&mut self);
}

/// Returns a comparison: unrolled for a short operation, and not for a long one.
macro_rules! comparison {
    (short $operation:ident, $inputs:expr) => {
        Comparison::new($operation::NAME, $inputs).about($operation::ABOUT).without_branches()
    };
    (long $operation:ident, $inputs:expr) => {
        Comparison::new($operation::NAME, $inputs).about($operation::ABOUT).long()
    };
}

/// Adds the function of a backend. Operations that use only `fills` are the same with `Hybrid` as with `KoggeStone`.
macro_rules! function {
    (fills $backend:ident $operation:ident, $comparison:expr) => {
        if $backend::NAME == Hybrid::NAME {
            $comparison.same($backend::NAME, KoggeStone::NAME)
        } else {
            function!(all $backend $operation, $comparison)
        }
    };
    (all $backend:ident $operation:ident, $comparison:expr) => {
        $comparison.function(
            $backend::NAME,
            #[inline(always)]
            |input| $operation::run::<$backend>(input),
        )
    };
}

/// Declares the operations. A group has a name, a unit, the length of a call, and whether the operations use only `fills`
/// or also `all` other functions of a backend.
macro_rules! operations {
    ($(
        $group:literal, one $unit:literal, $length:ident, $uses:ident {
            $($name:ident($input:pat in $kind:ident) = $body:expr, $about:literal;)*
        }
    )*) => {
        $($(
            #[doc = concat!("Computes ", $about, ".")]
            #[allow(non_camel_case_types, reason = "the name of the operation")]
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Operation for $name {
                const NAME: &'static str = stringify!($name);
                const ABOUT: &'static str = $about;
                type Kind = $kind;

                #[inline(always)]
                fn run<B: Backend>($input: <$kind as InputKind>::Input) -> u64 {
                    AsNumber::number($body)
                }
            }
        )*)*

        /// Returns a suite of every operation with each backend, on these positions.
        #[must_use]
        pub fn suite<'a>(positions: &[Pawns]) -> Suite<'a> {
            let suite = Suite::new();
            $(
                let suite = suite.group($group, $unit);
                $(
                    let mut comparison = comparison!($length $name, inputs::<$kind>(positions));
                    for_each_backend!(Each => comparison = function!($uses Each $name, comparison));
                    let suite = suite.with(comparison);
                )*
            )*
            suite
        }

        /// Passes every operation to the visitor.
        pub fn visit(visitor: &mut impl Visitor) {
            $($(visitor.visit::<$name>();)*)*
        }
    };
}

operations! {
    "sets", one "set", short, fills {
        north_fill(set in Set) = B::north_fill(Bitboard::from_bits(set)), "the set and all squares north of it";
        south_fill(set in Set) = B::south_fill(Bitboard::from_bits(set)), "the set and all squares south of it";
        north_span(set in Set) = B::north_span(Bitboard::from_bits(set)), "all squares strictly north of the set";
        south_span(set in Set) = B::south_span(Bitboard::from_bits(set)), "all squares strictly south of the set";
        file_fill(set in Set) = B::file_fill(Bitboard::from_bits(set)), "the whole files of the set";
        file_set(set in Set) = Pawns::<B>::new(set.into(), Bitboard::EMPTY).white().file_set(), "the files of the set as a byte";
        files_to_bitboard(files in Files) = B::files_to_bitboard(files.into()), "the squares of a byte of files";
    }
    "squares", one "square", short, all {
        file_mask(at in At) = B::file_mask(square(at)), "the file of a square";
        north_ray(at in At) = B::north_ray(square(at)), "the squares north of a square on its file";
        south_ray(at in At) = B::south_ray(square(at)), "the squares south of a square on its file";
        neighbor_files(at in At) = B::neighbor_files(square(at)), "the files beside a square";
        front_attack_span(at in At) = B::front_attack_span::<White>(square(at)), "the squares ahead of a square on the neighbor files";
        rear_attack_span(at in At) = B::rear_attack_span::<White>(square(at)), "the squares level with a square or behind it on the neighbor files";
        passer_span(at in At) = B::passer_span::<White>(square(at)), "the squares ahead of a square on three files";
    }
    "patterns", one "position", short, fills {
        closed_files(on in Position) = pawns::<B>(on).closed_files(), "the files with pawns of both colors";
        open_files(on in Position) = pawns::<B>(on).open_files(), "the files without a pawn";
        half_open_files(on in Position) = pawns::<B>(on).white().half_open_files(), "the files with black pawns only";
        doubled(on in Position) = pawns::<B>(on).white().doubled(), "the doubled white pawns";
        tripled(on in Position) = pawns::<B>(on).white().tripled(), "the tripled white pawns";
        twins(on in Position) = {
            let view = pawns::<B>(on).white();
            view.rear_twins() | view.front_twins()
        }, "the white pawns of files with exactly two";
        passed(on in Position) = pawns::<B>(on).white().passed(), "the passed white pawns";
        backward(on in Position) = pawns::<B>(on).white().backward(), "the backward white pawns";
    }
    "patterns", one "position", short, all {
        isolated(on in Position) = pawns::<B>(on).white().isolated(), "the isolated white pawns";
    }
    "pawn by pawn", one "pawn", short, all {
        is_doubled((on, at) in WhitePawn) = pawns::<B>(on).white().is_doubled(square(at)), "whether a white pawn is doubled";
        is_behind_own((on, at) in WhitePawn) = pawns::<B>(on).white().is_behind_own(square(at)), "whether a white pawn has a friendly pawn ahead";
        is_in_front_of_own((on, at) in WhitePawn) = pawns::<B>(on).white().is_in_front_of_own(square(at)), "whether a white pawn has a friendly pawn behind";
        is_passed((on, at) in WhitePawn) = pawns::<B>(on).white().is_passed(square(at)), "whether a white pawn is passed";
        is_isolated((on, at) in WhitePawn) = pawns::<B>(on).white().is_isolated(square(at)), "whether a white pawn is isolated";
        is_backward((on, at) in WhitePawn) = pawns::<B>(on).white().is_backward(square(at)), "whether a white pawn is backward";
        is_candidate((on, at) in WhitePawn) = pawns::<B>(on).white().is_candidate(square(at)), "whether a white pawn is a candidate";
    }
    "pawn pairs", one "position", long, all {
        active_pairs(on in Position) = pairs_of(pawns::<B>(on), Pawns::default(), [WHITE_VIEW]), "the indices of all pairs";
        changed_pairs((before, after) in Change) = changed_pairs_of::<B, 1>(before, after, [WHITE_VIEW]), "the indices of pairs that a pawn move adds and removes";
        changed_pairs_of_both((before, after) in Change) = changed_pairs_of::<B, 2>(before, after, [WHITE_VIEW, BLACK_VIEW]), "the same indices for both perspectives";
    }
    "whole positions", one "position", long, all {
        ten_sets(on in Position) = crate::by_patterns::ten_sets(pawns::<B>(on)), "passed, isolated, doubled and backward pawns of both sides, open and half-open files";
        structure(on in Position) = pawns::<B>(on).structure(), "a whole `Structure`";
        evaluation(on in Position) = evaluate(pawns::<B>(on)), "the pawn terms of a small evaluation, sets and pawn by pawn";
    }
    "every pattern", one "position", long, all {
        all_patterns(on in Position) = all_patterns_of(pawns::<B>(on)), "every pattern for White, one by one";
    }
}

const WHITE_VIEW: Perspective = Perspective::new(Color::White, false);
const BLACK_VIEW: Perspective = Perspective::new(Color::Black, true);

/// Returns the indices of new pairs, combined.
#[inline(always)]
fn pairs_of<B: Backend, const P: usize>(after: Pawns<B>, before: Pawns<B>, views: [Perspective; P]) -> u64 {
    let mut sum = 0;
    after.each_new_pair(before, Stockfish, views, |indices| {
        for index in indices {
            sum ^= opaque(index.into());
        }
    });
    sum
}

/// Returns the indices of the pairs that a change of the white pawns adds and removes, combined.
#[inline(always)]
fn changed_pairs_of<B: Backend, const P: usize>(
    before: [u64; 2],
    white_after: u64,
    views: [Perspective; P],
) -> u64 {
    let (before, after) = (pawns::<B>(before), pawns::<B>([white_after, before[1]]));
    pairs_of(after, before, views) ^ pairs_of(before, after, views)
}

/// Returns the results of all patterns. It is not inlined, because it is large and every copy would contain it.
#[inline(never)]
fn all_patterns_of<B: Backend>(pawns: Pawns<B>) -> Bitboard {
    let white = columns().filter(|column| column.scope != Scope::Side(Color::Black));
    Bitboard::from_bits(white.fold(0, |sum, column| sum ^ opaque(column.of(pawns).bits())))
}

#[inline(always)]
fn pawns<B: Backend>([white, black]: [u64; 2]) -> Pawns<B> {
    Pawns::new(white.into(), black.into())
}

#[inline(always)]
fn square(at: u8) -> Square {
    Square::from_index(at.into())
}

/// A kind of input, which is made from a position.
pub trait InputKind: 'static {
    /// The input.
    type Input: Input + Debug;

    /// Returns the input from a position. `pick` selects one if there are several.
    fn of(position: Pawns, pick: usize) -> Self::Input;
}

/// Returns inputs of a kind, one per position.
#[must_use]
pub fn inputs<K: InputKind>(positions: &[Pawns]) -> Vec<K::Input> {
    // Multiplying by a large odd number spreads the choices.
    let pick = |number: usize| number.wrapping_mul(0x9e37_79b9) >> 8;
    positions.iter().enumerate().map(|(number, &position)| K::of(position, pick(number))).collect()
}

/// Declares kinds of inputs, with the type of the input.
macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident($input:ty): of($position:ident, $pick:ident) = $of:expr;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl InputKind for $name {
            type Input = $input;

            fn of($position: Pawns, $pick: usize) -> $input {
                $of
            }
        }
    )*};
}

kinds! {
    /// The white or the black pawns.
    Set(u64): of(position, pick) = position.side(Color::from_index(pick)).own().bits();
    /// The files of the white or the black pawns.
    Files(u8): of(position, pick) = Bitboard::from_bits(Set::of(position, pick)).file_set().bits();
    /// The square of a pawn.
    At(u8): of(position, pick) = {
        let pawns = position.white().own() | position.black().own();
        let count = pawns.count() as usize;
        pawns.squares().nth(pick % count.max(1)).unwrap_or(Square::E4).into()
    };
    /// The pawns of both sides.
    Position([u64; 2]): of(position, _pick) = Color::ALL.map(|color| position.side(color).own().bits());
    /// The pawns of both sides, and the square of a white pawn.
    WhitePawn(([u64; 2], u8)): of(position, pick) = {
        let white = Pawns::new(position.white().own(), Bitboard::EMPTY);
        (Position::of(position, pick), At::of(white, pick))
    };
    /// The pawns of both sides, and the white pawns after one advances or, if a pawn is ahead, is captured.
    Change(([u64; 2], u64)): of(position, pick) = {
        let (before, at) = WhitePawn::of(position, pick);
        let (white, pawn) = (position.white().own(), square(at).bitboard());
        (before, ((white - pawn) | (north(pawn) & position.empty_squares())).bits())
    };
}
