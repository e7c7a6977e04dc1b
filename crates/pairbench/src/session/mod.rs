//! A session: starts several short processes, and pools and judges their samples.

mod against;
mod build;
pub(crate) mod core;
mod harness;
mod judge;
mod kept;
mod pool;
#[cfg(test)]
pub(crate) mod tests;

use std::time::{Instant, SystemTime};

pub(crate) use against::{Against, Commit, HERE, left_out, names};
pub(crate) use build::targets;
pub use build::{Bench, list, metadata};
pub use harness::Harness;
pub(crate) use judge::CAUTION;
pub use judge::LOOKS;

pub use crate::bounds::Bound;
pub use crate::options::{Options, PROCESSES};
use crate::protocol::{Cell, Description, Plan, Record};
use crate::report::{Report, Summary};
use judge::{Judged, judge};
use pool::{Pool, Pooled};

/// The reason why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Harness(error.to_string())
    }
}

impl Error {
    /// Returns it as one with exit code 2, for commands that have no other.
    pub(crate) fn of_usage(self) -> Self {
        Self::Usage(self.to_string())
    }

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
    /// Asks the harness for its comparisons. This also checks that the functions agree on all
    /// inputs, or if that takes long, on some.
    ///
    /// # Errors
    ///
    /// Returns an error if functions disagree, or if the process fails or does not end in these
    /// seconds, which are at least thirty.
    pub fn describe(&self, seconds: f64) -> Result<Description, Error> {
        let mut description = Description::default();
        let plan = Plan {
            limit: seconds.max(LEAST_LIMIT),
            ..Plan::default()
        };
        self.start(&plan, &mut |record| {
            if let Record::Description(received) = record {
                description = *received;
            }
        })?;
        if !description.mistakes.is_empty() {
            return Err(Error::Harness(description.mistakes.join("\n")));
        }
        description.layouts = self.layouts();
        if description.disagreements.is_empty() {
            Ok(description)
        } else {
            Err(Error::Disagreement(description.disagreements.join("\n")))
        }
    }
}

/// Starts processes: a [`Harness`], or in tests a fake with known results.
pub(crate) trait Start {
    /// Starts a process and passes its records on as they arrive, including those before an error.
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error>;

    /// Checks in the end that all processes measured the same sources.
    fn finish(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// The fraction of the time for the first look.
const FIRST_LOOK: f64 = 0.6;
/// The end of the last look, as a fraction of the time.
const LATEST: f64 = 1.1;
/// The nanoseconds of a cell besides its rounds, as expected of the first process: finding the
/// number of calls.
const OVERHEAD: f64 = 800_000.0;
/// The minimum seconds before a process is ended, which a busy machine must not reach.
const LEAST_LIMIT: f64 = 30.0;
/// The minimum and maximum nanoseconds for the rounds of a cell in one process.
const LEAST_CELL: f64 = 1_000_000.0;
const MOST_CELL: f64 = 60_000_000.0;
/// The same for the four programs that run in turns.
const MOST_IN_TURNS: f64 = 600_000_000.0;

/// What a session measures, and with what.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'s> {
    pub(crate) harness: &'s dyn Start,
    pub(crate) description: &'s Description,
    pub(crate) options: &'s Options,
    /// Shows which process of how many is measuring, and how many of its cells are done. The
    /// expected number of processes grows if rows remain undecided.
    pub(crate) progress: &'s dyn Fn([usize; 2], [usize; 2]),
}

/// Measures and judges all rows, then measures undecided rows again, until everything is decided,
/// the time is over, or after [`LOOKS`] looks.
///
/// Returns an error if there is nothing to compare, or if a process fails.
pub(crate) fn report(setup: Setup<'_>) -> Result<Report, Error> {
    let started = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs();
    let Setup {
        harness,
        description,
        options,
        ..
    } = setup;
    let mut open = options.cells(description);
    if open.is_empty() {
        return Err(Error::Usage(
            "there is no comparison of two functions in these modes".to_owned(),
        ));
    }
    let start = Instant::now();
    let left = |until: f64| (options.seconds() * until - start.elapsed().as_secs_f64()).max(0.0);
    let most = if options.against.is_some() {
        MOST_IN_TURNS
    } else {
        MOST_CELL
    };
    let mut pace = Pace {
        time: 0.0,
        overhead: OVERHEAD,
    };
    let (mut pool, mut judged, mut processes) = (Pool::default(), Judged::default(), 0);
    for look in 1..=LOOKS {
        let more = if look == 1 {
            options.processes
        } else {
            options.processes.div_ceil(2)
        };
        if look > 1 && pace.expected(&open) * more as f64 > left(LATEST) {
            break;
        }
        let planned = processes + more;
        while processes < planned {
            if look == 1 {
                pace.choose(left(FIRST_LOOK) / (planned - processes) as f64, &open, most);
            }
            let began = Instant::now();
            let seed = options.seed.wrapping_add(processes as u64);
            let (limit, cells) = (left(LATEST).max(LEAST_LIMIT), open.clone());
            let mut plan = Plan {
                process: processes,
                seed,
                limit,
                cells,
                time: pace.time,
                turns: 0,
            };
            fastrand::Rng::with_seed(seed).shuffle(&mut plan.cells);
            processes += 1;
            setup.measure(&plan, [processes, planned], &mut pool)?;
            pace.learn(began.elapsed().as_secs_f64(), &open);
        }
        judged = judge(&pool, description, options);
        let undecided = || judged.rows.iter().filter(|row| !row.verdict.is_decided());
        open.retain(|cell| {
            undecided().any(|row| (&row.comparison, row.mode) == (&cell.comparison, cell.mode))
        });
        if open.is_empty() {
            break;
        }
    }
    harness.finish()?;
    let Judged { rows, controls } = judged;
    Ok(Report {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        started,
        seconds: start.elapsed().as_secs_f64(),
        command: std::env::args().collect(),
        facts: description.facts.clone(),
        notes: Vec::new(),
        layouts: description.layouts,
        settings: Options {
            processes,
            time: Some(options.seconds()),
            ..options.clone()
        },
        comparisons: description.comparisons.clone(),
        summary: Summary::new(&rows, &controls),
        rows,
        controls,
    })
}

impl Setup<'_> {
    /// Measures the cells of a plan in a new process.
    fn measure(&self, plan: &Plan, process: [usize; 2], pool: &mut Pool) -> Result<(), Error> {
        (self.progress)(process, [0, plan.cells.len()]);
        self.harness.start(plan, &mut |record| {
            let Record::Sample(sample) = record else {
                return;
            };
            (self.progress)(process, [sample.cell + 1, plan.cells.len()]);
            if let Some(Cell {
                comparison, mode, ..
            }) = plan.cells.get(sample.cell)
            {
                let Pooled(samples) = pool.entry((comparison.clone(), *mode)).or_default();
                samples.push((plan.process, sample));
            }
        })
    }
}

/// How long processes take.
struct Pace {
    /// The nanoseconds for the rounds of a hot cell.
    time: f64,
    /// The nanoseconds of a process besides its rounds, per share of its cells.
    overhead: f64,
}

impl Pace {
    /// Chooses the time of cells that a process measures in these seconds, at most this one.
    fn choose(&mut self, seconds: f64, cells: &[Cell], most: f64) {
        self.time = (seconds * 1e9 / shares(cells) - self.overhead).clamp(LEAST_CELL, most);
    }

    /// Learns from a process that took these seconds for its cells.
    fn learn(&mut self, seconds: f64, cells: &[Cell]) {
        self.overhead = (seconds * 1e9 / shares(cells) - self.time).max(0.0);
    }

    /// Returns the expected seconds of a process for these cells.
    fn expected(&self, cells: &[Cell]) -> f64 {
        shares(cells) * (self.time + self.overhead) * 1e-9
    }
}

/// Returns the time of the cells, relative to that of a hot cell.
fn shares(cells: &[Cell]) -> f64 {
    cells.iter().map(|cell| cell.mode.share()).sum()
}
