//! A position, what its game or record says about it, and the game that is played again.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use pawnfill::{Color, Pawns, Placement};

use super::board::GameBoard;
use super::games::Game;
use super::glyphs::nags;
use super::input::Error;
use super::labels::Labels;
use super::record::Record;
use super::san::without_evaluation;
use super::tokens::{Annotations, Token, Tokens};

/// A position that was read.
#[derive(Clone, Debug)]
pub struct Position {
    /// The pawns.
    pub pawns: Pawns,
    /// The half-moves since the first position of the game, or 0 for a position without a game.
    pub ply: u32,
    /// The game, or `None` for a position from a FEN or EPD record.
    pub game: Option<Game>,
    pieces: Pieces,
    /// The text of the move that led here, in the block of the game, or the end of the tags.
    played: Range<usize>,
}

/// The source of the FEN of a position, which is only written on request.
#[derive(Clone, Debug)]
enum Pieces {
    Record(Arc<Record>),
    Board(GameBoard),
}

impl FromStr for Position {
    type Err = String;

    /// Parses a FEN or EPD record. The error is the reason as text.
    ///
    /// Fields may be missing from the end, except the placement of the pieces. The others
    /// must be valid.
    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self::from_record(Arc::new(text.parse()?)))
    }
}

impl Position {
    fn from_record(record: Arc<Record>) -> Self {
        Self {
            pawns: record.pawns(),
            ply: 0,
            game: None,
            pieces: Pieces::Record(record),
            played: 0..0,
        }
    }

    /// Returns the FEN: as in the input but without EPD operations, or the FEN of a position
    /// of a game.
    #[must_use]
    pub fn fen(&self) -> Cow<'_, str> {
        match &self.pieces {
            Pieces::Record(record) => record.fen().into(),
            Pieces::Board(player) => player.fen().into(),
        }
    }

    /// Returns the operations of an EPD record as in the input, such as `bm e4; id "1";`, or an
    /// empty text.
    #[must_use]
    pub fn operations(&self) -> &str {
        match &self.pieces {
            Pieces::Record(record) => record.operations(),
            Pieces::Board(_) => "",
        }
    }

    /// Returns the labels of a record.
    #[must_use]
    pub fn labels(&self) -> Option<&Labels> {
        match &self.pieces {
            Pieces::Record(record) => Some(&record.labels),
            Pieces::Board(_) => None,
        }
    }

    /// Returns the side to move, or `None` if the record does not say it.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Color> {
        match &self.pieces {
            Pieces::Record(record) => record.side,
            Pieces::Board(player) => Some(player.side_to_move()),
        }
    }

    /// Returns the number of the next move, or `None` if the record does not say it.
    #[must_use]
    pub fn move_number(&self) -> Option<u32> {
        match &self.pieces {
            Pieces::Record(record) => record.number(),
            Pieces::Board(player) => Some(player.number),
        }
    }

    /// Returns the move that led here, as in the text of the game but without its evaluation, or
    /// `None` for the first position.
    #[must_use]
    pub fn last_move(&self) -> Option<Cow<'_, str>> {
        match self.played()? {
            [] => None,
            text => Some(String::from_utf8_lossy(without_evaluation(text))),
        }
    }

    /// Returns the next move of the game, as in its text but without its evaluation, and as
    /// the squares from which and to which it goes, or `None` at the end of the game or of
    /// its legal moves.
    #[must_use]
    pub fn next_move(&self) -> Option<(Cow<'_, str>, String)> {
        let (Pieces::Board(player), Some(game)) = (&self.pieces, &self.game) else {
            return None;
        };
        if self.ply + 1 >= game.plies() {
            return None;
        }
        let (text, san) = game.move_after(&self.played)?;
        let text = String::from_utf8_lossy(without_evaluation(text));
        Some((text, player.coordinates(san)?))
    }

    /// Returns the value of a command in the comments after the move that led here: of `eval`, it
    /// is `0.35` in `{[%eval 0.35]}`.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<String> {
        let mut comments = self.annotations().filter(|text| text.starts_with(b"{"));
        comments.find_map(|comment| {
            let comment = String::from_utf8_lossy(comment);
            let mut commands = comment.split("[%").skip(1);
            commands.find_map(|command| Some(operand(command, name)?.to_owned()))
        })
    }

    /// Returns the numbers of the glyphs of the move that led here, such as 14 for `$14`. The signs
    /// from `!` to `?!` are 1 to 6, and those of positions, such as `±`, have their numbers.
    #[must_use]
    pub fn nags(&self) -> BTreeSet<u8> {
        let moved = self.played().unwrap_or_default();
        let sign = &moved[without_evaluation(moved).len()..];
        self.annotations().chain([sign]).flat_map(nags).collect()
    }

    /// Returns the text of the move that led here.
    fn played(&self) -> Option<&[u8]> {
        self.game.as_ref()?.block().text.get(self.played.clone())
    }

    /// Returns the comments and glyphs after this text.
    fn annotations(&self) -> Annotations<'_> {
        let game = self.game.as_ref();
        Annotations::new(game.map_or(b"", |game| game.text_after(&self.played)))
    }

    /// Returns the squares of all pieces.
    #[must_use]
    pub fn placement(&self) -> Placement {
        match &self.pieces {
            Pieces::Record(record) => record.placement,
            Pieces::Board(player) => player.placement(),
        }
    }
}

/// Returns what stands behind the name of a command, up to its end.
fn operand<'a>(command: &'a str, name: &str) -> Option<&'a str> {
    let operand = command.strip_prefix(name)?;
    let is_whole = operand.starts_with(|c: char| c.is_ascii_whitespace());
    Some(operand.split_once(']').filter(|_| is_whole)?.0.trim())
}

/// Plays games again.
impl Game {
    /// Plays the moves, and returns the positions up to the first mistake, and this mistake.
    pub fn positions(&self) -> impl Iterator<Item = Result<Position, Error>> + use<> {
        let (positions, mistake) = self.played();
        positions.into_iter().map(Ok).chain(mistake.map(Err))
    }

    /// Plays the moves, and returns the positions up to the first mistake, and this mistake.
    #[must_use]
    pub fn played(&self) -> (Vec<Position>, Option<Error>) {
        let mut positions = Vec::with_capacity(self.plies() as usize);
        let mistake = self.play(&mut positions).err();
        (positions, mistake.or_else(|| self.error().cloned()))
    }

    /// Adds the positions up to a move or a FEN that only the board shows to be illegal.
    fn play(&self, positions: &mut Vec<Position>) -> Result<(), Error> {
        let (block, entry) = (self.block(), self.entry());
        if self.is_record() {
            let record = entry.record.iter().map(|(_, record)| Arc::clone(record));
            positions.extend(record.map(Position::from_record));
            return Ok(());
        }
        if self.plies() == 0 {
            return Ok(());
        }
        let mut player = self.start()?;
        let mut played = entry.moves..entry.moves;
        positions.push(self.position(0, &player, &played));
        for ply in 1..self.plies() {
            let mut tokens = Tokens::new(&block.text[..entry.text.end], played.end);
            let san = tokens.next_common().or_else(|| match tokens.next() {
                Ok(Some(Token::Move(san))) => Some(san),
                _ => None,
            });
            if !san.is_some_and(|san| player.play(san)) {
                let mistake = format!("is illegal or ambiguous in {}", player.board);
                let reason = tokens.at_move(self.plies_before(), ply, &mistake);
                return Err(block.error(block.line_of(tokens.start), reason));
            }
            played = tokens.start..tokens.at;
            positions.push(self.position(ply, &player, &played));
        }
        Ok(())
    }

    fn position(&self, ply: u32, player: &GameBoard, played: &Range<usize>) -> Position {
        Position {
            pawns: player.pawns(),
            ply,
            game: Some(self.clone()),
            pieces: Pieces::Board(player.clone()),
            played: played.clone(),
        }
    }

    /// Returns the first position, unless its FEN is not that of a legal one.
    fn start(&self) -> Result<GameBoard, Error> {
        let Some((at, record)) = &self.entry().record else {
            return Ok(GameBoard::default());
        };
        let block = self.block();
        GameBoard::from_record(record).map_err(|reason| block.error(block.line_of(*at), reason))
    }
}
