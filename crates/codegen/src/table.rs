//! Tables: their indices, the types of their entries, and the entries.

use pawnfill_expression::sets::{files_to_bitboard, rank_to_bitboard};
use pawnfill_expression::{Color, Constant};

use crate::parse::Head;

/// The meaning of an index of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// A square, 64 of them.
    Square,
    /// A file, 8 of them; the parameter is the set of its squares.
    File,
    /// A rank, 8 of them; the parameter is the set of its squares.
    Rank,
    /// A file set, 256 of them.
    Files,
    /// A color, White first.
    Color,
}

impl Index {
    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::File => "file",
            Self::Rank => "rank",
            Self::Files => "file set",
            Self::Color => "color",
        }
    }

    /// Returns the parameters, in order.
    #[must_use]
    pub fn values(self) -> Vec<Constant> {
        match self {
            Self::Square => (0..64).map(|square| Constant::Set(1 << square)).collect(),
            Self::File => (0..8)
                .map(|file| Constant::Set(files_to_bitboard(1 << file)))
                .collect(),
            Self::Rank => (0..8).map(rank_to_bitboard).map(Constant::Set).collect(),
            Self::Files => (0..=255).map(Constant::Files).collect(),
            Self::Color => vec![Constant::Color(Color::White), Constant::Color(Color::Black)],
        }
    }
}

/// The type of the entries of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Sets of squares.
    U64 = 8,
    /// File sets or numbers.
    U8 = 1,
}

impl Element {
    /// Returns its name in Rust.
    #[must_use]
    pub fn name(self) -> String {
        format!("u{}", 8 * self.bytes())
    }

    /// Returns its size in bytes.
    #[must_use]
    pub fn bytes(self) -> usize {
        self as usize
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) head: Head,
    /// The indices, outermost first. They are the parameters of the expression.
    pub indices: Vec<Index>,
    /// The type of the entries.
    pub element: Element,
    /// All entries. The innermost index varies fastest.
    pub entries: Vec<u64>,
}

impl Table {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> String {
        self.head.name.to_string()
    }

    /// Returns the lengths of the nested arrays, outermost first.
    pub(crate) fn lengths(&self) -> Vec<usize> {
        self.indices
            .iter()
            .map(|index| index.values().len())
            .collect()
    }
}
