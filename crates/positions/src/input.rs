//! What an input is, and what can be wrong with it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The maximum length of a line with a FEN or EPD record in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// The maximum length of a game in bytes, with its comments and variations.
pub const MAX_GAME: usize = 1 << 24;

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
    pub(super) fn new(source: &str, reason: impl fmt::Display) -> Self {
        Self {
            source: source.into(),
            line: None,
            reason: reason.to_string(),
        }
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
    /// Returns the format that belongs to the name of a file, if there is one: PGN for `games.pgn`
    /// and `games.PGN.gz`.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let name = path.to_string_lossy().to_ascii_lowercase();
        let unpacked = name
            .strip_suffix(".gz")
            .or_else(|| name.strip_suffix(".zst"));
        let unpacked = unpacked.unwrap_or(&name);
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
pub(super) fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
