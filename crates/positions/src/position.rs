//! A position, and what its game or record says about it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use pawnfill::{Color, Pawns, Placement};

use super::board::GameBoard;
use super::games::Game;
use super::{pgn, san};

/// A position that was read.
#[derive(Clone, Debug)]
pub struct Position {
    /// The pawns.
    pub pawns: Pawns,
    /// The half-moves since the first position of the game, or 0 for a position without a game.
    pub ply: u32,
    /// The game, or `None` for a position from a FEN or EPD record.
    pub game: Option<Game>,
    pub(super) pieces: Pieces,
    /// The text of the move that led here, in the block of the game, or the end of the tags.
    pub(super) played: Range<usize>,
}

/// The source of the FEN of a position, which is only written on request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    /// A record, and the length of the FEN at its start.
    Record(Box<str>, usize),
    Board(GameBoard),
}

impl Position {
    /// Returns the FEN: as in the input but without EPD operations, or the FEN of a position
    /// of a game.
    #[must_use]
    pub fn fen(&self) -> Cow<'_, str> {
        match &self.pieces {
            Pieces::Record(record, length) => Cow::Borrowed(&record[..*length]),
            Pieces::Board(player) => Cow::Owned(player.fen()),
        }
    }

    /// Returns the operations of an EPD record as in the input, such as `bm e4; id "1";`, or an
    /// empty text.
    #[must_use]
    pub fn operations(&self) -> &str {
        match &self.pieces {
            Pieces::Record(record, length) => {
                record[*length..].trim_start_matches([' ', '\t', ';'])
            }
            Pieces::Board(_) => "",
        }
    }

    /// Returns the side to move, or `None` if the record does not say it.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Color> {
        let is_white = match &self.pieces {
            Pieces::Record(..) => self.field(1)? == "w",
            Pieces::Board(player) => player.board.side_to_move() == cozy_chess::Color::White,
        };
        Some(if is_white { Color::White } else { Color::Black })
    }

    /// Returns the number of the next move, or `None` if the record does not say it.
    #[must_use]
    pub fn move_number(&self) -> Option<u32> {
        match &self.pieces {
            Pieces::Record(..) => self.counter(5, "fmvn"),
            Pieces::Board(player) => Some(player.number),
        }
    }

    /// Returns a counter of a record, from a field of its FEN or from an operation.
    pub(super) fn counter(&self, field: usize, operation: &str) -> Option<u32> {
        let operand = || {
            let mut operations = self.operations().split(';');
            operations.find_map(|one| one.trim().strip_prefix(operation)?.trim().parse().ok())
        };
        self.field(field)
            .map_or_else(operand, |field| field.parse().ok())
    }

    /// Returns the square of the en passant field of a record as a set.
    pub(super) fn passed(&self) -> u64 {
        match self.field(3).map(str::as_bytes) {
            Some([file @ b'a'..=b'h', rank @ (b'3' | b'6')]) => {
                1 << (8 * (rank - b'1') + file - b'a')
            }
            _ => 0,
        }
    }

    /// Returns a field of the FEN of a record.
    fn field(&self, index: usize) -> Option<&str> {
        let Pieces::Record(record, length) = &self.pieces else {
            return None;
        };
        record[..*length].split_whitespace().nth(index)
    }

    /// Returns the move that led here, as in the text of the game but without its evaluation, or
    /// `None` for the first position.
    #[must_use]
    pub fn last_move(&self) -> Option<Cow<'_, str>> {
        let text = self.played()?;
        (!text.is_empty()).then(|| String::from_utf8_lossy(san::without_evaluation(text)))
    }

    /// Returns the next move of the game, as in its text but without its evaluation, and as
    /// the squares from which and to which it goes, or `None` at the end of the game or of
    /// its legal moves.
    #[must_use]
    pub fn next_move(&self) -> Option<(Cow<'_, str>, String)> {
        let Pieces::Board(player) = &self.pieces else {
            return None;
        };
        let game = self
            .game
            .as_ref()
            .filter(|game| self.ply + 1 < game.plies())?;
        let (text, san) = game.move_after(&self.played)?;
        let text = String::from_utf8_lossy(san::without_evaluation(text));
        Some((text, player.coordinates(san)?))
    }

    /// Returns the value of a command in the comments after the move that led here: of `eval`, it
    /// is `0.35` in `{[%eval 0.35]}`.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<String> {
        let value = |command: &str| {
            let value = command
                .strip_prefix(name)?
                .strip_prefix(|c: char| c.is_ascii_whitespace())?;
            Some(value.split_once(']')?.0.trim().to_owned())
        };
        let mut comments = self.annotations().filter(|text| text.starts_with(b"{"));
        comments.find_map(|comment| {
            String::from_utf8_lossy(comment)
                .split("[%")
                .skip(1)
                .find_map(value)
        })
    }

    /// Returns the numbers of the glyphs of the move that led here, such as 14 for `$14`. The signs
    /// from `!` to `?!` are 1 to 6, and those of positions, such as `±`, have their numbers.
    #[must_use]
    pub fn nags(&self) -> BTreeSet<u8> {
        let moved = self.played().unwrap_or_default();
        let sign = &moved[san::without_evaluation(moved).len()..];
        self.annotations()
            .chain([sign])
            .flat_map(pgn::nags)
            .collect()
    }

    /// Returns the text of the move that led here.
    fn played(&self) -> Option<&[u8]> {
        self.game.as_ref()?.block_text().get(self.played.clone())
    }

    /// Returns the comments and glyphs after this text.
    fn annotations(&self) -> impl Iterator<Item = &[u8]> {
        pgn::annotations(
            self.game
                .as_ref()
                .map_or(b"", |game| game.text_after(&self.played)),
        )
    }

    /// Returns the squares of all pieces.
    #[must_use]
    pub fn placement(&self) -> Placement {
        match &self.pieces {
            Pieces::Record(..) => self
                .field(0)
                .and_then(|field| field.parse().ok())
                .unwrap_or_default(),
            Pieces::Board(player) => player.placement(),
        }
    }
}
