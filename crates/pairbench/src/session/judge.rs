//! Verdicts from samples.

use std::ops::Range;

use super::pool::{Pool, Pooled};
use crate::bounds::Bound;
use crate::options::{Options, code_of};
use crate::protocol::{ComparisonInfo, Description, Mode};
use crate::report::{LEAST_NET, Row, Summary, Verdict};
use crate::stats::Interval;

/// The maximum number of looks at undecided rows.
pub const LOOKS: usize = 4;
/// The confidence level of all looks together.
const LEVEL: f64 = 0.95;
/// The confidence level of one look.
const LOOK_LEVEL: f64 = 1.0 - (1.0 - LEVEL) / LOOKS as f64;
/// A control that deviates widens the noise bound of its row to this multiple of the deviation.
pub(crate) const CAUTION: f64 = 1.5;
/// The noise of long functions if all processes have one layout: code that is not inlined has one
/// address, which controls share.
const ONE_LAYOUT: f64 = 0.15;
/// The fraction of a session's controls that may be declared different. One is always allowed.
const FORGIVEN: f64 = 0.01;

/// Returns the verdict for the intervals of a logarithm and of a difference.
fn verdict(log: Interval, delta: Interval, bound: Bound) -> Verdict {
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

/// The verdicts of a session.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) rows: Vec<Row>,
    /// Functions against their own clones.
    pub(crate) controls: Vec<Row>,
}

/// Judges all rows and controls.
pub(crate) fn judge(pool: &Pool, description: &Description, options: &Options) -> Judged {
    let mut judged = Judged::default();
    for info in &description.comparisons {
        let one = Comparison {
            info,
            codes: options.codes(info),
            noise: match info.long && description.layouts == 0 {
                true => ONE_LAYOUT,
                false => 0.0,
            },
            pool,
        };
        let modes = options.modes(info);
        let functions = options.functions(info);
        let Some((baseline, candidates)) = functions.split_first() else {
            continue;
        };
        let mut codes = one.codes.clone();
        codes.sort();
        for &mode in &modes {
            let controls = codes.iter().map(|code| one.control(mode, code));
            // It counts if it has enough processes.
            judged
                .controls
                .extend(controls.filter(|row| row.ratio.is_some()));
        }
        for candidate in candidates {
            for &mode in &modes {
                let row = one.row(mode, [baseline, candidate], &judged.controls);
                judged.rows.push(row);
            }
        }
    }
    judged
}

/// A comparison, and its samples in the pool.
struct Comparison<'s> {
    info: &'s ComparisonInfo,
    /// The functions that are measured. Each has two sides.
    codes: Vec<String>,
    /// The noise that controls do not show.
    noise: f64,
    pool: &'s Pool,
}

impl Comparison<'_> {
    /// Judges the two sides of a function.
    fn control(&self, mode: Mode, code: &str) -> Row {
        let Range { start, end } = self.sides(code);
        let row = self.empty(mode, [code, "clone"]);
        // Nothing controls a control.
        self.judged(row, &[start..start + 1, end - 1..end], &[], 0.0)
    }

    /// Judges two functions by their controls.
    fn row(&self, mode: Mode, names: [&str; 2], controls: &[Row]) -> Row {
        let mut row = self.empty(mode, names);
        let codes = names.map(|name| code_of(self.info, name));
        if codes[0] == codes[1] {
            row.verdict = Verdict::Identical;
            return row;
        }
        let mut own = Vec::new();
        for code in &codes {
            own.push(controls.iter().find(|control| {
                (&control.comparison, control.mode, &control.baseline)
                    == (&self.info.name, mode, code)
            }));
        }
        let sides = codes.map(|code| self.sides(&code));
        self.judged(row, &sides, &own, self.noise)
    }

    /// Returns the sides of a function.
    fn sides(&self, code: &str) -> Range<usize> {
        let place = self.codes.iter().position(|other| other == code);
        let side = 2 * place.unwrap_or_default();
        side..side + 2
    }

    /// Returns a row without figures.
    fn empty(&self, mode: Mode, [baseline, candidate]: [&str; 2]) -> Row {
        Row {
            comparison: self.info.name.clone(),
            group: self.info.group.clone(),
            mode,
            baseline: baseline.to_owned(),
            candidate: candidate.to_owned(),
            bound: Bound::new(mode),
            ..Row::default()
        }
    }

    /// Returns a row with the figures of these sides, judged within the limits of its controls and
    /// of this noise, if all controls are known.
    fn judged(
        &self,
        mut row: Row,
        sides: &[Range<usize>; 2],
        controls: &[Option<&Row>],
        noise: f64,
    ) -> Row {
        let nothing = Pooled::default();
        let key = (self.info.name.clone(), row.mode);
        let pooled = self.pool.get(&key).unwrap_or(&nothing);
        row.logs = pooled.differences(sides, |sample| &sample.logs);
        row.processes = row.logs.len();
        row.reason = format!("too few processes ({})", row.processes);
        row.times = times(pooled, sides, row.mode.is_cold());
        let deltas = pooled.differences(sides, |sample| &sample.times);
        let (Some(controls), Some(figures)) = (
            controls.iter().copied().collect::<Option<Vec<_>>>(),
            Figures::new(&row, deltas),
        ) else {
            return row;
        };
        row.reason.clear();
        row.times = Some(figures.times);
        row.ratio = Some(figures.log.map(f64::exp));
        row.delta_ns = Some(figures.delta);
        let mut off = noise / CAUTION;
        for control in &controls {
            let ratio = control.ratio.map_or(1.0, |ratio| ratio.point);
            off = off.max(ratio.ln().abs().exp_m1());
        }
        row.bound = row.bound.widened(CAUTION * off);
        row.verdict = verdict(figures.log, figures.delta, row.bound);
        for control in controls {
            if control.verdict.is_different() {
                row.verdict = Verdict::Untrusted;
                row.reason = format!("{} differs from its own clone", control.baseline);
            }
        }
        row
    }
}

/// Returns the times of both sides. In cold modes, the loop takes most of the time and would hide
/// any ratio, so it is subtracted.
fn times(pooled: &Pooled, sides: &[Range<usize>; 2], is_cold: bool) -> Option<[f64; 2]> {
    let floor = match is_cold {
        true => pooled.floor().unwrap_or_default(),
        false => 0.0,
    };
    let [baseline, candidate] = [pooled.time(&sides[0])?, pooled.time(&sides[1])?];
    Some([(baseline - floor).max(0.0), (candidate - floor).max(0.0)])
}

/// What is known of a row with enough processes.
struct Figures {
    /// The logarithm of the ratio.
    log: Interval,
    delta: Interval,
    times: [f64; 2],
}

impl Figures {
    /// Returns the figures of a row with these differences. The candidate's time is the one that
    /// the ratio says, or in cold modes the difference: there, times can be nearly zero, and their
    /// ratio would mean nothing, so it is made of the difference and the baseline.
    fn new(row: &Row, deltas: Vec<f64>) -> Option<Self> {
        let delta = Interval::from_order(deltas, LOOK_LEVEL)?;
        let [baseline, _] = row.times?;
        if row.mode.is_cold() {
            let net = baseline.max(LEAST_NET);
            let log = delta.map(|delta| ((net + delta) / net).max(LEAST_NET / net).ln());
            let times = [baseline, (baseline + delta.point).max(0.0)];
            return Some(Self { log, delta, times });
        }
        let log = Interval::from_order(row.logs.clone(), LOOK_LEVEL)?;
        let times = [baseline, baseline * log.point.exp()];
        Some(Self { log, delta, times })
    }
}

impl Summary {
    /// Summarizes rows and controls.
    pub(crate) fn new(rows: &[Row], controls: &[Row]) -> Self {
        let mut summary = Self {
            controls: controls.len(),
            ..Self::default()
        };
        for row in rows {
            if row.verdict == Verdict::Identical {
                summary.identical += 1;
            } else {
                summary.rows += 1;
                summary.decided += usize::from(row.verdict.is_decided());
            }
        }
        for control in controls {
            summary.failed_controls += usize::from(control.verdict.is_different());
        }
        let (failed, all) = (summary.failed_controls, controls.len());
        let forgiven = ((FORGIVEN * all as f64) as usize).max(1);
        summary.reason = if summary.rows == 0 {
            "there is nothing to decide".to_owned()
        } else if failed > forgiven {
            format!("{failed} of {all} controls were declared different")
        } else if all == 0 {
            "every control has too few processes".to_owned()
        } else if 2 * summary.decided < summary.rows {
            "fewer than half of the rows could be decided".to_owned()
        } else {
            String::new()
        };
        if failed == 0 && all > 0 {
            // If the rate were higher, fewer than 5 % of sessions would have no false control.
            summary.excluded_rate = Some(1.0 - 0.05_f64.powf(1.0 / all as f64));
        }
        summary.trusted = summary.reason.is_empty();
        summary
    }
}

#[cfg(test)]
mod tests;
