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
pub(crate) use judge::summary;
pub(crate) use self_test::self_test;

pub use crate::bounds::{Bound, Bounds};
pub use crate::options::{Options, PROCESSES};
use crate::protocol::{Cell, ComparisonInfo, Description, Plan, Record, Task};
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
    /// Asks the harness for its comparisons. This also checks that the functions agree on all inputs.
    ///
    /// # Errors
    ///
    /// Returns an error if functions disagree or the process fails.
    pub fn describe(&self) -> Result<Description, Error> {
        let mut description = Description::default();
        self.start(&Plan { seed: 0, task: Task::Describe }, &mut |record| {
            if let Record::Description(found) = record {
                description = *found;
            }
        })?;
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
            let has_code =
                |same: &String| functions.iter().any(|one| one.name == *same && one.same_as.is_none());
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
/// A later look may exceed the time if it needs at most this fraction of it.
const ALWAYS: f64 = 0.25;
/// The nanoseconds of a cell besides its rounds: sentinels, and finding the number of calls.
const OVERHEAD: f64 = 800_000.0;
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

/// Returns the cells of all comparisons.
fn cells<'c>(comparisons: impl IntoIterator<Item = &'c ComparisonInfo>, options: &Options) -> Vec<Cell> {
    let of = |info: &ComparisonInfo| -> Vec<_> {
        let functions = measured(info, options);
        let modes = options.modes.iter().filter(|mode| functions.len() > 1 && info.modes.contains(mode));
        let cell = |&mode| Cell { comparison: info.name.clone(), mode, functions: functions.clone() };
        modes.map(cell).collect()
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
    let found = info.functions.iter().find(|function| function.name == name);
    found.and_then(|function| function.same_as.clone()).unwrap_or_else(|| name.to_owned())
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
/// `slow` adds clones that do 5 % more work, which must be decided, too.
fn explore(
    harness: &dyn Start,
    description: &Description,
    options: &Options,
    slow: bool,
    progress: &dyn Fn(Progress),
) -> Result<Explored, Error> {
    let (start, available) = (Instant::now(), Duration::from_secs_f64(options.seconds));
    let mut open = cells(&description.comparisons, options);
    if open.is_empty() {
        return Err(Error::Usage("there is no comparison of two functions".to_owned()));
    }
    let time = cell_time(available.mul_f64(FIRST_LOOK), open.len() * options.processes);
    let (mut pool, mut measured) = (Pool::default(), 0);
    let mut found = Explored { judged: Judged::default(), processes: 0, failure: None };
    for look in 1..=LOOKS {
        let more = if look == 1 { options.processes } else { options.processes.div_ceil(2) };
        if look > 1 && !is_affordable(start.elapsed(), measured, [open.len(), more], available) {
            break;
        }
        let processes = found.processes + more;
        while found.processes < processes && found.failure.is_none() {
            let mut cells = open.clone();
            let seed = options.seed.wrapping_add(found.processes as u64);
            fastrand::Rng::with_seed(seed).shuffle(&mut cells);
            found.processes += 1;
            measured += cells.len();
            let show = |cell| {
                progress(Progress { process: found.processes, processes, cell, cells: cells.len() });
            };
            show(0);
            let plan = Plan { seed, task: Task::Measure { cells: cells.clone(), time, slow } };
            pool.begin();
            let result = harness.start(&plan, &mut |record| {
                if let Record::Sample(sample) = record {
                    show(sample.cell + 1);
                    if let Some(cell) = cells.get(sample.cell) {
                        pool.add(cell, sample);
                    }
                }
            });
            found.failure = result.err();
        }
        if pool.is_empty()
            && let Some(error) = found.failure
        {
            return Err(error);
        }
        found.judged = judge(&pool, description, options);
        let rows = || found.judged.rows.iter().chain(&found.judged.slow);
        open.retain(|cell| {
            let of_cell = |row: &&Row| row.comparison == cell.comparison && row.mode == cell.mode;
            rows().filter(of_cell).any(|row| !row.verdict.is_decided())
        });
        if open.is_empty() || found.failure.is_some() {
            break;
        }
    }
    Ok(found)
}

/// Tests if there is time for another look at some cells in some processes, after this many cells took `elapsed`.
fn is_affordable(elapsed: Duration, measured: usize, [cells, processes]: [usize; 2], time: Duration) -> bool {
    let needed = elapsed.mul_f64((cells * processes) as f64 / measured as f64);
    elapsed + needed <= time || needed <= time.mul_f64(ALWAYS)
}

/// Returns the nanoseconds for the rounds of each cell, if this many cells share the time.
fn cell_time(time: Duration, cells: usize) -> f64 {
    (time.as_nanos() as f64 / cells as f64 - OVERHEAD).clamp(LEAST_CELL, MOST_CELL)
}
