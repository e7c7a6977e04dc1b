//! Plays moves on a full board, which also shows whether they are legal.

use std::fmt::Write as _;

use cozy_chess::util::display_uci_move;
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Square};
use pawnfill::{Bitboard, Pawns, Placement};

use super::input::quoted;
use super::position::Position;
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
    pub(super) fn from_fen(text: &str) -> Result<Self, String> {
        let position = text.parse::<Position>()?;
        let pieces = position.placement();
        let mut fields = text.split_whitespace();
        let mut field = |default| fields.next().unwrap_or(default);
        let (board, side, castling, en_passant) = (field(""), field("w"), field("-"), field("-"));
        let castling: String = castling
            .chars()
            .filter_map(|right| rook_file(&pieces, right))
            .collect();
        let castling = if castling.is_empty() { "-" } else { &castling };
        let parse = |en_passant| {
            Board::from_fen(&format!("{board} {side} {castling} {en_passant} 0 1"), true)
        };
        // A square that no pawn can capture on may be left over.
        let board = parse(en_passant).or_else(|error| parse("-").map_err(|_| error));
        let board =
            board.map_err(|error| format!("{} is not a legal position: {error}", quoted(text)))?;
        Ok(Self {
            board,
            clock: position.counter(4, "hmvc").unwrap_or(0),
            number: position.move_number().unwrap_or(1),
        })
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
        // `KQkq` means the outermost rooks. Each other one is named by its file, as in X-FEN.
        let start = fen.len();
        for color in Color::ALL {
            let rights = board.castle_rights(color);
            for (wing, file) in [('k', rights.short), ('q', rights.long)] {
                let Some(file) = file.map(char::from) else {
                    continue;
                };
                let [wing, file] = [wing, file].map(|right| {
                    if color == Color::White {
                        right.to_ascii_uppercase()
                    } else {
                        right
                    }
                });
                let is_usual = matches!(file, 'A' | 'H' | 'a' | 'h')
                    || rook_file(&placement, wing) == Some(file);
                fen.push(if is_usual { wing } else { file });
            }
        }
        fen.push_str(if fen.len() == start { "- " } else { " " });
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

    /// Returns a move by its squares, as engines write it. Castling is a move of the king from the
    /// e-file, and otherwise, in Chess960, a king that captures its rook.
    pub(super) fn coordinates(&self, san: San) -> Option<String> {
        if san == San::Null {
            return self.board.null_move().map(|_| "0000".to_owned());
        }
        let legal = find(&self.board, san)?;
        let is_usual = legal.from.file() == File::E && matches!(legal.to.file(), File::A | File::H);
        Some(if is_usual {
            display_uci_move(&self.board, legal).to_string()
        } else {
            legal.to_string()
        })
    }

    pub(super) fn placement(&self) -> Placement {
        let set = |color, piece| Bitboard::from_bits(self.board.colored_pieces(color, piece).0);
        Placement::new(Color::ALL.map(|color| Piece::ALL.map(|piece| set(color, piece))))
    }

    pub(super) fn pawns(&self) -> Pawns {
        let pawns = |color| self.board.colored_pieces(color, Piece::Pawn).0;
        Pawns::from_bits(pawns(Color::White), pawns(Color::Black))
    }

    /// Plays a move if it is legal and no other move has the same text. Returns `false` if
    /// it is not.
    pub(super) fn play(&mut self, san: San) -> bool {
        let side = self.board.side_to_move();
        let occupied = self.board.occupied().len();
        let legal = find(&self.board, san);
        let is_pawn =
            legal.is_some_and(|legal| self.board.piece_on(legal.from) == Some(Piece::Pawn));
        match (san, legal) {
            (San::Null, _) => match self.board.null_move() {
                Some(board) => self.board = board,
                None => return false,
            },
            (_, Some(legal)) => self.board.play_unchecked(legal),
            (_, None) => return false,
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
fn find(board: &Board, san: San) -> Option<Move> {
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
        for candidate in moves
            .into_iter()
            .filter(|candidate| candidate.promotion == promotion)
        {
            several |= legal.replace(candidate).is_some();
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
    let [from, target] =
        [origin.trailing_zeros(), to.into()].map(|square| Square::index(square as usize % 64));
    match board.piece_on(from).filter(|_| origin.is_power_of_two()) {
        Some(Piece::King)
            if board
                .colored_pieces(board.side_to_move(), Piece::Rook)
                .has(target)
                || from.file() == File::E
                    && from.rank() == target.rank()
                    && (from.file() as u8).abs_diff(target.file() as u8) == 2 =>
        {
            San::Castle {
                kingside: target.file() > from.file(),
            }
        }
        Some(piece) => San::Step {
            piece,
            origin,
            to,
            promotion,
        },
        None => san,
    }
}

/// Returns the castling right as the file of a rook, if king and rook are there. `K` and `Q` mean
/// the outermost rook on that side of the king.
fn rook_file(placement: &Placement, right: char) -> Option<char> {
    let is_white = right.is_ascii_uppercase();
    let rank = if is_white {
        pawnfill::Rank::First
    } else {
        pawnfill::Rank::Eighth
    }
    .bitboard();
    let [_, _, _, rooks, _, king] =
        placement.pieces()[usize::from(!is_white)].map(|set| set & rank);
    let mut men = (rooks | king).squares();
    let rook = match right.to_ascii_lowercase() {
        'k' => men.next_back(),
        'q' => men.next(),
        file => men.find(|man| man.file().name().starts_with(file)),
    };
    let file = rook
        .filter(|rook| rooks.contains(*rook) && !king.is_empty())?
        .file()
        .name()
        .chars()
        .next()?;
    Some(if is_white {
        file.to_ascii_uppercase()
    } else {
        file
    })
}
