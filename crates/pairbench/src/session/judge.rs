//! Verdicts from samples.

use super::pool::{Pair, Pool, Pooled};
use crate::bounds::Bound;
use crate::options::{Options, code_of};
use crate::protocol::{Cell, ComparisonInfo, Description, Mode};
use crate::report::{LEAST_NET, Row, Summary, Verdict};
use crate::stats::Interval;

/// The maximum number of looks at undecided rows.
pub const LOOKS: usize = 4;
/// The confidence level of all looks together.
const LEVEL: f64 = 0.95;
/// The confidence level of one look.
const LOOK_LEVEL: f64 = 1.0 - (1.0 - LEVEL) / LOOKS as f64;
/// A control that deviates widens the noise bound of its row to this multiple of the deviation.
const CAUTION: f64 = 1.5;
/// The noise of long functions if all processes have one layout: code that is not inlined has one address, which
/// controls share.
const ONE_LAYOUT: f64 = 0.15;
/// The fraction of a session's controls that may be declared different. One is always allowed.
const FORGIVEN: f64 = 0.01;

/// Returns the verdict for the intervals of a logarithm and of a difference.
pub(crate) fn verdict(log: Interval, delta: Interval, bound: Bound) -> Verdict {
    let beyond = bound.noise.ln_1p();
    if log.is_within(bound.tolerance.ln_1p()) || delta.is_within(bound.tolerance_ns) {
        Verdict::Same
    } else if log.lo > beyond && delta.lo > bound.noise_ns {
        Verdict::Slower
    } else if log.hi < -beyond && delta.hi < -bound.noise_ns {
        Verdict::Faster
    } else {
        Verdict::Undecided
    }
}

/// Returns the intervals of the logarithm and of the difference for two sides of a cell.
fn intervals(pooled: &Pooled, pair: &Pair, mode: Mode) -> Option<(Interval, Interval)> {
    let delta = Interval::of(pooled.deltas(pair), LOOK_LEVEL)?;
    let log = if mode.is_cold() {
        let net = (pooled.time(&pair.baseline)? - excluded(pooled, mode)).max(LEAST_NET);
        delta.map(|delta| ((net + delta) / net).max(LEAST_NET / net).ln())
    } else {
        Interval::of(pooled.logs(pair), LOOK_LEVEL)?
    };
    Some((log, delta))
}

/// Returns the part of the times that is not shown: in cold modes the loop, which takes most of them and would hide any
/// ratio.
fn excluded(pooled: &Pooled, mode: Mode) -> f64 {
    if mode.is_cold() { pooled.floor().unwrap_or_default() } else { 0.0 }
}

/// The verdicts of a session.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) rows: Vec<Row>,
    /// Functions against their own clones.
    pub(crate) controls: Vec<Row>,
}

impl Judged {
    /// Returns `true` if the cell has a row that is not decided.
    pub(crate) fn is_open(&self, cell: &Cell) -> bool {
        self.rows.iter().any(|row| {
            row.comparison == cell.comparison && row.mode == cell.mode && !row.verdict.is_decided()
        })
    }

    /// Judges a candidate against the baseline, with at least this noise.
    fn row(&self, case: Case<'_>, pooled: Option<&Pooled>, noise: f64) -> Row {
        let codes = case.names.map(|name| code_of(case.info, name));
        let control = |code: &String| {
            self.controls.iter().find(|control| {
                (&control.comparison, control.mode, &control.baseline) == (&case.info.name, case.mode, code)
            })
        };
        match pooled.and_then(|pooled| Some((pooled, pooled.pair(&codes[0], &codes[1])?))) {
            _ if codes[0] == codes[1] => case.unmeasured(Verdict::Identical, String::new()),
            Some((pooled, pair)) => case.judged(pooled, &pair, &codes.each_ref().map(control), noise),
            None => case.unmeasured(Verdict::Undecided, "not measured".to_owned()),
        }
    }
}

/// Judges all rows and controls.
pub(crate) fn judge(pool: &Pool, description: &Description, options: &Options) -> Judged {
    let mut judged = Judged::default();
    let noise = |info: &ComparisonInfo| if info.long && description.layouts == 0 { ONE_LAYOUT } else { 0.0 };
    for info in &description.comparisons {
        let functions = options.functions(info);
        let Some((baseline, candidates)) = functions.split_first() else { continue };
        let modes = options.modes(info);
        let mut codes = options.codes(info);
        codes.sort();
        for &mode in &modes {
            let Some(pooled) = pool.get(&info.name, mode) else { continue };
            let control = |code: &String| {
                let case = Case { info, mode, names: [code, "clone"] };
                // Nothing controls a control. It counts if it has enough processes.
                Some(case.judged(pooled, &pooled.control(code)?, &[], 0.0)).filter(|row| row.ratio.is_some())
            };
            judged.controls.extend(codes.iter().filter_map(control));
        }
        for candidate in candidates {
            for &mode in &modes {
                let case = Case { info, mode, names: [baseline, candidate] };
                judged.rows.push(judged.row(case, pool.get(&info.name, mode), noise(info)));
            }
        }
    }
    judged
}

/// Two functions to judge.
#[derive(Clone, Copy)]
struct Case<'i> {
    info: &'i ComparisonInfo,
    mode: Mode,
    /// The baseline and the candidate.
    names: [&'i str; 2],
}

impl Case<'_> {
    /// Returns a row without figures.
    fn unmeasured(self, verdict: Verdict, reason: String) -> Row {
        Row {
            comparison: self.info.name.clone(),
            group: self.info.group.clone(),
            mode: self.mode,
            baseline: self.names[0].to_owned(),
            candidate: self.names[1].to_owned(),
            bound: Bound::of(self.mode),
            verdict,
            reason,
            ..Row::default()
        }
    }

    /// Returns the row of two sides, judged within the limits of its controls and of this noise.
    fn judged(self, pooled: &Pooled, pair: &Pair, controls: &[Option<&Row>], noise: f64) -> Row {
        let logs = pooled.logs(pair);
        let time =
            |sides: &[usize]| pooled.time(sides).map(|time| (time - excluded(pooled, self.mode)).max(0.0));
        let times = time(&pair.baseline).zip(time(&pair.candidate)).map(|(a, b)| [a, b]);
        let reason = format!("too few processes ({})", logs.len());
        let measured =
            Row { times, processes: logs.len(), logs, ..self.unmeasured(Verdict::Undecided, reason) };
        let controls: Option<Vec<_>> = controls.iter().copied().collect();
        let Some((controls, (log, delta))) = controls.zip(intervals(pooled, pair, self.mode)) else {
            return measured;
        };
        let off = |control: &&Row| control.ratio.map_or(0.0, |ratio| ratio.point.ln().abs().exp_m1());
        let bound =
            measured.bound.widened(CAUTION * controls.iter().map(off).fold(noise / CAUTION, f64::max));
        let failed = controls.iter().rfind(|control| control.verdict.is_different());
        // The candidate's time is the one that the ratio or the difference says.
        let candidate = |baseline: f64| {
            if self.mode.is_cold() { (baseline + delta.point).max(0.0) } else { baseline * log.point.exp() }
        };
        Row {
            bound,
            times: times.map(|[baseline, _]| [baseline, candidate(baseline)]),
            ratio: Some(log.map(f64::exp)),
            delta_ns: Some(delta),
            verdict: failed.map_or_else(|| verdict(log, delta, bound), |_| Verdict::Untrusted),
            reason: failed.map_or_else(String::new, |control| {
                format!("{} differs from its own clone", control.baseline)
            }),
            ..measured
        }
    }
}

impl Summary {
    /// Summarizes rows and controls.
    pub(crate) fn of(rows: &[Row], controls: &[Row]) -> Self {
        let measured = || rows.iter().filter(|row| row.verdict != Verdict::Identical);
        let failed = controls.iter().filter(|control| control.verdict.is_different()).count();
        let decided = || measured().filter(|row| row.verdict.is_decided());
        let forgiven = ((FORGIVEN * controls.len() as f64) as usize).max(1);
        let reason = if measured().count() == 0 {
            "there is nothing to decide".to_owned()
        } else if failed > forgiven {
            format!("{failed} of {} controls were declared different", controls.len())
        } else if controls.is_empty() {
            "every control has too few processes".to_owned()
        } else if 2 * decided().count() < measured().count() {
            "fewer than half of the rows could be decided".to_owned()
        } else {
            String::new()
        };
        Self {
            rows: measured().count(),
            decided: decided().count(),
            identical: rows.len() - measured().count(),
            controls: controls.len(),
            failed_controls: failed,
            // If the rate were higher, fewer than 5 % of sessions would have no false control.
            excluded_rate: (failed == 0 && !controls.is_empty())
                .then(|| 1.0 - 0.05_f64.powf(1.0 / controls.len() as f64)),
            trusted: reason.is_empty(),
            reason,
        }
    }
}

#[cfg(test)]
mod tests;
