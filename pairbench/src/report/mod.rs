//! The result of a session, as the JSON file holds it and every other form is drawn from.

mod changes;
mod html;
mod records;
mod terminal;
mod words;

use serde::{Deserialize, Serialize};

use crate::bounds::{Bound, Bounds};
use crate::protocol::{ComparisonInfo, Facts, Mode};
pub use crate::stats::Interval;
pub use changes::{Mix, Sum};

/// The version of the form; fields are only ever added to it.
pub const SCHEMA: &str = "pairbench.report/1";

/// Everything that a session found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of the form.
    pub schema: String,
    /// The version of this crate.
    pub tool_version: String,
    /// When the session began: seconds since 1970.
    pub started: u64,
    /// How long it took.
    pub seconds: f64,
    /// The command line.
    pub command: Vec<String>,
    /// The program that was measured, and the machine.
    pub facts: Facts,
    /// What whoever started the session adds: names and values.
    pub notes: Vec<(String, String)>,
    /// What was asked for.
    pub settings: Settings,
    /// How far the rows can be trusted.
    pub summary: Summary,
    /// What was compared.
    pub comparisons: Vec<ComparisonInfo>,
    /// The results.
    pub rows: Vec<Row>,
    /// Functions compared with their own clones.
    pub controls: Vec<Control>,
    /// Sums over rows, if they were asked for.
    pub mix: Option<Mix>,
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The baseline, if it was named.
    pub baseline: Option<String>,
    /// The candidates, if they were named.
    pub candidates: Vec<String>,
    /// The modes.
    pub modes: Vec<Mode>,
    /// How many processes there were.
    pub processes: usize,
    /// The seed.
    pub seed: u64,
    /// The bounds before controls widened them.
    pub bounds: Bounds,
}

/// How far the rows can be trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// How many rows were measured.
    pub rows: usize,
    /// How many of them were decided.
    pub decided: usize,
    /// How many rows compare the same code, which needs no measuring.
    pub identical: usize,
    /// How many controls there are.
    pub controls: usize,
    /// How many of them were declared different, although they are not.
    pub failed_controls: usize,
    /// Can the decided rows be trusted?
    pub trusted: bool,
    /// Why not.
    pub reason: String,
    /// Why the session ended early, if it did.
    pub failure: Option<String>,
}

/// A candidate compared with the baseline in one mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// The times of baseline and candidate: nanoseconds per unit, with the loop around them.
    pub times: Option<[f64; 2]>,
    /// What the same loop takes without a function.
    pub floor: f64,
    /// The candidate's time divided by the baseline's; in cold modes without the loop.
    pub ratio: Option<Interval>,
    /// The candidate's time less the baseline's.
    pub delta_ns: Option<Interval>,
    /// The bounds, as the controls of the row widened them.
    pub bound: Bound,
    /// How many processes measured it.
    pub processes: usize,
    /// What this says.
    pub verdict: Verdict,
    /// Why there is no verdict.
    pub reason: String,
    /// The ratios on a core of its own and on a shared one, where they disagree.
    pub conditions: Option<Conditions>,
    /// The logarithm of the ratio in each process.
    pub logs: Vec<f64>,
    /// Instructions of baseline and candidate per call, where they were counted, without the loop.
    pub instructions: Option<[f64; 2]>,
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
    /// The clone's time less the original's.
    pub delta_ns: Interval,
    /// How many processes measured it.
    pub processes: usize,
    /// What this would say of two functions.
    pub verdict: Verdict,
}

/// Ratios on a core of its own and on one that a neighbor shares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// On a core of its own.
    pub alone: Interval,
    /// On a shared core.
    pub shared: Interval,
}

/// What a row says about its candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is faster than the baseline, by more than noise.
    Faster,
    /// It is slower than the baseline, by more than noise.
    Slower,
    /// It differs by no more than is tolerated.
    Same,
    /// It has the same code.
    Identical,
    /// More samples are needed.
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

    /// Tests if there is an answer.
    #[must_use]
    pub fn is_decided(self) -> bool {
        !matches!(self, Self::Undecided | Self::Untrusted)
    }

    /// Tests if the answer is that there is a difference.
    #[must_use]
    pub fn is_different(self) -> bool {
        matches!(self, Self::Faster | Self::Slower)
    }
}
