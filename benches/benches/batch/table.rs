//! The table of results.

use std::fmt;
use std::time::{Duration, Instant};

use pairbench::opaque;

/// The number of samples that criterion takes of a cell.
pub(crate) const SAMPLES: usize = 10;

/// A sample is timed in this many parts of some ten microseconds each.
const BLOCKS: u64 = 1000;

/// The samples of a cell: nanoseconds per iteration, and cycles per nanosecond right after it.
#[derive(Default)]
pub(crate) struct Samples(Vec<(f64, f64)>);

impl Samples {
    /// Takes a sample: the median of many short times, so that a few interruptions do not matter.
    pub(crate) fn time(&mut self, iterations: u64, mut run: impl FnMut()) -> Duration {
        let blocks = iterations.min(BLOCKS);
        let mut nanoseconds = Vec::new();
        let sample = Instant::now();
        for block in 0..blocks {
            let runs = iterations * (block + 1) / blocks - iterations * block / blocks;
            let start = Instant::now();
            (0..runs).for_each(|_| run());
            nanoseconds.push(start.elapsed().as_nanos() as f64 / runs as f64);
        }
        let time = sample.elapsed();
        self.0.push((median(nanoseconds), clock()));
        time
    }

    /// Returns the medians, if there are samples. All but the last samples are warm-up.
    pub(crate) fn median(self) -> Option<(f64, f64)> {
        let samples = self.0.rchunks(SAMPLES).next()?;
        let (nanoseconds, clocks) = samples.iter().copied().unzip();
        Some((median(nanoseconds), median(clocks)))
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns cycles per nanosecond, measured with a chain of additions of one cycle each.
///
/// The additions use two registers, because some cores add small constants in no time. The fastest of several short
/// measurements is the one without an interruption.
fn clock() -> f64 {
    const TURNS: u32 = 1000;
    const ADDITIONS: u32 = 16;
    let chain = || {
        let (mut sum, one) = (opaque(0), opaque(1));
        let start = Instant::now();
        for _ in 0..TURNS {
            for _ in 0..ADDITIONS {
                sum = opaque(sum.wrapping_add(one));
            }
        }
        let _ = opaque(sum);
        f64::from(TURNS * ADDITIONS) / start.elapsed().as_nanos().max(1) as f64
    };
    (0..4).map(|_| chain()).fold(0.0, f64::max)
}

/// A cell of the benchmark.
pub(crate) struct Measurement {
    pub(crate) work: &'static str,
    pub(crate) place: &'static str,
    /// The CPU of a batch, or the name of another way.
    pub(crate) cpu: String,
    pub(crate) lanes: Option<usize>,
    /// Nanoseconds per position.
    pub(crate) nanoseconds: f64,
    /// Cycles per nanosecond.
    pub(crate) clock: f64,
}

/// All measured cells.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) rows: Vec<Measurement>,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| work | place | CPU | lanes | ns | ÷ one by one | ÷ copy | cycles |")?;
        writeln!(f, "|---|---|---|---:|---:|---:|---:|---:|")?;
        for row in &self.rows {
            let beside = |cpu: &str| {
                let other =
                    self.rows.iter().find(|r| (r.work, r.place, &*r.cpu) == (row.work, row.place, cpu));
                other.map_or(String::new(), |other| format!("{:.2}", row.nanoseconds / other.nanoseconds))
            };
            let lanes = row.lanes.map_or(String::new(), |lanes| lanes.to_string());
            writeln!(
                f,
                "| {} | {} | {} | {lanes} | {:.2} | {} | {} | {:.1} |",
                row.work,
                row.place,
                row.cpu,
                row.nanoseconds,
                beside("one-by-one"),
                beside("copy"),
                row.nanoseconds * row.clock,
            )?;
        }
        let clocks = || self.rows.iter().map(|row| row.clock);
        let (slowest, fastest) = (clocks().fold(f64::INFINITY, f64::min), clocks().fold(0.0, f64::max));
        writeln!(f, "\nThe clock was between {slowest:.2} and {fastest:.2} GHz.")
    }
}
