//! The options of a session, and what they select. They are part of its report.

use std::collections::HashSet;
use std::hash::Hash;

use clap::builder::RangedU64ValueParser;
use serde::{Deserialize, Serialize};

use crate::protocol::{Cell, ComparisonInfo, Description, FunctionInfo, Mode};

/// The seconds of a session.
const SECONDS: f64 = 40.0;
/// The number of processes whose extremes make an interval.
pub const PROCESSES: usize = 8;

// A doc comment would become the help text of commands that flatten this.
#[allow(missing_docs, reason = "the options document themselves")]
#[derive(clap::Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Options {
    /// Compare the candidates with this function [default: the first]
    #[arg(long, value_name = "FUNCTION", help_heading = "Selection")]
    pub baseline: Option<String>,
    /// Compare these functions with the baseline [default: all others]
    #[arg(long = "candidate", value_name = "FUNCTION,…", value_delimiter = ',')]
    #[arg(help_heading = "Selection")]
    pub candidates: Vec<String>,
    /// Compare the work tree with this commit
    ///
    /// Both are built, and their processes run in turn. A comparison is then a function of the work
    /// tree with the same one of the commit.
    #[arg(long, value_name = "REV", help_heading = "Selection")]
    #[arg(conflicts_with_all = ["baseline", "candidates"])]
    pub against: Option<String>,
    /// Measure only these modes
    #[arg(
        long = "mode",
        value_name = "MODE,…",
        value_enum,
        value_delimiter = ','
    )]
    #[arg(default_values_t = Mode::ALL, hide_default_value = true, help_heading = "Selection")]
    pub modes: Vec<Mode>,
    /// Start with this many processes
    ///
    /// Undecided rows get more.
    #[arg(long, value_name = "N", default_value_t = PROCESSES, help_heading = "Measurement")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=50))]
    pub processes: usize,
    /// Measure for this many seconds [default: 40]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Measurement")]
    #[serde(rename = "seconds")]
    pub time: Option<f64>,
    /// Shuffle inputs and orders with this seed
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Measurement"
    )]
    #[arg(hide_short_help = true)]
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            baseline: None,
            candidates: Vec::new(),
            against: None,
            modes: Mode::ALL.to_vec(),
            processes: PROCESSES,
            time: None,
            seed: 1,
        }
    }
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.1..1e6).contains(&seconds) => Ok(seconds),
        _ => Err(format!("`{text}` is not a number between 0.1 and 1000000")),
    }
}

impl Options {
    pub(crate) fn seconds(&self) -> f64 {
        self.time.unwrap_or(SECONDS)
    }

    /// Returns the compared functions, the baseline first, or none if there is nothing to compare.
    pub(crate) fn functions(&self, info: &ComparisonInfo) -> Vec<String> {
        let mut compared = Vec::new();
        for FunctionInfo { name, .. } in &info.functions {
            let is_baseline = match &self.baseline {
                Some(baseline) => baseline == name,
                None => compared.is_empty(),
            };
            if is_baseline {
                compared.insert(0, name.clone());
            } else if self.candidates.is_empty() || self.candidates.contains(name) {
                compared.push(name.clone());
            }
        }
        let has_baseline = match &self.baseline {
            Some(baseline) => compared.first() == Some(baseline),
            None => true,
        };
        if !has_baseline || compared.len() < 2 {
            compared.clear();
        }
        compared
    }

    /// Returns the functions whose code is measured for the compared ones.
    pub(crate) fn codes(&self, info: &ComparisonInfo) -> Vec<String> {
        unique(self.functions(info).iter().map(|name| code_of(info, name)))
    }

    /// Returns the selected modes in which a comparison is measured.
    pub(crate) fn modes(&self, info: &ComparisonInfo) -> Vec<Mode> {
        let mut modes = info.modes.clone();
        modes.retain(|mode| self.modes.contains(mode));
        modes
    }

    /// Returns the cells of all comparisons.
    pub(crate) fn cells(&self, description: &Description) -> Vec<Cell> {
        let mut cells = Vec::new();
        for info in &description.comparisons {
            let functions = self.codes(info);
            if functions.len() < 2 {
                continue;
            }
            for mode in self.modes(info) {
                cells.push(Cell {
                    comparison: info.name.clone(),
                    mode,
                    functions: functions.clone(),
                });
            }
        }
        cells
    }
}

/// Returns the function whose code is measured in place of this one.
pub(crate) fn code_of(info: &ComparisonInfo, name: &str) -> String {
    for function in &info.functions {
        if function.name == name {
            return function.same_as.as_ref().unwrap_or(&function.name).clone();
        }
    }
    name.to_owned()
}

/// Returns each value once, in order.
pub(crate) fn unique<T: Eq + Hash + Clone>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    let mut values: Vec<_> = values.into_iter().collect();
    values.retain(|value| seen.insert(value.clone()));
    values
}
