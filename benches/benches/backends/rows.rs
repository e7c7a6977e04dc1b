//! The one list of what is measured.

use pawnfill::pattern::{Scope, columns};
use pawnfill::{Backend, Bitboard, Color, FileSet, Pawns, Square, White};
use pawnfill_benches::core_sets;
use pawnfill_benches::protocol::Shape;

use crate::answer::Answer;
use crate::barrier::opaque;
use crate::evaluation::evaluate;
use crate::kernel::{Input, WhitePawn};

/// An operation that is measured.
pub(crate) trait Row: 'static {
    /// The name on the command line.
    const NAME: &'static str;
    /// The group in which it is shown.
    const GROUP: &'static str;
    /// What is counted as one operation.
    const UNIT: &'static str;
    /// What it computes.
    const ABOUT: &'static str;
    /// How it can be measured.
    const SHAPE: Shape;
    /// What it is done on.
    type Input: Input;

    /// Does it once.
    fn run<B: Backend>(input: Self::Input) -> u64;
}

/// Declares the rows, and a function that shows each to a visitor.
macro_rules! rows {
    ($(
        $group:literal, one $unit:literal, $shape:ident {
            $($name:ident($input:ident: $type:ty) = $body:expr, $about:literal;)*
        }
    )*) => {
        $($(
            #[allow(non_camel_case_types, reason = "the name of the operation")]
            pub(crate) struct $name;

            impl Row for $name {
                const NAME: &'static str = stringify!($name);
                const GROUP: &'static str = $group;
                const UNIT: &'static str = $unit;
                const ABOUT: &'static str = $about;
                const SHAPE: Shape = Shape::$shape;
                type Input = $type;

                #[inline(always)]
                fn run<B: Backend>($input: $type) -> u64 {
                    Answer::number($body)
                }
            }
        )*)*

        /// Shows every row to the visitor.
        pub(crate) fn visit(visitor: &mut impl Visitor) {
            $($(visitor.row::<$name>();)*)*
        }
    };
}

/// Something that is done for every row.
pub(crate) trait Visitor {
    fn row<R: Row>(&mut self);
}

rows! {
    "sets", one "set", Short {
        north_fill(set: Bitboard) = B::north_fill(set), "the set and all north of it";
        south_fill(set: Bitboard) = B::south_fill(set), "the set and all south of it";
        north_span(set: Bitboard) = B::north_span(set), "all strictly north of the set";
        south_span(set: Bitboard) = B::south_span(set), "all strictly south of the set";
        file_fill(set: Bitboard) = B::file_fill(set), "the whole files of the set";
        file_set(set: Bitboard) = Pawns::<B>::new(set, Bitboard::EMPTY).white().file_set(),
            "the files of the set as a byte";
        restore(files: FileSet) = B::files_to_bitboard(files), "the squares of a byte of files";
    }
    "squares", one "square", Short {
        file_mask(square: Square) = B::file_mask(square), "the file of a square";
        north_ray(square: Square) = B::north_ray(square), "what lies north of a square on its file";
        south_ray(square: Square) = B::south_ray(square), "what lies south of a square on its file";
        neighbor_files(square: Square) = B::neighbor_files(square), "the files beside a square";
        front_attack_span(square: Square) = B::front_attack_span::<White>(square),
            "what lies ahead of a square on the neighbor files";
        rear_attack_span(square: Square) = B::rear_attack_span::<White>(square),
            "what lies level or behind on the neighbor files";
        passer_span(square: Square) = B::passer_span::<White>(square),
            "what lies ahead of a square on three files";
    }
    "patterns", one "position", Short {
        closed_files(pawns: Pawns) = pawns.with_backend::<B>().closed_files(), "files with pawns of both colors";
        open_files(pawns: Pawns) = pawns.with_backend::<B>().open_files(), "files without a pawn";
        half_open_files(pawns: Pawns) = pawns.with_backend::<B>().white().half_open_files(),
            "files with black pawns only";
        doubled(pawns: Pawns) = pawns.with_backend::<B>().white().doubled(), "doubled white pawns";
        tripled(pawns: Pawns) = pawns.with_backend::<B>().white().tripled(), "tripled white pawns";
        twins(pawns: Pawns) = {
            let view = pawns.with_backend::<B>().white();
            view.rear_twins() | view.front_twins()
        }, "white pawns of files with exactly two";
        passed(pawns: Pawns) = pawns.with_backend::<B>().white().passed(), "passed white pawns";
        isolated(pawns: Pawns) = pawns.with_backend::<B>().white().isolated(), "isolated white pawns";
        backward(pawns: Pawns) = pawns.with_backend::<B>().white().backward(), "backward white pawns";
    }
    "pawn by pawn", one "pawn", Short {
        is_doubled(pawn: WhitePawn) = pawn.pawns.with_backend::<B>().white().is_doubled(pawn.square), "is it doubled, asked of a white pawn";
        is_behind_own(pawn: WhitePawn) = pawn.pawns.with_backend::<B>().white().is_behind_own(pawn.square), "has it an own pawn ahead, asked of a white pawn";
        is_in_front_of_own(pawn: WhitePawn) = pawn.pawns.with_backend::<B>().white().is_in_front_of_own(pawn.square), "has it an own pawn behind, asked of a white pawn";
        is_passed(pawn: WhitePawn) = pawn.pawns.with_backend::<B>().white().is_passed(pawn.square), "is it passed, asked of a white pawn";
        is_isolated(pawn: WhitePawn) = pawn.pawns.with_backend::<B>().white().is_isolated(pawn.square), "is it isolated, asked of a white pawn";
        is_backward(pawn: WhitePawn) = pawn.pawns.with_backend::<B>().white().is_backward(pawn.square), "is it backward, asked of a white pawn";
        is_candidate(pawn: WhitePawn) = pawn.pawns.with_backend::<B>().white().is_candidate(pawn.square), "is it a candidate, asked of a white pawn";
    }
    "whole positions", one "position", Long {
        ten_sets(pawns: Pawns) = core_sets::of(pawns.with_backend::<B>()),
            "passed, isolated, doubled, backward of both sides, open and half-open files";
        structure(pawns: Pawns) = pawns.with_backend::<B>().structure(), "a whole `Structure`";
        evaluation(pawns: Pawns) = evaluate(pawns.with_backend::<B>()),
            "the pawn terms of a small evaluation, sets and pawn by pawn";
        all_patterns(pawns: Pawns) = all_patterns_of::<B>(pawns.with_backend()),
            "every pattern of the vocabulary, for White, one by one";
    }
}

/// The answers of all patterns. Not inlined, since it is by far the largest and would be compiled into every copy.
#[inline(never)]
fn all_patterns_of<B: Backend>(pawns: Pawns<B>) -> Bitboard {
    let white = columns().filter(|column| column.scope() != Scope::Side(Color::Black));
    Bitboard::from_bits(white.fold(0, |sum, column| sum ^ opaque(column.of(pawns).bits())))
}

/// Does nothing: what the loop of a short operation takes, or that of a long one, without the operation.
pub(crate) struct Nothing<I, const SHORT: bool>(std::marker::PhantomData<I>);

impl<I: Input, const SHORT: bool> Row for Nothing<I, SHORT> {
    const NAME: &'static str = "nothing";
    const GROUP: &'static str = "";
    const UNIT: &'static str = "";
    const ABOUT: &'static str = "";
    const SHAPE: Shape = if SHORT { Shape::Short } else { Shape::Long };
    type Input = I;

    #[inline(always)]
    fn run<B: Backend>(input: I) -> u64 {
        input.number()
    }
}
