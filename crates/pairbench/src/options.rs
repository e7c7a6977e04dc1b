//! The options of a session, and what they select. They are part of its report.

use serde::{Deserialize, Serialize};

use crate::protocol::{Cell, ComparisonInfo, Description, Mode};

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
    pub seconds: f64,
    /// Shuffles inputs and orders.
    pub seed: u64,
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
        }
    }
}

impl Options {
    /// Returns the compared functions, the baseline first, or none if there is nothing to compare.
    pub(crate) fn functions(&self, info: &ComparisonInfo) -> Vec<String> {
        let names = || info.functions.iter().map(|function| &function.name);
        let baseline = match &self.baseline {
            None => names().next(),
            Some(baseline) => names().find(|name| *name == baseline),
        };
        let Some(baseline) = baseline else { return Vec::new() };
        let is_candidate = |name: &&String| {
            *name != baseline && (self.candidates.is_empty() || self.candidates.contains(name))
        };
        let candidates: Vec<_> = names().filter(is_candidate).cloned().collect();
        if candidates.is_empty() { Vec::new() } else { [vec![baseline.clone()], candidates].concat() }
    }

    /// Returns the functions whose code is measured for the compared ones.
    pub(crate) fn codes(&self, info: &ComparisonInfo) -> Vec<String> {
        unique(self.functions(info).iter().map(|name| code_of(info, name)))
    }

    /// Returns the selected modes in which a comparison is measured.
    pub(crate) fn modes(&self, info: &ComparisonInfo) -> Vec<Mode> {
        let is_possible =
            |mode: &Mode| info.modes.contains(mode) && (*mode == Mode::Throughput || !info.is_one_by_one());
        self.modes.iter().copied().filter(is_possible).collect()
    }

    /// Returns the cells of all comparisons.
    pub(crate) fn cells(&self, description: &Description) -> Vec<Cell> {
        let of = |info: &ComparisonInfo| -> Vec<_> {
            let functions = self.codes(info);
            let cell = |mode| Cell {
                comparison: info.name.clone(),
                mode,
                functions: functions.clone(),
                one_by_one: info.is_one_by_one(),
            };
            if functions.len() > 1 { self.modes(info).into_iter().map(cell).collect() } else { Vec::new() }
        };
        description.comparisons.iter().flat_map(of).collect()
    }
}

/// Returns the function whose code is measured in place of this one.
pub(crate) fn code_of(info: &ComparisonInfo, name: &str) -> String {
    let function = info.functions.iter().find(|function| function.name == name);
    function.and_then(|function| function.same_as.clone()).unwrap_or_else(|| name.to_owned())
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
