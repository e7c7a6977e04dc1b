//! The result of a session. The JSON file contains it, and all other formats are made from it.

mod changes;
mod check;
mod html;
mod markdown;
mod terminal;
#[cfg(test)]
pub(crate) mod tests;
mod words;

use serde::{Deserialize, Serialize};

use crate::bounds::Bound;
use crate::options::Options;
use crate::protocol::{ComparisonInfo, Facts, Mode};
pub use crate::stats::Interval;
pub(crate) use words::printable;
pub use words::words;

/// The version of the JSON schema. Within a version, fields are only added, and verdicts follow the same rules.
pub const SCHEMA: &str = "pairbench.report/2";

/// Cold times below this many nanoseconds are indistinguishable from zero.
pub(crate) const LEAST_NET: f64 = 1.0;

/// The result of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub schema: String,
    /// The version of this crate.
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
    /// What was asked for.
    pub settings: Options,
    /// The reliability of the rows.
    pub summary: Summary,
    /// The comparisons.
    pub comparisons: Vec<ComparisonInfo>,
    /// The results.
    pub rows: Vec<Row>,
    /// Functions compared with their own clones.
    pub controls: Vec<Control>,
}

/// How far the rows can be trusted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The rate of false controls that is excluded with 95 % confidence, if none was declared different.
    pub excluded_rate: Option<f64>,
    /// Whether the decided rows can be trusted.
    pub trusted: bool,
    /// The reason if they cannot be trusted.
    pub reason: String,
    /// The error that ended the session early, if any.
    pub failure: Option<String>,
}

/// A candidate compared with the baseline in one mode.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The times of baseline and candidate in nanoseconds per unit: in hot modes with the loop, whose work overlaps, and
    /// in cold modes without it. Their quotient is the ratio.
    pub times: Option<[f64; 2]>,
    /// The time of the loop without a function.
    pub floor: f64,
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
    /// The ratios without and with a neighbor on the core, if they disagree.
    pub conditions: Option<Conditions>,
    /// The logarithm of the ratio in each process.
    pub logs: Vec<f64>,
    /// The instructions of baseline and candidate per call without the loop, if they were counted.
    pub instructions: Option<[f64; 2]>,
}

impl Row {
    /// Returns what no two rows of a report share.
    fn id(&self) -> (&str, Mode, &str, &str) {
        (&self.comparison, self.mode, &self.baseline, &self.candidate)
    }

    /// Returns the least ratio of a candidate that is slower beyond the noise bound, even if it is called the same. `None`
    /// if it is not, or if the row has no verdict that can be trusted.
    pub(crate) fn least_slower(&self) -> Option<f64> {
        let (ratio, delta) = self.ratio.zip(self.delta_ns)?;
        let is_beyond = ratio.lo > 1.0 + self.bound.noise && delta.lo > self.bound.noise_ns;
        (is_beyond && self.verdict.is_decided()).then_some(ratio.lo)
    }
}

/// The rows of a comparison and a candidate.
pub(super) struct Line<'r> {
    first: &'r Row,
    /// A cell for each measured mode.
    cells: Vec<Option<&'r Row>>,
}

impl<'r> Line<'r> {
    fn rows(&self) -> impl Iterator<Item = &'r Row> {
        self.cells.iter().copied().flatten()
    }
}

impl Report {
    /// Parses a JSON file of this version.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is not a report: its syntax, its version, or figures that no session measures.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Version {
            schema: String,
        }
        let wrong = |error: serde_json::Error| error.to_string();
        let Version { schema } = serde_json::from_slice(text).map_err(wrong)?;
        if schema != SCHEMA {
            return Err(format!("the file has schema {schema} instead of {SCHEMA}"));
        }
        let report: Self = serde_json::from_slice(text).map_err(wrong)?;
        report.check()?;
        Ok(report)
    }

    /// Returns the measured modes, in order.
    fn modes(&self) -> Vec<Mode> {
        Mode::ALL.into_iter().filter(|mode| self.rows.iter().any(|row| row.mode == *mode)).collect()
    }

    /// Returns the candidates, in order.
    #[must_use]
    pub fn candidates(&self) -> Vec<&str> {
        unique(self.rows.iter().map(|row| row.candidate.as_str()))
    }

    /// Returns the lines of a table, without identical code.
    fn lines(&self) -> Vec<Line<'_>> {
        let modes = self.modes();
        let rows: Vec<_> = self.rows.iter().filter(|row| row.verdict != Verdict::Identical).collect();
        let lines = rows.chunk_by(|a, b| (&a.comparison, &a.candidate) == (&b.comparison, &b.candidate));
        let lines = lines.map(|rows| {
            let cell = |mode: &Mode| rows.iter().copied().find(|row| row.mode == *mode);
            Line { first: rows[0], cells: modes.iter().map(cell).collect() }
        });
        lines.collect()
    }
}

/// Returns each value once, in order.
pub(crate) fn unique<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// A function compared with its own clone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// The name of the comparison.
    pub comparison: String,
    /// The mode.
    pub mode: Mode,
    /// The function.
    pub function: String,
    /// The clone's time divided by the original's.
    pub ratio: Interval,
    /// The clone's time minus the original's.
    pub delta_ns: Interval,
    /// The number of processes that measured it.
    pub processes: usize,
    /// The verdict that two functions with these times would get.
    pub verdict: Verdict,
}

/// The ratios without and with a neighbor on the core.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// The ratio without a neighbor.
    pub alone: Interval,
    /// The ratio with a neighbor.
    pub shared: Interval,
}

/// The verdict of a row about its candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    /// Returns the name on the command line and in JSON.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::Same => "same",
            Self::Identical => "identical",
            Self::Undecided => "undecided",
            Self::Untrusted => "untrusted",
        }
    }

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
