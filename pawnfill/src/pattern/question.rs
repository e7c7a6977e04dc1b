//! The one list of what is asked of a square.

use super::kind::{Answer, AnswerKind, Family};
use crate::pawns::of_color;
use crate::{Backend, Bitboard, Color, Compare, Pawns, Square};

/// What an engine asks about one square, as if a pawn of a side stood there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Question {
    /// The name, which is also the name of the method of [`SideView`](crate::SideView).
    pub name: &'static str,
    /// The group of patterns to which it belongs.
    pub family: Family,
    /// What it is answered by.
    pub kind: AnswerKind,
    /// What the method does, in one sentence.
    pub about: &'static str,
    /// The formula for a square `s`, written for White.
    pub formula: &'static str,
    id: Id,
}

impl Question {
    /// Returns the question with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        QUESTIONS.iter().find(|question| question.name == name)
    }

    /// Returns the answer for a pawn of the color on the square.
    #[inline]
    #[must_use]
    pub fn of<S: Compare, B: Backend>(
        &self,
        pawns: Pawns<B, S>,
        color: Color,
        square: Square,
    ) -> Answer<S, S::Mask> {
        self.id.answer(pawns, color, square)
    }
}

macro_rules! answer {
    (Squares) => {
        Bitboard
    };
    (Pawns) => {
        S
    };
    (YesNo) => {
        S::Mask
    };
}

/// Declares the list and all that follows from it.
///
/// A line has the kind of answer, the family, the name, the formula, and what the method does.
macro_rules! questions {
    ($($kind:ident $family:ident $name:ident = $formula:literal, $about:literal;)*) => {
        /// Everything that is asked of one square.
        ///
        /// The formulas call the square `s`. The notation is that of [`PATTERNS`](crate::PATTERNS).
        ///
        /// | method | what it does | formula for White |
        /// |---|---|---|
        $(#[doc = concat!(
            "| [`", stringify!($name), "`](crate::SideView::", stringify!($name), ") | ", $about, " | `", $formula, "` |"
        )])*
        pub static QUESTIONS: &[Question] = &[$(Question {
            name: stringify!($name), family: Family::$family, kind: AnswerKind::$kind,
            about: $about, formula: $formula, id: Id::$name,
        }),*];

        /// How the docs of a question begin.
        macro_rules! asks {
            $(($name) => { concat!($about, "\n\nFormula: `", $formula, "`.\n") };)*
        }

        /// The methods that are about one square, with what each does.
        macro_rules! question_index {
            () => { concat!(
                "\n# By square\n\n",
                $("* [`", stringify!($name), "`](Self::", stringify!($name), "): ", $about, "\n",)*
            ) };
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(non_camel_case_types, reason = "each is the name of a method")]
        enum Id { $($name,)* }

        impl Id {
            #[inline]
            fn answer<S: Compare, B: Backend>(
                self,
                pawns: Pawns<B, S>,
                color: Color,
                square: Square,
            ) -> Answer<S, S::Mask> {
                match self {
                    $(Self::$name => Answer::$kind(pawns.side(color).$name(square)),)*
                }
            }
        }

        of_color! {
            Compare:
            $($name(square: Square) -> answer!($kind);)*
        }
    };
}

questions! {
    Squares Span front_span_of = "N(Nfill(s))", "Returns the squares strictly ahead of the square on its file.";
    Squares Span rear_span_of = "S(Sfill(s))", "Returns the squares strictly behind the square on its file.";
    Squares Span front_attack_span_of = "E(X) ∪ W(X), X = front_span_of(s)",
        "Returns the squares that a pawn on the square attacks now or after advancing.";
    Squares Span rear_attack_span_of = "E(X) ∪ W(X), X = Sfill(s)",
        "Returns the squares of the neighbor files, level with the square or behind it.";
    Squares Span passer_span_of = "X ∪ E(X) ∪ W(X), X = front_span_of(s)",
        "Returns the squares where an enemy pawn stops a pawn on the square from being passed.";

    Pawns File pawns_on_file = "P ∩ F(s)", "Returns the own pawns on the file of the square.";
    Pawns Freedom stoppers_of = "Q ∩ passer_span_of(s)",
        "Returns the enemy pawns that stop a pawn on the square from being passed.";
    Pawns Freedom sentries_of = "Q ∩ front_attack_span_of(s)",
        "Returns the enemy pawns on a neighbor file strictly ahead of the square.";
    Pawns Freedom helpers_of = "P ∩ rear_attack_span_of(s)",
        "Returns the own pawns on a neighbor file, level with the square or behind it.";

    YesNo Multiple is_doubled = "pawns_on_file(s) ∖ s ≠ ∅", "Tests if a pawn on the square has another own pawn on its file.";
    YesNo Multiple is_behind_own = "P ∩ front_span_of(s) ≠ ∅",
        "Tests if a pawn on the square has an own pawn ahead on its file.";
    YesNo Multiple is_in_front_of_own = "P ∩ rear_span_of(s) ≠ ∅",
        "Tests if a pawn on the square has an own pawn behind on its file.";
    YesNo Neighbor is_isolated = "P ∩ (E(F(s)) ∪ W(F(s))) = ∅", "Tests if a pawn on the square is isolated.";
    YesNo Neighbor is_supported = "P ∩ (E ∪ W ∪ SE ∪ SW)(s) ≠ ∅",
        "Tests if an own pawn defends a pawn on the square or stands beside it.";
    YesNo Freedom is_passed = "stoppers_of(s) = ∅", "Tests if a pawn on the square is passed.";
    YesNo Freedom is_backward = "helpers_of(s) = ∅ and Q ∩ (NE(N(s)) ∪ NW(N(s))) ≠ ∅",
        "Tests if a pawn on the square is backward.";
    YesNo Freedom is_candidate = "Q ∩ front_span_of(s) = ∅ and 0 < #sentries_of(s) ≤ #helpers_of(s)",
        "Tests if a pawn on the square is a candidate.";
}

pub(crate) use {asks, question_index};
