//! Opens an input, and cuts it into blocks between games or lines.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use memchr::{memchr_iter, memrchr};

use super::compression::decompressed;
use super::games::{Block, Game, Games};
use super::input::{Error, Format, MAX_GAME, MAX_LINE};
use super::labels::{LabelOptions, Layout, Scheme};
use super::parallel::{Ordered, Pool, start_pool};
use super::parse::parse;
use super::position::Position;
use super::sections::{MARK, begins_games, last_result, last_section, unmarked};

/// The usual length of a block in bytes: enough for hundreds of games, and little enough for the
/// caches of a processor.
const BLOCK: usize = 1 << 18;

/// How other inputs begin, and what they are.
const OTHERS: [(&[u8], &str); 4] = [
    (b"\xff\xfe", "the input is UTF-16, but only UTF-8 is read"),
    (b"\xfe\xff", "the input is UTF-16, but only UTF-8 is read"),
    (
        b"BINP",
        "this is a binpack, which the tools of Stockfish convert to `plain`",
    ),
    (
        b"PuzzleId,",
        "this is the CSV of Lichess puzzles; its FENs are read with `cut -d, -f2 | tail -n +2`",
    ),
];

/// Opens a file of positions; `-` is standard input. The positions are those of [`read`].
///
/// A file is read as PGN if its name ends in `.pgn`, with or without `.gz` or `.zst`, or if its
/// first line that is neither blank nor a comment begins with a tag, a comment of PGN, a move
/// or a result. Other files are read as FEN or EPD lines. Blank lines and lines that begin with
/// `#` are skipped.
///
/// # Errors
///
/// Returns an error if the file cannot be opened.
pub fn open(path: &Path) -> Result<impl Iterator<Item = Result<Position, Error>> + use<>, Error> {
    if path == Path::new("-") {
        let input: Box<dyn Read + Send> = Box::new(io::stdin());
        return Ok(read("standard input", input, None));
    }
    let source = path.display().to_string();
    let file = File::open(path).map_err(|error| Error::new(&source, error))?;
    Ok(read(&source, Box::new(file), Format::from_path(path)))
}

/// Reads positions from any input, and plays every move. `source` is its name in errors. Without a
/// format, the first line decides.
///
/// After a mistake in a line or a game, the next one follows. An input that cannot be read any
/// further ends with an error.
pub fn read<R: Read + Send + 'static>(
    source: &str,
    input: R,
    format: Option<Format>,
) -> impl Iterator<Item = Result<Position, Error>> + use<R> {
    let one_thread = None;
    let blocks = Blocks::new(source, input, format, one_thread);
    let results = blocks.map(|games| games.iter().collect::<Vec<Game>>());
    results.flat_map(|games| {
        let (games, error) = match games {
            Ok(games) => (games, None),
            Err(error) => (Vec::new(), Some(Err(error))),
        };
        games
            .into_iter()
            .flat_map(|game| game.positions())
            .chain(error)
    })
}

/// Cuts an input into blocks, for [`Blocks::map`] in this many threads. The other arguments are
/// those of [`read`].
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
    match start_pool(threads) {
        Ok(pool) => Ok(Blocks::new(source, input, format, pool)),
        Err(error) => {
            let reason = format_args!("cannot start {threads} threads: {error}");
            Err(Error::new(source, reason))
        }
    }
}

/// The blocks of an input, which can be read in any order.
pub struct Blocks {
    input: BufReader<Box<dyn Read + Send>>,
    source: Arc<str>,
    format: Option<Format>,
    layout: Option<Layout>,
    label_options: Option<LabelOptions>,
    scheme: Option<Arc<Scheme>>,
    /// The text after the last block.
    text: Vec<u8>,
    /// The number of its first line.
    line: u64,
    /// The end of the input or the error that ended it.
    end: Option<Option<io::Error>>,
    pool: Pool,
}

impl Blocks {
    pub(super) fn new(
        source: &str,
        input: impl Read + Send + 'static,
        format: Option<Format>,
        pool: Pool,
    ) -> Self {
        let (input, end): (Box<dyn Read + Send>, _) = match decompressed(input, &pool) {
            Ok(input) => (input, None),
            Err(error) => (Box::new(io::empty()), Some(Some(error))),
        };
        let input = BufReader::with_capacity(BLOCK, input);
        Self {
            input,
            source: source.into(),
            format,
            layout: None,
            label_options: None,
            scheme: None,
            text: Vec::new(),
            line: 1,
            end,
            pool,
        }
    }

    /// Reads the labels of records, which are skipped without options.
    #[must_use]
    pub fn labeled(mut self, options: LabelOptions) -> Self {
        self.label_options = Some(options);
        self
    }

    /// Returns the names of the columns of tables that labels fill, by the first records.
    #[must_use]
    pub fn label_columns(mut self) -> Vec<&'static str> {
        let _ = self.find_cut();
        self.scheme
            .as_deref()
            .map_or_else(Vec::new, Scheme::columns)
    }

    /// Finds the games of all blocks and passes them to `work`, using the threads. The results are
    /// in the order of the input, and the games have their numbers in it.
    pub fn map<T, F>(mut self, work: F) -> impl Iterator<Item = Result<T, Error>>
    where
        T: Send + 'static,
        F: Fn(&Arc<Games>) -> T + Send + Sync + 'static,
    {
        let pool = self.pool.clone();
        let blocks = std::iter::from_fn(move || self.next_block().transpose());
        let parsed = Ordered::new(blocks, &pool, 2, |block| Ok(parse(block?)));
        let mut first = 1;
        let numbered = Iterator::map(parsed, move |games: Result<Games, Error>| {
            let mut games = games?;
            games.first = first;
            first += games.count();
            Ok(Arc::new(games))
        });
        Ordered::new(numbered, &pool, 2, move |games| Ok(work(&games?)))
    }

    /// Reads until the text has this length, or the input ends. A complete line is passed on before
    /// the next one arrives.
    fn fill(&mut self, length: usize) {
        while let missing @ 1.. = length.saturating_sub(self.text.len()) {
            let start = self.text.len();
            let read = match self.input.fill_buf() {
                Ok(bytes) => Ok(&bytes[..missing.min(bytes.len())]),
                Err(error) => Err(error),
            };
            match read {
                Ok([]) => self.end = Some(None),
                Ok(bytes) => {
                    self.text.extend_from_slice(bytes);
                    self.input.consume(self.text.len() - start);
                    end_lines(&mut self.text[start.saturating_sub(1)..]);
                    if self.is_games() || memrchr(b'\n', &self.text[start..]).is_none() {
                        continue;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    // The last game or line has lost its end.
                    let end = if self.is_games() {
                        last_section(&self.text)
                    } else {
                        self.layout().ends(&self.text).last()
                    };
                    self.text.truncate(end.unwrap_or(0));
                    self.end = Some(Some(error));
                }
            }
            return;
        }
    }

    fn is_games(&self) -> bool {
        self.format == Some(Format::Pgn)
    }

    /// Decides the format by the first line that is neither blank nor a comment, and drops the
    /// lines above games, and up to the header of a table.
    fn detect(&mut self) {
        if self.layout.is_some() || self.is_games() {
            return;
        }
        let mut at = 0;
        for line in self.text.split_inclusive(|&byte| byte == b'\n') {
            let text = unmarked(line).trim_ascii();
            match text.first() {
                Some(b'#') | None => at += line.len(),
                // The rest of the mark has not been read.
                Some(_) if MARK.starts_with(line) => return,
                Some(_) => {
                    let layout = Layout::new(&String::from_utf8_lossy(text));
                    let is_table = matches!(layout, Layout::Table(_));
                    if self.format.is_none() && layout != Layout::Json && begins_games(text) {
                        self.format = Some(Format::Pgn);
                    } else {
                        at = if is_table { at + line.len() } else { 0 };
                        (self.format, self.layout) = (Some(Format::Lines), Some(layout));
                    }
                    self.line += memchr_iter(b'\n', &self.text[..at]).count() as u64;
                    self.text.drain(..at);
                    return;
                }
            }
        }
    }

    fn layout(&self) -> Layout {
        self.layout
            .clone()
            .unwrap_or(Layout::Lines { numbers: false })
    }

    /// Returns `true` if a text that ends here is enough to know what labels mean.
    fn has_scheme(&mut self, end: usize) -> Result<bool, Error> {
        let (None, Some(layout), Some(options)) = (&self.scheme, &self.layout, &self.label_options)
        else {
            return Ok(true);
        };
        let text = &self.text[..end];
        match Scheme::new(layout.clone(), options, text, self.end.is_some()) {
            Ok(scheme) => self.scheme = scheme.map(Arc::new),
            Err((at, reason)) => {
                self.line += memchr_iter(b'\n', &text[..at]).count() as u64;
                return Err(self.failed(&reason));
            }
        }
        Ok(self.scheme.is_some())
    }

    /// Returns the next block. After an error, there is none.
    fn next_block(&mut self) -> Result<Option<Block>, Error> {
        let cut = self.find_cut()?;
        if cut == 0 {
            // An error is returned once.
            return match self.end.as_mut().and_then(Option::take) {
                None => Ok(None),
                Some(error) => Err(self.error(format!("cannot be read: {error}"))),
            };
        }
        let rest = self.text.split_off(cut);
        let text = std::mem::replace(&mut self.text, rest);
        let line = self.line;
        self.line += memchr_iter(b'\n', &text).count() as u64;
        Ok(Some(Block {
            source: Arc::clone(&self.source),
            scheme: match (&self.scheme, self.is_games()) {
                (_, true) => None,
                (None, _) => Some(Arc::new(Scheme::unknown(self.layout()))),
                (scheme, _) => scheme.clone(),
            },
            text,
            line,
        }))
    }

    /// Reads on until a block is complete, and returns its length.
    fn find_cut(&mut self) -> Result<usize, Error> {
        let mut length = BLOCK;
        loop {
            if self.end.is_none() {
                self.fill(length);
                if self.line == 1 {
                    self.check_start()?;
                }
                self.detect();
            }
            if self.end.is_some() {
                self.has_scheme(self.text.len())?;
                return Ok(self.text.len());
            }
            let (limit, unit) = if self.is_games() {
                (MAX_GAME, "game")
            } else {
                (MAX_LINE, "line")
            };
            let is_full = self.text.len() >= limit;
            let cut = if !self.is_games() {
                self.layout().ends(&self.text).last()
            } else if self.text.len() < length {
                // The format was found in a line, so there is more to read.
                None
            } else {
                last_section(&self.text).or_else(|| last_result(&self.text).filter(|_| is_full))
            };
            if let Some(cut) = cut {
                if self.has_scheme(cut)? {
                    return Ok(cut);
                }
                length = self.text.len() + BLOCK;
            } else if is_full {
                return Err(self.failed(&format!("the {unit} is longer than {limit} bytes")));
            }
            if self.text.len() >= length {
                length *= 2;
            }
        }
    }

    /// Refuses inputs of other kinds by their first bytes.
    fn check_start(&mut self) -> Result<(), Error> {
        for (start, what) in OTHERS {
            if self.text.starts_with(start) {
                return Err(self.failed(what));
            }
        }
        if self.text.get(257..262) == Some(b"ustar") {
            return Err(self.failed("this is a tar archive: extract its files first"));
        }
        if self.text.get(..32).is_some_and(is_binary) {
            return Err(self.failed(
                "this is binary, like the sets of bullet and viriformat, which their tools convert \
                 to text",
            ));
        }
        Ok(())
    }

    /// Returns the error that ends the input.
    fn failed(&mut self, reason: &str) -> Error {
        self.text.clear();
        self.end = Some(None);
        self.error(reason.to_owned())
    }

    fn error(&self, reason: String) -> Error {
        Error {
            source: Arc::clone(&self.source),
            line: Some(self.line),
            reason,
        }
    }
}

/// Returns `true` if text follows the byte 0, with which some files end.
fn is_binary(start: &[u8]) -> bool {
    let mut pairs = start.windows(2);
    pairs.any(|two| two[0] == 0 && two[1] > b' ' && two[1] != 0x1a)
}

/// Ends lines that end with a lone carriage return, of which the last byte may be a part.
fn end_lines(text: &mut [u8]) {
    for at in memchr_iter(b'\r', text).collect::<Vec<_>>() {
        if at + 1 < text.len() && text[at + 1] != b'\n' {
            text[at] = b'\n';
        }
    }
}
