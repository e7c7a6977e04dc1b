//! Reads positions from files and streams: FEN and EPD, one per line, and the main lines of PGN games.
//!
//! Only the pawns matter, so a FEN need not be a legal position: kings may be missing, and any number of pawns is
//! allowed.
//!
//! Pawns need no board: the text of a move determines what happens to them. [`blocks`] reads games in this way, in
//! several threads, and reports the mistakes that pawns show, such as a move of a pawn that is not there.
//! [`Game::positions`], [`open`] and [`read`] play every move on a board, so they also report illegal moves and know the
//! other pieces. Where all moves are legal, both give the same pawns.
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

#[cfg(any(feature = "gzip", feature = "zstd"))]
mod ahead;
mod blocks;
mod board;
mod compression;
pub mod embedded;
mod fen;
mod games;
mod parallel;
mod pawn_moves;
mod pgn;
pub mod records;
mod san;

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use pawnfill::{Color, Pawns, Square};

pub use blocks::Blocks;
pub use games::{Game, Games, Run};

use board::Player;
use games::Steps;

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
    Board(Box<Player>),
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
        match &self.pieces {
            Pieces::Record(..) => match self.field(1)? {
                "w" => Some(Color::White),
                _ => Some(Color::Black),
            },
            Pieces::Board(player) => match player.board.side_to_move() {
                cozy_chess::Color::White => Some(Color::White),
                cozy_chess::Color::Black => Some(Color::Black),
            },
        }
    }

    /// Returns the number of the next move, or `None` if the record does not say it.
    #[must_use]
    pub fn move_number(&self) -> Option<u32> {
        match &self.pieces {
            Pieces::Record(..) => self.field(5)?.parse().ok(),
            Pieces::Board(player) => Some(player.number),
        }
    }

    /// Returns a field of the FEN of a record.
    fn field(&self, index: usize) -> Option<&str> {
        let Pieces::Record(record, length) = &self.pieces else { return None };
        record[..*length].split_ascii_whitespace().nth(index)
    }

    /// Returns the move that led here, as in the text of the game but without its evaluation, or `None` for the first
    /// position.
    #[must_use]
    pub fn last_move(&self) -> Option<Cow<'_, str>> {
        let text = self.game.as_ref()?.block_text().get(self.played.clone())?;
        (!text.is_empty()).then(|| String::from_utf8_lossy(san::without_evaluation(text)))
    }

    /// Returns the occupied squares, each with the letter of its piece in a FEN.
    #[must_use]
    pub fn pieces(&self) -> Vec<(Square, char)> {
        fen::pieces(&self.fen())
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

/// Opens a file of positions; `-` is standard input.
///
/// A file is read as PGN if its name ends in `.pgn`, with or without `.gz` or `.zst`, or if its first line that is
/// neither blank nor a comment begins with `[`. Other files are read as FEN or EPD lines. Blank lines and lines that
/// begin with `#` are skipped.
///
/// # Errors
///
/// Returns an error if the file cannot be opened.
pub fn open(path: &Path) -> Result<Positions, Error> {
    if path == Path::new("-") {
        return Ok(read("standard input", io::stdin(), None));
    }
    let source = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok(read(&source, BufReader::new(file), Format::of(path))),
        Err(error) => Err(Error { source: source.into(), line: None, reason: error.to_string() }),
    }
}

/// Reads positions from any input. `source` is its name in errors. Without a format, the first line decides.
pub fn read(source: &str, input: impl Read + Send + 'static, format: Option<Format>) -> Positions {
    Positions {
        blocks: Blocks::new(source, compression::decompressed(input, &None), format, None),
        games: None,
        next: 0,
        first: 1,
        steps: None,
        broken: false,
        failed: false,
    }
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
    let failed = |error: rayon::ThreadPoolBuildError| Error {
        source: source.into(),
        line: None,
        reason: format!("cannot start {threads} threads: {error}"),
    };
    let pool = parallel::pool(threads).map_err(failed)?;
    Ok(Blocks::new(source, compression::decompressed(input, &pool), format, pool))
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

/// An iterator over the positions of an input, which plays every move. It ends after the first error, unless
/// [`resume`](Self::resume) is called.
pub struct Positions {
    blocks: Blocks,
    /// The current block, and the place of the next game in it.
    games: Option<Arc<Games>>,
    next: usize,
    /// The number of the first game of the next block.
    first: u64,
    steps: Option<Steps>,
    /// Whether the input cannot be read any further.
    broken: bool,
    failed: bool,
}

impl Positions {
    /// Continues after an error, with the next line or the next game.
    ///
    /// Returns `false` if the input cannot be read any further.
    pub fn resume(&mut self) -> bool {
        self.failed = false;
        !self.broken
    }

    /// Returns the next games of the input together. Their moves are not played yet.
    fn next_games(&mut self) -> Option<Result<Arc<Games>, Error>> {
        let block = match self.blocks.next()? {
            Ok(block) => block,
            Err(error) => {
                self.broken = true;
                return Some(Err(error));
            }
        };
        let mut games = block.parse();
        games.number_from(self.first);
        self.first += games.count();
        Some(Ok(Arc::new(games)))
    }

    fn read_next(&mut self) -> Option<Result<Position, Error>> {
        loop {
            if let Some(position) = self.steps.as_mut().and_then(Steps::next) {
                return Some(position);
            }
            self.steps = self.games.as_ref().and_then(|games| games.get(self.next)).map(Steps::new);
            self.next += 1;
            if self.steps.is_none() {
                match self.next_games()? {
                    Ok(games) => (self.games, self.next) = (Some(games), 0),
                    Err(error) => return Some(Err(error)),
                }
            }
        }
    }
}

impl Iterator for Positions {
    type Item = Result<Position, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.broken {
            return None;
        }
        let next = self.read_next();
        self.failed = matches!(next, Some(Err(_)));
        next
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
