//! The tree of a condition, whose names have their meaning, and conditions that have a name.

use std::ops::Range;
use std::slice;
use std::sync::Arc;

use pawnfill::pattern::{Column, Kind};
use pawnfill::{Bitboard, Color};
use pawnfill_expression::Builtin;
use pawnfill_expression::grammar::{Comparator, Operator};

/// Whose eyes a condition has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// Those of the board: it speaks of colors.
    Board,
    /// Those of a side: it speaks of `own` and `enemy`.
    Own,
    /// Those of a player: it speaks of `mine` and `theirs`.
    Mine,
}

/// A named condition.
#[derive(Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// What it says about itself, each line with its key.
    pub lines: Vec<(String, String)>,
    /// The condition as text, as books draw it.
    pub text: String,
    /// The color that it is named after.
    pub(crate) side: Color,
    /// The condition for White.
    pub(crate) condition: Condition,
}

impl Definition {
    /// Returns the color that it is named after.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Returns the first line with this key.
    #[must_use]
    pub fn line(&self, key: &str) -> Option<&str> {
        let (_, value) = self.lines.iter().find(|(known, _)| known == key)?;
        Some(value)
    }

    /// Returns `true` if the title, or a part of it between commas, is this word.
    pub(crate) fn is_titled(&self, word: &str) -> bool {
        let word = word.replace('_', " ");
        let mut parts = self.line("title").unwrap_or_default().split(", ");
        parts.any(|part| part.eq_ignore_ascii_case(&word))
    }
}

/// A condition, with the place of its text.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) range: Range<usize>,
    pub(crate) test: Test,
}

#[derive(Debug)]
pub(crate) enum Test {
    /// The set is not empty, or the number is not 0.
    Value(Operand),
    Not(Box<Condition>),
    /// Each of them is met.
    All(Vec<Condition>),
    /// At least one of them is met.
    AnyOf(Vec<Condition>),
    /// Two values of the same kind compare like this.
    Compare(Comparator, Box<[Operand; 2]>),
    /// It is met with White as its own side, or with Black.
    Either(Box<Condition>),
    /// It is met by the position with exchanged colors.
    Mirrored(Box<Condition>),
    Named(Arc<Definition>),
}

/// The names of pieces in conditions, in the order of a [`Placement`](pawnfill::Placement).
pub const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

impl Condition {
    /// Returns the conditions that it consists of, which may be that of a definition.
    pub(crate) fn parts(&self) -> &[Self] {
        match &self.test {
            Test::Not(inner) | Test::Either(inner) | Test::Mirrored(inner) => {
                slice::from_ref(inner)
            }
            Test::All(parts) | Test::AnyOf(parts) => parts,
            Test::Named(definition) => slice::from_ref(&definition.condition),
            Test::Value(_) | Test::Compare(..) => &[],
        }
    }

    /// Returns the values that it tests or compares.
    pub(crate) fn values(&self) -> &[Operand] {
        match &self.test {
            Test::Value(value) => slice::from_ref(value),
            Test::Compare(_, sides) => &sides[..],
            _ => &[],
        }
    }

    /// Returns the length of its text with the definitions in the place of their names. One that is
    /// evaluated for either side counts twice.
    pub(crate) fn length(&self) -> usize {
        let parts: usize = self.parts().iter().map(Self::length).sum();
        match &self.test {
            Test::Value(_) | Test::Compare(..) => self.range.len(),
            Test::Either(_) => 2 * parts,
            _ => parts,
        }
    }

    /// Returns `true` if an expression in it, or in the definitions that it names, is like this.
    pub(crate) fn contains(&self, is_like: fn(&Expr) -> bool) -> bool {
        self.values().iter().any(|value| value.contains(is_like))
            || self.parts().iter().any(|part| part.contains(is_like))
    }

    /// Returns `true` if it consists of sets, `!`, `&&` and `||`.
    pub(crate) fn is_of_sets(&self) -> bool {
        match &self.test {
            Test::Value(value) => value.kind != Kind::Number,
            Test::Not(_) | Test::All(_) | Test::AnyOf(_) => {
                self.parts().iter().all(Self::is_of_sets)
            }
            _ => false,
        }
    }

    /// Returns `true` if other pieces than pawns matter.
    pub(crate) fn has_pieces(&self) -> bool {
        self.contains(|expr| matches!(expr, Expr::Pieces(..)))
    }
}

/// A set of squares, a set of files or a number, with the place of its text.
#[derive(Debug)]
pub(crate) struct Operand {
    pub(crate) range: Range<usize>,
    pub(crate) kind: Kind,
    pub(crate) expr: Expr,
}

#[derive(Debug)]
pub(crate) enum Expr {
    Squares(Bitboard),
    Number(u32),
    Pawns(Color),
    /// The pieces of a color with this place in [`PIECES`].
    Pieces(Color, usize),
    Column(Column),
    /// The complement of a set.
    Complement(Box<Operand>),
    /// Values and the operators between them, from left to right.
    Chain(Vec<Operand>, Vec<Operator>),
    /// A function of a set, with the color of the pawns if it takes one.
    Call(&'static Builtin, Color, Box<Operand>),
}

impl Operand {
    /// Returns the values of which it is made.
    pub(crate) fn parts(&self) -> &[Self] {
        match &self.expr {
            Expr::Complement(inner) | Expr::Call(.., inner) => slice::from_ref(inner),
            Expr::Chain(operands, _) => operands,
            _ => &[],
        }
    }

    pub(crate) fn contains(&self, is_like: fn(&Expr) -> bool) -> bool {
        is_like(&self.expr) || self.parts().iter().any(|part| part.contains(is_like))
    }
}
