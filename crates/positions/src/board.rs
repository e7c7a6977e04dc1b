//! Plays moves on a full board, which also shows whether they are legal.

use std::fmt::Write as _;

use cozy_chess::util::display_uci_move;
use cozy_chess::{BitBoard, Board, Color, FenParseError, File, Move, Piece, Square};
use pawnfill::{Bitboard, Pawns, Placement, Rank};

use super::input::quoted;
use super::record::Record;
use super::san::San;

/// A position of a game, with its counters. Those of `Board` are smaller than some in files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameBoard {
    pub(super) board: Board,
    /// The half-moves since a capture or a move of a pawn.
    clock: u32,
    /// The number of the next move, from 1.
    pub(super) number: u32,
}

impl Default for GameBoard {
    fn default() -> Self {
        Self {
            board: Board::default(),
            clock: 0,
            number: 1,
        }
    }
}

impl GameBoard {
    /// Returns the position of a FEN tag.
    pub(super) fn from_record(record: &Record) -> Result<Self, String> {
        // A square that no pawn can capture on may be left over.
        let board = board(record, true).or_else(|error| {
            let text = quoted(&record.text);
            board(record, false).map_err(|_| format!("{text} is not a legal position: {error}"))
        })?;
        Ok(Self {
            board,
            clock: record.clock().unwrap_or(0),
            number: record.number().unwrap_or(1),
        })
    }

    pub(super) fn side_to_move(&self) -> pawnfill::Color {
        match self.board.side_to_move() {
            Color::White => pawnfill::Color::White,
            Color::Black => pawnfill::Color::Black,
        }
    }

    pub(super) fn fen(&self) -> String {
        // Long enough for every board, so that it does not grow.
        let mut fen = String::with_capacity(96);
        let (board, placement) = (&self.board, self.placement());
        let (side, rank) = if board.side_to_move() == Color::White {
            (" w ", '6')
        } else {
            (" b ", '3')
        };
        let _ = write!(fen, "{placement}");
        fen.push_str(side);
        self.write_castling(&placement, &mut fen);
        match board.en_passant() {
            Some(file) => fen.extend([char::from(file), rank]),
            None => fen.push('-'),
        }
        for counter in [self.clock, self.number] {
            fen.push(' ');
            fen.push_str(itoa::Buffer::new().format(counter));
        }
        fen
    }

    /// Writes the castling rights between blanks. `KQkq` means the outermost rooks. Each other one
    /// is named by its file, as in X-FEN.
    fn write_castling(&self, placement: &Placement, fen: &mut String) {
        let start = fen.len();
        for color in Color::ALL {
            let rights = self.board.castle_rights(color);
            for (wing, file) in [('k', rights.short), ('q', rights.long)] {
                let Some(file) = file else { continue };
                let [wing, file] = [wing, file.into()].map(|right| in_case(right, color));
                let is_usual = matches!(file, 'A' | 'H' | 'a' | 'h')
                    || rook_file(placement, wing) == Some(file);
                fen.push(if is_usual { wing } else { file });
            }
        }
        fen.push_str(if fen.len() == start { "- " } else { " " });
    }

    /// Returns a move by its squares, as engines write it. Castling is a move of the king from the
    /// e-file, and otherwise, in Chess960, a king that captures its rook.
    pub(super) fn coordinates(&self, san: San) -> Option<String> {
        if san == San::Null {
            return self.board.null_move().map(|_| "0000".to_owned());
        }
        let legal = find_legal(&self.board, san)?;
        let is_usual = legal.from.file() == File::E && matches!(legal.to.file(), File::A | File::H);
        Some(if is_usual {
            display_uci_move(&self.board, legal).to_string()
        } else {
            legal.to_string()
        })
    }

    pub(super) fn placement(&self) -> Placement {
        Placement::new(Color::ALL.map(|color| Piece::ALL.map(|piece| self.set(color, piece))))
    }

    fn set(&self, color: Color, piece: Piece) -> Bitboard {
        Bitboard::from_bits(self.board.colored_pieces(color, piece).0)
    }

    pub(super) fn pawns(&self) -> Pawns {
        let [white, black] = Color::ALL.map(|color| self.set(color, Piece::Pawn));
        Pawns::new(white, black)
    }

    /// Plays a move if it is legal and no other move has the same text. Returns `false` if
    /// it is not.
    pub(super) fn play(&mut self, san: San) -> bool {
        let side = self.board.side_to_move();
        let occupied = self.board.occupied().len();
        let mut is_pawn = false;
        if san == San::Null {
            let Some(board) = self.board.null_move() else {
                return false;
            };
            self.board = board;
        } else {
            let Some(legal) = find_legal(&self.board, san) else {
                return false;
            };
            is_pawn = self.board.piece_on(legal.from) == Some(Piece::Pawn);
            self.board.play_unchecked(legal);
        }
        let resets = is_pawn || self.board.occupied().len() < occupied;
        self.clock = if resets {
            0
        } else {
            self.clock.saturating_add(1)
        };
        self.number = self.number.saturating_add((side == Color::Black).into());
        true
    }
}

/// Returns the only legal move with this text.
fn find_legal(board: &Board, san: San) -> Option<Move> {
    let side = board.side_to_move();
    let (origins, to, promotion) = match by_squares(board, san) {
        San::Step {
            piece,
            origin,
            to,
            promotion,
        } => {
            let to = Square::index(to.into());
            let mut origins = board.colored_pieces(side, piece) & BitBoard(origin);
            if piece == Piece::Pawn && !(to.file().bitboard() & BitBoard(origin)).is_empty() {
                // Without a file of its own, a pawn stays on the file of its destination.
                origins &= to.file().bitboard();
            }
            // The board writes castling as a king that captures its rook.
            if board.colors(side).has(to) {
                return None;
            }
            (origins, to, promotion)
        }
        San::Castle { kingside } => {
            let rights = board.castle_rights(side);
            let king = board.king(side);
            let rook = if kingside { rights.short } else { rights.long }?;
            (king.bitboard(), Square::new(rook, king.rank()), None)
        }
        San::Null => return None,
    };
    let mut legal = None;
    let mut several = false;
    board.generate_moves_for(origins, |mut moves| {
        moves.to &= to.bitboard();
        for candidate in moves {
            if candidate.promotion == promotion {
                several |= legal.replace(candidate).is_some();
            }
        }
        several
    });
    legal.filter(|_| !several)
}

/// Names the piece of a move of which only the two squares are written.
fn by_squares(board: &Board, san: San) -> San {
    let San::Step {
        piece: Piece::Pawn,
        origin,
        to,
        promotion,
    } = san
    else {
        return san;
    };
    if !origin.is_power_of_two() {
        return san;
    }
    let from = Square::index(origin.trailing_zeros() as usize);
    let target = Square::index(to.into());
    match board.piece_on(from) {
        Some(Piece::King) if is_castling(board, from, target) => San::Castle {
            kingside: target.file() > from.file(),
        },
        Some(piece) => San::Step {
            piece,
            origin,
            to,
            promotion,
        },
        None => san,
    }
}

/// Returns `true` if a king captures its rook, or steps two squares from the e-file.
fn is_castling(board: &Board, from: Square, to: Square) -> bool {
    let rooks = board.colored_pieces(board.side_to_move(), Piece::Rook);
    let is_long_step = from.rank() == to.rank()
        && from.file() == File::E
        && matches!(to.file(), File::C | File::G);
    rooks.has(to) || is_long_step
}

/// Returns the board of a record, with its en passant square or without.
fn board(record: &Record, with_passed: bool) -> Result<Board, FenParseError> {
    let side = if record.side == Some(pawnfill::Color::Black) {
        "b"
    } else {
        "w"
    };
    let placement = record.placement;
    let rights = record.castling.iter();
    let mut castling: String = rights
        .filter_map(|right| rook_file(&placement, char::from(*right)))
        .collect();
    if castling.is_empty() {
        castling.push('-');
    }
    let passed = match pawnfill::Square::from_index(record.passed.trailing_zeros() as usize) {
        Some(square) if with_passed => square.to_string(),
        _ => "-".to_owned(),
    };
    Board::from_fen(&format!("{placement} {side} {castling} {passed} 0 1"), true)
}

fn in_case(letter: char, color: Color) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}

/// Returns the castling right as the file of a rook, if king and rook are there. `K` and `Q` mean
/// the outermost rook on that side of the king.
fn rook_file(placement: &Placement, right: char) -> Option<char> {
    let (color, rank) = if right.is_ascii_uppercase() {
        (Color::White, Rank::First)
    } else {
        (Color::Black, Rank::Eighth)
    };
    let [_, _, _, rooks, _, king] =
        placement.pieces()[color as usize].map(|set| set & rank.bitboard());
    let mut men = (rooks | king).squares();
    let rook = match right.to_ascii_lowercase() {
        'k' => men.next_back(),
        'q' => men.next(),
        file => men.find(|man| man.file().name().starts_with(file)),
    }?;
    if !rooks.contains(rook) || king.is_empty() {
        return None;
    }
    Some(in_case(rook.file().name().chars().next()?, color))
}
