//! The list of measured operations.

use pairbench::{Comparison, Input, Link, Suite, opaque};
use pawnfill::pairs::{Perspective, Stockfish};
use pawnfill::pattern::{Scope, columns};
use pawnfill::{
    Backend, Bitboard, Color, FileSet, Hybrid, KoggeStone, Pawns, Square, White, for_each_backend, north,
};

use crate::answer::AsNumber;
use crate::evaluation::evaluate;

/// An operation that every backend implements differently.
pub trait Operation: 'static {
    /// The name on the command line.
    const NAME: &'static str;
    /// A description of its result.
    const ABOUT: &'static str;
    /// Its input.
    type Input: FromPosition;

    /// Computes it once.
    fn run<B: Backend>(input: Self::Input) -> u64;
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
            $($name:ident($input:ident: $type:ty) = $body:expr, $about:literal;)*
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

                #[inline(always)]
                fn run<B: Backend>($input: $type) -> u64 {
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
                    let mut comparison = comparison!($length $name, inputs::<$type>(positions));
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
        north_fill(set: Set) = B::north_fill(set.0), "the set and all squares north of it";
        south_fill(set: Set) = B::south_fill(set.0), "the set and all squares south of it";
        north_span(set: Set) = B::north_span(set.0), "all squares strictly north of the set";
        south_span(set: Set) = B::south_span(set.0), "all squares strictly south of the set";
        file_fill(set: Set) = B::file_fill(set.0), "the whole files of the set";
        file_set(set: Set) = Pawns::<B>::new(set.0, Bitboard::EMPTY).white().file_set(), "the files of the set as a byte";
        files_to_bitboard(files: Files) = B::files_to_bitboard(files.0), "the squares of a byte of files";
    }
    "squares", one "square", short, all {
        file_mask(at: At) = B::file_mask(at.0), "the file of a square";
        north_ray(at: At) = B::north_ray(at.0), "the squares north of a square on its file";
        south_ray(at: At) = B::south_ray(at.0), "the squares south of a square on its file";
        neighbor_files(at: At) = B::neighbor_files(at.0), "the files beside a square";
        front_attack_span(at: At) = B::front_attack_span::<White>(at.0), "the squares ahead of a square on the neighbor files";
        rear_attack_span(at: At) = B::rear_attack_span::<White>(at.0), "the squares level with a square or behind it on the neighbor files";
        passer_span(at: At) = B::passer_span::<White>(at.0), "the squares ahead of a square on three files";
    }
    "patterns", one "position", short, fills {
        closed_files(on: Position) = on.pawns::<B>().closed_files(), "the files with pawns of both colors";
        open_files(on: Position) = on.pawns::<B>().open_files(), "the files without a pawn";
        half_open_files(on: Position) = on.pawns::<B>().white().half_open_files(), "the files with black pawns only";
        doubled(on: Position) = on.pawns::<B>().white().doubled(), "the doubled white pawns";
        tripled(on: Position) = on.pawns::<B>().white().tripled(), "the tripled white pawns";
        twins(on: Position) = {
            let view = on.pawns::<B>().white();
            view.rear_twins() | view.front_twins()
        }, "the white pawns of files with exactly two";
        passed(on: Position) = on.pawns::<B>().white().passed(), "the passed white pawns";
        backward(on: Position) = on.pawns::<B>().white().backward(), "the backward white pawns";
    }
    "patterns", one "position", short, all {
        isolated(on: Position) = on.pawns::<B>().white().isolated(), "the isolated white pawns";
    }
    "pawn by pawn", one "pawn", short, all {
        is_doubled(pawn: WhitePawn) = pawn.on.pawns::<B>().white().is_doubled(pawn.at.0), "whether a white pawn is doubled";
        is_behind_own(pawn: WhitePawn) = pawn.on.pawns::<B>().white().is_behind_own(pawn.at.0), "whether a white pawn has a friendly pawn ahead";
        is_in_front_of_own(pawn: WhitePawn) = pawn.on.pawns::<B>().white().is_in_front_of_own(pawn.at.0), "whether a white pawn has a friendly pawn behind";
        is_passed(pawn: WhitePawn) = pawn.on.pawns::<B>().white().is_passed(pawn.at.0), "whether a white pawn is passed";
        is_isolated(pawn: WhitePawn) = pawn.on.pawns::<B>().white().is_isolated(pawn.at.0), "whether a white pawn is isolated";
        is_backward(pawn: WhitePawn) = pawn.on.pawns::<B>().white().is_backward(pawn.at.0), "whether a white pawn is backward";
        is_candidate(pawn: WhitePawn) = pawn.on.pawns::<B>().white().is_candidate(pawn.at.0), "whether a white pawn is a candidate";
    }
    "pawn pairs", one "position", long, all {
        active_pairs(on: Position) = pairs_of(on.pawns::<B>(), Pawns::default(), [WHITE_VIEW]), "the indices of all pairs";
        changed_pairs(change: Change) = change.pairs::<B, 1>([WHITE_VIEW]), "the indices of pairs that a pawn move adds and removes";
        changed_pairs_of_both(change: Change) = change.pairs::<B, 2>([WHITE_VIEW, BLACK_VIEW]), "the same indices for both perspectives";
    }
    "whole positions", one "position", long, all {
        ten_sets(on: Position) = crate::by_patterns::ten_sets(on.pawns::<B>()), "passed, isolated, doubled and backward pawns of both sides, open and half-open files";
        structure(on: Position) = on.pawns::<B>().structure(), "a whole `Structure`";
        evaluation(on: Position) = evaluate(on.pawns::<B>()), "the pawn terms of a small evaluation, sets and pawn by pawn";
    }
    "every pattern", one "position", long, all {
        all_patterns(on: Position) = all_patterns_of(on.pawns::<B>()), "every pattern for White, one by one";
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

/// Returns the results of all patterns. It is not inlined, because it is large and every copy would contain it.
#[inline(never)]
fn all_patterns_of<B: Backend>(pawns: Pawns<B>) -> Bitboard {
    let white = columns().filter(|column| column.scope != Scope::Side(Color::Black));
    Bitboard::from_bits(white.fold(0, |sum, column| sum ^ opaque(column.of(pawns).bits())))
}

/// An input made from a position.
pub trait FromPosition: Input + std::fmt::Debug + 'static {
    /// Returns the input from a position. `pick` selects one if there are several.
    fn of(position: Pawns, pick: usize) -> Self;
}

/// Returns inputs of a kind, one per position.
#[must_use]
pub fn inputs<I: FromPosition>(positions: &[Pawns]) -> Vec<I> {
    // Multiplying by a large odd number spreads the choices.
    let pick = |number: usize| number.wrapping_mul(0x9e37_79b9) >> 8;
    positions.iter().enumerate().map(|(number, &position)| I::of(position, pick(number))).collect()
}

/// The white or the black pawns.
#[derive(Clone, Copy, Debug)]
pub struct Set(pub Bitboard);

/// The files of the white or the black pawns.
#[derive(Clone, Copy, Debug)]
pub struct Files(pub FileSet);

/// The square of a pawn.
#[derive(Clone, Copy, Debug)]
pub struct At(pub Square);

/// The pawns of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Position(pub Pawns);

/// A white pawn that advances or, if a pawn is ahead, is captured.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The position before.
    pub before: Position,
    /// The white pawns after.
    pub after: Set,
}

impl Change {
    #[inline(always)]
    fn pairs<B: Backend, const P: usize>(self, views: [Perspective; P]) -> u64 {
        let before = self.before.pawns::<B>();
        let after = Pawns::new(self.after.0, before.black().own());
        pairs_of(after, before, views) ^ pairs_of(before, after, views)
    }
}

/// A white pawn and its position.
#[derive(Clone, Copy, Debug)]
pub struct WhitePawn {
    /// The position.
    pub on: Position,
    /// The square of the pawn.
    pub at: At,
}

impl Position {
    /// Returns the pawns with a backend.
    #[inline(always)]
    pub fn pawns<B: Backend>(self) -> Pawns<B> {
        self.0.with_backend()
    }
}

/// Implements [`Input`] and [`FromPosition`] for inputs of one number or two.
macro_rules! inputs {
    ($($type:ident {
        hide($this:ident, $link:ident) = $hidden:expr;
        number = $number:expr;
        of($position:ident, $pick:ident) = $of:expr;
    })*) => {$(
        impl Input for $type {
            #[inline(always)]
            fn hide(self, $link: Link) -> Self {
                let $this = self;
                $hidden
            }

            #[inline(always)]
            fn number(self) -> u64 {
                let $this = self;
                $number
            }
        }

        impl FromPosition for $type {
            fn of($position: Pawns, $pick: usize) -> Self {
                $of
            }
        }
    )*};
}

inputs! {
    Set {
        hide(this, link) = Self(Bitboard::from_bits(link.hide(this.0.bits())));
        number = this.0.bits();
        of(position, pick) = Self(if pick.is_multiple_of(2) { position.white().own() } else { position.black().own() });
    }
    Files {
        hide(this, link) = Self(FileSet::from_bits(link.hide(this.0.bits().into()) as u8));
        number = this.0.bits().into();
        of(position, pick) = Self(Set::of(position, pick).0.file_set());
    }
    At {
        hide(this, link) = Self(Square::from_index(link.hide(this.0 as u64) as usize));
        number = this.0 as u64;
        of(position, pick) = {
            let pawns = position.white().own() | position.black().own();
            let count = pawns.count() as usize;
            Self(pawns.squares().nth(pick % count.max(1)).unwrap_or(Square::E4))
        };
    }
    Position {
        hide(this, link) = {
            let hidden = |set| Set(set).hide(link).0;
            Self(Pawns::new(hidden(this.0.white().own()), hidden(this.0.black().own())))
        };
        number = this.0.white().own().bits();
        of(position, _pick) = Self(position);
    }
    Change {
        hide(this, link) = Self { before: this.before.hide(link), after: this.after.hide(link) };
        number = this.after.number();
        of(position, pick) = {
            let pawn = WhitePawn::of(position, pick).at.0.bitboard();
            let (white, to) = (position.white().own(), north(pawn) & position.empty_squares());
            Self { before: Position(position), after: Set((white - pawn) | to) }
        };
    }
    WhitePawn {
        hide(this, link) = Self { on: this.on.hide(link), at: this.at.hide(link) };
        number = this.on.number();
        of(position, pick) = {
            let white = Pawns::new(position.white().own(), Bitboard::EMPTY);
            Self { on: Position(position), at: At::of(white, pick) }
        };
    }
}
