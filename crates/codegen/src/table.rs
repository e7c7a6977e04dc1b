//! Tables: evaluates an expression for every index.

use pawnfill_expression::sets::{files_to_bitboard, rank_to_bitboard};
use pawnfill_expression::{Color, Value};

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
    /// Returns the number of values of the index.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no index is empty")]
    pub fn len(self) -> usize {
        match self {
            Self::Square => 64,
            Self::File | Self::Rank => 8,
            Self::Files => 256,
            Self::Color => 2,
        }
    }

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
    pub fn values(self) -> impl Iterator<Item = Value> {
        (0..self.len()).map(move |position| match self {
            Self::Square => Value::Set(1 << position),
            Self::File => Value::Set(files_to_bitboard(1 << position)),
            Self::Rank => Value::Set(rank_to_bitboard(position)),
            Self::Files => Value::Files(position as u8),
            Self::Color => Value::Color(if position == 0 { Color::White } else { Color::Black }),
        })
    }
}

/// The type of the entries of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Sets of squares.
    U64,
    /// File sets or numbers.
    U8,
}

impl Element {
    /// Returns its name in Rust.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::U64 => "u64",
            Self::U8 => "u8",
        }
    }

    /// Returns its size in bytes.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::U64 => 8,
            Self::U8 => 1,
        }
    }

    /// Returns the value as an entry of this type, or `None` if it does not fit.
    #[must_use]
    pub fn hold(self, value: Value) -> Option<u64> {
        match (self, value) {
            (Self::U64, Value::Set(set)) => Some(set),
            (Self::U8, Value::Files(files)) => Some(files.into()),
            (Self::U8, Value::Number(number)) => u8::try_from(number).ok().map(u64::from),
            _ => None,
        }
    }
}

/// A table: its indices and the type of its entries.
#[derive(Clone, Debug)]
pub struct Table {
    /// The indices, outermost first. They are the parameters of the expression.
    pub indices: Vec<Index>,
    /// The type of the entries.
    pub element: Element,
}

/// An entry whose value does not fit its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The index of the entry, outermost first.
    pub at: Vec<usize>,
    /// Its value, if the expression has one.
    pub value: Option<Value>,
}

impl Table {
    /// Returns the lengths of the nested arrays, outermost first.
    #[must_use]
    pub fn lengths(&self) -> Vec<usize> {
        self.indices.iter().map(|index| index.len()).collect()
    }

    /// Returns all entries, from the value for each index. The innermost index varies fastest.
    ///
    /// # Errors
    ///
    /// Returns the first entry whose value is missing or does not fit.
    pub fn evaluate(&self, value: impl Fn(&[Value]) -> Option<Value>) -> Result<Vec<u64>, Misfit> {
        let mut entries: Vec<Vec<(usize, Value)>> = vec![Vec::new()];
        for index in &self.indices {
            let values: Vec<_> = index.values().enumerate().collect();
            let longer = |outer: &Vec<_>| {
                values.iter().map(|&inner| [outer, &[inner][..]].concat()).collect::<Vec<_>>()
            };
            entries = entries.iter().flat_map(longer).collect();
        }
        let entry = |at: Vec<(usize, Value)>| {
            let (at, parameters): (Vec<_>, Vec<_>) = at.into_iter().unzip();
            let value = value(&parameters);
            value.and_then(|value| self.element.hold(value)).ok_or(Misfit { at, value })
        };
        entries.into_iter().map(entry).collect()
    }
}
