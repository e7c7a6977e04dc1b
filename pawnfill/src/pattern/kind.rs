//! The scopes and the values of patterns and questions.

use core::fmt;

use crate::set::Reduce;
use crate::{Bitboard, Color};

/// The scope of a value: the board, or one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scope {
    /// The board. The pattern has no color, and is a method of [`Pawns`](crate::Pawns).
    Board,
    /// A side. The pattern is a method of [`SideView`](crate::SideView).
    Side(Color),
}

impl Scope {
    /// The board, White and Black.
    pub const ALL: [Self; 3] = [
        Self::Board,
        Self::Side(Color::White),
        Self::Side(Color::Black),
    ];

    /// Only the board, or both sides.
    pub(super) const BOARD: &'static [Self] = Self::ALL.split_at(1).0;
    pub(super) const SIDES: &'static [Self] = Self::ALL.split_at(1).1;

    /// Returns the name in JSON: `board`, `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Side(color) => color.name(),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The kind of the value of a pattern, or of the answer to a question about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A set of squares.
    Set,
    /// A byte of files.
    Files,
    /// A number.
    Number,
    /// A truth value, which only questions about a square have.
    Truth,
}

/// The value of a pattern, for a kind of set.
///
/// A `match` may name all variants. A new one would need a new type in [`Reduce`], which is a
/// breaking change anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value<S: Reduce = Bitboard> {
    /// A set of squares.
    Set(S),
    /// A byte of files.
    Files(S::Files),
    /// A number.
    Number(S::Number),
}

/// The answer to a question about a square, for a kind of set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<S: Reduce = Bitboard> {
    /// A set of squares.
    Set(S),
    /// A truth value.
    Truth(S::Mask),
}

impl Value {
    /// Returns the bits of a set or of a byte of files, or the number.
    #[must_use]
    pub const fn bits(self) -> u64 {
        match self {
            Self::Set(set) => set.bits(),
            Self::Files(files) => files.bits() as u64,
            Self::Number(number) => number as u64,
        }
    }

    /// Returns the number of squares, of files, or the number itself.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Self::Set(set) => set.count(),
            Self::Files(files) => files.count(),
            Self::Number(number) => number,
        }
    }
}

/// Declares an enum of the names of methods.
macro_rules! methods {
    ($id:ident: $($name:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(non_camel_case_types, reason = "each is the name of a method")]
        pub(crate) enum $id { $($name,)* }
    };
}
pub(super) use methods;

/// The type of a value or of an answer.
macro_rules! output {
    (Set) => {
        S
    };
    (Files) => {
        S::Files
    };
    (Number) => {
        S::Number
    };
    (Squares) => {
        $crate::Bitboard
    };
    (Truth) => {
        S::Mask
    };
}
pub(super) use output;
