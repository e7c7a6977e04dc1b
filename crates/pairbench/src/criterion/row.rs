//! A bench in both programs, judged by the lowest times of processes.
//!
//! A neighbor on the machine makes times longer but never shorter, so the lowest times of many
//! short samples agree where medians do not.

use crate::bounds::Bound;
use crate::protocol::Mode;
use crate::report::{Brief, Interval, Verdict};
use crate::session::{CAUTION, verdict};

/// The lowest time of each process, for both copies of both programs, which have other layouts.
#[derive(Debug, Default)]
pub(super) struct Floors {
    times: [[Vec<f64>; 2]; 2],
    /// The longest process.
    seconds: f64,
}

impl Floors {
    pub(super) fn is_empty(&self) -> bool {
        self.times[0][0].is_empty() && self.times[1][0].is_empty()
    }

    pub(super) fn add(&mut self, side: usize, copy: usize, floor: f64, seconds: f64) {
        self.times[side][copy].push(floor);
        self.seconds = self.seconds.max(seconds);
    }

    /// Judges the bench, if each copy has three processes.
    pub(super) fn row(&self, name: &str) -> Brief {
        let mut row = Brief {
            name: name.to_owned(),
            ..Brief::default()
        };
        // Usually a process takes a part of a second, and longer if the bench sets its own times.
        if self.seconds > 1.5 {
            row.notes
                .push(format!("up to {:.1} s a process", self.seconds));
        }
        let [old, new] = self.times.each_ref().map(|copies| copies.concat());
        let controls = self.times.each_ref().map(|[one, other]| ratio(one, other));
        let (Some(log), [Some(first), Some(second)]) = (ratio(&old, &new), controls) else {
            return row;
        };
        let own = Bound {
            noise_ns: 0.0,
            tolerance_ns: 0.0,
            ..Bound::new(Mode::Throughput)
        };
        let off = first.point.abs().max(second.point.abs()).exp_m1();
        row.ratio = Some(log.map(f64::exp));
        // Only ratios are judged, so they take the place of differences.
        row.verdict = verdict(log, log, own.widened(CAUTION * off));
        if [first, second]
            .iter()
            .any(|&control| verdict(control, control, own).is_different())
        {
            row.verdict = Verdict::Untrusted;
            row.notes
                .push("two layouts of one program differ".to_owned());
        }
        row
    }
}

/// Returns the logarithm of the ratio of the lowest times, and the ends of its interval: the lowest
/// of one divided by the third lowest of the other.
fn ratio(old: &[f64], new: &[f64]) -> Option<Interval> {
    let lowest = |times: &[f64]| {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        Some((*times.first()?, *times.get(2)?))
    };
    let ((old, third_old), (new, third_new)) = (lowest(old)?, lowest(new)?);
    let interval = Interval {
        point: new / old,
        lo: new / third_old,
        hi: third_new / old,
    };
    Some(interval.map(f64::ln))
}

#[cfg(test)]
mod tests;
