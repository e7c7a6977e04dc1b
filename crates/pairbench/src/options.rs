//! The options of a session, which are part of its report.

use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;
use crate::protocol::Mode;

/// The number of processes whose extremes make an interval.
pub const PROCESSES: usize = 8;

/// The options of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// The function that the others are compared with. Without one, the first function of each comparison.
    pub baseline: Option<String>,
    /// The functions that are compared with the baseline. If empty, all others.
    pub candidates: Vec<String>,
    /// The modes.
    pub modes: Vec<Mode>,
    /// The number of processes before the first look; in a report, of the whole session.
    pub processes: usize,
    /// The seconds for measuring.
    #[serde(default)]
    pub seconds: f64,
    /// Shuffles inputs and orders.
    pub seed: u64,
    /// The bounds of the verdicts, before controls widen them.
    pub bounds: Bounds,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            baseline: None,
            candidates: Vec::new(),
            modes: Mode::ALL.to_vec(),
            processes: PROCESSES,
            seconds: 40.0,
            seed: 1,
            bounds: Bounds::default(),
        }
    }
}
