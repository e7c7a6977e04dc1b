//! Questions about a position: a condition that was checked.

use std::sync::Arc;

use pawnfill::pattern::Kind;
use pawnfill::set::Lanes;
use pawnfill::{Bitboard, Color, Pawns, Placement};

use crate::board::{self, Board, BoardPawns};
use crate::condition::{Condition, Definition, Perspective, Test};
use crate::evaluate::{self, Answer};
use crate::mistake::Mistake;
use crate::seen::Seen;
use crate::{check, names};

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

impl Query {
    /// Parses a condition.
    ///
    /// # Errors
    ///
    /// Returns the first mistake. Unlike [`ask`](crate::ask), it proves nothing.
    pub fn parse(text: &str, names: &[Arc<Definition>]) -> Result<Self, Mistake> {
        let (condition, perspective) = check::condition(text, names)?;
        let has_pieces = condition.has_pieces();
        let (condition, of_either) = match condition.test {
            Test::Either(inner) => (*inner, true),
            _ => (condition, perspective != Perspective::Board),
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
        let pieces = board::pieces(position.into());
        let [[white], [black]] = self.by_side(Seen::with_pieces(&pieces), evaluate::met);
        [white, black]
    }

    /// Returns for each side which of these pawns meet the condition, or [may meet
    /// it](Self::has_pieces) with other pieces.
    #[must_use]
    pub fn are_met<const N: usize>(&self, pawns: [Pawns; N]) -> [[bool; N]; 2] {
        let met = if self.has_pieces {
            evaluate::possible
        } else {
            evaluate::met
        };
        self.by_side(Seen::new(board::lanes(pawns)), met)
    }

    fn by_side<const N: usize>(
        &self,
        seen: Seen<Lanes<N>>,
        met: fn(&Condition, Seen<Lanes<N>>) -> Lanes<N>,
    ) -> [[bool; N]; 2] {
        let white = met(&self.condition, seen);
        let black = match self.of_either {
            true => met(&self.condition, seen.mirrored()),
            false => Lanes::default(),
        };
        [white, black].map(|boards| boards.boards().map(|board| board != 0))
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
        let pieces = board::pieces(position.into());
        let seen = Seen::with_pieces(&pieces);
        let mut squares = Lanes::default();
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
        let pieces = board::pieces(position.into());
        self.answer_seen(Seen::with_pieces(&pieces).by(white))
    }

    /// Returns what the condition is for these pawns, if this color is White in it.
    pub fn answer<S: Board>(&self, pawns: BoardPawns<S>, white: Color) -> Answer<S> {
        self.answer_seen(Seen::new(pawns).by(white))
    }

    fn answer_seen<S: Board>(&self, seen: Seen<S>) -> Answer<S> {
        match &self.condition.test {
            Test::Value(value) => evaluate::value(value, seen),
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

    /// Returns the kind of the value that it tests, if it tests one.
    fn value_kind(&self) -> Option<Kind> {
        match &self.condition.test {
            Test::Value(value) => Some(value.kind),
            _ => None,
        }
    }

    /// Returns what it is: a set of squares, a set of files, a number or a truth value.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        names::name_of_kind(self.value_kind().unwrap_or(Kind::Truth))
    }

    /// Returns `true` if it is a set of files, of which [`Answer::Set`] has all squares.
    #[must_use]
    pub fn is_of_files(&self) -> bool {
        self.value_kind() == Some(Kind::Files)
    }

    /// Returns `true` if it joins or negates nothing but sets, so that a set may be meant.
    #[must_use]
    pub fn joins_sets(&self) -> bool {
        self.value_kind().is_none() && self.condition.is_of_sets()
    }

    /// Returns whose eyes the condition has.
    #[must_use]
    pub fn perspective(&self) -> Perspective {
        self.perspective
    }
}
