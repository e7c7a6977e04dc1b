//! Reads positions from files and streams: FEN and EPD, one per line, and the main lines of PGN games.
//!
//! Only the pawns matter, so a FEN need not be a legal position: kings may be missing, and any number of pawns is
//! allowed.
//!
//! Games are read in two ways, which give the same pawns where all moves are legal:
//!
//! * [`blocks`] reads the pawns from the text of the moves, without a board and in several threads. It reports the mistakes
//!   that pawns show, such as a move of a pawn that is not there.
//! * [`Game::positions`], [`open`] and [`read`] play every move on a board, so they know the other pieces and report every
//!   illegal move.
//!
//! A line that begins with a tag starts a new game if the last line above it that is not blank does not, so a comment or a
//! variation that is never closed damages only one game.
//!
//! Compressed input is recognized by its first bytes. The features `gzip` and `zstd` decompress it and verify its
//! checksums, without a C compiler. Without them, an error names the compression.
//!
//! [`embedded`] contains positions of real games, and [`records`] is the format in which one program passes pawns to
//! another.
//!
//! Memory use does not depend on the size of the input, but on the number of threads. A line of FEN has at most
//! [`MAX_LINE`] bytes, and a game at most [`MAX_GAME`].

mod blocks;
mod board;
mod compression;
pub mod embedded;
mod fen;
mod games;
mod notes;
mod parallel;
mod pawn_moves;
mod pgn;
pub mod records;
mod san;
mod tags;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use pawnfill::{Color, Pawns, Placement};

pub use blocks::Blocks;
pub use games::{Game, Games, PawnRun};
pub use notes::{Note, NoteCounts};
pub use tags::{Date, GameResult, Tags};

use board::GameBoard;

/// The maximum length of a line with a FEN or EPD record in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// The maximum length of a game in bytes, with its comments and variations.
pub const MAX_GAME: usize = 1 << 24;

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
    /// The text of the move that led here, in the block of the game.
    played: Range<usize>,
}

/// The source of the FEN of a position, which is only written on request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pieces {
    /// A record, and the length of the FEN at its start.
    Record(Box<str>, usize),
    Board(GameBoard),
}

impl Position {
    /// Returns the FEN: as in the input but without EPD operations, or the FEN of a position of a game.
    #[must_use]
    pub fn fen(&self) -> Cow<'_, str> {
        match &self.pieces {
            Pieces::Record(record, length) => Cow::Borrowed(&record[..*length]),
            Pieces::Board(player) => Cow::Owned(player.fen()),
        }
    }

    /// Returns the operations of an EPD record as in the input, such as `bm e4; id "1";`, or an empty text.
    #[must_use]
    pub fn operations(&self) -> &str {
        match &self.pieces {
            Pieces::Record(record, length) => record[*length..].trim(),
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
            Pieces::Record(..) => self.field(5)?.parse().ok(),
            Pieces::Board(player) => Some(player.number),
        }
    }

    /// Returns the square of the en passant field of a record as a set.
    fn passed(&self) -> u64 {
        match self.field(3).map(str::as_bytes) {
            Some([file @ b'a'..=b'h', rank @ (b'3' | b'6')]) => 1 << (8 * (rank - b'1') + file - b'a'),
            _ => 0,
        }
    }

    /// Returns a field of the FEN of a record.
    fn field(&self, index: usize) -> Option<&str> {
        let Pieces::Record(record, length) = &self.pieces else { return None };
        record[..*length].split_whitespace().nth(index)
    }

    /// Returns the move that led here, as in the text of the game but without its evaluation, or `None` for the first
    /// position.
    #[must_use]
    pub fn last_move(&self) -> Option<Cow<'_, str>> {
        let text = self.played()?;
        (!text.is_empty()).then(|| String::from_utf8_lossy(san::without_evaluation(text)))
    }

    /// Returns the next move of the game, as in its text but without its evaluation, and as the squares from which and to which
    /// it goes, or `None` at the end of the game or of its legal moves.
    #[must_use]
    pub fn next_move(&self) -> Option<(Cow<'_, str>, String)> {
        let Pieces::Board(player) = &self.pieces else { return None };
        let game = self.game.as_ref().filter(|game| self.ply + 1 < game.plies())?;
        let (text, san) = game.move_after(&self.played)?;
        let text = String::from_utf8_lossy(san::without_evaluation(text));
        Some((text, player.coordinates(san)?))
    }

    /// Returns the value of a command in the comments after the move that led here: of `eval`, it is `0.35` in
    /// `{[%eval 0.35]}`.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<String> {
        let value = |command: &str| {
            let value = command.strip_prefix(name)?.strip_prefix(|c: char| c.is_ascii_whitespace())?;
            Some(value.split_once(']')?.0.trim().to_owned())
        };
        let mut comments = self.annotations().filter(|text| text.starts_with(b"{"));
        comments.find_map(|comment| String::from_utf8_lossy(comment).split("[%").skip(1).find_map(value))
    }

    /// Returns the numbers of the glyphs of the move that led here, such as 14 for `$14`. The signs from `!` to `?!` are 1 to 6.
    #[must_use]
    pub fn nags(&self) -> BTreeSet<u8> {
        let moved = self.played().unwrap_or_default();
        let sign = &moved[san::without_evaluation(moved).len()..];
        self.annotations().chain([sign]).filter_map(pgn::nag).collect()
    }

    /// Returns the text of the move that led here.
    fn played(&self) -> Option<&[u8]> {
        self.game.as_ref()?.block_text().get(self.played.clone())
    }

    /// Returns the comments and glyphs after this text.
    fn annotations(&self) -> impl Iterator<Item = &[u8]> {
        pgn::annotations(self.game.as_ref().map_or(b"", |game| game.text_after(&self.played)))
    }

    /// Returns the squares of all pieces.
    #[must_use]
    pub fn placement(&self) -> Placement {
        match &self.pieces {
            Pieces::Record(..) => self.field(0).and_then(|field| field.parse().ok()).unwrap_or_default(),
            Pieces::Board(player) => player.placement(),
        }
    }
}

impl std::str::FromStr for Position {
    type Err = String;

    /// Parses a FEN or EPD record. The error is the reason as text.
    fn from_str(text: &str) -> Result<Self, String> {
        fen::parse(text)
    }
}

/// An error in an input, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    /// The file, or `standard input`.
    pub source: Arc<str>,
    /// The number of the line, from 1, or `None` if the source could not be opened.
    pub line: Option<u64>,
    /// The reason.
    pub reason: String,
}

impl Error {
    fn of(source: &str, reason: impl fmt::Display) -> Self {
        Self { source: source.into(), line: None, reason: reason.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for Error {}

/// Opens a file of positions; `-` is standard input. The positions are those of [`read`].
///
/// A file is read as PGN if its name ends in `.pgn`, with or without `.gz` or `.zst`, or if its first line that is
/// neither blank nor a comment begins with a tag, a comment of PGN, a move or a result. Other files are read as FEN or EPD lines. Blank lines and lines that
/// begin with `#` are skipped.
///
/// # Errors
///
/// Returns an error if the file cannot be opened.
pub fn open(path: &Path) -> Result<impl Iterator<Item = Result<Position, Error>> + use<>, Error> {
    let source =
        if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let input: io::Result<Box<dyn Read + Send>> = match path.to_str() {
        Some("-") => Ok(Box::new(io::stdin())),
        _ => File::open(path).map(|file| Box::new(file) as _),
    };
    Ok(read(&source, input.map_err(|error| Error::of(&source, error))?, Format::of(path)))
}

/// Reads positions from any input, and plays every move. `source` is its name in errors. Without a format, the first line
/// decides.
///
/// After a mistake in a line or a game, the next one follows. An input that cannot be read any further ends with an error.
pub fn read<R: Read + Send + 'static>(
    source: &str,
    input: R,
    format: Option<Format>,
) -> impl Iterator<Item = Result<Position, Error>> + use<R> {
    let one_thread = None;
    Blocks::new(source, input, format, one_thread).map(Arc::clone).flat_map(|games| {
        let (games, error) = games.map_or_else(|error| (None, Some(Err(error))), |games| (Some(games), None));
        games.into_iter().flat_map(|games| games.iter()).flat_map(|game| game.positions()).chain(error)
    })
}

/// Cuts an input into blocks, for [`Blocks::map`] in this many threads. The other arguments are those of [`read`].
///
/// # Errors
///
/// Returns an error if the threads cannot be started.
pub fn blocks(
    source: &str,
    input: impl Read + Send + 'static,
    format: Option<Format>,
    threads: usize,
) -> Result<Blocks, Error> {
    let pool = parallel::pool(threads);
    let pool =
        pool.map_err(|error| Error::of(source, format_args!("cannot start {threads} threads: {error}")))?;
    Ok(Blocks::new(source, input, format, pool))
}

/// The format of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// FEN or EPD, one per line.
    Lines,
    /// Games.
    Pgn,
}

impl Format {
    /// Returns the format that belongs to the name of a file, if there is one: PGN for `games.pgn` and `games.PGN.gz`.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.to_string_lossy().to_ascii_lowercase();
        let unpacked = [".gz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
        unpacked.ends_with(".pgn").then_some(Self::Pgn)
    }
}

impl std::str::FromStr for Format {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "pgn" => Ok(Self::Pgn),
            "fen" => Ok(Self::Lines),
            _ => Err("expected pgn or fen"),
        }
    }
}

/// Returns a part of the input for a message: quoted, escaped and shortened.
fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
