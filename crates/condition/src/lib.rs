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
//! let query = Query::parse("iqp && !black.isolated", &structures())?;
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
use std::slice;
use std::sync::Arc;

use pawnfill::pattern::{Column, Kind};
use pawnfill::set::Lanes;
use pawnfill::{Bitboard, Color, KoggeStone, Pawns, Placement};
use pawnfill_expression::grammar::{Comparison, Operator};

pub use definition::{Definition, DefinitionError, check_name, structures, with_file};
pub use evaluate::Board;
use evaluate::Seen;
use function::SetFunction;
pub use function::lines as function_lines;
pub use names::meaning;
pub use proof::{Examples, Noted, Refused, Relation, ask, define, relation_to, relations};
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
    Any(Operand),
    Not(Box<Condition>),
    /// Each of them is met.
    All(Vec<Condition>),
    /// At least one of them is met.
    AnyOf(Vec<Condition>),
    /// Two values of the same kind compare like this.
    Compare(Comparison, Box<[Operand; 2]>),
    /// It is met with White as its own side, or with Black.
    Either(Box<Condition>),
    /// It is met by the position with exchanged colors.
    Mirrored(Box<Condition>),
    Named(Arc<Definition>),
}

/// The error of a definition that names the sides of a player.
const NO_PLAYER: &str = "`mine` and `theirs` are only for searches: write `own` and `enemy`";

/// The names of pieces in conditions, in the order of a [`Placement`].
pub const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// Every position meets it.
impl Default for Condition {
    fn default() -> Self {
        Self { range: 0..0, test: Test::All(Vec::new()) }
    }
}

impl Condition {
    /// Returns the conditions that it consists of, which may be that of a definition.
    fn parts(&self) -> &[Self] {
        match &self.test {
            Test::Not(inner) | Test::Either(inner) | Test::Mirrored(inner) => slice::from_ref(inner),
            Test::All(parts) | Test::AnyOf(parts) => parts,
            Test::Named(definition) => slice::from_ref(&definition.condition),
            Test::Any(_) | Test::Compare(..) => &[],
        }
    }

    /// Returns the values that it tests or compares.
    fn values(&self) -> &[Operand] {
        match &self.test {
            Test::Any(value) => slice::from_ref(value),
            Test::Compare(_, sides) => &sides[..],
            _ => &[],
        }
    }

    /// Returns the length of its text with the definitions in the place of their names. One that is evaluated for either side
    /// counts twice.
    fn length(&self) -> usize {
        let parts: usize = self.parts().iter().map(Self::length).sum();
        match &self.test {
            Test::Any(_) | Test::Compare(..) => self.range.len(),
            Test::Either(_) => 2 * parts,
            _ => parts,
        }
    }

    /// Returns `true` if an expression in it, or in the definitions that it names, is like this.
    fn contains(&self, is_like: fn(&Expr) -> bool) -> bool {
        self.values().iter().any(|value| value.contains(is_like))
            || self.parts().iter().any(|part| part.contains(is_like))
    }

    /// Returns `true` if it consists of sets, `!`, `&&` and `||`.
    fn is_of_sets(&self) -> bool {
        match &self.test {
            Test::Any(value) => value.kind != Kind::Number,
            Test::Not(_) | Test::All(_) | Test::AnyOf(_) => self.parts().iter().all(Self::is_of_sets),
            _ => false,
        }
    }

    /// Returns `true` if other pieces than pawns matter.
    fn has_pieces(&self) -> bool {
        self.contains(|expr| matches!(expr, Expr::Pieces(..)))
    }
}

impl Operand {
    fn contains(&self, is_like: fn(&Expr) -> bool) -> bool {
        is_like(&self.expr)
            || match &self.expr {
                Expr::Complement(inner) | Expr::Call(_, inner) => inner.contains(is_like),
                Expr::Chain(operands, _) => operands.iter().any(|operand| operand.contains(is_like)),
                _ => false,
            }
    }
}

/// A set of squares, a set of files or a number, with the place of its text.
#[derive(Debug)]
struct Operand {
    range: Range<usize>,
    kind: Kind,
    expr: Expr,
}

#[derive(Debug)]
enum Expr {
    Squares(Bitboard),
    Number(i32),
    Pawns(Color),
    /// The pieces of a color with this place in [`PIECES`].
    Pieces(Color, usize),
    Column(Column),
    /// The complement of a set.
    Complement(Box<Operand>),
    /// Values and the operators between them, from left to right.
    Chain(Vec<Operand>, Vec<Operator>),
    Call(SetFunction, Box<Operand>),
}

/// A condition that was checked.
#[derive(Debug)]
pub struct Query {
    condition: Condition,
    /// Whether either side may meet it. The condition is then the one for White.
    of_either: bool,
    has_pieces: bool,
    view: View,
}

/// What a condition is for some pawns, on any kind of board.
pub enum Answer<S: Board> {
    /// The set that it tests, if it is a single set.
    Set(S),
    /// The number that it tests, if it is a single number.
    Number(S::Integer),
    /// Whether it is met.
    Truth(S::Mask),
}

impl<S: Board> Answer<S> {
    fn set(self) -> Option<S> {
        if let Self::Set(set) = self { Some(set) } else { None }
    }
}

/// How a condition speaks of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
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
        let has_pieces = condition.has_pieces();
        let (condition, of_either) = match condition {
            Condition { test: Test::Either(condition), .. } => (*condition, true),
            condition => (condition, view != View::Board),
        };
        Ok(Self { condition, of_either, has_pieces, view })
    }

    /// Returns for which sides the condition is met. A condition that is not about either side counts as one for White.
    #[must_use]
    pub fn is_met(&self, position: impl Into<Placement>) -> [bool; 2] {
        let pieces = evaluate::one(position.into());
        self.of_sides(Seen::one(&pieces), evaluate::met).map(|[is_met]| is_met)
    }

    /// Returns for each side which of these pawns meet the condition, or [may meet it](Self::has_pieces) with other pieces.
    #[must_use]
    pub fn are_met<const N: usize>(&self, pawns: [Pawns; N]) -> [[bool; N]; 2] {
        let seen = Seen::new(evaluate::lanes(pawns), None);
        self.of_sides(seen, if self.has_pieces { evaluate::possible } else { evaluate::met })
    }

    fn of_sides<const N: usize>(
        &self,
        seen: Seen<Lanes<N>>,
        met: fn(&Condition, Seen<Lanes<N>>) -> Lanes<N>,
    ) -> [[bool; N]; 2] {
        let are_met = |seen| met(&self.condition, seen).boards().map(|board| board != 0);
        [are_met(seen), if self.of_either { are_met(seen.mirrored()) } else { [false; N] }]
    }

    /// Returns `true` if other pieces than pawns matter, so that pawns alone do not decide the condition.
    #[must_use]
    pub fn has_pieces(&self) -> bool {
        self.has_pieces
    }

    /// Returns `true` if either side may meet the condition, so that [`is_met`](Self::is_met) says which one does.
    #[must_use]
    pub fn is_of_either(&self) -> bool {
        self.of_either
    }

    /// Returns the squares that a met condition is about: those of its sets, without sets that must be empty. For a
    /// condition about either side, they are those of this side, or of both.
    pub fn squares(&self, position: impl Into<Placement>, side: Option<Color>) -> Bitboard {
        let (pieces, mut squares) = (evaluate::one(position.into()), Lanes::new([0]));
        let seen = Seen::one(&pieces);
        if side != Some(Color::Black) {
            squares = evaluate::squares(&self.condition, seen);
        }
        if self.of_either && side != Some(Color::White) {
            squares = squares | evaluate::squares(&self.condition, seen.mirrored());
        }
        Bitboard::from_bits(squares.boards()[0])
    }

    /// Returns the set that the condition tests, if it is a single set.
    #[must_use]
    pub fn set(&self, pawns: Pawns) -> Option<Bitboard> {
        let set = self.value(pawns, Color::White).set()?;
        Some(Bitboard::from_bits(set.boards()[0]))
    }

    /// Returns what the condition is in this position, if this color is White in it.
    #[must_use]
    pub fn value(&self, position: impl Into<Placement>, white: Color) -> Answer<Lanes<1>> {
        self.answer(Seen::one(&evaluate::one(position.into())), white)
    }

    /// Returns what the condition is for these pawns, if this color is White in it.
    pub fn of<S: Board>(&self, pawns: Pawns<KoggeStone, S>, white: Color) -> Answer<S> {
        self.answer(Seen::new(pawns, None), white)
    }

    fn answer<S: Board>(&self, seen: Seen<S>, white: Color) -> Answer<S> {
        let seen = if white == Color::White { seen } else { seen.mirrored() };
        match &self.condition.test {
            Test::Any(value) => evaluate::value(value, seen),
            _ => Answer::Truth(evaluate::met(&self.condition, seen)),
        }
    }

    /// Returns the colors for each of which a definition has a value, or none if it has one for the board.
    ///
    /// # Errors
    ///
    /// The condition is about a player, or about either side at once.
    pub fn sides(&self) -> Result<&'static [Option<Color>], &'static str> {
        match self.view {
            View::Mine => Err(NO_PLAYER),
            View::Board if self.of_either => Err("`either` has no color: write `own`"),
            View::Board => Ok(&[None]),
            View::Own => Ok(&[Some(Color::White), Some(Color::Black)]),
        }
    }

    /// Returns what it is: a set of squares, a set of files, a number or a truth value.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        check::of(if let Test::Any(value) = &self.condition.test { value.kind } else { Kind::YesNo })
    }

    /// Returns `true` if it joins or negates nothing but sets, so that a set may be meant.
    #[must_use]
    pub fn joins_sets(&self) -> bool {
        !matches!(self.condition.test, Test::Any(_)) && self.condition.is_of_sets()
    }

    /// Returns how the condition speaks of the sides.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }
}
