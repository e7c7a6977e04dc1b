//! The tree of a condition, whose names have their meaning.

use std::ops::Range;
use std::slice;
use std::sync::Arc;

use pawnfill::pattern::{Column, Kind};
use pawnfill::{Bitboard, Color};
use pawnfill_expression::Builtin;
use pawnfill_expression::grammar::{Comparator, Operator};

use crate::definition::Definition;

/// A condition, with the place of its text.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) range: Range<usize>,
    pub(crate) test: Test,
}

#[derive(Debug)]
pub(crate) enum Test {
    /// The set is not empty, or the number is not 0.
    Any(Operand),
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

/// Every position meets it.
impl Default for Condition {
    fn default() -> Self {
        Self {
            range: 0..0,
            test: Test::All(Vec::new()),
        }
    }
}

impl Condition {
    /// Returns the conditions that it consists of, which may be that of a definition.
    pub(crate) fn parts(&self) -> &[Self] {
        match &self.test {
            Test::Not(inner) | Test::Either(inner) | Test::Mirrored(inner) => {
                slice::from_ref(inner)
            }
            Test::All(parts) | Test::AnyOf(parts) => parts,
            Test::Named(definition) => slice::from_ref(&definition.condition),
            Test::Any(_) | Test::Compare(..) => &[],
        }
    }

    /// Returns the values that it tests or compares.
    pub(crate) fn values(&self) -> &[Operand] {
        match &self.test {
            Test::Any(value) => slice::from_ref(value),
            Test::Compare(_, sides) => &sides[..],
            _ => &[],
        }
    }

    /// Returns the length of its text with the definitions in the place of their names. One that is
    /// evaluated for either side counts twice.
    pub(crate) fn length(&self) -> usize {
        let parts: usize = self.parts().iter().map(Self::length).sum();
        match &self.test {
            Test::Any(_) | Test::Compare(..) => self.range.len(),
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
            Test::Any(value) => value.kind != Kind::Number,
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
    pub(crate) fn contains(&self, is_like: fn(&Expr) -> bool) -> bool {
        is_like(&self.expr)
            || match &self.expr {
                Expr::Complement(inner) | Expr::Call(.., inner) => inner.contains(is_like),
                Expr::Chain(operands, _) => {
                    operands.iter().any(|operand| operand.contains(is_like))
                }
                _ => false,
            }
    }
}
