//! The result of a session. The JSON file contains it, and all other formats are made from it.

mod brief;
mod terminal;
#[cfg(test)]
mod tests;
mod words;

use serde::{Deserialize, Serialize};

use crate::bounds::Bound;
use crate::options::{Options, unique};
use crate::protocol::{ComparisonInfo, Facts, Mode};
pub use crate::stats::Interval;
pub(crate) use brief::{Brief, sum_up};
pub use terminal::colored;
pub use words::words;

/// Cold times below this many nanoseconds are indistinguishable from zero.
pub(crate) const LEAST_NET: f64 = 1.0;

/// The result of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// The version of this crate. Reports of different versions may differ.
    pub tool_version: String,
    /// The start of the session, in seconds since 1970.
    pub started: u64,
    /// The duration of the session in seconds.
    pub seconds: f64,
    /// The command line.
    pub command: Vec<String>,
    /// The measured program and the machine.
    pub facts: Facts,
    /// Facts added by the caller: names and values.
    pub notes: Vec<(String, String)>,
    /// The number of layouts of the program, of which each process had one, or 0 if the linker
    /// cannot shuffle.
    pub layouts: usize,
    /// What was asked for, and the number of processes of the whole session.
    pub settings: Options,
    /// The reliability of the rows.
    pub summary: Summary,
    /// The comparisons.
    pub comparisons: Vec<ComparisonInfo>,
    /// The results.
    pub rows: Vec<Row>,
    /// Functions compared with their own clones: the baseline is the function, and the candidate
    /// its clone.
    pub controls: Vec<Row>,
}

/// How far the rows can be trusted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// The number of measured rows.
    pub rows: usize,
    /// The number of decided rows.
    pub decided: usize,
    /// The number of rows that compare identical code, which is not measured.
    pub identical: usize,
    /// The number of controls.
    pub controls: usize,
    /// The number of controls that were falsely declared different.
    pub failed_controls: usize,
    /// The rate of false controls that is excluded with 95 % confidence, if none
    /// was declared different.
    pub excluded_rate: Option<f64>,
    /// Whether the decided rows can be trusted.
    pub trusted: bool,
    /// The reason if they cannot be trusted.
    pub reason: String,
}

/// A candidate compared with the baseline in one mode.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Row {
    /// The name of the comparison.
    pub comparison: String,
    /// Its group.
    pub group: String,
    /// The mode.
    pub mode: Mode,
    /// The baseline.
    pub baseline: String,
    /// The candidate.
    pub candidate: String,
    /// The times of baseline and candidate in nanoseconds per unit: in hot modes with the loop,
    /// whose work overlaps, and in cold modes without it. Their quotient is the ratio.
    pub times: Option<[f64; 2]>,
    /// The candidate's time divided by the baseline's.
    pub ratio: Option<Interval>,
    /// The candidate's time minus the baseline's.
    pub delta_ns: Option<Interval>,
    /// The bounds, after the controls of the row widened them.
    pub bound: Bound,
    /// The number of processes that measured it.
    pub processes: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason if there is no verdict.
    pub reason: String,
    /// The logarithm of the ratio in each process.
    pub logs: Vec<f64>,
}

impl Report {
    /// Returns the measured modes, in order.
    fn modes(&self) -> Vec<Mode> {
        let mut modes = Mode::ALL.to_vec();
        modes.retain(|mode| self.rows.iter().any(|row| row.mode == *mode));
        modes
    }

    /// Returns the candidates, in order.
    #[must_use]
    pub fn candidates(&self) -> Vec<&str> {
        unique(self.rows.iter().map(|row| row.candidate.as_str()))
    }
}

/// The verdict of a row about its candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Verdict {
    /// Faster than the baseline, by more than the noise bound.
    Faster,
    /// Slower than the baseline, by more than the noise bound.
    Slower,
    /// Within the tolerance.
    Same,
    /// The same code.
    Identical,
    /// Neither of these is certain: more samples are needed.
    #[default]
    Undecided,
    /// A control of the row was declared different.
    Untrusted,
}

impl Verdict {
    /// Returns `true` if this is an answer.
    #[must_use]
    pub fn is_decided(self) -> bool {
        !matches!(self, Self::Undecided | Self::Untrusted)
    }

    /// Returns `true` if this is *faster* or *slower*.
    #[must_use]
    pub fn is_different(self) -> bool {
        matches!(self, Self::Faster | Self::Slower)
    }
}
