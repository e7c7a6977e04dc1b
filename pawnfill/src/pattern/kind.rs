//! What is said of every pattern: its group, whose it is, and what it yields.

use core::fmt;

use crate::{Bitboard, Color, FileSet};

/// A group of patterns, as the modules of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Fills.
    Fill,
    /// Spans.
    Span,
    /// Attacks and pushes.
    Attack,
    /// Files.
    File,
    /// Several own pawns on a file.
    Multiple,
    /// Contact with enemy pawns.
    Lever,
    /// Neighbors and chains.
    Neighbor,
    /// Islands.
    Island,
    /// Freedom to advance.
    Freedom,
}

/// Whose a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The board's: the pattern has no color, and is a method of [`Pawns`](crate::Pawns).
    Board,
    /// A side's: the pattern is a method of [`SideView`](crate::SideView).
    Side(Color),
}

impl Scope {
    /// The board, White and Black.
    pub const ALL: [Self; 3] = [Self::Board, Self::Side(Color::White), Self::Side(Color::Black)];

    /// The board alone, or both sides.
    pub(super) const BOARD: &'static [Self] = Self::ALL.split_at(1).0;
    pub(super) const SIDES: &'static [Self] = Self::ALL.split_at(1).1;

    /// Returns the name as in JSON, `board`, `white` or `black`.
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

/// What a pattern yields.
///
/// A `match` may name all kinds. A new one would need a new type in [`Reduce`](crate::Reduce), which is a breaking
/// change anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A set of squares.
    Set,
    /// A byte of files.
    Files,
    /// A number.
    Number,
}

/// What a pattern has yielded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value<Set = Bitboard, Files = FileSet, Number = u32> {
    /// A set of squares.
    Set(Set),
    /// A byte of files.
    Files(Files),
    /// A number.
    Number(Number),
}

impl Value {
    /// Returns the bits of a set, those of a byte of files, or the number.
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

/// What a question about a square is answered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerKind {
    /// Squares, wherever the pawns stand.
    Squares,
    /// A set of pawns.
    Pawns,
    /// Yes or no.
    YesNo,
}

/// The answer to a question about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<Set = Bitboard, Mask = bool> {
    /// Squares, wherever the pawns stand.
    Squares(Bitboard),
    /// A set of pawns.
    Pawns(Set),
    /// Yes or no.
    YesNo(Mask),
}

/// Declares a private enum of the names of methods.
macro_rules! methods {
    ($id:ident: $($name:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(non_camel_case_types, reason = "each is the name of a method")]
        enum $id { $($name,)* }
    };
}
pub(super) use methods;
