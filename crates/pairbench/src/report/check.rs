//! Checks that a session can have written a report, so that nobody trusts one that was changed or damaged.

use std::collections::BTreeSet;

use super::{Control, Interval, Report, Row, Summary, Verdict};
use crate::options::Options;
use crate::session::{summary, verdict};

impl Report {
    /// Finds figures that cannot be measured, and parts that contradict each other.
    pub(super) fn check(&self) -> Result<(), String> {
        let impossible = |what: &str| Err(format!("{what} has a figure that cannot be measured"));
        let contradictory = |what: &str| Err(format!("{what} contradicts itself"));
        let Options { seconds, bounds, .. } = &self.settings;
        let rate = self.summary.excluded_rate.unwrap_or_default();
        if [self.seconds, *seconds, rate].iter().any(|&figure| figure < 0.0) || !bounds.are_possible() {
            return impossible("the session");
        }
        let mut names = BTreeSet::new();
        for row in &self.rows {
            let name = row.name();
            if !self.comparisons.iter().any(|info| info.name == row.comparison) {
                return Err(format!("{name} is a row of an unknown comparison"));
            }
            if !names.insert(row.id()) {
                return Err(format!("{name} has two rows"));
            }
            if !row.is_possible() {
                return impossible(&name);
            }
            if !row.is_consistent() {
                return contradictory(&name);
            }
        }
        let mut names = BTreeSet::new();
        for Control { comparison, mode, function, ratio, delta_ns, verdict: given, .. } in &self.controls {
            let name = format!("the control {comparison}/{}/{function}", mode.id());
            let Some(info) = self.comparisons.iter().find(|info| info.name == *comparison) else {
                return Err(format!("{name} is of an unknown comparison"));
            };
            if !names.insert((comparison, mode, function)) {
                return Err(format!("{name} is there twice"));
            }
            if !is_ratio(*ratio) || !is_ordered(*delta_ns) {
                return impossible(&name);
            }
            if *given != verdict(ratio.map(f64::ln), *delta_ns, bounds.of(*mode, info.branches)) {
                return contradictory(&name);
            }
        }
        let counts = |summary: &Summary| {
            let Summary { rows, decided, identical, controls, failed_controls, trusted, .. } = *summary;
            ([rows, decided, identical, controls, failed_controls], trusted)
        };
        if counts(&self.summary) != counts(&summary(&self.rows, &self.controls, None)) {
            return Err("the summary does not have the counts of its rows and controls".to_owned());
        }
        Ok(())
    }
}

impl Row {
    /// Returns `true` if the figures can be those of a session: times and ratios are positive, and an answer has both.
    fn is_possible(&self) -> bool {
        let are_times = |times: [f64; 2]| times.iter().all(|time| (0.0..1e18).contains(time));
        let conditions = self.conditions.is_none_or(|both| is_ratio(both.alone) && is_ratio(both.shared));
        let is_answered = self.ratio.is_some() && self.delta_ns.is_some() && self.times.is_some();
        self.times.is_none_or(are_times)
            && (0.0..1e18).contains(&self.floor)
            && self.bound.is_possible()
            && self.ratio.is_none_or(is_ratio)
            && self.delta_ns.is_none_or(is_ordered)
            && conditions
            && (is_answered || !(self.verdict.is_different() || self.verdict == Verdict::Same))
    }

    /// Returns `true` if the verdict follows from the intervals, and the times fit to them.
    fn is_consistent(&self) -> bool {
        let Some((ratio, delta)) = self.ratio.zip(self.delta_ns) else { return true };
        let fits = self.times.is_none_or(|[baseline, candidate]| {
            let is_near = |time: f64| (candidate - time).abs() <= 1e-6 * candidate.max(time);
            let fits_delta = if self.mode.is_cold() {
                is_near((baseline + delta.point).max(0.0))
            } else {
                // The medians of times and of differences can come from different processes.
                (candidate - baseline - delta.point).abs() <= baseline + candidate
            };
            fits_delta && (self.is_unresolved() || is_near(baseline * ratio.point))
        });
        let expected = verdict(ratio.map(f64::ln), delta, self.bound);
        fits && self.processes > 0 && [expected, Verdict::Untrusted].contains(&self.verdict)
    }
}

/// Returns `true` if the point is between the ends.
fn is_ordered(interval: Interval) -> bool {
    interval.lo <= interval.point && interval.point <= interval.hi
}

/// Returns `true` if an interval can be one of ratios.
fn is_ratio(interval: Interval) -> bool {
    is_ordered(interval) && interval.lo > 0.0 && interval.hi < 1e18
}
