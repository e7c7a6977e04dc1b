//! A session: starts several short processes, and pools and judges their samples.

mod harness;
mod judge;
mod pool;
mod self_test;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::time::{Duration, Instant, SystemTime};

pub use harness::Harness;
pub use judge::LOOKS;
pub(crate) use self_test::self_test;

pub use crate::bounds::Bound;
pub use crate::options::{Options, PROCESSES};
use crate::protocol::{Cell, ComparisonInfo, Description, Plan, Record, Task};
use crate::report::{Report, Row, Summary};
use judge::{Judged, judge};
use pool::Pool;

/// The reason why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The arguments are invalid.
    Usage(String),
    /// Functions of a comparison return different results.
    Disagreement(String),
    /// The harness fails to build or to run.
    Harness(String),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Usage(text) | Self::Disagreement(text) | Self::Harness(text)) = self;
        f.write_str(text)
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Returns the exit code for this error.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Disagreement(_) => 4,
            Self::Harness(_) => 5,
        }
    }
}

impl Harness {
    /// Asks the harness for its comparisons. This also checks that the functions agree on all inputs, or if that takes
    /// long, on some.
    ///
    /// # Errors
    ///
    /// Returns an error if functions disagree, or if the process fails or does not end in these seconds, which are at
    /// least thirty.
    pub fn describe(&self, seconds: f64) -> Result<Description, Error> {
        let mut description = Description::default();
        let limit = seconds.max(LEAST_LIMIT);
        self.start(&Plan { seed: 0, limit, task: Task::Describe }, &mut |record| {
            if let Record::Description(received) = record {
                description = *received;
            }
        })?;
        if !description.mistakes.is_empty() {
            return Err(Error::Harness(description.mistakes.join("\n")));
        }
        check_names(&description.comparisons)?;
        if description.disagreements.is_empty() {
            Ok(description)
        } else {
            Err(Error::Disagreement(description.disagreements.join("\n")))
        }
    }
}

/// Rejects ambiguous and dangling names.
fn check_names(comparisons: &[ComparisonInfo]) -> Result<(), Error> {
    let wrong = |text: String| Err(Error::Harness(text));
    let mut names = BTreeSet::new();
    for ComparisonInfo { name, functions, .. } in comparisons {
        if !names.insert(name) {
            return wrong(format!("two comparisons are named {name}"));
        }
        let mut seen = BTreeSet::new();
        for function in functions {
            if !seen.insert(&function.name) {
                return wrong(format!("{name}: two functions are named {}", function.name));
            }
            let has_code = |same: &String| {
                functions.iter().any(|function| function.name == *same && function.same_as.is_none())
            };
            if let Some(same) = function.same_as.as_ref().filter(|same| !has_code(same)) {
                return wrong(format!("{name}: {} is the same as {same}, which has no code", function.name));
            }
        }
    }
    Ok(())
}

/// Starts processes: a [`Harness`], or in tests a fake with known results.
pub(crate) trait Start {
    /// Starts a process and passes its records on as they arrive, including those before an error.
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error>;
}

/// The fraction of the time for the first look.
const FIRST_LOOK: f64 = 0.6;
/// The end of the last look, as a fraction of the time.
const LATEST: f64 = 1.1;
/// The maximum time of a session, which is far from overflowing: about thirty years.
const MOST_TIME: Duration = Duration::from_secs(1_000_000_000);
/// The nanoseconds of a cell besides its rounds, as expected of the first process: finding the number of calls.
const OVERHEAD: f64 = 800_000.0;
/// The minimum seconds before a process is ended, which a busy machine must not reach.
const LEAST_LIMIT: f64 = 30.0;
/// The minimum number of calls of each side of a cell in a process: one finds the number of calls, and two are a round.
const LEAST_CALLS: f64 = 3.0;
/// The minimum and maximum nanoseconds for the rounds of a cell in one process.
const LEAST_CELL: f64 = 1_000_000.0;
const MOST_CELL: f64 = 60_000_000.0;

/// The progress of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of the process, from 1.
    pub process: usize,
    /// The expected number of processes, which grows if rows remain undecided.
    pub processes: usize,
    /// The cells that the process has measured.
    pub cell: usize,
    /// The cells of the process.
    pub cells: usize,
}

/// What a session measures, and with what.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'s> {
    pub(crate) harness: &'s dyn Start,
    pub(crate) description: &'s Description,
    pub(crate) options: &'s Options,
    pub(crate) progress: &'s dyn Fn(Progress),
}

/// Returns the rows of a session before anything is measured.
pub(crate) fn unmeasured(description: &Description, options: &Options) -> Vec<Row> {
    judge(&Pool::default(), description, options).rows
}

/// Measures and judges all rows, then measures undecided rows again.
///
/// # Errors
///
/// Returns an error if there is nothing to compare, or if a process fails.
pub fn run(
    harness: &Harness,
    description: &Description,
    options: &Options,
    progress: &dyn Fn(Progress),
) -> Result<Report, Error> {
    let report = report(Setup { harness, description, options, progress })?;
    Ok(Report { notes: harness.notes.clone(), ..report })
}

fn report(setup: Setup<'_>) -> Result<Report, Error> {
    let (started, start) = (SystemTime::now(), Instant::now());
    let session = explore(setup, false)?;
    let Judged { rows, controls, .. } = session.judged;
    Ok(Report {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        started: started.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs(),
        seconds: start.elapsed().as_secs_f64(),
        command: std::env::args().collect(),
        facts: setup.description.facts.clone(),
        notes: Vec::new(),
        settings: Options { processes: session.processes, ..setup.options.clone() },
        comparisons: setup.description.comparisons.clone(),
        summary: Summary::of(&rows, &controls),
        rows,
        controls,
    })
}

/// Runs processes until everything is decided, the time is over, or after [`LOOKS`] looks.
///
/// A self-test adds twins, and clones that do 5 % more work, which must be decided, too.
fn explore(setup: Setup<'_>, self_test: bool) -> Result<Session<'_>, Error> {
    let Setup { description, options, .. } = setup;
    let mut session = Session {
        setup,
        self_test,
        start: Instant::now(),
        available: time(options)?,
        pace: Pace::default(),
        pool: Pool::default(),
        processes: 0,
        judged: Judged::default(),
    };
    let mut open = options.cells(description);
    check_time(description, options, &open)?;
    for look in 1..=LOOKS {
        let more = if look == 1 { options.processes } else { options.processes.div_ceil(2) };
        if look > 1 && session.pace.of(&open).mul_f64(more as f64) > session.left(LATEST) {
            break;
        }
        session.look(&open, more, look == 1)?;
        session.judged = judge(&session.pool, description, options);
        open.retain(|cell| session.judged.is_open(cell));
        if open.is_empty() {
            break;
        }
    }
    Ok(session)
}

/// The processes of a session, and what they found.
struct Session<'s> {
    setup: Setup<'s>,
    self_test: bool,
    start: Instant,
    /// The time for measuring.
    available: Duration,
    pace: Pace,
    pool: Pool,
    /// The number of processes so far.
    processes: usize,
    judged: Judged,
}

impl Session<'_> {
    /// Returns the time until this fraction of the available time has passed.
    fn left(&self, until: f64) -> Duration {
        self.available.mul_f64(until).saturating_sub(self.start.elapsed())
    }

    /// Measures the cells in this many more processes. The first look sets their pace.
    fn look(&mut self, cells: &[Cell], more: usize, is_first: bool) -> Result<(), Error> {
        let planned = self.processes + more;
        while self.processes < planned {
            if is_first {
                let left = self.left(FIRST_LOOK).div_f64((planned - self.processes) as f64);
                self.pace.choose(left, cells);
            }
            self.processes += 1;
            let began = Instant::now();
            let result = self.process(cells, planned);
            self.pace.learn(began.elapsed(), cells);
            result?;
        }
        Ok(())
    }

    /// Measures the cells in a new process, in a random order.
    fn process(&mut self, cells: &[Cell], planned: usize) -> Result<(), Error> {
        let Setup { harness, description, options, progress } = self.setup;
        let process = self.processes;
        let show = |cell| progress(Progress { process, processes: planned, cell, cells: cells.len() });
        show(0);
        let mut cells = cells.to_vec();
        let seed = options.seed.wrapping_add(process as u64 - 1);
        fastrand::Rng::with_seed(seed).shuffle(&mut cells);
        let task = Task::Measure { cells: cells.clone(), time: self.pace.time, self_test: self.self_test };
        let limit = self.left(LATEST).as_secs_f64().max(LEAST_LIMIT);
        self.pool.begin();
        let mut build = String::new();
        harness.start(&Plan { seed, limit, task }, &mut |record| match record {
            Record::Build(name) => build = name,
            Record::Sample(sample) if build == description.facts.build => {
                show(sample.cell + 1);
                if let Some(cell) = cells.get(sample.cell) {
                    self.pool.add(cell, sample);
                }
            }
            _ => (),
        })?;
        if build != description.facts.build {
            return Err(Error::Harness("another program took the place of the measured one".to_owned()));
        }
        Ok(())
    }
}

/// Returns the time for measuring, or rejects options that a command line refuses.
fn time(options: &Options) -> Result<Duration, Error> {
    let time = Duration::try_from_secs_f64(options.seconds).ok().filter(|time| *time <= MOST_TIME);
    time.ok_or_else(|| Error::Usage(format!("a session cannot take {} seconds", options.seconds)))
}

/// Rejects sessions without cells, and those that cannot end in time.
fn check_time(description: &Description, options: &Options, cells: &[Cell]) -> Result<(), Error> {
    let infos = || description.comparisons.iter().filter(|info| options.codes(info).len() > 1);
    if cells.is_empty() {
        return Err(Error::Usage(match infos().find(|info| info.is_one_by_one()) {
            Some(info) => format!("{}: {}", info.name, info.only_throughput()),
            None => "there is no comparison of two functions".to_owned(),
        }));
    }
    let least = |cell: &Cell| {
        let call_ns = infos().find(|info| info.name == cell.comparison).map_or(0, |info| info.call_ns);
        2.0 * cell.functions.len() as f64 * LEAST_CALLS * call_ns as f64 * 1e-9
    };
    let seconds = options.processes as f64 * cells.iter().map(least).sum::<f64>();
    if seconds <= options.seconds {
        return Ok(());
    }
    let longest = infos().max_by_key(|info| info.call_ns);
    let longest = longest.map(|info| format!("; a call of {} takes {}", info.name, info.call_time()));
    Err(Error::Usage(format!(
        "this takes at least {seconds:.0} s and not {}{}: allow more --time, or compare less with --filter",
        options.seconds,
        longest.unwrap_or_default()
    )))
}

/// How long processes take.
#[derive(Debug, Default)]
struct Pace {
    /// The nanoseconds for the rounds of a hot cell.
    time: f64,
    /// The nanoseconds of a process besides its rounds, per share of its cells.
    overhead: Option<f64>,
}

impl Pace {
    /// Chooses the time of cells that a process measures in this time.
    fn choose(&mut self, process: Duration, cells: &[Cell]) {
        let overhead = self.overhead.unwrap_or(OVERHEAD);
        self.time = (process.as_nanos() as f64 / shares(cells) - overhead).clamp(LEAST_CELL, MOST_CELL);
    }

    /// Learns from a process that took this time for its cells.
    fn learn(&mut self, process: Duration, cells: &[Cell]) {
        self.overhead = Some((process.as_nanos() as f64 / shares(cells) - self.time).max(0.0));
    }

    /// Returns the expected time of a process for these cells.
    fn of(&self, cells: &[Cell]) -> Duration {
        Duration::from_nanos((shares(cells) * (self.time + self.overhead.unwrap_or(OVERHEAD))) as u64)
    }
}

/// Returns the time of the cells, relative to that of a hot cell.
fn shares(cells: &[Cell]) -> f64 {
    cells.iter().map(|cell| cell.mode.share()).sum()
}
