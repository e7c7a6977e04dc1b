//! The list of measured operations.

use std::fmt::Debug;

use pairbench::{Comparison, Input, Suite, opaque};
use pawnfill::pairs::{FileMajor, Perspective};
use pawnfill::pattern::{Scope, columns};
use pawnfill::{
    Backend, Bitboard, Color, Hybrid, KoggeStone, Pawns, Square, White, for_each_backend, north,
};

use crate::evaluation::evaluate;

/// An operation that every backend implements differently.
pub trait Operation: 'static {
    /// The name on the command line.
    const NAME: &'static str;
    /// A description of its result.
    const ABOUT: &'static str;
    /// The input.
    type Input: Input + Debug;

    /// Returns the input from a position. `pick` selects one if there are several.
    fn input(position: Pawns, pick: usize) -> Self::Input;

    /// Computes it once, as a number that depends on the whole result.
    fn run<B: Backend>(input: Self::Input) -> u64;
}

/// A visitor of operations.
pub trait Visitor {
    /// Visits this operation.
    fn visit<O: Operation>(&mut self);
}

/// Adds the function of a backend. Operations that use only fills are the same with `Hybrid` as
/// with `KoggeStone`, and a constant condition keeps them from being compiled again.
fn with<'a, O: Operation, B: Backend, const ONLY_FILLS: bool, const UNROLL: usize>(
    comparison: Comparison<'a, O::Input, u64, UNROLL>,
) -> Comparison<'a, O::Input, u64, UNROLL> {
    if const { ONLY_FILLS && is_equal(B::NAME, Hybrid::NAME) } {
        comparison.same(B::NAME, KoggeStone::NAME)
    } else {
        comparison.function(
            B::NAME,
            #[inline(always)]
            |input| O::run::<B>(input),
        )
    }
}

/// Compares names, as `==` cannot in constants.
const fn is_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Declares the operations. A group has a name, a unit, the kind of comparison, and whether the
/// operations use only fills or also other functions of a backend.
macro_rules! operations {
    ($(
        $group:literal, one $unit:literal, $kind:ident, only fills: $fills:literal {
            $($name:ident($input:pat in $of:ident: $type:ty) = $body:expr, $about:literal;)*
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
                type Input = $type;

                fn input(position: Pawns, pick: usize) -> $type {
                    $of(position, pick)
                }

                #[inline(always)]
                fn run<B: Backend>($input: $type) -> u64 {
                    u64::from($body)
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
                    let comparison = Comparison::new($name::NAME, inputs::<$name>(positions));
                    let mut comparison = comparison.about($name::ABOUT).$kind();
                    for_each_backend!(Each => comparison = with::<$name, Each, $fills, _>(comparison));
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
    "sets", one "set", without_branches, only fills: true {
        north_fill(set in a_set: u64) = B::north_fill(Bitboard::from_bits(set)),
            "the set and all squares north of it";
        south_fill(set in a_set: u64) = B::south_fill(Bitboard::from_bits(set)),
            "the set and all squares south of it";
        north_span(set in a_set: u64) = B::north_span(Bitboard::from_bits(set)),
            "all squares strictly north of the set";
        south_span(set in a_set: u64) = B::south_span(Bitboard::from_bits(set)),
            "all squares strictly south of the set";
        file_fill(set in a_set: u64) = B::file_fill(Bitboard::from_bits(set)),
            "the whole files of the set";
        file_set(set in a_set: u64) = Pawns::<B>::new(set.into(), Bitboard::EMPTY).white().file_set().bits(),
            "the files of the set as a byte";
        files_to_bitboard(files in a_file_set: u8) = B::files_to_bitboard(files.into()),
            "the squares of a byte of files";
    }
    "squares", one "square", without_branches, only fills: false {
        file_mask(at in a_square: u8) = B::file_mask(square(at)),
            "the file of a square";
        north_ray(at in a_square: u8) = B::north_ray(square(at)),
            "the squares north of a square on its file";
        south_ray(at in a_square: u8) = B::south_ray(square(at)),
            "the squares south of a square on its file";
        neighbor_files(at in a_square: u8) = B::neighbor_files(square(at)),
            "the files beside a square";
        front_attack_span(at in a_square: u8) = B::front_attack_span::<White>(square(at)),
            "the squares ahead of a square on the neighbor files";
        rear_attack_span(at in a_square: u8) = B::rear_attack_span::<White>(square(at)),
            "the squares level with a square or behind it on the neighbor files";
        passer_span(at in a_square: u8) = B::passer_span::<White>(square(at)),
            "the squares ahead of a square on three files";
    }
    "patterns", one "position", without_branches, only fills: true {
        closed_files(on in the_boards: Boards) = pawns::<B>(on).closed_files(),
            "the files with pawns of both colors";
        open_files(on in the_boards: Boards) = pawns::<B>(on).open_files(),
            "the files without a pawn";
        half_open_files(on in the_boards: Boards) = pawns::<B>(on).white().half_open_files(),
            "the files with black pawns only";
        doubled(on in the_boards: Boards) = pawns::<B>(on).white().doubled(),
            "the doubled white pawns";
        tripled(on in the_boards: Boards) = pawns::<B>(on).white().tripled(),
            "the tripled white pawns";
        twins(on in the_boards: Boards) = {
            let view = pawns::<B>(on).white();
            view.rear_twins() | view.front_twins()
        }, "the white pawns of files with exactly two";
        passed(on in the_boards: Boards) = pawns::<B>(on).white().passed(),
            "the passed white pawns";
        backward(on in the_boards: Boards) = pawns::<B>(on).white().backward(),
            "the backward white pawns";
    }
    "patterns", one "position", without_branches, only fills: false {
        isolated(on in the_boards: Boards) = pawns::<B>(on).white().isolated(),
            "the isolated white pawns";
    }
    "pawn by pawn", one "pawn", without_branches, only fills: false {
        is_doubled((on, at) in a_white_pawn: (Boards, u8)) = pawns::<B>(on).white().is_doubled(square(at)),
            "whether a white pawn is doubled";
        is_behind_own((on, at) in a_white_pawn: (Boards, u8)) = pawns::<B>(on).white().is_behind_own(square(at)),
            "whether a white pawn has a friendly pawn ahead";
        is_in_front_of_own((on, at) in a_white_pawn: (Boards, u8)) = pawns::<B>(on).white().is_in_front_of_own(square(at)),
            "whether a white pawn has a friendly pawn behind";
        is_passed((on, at) in a_white_pawn: (Boards, u8)) = pawns::<B>(on).white().is_passed(square(at)),
            "whether a white pawn is passed";
        is_isolated((on, at) in a_white_pawn: (Boards, u8)) = pawns::<B>(on).white().is_isolated(square(at)),
            "whether a white pawn is isolated";
        is_backward((on, at) in a_white_pawn: (Boards, u8)) = pawns::<B>(on).white().is_backward(square(at)),
            "whether a white pawn is backward";
        is_candidate((on, at) in a_white_pawn: (Boards, u8)) = pawns::<B>(on).white().is_candidate(square(at)),
            "whether a white pawn is a candidate";
    }
    "pawn pairs", one "position", long, only fills: false {
        active_pairs(on in the_boards: Boards) = pairs_of(pawns::<B>(on), Pawns::default(), [WHITE_VIEW]),
            "the indices of all pairs";
        changed_pairs((before, after) in a_change: (Boards, u64)) = changed_pairs_of::<B, 1>(before, after, [WHITE_VIEW]),
            "the indices of pairs that a pawn move adds and removes";
        changed_pairs_of_both((before, after) in a_change: (Boards, u64)) = changed_pairs_of::<B, 2>(before, after, [WHITE_VIEW, BLACK_VIEW]),
            "the same indices for both perspectives";
    }
    "whole positions", one "position", long, only fills: false {
        ten_sets(on in the_boards: Boards) = combined(crate::by_patterns::ten_sets(pawns::<B>(on))),
            "passed, isolated, doubled and backward pawns of both sides, open and half-open files";
        terms(on in the_boards: Boards) = combined(pawns::<B>(on).terms().sets()),
            "all `Terms`";
        evaluation(on in the_boards: Boards) = evaluate(pawns::<B>(on)) as u64,
            "the pawn terms of a small evaluation, sets and pawn by pawn";
    }
    "every pattern", one "position", long, only fills: false {
        all_patterns(on in the_boards: Boards) = all_patterns_of(pawns::<B>(on)),
            "every pattern for White, one by one";
    }
}

const WHITE_VIEW: Perspective = Perspective::new(Color::White, false);
const BLACK_VIEW: Perspective = Perspective::new(Color::Black, true);

/// Returns the indices of new pairs, combined.
#[inline(always)]
fn pairs_of<B: Backend, const P: usize>(
    after: Pawns<B>,
    before: Pawns<B>,
    views: [Perspective; P],
) -> u64 {
    let mut sum = 0;
    after.each_new_pair(before, FileMajor, views, |indices| {
        for index in indices {
            sum ^= opaque(index.into());
        }
    });
    sum
}

/// Returns the indices of the pairs that a change of the white pawns adds and removes, combined.
#[inline(always)]
fn changed_pairs_of<B: Backend, const P: usize>(
    before: Boards,
    white_after: u64,
    views: [Perspective; P],
) -> u64 {
    let (before, after) = (pawns::<B>(before), pawns::<B>([white_after, before[1]]));
    pairs_of(after, before, views) ^ pairs_of(before, after, views)
}

/// Returns the results of all patterns. It is not inlined, because it is large and every copy would
/// contain it.
#[inline(never)]
fn all_patterns_of<B: Backend>(pawns: Pawns<B>) -> u64 {
    let white = columns().filter(|column| column.scope != Scope::Side(Color::Black));
    combined(white.map(|column| Bitboard::from_bits(column.value(pawns).bits())))
}

/// Each set is behind a barrier. Otherwise the compiler would simplify their union.
#[inline(always)]
fn combined(sets: impl IntoIterator<Item = Bitboard>) -> u64 {
    sets.into_iter()
        .fold(0, |sum, set| sum ^ opaque(set.bits()))
}

#[inline(always)]
fn pawns<B: Backend>([white, black]: Boards) -> Pawns<B> {
    Pawns::new(white.into(), black.into())
}

#[inline(always)]
fn square(at: u8) -> Square {
    Square::from_index_wrapping(at.into())
}

/// Returns the inputs of an operation, one per position.
#[must_use]
pub fn inputs<O: Operation>(positions: &[Pawns]) -> Vec<O::Input> {
    // Multiplying by a large odd number spreads the choices.
    let pick = |number: usize| number.wrapping_mul(0x9e37_79b9) >> 8;
    positions
        .iter()
        .enumerate()
        .map(|(number, &position)| O::input(position, pick(number)))
        .collect()
}

/// The pawns of White and of Black.
type Boards = [u64; 2];

fn the_boards(position: Pawns, _pick: usize) -> Boards {
    Color::ALL.map(|color| position.side(color).own().bits())
}

/// Returns the white or the black pawns.
fn a_set(position: Pawns, pick: usize) -> u64 {
    position.side(Color::from_index_wrapping(pick)).own().bits()
}

fn a_file_set(position: Pawns, pick: usize) -> u8 {
    Bitboard::from_bits(a_set(position, pick)).file_set().bits()
}

/// Returns the square of a pawn.
fn a_square(position: Pawns, pick: usize) -> u8 {
    let pawns = position.white().own() | position.black().own();
    let count = pawns.count() as usize;
    pawns
        .squares()
        .nth(pick % count.max(1))
        .unwrap_or(Square::E4)
        .into()
}

/// Returns the pawns of both sides, and the square of a white pawn.
fn a_white_pawn(position: Pawns, pick: usize) -> (Boards, u8) {
    let white = Pawns::new(position.white().own(), Bitboard::EMPTY);
    (the_boards(position, pick), a_square(white, pick))
}

/// Returns the pawns of both sides, and the white pawns after one advances or, if a pawn is ahead,
/// is captured.
fn a_change(position: Pawns, pick: usize) -> (Boards, u64) {
    let (before, at) = a_white_pawn(position, pick);
    let (white, pawn) = (position.white().own(), square(at).bitboard());
    (
        before,
        ((white - pawn) | (north(pawn) & position.empty_squares())).bits(),
    )
}
