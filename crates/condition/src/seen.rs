//! A position as a condition sees it.

use pawnfill::pattern::{Column, Pattern, Scope};
use pawnfill::{Bitboard, Color, Pawns, SquareSet};

use crate::board::{BoardPawns, Pieces};

/// A position as a condition sees it, which is written for White.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a, S> {
    pub(crate) pawns: BoardPawns<S>,
    pieces: Option<&'a Pieces<S>>,
    /// The color that is White in the condition.
    pub(crate) white: Color,
}

impl<'a, S: SquareSet> Seen<'a, S> {
    pub(crate) fn new(pawns: BoardPawns<S>) -> Self {
        Self {
            pawns,
            pieces: None,
            white: Color::White,
        }
    }

    pub(crate) fn with_pieces(pieces: &'a Pieces<S>) -> Self {
        Self {
            pieces: Some(pieces),
            ..Self::new(Pawns::new(pieces[0][0], pieces[1][0]))
        }
    }

    /// Returns the position with exchanged colors.
    pub(crate) fn mirrored(self) -> Self {
        Self {
            white: !self.white,
            ..self
        }
    }

    /// Returns the position in which this color is White.
    pub(crate) fn by(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.mirrored(),
        }
    }

    /// Returns the color that this color of the condition has on the board.
    pub(crate) fn color(self, color: Color) -> Color {
        match self.white {
            Color::White => color,
            Color::Black => !color,
        }
    }

    pub(crate) fn squares(self, squares: Bitboard) -> S {
        S::splat(match self.white {
            Color::White => squares,
            Color::Black => squares.flip_vertical(),
        })
    }

    /// Returns the squares of some pieces, which are empty if only pawns are known.
    pub(crate) fn pieces(self, color: Color, piece: usize) -> S {
        match self.pieces {
            Some(pieces) => pieces[self.color(color) as usize][piece],
            None => S::splat(Bitboard::EMPTY),
        }
    }

    pub(crate) fn column(self, column: Column) -> Column {
        match column.scope {
            // White's columns are used as they are, without looking them up.
            Scope::Side(color) if self.white == Color::Black => upside_down(column.pattern)
                .column(Scope::Side(!color))
                .unwrap_or(column),
            _ => column,
        }
    }
}

/// Returns the pattern that Black has where White has this one: north and south are exchanged.
fn upside_down(pattern: &'static Pattern) -> &'static Pattern {
    let name = match pattern.name.split_once('_') {
        Some(("north", rest)) => format!("south_{rest}"),
        Some(("south", rest)) => format!("north_{rest}"),
        _ => return pattern,
    };
    Pattern::from_name(&name).unwrap_or(pattern)
}
