//! The conditions of the questions, each with its meaning on a board.

use cozy_chess::{Board, Color, Piece};

/// The side that meets a condition.
#[derive(Clone, Copy, PartialEq)]
pub enum Perspective {
    /// None: it is about the colors.
    Board,
    /// Any.
    Either,
    /// The same as of other conditions.
    Own,
    /// That of the player, and the same as of other conditions.
    Mine,
}

pub struct SampleCondition {
    pub text: &'static str,
    pub perspective: Perspective,
    /// Whether it is met for a side, which is White if it is about neither.
    pub is_met: fn(&Board, Color) -> bool,
}

/// The conditions with these names.
pub const DEFINITIONS: &str = "
lone
  condition own.isolated
outpost
  condition own.knights & (rank_5 | rank_6) && !(enemy.queens & d) && count(own.rooks) < 2
facing
  condition own.pawns & d4 && enemy.pawns & d5
";

pub const CONDITIONS: [SampleCondition; 10] = [
    SampleCondition {
        text: "lone",
        perspective: Perspective::Either,
        is_met: has_isolated,
    },
    SampleCondition {
        text: "outpost",
        perspective: Perspective::Either,
        is_met: has_outpost,
    },
    SampleCondition {
        text: "facing",
        perspective: Perspective::Either,
        is_met: |board, _| are_facing(board),
    },
    SampleCondition {
        text: "iqp",
        perspective: Perspective::Either,
        is_met: has_isolani,
    },
    SampleCondition {
        text: "mine.isolated",
        perspective: Perspective::Mine,
        is_met: has_isolated,
    },
    SampleCondition {
        text: "theirs.pawns & d5",
        perspective: Perspective::Mine,
        is_met: is_on_d5,
    },
    SampleCondition {
        text: "enemy.pawns & d5",
        perspective: Perspective::Own,
        is_met: is_on_d5,
    },
    SampleCondition {
        text: "own.bishops & light_squares",
        perspective: Perspective::Own,
        is_met: has_light_bishop,
    },
    SampleCondition {
        text: "white.pawns & e4",
        perspective: Perspective::Board,
        is_met: |board, _| is_on_e4(board),
    },
    SampleCondition {
        text: "black.bishops & dark_squares && white.pawns & e4",
        perspective: Perspective::Board,
        is_met: |board, _| is_on_e4(board) && has_light_bishop(board, Color::Black),
    },
];

/// Returns the files and ranks of pieces, as their side counts them.
fn squares(board: &Board, piece: Piece, of: Color, seen_by: Color) -> Vec<(u8, u8)> {
    let pieces = board.colored_pieces(of, piece).into_iter();
    let rank = |rank| {
        if seen_by == Color::White {
            rank
        } else {
            7 - rank
        }
    };
    pieces
        .map(|square| (square.file() as u8, rank(square.rank() as u8)))
        .collect()
}

fn has_isolated(board: &Board, own: Color) -> bool {
    let pawns = squares(board, Piece::Pawn, own, own);
    pawns
        .iter()
        .any(|(file, _)| !pawns.iter().any(|(other, _)| other.abs_diff(*file) == 1))
}

fn has_outpost(board: &Board, own: Color) -> bool {
    squares(board, Piece::Knight, own, own)
        .iter()
        .any(|(_, rank)| [4, 5].contains(rank))
        && !squares(board, Piece::Queen, !own, own)
            .iter()
            .any(|&(file, _)| file == 3)
        && squares(board, Piece::Rook, own, own).len() < 2
}

fn has_isolani(board: &Board, own: Color) -> bool {
    let is_on = |of, file: u8| {
        squares(board, Piece::Pawn, of, own)
            .iter()
            .any(|(other, _)| *other == file)
    };
    squares(board, Piece::Pawn, own, own).contains(&(3, 3))
        && !is_on(own, 2)
        && !is_on(own, 4)
        && !is_on(!own, 3)
}

fn is_on_d5(board: &Board, own: Color) -> bool {
    squares(board, Piece::Pawn, !own, own).contains(&(3, 4))
}

/// The same for both sides.
fn are_facing(board: &Board) -> bool {
    let stands = |color| squares(board, Piece::Pawn, color, color).contains(&(3, 3));
    stands(Color::White) && stands(Color::Black)
}

fn is_on_e4(board: &Board) -> bool {
    squares(board, Piece::Pawn, Color::White, Color::White).contains(&(4, 3))
}

/// For Black, light squares are those that are light for White with exchanged colors.
fn has_light_bishop(board: &Board, own: Color) -> bool {
    squares(board, Piece::Bishop, own, own)
        .iter()
        .any(|(file, rank)| (file + rank) % 2 == 1)
}
