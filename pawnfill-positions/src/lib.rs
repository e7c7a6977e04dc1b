//! Positions from files and streams: FEN and EPD, one per line, and the main lines of PGN games.
//!
//! Only the pawns matter, so a FEN need not be a legal position: kings may be missing, pawns may be many.
//! A PGN must be legal chess, since its moves are played.
//!
//! Compressed input is recognized by its first bytes. The features `gzip` and `zstd` read it; without them, an error
//! names the compression.
//!
//! [`embedded`] has the positions of real games that come with the crate, and [`records`] is the form in which one
//! program hands pawns to another.
//!
//! Memory does not grow with the input: a line has at most [`MAX_LINE`] bytes, and the reader holds one line, or one
//! game after [`Positions::keep_games`].

mod compression;
pub mod embedded;
mod fen;
mod lines;
mod pgn;
pub mod records;

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use cozy_chess::Board;
use pawnfill::{Pawns, Square};

use lines::Lines;
use pgn::Pgn;

/// The longest line accepted, in bytes. Whole games on one line, with comments, are far below it.
pub const MAX_LINE: usize = 1 << 20;

/// A position that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The pawns.
    pub pawns: Pawns,
    /// Half-moves since the first position of its game; 0 for a position that was given by itself.
    pub ply: u32,
    /// The game that it belongs to; `None` for a position that was given by itself.
    pub game: Option<Arc<Game>>,
    pieces: Pieces,
}

/// From what the FEN of a position is written when somebody asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pieces {
    Fen(Box<str>),
    Board(Board),
}

impl Position {
    /// Returns the FEN as it was written, without EPD operations; for a position of a game, its FEN.
    #[must_use]
    pub fn fen(&self) -> Cow<'_, str> {
        match &self.pieces {
            Pieces::Fen(fen) => Cow::Borrowed(fen),
            Pieces::Board(board) => Cow::Owned(board.to_string()),
        }
    }

    /// Returns the squares that are not empty, each with the letter of its piece in a FEN.
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

    /// Reads a FEN or an EPD record; the error is the reason, in words.
    fn from_str(text: &str) -> Result<Self, String> {
        fen::parse(text)
    }
}

/// Why positions could not be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    /// The file, or `standard input`.
    pub source: Arc<str>,
    /// The number of the line, from 1; `None` when the source could not be opened.
    pub line: Option<u64>,
    /// What is wrong.
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
/// neither blank nor a comment begins with `[`. Any other is read as FEN or EPD lines; blank lines and those that
/// begin with `#` are skipped.
///
/// # Errors
///
/// When the file cannot be opened.
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

/// Reads positions from any input; `source` names it in errors. Without a format, the first line decides.
pub fn read(source: &str, input: impl BufRead + 'static, format: Option<Format>) -> Positions {
    let lines = Lines::new(source, compression::decompressed(input));
    Positions { lines, format, pgn: Pgn::default(), failed: false }
}

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// FEN or EPD, one per line.
    Lines,
    /// Games.
    Pgn,
}

impl Format {
    /// Returns the format that the name of a file promises, if it does: PGN for `games.pgn` and `games.PGN.gz`.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let ends_in =
            |path: &Path, end: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
        let unpacked = if ["gz", "zst"].iter().any(|end| ends_in(path, end)) {
            path.with_extension("")
        } else {
            path.to_owned()
        };
        ends_in(&unpacked, "pgn").then_some(Self::Pgn)
    }
}

/// The positions of an input, one after the other; it ends with the first error, unless [`resume`](Self::resume) goes
/// on after it.
pub struct Positions {
    lines: Lines,
    format: Option<Format>,
    pgn: Pgn,
    failed: bool,
}

impl Positions {
    /// Goes on after an error, with the next line or the next game.
    ///
    /// Returns `false` if the input cannot be read any further, and there is no next line.
    pub fn resume(&mut self) -> bool {
        if self.lines.is_broken() {
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

    /// Returns the text of the last game that was read to its end, as it was written.
    ///
    /// It is whole when the first position of the next game was read, and at the end of the input.
    #[must_use]
    pub fn last_game(&self) -> &[u8] {
        self.pgn.last_game()
    }

    fn read_next(&mut self) -> Result<Option<Position>, Error> {
        let format = match self.format {
            Some(format) => format,
            None => self.sniff()?,
        };
        match format {
            Format::Pgn => self.pgn.next(&mut self.lines),
            Format::Lines => self.next_line(),
        }
    }

    /// Looks at the first line that says something.
    fn sniff(&mut self) -> Result<Format, Error> {
        self.skip_lines_that_say_nothing()?;
        let is_tag = self.lines.rest().trim_ascii_start().starts_with(b"[");
        let format = if is_tag { Format::Pgn } else { Format::Lines };
        self.format = Some(format);
        Ok(format)
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

    /// Skips blank lines and comments; `false` at the end of the input.
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

/// A piece of the input for a message: quoted, escaped and short.
fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
