//! Which samples count, and what they say.

use pawnfill_benches::protocol::{Mode, Sample};

use super::report::Verdict;
use super::stats::{Interval, quantile};

/// A difference below this does not matter, whatever its ratio: nanoseconds per operation.
pub(super) const LEAST_NS: f64 = 0.05;
/// The same for tables that have to be fetched.
const LEAST_COLD_NS: f64 = 1.0;
/// A neighbor on the core is at work when the sentinel takes this much longer than in the session's quiet tenth.
const NEIGHBOR: f64 = 1.15;
/// A side was interrupted, or shared the core, when it takes this much longer than in the cell's quiet tenth.
///
/// A narrower limit would choose among the speeds that a kernel has by itself, and favor one side.
const INTERRUPTED: f64 = 1.25;
/// Fewer samples, or a smaller part of them, give no verdict.
const LEAST_KEPT: usize = 20;
const LEAST_KEPT_FRACTION: f64 = 0.4;

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

/// Which samples of a cell are kept; `sentinel` is that of the session's quiet tenth.
pub(super) fn keep(mode: Mode, samples: &[Sample], sentinel: f64) -> Vec<bool> {
    let limit = |side: fn(&Sample) -> f64| {
        let quiet = quantile(samples.iter().map(side), 0.1).filter(|_| !mode.is_cold());
        quiet.map_or(f64::INFINITY, |quiet| INTERRUPTED * quiet)
    };
    let (a, b) = (limit(|sample| sample.a), limit(|sample| sample.b));
    let clean = |sample: &Sample| sample.a <= a && sample.b <= b && sample.sentinel <= NEIGHBOR * sentinel;
    samples.iter().map(clean).collect()
}

/// Are enough samples left to judge?
pub(super) fn enough(kept: usize, total: usize) -> bool {
    kept >= LEAST_KEPT.min(total) && kept as f64 >= LEAST_KEPT_FRACTION * total as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn interval(lo: f64, hi: f64) -> Interval {
        Interval { point: f64::midpoint(lo, hi), lo, hi }
    }

    /// An A of 10 ns, so that a ratio says what the difference is.
    fn of(lo: f64, hi: f64) -> Verdict {
        judge(Mode::Throughput, interval(lo, hi), interval(10.0 * (lo - 1.0), 10.0 * (hi - 1.0)), 0.03)
    }

    #[test]
    fn verdicts_at_the_edges_of_the_margin() {
        assert_eq!(of(1.031, 1.05), Verdict::A);
        assert_eq!(of(1.029, 1.05), Verdict::Unclear);
        assert_eq!(of(0.98, 1.029), Verdict::Tie);
        assert_eq!(of(0.972, 1.029), Verdict::Tie);
        assert_eq!(of(0.96, 1.029), Verdict::Unclear);
        assert_eq!(of(0.95, 0.9705), Verdict::B);
        assert_eq!(of(0.95, 0.972), Verdict::Unclear);
        assert_eq!(of(0.5, 2.0), Verdict::Unclear);
    }

    #[test]
    fn a_difference_of_no_size_is_a_tie() {
        let ratio = interval(1.1, 1.2);
        assert_eq!(judge(Mode::Throughput, ratio, interval(0.03, 0.049), 0.03), Verdict::Tie);
        assert_eq!(judge(Mode::Throughput, ratio, interval(0.03, 0.06), 0.03), Verdict::Unclear);
        assert_eq!(judge(Mode::Throughput, ratio, interval(0.051, 0.06), 0.03), Verdict::A);
        // Fetched tables have to cost a nanosecond, and more than the margin.
        assert_eq!(judge(Mode::ColdL2, interval(1.3, 1.4), interval(0.5, 0.9), 0.25), Verdict::Tie);
        assert_eq!(judge(Mode::ColdL2, interval(1.3, 1.4), interval(1.1, 2.0), 0.25), Verdict::A);
        assert_eq!(judge(Mode::ColdL2, interval(1.2, 1.4), interval(1.1, 2.0), 0.25), Verdict::Unclear);
    }

    proptest! {
        #[test]
        fn exchanging_the_backends_exchanges_the_verdict(
            lo in 0.5..2.0, width in 0.0..0.2, margin in 0.0..0.2,
        ) {
            let (ratio, delta) = (interval(lo, lo + width), interval(lo - 1.0, lo + width - 1.0));
            let verdict = judge(Mode::Latency, ratio, delta, margin);
            let mirrored = judge(Mode::Latency, ratio.map(|r| 1.0 / r), delta.map(|d| -d), margin);
            prop_assert_eq!(mirrored, verdict.flip_horizontal());
        }
    }

    fn sample(a: f64, b: f64, sentinel: f64) -> Sample {
        Sample { cell: 0, ratio: b / a, a, b, floor: 0.1, iterations: 30, sentinel }
    }

    /// Fifty samples of a B that takes 1.3 times as long, of which so many shared the core with a neighbor that
    /// slows both sides down until they take the same.
    fn with_neighbor(disturbed: usize) -> (Vec<Sample>, Vec<bool>) {
        let quiet = |number: usize| sample(1.0 + 0.001 * (number % 7) as f64, 1.3, 100.0);
        let samples: Vec<_> = (0..50)
            .map(|number| if number < disturbed { sample(2.0, 2.0, 140.0) } else { quiet(number) })
            .collect();
        let kept = keep(Mode::Throughput, &samples, 100.0);
        (samples, kept)
    }

    #[test]
    fn a_neighbor_does_not_move_the_verdict() {
        let (samples, kept) = with_neighbor(15);
        assert_eq!(kept.iter().filter(|&&kept| kept).count(), 35);
        let kept = || samples.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(sample, _)| sample);
        let ratio = Interval::of(kept().map(|sample| sample.ratio)).unwrap();
        let delta = Interval::of(kept().map(|sample| sample.b - sample.a)).unwrap();
        assert_eq!(judge(Mode::Throughput, ratio, delta, 0.03), Verdict::A);
        assert!(ratio.lo > 1.29 && enough(35, 50));
    }

    #[test]
    fn too_much_of_a_neighbor_is_seen() {
        let (samples, kept) = with_neighbor(31);
        assert!(!enough(kept.iter().filter(|&&kept| kept).count(), samples.len()));
    }

    #[test]
    fn either_side_or_the_sentinel_can_be_disturbed() {
        let mut samples = vec![sample(1.0, 2.0, 100.0); 20];
        samples.extend([sample(1.26, 2.0, 100.0), sample(1.0, 2.6, 100.0), sample(1.0, 2.0, 116.0)]);
        samples.push(sample(1.24, 2.4, 114.0));
        let kept = keep(Mode::Latency, &samples, 100.0);
        assert_eq!(kept[20..], [false, false, false, true]);
        assert!(kept[..20].iter().all(|&kept| kept));
        // Cold times scatter by themselves.
        assert_eq!(keep(Mode::ColdL2, &samples, 100.0)[20..], [true, true, false, true]);
    }
}
