use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::*;
use crate::kernel::Timed;

/// A clock that advances only when work is done.
#[derive(Default)]
struct Fake {
    now: Cell<f64>,
    /// The calls, in order, and `None` for an eviction.
    log: RefCell<Vec<Option<Call>>>,
    /// The growth of all times, as a fraction per nanosecond since the start.
    drift: f64,
}

#[derive(Clone, Debug, PartialEq)]
struct Call {
    name: &'static str,
    clone: usize,
    copy: usize,
    inputs: Vec<u16>,
}

impl Fake {
    fn work(&self, time: f64, call: Option<Call>) {
        let now = self.now.get();
        self.now.set(now + time * (1.0 + self.drift * now));
        self.log.borrow_mut().push(call);
    }

    /// Returns the calls of a round.
    fn calls(&self, round: impl FnOnce() -> Vec<f64>) -> Vec<Call> {
        self.log.take();
        round();
        self.log.take().into_iter().flatten().collect()
    }

    /// Returns the number of sides that come first in some of forty rounds.
    fn first_sides(&self, mut round: impl FnMut() -> Vec<f64>) -> usize {
        let first = |_| self.calls(&mut round).remove(0);
        (0..40)
            .map(first)
            .map(|call| (call.name, call.clone))
            .collect::<BTreeSet<_>>()
            .len()
    }

    /// Returns the side of a function that takes these nanoseconds per input in each copy,
    /// and per call.
    fn side<'s>(
        &'s self,
        name: &'static str,
        clone: usize,
        costs: &[f64],
        fixed: f64,
    ) -> Side<'s, u16> {
        let copy = |(copy, &cost): (usize, &f64)| -> Timed<'s, u16> {
            Box::new(move |inputs| {
                let call = Call {
                    name,
                    clone,
                    copy,
                    inputs: inputs.to_vec(),
                };
                self.work(fixed + cost * inputs.len() as f64, Some(call));
                0
            })
        };
        costs.iter().enumerate().map(copy).collect()
    }

    /// Returns the sides of A and B, each with its clone, and of the loop without a function.
    fn sides(&self, [a, b, nothing]: [&[f64]; 3], fixed: f64) -> Vec<Side<'_, u16>> {
        let sides = [
            ("a", 0, a),
            ("a", 1, a),
            ("b", 0, b),
            ("b", 1, b),
            ("nothing", 0, nothing),
        ];
        sides
            .map(|(name, clone, costs)| self.side(name, clone, costs, fixed))
            .into()
    }

    fn bed<'s>(&'s self, sides: Vec<Side<'s, u16>>, inputs: &'s [u16]) -> Bed<'s, u16> {
        Bed {
            sides,
            inputs,
            clock: self,
            rng: Rng::with_seed(1),
        }
    }

    fn sampler<'s>(&'s self, is_cold: bool, round: impl FnMut() -> Vec<f64> + 's) -> Sampler<'s> {
        Sampler {
            round: Box::new(round),
            is_cold,
            clock: self,
        }
    }
}

impl Clock for Fake {
    fn now(&self) -> f64 {
        self.now.get()
    }
}

/// A takes 2 ns and B takes 3 ns, each with its clone. The loop takes ½ ns.
fn with_hot<R>(
    clock: &Fake,
    fresh: bool,
    [a, b]: [[f64; 4]; 2],
    test: impl FnOnce(Hot<u16>) -> R,
) -> R {
    let inputs: Vec<_> = (0..4096).collect();
    let sides = clock.sides([&a, &b, &[0.5; 4]], 40.0);
    test(Hot::new(clock.bed(sides, &inputs), 8, fresh, 1.0, 32 << 10))
}

const COSTS: [[f64; 4]; 2] = [[2.0; 4], [3.0; 4]];

fn is_near(time: f64, expected: f64) -> bool {
    (time - expected).abs() < 1e-9
}

#[test]
fn times_are_those_of_the_functions() {
    for fresh in [false, true] {
        let clock = Fake::default();
        let samples = with_hot(&clock, fresh, COSTS, |mut hot| {
            clock.sampler(false, || hot.round()).samples(1e6)
        });
        assert_eq!(samples.len(), SAMPLES);
        for sample in &samples {
            let expected = [2.0, 2.0, 3.0, 3.0];
            assert!(
                sample
                    .times
                    .iter()
                    .zip(expected)
                    .all(|(&a, b)| is_near(a, b)),
                "{sample:?}"
            );
            assert!(
                is_near(sample.logs[2] - sample.logs[0], 1.5_f64.ln()),
                "{sample:?}"
            );
            assert!(
                is_near(sample.floor, 0.5) && sample.rounds > 2,
                "{sample:?}"
            );
        }
    }
}

#[test]
fn a_sample_has_the_rounds_that_fit_in_its_time() {
    // A round takes 10 ns. Three samples need two rounds each.
    for (time, expected) in [
        (9.0, vec![1]),
        (59.0, vec![6]),
        (60.0, vec![2; 3]),
        (91.0, vec![4; 3]),
    ] {
        let clock = Fake::default();
        let round = || {
            clock.work(10.0, None);
            vec![1.0, 4.0, 0.0]
        };
        let samples = clock.sampler(false, round).samples(time);
        assert_eq!(
            samples
                .iter()
                .map(|sample| sample.rounds)
                .collect::<Vec<_>>(),
            expected
        );
        // Logarithms are relative to the geometric mean, which is 2.
        let logs = &samples[0].logs;
        assert!(
            is_near(logs[0], -(2.0_f64.ln())) && is_near(logs[1], 2.0_f64.ln()),
            "{logs:?}"
        );
    }
}

#[test]
fn a_machine_that_becomes_slower_changes_no_ratio() {
    // During a round, all work becomes 1 % slower.
    let clock = Fake {
        drift: 1e-7,
        ..Fake::default()
    };
    let samples = |mut hot: Hot<'_, _>| clock.sampler(false, || hot.round()).samples(1e7);
    let sample = with_hot(&clock, true, [[2.0; 4]; 2], samples).remove(2);
    assert!(
        sample
            .logs
            .iter()
            .all(|log| (log - sample.logs[0]).abs() < 1e-4),
        "{sample:?}"
    );
}

#[test]
fn a_copy_that_lies_badly_does_not_count() {
    let costs = [[2.0, 2.0, 2.0, 2.5], [3.0, 1.0, 3.0, 3.0]];
    let times = with_hot(&Fake::default(), true, costs, |mut hot| hot.round());
    assert!(
        is_near(times[0], 2.0) && is_near(times[2], 3.0),
        "{times:?}"
    );
}

#[test]
fn a_round_is_mirrored_on_other_inputs() {
    let clock = Fake::default();
    let calls = with_hot(&clock, true, COSTS, |mut hot| clock.calls(|| hot.round()));
    let (first, second) = calls.split_at(calls.len() / 2);
    let order = |calls: &[Call]| -> Vec<_> {
        let of_side = calls.iter().filter(|call| call.copy == 0);
        of_side
            .map(|call| (call.name, call.clone, call.inputs.len()))
            .collect()
    };
    let mirrored: Vec<_> = order(second).into_iter().rev().collect();
    assert_eq!((order(first), mirrored.len()), (mirrored, 4));
    // Sides share their inputs within each half of a round, and get others in the other half.
    let inputs = |calls: &[Call], copy: usize| {
        let of_copy = calls.iter().filter(|call| call.copy == copy);
        let distinct: BTreeSet<_> = of_copy.map(|call| call.inputs.clone()).collect();
        assert_eq!(distinct.len(), 1);
        distinct
    };
    for copy in 0..4 {
        assert_ne!(inputs(first, copy), inputs(second, copy));
    }
    // Each copy gets fresh inputs.
    assert_ne!(inputs(first, 0), inputs(first, 1));
}

#[test]
fn no_window_is_larger_than_the_inputs() {
    // With one-byte inputs, a window of 17,136 was once cut from 16,384 inputs, and
    // the process panicked.
    for inputs in [64, 65, 100, 1000, 4097, 16_384] {
        for unroll in [1, 8] {
            for ns in [1e-4, 0.01, 0.25, 1.0, 30.0, 1e4, 1e9] {
                let calls = Calls::new(ns, unroll, inputs);
                assert!(calls.block > 0 && calls.count > 0, "{calls:?}");
                assert!(calls.block <= inputs, "{calls:?}, {ns} ns, by {unroll}");
                assert_eq!(calls.block % unroll, 0, "{calls:?}");
            }
        }
    }
    let mut rng = Rng::with_seed(1);
    for (inputs, length) in [(1, 1), (1, 9), (10, 9), (10, 10), (16_384, 17_136)] {
        let window = window(inputs, length, &mut rng);
        assert!(window.end <= inputs && window.len() == length.min(inputs));
    }
}

#[test]
fn tables_are_evicted_before_each_visit_is_timed() {
    let clock = Fake::default();
    let inputs: Vec<_> = (0..4096).collect();
    let sides = clock.sides([&[20.0], &[30.0], &[0.0]], 8.0);
    let mut cold = Cold {
        bed: clock.bed(sides, &inputs),
        evict: Box::new(|| clock.work(1e5, None)),
    };
    // Eight nanoseconds per call are two for each of four inputs.
    assert_eq!(cold.round(), [22.0, 22.0, 32.0, 32.0, 2.0]);
    let log = clock.log.take();
    assert_eq!(log.len(), 5 * 4);
    for visit in log.chunks(4) {
        let inputs = |number: usize| visit[number].as_ref().map(|call| call.inputs.clone());
        // The tables are read before they are evicted, and the code is fetched by one call that is
        // not timed.
        let [Some(all), None, Some(first), Some(timed)] = [0, 1, 2, 3].map(inputs) else {
            panic!("an eviction at the wrong time")
        };
        assert_eq!(
            (first.len(), timed.len(), [first, timed].concat()),
            (1, VISIT, all.clone())
        );
        assert!(
            log[0].as_ref().is_some_and(|call| call.inputs == all),
            "a round has the same inputs"
        );
    }
    // No side always has what another one left in the caches.
    assert_eq!(clock.first_sides(|| cold.round()), 5);
    let sample = clock.sampler(true, || cold.round()).samples(1e7).remove(0);
    assert_eq!(
        (sample.times, sample.floor),
        (vec![22.0, 22.0, 32.0, 32.0], 2.0)
    );
}

#[test]
fn a_long_call_is_repeated_alone_and_its_time_is_that_of_a_unit() {
    // Calls are repeated until the slowest function takes 20 µs.
    for (cost, calls) in [(100_000.0, 1), (5_000.0, 4), (500.0, 40)] {
        let clock = Fake::default();
        let sides = [("a", cost), ("b", cost / 2.0), ("nothing", 0.0)];
        let sides = sides.map(|(name, cost)| clock.side(name, 0, &[cost], 0.0));
        let inputs: Vec<_> = (0..4096).collect();
        let mut hot = Hot::new(clock.bed(sides.into(), &inputs), 1, true, 10.0, 32 << 10);
        clock.log.take();
        let times = hot.round();
        assert!(
            is_near(times[0], cost / 10.0) && is_near(times[1], cost / 20.0),
            "{times:?}"
        );
        assert_eq!((hot.calls.block * hot.calls.count, times.len()), (calls, 3));
        assert_eq!(clock.log.borrow().len(), 4 * hot.calls.count);
    }
}
