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

/// The verdicts of a session.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) rows: Vec<Row>,
    /// Functions against their own clones.
    pub(crate) controls: Vec<Row>,
}

/// Judges all rows and controls.
pub(crate) fn judge(pool: &Pool, description: &Description, options: &Options) -> Judged {
    let (mut judged, nothing) = (Judged::default(), Pooled::default());
    for info in &description.comparisons {
        let functions = options.functions(info);
        let Some((baseline, candidates)) = functions.split_first() else {
            continue;
        };
        let noise = if info.long && description.layouts == 0 {
            ONE_LAYOUT
        } else {
            0.0
        };
        let (codes, modes) = (options.codes(info), options.modes(info));
        let pooled = |mode| pool.get(&(info.name.clone(), mode)).unwrap_or(&nothing);
        // Each code has two sides, which the control compares.
        let mut numbered: Vec<_> = codes.iter().zip((0..).step_by(2)).collect();
        numbered.sort();
        for &mode in &modes {
            for &(code, side) in &numbered {
                // Nothing controls a control. It counts if it has enough processes.
                let clones = [side..side + 1, side + 1..side + 2];
                let control = judged_row(
                    row(info, mode, [code, "clone"]),
                    pooled(mode),
                    &clones,
                    &[],
                    0.0,
                );
                judged
                    .controls
                    .extend(Some(control).filter(|row| row.ratio.is_some()));
            }
        }
        for candidate in candidates {
            for &mode in &modes {
                let row = row(info, mode, [baseline, candidate]);
                let own = [baseline, candidate].map(|name| code_of(info, name));
                if own[0] == own[1] {
                    judged.rows.push(Row {
                        verdict: Verdict::Identical,
                        ..row
                    });
                    continue;
                }
                let number = |code| {
                    codes
                        .iter()
                        .position(|other| other == code)
                        .unwrap_or_default()
                };
                let sides = own
                    .each_ref()
                    .map(|code| 2 * number(code)..2 * number(code) + 2);
                let key = |row: &Row| (row.comparison.clone(), row.mode, row.baseline.clone());
                let controls = own.map(|code| (info.name.clone(), mode, code));
                let controls =
                    controls.map(|wanted| judged.controls.iter().find(|row| key(row) == wanted));
                let row = judged_row(row, pooled(mode), &sides, &controls, noise);
                judged.rows.push(row);
            }
        }
    }
    judged
}

/// Returns a row without figures.
fn row(info: &ComparisonInfo, mode: Mode, [baseline, candidate]: [&str; 2]) -> Row {
    Row {
        comparison: info.name.clone(),
        group: info.group.clone(),
        mode,
        baseline: baseline.to_owned(),
        candidate: candidate.to_owned(),
        bound: Bound::of(mode),
        ..Row::default()
    }
}

/// Returns the row with the figures of these sides, judged within the limits of its controls and of
/// this noise.
fn judged_row(
    row: Row,
    pooled: &Pooled,
    sides: &[Range<usize>; 2],
    controls: &[Option<&Row>],
    noise: f64,
) -> Row {
    let is_cold = row.mode.is_cold();
    let logs = pooled.differences(sides, |sample| &sample.logs);
    // In cold modes, the loop takes most of the time and would hide any ratio.
    let floor = if is_cold {
        pooled.floor().unwrap_or_default()
    } else {
        0.0
    };
    let time = |sides: &Range<usize>| pooled.time(sides).map(|time| (time - floor).max(0.0));
    let times = time(&sides[0]).zip(time(&sides[1])).map(|(a, b)| [a, b]);
    let reason = format!("too few processes ({})", logs.len());
    let measured = Row {
        times,
        processes: logs.len(),
        logs,
        reason,
        ..row
    };
    let (Some(controls), Some(delta), Some([baseline, _])) = (
        controls.iter().copied().collect::<Option<Vec<_>>>(),
        Interval::of(
            pooled.differences(sides, |sample| &sample.times),
            LOOK_LEVEL,
        ),
        times,
    ) else {
        return measured;
    };
    // The candidate's time is the one that the ratio or the difference says.
    let (log, candidate) = if is_cold {
        let net = baseline.max(LEAST_NET);
        (
            delta.map(|delta| ((net + delta) / net).max(LEAST_NET / net).ln()),
            (baseline + delta.point).max(0.0),
        )
    } else {
        let Some(log) = Interval::of(measured.logs.clone(), LOOK_LEVEL) else {
            return measured;
        };
        (log, baseline * log.point.exp())
    };
    let off = |control: &&Row| {
        control
            .ratio
            .map_or(0.0, |ratio| ratio.point.ln().abs().exp_m1())
    };
    let bound = measured
        .bound
        .widened(CAUTION * controls.iter().map(off).fold(noise / CAUTION, f64::max));
    let failed = controls
        .iter()
        .rfind(|control| control.verdict.is_different());
    Row {
        bound,
        times: Some([baseline, candidate]),
        ratio: Some(log.map(f64::exp)),
        delta_ns: Some(delta),
        verdict: failed.map_or_else(|| verdict(log, delta, bound), |_| Verdict::Untrusted),
        reason: failed.map_or_else(String::new, |control| {
            format!("{} differs from its own clone", control.baseline)
        }),
        ..measured
    }
}

impl Summary {
    /// Summarizes rows and controls.
    pub(crate) fn of(rows: &[Row], controls: &[Row]) -> Self {
        let measured = || rows.iter().filter(|row| row.verdict != Verdict::Identical);
        let failed = controls
            .iter()
            .filter(|control| control.verdict.is_different())
            .count();
        let decided = || measured().filter(|row| row.verdict.is_decided());
        let forgiven = ((FORGIVEN * controls.len() as f64) as usize).max(1);
        let reason = if measured().count() == 0 {
            "there is nothing to decide".to_owned()
        } else if failed > forgiven {
            format!(
                "{failed} of {} controls were declared different",
                controls.len()
            )
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
