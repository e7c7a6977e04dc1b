//! The questions about one square, as values.

use super::column::Family;
use super::kind::{Answer, Kind, methods, output};
use super::list::questions;
use crate::pawns::of_color;
use crate::set::Reduce;
use crate::{Backend, Color, Pawns, Square};

/// A question about one square, as if a pawn of a side stood there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Question {
    /// The name, which is also the name of the method of [`SideView`](crate::SideView).
    pub name: &'static str,
    /// The group of patterns to which it belongs.
    pub family: Family,
    /// The kind of its answer.
    pub kind: Kind,
    /// A sentence that describes the method.
    pub about: &'static str,
    /// The formula for a square `s`, written for White. The tests prove that it gives the same
    /// answer, unless it counts.
    pub formula: &'static str,
    id: Id,
}

impl Question {
    /// Returns the question with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        QUESTIONS.iter().find(|question| question.name == name)
    }
}

/// The kind and the value of an answer. `Squares` do not depend on the pawns.
macro_rules! answer {
    (kind Truth) => {
        Kind::Truth
    };
    (kind $set:ident) => {
        Kind::Set
    };
    (Squares $answer:expr) => {
        Answer::Set(S::splat($answer))
    };
    (Set $answer:expr) => {
        Answer::Set($answer)
    };
    (Truth $answer:expr) => {
        Answer::Truth($answer)
    };
}

macro_rules! declare {
    ($($kind:ident $family:ident $name:ident = $formula:literal, $about:literal;)*) => {
        /// All questions about one square.
        ///
        /// In the formulas, `s` is the square. [`PATTERNS`](crate::pattern::PATTERNS)
        /// explains the notation.
        ///
        /// | method | effect | formula for White |
        /// |---|---|---|
        $(#[doc = concat!(
            "| [`", stringify!($name), "`](crate::SideView::", stringify!($name), ") | ",
            $about, " | `", $formula, "` |"
        )])*
        pub static QUESTIONS: &[Question] = &[$(Question {
            name: stringify!($name), family: Family::$family, kind: answer!(kind $kind),
            about: $about, formula: $formula, id: Id::$name,
        }),*];

        /// The first lines of the docs of a method.
        macro_rules! asks {
            $(($name) => { concat!($about, "\n\nFormula: `", $formula, "`.\n") };)*
        }

        methods!(Id: $($name)*);

        impl Question {
            /// Returns the answer for a pawn of the color on the square.
            #[inline]
            #[must_use]
            pub fn answer<B: Backend, S: Reduce>(
                &self,
                pawns: Pawns<B, S>,
                color: Color,
                square: Square,
            ) -> Answer<S> {
                match self.id {
                    $(Id::$name => answer!($kind pawns.side(color).$name(square)),)*
                }
            }
        }

        of_color! {
            Reduce:
            $($name(square: Square) -> output!($kind);)*
        }
    };
}
questions!(declare);

pub(crate) use asks;
