use super::*;
use crate::protocol::Sample;

const BOUND: Bound = Bound {
    noise: 0.02,
    tolerance: 0.03,
    noise_ns: 0.1,
    tolerance_ns: 0.2,
};

fn interval(lo: f64, hi: f64) -> Interval {
    Interval {
        point: f64::midpoint(lo, hi),
        lo,
        hi,
    }
}

/// Checks the verdict, and that exchanging the functions exchanges it.
fn is(log: Interval, delta: Interval, expected: Verdict) {
    assert_eq!(verdict(log, delta, BOUND), expected, "{log:?} {delta:?}");
    let exchanged = match expected {
        Verdict::Faster => Verdict::Slower,
        Verdict::Slower => Verdict::Faster,
        other => other,
    };
    assert_eq!(
        verdict(log.map(|end| -end), delta.map(|end| -end), BOUND),
        exchanged,
        "{log:?} {delta:?}"
    );
}

#[test]
fn verdicts_at_the_edges_of_the_bounds() {
    for (lo, hi, expected) in [
        (1.021, 1.05, Verdict::Slower),
        (1.019, 1.05, Verdict::Undecided),
        // Between the bounds, a row is both different and within the tolerance. The verdict
        // is then `same`.
        (1.021, 1.029, Verdict::Same),
        (0.971, 1.029, Verdict::Same),
        (0.971, 1.031, Verdict::Undecided),
        (0.95, 0.979, Verdict::Faster),
        (0.95, 0.981, Verdict::Undecided),
        (0.5, 2.0, Verdict::Undecided),
    ] {
        // With a baseline of 100 ns, nanoseconds never decide.
        let delta = interval(100.0 * (lo - 1.0), 100.0 * (hi - 1.0));
        is(interval(lo, hi).map(f64::ln), delta, expected);
    }
}

#[test]
fn a_difference_of_no_size_is_none() {
    let (beyond, ratio) = (BOUND.noise.ln_1p(), interval(1.3_f64.ln(), 1.4_f64.ln()));
    let slower = interval(0.03, 1.0);
    for (log, delta, expected) in [
        // It must exceed the noise both as a ratio and in nanoseconds.
        (
            interval(beyond, 1.0),
            interval(0.11, 1.0),
            Verdict::Undecided,
        ),
        (slower, interval(BOUND.noise_ns, 1.0), Verdict::Undecided),
        (slower, interval(0.05, 1.0), Verdict::Undecided),
        (slower, interval(0.11, 1.0), Verdict::Slower),
        (ratio, interval(0.05, 0.19), Verdict::Same),
        (ratio, interval(0.05, 0.21), Verdict::Undecided),
        (ratio, interval(0.11, 0.21), Verdict::Slower),
    ] {
        is(log, delta, expected);
    }
}

#[test]
fn there_is_no_verdict_without_controls() {
    let (times, logs) = (vec![1.0, 1.0, 2.0, 2.0], vec![0.0, 0.0, 0.7, 0.7]);
    let sample = Sample {
        times,
        logs,
        ..Sample::default()
    };
    let pooled = Pooled((0..20).map(|process| (process, sample.clone())).collect());
    let pool = [((String::new(), Mode::Throughput), pooled)].into();
    let one = Comparison {
        info: &ComparisonInfo::default(),
        codes: Vec::new(),
        noise: 0.0,
        pool: &pool,
    };
    let row = one.empty(Mode::Throughput, ["a", "b"]);
    let own = one.judged(row.clone(), &[0..1, 1..2], &[], 0.0);
    let judged = |controls: &[Option<&Row>]| {
        one.judged(row.clone(), &[0..2, 2..4], controls, 0.0)
            .verdict
    };
    assert_eq!(judged(&[Some(&own)]), Verdict::Slower);
    assert_eq!(judged(&[Some(&own), None]), Verdict::Undecided);
}

#[test]
fn all_looks_together_are_as_sure_as_is_said() {
    assert!((1.0 - LOOKS as f64 * (1.0 - LOOK_LEVEL) - LEVEL).abs() < 1e-12);
}
