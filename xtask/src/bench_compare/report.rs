//! The result of a run, as the JSON file holds it and every other form is drawn from.

use std::collections::BTreeMap;

use pawnfill_benches::protocol::{Caches, Corpus, Kind, Mode, Sample};
use serde::{Deserialize, Serialize};

use super::stats::Interval;

/// The version of the form; fields are only ever added to it.
pub(super) const SCHEMA: &str = "pawnfill.bench-compare/1";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) schema: String,
    pub(super) tool_version: String,
    /// Seconds since 1970.
    pub(super) started: u64,
    pub(super) duration_s: f64,
    pub(super) command: Vec<String>,
    pub(super) env: Environment,
    pub(super) corpus: CorpusInfo,
    pub(super) config: Config,
    pub(super) selfcheck: SelfCheck,
    pub(super) cells: Vec<Cell>,
    pub(super) mix: Option<Mix>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Environment {
    pub(super) cpu: String,
    pub(super) caches: Caches,
    pub(super) os: String,
    pub(super) rustc: String,
    pub(super) target: String,
    pub(super) rustflags: String,
    pub(super) target_cpu: String,
    pub(super) target_features: Vec<String>,
    pub(super) profile: String,
    pub(super) git: String,
    pub(super) load_before: String,
    pub(super) pinned: Option<usize>,
    pub(super) governor: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CorpusInfo {
    pub(super) source: String,
    /// FNV-1a of the pawns, 64 bits: tells two corpora apart.
    pub(super) digest: String,
    #[serde(flatten)]
    pub(super) counts: Corpus,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Config {
    /// Names of A and B. A ratio is B's time divided by A's.
    pub(super) backends: [String; 2],
    /// The one that is shown first, and by which the other is divided.
    pub(super) reference: String,
    pub(super) modes: Vec<Mode>,
    pub(super) processes: usize,
    pub(super) samples: usize,
    pub(super) seed: u64,
    pub(super) margins: Margins,
}

/// Differences that do not matter, as fractions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Margins {
    pub(super) thr: f64,
    pub(super) lat: f64,
    pub(super) cold: f64,
}

impl Margins {
    pub(super) fn of(&self, mode: Mode) -> f64 {
        match mode {
            Mode::Throughput => self.thr,
            Mode::Latency => self.lat,
            Mode::ColdL1 | Mode::ColdL2 => self.cold,
        }
    }
}

/// What the comparisons of kernels with their own clones say about all others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SelfCheck {
    pub(super) pass: bool,
    /// How many controls there were, and how many were declared different.
    pub(super) cells: usize,
    pub(super) failed: usize,
    /// The largest median of a control, as a fraction.
    pub(super) worst_thr: f64,
    pub(super) worst_lat: f64,
    /// The slowest tenth of the sentinels divided by the fastest.
    pub(super) sentinel_ratio: f64,
    pub(super) kept_fraction: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Cell {
    pub(super) op: String,
    pub(super) group: String,
    pub(super) mode: Mode,
    pub(super) kind: Kind,
    pub(super) ns: Times,
    /// B's time less A's, nanoseconds per operation.
    pub(super) delta_ns: Interval,
    /// B's time divided by A's. In hot modes as measured, with what the loop takes on both sides; in cold modes without.
    pub(super) ratio: Interval,
    /// The difference that does not matter, as a fraction, widened where the controls of the operation ask for it.
    pub(super) margin: f64,
    pub(super) kept: usize,
    pub(super) total: usize,
    pub(super) verdict: Verdict,
    /// The name of the faster backend, where the verdict is one.
    pub(super) winner: Option<String>,
    pub(super) reason: String,
    /// Instructions of A and of B per operation, where they were counted, without the loop.
    #[serde(default)]
    pub(super) instructions: Option<[f64; 2]>,
    /// Nanoseconds of each of the copies of A and B.
    pub(super) layout: Option<[Vec<f64>; 2]>,
    pub(super) samples: Vec<Judged>,
}

/// Medians in nanoseconds per operation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Times {
    pub(super) a: f64,
    pub(super) b: f64,
    /// What the same loop takes without an operation.
    pub(super) floor: f64,
}

/// A cold time is not told from none below this: nanoseconds.
pub(super) const LEAST_NET: f64 = 1.0;

impl Cell {
    /// The times of A and B that the ratio is of: as measured, or with cold tables without what the loop takes.
    pub(super) fn shown(&self) -> [f64; 2] {
        let floor = if self.mode.is_cold() { self.ns.floor } else { 0.0 };
        [self.ns.a, self.ns.b].map(|ns| (ns - floor).max(0.0))
    }

    /// Is a shown time too short to be told from none, and to divide by?
    pub(super) fn unresolved(&self, ns: f64) -> bool {
        self.mode.is_cold() && ns < LEAST_NET
    }

    /// How much longer the slower one takes, where there is nothing to divide by: nanoseconds.
    pub(super) fn more(&self) -> Option<f64> {
        let [a, b] = self.shown();
        self.unresolved(a.min(b)).then_some(self.delta_ns.point.abs())
    }
}

/// A sample, and whether it was kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Judged {
    #[serde(flatten)]
    pub(super) sample: Sample,
    pub(super) kept: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// A is faster, by more than the margin.
    A,
    /// B is faster, by more than the margin.
    B,
    /// Equal within the margin.
    Tie,
    /// The interval straddles the margin.
    Unclear,
    /// Too few samples could be kept.
    Disturbed,
    /// A control of the operation was declared different.
    Untrusted,
}

impl Verdict {
    /// The verdict with A and B exchanged.
    #[cfg(test)]
    pub(super) fn flip_horizontal(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
            same => same,
        }
    }

    /// The word in tables: the name of the faster backend, or the verdict itself.
    pub(super) fn word(self, backends: &[String; 2]) -> &str {
        match self {
            Self::A => &backends[0],
            Self::B => &backends[1],
            Self::Tie => "tie",
            Self::Unclear => "unclear",
            Self::Disturbed => "disturbed",
            Self::Untrusted => "untrusted",
        }
    }
}

/// Nanoseconds per evaluation for the user's own numbers of calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Mix {
    /// Calls of each operation per evaluation.
    pub(super) weights: BTreeMap<String, f64>,
    /// B's time less A's for all of them together, by mode.
    pub(super) delta_ns: BTreeMap<Mode, Interval>,
}
