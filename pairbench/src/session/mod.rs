//! A session: several short processes, whose samples are pooled and judged.

#[cfg(feature = "cli")]
mod count;
mod harness;
mod judge;
mod pool;
mod self_test;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant, SystemTime};

#[cfg(feature = "cli")]
pub use count::Instructions;
pub use harness::Harness;
pub use judge::LOOKS;
#[cfg(feature = "cli")]
pub(crate) use judge::summary;
pub use self_test::{Counts, self_test};

pub use crate::bounds::{Bound, Bounds};
use crate::protocol::{Cell, ComparisonInfo, Facts, Mode, Plan, Record, Task};
use crate::report::{Report, Row, SCHEMA, Settings};
use pool::Pool;

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// What was asked for cannot be.
    Usage(String),
    /// Functions that are to be compared do not return the same.
    Disagreement(String),
    /// The harness does not build, or fails.
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
    /// Returns the code with which a program that fails by this error exits.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Disagreement(_) => 4,
            Self::Harness(_) => 5,
        }
    }
}

/// What a harness can compare.
#[derive(Clone, Debug)]
pub struct Description {
    /// The comparisons, in the order in which they are shown.
    pub comparisons: Vec<ComparisonInfo>,
    /// The program and its machine.
    pub facts: Facts,
}

impl Harness {
    /// Asks what can be compared. This also checks that the functions agree on all inputs.
    ///
    /// # Errors
    ///
    /// If functions disagree, or the process fails.
    pub fn describe(&self) -> Result<Description, Error> {
        let mut description = Description { comparisons: Vec::new(), facts: Facts::default() };
        let mut disagreements = Vec::new();
        self.start(&Plan { seed: 0, task: Task::Describe }, &mut |record| match record {
            Record::Comparison(info) => description.comparisons.push(info),
            Record::Facts(facts) => description.facts = facts,
            Record::Disagreement(text) => disagreements.push(text),
            Record::Sample(_) | Record::Done => {}
        })?;
        check_names(&description.comparisons)?;
        if disagreements.is_empty() {
            Ok(description)
        } else {
            Err(Error::Disagreement(disagreements.join("\n")))
        }
    }
}

/// Finds names that stand for two things or for nothing.
fn check_names(comparisons: &[ComparisonInfo]) -> Result<(), Error> {
    let wrong = |text: String| Err(Error::Harness(text));
    for (number, info) in comparisons.iter().enumerate() {
        if comparisons[..number].iter().any(|before| before.name == info.name) {
            return wrong(format!("two comparisons are named {}", info.name));
        }
        for (number, function) in info.functions.iter().enumerate() {
            let name = &function.name;
            if info.functions[..number].iter().any(|before| before.name == *name) {
                return wrong(format!("{}: two functions are named {name}", info.name));
            }
            let has_code =
                |other: &str| info.functions.iter().any(|one| one.name == other && one.same_as.is_none());
            if let Some(same) = function.same_as.as_deref().filter(|same| !has_code(same)) {
                return wrong(format!("{}: {name} is the same as {same}, which has no code", info.name));
            }
        }
    }
    Ok(())
}

/// Starts processes: a [`Harness`], or in tests something that knows what to find.
pub(crate) trait Start {
    /// Starts a process and hands over its records as they come, also those before an error.
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error>;
}

/// What a session measures, and how long.
#[derive(Clone, Debug)]
pub struct Options {
    /// The function with which the others are compared; the first of each comparison if there is none.
    pub baseline: Option<String>,
    /// The functions that are compared with it; all if there is none.
    pub candidates: Vec<String>,
    /// The modes.
    pub modes: Vec<Mode>,
    /// Over how many processes the samples are spread at first.
    pub processes: usize,
    /// How long measuring may take.
    pub time: Duration,
    /// Shuffles inputs and orders.
    pub seed: u64,
    /// Differences that do not matter.
    pub bounds: Bounds,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            baseline: None,
            candidates: Vec::new(),
            modes: Mode::ALL.to_vec(),
            processes: PROCESSES,
            time: Duration::from_secs(40),
            seed: 1,
            bounds: Bounds::default(),
        }
    }
}

/// So many processes make an interval from their extremes.
pub const PROCESSES: usize = 8;
/// The part of the time that the first look may take.
const FIRST_LOOK: f64 = 0.6;
/// A later look is taken even if the time is over, unless it needs more than this part of it.
const ALWAYS: f64 = 0.25;
/// Nanoseconds that a cell takes beside its rounds: sentinels, and finding out how many calls to make.
const OVERHEAD: f64 = 800_000.0;
/// The least and the most nanoseconds for the rounds of a cell in one process.
const LEAST_CELL: f64 = 1_000_000.0;
const MOST_CELL: f64 = 60_000_000.0;

/// What happens while a session runs.
pub trait Progress {
    /// A process begins; there will be so many, unless undecided rows need more.
    fn process(&mut self, number: usize, of: usize, cells: usize);

    /// So many cells of this process are done.
    fn cells(&mut self, done: usize);
}

impl Progress for () {
    fn process(&mut self, _number: usize, _of: usize, _cells: usize) {}

    fn cells(&mut self, _done: usize) {}
}

/// The cells of all comparisons.
fn cells(comparisons: &[ComparisonInfo], options: &Options) -> Vec<Cell> {
    let mut cells = Vec::new();
    for info in comparisons {
        let functions = measured(info, options);
        for &mode in options.modes.iter().filter(|mode| info.modes.contains(mode)) {
            if functions.len() > 1 {
                cells.push(Cell { comparison: info.name.clone(), mode, functions: functions.clone() });
            }
        }
    }
    cells
}

/// The functions of a comparison that are measured, the baseline first; none if there is nothing to compare.
fn measured(info: &ComparisonInfo, options: &Options) -> Vec<String> {
    let mut functions: Vec<String> = Vec::new();
    for name in chosen(info, options) {
        let code = code_of(info, &name);
        if !functions.contains(&code) {
            functions.push(code);
        }
    }
    functions
}

/// The functions that are compared, the baseline first.
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

/// The function whose code is measured for this one.
pub(crate) fn code_of(info: &ComparisonInfo, name: &str) -> String {
    let found = info.functions.iter().find(|function| function.name == name);
    found.and_then(|function| function.same_as.clone()).unwrap_or_else(|| name.to_owned())
}

/// Measures, judges, and goes on measuring what is undecided.
///
/// A process that fails ends the session; what was measured until then is judged, and the report has the reason.
///
/// # Errors
///
/// If there is nothing to compare, or not even one cell could be measured.
pub fn run(
    harness: &Harness,
    description: &Description,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Report, Error> {
    let report = report(harness, description, options, progress)?;
    Ok(Report { notes: harness.notes.clone(), ..report })
}

fn report(
    harness: &dyn Start,
    description: &Description,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Report, Error> {
    let (started, start) = (SystemTime::now(), Instant::now());
    let session = explore(harness, description, options, false, progress)?;
    let rows = judge::rows(&session.pool, description, options);
    let controls = judge::controls(&session.pool, description, options);
    let summary = judge::summary(&rows, &controls, session.failure.map(|error| error.to_string()));
    Ok(Report {
        schema: SCHEMA.to_owned(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        started: started.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs(),
        seconds: start.elapsed().as_secs_f64(),
        command: std::env::args().collect(),
        facts: description.facts.clone(),
        notes: Vec::new(),
        settings: Settings {
            baseline: options.baseline.clone(),
            candidates: options.candidates.clone(),
            modes: options.modes.clone(),
            processes: session.processes,
            seed: options.seed,
            bounds: options.bounds,
        },
        comparisons: description.comparisons.clone(),
        summary,
        rows,
        controls,
        mix: None,
    })
}

/// What processes measured.
struct Explored {
    pool: Pool,
    processes: usize,
    /// Why the session ended early, if it did.
    failure: Option<Error>,
}

/// Runs processes until everything is decided, the time is over, or there were [`LOOKS`].
///
/// With `slow`, there are also clones that do 5 % more, which have to be decided, too.
fn explore(
    harness: &dyn Start,
    description: &Description,
    options: &Options,
    slow: bool,
    progress: &mut dyn Progress,
) -> Result<Explored, Error> {
    let start = Instant::now();
    let mut open = cells(&description.comparisons, options);
    if open.is_empty() {
        return Err(Error::Usage("there are no two functions to compare".to_owned()));
    }
    let time = cell_time(options.time.mul_f64(FIRST_LOOK), open.len() * options.processes);
    let mut measured = 0;
    let mut session = Explored { pool: Pool::default(), processes: 0, failure: None };
    for look in 1..=LOOKS {
        let more = if look == 1 { options.processes } else { options.processes.div_ceil(2) };
        let of = session.processes + more;
        let needed = start.elapsed().mul_f64((open.len() * more) as f64 / measured.max(1) as f64);
        if look > 1 && start.elapsed() + needed > options.time && needed > options.time.mul_f64(ALWAYS) {
            break;
        }
        measured += open.len() * more;
        while session.processes < of {
            progress.process(session.processes + 1, of, open.len());
            let seed = options.seed.wrapping_add(session.processes as u64);
            session.processes += 1;
            if let Err(error) = measure(harness, &open, seed, time, slow, &mut session.pool, progress) {
                if session.pool.is_empty() {
                    return Err(error);
                }
                session.failure = Some(error);
                return Ok(session);
            }
        }
        let mut rows = judge::rows(&session.pool, description, options);
        rows.extend(judge::slow_rows(&session.pool, description, options));
        let is_open = |cell: &Cell| {
            let of_cell = |row: &&Row| row.comparison == cell.comparison && row.mode == cell.mode;
            rows.iter().filter(of_cell).any(|row| !row.verdict.is_decided())
        };
        open.retain(is_open);
        if open.is_empty() {
            break;
        }
    }
    Ok(session)
}

/// Nanoseconds for the rounds of a cell, if so many cells have this time.
fn cell_time(time: Duration, cells: usize) -> f64 {
    (time.as_nanos() as f64 / cells as f64 - OVERHEAD).clamp(LEAST_CELL, MOST_CELL)
}

/// Runs one process and adds its samples to the pool.
fn measure(
    harness: &dyn Start,
    cells: &[Cell],
    seed: u64,
    time: f64,
    slow: bool,
    pool: &mut Pool,
    progress: &mut dyn Progress,
) -> Result<(), Error> {
    let mut cells = cells.to_vec();
    fastrand::Rng::with_seed(seed).shuffle(&mut cells);
    let plan = Plan { seed, task: Task::Measure { cells: cells.clone(), time, slow } };
    pool.begin();
    harness.start(&plan, &mut |record| {
        if let Record::Sample(sample) = record {
            progress.cells(sample.cell + 1);
            if let Some(cell) = cells.get(sample.cell) {
                pool.add(cell, sample);
            }
        }
    })
}
