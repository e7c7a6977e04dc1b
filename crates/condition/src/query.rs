//! Questions about a position: a condition that was checked.

use std::sync::Arc;

use pawnfill::pattern::Kind;
use pawnfill::set::Lanes;
use pawnfill::{Bitboard, Color, KoggeStone, Pawns, Placement};

use crate::condition::{Condition, Test};
use crate::definition::Definition;
use crate::evaluate::{Board, Seen};
use crate::syntax::Mistake;
use crate::{check, evaluate};

/// The error of a definition that names the sides of a player.
pub(crate) const NO_PLAYER: &str =
    "`mine` and `theirs` are only for searches: write `own` and `enemy`";

/// A condition that was checked.
#[derive(Debug)]
pub struct Query {
    pub(crate) condition: Condition,
    /// Whether either side may meet it. The condition is then the one for White.
    pub(crate) of_either: bool,
    has_pieces: bool,
    pub(crate) perspective: Perspective,
}

/// What a condition is for some pawns, on any kind of board.
pub enum Answer<S: Board> {
    /// The set that it tests, if it is a single set.
    Set(S),
    /// The number that it tests, if it is a single number, in two's complement.
    Number(S::Number),
    /// Whether it is met.
    Truth(S::Mask),
}

impl<S: Board> Answer<S> {
    pub(crate) fn set(self) -> Option<S> {
        if let Self::Set(set) = self {
            Some(set)
        } else {
            None
        }
    }
}

/// How a condition speaks of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
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
    /// Returns the first mistake. Unlike [`ask`](crate::ask), it proves nothing.
    pub fn parse(text: &str, names: &[Arc<Definition>]) -> Result<Self, Mistake> {
        let (condition, perspective) = check::condition(text, names)?;
        let has_pieces = condition.has_pieces();
        let (condition, of_either) = match condition {
            Condition {
                test: Test::Either(condition),
                ..
            } => (*condition, true),
            condition => (condition, perspective != Perspective::Board),
        };
        Ok(Self {
            condition,
            of_either,
            has_pieces,
            perspective,
        })
    }

    /// Returns for which sides the condition is met. A condition that is not about either side
    /// counts as one for White.
    #[must_use]
    pub fn is_met(&self, position: impl Into<Placement>) -> [bool; 2] {
        let pieces = evaluate::one(position.into());
        self.of_sides(Seen::one(&pieces), evaluate::met)
            .map(|[is_met]| is_met)
    }

    /// Returns for each side which of these pawns meet the condition, or [may meet
    /// it](Self::has_pieces) with other pieces.
    #[must_use]
    pub fn are_met<const N: usize>(&self, pawns: [Pawns; N]) -> [[bool; N]; 2] {
        let seen = Seen::new(evaluate::lanes(pawns), None);
        self.of_sides(
            seen,
            if self.has_pieces {
                evaluate::possible
            } else {
                evaluate::met
            },
        )
    }

    fn of_sides<const N: usize>(
        &self,
        seen: Seen<Lanes<N>>,
        met: fn(&Condition, Seen<Lanes<N>>) -> Lanes<N>,
    ) -> [[bool; N]; 2] {
        let are_met = |seen| met(&self.condition, seen).boards().map(|board| board != 0);
        [
            are_met(seen),
            if self.of_either {
                are_met(seen.mirrored())
            } else {
                [false; N]
            },
        ]
    }

    /// Returns `true` if other pieces than pawns matter, so that pawns alone do not
    /// decide the condition.
    #[must_use]
    pub fn has_pieces(&self) -> bool {
        self.has_pieces
    }

    /// Returns `true` if either side may meet the condition, so that [`is_met`](Self::is_met) says
    /// which one does.
    #[must_use]
    pub fn is_of_either(&self) -> bool {
        self.of_either
    }

    /// Returns the squares that a met condition is about: those of its sets, without sets that must
    /// be empty. For a condition about either side, they are those of this side, or of both.
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
        self.answer_seen(Seen::one(&evaluate::one(position.into())), white)
    }

    /// Returns what the condition is for these pawns, if this color is White in it.
    pub fn answer<S: Board>(&self, pawns: Pawns<KoggeStone, S>, white: Color) -> Answer<S> {
        self.answer_seen(Seen::new(pawns, None), white)
    }

    fn answer_seen<S: Board>(&self, seen: Seen<S>, white: Color) -> Answer<S> {
        let seen = if white == Color::White {
            seen
        } else {
            seen.mirrored()
        };
        match &self.condition.test {
            Test::Any(value) => evaluate::value(value, seen),
            _ => Answer::Truth(evaluate::met(&self.condition, seen)),
        }
    }

    /// Returns the colors for each of which a definition has a value, or none if it has one
    /// for the board.
    ///
    /// # Errors
    ///
    /// The condition is about a player, or about either side at once.
    pub fn sides(&self) -> Result<&'static [Option<Color>], Mistake> {
        let message = match self.perspective {
            Perspective::Mine => NO_PLAYER,
            Perspective::Board if self.of_either => "`either` has no color: write `own`",
            Perspective::Board => return Ok(&[None]),
            Perspective::Own => return Ok(&[Some(Color::White), Some(Color::Black)]),
        };
        Err(Mistake::new(self.condition.range.clone(), message))
    }

    /// Returns what it is: a set of squares, a set of files, a number or a truth value.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        check::of(if let Test::Any(value) = &self.condition.test {
            value.kind
        } else {
            Kind::Truth
        })
    }

    /// Returns `true` if it is a set of files, of which [`Answer::Set`] has all squares.
    #[must_use]
    pub fn is_of_files(&self) -> bool {
        matches!(&self.condition.test, Test::Any(value) if value.kind == Kind::Files)
    }

    /// Returns `true` if it joins or negates nothing but sets, so that a set may be meant.
    #[must_use]
    pub fn joins_sets(&self) -> bool {
        !matches!(self.condition.test, Test::Any(_)) && self.condition.is_of_sets()
    }

    /// Returns how the condition speaks of the sides.
    #[must_use]
    pub fn perspective(&self) -> Perspective {
        self.perspective
    }
}
