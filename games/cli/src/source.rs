//! How and where positions are read: files, standard input and arguments.

use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::hash::Hash;
use std::io::{self, Read};
use std::iter::{once, once_with};
use std::num::NonZero;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;

use anyhow::{Context as _, anyhow, ensure};
use indicatif::ProgressBar;
use pawnfill_positions::{
    self as positions, Error, Format, Games, LabelOptions, NoteCounts, Position,
};

use crate::labels::Labels;
use crate::progress::{Progress, empty, style};

/// Positions, up to what cannot be read.
pub(crate) type Positions<'a> = Box<dyn Iterator<Item = Result<Position, Error>> + 'a>;

/// Returns the positions of the arguments in order. Each is a FEN or EPD record, a file, or `-`.
pub(crate) fn arguments(arguments: &[String]) -> Positions<'_> {
    Box::new(arguments.iter().zip(1..).flat_map(argument_positions))
}

fn argument_positions((argument, number): (&String, usize)) -> Positions<'static> {
    let path = Path::new(argument);
    if argument == "-" || path.exists() {
        return file_positions(path);
    }
    let position = argument.parse();
    Box::new(once(position.map_err(|reason: String| Error {
        source: format!("argument {number}").into(),
        line: None,
        reason: format!("{reason} (and no file has this name)"),
    })))
}

fn file_positions(path: &Path) -> Positions<'static> {
    let mut positions = match positions::open(path) {
        Ok(positions) => positions.peekable(),
        Err(error) => return Box::new(once(Err(error))),
    };
    match positions.peek() {
        None => Box::new(once(Err(empty(&name(path))))),
        Some(_) => Box::new(positions),
    }
}

/// The size of a pipe in bytes: the most that Linux allows every user.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;

/// How games are read.
#[derive(clap::Args)]
pub(crate) struct Source {
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

    #[command(flatten)]
    pub(crate) labels: Labels,

    /// Use this many threads [default: all processors, or all but one for `-`]
    ///
    /// The program that writes to the pipe needs a processor, too.
    #[arg(short = 'j', long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

/// What is made of games.
pub(crate) trait Work {
    /// What is made of some games without the others.
    type Part: Send + 'static;

    /// Returns a function that makes parts of the games of an input, in several threads.
    fn worker(&self, file: &str) -> impl Fn(&Arc<Games>) -> Self::Part + Send + Sync + 'static;

    /// Takes the parts of an input in the order of its games.
    fn take(&mut self, file: &str, part: Self::Part) -> anyhow::Result<Taken>;

    /// Returns how parts that wait are joined. Without this, inputs are read one after the other.
    fn join(&self) -> Option<Join<Self::Part>>;
}

/// Adds a part to the one before, or returns it if both would need more memory together.
pub(crate) type Join<T> = fn(&mut T, T) -> Option<T>;

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
    /// The others are not needed.
    Enough,
    /// The last error of an input that ends early, where bad input is skipped.
    Unread(Error),
    /// A mistake that is not skipped.
    Mistake(Error),
}

impl End {
    /// Returns the error with which the program ends.
    pub(crate) fn result(self) -> anyhow::Result<()> {
        match self {
            Self::Whole | Self::Enough => Ok(()),
            Self::Unread(error) => Err(anyhow!("{} was not read to its end", error.source)),
            Self::Mistake(error) => Err(error.into()),
        }
    }
}

impl Source {
    fn threads(&self, is_stdin: bool) -> usize {
        if let Some(threads) = self.threads {
            return threads.into();
        }
        let all = thread::available_parallelism().map_or(1, NonZero::get);
        all.saturating_sub(is_stdin.into()).max(1)
    }

    /// Returns how many inputs are read side by side. One that is not compressed keeps
    /// all threads busy.
    fn inputs(&self, paths: &[PathBuf]) -> usize {
        if paths.iter().all(|path| is_packed(path)) {
            self.threads(false).min(paths.len())
        } else {
            1
        }
    }

    /// Reads files in their order. `note` is added to the speed.
    pub(crate) fn read(
        &self,
        paths: &[PathBuf],
        note: &str,
        work: &mut impl Work,
    ) -> anyhow::Result<End> {
        let mut end = End::Whole;
        let inputs = work.join().map_or(1, |_| self.inputs(paths));
        let mut paths = paths.iter();
        let mut open = VecDeque::new();
        loop {
            for path in paths.by_ref().take(inputs - open.len()) {
                open.push_back(self.begin(path, inputs, work)?);
            }
            let Some((mut progress, parts)) = open.pop_front() else {
                return Ok(end);
            };
            progress.show();
            let end_of_input = self.read_parts(&mut progress, parts, work)?;
            if let End::Mistake(_) = end_of_input {
                return Ok(end_of_input);
            }
            progress.finish(note)?;
            match end_of_input {
                End::Enough => return Ok(end),
                End::Unread(_) => end = end_of_input,
                _ => {}
            }
        }
    }

    /// Begins to read an input beside others.
    fn begin<W: Work>(
        &self,
        path: &Path,
        inputs: usize,
        work: &W,
    ) -> anyhow::Result<(Progress, Parts<W::Part>)> {
        let progress = Progress::new(name(path), self.describe_all);
        let threads = self.threads(path == Path::new("-"));
        let input = Input {
            path: path.to_owned(),
            bar: progress.bar.clone(),
            format: self.input_format.or(Format::from_path(path)),
            labels: self.labels.options(),
            threads: threads.div_ceil(inputs).max(inputs.min(2)),
        };
        let worker = work.worker(&progress.name);
        let parts = move || input.parts(worker);
        let parts = match work.join().filter(|_| inputs > 1) {
            Some(join) => ahead(parts, WAITING / inputs, join).context("cannot start a thread")?,
            None => Box::new(once_with(parts).flatten()),
        };
        Ok((progress, parts))
    }

    fn read_parts<W: Work>(
        &self,
        progress: &mut Progress,
        parts: Parts<W::Part>,
        work: &mut W,
    ) -> anyhow::Result<End> {
        for part in parts {
            let (notes, part) = match part {
                Ok(part) => part,
                Err(error) if error.line.is_none() => return Err(error.into()),
                // An input that ends early is an error at the end, so that nothing is
                // lost until then.
                Err(error) if self.skip_bad => {
                    progress.cut(&error);
                    return Ok(End::Unread(error));
                }
                Err(error) => return Ok(End::Mistake(error)),
            };
            // The bar is cleared before what is found is written.
            let taken = progress.bar.suspend(|| work.take(&progress.name, part))?;
            progress.count(taken.positions, &notes);
            for mistake in taken.errors {
                if !self.skip_bad {
                    return Ok(End::Mistake(mistake));
                }
                progress.skip(&mistake);
            }
            if taken.is_enough {
                return Ok(End::Enough);
            }
        }
        Ok(End::Whole)
    }
}

fn is_packed(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    end.eq_ignore_ascii_case("gz") || end.eq_ignore_ascii_case("zst")
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
        let shown = path.display();
        let real = match path.to_str() {
            Some("-") => None,
            _ => Some(identity(path).map_err(|error| anyhow!("{shown}: {error}"))?),
        };
        ensure!(known.insert(real), "{shown} is given twice");
    }
    Ok(())
}

/// Returns what a file has in common with its other names, without opening it, because opening a
/// pipe can wait.
fn identity(path: &Path) -> io::Result<impl Eq + Hash + use<>> {
    let data = std::fs::metadata(path)?;
    #[cfg(unix)]
    return Ok((data.dev(), data.ino()));
    #[cfg(not(unix))]
    Ok(path.canonicalize().unwrap_or(path.to_owned()))
}

/// The parts of an input, each with the notes on its games.
type Parts<T> = Box<dyn Iterator<Item = PartOf<T>>>;
type PartOf<T> = Result<(NoteCounts, T), Error>;

/// The maximum number of parts that wait in all inputs together.
const WAITING: usize = 1 << 9;

/// An input that is not open yet. A pipe waits for its writer, and a file for its first bytes.
struct Input {
    path: PathBuf,
    bar: ProgressBar,
    format: Option<Format>,
    labels: LabelOptions,
    threads: usize,
}

impl Input {
    fn parts<T: Send + 'static>(
        self,
        worker: impl Fn(&Arc<Games>) -> T + Send + Sync + 'static,
    ) -> Parts<T> {
        let name = name(&self.path);
        let blocks = match self.open() {
            Ok(input) => positions::blocks(&name, input, self.format, self.threads),
            Err(error) => Err(Error {
                source: name.into(),
                line: None,
                reason: error.to_string(),
            }),
        };
        match blocks {
            Ok(blocks) => {
                let blocks = blocks.labeled(self.labels);
                Box::new(blocks.map(move |games| (games.notes(), worker(games))))
            }
            Err(error) => Box::new(once(Err(error))),
        }
    }

    /// Opens a file; `-` is standard input.
    fn open(&self) -> io::Result<impl Read + Send + 'static> {
        let Self { path, bar, .. } = self;
        let input: Box<dyn Read + Send> = if path == Path::new("-") {
            #[cfg(target_os = "linux")]
            widen(&io::stdin());
            Box::new(io::stdin())
        } else {
            // Windows opens no folder, and says that access is denied.
            if path.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            let file = File::open(path)?;
            let data = file.metadata()?;
            if data.is_file() {
                bar.set_length(data.len());
                bar.set_style(style(
                    "{wide_bar} {bytes} of {total_bytes}, {msg}, {eta} left",
                ));
            }
            Box::new(file)
        };
        Ok(bar.wrap_read(input))
    }
}

/// Lets a thread of its own get the parts of an input, of which only this many wait.
fn ahead<T: Send + 'static>(
    parts: impl FnOnce() -> Parts<T> + Send + 'static,
    waiting: usize,
    join: Join<T>,
) -> io::Result<Parts<T>> {
    let (sender, receiver) = sync_channel(waiting.max(1));
    let thread = thread::Builder::new().spawn(move || send_all(parts(), &sender, join))?;
    // Without this, a panic would be taken for the end.
    let end = once_with(move || match thread.join() {
        Err(panic) => resume_unwind(panic),
        Ok(_) => None,
    });
    Ok(Box::new(receiver.into_iter().chain(end.flatten())))
}

/// Sends the parts of an input, joined while the channel is full, or returns nothing if nobody
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
            Err(TrySendError::Disconnected(_)) => return None,
            Ok(()) => None,
        };
    }
    if let Some(held) = held {
        sender.send(held).ok()?;
    }
    Some(())
}

/// Enlarges a pipe, so that the programs at its ends wake each other less often. Does nothing to
/// other inputs.
#[cfg(target_os = "linux")]
fn widen(input: &impl std::os::fd::AsFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(input, PIPE);
}

#[cfg(test)]
mod tests;
