//! The cells of the table, and their types.

use std::borrow::Cow;

use clap::ValueEnum;
use pawnfill::Bitboard;
use pawnfill_expression::text::printable;

use crate::conditions::names;

/// A cell of the table.
pub(super) enum Cell<'a> {
    Text(Cow<'a, str>),
    Date(time::Date),
    Number(i64),
    Real(f64),
    /// Squares or files, with a1 or a as bit 0.
    Set(u64),
    Missing,
}

/// The type of the cells of a column. Each can be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellKind {
    Text,
    /// A text that many rows have.
    Word,
    Date,
    Number,
    /// A number of at most 32 bits, with room for users' sums and products.
    Small,
    Real,
    Set,
    /// A set of files.
    Files,
}

/// How sets are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetsAs {
    /// Numbers from 0 to 2^64 - 1, with a1 as bit 0
    Unsigned,
    /// The same 64 bits as signed numbers: h8 is the sign
    Signed,
    /// Texts such as `d4 e5`, and `-` for the empty set
    Squares,
}

impl<'a> Cell<'a> {
    /// A cell with a text, or none if it is empty.
    pub(super) fn text(text: Option<impl Into<Cow<'a, str>>>) -> Self {
        match text.map(Into::into) {
            Some(text) if !text.is_empty() => Self::Text(printable(text)),
            _ => Self::Missing,
        }
    }

    pub(super) fn number(number: Option<impl TryInto<i64>>) -> Self {
        number.map_or(Self::Missing, |number| {
            Self::Number(number.try_into().unwrap_or(i64::MAX))
        })
    }

    pub(super) fn real(number: Option<f64>) -> Self {
        number.map_or(Self::Missing, Self::Real)
    }

    pub(super) fn set(set: Bitboard) -> Self {
        Self::Set(set.bits())
    }

    pub(super) fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    /// Writes a set in another way.
    pub(super) fn with_sets_as(self, sets_as: SetsAs, are_files: bool) -> Self {
        match (self, sets_as) {
            (Self::Set(set), SetsAs::Signed) => Self::Number(set.cast_signed()),
            (Self::Set(set), SetsAs::Squares) => {
                let names = names(Bitboard::from_bits(set), are_files);
                // Many readers make a missing value of an empty text.
                Self::Text(match &names[..] {
                    [] => "-".into(),
                    names => names.join(" ").into(),
                })
            }
            (cell, _) => cell,
        }
    }
}
