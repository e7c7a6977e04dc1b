//! A session: starts several short processes, and pools and judges their samples.

mod count;
mod harness;
mod judge;
mod pool;
mod self_test;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::time::{Duration, Instant, SystemTime};

pub(crate) use count::Instructions;
pub use harness::Harness;
pub use judge::LOOKS;
pub(crate) use judge::{summary, verdict};
pub(crate) use self_test::self_test;

pub use crate::bounds::{Bound, Bounds};
pub use crate::options::{Options, PROCESSES};
use crate::protocol::{Cell, ComparisonInfo, Description, Mode, Plan, Record, Task};
use crate::report::{Report, Row, SCHEMA, unique};
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

/// Rejects empty, ambiguous and dangling names.
fn check_names(comparisons: &[ComparisonInfo]) -> Result<(), Error> {
    let wrong = |text: String| Err(Error::Harness(text));
    let mut names = BTreeSet::new();
    for ComparisonInfo { name, functions, .. } in comparisons {
        if name.is_empty() {
            return wrong("a comparison has no name".to_owned());
        }
        if !names.insert(name) {
            return wrong(format!("two comparisons are named {name}"));
        }
        let mut seen = BTreeSet::new();
        for function in functions {
            if function.name.is_empty() {
                return wrong(format!("{name}: a function has no name"));
            }
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
/// The nanoseconds of a cell besides its rounds, as expected of the first process: sentinels, and finding the number of
/// calls.
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

/// Returns the rows of a session before anything is measured.
pub(crate) fn unmeasured(description: &Description, options: &Options) -> Vec<Row> {
    judge(&Pool::default(), description, options).rows
}

/// Returns the selected modes in which a comparison is measured.
fn modes(info: &ComparisonInfo, options: &Options) -> Vec<Mode> {
    let is_possible =
        |mode: &Mode| info.modes.contains(mode) && (*mode == Mode::Throughput || !info.is_one_by_one());
    options.modes.iter().copied().filter(is_possible).collect()
}

/// Returns the cells of all comparisons.
fn cells<'c>(comparisons: impl IntoIterator<Item = &'c ComparisonInfo>, options: &Options) -> Vec<Cell> {
    let of = |info: &ComparisonInfo| -> Vec<_> {
        let functions = measured(info, options);
        let cell = |mode| Cell {
            comparison: info.name.clone(),
            mode,
            functions: functions.clone(),
            one_by_one: info.is_one_by_one(),
        };
        if functions.len() > 1 { modes(info, options).into_iter().map(cell).collect() } else { Vec::new() }
    };
    comparisons.into_iter().flat_map(of).collect()
}

/// Returns the measured functions of a comparison, the baseline first, or none if there is nothing to compare.
fn measured(info: &ComparisonInfo, options: &Options) -> Vec<String> {
    unique(chosen(info, options).iter().map(|name| code_of(info, name)))
}

/// Returns the compared functions, the baseline first.
pub(crate) fn chosen(info: &ComparisonInfo, options: &Options) -> Vec<String> {
    let names = || info.functions.iter().map(|function| &function.name);
    let baseline = match &options.baseline {
        None => names().next(),
        Some(baseline) => names().find(|name| *name == baseline),
    };
    let Some(baseline) = baseline else { return Vec::new() };
    let is_candidate = |name: &&String| {
        *name != baseline && (options.candidates.is_empty() || options.candidates.contains(name))
    };
    let candidates: Vec<_> = names().filter(is_candidate).cloned().collect();
    if candidates.is_empty() { Vec::new() } else { [vec![baseline.clone()], candidates].concat() }
}

/// Returns the function whose code is measured in place of this one.
pub(crate) fn code_of(info: &ComparisonInfo, name: &str) -> String {
    let function = info.functions.iter().find(|function| function.name == name);
    function.and_then(|function| function.same_as.clone()).unwrap_or_else(|| name.to_owned())
}

/// Measures and judges all rows, then measures undecided rows again.
///
/// A process that fails ends the session. The samples before the failure are judged, and the report has the reason.
///
/// # Errors
///
/// Returns an error if there is nothing to compare, or if no cell could be measured.
pub fn run(
    harness: &Harness,
    description: &Description,
    options: &Options,
    progress: &dyn Fn(Progress),
) -> Result<Report, Error> {
    let report = report(harness, description, options, progress)?;
    Ok(Report { notes: harness.notes.clone(), ..report })
}

fn report(
    harness: &dyn Start,
    description: &Description,
    options: &Options,
    progress: &dyn Fn(Progress),
) -> Result<Report, Error> {
    let (started, start) = (SystemTime::now(), Instant::now());
    let session = explore(harness, description, options, false, progress)?;
    let Judged { rows, controls, .. } = session.judged;
    let summary = summary(&rows, &controls, session.failure.map(|error| error.to_string()));
    Ok(Report {
        schema: SCHEMA.to_owned(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        started: started.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs(),
        seconds: start.elapsed().as_secs_f64(),
        command: std::env::args().collect(),
        facts: description.facts.clone(),
        settings: Options { processes: session.processes, ..options.clone() },
        comparisons: description.comparisons.clone(),
        summary,
        rows,
        controls,
        ..Report::default()
    })
}

/// What a session found.
struct Explored {
    judged: Judged,
    processes: usize,
    /// The error that ended the session early, if any.
    failure: Option<Error>,
}

/// Runs processes until everything is decided, the time is over, or after [`LOOKS`] looks.
///
/// A self-test adds twins, and clones that do 5 % more work, which must be decided, too.
fn explore(
    harness: &dyn Start,
    description: &Description,
    options: &Options,
    self_test: bool,
    progress: &dyn Fn(Progress),
) -> Result<Explored, Error> {
    let (start, available) = (Instant::now(), time(options)?);
    let mut open = cells(&description.comparisons, options);
    check_time(description, options, &open)?;
    let mut pace = Pace::default();
    let mut pool = Pool::default();
    let mut explored = Explored { judged: Judged::default(), processes: 0, failure: None };
    for look in 1..=LOOKS {
        let more = if look == 1 { options.processes } else { options.processes.div_ceil(2) };
        if look > 1 && start.elapsed() + pace.of(&open).mul_f64(more as f64) > available.mul_f64(LATEST) {
            break;
        }
        let processes = explored.processes + more;
        while explored.processes < processes && explored.failure.is_none() {
            let mut cells = open.clone();
            let seed = options.seed.wrapping_add(explored.processes as u64);
            fastrand::Rng::with_seed(seed).shuffle(&mut cells);
            if look == 1 {
                let left = available.mul_f64(FIRST_LOOK).saturating_sub(start.elapsed());
                pace.choose(left.div_f64((processes - explored.processes) as f64), &cells);
            }
            explored.processes += 1;
            let show = |cell| {
                progress(Progress { process: explored.processes, processes, cell, cells: cells.len() });
            };
            show(0);
            let limit =
                available.mul_f64(LATEST).saturating_sub(start.elapsed()).as_secs_f64().max(LEAST_LIMIT);
            let plan = Plan {
                seed,
                limit,
                task: Task::Measure { cells: cells.clone(), time: pace.time, self_test },
            };
            pool.begin();
            let began = Instant::now();
            let mut build = String::new();
            let result = harness.start(&plan, &mut |record| match record {
                Record::Build(name) => build = name,
                Record::Sample(sample) if build == description.facts.build => {
                    show(sample.cell + 1);
                    if let Some(cell) = cells.get(sample.cell) {
                        pool.add(cell, sample);
                    }
                }
                _ => (),
            });
            pace.learn(began.elapsed(), &cells);
            let replaced = (build != description.facts.build)
                .then(|| Error::Harness("another program took the place of the measured one".to_owned()));
            explored.failure = result.err().or(replaced);
        }
        if pool.is_empty()
            && let Some(error) = explored.failure
        {
            return Err(error);
        }
        explored.judged = judge(&pool, description, options);
        let rows = || {
            let judged = &explored.judged;
            judged.rows.iter().chain(&judged.slow).chain(&judged.twins)
        };
        open.retain(|cell| {
            let of_cell = |row: &&Row| row.comparison == cell.comparison && row.mode == cell.mode;
            rows().filter(of_cell).any(|row| !row.verdict.is_decided())
        });
        if open.is_empty() || explored.failure.is_some() {
            break;
        }
    }
    Ok(explored)
}

/// Returns the time for measuring, or rejects options that a command line refuses.
fn time(options: &Options) -> Result<Duration, Error> {
    if options.processes == 0 {
        return Err(Error::Usage("a session needs at least one process".to_owned()));
    }
    let time = Duration::try_from_secs_f64(options.seconds).ok().filter(|time| *time <= MOST_TIME);
    time.ok_or_else(|| Error::Usage(format!("a session cannot take {} seconds", options.seconds)))
}

/// Rejects sessions without cells, and those that cannot end in time.
fn check_time(description: &Description, options: &Options, cells: &[Cell]) -> Result<(), Error> {
    let infos = || description.comparisons.iter().filter(|info| measured(info, options).len() > 1);
    if cells.is_empty() {
        return Err(Error::Usage(match infos().find(|info| info.is_one_by_one()) {
            Some(info) => format!("{}: {}", info.name, one_by_one(info)),
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
    let longest = longest.map(|info| format!("; a call of {} takes {}", info.name, duration(info.call_ns)));
    Err(Error::Usage(format!(
        "this takes at least {seconds:.0} s and not {}{}: allow more --time, or compare less with --filter",
        options.seconds,
        longest.unwrap_or_default()
    )))
}

/// Says why a comparison of long calls has only one mode.
pub(crate) fn one_by_one(info: &ComparisonInfo) -> String {
    format!("a call takes {}, so only throughput is measured", duration(info.call_ns))
}

fn duration(ns: u64) -> String {
    match ns as f64 / 1e6 {
        ms if ms < 1000.0 => format!("{ms:.1} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
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
