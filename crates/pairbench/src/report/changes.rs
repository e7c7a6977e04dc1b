//! Sums over rows, and changes since an older report.

use serde::{Deserialize, Serialize};

use super::{Interval, Report, Row};
use crate::protocol::Mode;

/// The time difference for a mix of calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mix {
    /// The number of calls of each comparison.
    pub calls: Vec<(String, f64)>,
    /// The sums.
    pub sums: Vec<Sum>,
}

/// The sum of a mix for one candidate in one mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sum {
    /// The candidate.
    pub candidate: String,
    /// The mode.
    pub mode: Mode,
    /// The candidate's time minus the baseline's, for all calls. Its ends are sums of ends, so the interval is too wide
    /// rather than too narrow.
    pub delta_ns: Interval,
    /// The undecided comparisons in it.
    pub undecided: Vec<String>,
}

impl Mix {
    /// Adds up the rows. A candidate and mode without all of the rows gets no sum.
    #[must_use]
    pub fn of(report: &Report, calls: &[(String, f64)]) -> Self {
        let modes = report.modes();
        let candidates = report.candidates().into_iter();
        let all = candidates.flat_map(|candidate| modes.iter().map(move |mode| (candidate, *mode)));
        let sums = all.filter_map(|(candidate, mode)| sum(report, candidate, mode, calls)).collect();
        Self { calls: calls.to_vec(), sums }
    }

    /// Returns the sums as lines of text.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |Sum { candidate, mode, delta_ns: delta, undecided }: &Sum| {
            let undecided = match &undecided[..] {
                [] => String::new(),
                names => format!(", not decided: {}", names.join(", ")),
            };
            let (mode, Interval { point, lo, hi }) = (mode.title(), delta);
            format!("mix, {candidate} {mode}: {point:+.2} ns ({lo:+.2} … {hi:+.2}){undecided}")
        };
        self.sums.iter().map(line).collect()
    }
}

fn sum(report: &Report, candidate: &str, mode: Mode, calls: &[(String, f64)]) -> Option<Sum> {
    const NONE: Interval = Interval { point: 0.0, lo: 0.0, hi: 0.0 };
    let mut sum = Sum { candidate: candidate.to_owned(), mode, delta_ns: NONE, undecided: Vec::new() };
    for (name, calls) in calls {
        let is_it = |row: &&Row| row.comparison == *name && row.candidate == candidate && row.mode == mode;
        let row = report.rows.iter().find(is_it)?;
        // Identical code takes the same time.
        let delta = if row.verdict == super::Verdict::Identical { NONE } else { row.delta_ns? };
        let total = &mut sum.delta_ns;
        total.point += calls * delta.point;
        total.lo += calls * delta.lo;
        total.hi += calls * delta.hi;
        if !row.verdict.is_decided() {
            sum.undecided.push(row.comparison.clone());
        }
    }
    Some(sum)
}

impl Report {
    /// Lists the rows that changed since an older report of the same program on the same machine.
    ///
    /// # Errors
    ///
    /// Returns the first difference that makes the reports incomparable.
    pub fn changes(&self, old: &Self) -> Result<Vec<String>, String> {
        let same = |what: &str, old: &str, new: &str| {
            if old == new { Ok(()) } else { Err(format!("different {what}: `{old}` and `{new}`")) }
        };
        let (before, now) = (&old.facts, &self.facts);
        same("processor", &before.cpu, &now.cpu)?;
        same("target", &before.target, &now.target)?;
        same("flags", &before.rustflags, &now.rustflags)?;
        same("target features", &before.target_features.join(" "), &now.target_features.join(" "))?;
        same("opt-level", &before.opt_level, &now.opt_level)?;
        for info in &self.comparisons {
            if let Some(before) = old.comparisons.iter().find(|before| before.name == info.name) {
                same(&format!("inputs of {}", info.name), &before.digest, &info.digest)?;
            }
        }
        let changes = self.rows.iter().filter_map(|row| {
            let is_it = |before: &&Row| before.baseline == row.baseline && before.name() == row.name();
            let before = old.rows.iter().find(is_it)?;
            let (then, now) = (before.ratio?, row.ratio?);
            let apart = then.hi < now.lo || now.hi < then.lo;
            let matters =
                (now.point / then.point).ln().abs() > row.bound.tolerance.max(before.bound.tolerance).ln_1p();
            (apart && matters).then(|| {
                let name = format!("{} {} {}", row.comparison, row.candidate, row.mode.title());
                format!("changed: {name}: ratio {:.3} before, {:.3} now", then.point, now.point)
            })
        });
        let mut lines: Vec<_> = changes.collect();
        if lines.is_empty() {
            lines.push("no row changed since the older report".to_owned());
        }
        Ok(lines)
    }
}
