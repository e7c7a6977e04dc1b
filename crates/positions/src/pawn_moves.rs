//! Plays moves on the pawns alone.
//!
//! The text of a move determines what happens to the pawns, wherever the other pieces are: a piece
//! can only remove an enemy pawn from its destination, and a pawn comes from one or two squares
//! behind its own or from the file that a capture names. En passant is only possible onto the
//! square that the last move passed.

use cozy_chess::Piece;
use pawnfill::Pawns;

use super::san::San;

/// The pawns of a game, and what the next move needs to know.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves {
    /// The pawns of the side to move.
    own: u64,
    enemy: u64,
    is_white: bool,
    /// The square that a pawn has just passed, or no square.
    passed: u64,
}

const EDGE: u64 = 0xff00_0000_0000_00ff;
const PROMOTION: &str =
    "a pawn promotes on the last rank and nowhere else, and the move names the piece";
const FILE: u64 = 0x0101_0101_0101_0101;

impl Default for PawnMoves {
    fn default() -> Self {
        Self {
            own: 0xff00,
            enemy: 0xff_0000_0000_0000,
            is_white: true,
            passed: 0,
        }
    }
}

impl PawnMoves {
    /// Returns the pawns of a position, whose side to move may capture en passant on one square.
    pub(super) fn new(pawns: Pawns, is_black: bool, passed: u64) -> Self {
        let [white, black] = [pawns.white().own().bits(), pawns.black().own().bits()];
        let (own, enemy) = if is_black {
            (black, white)
        } else {
            (white, black)
        };
        let mut moves = Self {
            own,
            enemy,
            is_white: !is_black,
            passed,
        };
        // Without the pawn that could be captured, nothing can be.
        if enemy & moves.behind(passed) == 0 {
            moves.passed = 0;
        }
        moves
    }

    pub(super) fn pawns(&self) -> Pawns {
        let (white, black) = if self.is_white {
            (self.own, self.enemy)
        } else {
            (self.enemy, self.own)
        };
        Pawns::from_bits(white, black)
    }

    /// Plays a move, and returns whether it changes the pawns. The error is the reason why the
    /// pawns do not allow it.
    #[inline(always)]
    pub(super) fn play(&mut self, san: San) -> Result<bool, &'static str> {
        let Self {
            own, enemy, passed, ..
        } = *self;
        let mut passes = 0;
        let (own, enemy, changes) = match san {
            // Two squares without a pawn on the first one are those of another piece.
            San::Step {
                piece: Piece::Pawn,
                origin,
                to,
                promotion,
            } if own & origin != 0 || !origin.is_power_of_two() => {
                // Without a file of its own, a pawn stays on the file of its destination.
                let is_push = origin & (FILE << (to % 8)) != 0;
                let to = 1 << to;
                let behind = self.behind(to);
                let mut from = origin & own & if is_push { behind } else { sideways(behind) };
                if from == 0
                    && is_push
                    && (own | enemy) & behind == 0
                    && to & self.fourth_rank() != 0
                {
                    from = origin & own & self.behind(behind);
                    passes = behind;
                }
                if (own | if is_push { enemy } else { 0 }) & to != 0 {
                    return Err("a pawn is there");
                }
                if from == 0 {
                    return Err("no pawn can move there");
                }
                if promotion.is_some() != (to & EDGE != 0) {
                    return Err(PROMOTION);
                }
                let captured = if is_push {
                    0
                } else if to == passed {
                    behind
                } else {
                    to
                };
                (own & !from | to & !EDGE, enemy & !captured, true)
            }
            San::Step { to, .. } => {
                let to = 1 << to;
                if own & to != 0 {
                    return Err("a pawn of the same color is there");
                }
                (own, enemy & !to, enemy & to != 0)
            }
            San::Castle { .. } | San::Null => (own, enemy, false),
        };
        *self = Self {
            own: enemy,
            enemy: own,
            is_white: !self.is_white,
            passed: passes,
        };
        Ok(changes)
    }

    /// Returns the square behind a square, from the side to move.
    fn behind(&self, square: u64) -> u64 {
        square.rotate_left(if self.is_white { 56 } else { 8 })
    }

    fn fourth_rank(&self) -> u64 {
        0xff << if self.is_white { 24 } else { 32 }
    }
}

/// Returns the squares beside a square.
fn sideways(square: u64) -> u64 {
    (square << 1 & !FILE) | (square >> 1 & !(FILE << 7))
}
