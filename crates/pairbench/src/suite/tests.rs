use std::cell::Cell as Count;

use super::*;

/// A clock that advances by 100 ns at each look.
#[derive(Default)]
struct Looks(Count<f64>);

impl Clock for Looks {
    fn now(&self) -> f64 {
        self.0.replace(self.0.get() + 100.0)
    }
}

/// Runs a round of a cell, and returns the number of its times.
fn round<const UNROLL: usize, I: Input + Debug, O: Debug + PartialEq>(
    comparison: &Comparison<I, O, UNROLL>,
    cell: &Cell,
) -> usize {
    let (facts, clock) = (
        Facts {
            l1d: 1 << 10,
            l2: 1 << 12,
            ..Facts::default()
        },
        Looks::default(),
    );
    let mut sampler = comparison
        .sampler(cell, &facts, &clock, Rng::with_seed(1))
        .expect("it exists");
    assert_eq!(sampler.is_cold, cell.mode.is_cold());
    (sampler.round)().len()
}

fn doubled<'a>() -> Comparison<'a, u64, u64> {
    Comparison::new("double", &[1, 2, 3][..])
        .about("twice the number")
        .function("shift", |number| number << 1)
        .function("add", |number| number + number)
        .same("sum", "add")
}

fn cell(mode: Mode, functions: &[&str]) -> Cell {
    let functions = functions.iter().map(|name| (*name).to_owned()).collect();
    Cell {
        comparison: "double".to_owned(),
        mode,
        functions,
    }
}

#[test]
fn every_function_has_a_control_in_every_mode() {
    for mode in Mode::ALL {
        let (comparison, cell) = (doubled(), cell(mode, &["shift", "add"]));
        let sides = comparison.sides(&cell).expect("they exist");
        // Without inputs, each side returns the constant of its clone.
        let starts: Vec<_> = sides.iter().map(|side| side[0](&[])).collect();
        assert_eq!(starts, [0x5eed, 0xc10e, 0x5eed, 0xc10e, 0x5eed]);
        assert_eq!(round(&comparison, &cell), sides.len());
    }
    let shapes = [Loop::Throughput, Loop::Latency, Loop::Visit, Loop::Visit];
    assert_eq!(Mode::ALL.map(|mode| doubled().shape(mode)), shapes);
    for missing in ["sum", "none"] {
        assert!(doubled().sides(&cell(Mode::Latency, &[missing])).is_err());
    }
    let Whole(whole) = Whole::new("whole", 1).function("one", || 1);
    assert_eq!(whole.shape(Mode::Throughput), Loop::Visit);
}

#[test]
fn tables_are_evicted_from_their_cache_and_not_from_the_next() {
    let walked = Mode::ALL.map(|mode| walked(mode, 30, 1000));
    assert_eq!(walked, [None, None, Some(45), Some(2000)]);
}

#[test]
fn a_cell_calls_its_functions() {
    let calls = [const { Count::new(0) }; 3];
    let count = |of: usize| {
        let calls = &calls[of];
        move |_: u64| calls.set(calls.get() + 1)
    };
    let seen = || calls.each_ref().map(Count::take);
    let comparison: Comparison<u64, ()> = Comparison::new("three", &[1_u64][..])
        .function("0", count(0))
        .function("1", count(1))
        .function("2", count(2));
    let cell = cell(Mode::Latency, &["2", "0"]);
    // Each function and its clone, and the empty loop.
    let called = comparison
        .sides(&cell)
        .expect("they exist")
        .into_iter()
        .map(|side| {
            side[0](&comparison.inputs);
            seen().iter().position(|&calls| calls > 0)
        });
    assert!(called.eq([Some(2), Some(2), Some(0), Some(0), None]));
}

#[test]
fn functions_that_disagree_are_found() {
    assert_eq!(doubled().agreement().err(), None);
    let wrong = doubled().function("near", |number| number + number.min(2));
    let how = "double: shift returns 6 for 3, near returns 5".to_owned();
    assert_eq!(wrong.agreement(), Err(how));
    let Whole(whole) = Whole::new("whole", 1)
        .function("one", || 1)
        .function("two", || 2);
    assert_eq!(
        whole.agreement(),
        Err("whole: one returns 1, two returns 2".to_owned())
    );
}

#[test]
fn mistakes_are_reported_and_nothing_is_called() {
    let mistakes = |suite: &Suite| suite.describe(Facts::default()).mistakes;
    let none: [u64; 0] = [];
    let called = |_: u64| -> u64 { unreachable!("a mistake ends the session") };
    let suite = Suite::new()
        .with(Comparison::new("empty", none).long().function("a", called))
        .with(
            Comparison::new("late", [1_u64])
                .function("a", called)
                .long(),
        )
        .with(doubled())
        .with(
            Comparison::new("twice", [1_u64])
                .function("a", called)
                .same("a", "a"),
        )
        .with(doubled())
        .with(
            Comparison::new("none", [1_u64])
                .same("a", "b")
                .function("b", called),
        );
    assert_eq!(
        mistakes(&suite),
        [
            "empty: there are no inputs",
            "late: `long` is called after adding functions",
            "twice: two functions are named a",
            "double: two comparisons have this name",
            "none: a is the same as b, which has no code",
        ]
    );
    assert_eq!(mistakes(&Suite::new().with(doubled())), [""; 0]);
}

#[test]
fn inputs_are_repeated_or_cut() {
    let comparison = doubled();
    assert_eq!(
        (comparison.inputs.len(), &comparison.inputs[..4]),
        (INPUTS, &[1, 2, 3, 1][..])
    );
    let large: Comparison<[u8; 4096], u64> = Comparison::new("large", vec![[0; 4096]]);
    assert_eq!((large.inputs.len(), large.info.inputs), (BYTES / 4096, 1));
    let huge: Comparison<[u8; 1 << 16], u64> = Comparison::new("huge", vec![[0; 1 << 16]; 3]);
    assert_eq!(huge.inputs.len(), LEAST_INPUTS);
    // Of many inputs, evenly spaced ones are used.
    let inputs: Vec<usize> = (0..3 * INPUTS).collect();
    let many: Comparison<usize, usize> = Comparison::new("many", &inputs)
        .function("same", |number| number)
        .function("other", |number| number / 3 * 3);
    assert_eq!(many.agreement().err(), None);
    assert_eq!((many.inputs.len(), many.info.inputs), (INPUTS, INPUTS));
    let long = many.long();
    assert_eq!((long.inputs.len(), long.info.inputs), (INPUTS, INPUTS));
    assert!(!long.without_branches().info.branches);
}
