//! Plays moves on the pawns alone.
//!
//! The text of a move determines what happens to the pawns, wherever the other pieces are: a piece can only remove an enemy
//! pawn from its destination, and a pawn comes from one or two squares behind its own or from the file that a capture
//! names. En passant is only possible onto the square that the last move passed.

use cozy_chess::{BitBoard, Board, Color, Piece, Square};
use pawnfill::Pawns;

use super::san::San;

/// The pawns of a game, and what the next move needs to know.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves {
    /// The pawns of White and of Black.
    pawns: [u64; 2],
    /// The side to move: 0 for White and 1 for Black.
    side: usize,
    /// The square that a pawn has just passed, or no square.
    passed: u64,
}

const EDGE: u64 = 0xff00_0000_0000_00ff;

const PROMOTION: &str = "a pawn promotes on the last rank and nowhere else, and the move names the piece";

impl PawnMoves {
    pub(super) fn new(board: &Board) -> Self {
        let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
        let side = board.side_to_move();
        let rank = if side == Color::White { 40 } else { 16 };
        Self {
            pawns: [pawns(Color::White), pawns(Color::Black)],
            side: side as usize,
            passed: board.en_passant().map_or(0, |file| 1 << (rank + file as u32)),
        }
    }

    pub(super) fn pawns(&self) -> Pawns {
        Pawns::from_bits(self.pawns[0], self.pawns[1])
    }

    /// Plays a move, and returns whether it changes the pawns. The error is the reason why the pawns do not allow it.
    #[inline]
    pub(super) fn play(&mut self, san: San) -> Result<bool, String> {
        let passed = std::mem::take(&mut self.passed);
        let (own, enemy) = (self.side, 1 - self.side);
        let changes = match san {
            San::Step { piece: Piece::Pawn, origin, to, promotion } => {
                let to = 1 << to;
                let [ours, theirs] = [self.pawns[own], self.pawns[enemy]];
                let behind = self.behind(to);
                // Without a file of its own, a pawn stays on the file of its destination.
                let is_push = origin & file_of(to) != 0;
                let from = origin
                    & ours
                    & if !is_push {
                        sideways(behind)
                    } else if ours & behind != 0 {
                        behind
                    } else if theirs & behind == 0 && to & self.fourth_rank() != 0 {
                        self.passed = behind;
                        self.behind(behind)
                    } else {
                        0
                    };
                let blocked = if is_push { ours | theirs } else { ours };
                if blocked & to != 0 {
                    return Err(format!("a pawn is on {}", square(to)));
                }
                if from == 0 {
                    return Err(format!("no pawn can move to {}", square(to)));
                }
                if promotion.is_some() != (to & EDGE != 0) {
                    return Err(PROMOTION.to_owned());
                }
                if !is_push {
                    self.pawns[enemy] &= !if to == passed { behind } else { to };
                }
                self.pawns[own] = ours & !from | to & !EDGE;
                true
            }
            San::Step { to, .. } => {
                let bit = 1 << to;
                if self.pawns[own] & bit != 0 {
                    return Err(format!("a pawn of the same color is on {}", square(bit)));
                }
                let changes = self.pawns[enemy] & bit != 0;
                self.pawns[enemy] &= !bit;
                changes
            }
            San::Castle { .. } | San::Null => false,
        };
        self.side = enemy;
        Ok(changes)
    }

    /// Returns the square behind a square, from the side to move.
    fn behind(&self, square: u64) -> u64 {
        square.rotate_left(if self.side == 0 { 56 } else { 8 })
    }

    fn fourth_rank(&self) -> u64 {
        0xff << (24 + 8 * self.side)
    }
}

fn file_of(square: u64) -> u64 {
    0x0101_0101_0101_0101 << (square.trailing_zeros() % 8)
}

/// Returns the squares beside a square.
fn sideways(square: u64) -> u64 {
    (square << 1 & !0x0101_0101_0101_0101) | (square >> 1 & !0x8080_8080_8080_8080)
}

/// Returns the name of the only square of a set.
#[cold]
fn square(set: u64) -> Square {
    BitBoard(set).next_square().unwrap_or(Square::A1)
}
