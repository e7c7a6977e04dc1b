//! Reads positions from files, standard input and arguments.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use pawnfill_expression::text::printable;
use pawnfill_positions::{self as positions, Blocks, Error, Format, Games, NoteCounts, Position};

/// Positions, up to what cannot be read.
pub(crate) type Positions<'a> = Box<dyn Iterator<Item = Result<Position, Error>> + 'a>;

/// Returns the positions of the arguments in order. Each is a FEN or EPD record, a file, or `-`.
pub(crate) fn arguments(arguments: &[String]) -> Positions<'_> {
    Box::new(arguments.iter().zip(1..).flat_map(|(argument, number)| {
        argument_positions(argument, number).unwrap_or_else(|error| Box::new(std::iter::once(Err(error))))
    }))
}

fn argument_positions(argument: &str, number: usize) -> Result<Positions<'static>, Error> {
    let path = Path::new(argument);
    if argument != "-" && !path.exists() {
        let position = argument.parse().map_err(|reason: String| {
            let source = format!("argument {number}").into();
            Error { source, line: None, reason: format!("{reason} (and no file has this name)") }
        });
        return Ok(Box::new(std::iter::once(position)));
    }
    let mut positions = positions::open(path)?.peekable();
    if positions.peek().is_none() {
        return Err(empty(if argument == "-" { "standard input" } else { argument }));
    }
    Ok(Box::new(positions))
}

/// Returns the error of an input without positions.
fn empty(name: &str) -> Error {
    Error { source: name.into(), line: None, reason: "no positions found".to_owned() }
}

/// The number of bad lines and games that are described. The others are usually only counted.
const DESCRIBED: u64 = 10;

/// The size of a pipe in bytes: the most that Linux allows every user.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;

/// How games are read.
#[derive(clap::Args)]
pub(crate) struct Reading {
    /// Skip and count what cannot be read, instead of stopping
    #[arg(long)]
    pub(crate) skip_bad: bool,

    /// Describe all that --skip-bad skips, and not only the first ten
    ///
    /// Add `2> mistakes.txt` to keep them in a file.
    #[arg(long, requires = "skip_bad", hide_short_help = true)]
    pub(crate) describe_all: bool,

    /// Read this format: pgn, or fen for lines of FEN or EPD [default: from the name or the first line]
    #[arg(long, value_name = "FORMAT", hide_short_help = true)]
    pub(crate) input_format: Option<Format>,

    /// Use this many threads [default: all processors, or all but one for `-`]
    ///
    /// The program that writes to the pipe needs a processor, too.
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Reading {
    fn threads(&self, is_stdin: bool) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(|| all().saturating_sub(is_stdin.into()).max(1), usize::from)
    }
}

/// What was taken from some games.
pub(crate) struct Taken {
    pub(crate) positions: u64,
    pub(crate) errors: Vec<Error>,
    /// Whether no more games are needed.
    pub(crate) is_enough: bool,
}

/// What ended the reading of files.
pub(crate) enum End {
    /// All were read.
    Whole,
    /// The last error of an input that ends early, where bad input is skipped.
    Unread(Error),
    /// A mistake that is not skipped.
    Mistake(Error),
}

impl End {
    /// Returns the error with which the program ends.
    pub(crate) fn result(self) -> anyhow::Result<()> {
        match self {
            Self::Whole => Ok(()),
            Self::Unread(error) => Err(anyhow::anyhow!("{} was not read to its end", error.source)),
            Self::Mistake(error) => Err(error.into()),
        }
    }
}

/// Checks that inputs exist, so that a missing one is not noticed after the ones before it were read, and that none is given
/// twice, which would count its games twice.
pub(crate) fn check_exist(paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut known = HashSet::new();
    for path in paths {
        if path.as_os_str() != "-" {
            std::fs::metadata(path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        }
        // A pipe has no canonical name.
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        anyhow::ensure!(known.insert(real), "{} is given twice", path.display());
    }
    Ok(())
}

/// Reads files one after the other. For each, `work` returns a function that gets its games in several threads, and `take`
/// gets the name of the file and the results in the order of the games. `note` is added to the speed.
pub(crate) fn read<T: Send + 'static, W: Fn(&Arc<Games>) -> T + Send + Sync + 'static>(
    paths: &[PathBuf],
    reading: &Reading,
    note: &str,
    mut work: impl FnMut(&str) -> W,
    mut take: impl FnMut(&str, T) -> anyhow::Result<Taken>,
) -> anyhow::Result<End> {
    let mut end = End::Whole;
    for path in paths {
        let (mut input, blocks) = Input::open(path, reading)?;
        let work = work(&input.name);
        for part in blocks.map(move |games| (games.notes(), work(games))) {
            let (notes, part) = match part {
                Ok(part) => part,
                // An input that ends early is an error at the end, so that nothing is lost until then.
                Err(error) if reading.skip_bad => {
                    say(&error);
                    input.is_cut = true;
                    end = End::Unread(error);
                    break;
                }
                Err(error) => return Ok(End::Mistake(error)),
            };
            let taken = take(&input.name, part)?;
            input.notes.add(&notes);
            input.count(taken.positions);
            for mistake in taken.errors {
                if !reading.skip_bad {
                    return Ok(End::Mistake(mistake));
                }
                input.skip(&mistake);
            }
            if taken.is_enough {
                input.finish(note)?;
                return Ok(end);
            }
        }
        input.finish(note)?;
    }
    Ok(end)
}

/// What was read of a file, with a progress bar if standard error is a terminal.
struct Input {
    /// The name in messages.
    name: String,
    progress: ProgressBar,
    /// The number of positions so far.
    read: u64,
    skipped: u64,
    /// The number of skipped lines and games to describe.
    described: u64,
    notes: NoteCounts,
    /// Whether it ended early.
    is_cut: bool,
}

impl Input {
    /// Opens a file; `-` is standard input.
    fn open(path: &Path, reading: &Reading) -> Result<(Self, Blocks), Error> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
        let failed =
            |error: io::Error| Error { source: name.as_str().into(), line: None, reason: error.to_string() };
        let (input, length): (Box<dyn Read + Send>, Option<u64>) = if is_stdin {
            #[cfg(target_os = "linux")]
            widen(&io::stdin());
            (Box::new(io::stdin()), None)
        } else {
            // Windows opens no folder, and says that access is denied.
            if path.is_dir() {
                return Err(failed(io::ErrorKind::IsADirectory.into()));
            }
            let file = File::open(path).map_err(failed)?;
            let data = file.metadata().map_err(failed)?;
            (Box::new(file), data.is_file().then_some(data.len()))
        };
        let progress = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        let style = match length {
            Some(_) => "{wide_bar} {bytes} of {total_bytes}, {msg}, {eta} left",
            None => "{spinner} {bytes}, {msg}",
        };
        progress.set_style(ProgressStyle::with_template(style).expect("a template"));
        let input = progress.wrap_read(input);
        let blocks = positions::blocks(
            &name,
            input,
            reading.input_format.or(Format::of(path)),
            reading.threads(is_stdin),
        )?;
        let described = if reading.describe_all { u64::MAX } else { DESCRIBED };
        Ok((
            Self {
                name,
                progress,
                read: 0,
                skipped: 0,
                described,
                notes: NoteCounts::default(),
                is_cut: false,
            },
            blocks,
        ))
    }

    /// Counts positions, and reports the progress.
    fn count(&mut self, positions: u64) {
        self.read += positions;
        if !self.progress.is_hidden() {
            self.progress.set_message(rate(self.read, self.progress.elapsed().as_secs_f64()));
        }
    }

    /// Reports the number of positions, the speed with a note, and the numbers of skipped lines and games, and of games
    /// with a note. An input without positions is an error.
    fn finish(self, note: &str) -> Result<(), Error> {
        self.progress.finish_and_clear();
        if self.read == 0 && self.skipped == 0 && !self.is_cut {
            return Err(empty(&self.name));
        }
        let seconds = self.progress.elapsed().as_secs_f64();
        let rate = rate(self.read, seconds);
        let name = &self.name;
        say(format_args!("{name}: {} in {seconds:.2} s, {rate}{note}", counted(self.read, "position")));
        if self.skipped > 0 {
            let what = if self.skipped == 1 { "line or game" } else { "lines or games" };
            say(format_args!("{name}: skipped {} bad {what}", HumanCount(self.skipped)));
        }
        for (note, games) in self.notes.iter() {
            say(format_args!("{name}: {} {note}", counted(games, "game")));
        }
        Ok(())
    }

    /// Counts a bad line or game, and describes the first ones.
    fn skip(&mut self, error: &Error) {
        self.skipped += 1;
        let more = if self.skipped == self.described { " (further ones are only counted)" } else { "" };
        if self.skipped <= self.described {
            self.progress.suspend(|| say(format_args!("skipped: {error}{more}")));
        }
    }
}

/// Enlarges a pipe, so that the programs at its ends wake each other less often. Does nothing to other inputs.
#[cfg(target_os = "linux")]
fn widen(input: &impl std::os::fd::AsFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(input, PIPE);
}

/// Returns a number with what it counts.
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", HumanCount(number), if number == 1 { "" } else { "s" })
}

fn rate(positions: u64, seconds: f64) -> String {
    let rate = positions as f64 / seconds.max(1e-6);
    format!("{} positions per second", HumanCount(rate as u64))
}

/// Writes a line to standard error. A closed pipe is ignored.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", printable(line.to_string()));
}

#[cfg(test)]
mod tests;
