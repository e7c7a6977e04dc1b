//! Which samples count, and what they say.

use pawnfill_benches::protocol::{Mode, Sample};

use super::report::Verdict;
use super::stats::{Interval, quantile};

/// A difference below this does not matter, whatever its ratio: nanoseconds per operation.
pub(super) const LEAST_NS: f64 = 0.05;
/// The same for tables that have to be fetched.
pub(super) const LEAST_COLD_NS: f64 = 1.0;
/// A side that takes this much longer than in the quiet tenth of the session was disturbed.
pub(super) const DIRTY: f64 = 1.04;
/// Fewer samples, or a smaller part of them, give no verdict.
pub(super) const LEAST_KEPT: usize = 20;
pub(super) const LEAST_KEPT_FRACTION: f64 = 0.4;

/// Says what the intervals of a ratio B / A and of a difference B − A mean.
pub(super) fn judge(mode: Mode, ratio: Interval, delta: Interval, margin: f64) -> Verdict {
    let log = ratio.map(f64::ln);
    let beyond = margin.ln_1p();
    let least = if mode.is_cold() { LEAST_COLD_NS } else { LEAST_NS };
    let within = |interval: Interval, bound: f64| -bound <= interval.lo && interval.hi <= bound;
    if log.lo > beyond && delta.lo > least {
        Verdict::A
    } else if log.hi < -beyond && delta.hi < -least {
        Verdict::B
    } else if within(log, beyond) || within(delta, least) {
        Verdict::Tie
    } else {
        Verdict::Unclear
    }
}

/// Which samples of a cell are kept: those in which neither side was disturbed.
pub(super) fn keep(mode: Mode, samples: &[Sample]) -> Vec<bool> {
    if mode.is_cold() {
        return vec![true; samples.len()];
    }
    let limit = |side: fn(&Sample) -> f64| {
        quantile(samples.iter().map(side), 0.1).map_or(f64::INFINITY, |quiet| DIRTY * quiet)
    };
    let (a, b) = (limit(|sample| sample.a), limit(|sample| sample.b));
    samples.iter().map(|sample| sample.a <= a && sample.b <= b).collect()
}

/// Are enough samples left to judge?
pub(super) fn enough(kept: usize, total: usize) -> bool {
    kept >= LEAST_KEPT.min(total) && kept as f64 >= LEAST_KEPT_FRACTION * total as f64
}
