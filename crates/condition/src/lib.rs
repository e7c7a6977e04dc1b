//! The language of `pawnfill find`: conditions over the pawns of a position.
//!
//! [`ask`] reads and proves a condition, and a [`Query`] says which positions meet it. [`structures`] are conditions
//! with names, and [`relations`] proves how they relate to each other.
//!
//! ```
//! use pawnfill::Pawns;
//! use pawnfill_condition::{Query, structures};
//!
//! let isolani = Pawns::from_fen("8/pp3ppp/4p3/8/3P4/8/PP3PPP/8")?;
//! let query = Query::parse("iqp && !black.isolated", &structures()?).map_err(|mistake| mistake.message)?;
//! assert_eq!(query.is_met(isolani), [true, false]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *syntax* reads the text as a tree, *check* gives its names their meaning, *evaluate* computes it for one position or
//! for all positions at once, and *proof* uses the second to find conditions that cannot be meant.

#![forbid(unsafe_code)]

mod check;
mod definition;
mod evaluate;
mod function;
mod names;
mod proof;
mod reading;
mod syntax;
mod together;

use std::ops::Range;
use std::sync::Arc;

use pawnfill::pattern::{Column, Kind};
use pawnfill::set::Lanes;
use pawnfill::{Bitboard, Color, Pawns};

pub use definition::{Definition, structures, with_file};
use evaluate::{Any, Board as _, mirrored};
use function::Function;
pub use function::lines as function_lines;
use pawnfill_codegen::grammar::{Comparison, Operator};
pub use proof::{Examples, Relation, ask, relations};
pub use reading::{Reading, readings};
pub use syntax::Mistake;
pub use together::Together;

/// A condition, with the place of its text.
#[derive(Debug)]
struct Condition {
    range: Range<usize>,
    test: Test,
}

#[derive(Debug)]
enum Test {
    /// The set is not empty, or the number is not 0.
    Any(Value),
    Not(Box<Condition>),
    /// Each of them is met.
    All(Vec<Condition>),
    /// At least one of them is met.
    AnyOf(Vec<Condition>),
    /// Two values of the same kind compare like this.
    Compare(Comparison, Box<[Value; 2]>),
    /// It is met with White as its own side, or with Black.
    Either(Box<Condition>),
    /// It is met by the position with exchanged colors.
    Mirrored(Box<Condition>),
    Named(Arc<Definition>),
}

/// A set of squares, a set of files or a number, with the place of its text.
#[derive(Debug)]
struct Value {
    range: Range<usize>,
    kind: Kind,
    expr: Expr,
}

#[derive(Debug)]
enum Expr {
    Squares(Bitboard),
    Number(i32),
    Pawns(Color),
    Column(Column),
    /// The complement of a set.
    Not(Box<Value>),
    /// Values and the operators between them, from left to right.
    Chain(Vec<Value>, Vec<Operator>),
    Call(Function, Box<Value>),
}

/// A condition that was checked.
#[derive(Debug)]
pub struct Query {
    condition: Condition,
    /// Whether either side may meet it. The condition is then the one for White.
    of_either: bool,
    view: View,
}

/// How a condition speaks of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// As colors.
    Board,
    /// With `own` and `enemy`.
    Own,
    /// With `mine` and `theirs`, which are the sides of a player and the opponent.
    Mine,
}

impl Query {
    /// Parses a condition.
    ///
    /// # Errors
    ///
    /// Returns the first mistake. Unlike [`ask`], it proves nothing.
    pub fn parse(text: &str, names: &[Arc<Definition>]) -> Result<Self, Mistake> {
        let (condition, view) = check::condition(text, names)?;
        Ok(match condition {
            Condition { test: Test::Either(condition), .. } => {
                Self { condition: *condition, of_either: true, view }
            }
            condition => Self { condition, of_either: view != View::Board, view },
        })
    }

    /// Returns for which sides the condition is met. A condition that is not about either side counts as one for White.
    #[must_use]
    pub fn is_met(&self, pawns: Pawns) -> [bool; 2] {
        self.are_met([pawns]).map(|[is_met]| is_met)
    }

    /// Returns for each side which of these pawns meet the condition.
    #[must_use]
    pub fn are_met<const N: usize>(&self, pawns: [Pawns; N]) -> [[bool; N]; 2] {
        let boards = |color| Lanes::new(pawns.map(|pawns| pawns.side(color).own().bits()));
        let pawns = Any::new(boards(Color::White), boards(Color::Black));
        let are_met =
            |pawns: Any<Lanes<N>>| evaluate::met(&self.condition, pawns).boards().map(|board| board != 0);
        [are_met(pawns), if self.of_either { are_met(mirrored(pawns)) } else { [false; N] }]
    }

    /// Returns `true` if either side may meet the condition, so that [`is_met`](Self::is_met) says which one does.
    #[must_use]
    pub fn is_of_either(&self) -> bool {
        self.of_either
    }

    /// Returns `true` if the condition is written with `own` or `mine`.
    #[must_use]
    pub fn is_of_side(&self) -> bool {
        self.view != View::Board
    }

    /// Returns `true` if only the side of a player may meet the condition, because it is written with `mine`.
    #[must_use]
    pub fn is_mine(&self) -> bool {
        self.view == View::Mine
    }

    /// Returns the squares that a met condition is about: those of its sets, without sets that must be empty. For a
    /// condition about either side, they are those of this side, or of both.
    pub fn squares(&self, pawns: Pawns, side: Option<Color>) -> Bitboard {
        let of = |pawns: Any<Lanes<1>>| evaluate::squares(&self.condition, pawns);
        let (pawns, mut squares) = (evaluate::one(pawns), Lanes::new([0]));
        if side != Some(Color::Black) {
            squares = of(pawns);
        }
        if self.of_either && side != Some(Color::White) {
            squares = squares | of(mirrored(pawns)).flip_vertical();
        }
        Bitboard::from_bits(squares.boards()[0])
    }

    /// Returns the set that the condition tests, if it is a single set.
    #[must_use]
    pub fn set(&self, pawns: Pawns) -> Option<Bitboard> {
        let Test::Any(value) = &self.condition.test else { return None };
        match evaluate::value(value, evaluate::one(pawns)) {
            evaluate::Operand::Set(set) => Some(Bitboard::from_bits(set.boards()[0])),
            evaluate::Operand::Number(_) => None,
        }
    }
}
