//! Reads positions from files and streams: FEN and EPD, one per line, and the main lines of PGN games.
//!
//! Only the pawns matter, so a FEN need not be a legal position: kings may be missing, and any number of pawns is
//! allowed. A PGN must be legal, because its moves are played.
//!
//! Compressed input is recognized by its first bytes. The features `gzip` and `zstd` decompress it. Without them, an
//! error names the compression.
//!
//! [`embedded`] contains positions of real games, and [`records`] is the format in which one program passes pawns to
//! another.
//!
//! Memory use does not depend on the size of the input. A line has at most [`MAX_LINE`] bytes, and the reader keeps one
//! line, or one game after [`Positions::keep_games`].

mod compression;
pub mod embedded;
mod fen;
mod lines;
mod pgn;
pub mod records;

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use cozy_chess::Board;
use pawnfill::{Pawns, Square};

use lines::Lines;
use pgn::Pgn;

/// The maximum length of a line in bytes. A whole game with comments on one line is far shorter.
pub const MAX_LINE: usize = 1 << 20;

/// A position that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The pawns.
    pub pawns: Pawns,
    /// The half-moves since the first position of the game, or 0 for a position without a game.
    pub ply: u32,
    /// The game, or `None` for a position from a FEN or EPD record.
    pub game: Option<Arc<Game>>,
    pieces: Pieces,
}

/// The source of the FEN of a position, which is only written on request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pieces {
    Fen(Box<str>),
    Board(Board),
}

impl Position {
    /// Returns the FEN: as in the input but without EPD operations, or the FEN of a position of a game.
    #[must_use]
    pub fn fen(&self) -> Cow<'_, str> {
        match &self.pieces {
            Pieces::Fen(fen) => Cow::Borrowed(fen),
            Pieces::Board(board) => {
                // Long enough for every board, so that it does not grow.
                let mut fen = String::with_capacity(96);
                let _ = write!(fen, "{board}");
                Cow::Owned(fen)
            }
        }
    }

    /// Returns the occupied squares, each with the letter of its piece in a FEN.
    #[must_use]
    pub fn pieces(&self) -> Vec<(Square, char)> {
        fen::pieces(&self.fen())
    }
}

/// A game of a PGN.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Game {
    /// Its number in the input, from 1.
    pub number: u64,
    /// Its tags in order, each a name and a value.
    pub tags: Vec<(String, String)>,
}

impl Game {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
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
        return Ok(read("standard input", io::stdin().lock(), None));
    }
    let source = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok(read(&source, BufReader::new(file), Format::of(path))),
        Err(error) => Err(Error { source: source.into(), line: None, reason: error.to_string() }),
    }
}

/// Reads positions from any input. `source` is its name in errors. Without a format, the first line decides.
pub fn read(source: &str, input: impl BufRead + 'static, format: Option<Format>) -> Positions {
    let lines = Lines::new(source, compression::decompressed(input));
    Positions { lines, format, pgn: Pgn::default(), failed: false }
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

/// An iterator over the positions of an input. It ends after the first error, unless [`resume`](Self::resume) is
/// called.
pub struct Positions {
    lines: Lines,
    format: Option<Format>,
    pgn: Pgn,
    failed: bool,
}

impl Positions {
    /// Continues after an error, with the next line or the next game.
    ///
    /// Returns `false` if the input cannot be read any further.
    pub fn resume(&mut self) -> bool {
        if self.lines.broken {
            return false;
        }
        if self.failed {
            match self.format {
                Some(Format::Pgn) => self.pgn.skip_game(&mut self.lines),
                _ => self.lines.skip_line(),
            }
            self.failed = false;
        }
        true
    }

    /// Keeps the text of each game, for [`last_game`](Self::last_game).
    pub fn keep_games(&mut self) {
        self.lines.keep();
    }

    /// Returns the text of the last complete game, exactly as in the input.
    ///
    /// A game is complete when the first position of the next game is read, and at the end of the input.
    #[must_use]
    pub fn last_game(&self) -> &[u8] {
        &self.pgn.last_game
    }

    fn read_next(&mut self) -> Result<Option<Position>, Error> {
        if self.format.is_none() {
            // The first line that is neither blank nor a comment decides.
            self.skip_lines_that_say_nothing()?;
            let is_tag = self.lines.rest().trim_ascii_start().starts_with(b"[");
            self.format = Some(if is_tag { Format::Pgn } else { Format::Lines });
        }
        match self.format {
            Some(Format::Pgn) => self.pgn.next(&mut self.lines),
            _ => self.next_line(),
        }
    }

    fn next_line(&mut self) -> Result<Option<Position>, Error> {
        if !self.skip_lines_that_say_nothing()? {
            return Ok(None);
        }
        let text =
            std::str::from_utf8(self.lines.rest()).map_err(|_| self.lines.error("this is not UTF-8 text"))?;
        let position = fen::parse(text).map_err(|reason| self.lines.error(reason))?;
        self.lines.skip_line();
        Ok(Some(position))
    }

    /// Skips blank lines and comments. Returns `false` at the end of the input.
    fn skip_lines_that_say_nothing(&mut self) -> Result<bool, Error> {
        while self.lines.advance()? {
            let line = self.lines.rest().trim_ascii();
            if !line.is_empty() && !line.starts_with(b"#") {
                return Ok(true);
            }
            self.lines.skip_line();
        }
        Ok(false)
    }
}

impl Iterator for Positions {
    type Item = Result<Position, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.read_next().transpose();
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
