//! Evaluation: material, placement, and pawn structure.

use cozy_chess::{Board, Color, Piece, Rank, Square};
use pawnfill::{Backend, Bitboard, Pawns, Side, SideView};

/// Centipawns per piece, in the order of `cozy-chess`.
pub(crate) const MATERIAL: [i32; Piece::NUM] = [100, 320, 330, 500, 950, 0];
/// Centipawns for a step toward the center, per piece. The king hides while there are queens.
const CENTER: [i32; Piece::NUM] = [3, 8, 4, 1, 1, -8];
const KING_CENTER_WITHOUT_QUEENS: i32 = 8;

const BISHOP_PAIR: i32 = 30;
/// By the rank of the pawn, relative to its side.
const ADVANCED: [i32; Rank::NUM] = [0, 0, 0, 3, 8, 15, 25, 0];
const PASSED: [i32; Rank::NUM] = [0, 5, 10, 20, 40, 70, 110, 0];
const PROTECTED_PASSED: i32 = 15;
const CANDIDATE: i32 = 8;
const BEHIND_OWN: i32 = -12;
const ISOLATED: i32 = -14;
const BACKWARD: i32 = -9;
const CONNECTED: i32 = 5;
const ISLAND: i32 = -4;
const KNIGHT_ON_OUTPOST: i32 = 20;
const ROOK_ON_OPEN_FILE: i32 = 22;
const ROOK_ON_HALF_OPEN_FILE: i32 = 11;
const KING_SHELTER: i32 = 9;

/// Returns the score in centipawns from the view of the side to move.
pub fn evaluate<B: Backend>(board: &Board) -> i32 {
    let pawns = Pawns::from(board).with_backend::<B>();
    let score = side(board, pawns.white()) - side(board, pawns.black());
    match board.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

fn side<C: Side, B: Backend>(board: &Board, pawns: SideView<C, B>) -> i32 {
    pieces(board, C::COLOR.into()) + pieces_among_pawns(board, pawns) + structure(pawns)
}

fn pieces(board: &Board, color: Color) -> i32 {
    let mut score = 0;
    for piece in Piece::ALL {
        let weight = match piece {
            Piece::King if board.pieces(Piece::Queen).is_empty() => KING_CENTER_WITHOUT_QUEENS,
            _ => CENTER[piece as usize],
        };
        for square in board.colored_pieces(color, piece) {
            score += MATERIAL[piece as usize] + weight * steps_from_edge(square);
        }
    }
    if board.colored_pieces(color, Piece::Bishop).len() > 1 {
        score += BISHOP_PAIR;
    }
    score
}

/// Returns 0 in the corners, up to 6 on the four squares in the center.
fn steps_from_edge(square: Square) -> i32 {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    file.min(7 - file) + rank.min(7 - rank)
}

/// Returns the score of the pawns. Each line is one pattern of the library.
fn structure<C: Side, B: Backend>(pawns: SideView<C, B>) -> i32 {
    let by_rank = |set: Bitboard, table: &[i32; Rank::NUM]| -> i32 {
        C::orient(set)
            .squares()
            .map(|square| table[square.rank().index()])
            .sum()
    };

    by_rank(pawns.own(), &ADVANCED)
        + by_rank(pawns.front_passed(), &PASSED)
        + each(pawns.protected_passed(), PROTECTED_PASSED)
        + each(pawns.candidates(), CANDIDATE)
        + each(pawns.behind_own(), BEHIND_OWN)
        + each(pawns.isolated(), ISOLATED)
        + each(pawns.backward() - pawns.isolated(), BACKWARD)
        + each(pawns.connected(), CONNECTED)
        + pawns.island_count() as i32 * ISLAND
}

fn pieces_among_pawns<C: Side, B: Backend>(board: &Board, pawns: SideView<C, B>) -> i32 {
    let color = Color::from(C::COLOR);
    let own = |piece| Bitboard::from(board.colored_pieces(color, piece));

    let king = board.king(color).into();
    let shelter = pawns.own() & B::passer_span::<C>(king);
    each(own(Piece::Knight) & pawns.outposts(), KNIGHT_ON_OUTPOST)
        + each(own(Piece::Rook) & pawns.open_files(), ROOK_ON_OPEN_FILE)
        + each(
            own(Piece::Rook) & pawns.half_open_files(),
            ROOK_ON_HALF_OPEN_FILE,
        )
        + if board.pieces(Piece::Queen).is_empty() {
            0
        } else {
            each(shelter, KING_SHELTER)
        }
}

fn each(set: Bitboard, value: i32) -> i32 {
    set.count() as i32 * value
}
