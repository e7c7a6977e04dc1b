//! The values of expressions, and the operators between them.

use crate::grammar::Operator;
use crate::walk::Color;

/// A value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A set of squares, a1 in bit 0.
    Set(u64),
    /// A set of files, the a-file in bit 0.
    Files(u8),
    /// A number.
    Number(i32),
    /// A color.
    Color(Color),
}

impl Constant {
    /// Returns a description of its kind.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Set(_) => "a set of squares",
            Self::Files(_) => "a file set",
            Self::Number(_) => "a number",
            Self::Color(_) => "a color",
        }
    }

    /// Returns the complement of a set, or `None` if it is not a set.
    #[must_use]
    pub fn complement(self) -> Option<Self> {
        match self {
            Self::Set(set) => Some(Self::Set(!set)),
            Self::Files(files) => Some(Self::Files(!files)),
            Self::Number(_) | Self::Color(_) => None,
        }
    }
}

impl Operator {
    /// Returns the value, or `None` if the operator does not accept these kinds. As with functions,
    /// only the kinds decide if there is a value.
    #[must_use]
    pub fn apply(self, left: Constant, right: Constant) -> Option<Constant> {
        use Constant::{Files, Number, Set};
        Some(match (self, left, right) {
            (Self::Or, Set(x), Set(y)) => Set(x | y),
            (Self::And, Set(x), Set(y)) => Set(x & y),
            (Self::Xor, Set(x), Set(y)) => Set(x ^ y),
            (Self::Minus, Set(x), Set(y)) => Set(x & !y),
            (Self::Or, Files(x), Files(y)) => Files(x | y),
            (Self::And, Files(x), Files(y)) => Files(x & y),
            (Self::Xor, Files(x), Files(y)) => Files(x ^ y),
            (Self::Minus, Files(x), Files(y)) => Files(x & !y),
            (Self::Plus, Number(x), Number(y)) => Number(x.saturating_add(y)),
            (Self::Minus, Number(x), Number(y)) => Number(x.saturating_sub(y)),
            (Self::East, Files(x), Number(n)) => Files(shifted(x, n)),
            (Self::West, Files(x), Number(n)) => Files(shifted(x, n.saturating_neg())),
            _ => return None,
        })
    }
}

/// Moves files east, or west if the number is negative.
fn shifted(files: u8, by: i32) -> u8 {
    let distance = by.unsigned_abs();
    let moved = if by < 0 {
        files.checked_shr(distance)
    } else {
        files.checked_shl(distance)
    };
    moved.unwrap_or(0)
}
