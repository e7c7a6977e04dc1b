//! Reads positions from files, standard input and arguments.

use std::collections::{HashSet, VecDeque};
use std::fmt::Display;
use std::fs::File;
use std::hash::Hash;
use std::io::{self, Read, Write};
use std::num::NonZero;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;

use anyhow::Context as _;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use pawnfill_expression::text::printable;
use pawnfill_positions::{self as positions, Error, Format, Games, NoteCounts, Position};

/// Positions, up to what cannot be read.
pub(crate) type Positions<'a> = Box<dyn Iterator<Item = Result<Position, Error>> + 'a>;

/// Returns the positions of the arguments in order. Each is a FEN or EPD record, a file, or `-`.
pub(crate) fn arguments(arguments: &[String]) -> Positions<'_> {
    Box::new(arguments.iter().zip(1..).flat_map(|(argument, number)| {
        argument_positions(argument, number)
            .unwrap_or_else(|error| Box::new(std::iter::once(Err(error))))
    }))
}

fn argument_positions(argument: &str, number: usize) -> Result<Positions<'static>, Error> {
    let path = Path::new(argument);
    if argument != "-" && !path.exists() {
        let position = argument.parse().map_err(|reason: String| {
            let source = format!("argument {number}").into();
            Error {
                source,
                line: None,
                reason: format!("{reason} (and no file has this name)"),
            }
        });
        return Ok(Box::new(std::iter::once(position)));
    }
    let mut positions = positions::open(path)?.peekable();
    if positions.peek().is_none() {
        return Err(empty(&name(path)));
    }
    Ok(Box::new(positions))
}

/// Returns the error of an input without positions.
fn empty(name: &str) -> Error {
    Error {
        source: name.into(),
        line: None,
        reason: "no positions found".to_owned(),
    }
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

    /// Read this format: pgn, or fen for lines of FEN or EPD [default: from the name or
    /// the first line]
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
        self.threads
            .map_or_else(|| all().saturating_sub(is_stdin.into()).max(1), usize::from)
    }

    /// Returns how many inputs are read side by side. One that is not compressed keeps
    /// all threads busy.
    fn inputs(&self, paths: &[PathBuf]) -> usize {
        let is_packed = |path: &PathBuf| {
            path.extension().is_some_and(|end| {
                ["gz", "zst"]
                    .iter()
                    .any(|one| end.eq_ignore_ascii_case(one))
            })
        };
        if paths.iter().all(is_packed) {
            self.threads(false).min(paths.len())
        } else {
            1
        }
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

/// Returns the name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Checks that inputs exist, so that a missing one is not noticed after the ones before it were
/// read, and that none is given twice, which would count its games twice.
pub(crate) fn check_exist(paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut known = HashSet::new();
    for path in paths {
        let real = (path.as_os_str() != "-")
            .then(|| identity(path))
            .transpose();
        let real = real.map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        anyhow::ensure!(known.insert(real), "{} is given twice", path.display());
    }
    Ok(())
}

/// Returns what a file has in common with its other names, without opening it, because opening a
/// pipe can wait.
fn identity(path: &Path) -> io::Result<impl Eq + Hash + use<>> {
    #[cfg(unix)]
    return std::fs::metadata(path).map(|data| (data.dev(), data.ino()));
    #[cfg(not(unix))]
    std::fs::metadata(path).map(|_| path.canonicalize().unwrap_or_else(|_| path.to_owned()))
}

/// Results of the blocks of an input, each with the notes on its games.
type Parts<T> = Box<dyn Iterator<Item = PartOf<T>>>;
type PartOf<T> = Result<(NoteCounts, T), Error>;

/// Reads files in their order. For each, `work` returns a function that gets its games in several
/// threads, and `take` gets the name of the file and the results in the order of the games. `join`
/// adds results to those before, or returns them if they would need more memory together. `note` is
/// added to the speed.
pub(crate) fn read<T: Send + 'static, W: Fn(&Arc<Games>) -> T + Send + Sync + 'static>(
    paths: &[PathBuf],
    reading: &Reading,
    note: &str,
    mut work: impl FnMut(&str) -> W,
    mut take: impl FnMut(&str, T) -> anyhow::Result<Taken>,
    join: Option<Join<T>>,
) -> anyhow::Result<End> {
    let mut end = End::Whole;
    let inputs = join.map_or(1, |_| reading.inputs(paths));
    let mut paths = paths.iter();
    let mut open = VecDeque::new();
    loop {
        for path in paths.by_ref().take(inputs - open.len()) {
            let input = Input::new(path, reading);
            let threads = reading
                .threads(path == Path::new("-"))
                .div_ceil(inputs)
                .max(inputs.min(2));
            let work = work(&input.name);
            let format = reading.input_format.or(Format::from_path(path));
            let parts = parts(path.clone(), input.progress.clone(), format, threads, work);
            let parts = match join.filter(|_| inputs > 1) {
                Some(join) => {
                    ahead(parts, WAITING / inputs, join).context("cannot start a thread")?
                }
                None => Box::new(std::iter::once_with(parts).flatten()),
            };
            open.push_back((input, parts));
        }
        let Some((mut input, parts)) = open.pop_front() else {
            return Ok(end);
        };
        input.progress.set_draw_target(ProgressDrawTarget::stderr());
        for part in parts {
            let (notes, part) = match part {
                Ok(part) => part,
                Err(error) if error.line.is_none() => return Err(error.into()),
                // An input that ends early is an error at the end, so that nothing is
                // lost until then.
                Err(error) if reading.skip_bad => {
                    say(&error);
                    input.is_cut = true;
                    end = End::Unread(error);
                    break;
                }
                Err(error) => return Ok(End::Mistake(error)),
            };
            // The bar is cleared before what is found is written.
            let taken = input.progress.suspend(|| take(&input.name, part))?;
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
}

/// Adds results to those before, or returns them.
pub(crate) type Join<T> = fn(&mut T, T) -> Option<T>;

/// The maximum number of results that wait in all inputs together.
const WAITING: usize = 1 << 9;

/// Returns a function that opens an input and returns its results. A pipe waits for its writer, and
/// a file for its first bytes.
fn parts<T: Send + 'static, W: Fn(&Arc<Games>) -> T + Send + Sync + 'static>(
    path: PathBuf,
    progress: ProgressBar,
    format: Option<Format>,
    threads: usize,
    work: W,
) -> impl FnOnce() -> Parts<T> + Send {
    let blocks = move || positions::blocks(&name(&path), open(&path, &progress)?, format, threads);
    move || match blocks() {
        Ok(blocks) => Box::new(blocks.map(move |games| (games.notes(), work(games)))),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// Lets a thread of its own get the results of an input, of which only this many wait.
fn ahead<T: Send + 'static>(
    parts: impl FnOnce() -> Parts<T> + Send + 'static,
    waiting: usize,
    join: Join<T>,
) -> io::Result<Parts<T>> {
    let (sender, receiver) = sync_channel(waiting.max(1));
    let thread = thread::Builder::new().spawn(move || send_all(parts(), &sender, join))?;
    // Without this, a panic would be taken for the end.
    let end = move || {
        thread
            .join()
            .map_or_else(|panic| resume_unwind(panic), |_| None)
    };
    Ok(Box::new(
        receiver
            .into_iter()
            .chain(std::iter::once_with(end).flatten()),
    ))
}

/// Sends the results of an input, joined while the channel is full, or returns nothing if nobody
/// receives them.
fn send_all<T>(parts: Parts<T>, sender: &SyncSender<PartOf<T>>, join: Join<T>) -> Option<()> {
    let mut held: Option<PartOf<T>> = None;
    for part in parts {
        let rest = match (&mut held, part) {
            (Some(Ok((notes, earlier))), Ok((more, part))) => match join(earlier, part) {
                None => {
                    notes.add(&more);
                    None
                }
                Some(part) => Some(Ok((more, part))),
            },
            (_, part) => Some(part),
        };
        if let Some(rest) = rest
            && let Some(held) = held.replace(rest)
        {
            sender.send(held).ok()?;
        }
        held = match sender.try_send(held.take()?) {
            Err(TrySendError::Full(held)) => Some(held),
            sent => sent.ok().map(|()| None)?,
        };
    }
    held.map(|held| sender.send(held))
        .transpose()
        .ok()
        .map(drop)
}

/// Opens a file; `-` is standard input.
fn open(path: &Path, progress: &ProgressBar) -> Result<impl Read + Send + 'static, Error> {
    let failed = |error: io::Error| Error {
        source: name(path).into(),
        line: None,
        reason: error.to_string(),
    };
    let input: Box<dyn Read + Send> = if path == Path::new("-") {
        #[cfg(target_os = "linux")]
        widen(&io::stdin());
        Box::new(io::stdin())
    } else {
        // Windows opens no folder, and says that access is denied.
        if path.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        let file = File::open(path).map_err(failed)?;
        let data = file.metadata().map_err(failed)?;
        if data.is_file() {
            progress.set_length(data.len());
            progress.set_style(style(
                "{wide_bar} {bytes} of {total_bytes}, {msg}, {eta} left",
            ));
        }
        Box::new(file)
    };
    Ok(progress.wrap_read(input))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template")
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
    /// An input whose progress is not shown yet.
    fn new(path: &Path, reading: &Reading) -> Self {
        let progress = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        progress.set_style(style("{spinner} {bytes}, {msg}"));
        let described = if reading.describe_all {
            u64::MAX
        } else {
            DESCRIBED
        };
        let name = name(path);
        let notes = NoteCounts::default();
        Self {
            name,
            progress,
            read: 0,
            skipped: 0,
            described,
            notes,
            is_cut: false,
        }
    }

    /// Counts positions, and reports the progress.
    fn count(&mut self, positions: u64) {
        self.read += positions;
        if !self.progress.is_hidden() {
            self.progress
                .set_message(rate(self.read, self.progress.elapsed().as_secs_f64()));
        }
    }

    /// Reports the number of positions, the speed with a note, and the numbers of skipped lines and
    /// games, and of games with a note. An input without positions is an error.
    fn finish(self, note: &str) -> Result<(), Error> {
        self.progress.finish_and_clear();
        if self.read == 0 && self.skipped == 0 && !self.is_cut {
            return Err(empty(&self.name));
        }
        let seconds = self.progress.elapsed().as_secs_f64();
        let rate = rate(self.read, seconds);
        let name = &self.name;
        say(format_args!(
            "{name}: {} in {seconds:.2} s, {rate}{note}",
            counted(self.read, "position")
        ));
        if self.skipped > 0 {
            let what = if self.skipped == 1 {
                "line or game"
            } else {
                "lines or games"
            };
            say(format_args!(
                "{name}: skipped {} bad {what}",
                HumanCount(self.skipped)
            ));
        }
        for (note, games) in self.notes.iter() {
            say(format_args!("{name}: {} {note}", counted(games, "game")));
        }
        Ok(())
    }

    /// Counts a bad line or game, and describes the first ones.
    fn skip(&mut self, error: &Error) {
        self.skipped += 1;
        let more = if self.skipped == self.described {
            " (further ones are only counted)"
        } else {
            ""
        };
        if self.skipped <= self.described {
            self.progress
                .suspend(|| say(format_args!("skipped: {error}{more}")));
        }
    }
}

/// Enlarges a pipe, so that the programs at its ends wake each other less often. Does nothing to
/// other inputs.
#[cfg(target_os = "linux")]
fn widen(input: &impl std::os::fd::AsFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(input, PIPE);
}

/// Returns a number with what it counts.
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!(
        "{} {what}{}",
        HumanCount(number),
        if number == 1 { "" } else { "s" }
    )
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
