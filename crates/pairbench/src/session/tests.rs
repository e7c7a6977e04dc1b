//! Tests sessions with fake processes whose results are known.

use std::cell::RefCell;
use std::iter::zip;

use super::*;
use crate::protocol::{ComparisonInfo, FunctionInfo, Mode, Sample};
use crate::report::Verdict::{Faster, Identical, Same, Slower, Undecided, Untrusted};
use crate::report::{Report, Verdict};

/// Starts processes that report functions of known cost.
struct Known {
    /// Returns the nanoseconds of a function in a process and a mode, for the original
    /// or its clone.
    cost: fn(function: &str, clone: usize, process: usize, mode: Mode) -> f64,
    /// What the processes measured.
    plans: RefCell<Vec<Plan>>,
}

impl Known {
    fn new(cost: fn(&str, usize, usize, Mode) -> f64) -> Self {
        Self {
            cost,
            plans: RefCell::default(),
        }
    }

    fn processes(&self) -> usize {
        self.plans.borrow().len()
    }
}

impl Start for Known {
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error> {
        for (number, cell) in plan.cells.iter().enumerate() {
            let cost = |name, clone| (self.cost)(name, clone, self.processes(), cell.mode);
            let functions = cell.functions.iter();
            let times: Vec<_> = functions
                .flat_map(|name| [0, 1].map(|clone| cost(name, clone)))
                .collect();
            let logs = times.iter().map(|time| time.ln()).collect();
            on_record(Record::Sample(Sample {
                cell: number,
                times,
                logs,
                floor: 2.0,
                rounds: 9,
            }));
        }
        self.plans.borrow_mut().push(plan.clone());
        Ok(())
    }
}

fn info(name: &str, functions: &[&str]) -> ComparisonInfo {
    let function = |name: &&str| FunctionInfo {
        name: (*name).to_owned(),
        same_as: None,
    };
    ComparisonInfo {
        name: name.to_owned(),
        group: "group".to_owned(),
        modes: Mode::ALL.to_vec(),
        functions: functions.iter().map(function).collect(),
        ..ComparisonInfo::default()
    }
}

fn describing(comparisons: Vec<ComparisonInfo>) -> Description {
    Description {
        comparisons,
        ..Description::default()
    }
}

pub(crate) fn description() -> Description {
    let mut twin = info("twin", &["a", "same"]);
    twin.functions.push(FunctionInfo {
        name: "b".to_owned(),
        same_as: Some("a".to_owned()),
    });
    describing(vec![info("one", &["a", "b"]), twin])
}

/// Measures only throughput.
fn throughput() -> Options {
    Options {
        modes: vec![Mode::Throughput],
        ..Options::default()
    }
}

fn run(harness: &dyn Start, description: &Description, options: &Options) -> Result<Report, Error> {
    report(Setup {
        harness,
        description,
        options,
        progress: &|_, _| (),
    })
}

fn found(known: &Known, options: &Options) -> Report {
    run(known, &description(), options).expect("there is something to compare")
}

fn verdicts(report: &Report) -> Vec<Verdict> {
    report.rows.iter().map(|row| row.verdict).collect()
}

/// Makes B take half as long as all others.
fn half(function: &str, _clone: usize, _process: usize, _mode: Mode) -> f64 {
    if function == "b" { 50.0 } else { 100.0 }
}

#[test]
fn clear_rows_are_decided_at_the_first_look() {
    let known = Known::new(half);
    let report = found(&known, &Options::default());
    assert_eq!(known.processes(), PROCESSES);
    assert_eq!(
        verdicts(&report),
        [[Faster; 4], [Same; 4], [Identical; 4]].concat()
    );
    let summary = &report.summary;
    assert!(summary.trusted);
    // Each function has a control in each mode, including the cold modes.
    assert_eq!(
        (
            summary.rows,
            summary.decided,
            summary.identical,
            summary.controls
        ),
        (8, 8, 4, 16)
    );
    for mode in Mode::ALL {
        assert_eq!(
            report
                .controls
                .iter()
                .filter(|control| control.mode == mode)
                .count(),
            4
        );
    }
    assert!(
        summary
            .line()
            .ends_with("; 0 of 16 controls declared different")
    );
    assert!(
        report
            .table(&[], None)
            .contains("fewer than 17 % are false")
    );
    // Cold times and ratios exclude the loop.
    let cold = report
        .rows
        .iter()
        .find(|row| row.mode == Mode::Evicted)
        .unwrap();
    for (row, expected) in [(&report.rows[0], [100.0, 50.0]), (cold, [98.0, 48.0])] {
        let [baseline, candidate] = row.times.unwrap();
        let found = [baseline, candidate, row.ratio.unwrap().point];
        let expected = [expected[0], expected[1], expected[1] / expected[0]];
        assert!(
            zip(found, expected).all(|(found, expected)| (found - expected).abs() < 1e-9),
            "{row:?}"
        );
    }
}

#[test]
fn unclear_rows_get_another_look() {
    // The first eight processes disagree about b; later ones agree.
    let known = Known::new(|function, _, process, _| match (function, process) {
        ("b", 0) => 101.0,
        ("b", _) => 90.0,
        _ => 100.0,
    });
    assert_eq!(
        verdicts(&found(&known, &throughput())),
        [Faster, Same, Identical]
    );
    let plans = known.plans.borrow();
    assert_eq!(plans.len(), PROCESSES + PROCESSES.div_ceil(2));
    assert!(
        plans[PROCESSES..]
            .iter()
            .all(|plan| plan.cells.len() == 1 && plan.cells[0].comparison == "one")
    );
}

#[test]
fn rows_that_remain_unclear_are_undecided() {
    let known = Known::new(|function, _, process, _| {
        if function == "b" && process % 2 == 0 {
            90.0
        } else {
            100.0
        }
    });
    let report = found(&known, &throughput());
    assert_eq!(verdicts(&report), [Undecided, Same, Identical]);
    assert_eq!(
        known.processes(),
        PROCESSES + (LOOKS - 1) * PROCESSES.div_ceil(2)
    );
    assert_eq!(
        (
            report.summary.rows,
            report.summary.decided,
            report.summary.trusted
        ),
        (2, 1, true)
    );
    // Half of the rows are enough, and a third is not.
    let is_trusted = |undecided: usize| {
        let rows = [&report.rows[..], &vec![report.rows[0].clone(); undecided]].concat();
        Summary::new(&rows, &report.controls).trusted
    };
    assert_eq!([is_trusted(0), is_trusted(1)], [true, false]);
    // When the time is over, undecided rows get no other look.
    let known = Known::new(known.cost);
    found(
        &known,
        &Options {
            time: Some(0.0),
            ..throughput()
        },
    );
    assert_eq!(known.processes(), PROCESSES);
}

#[test]
fn a_row_whose_control_differs_is_not_trusted() {
    let known = Known::new(|function, clone, _, _| {
        if function == "b" {
            50.0 + clone as f64 * 2.0
        } else {
            100.0
        }
    });
    let report = run(
        &known,
        &describing(vec![info("one", &["a", "b", "c"])]),
        &throughput(),
    )
    .unwrap();
    // The row of another candidate does not depend on this control.
    assert_eq!(verdicts(&report), [Untrusted, Same]);
    let b = report
        .controls
        .iter()
        .find(|control| control.baseline == "b")
        .unwrap();
    assert_eq!(b.verdict, Slower);
    // One false control is tolerated, but its row is not decided.
    assert_eq!(
        (
            report.summary.failed_controls,
            report.summary.decided,
            report.summary.trusted
        ),
        (1, 1, true)
    );
    let known = Known::new(|_, clone, _, _| 100.0 + clone as f64 * 4.0);
    let report = found(&known, &Options::default());
    assert!(!report.summary.trusted && report.summary.reason.ends_with("were declared different"));
}

#[test]
fn a_control_counts_only_in_its_own_mode() {
    let known = Known::new(|function, clone, _, mode| match (function, clone, mode) {
        ("b", 1, Mode::Latency) => 53.0,
        ("b", ..) => 50.0,
        _ => 100.0,
    });
    let options = Options {
        modes: vec![Mode::Latency, Mode::Throughput],
        ..Options::default()
    };
    let report = run(
        &known,
        &describing(vec![info("one", &["a", "b"])]),
        &options,
    )
    .unwrap();
    assert_eq!(report.rows[0].mode, Mode::Throughput);
    assert_eq!(verdicts(&report), [Faster, Untrusted]);
}

#[test]
fn a_deviating_control_widens_the_bounds_of_its_row() {
    // One clone is slower, and the other is faster.
    let known = Known::new(|f, copy, _, _| {
        if f == "a" {
            99.0
        } else {
            [97.0, 98.7][copy ^ usize::from(f == "b")]
        }
    });
    for row in &found(&known, &throughput()).rows[..2] {
        let Bound {
            noise, tolerance, ..
        } = row.bound;
        assert!(
            (noise - 1.5 * 1.7 / 97.0).abs() + (tolerance - noise - 0.01).abs() < 1e-9,
            "{row:?}"
        );
        // Both clones of a function count alike.
        let both = (97.0_f64 * 98.7).sqrt() / 99.0;
        assert!((row.ratio.unwrap().point - both).abs() < 1e-9, "{row:?}");
    }
    // Whatever the noise is, the tolerance at most doubles.
    assert_eq!(Bound::new(Mode::Throughput).widened(0.6).tolerance, 0.06);
}

#[test]
fn only_several_layouts_show_small_differences_of_long_functions() {
    let verdict = |long, layouts, factor: f64| {
        let comparisons = vec![ComparisonInfo {
            long,
            ..info("one", &["100", &(100.0 * factor).to_string()])
        }];
        let known = Known::new(|function, _, _, _| function.parse().unwrap());
        let description = Description {
            layouts,
            ..describing(comparisons)
        };
        run(&known, &description, &throughput()).unwrap().rows[0].verdict
    };
    assert_eq!(
        [1.01, 1.14, 1.16].map(|factor| verdict(true, 0, factor)),
        [Same, Undecided, Slower]
    );
    assert_eq!(
        [verdict(true, 4, 1.14), verdict(false, 0, 1.14)],
        [Slower; 2]
    );
}

/// The functions have their nanoseconds as names, those of even and of odd processes.
#[test]
fn the_noise_and_the_tolerance_of_each_mode() {
    let known = Known::new(|function, _, process, _| {
        let (even, odd) = function.split_once('-').unwrap_or((function, function));
        [even, odd][process % 2].parse().unwrap()
    });
    // Cold modes do not count the two nanoseconds of the loop.
    for (mode, names) in [
        (
            Mode::Throughput,
            ["100", "102.99", "103.01", "101.99-120", "102.01-120"],
        ),
        (
            Mode::Latency,
            ["100", "104.49", "104.51", "102.99-120", "103.01-120"],
        ),
        (
            Mode::L2,
            ["102", "116.99", "117.01", "106.99-140", "107.01-140"],
        ),
        (
            Mode::Evicted,
            ["102", "126.99", "127.01", "111.99-140", "112.01-140"],
        ),
        // Of short times, differences in nanoseconds decide.
        (
            Mode::Throughput,
            ["0.1", "0.1099", "0.1101", "0.1019-0.2", "0.1021-0.2"],
        ),
        (
            Mode::Latency,
            ["0.1", "0.1099", "0.1101", "0.1029-0.2", "0.1031-0.2"],
        ),
        (Mode::L2, ["4", "5.49", "5.51", "4.49-6", "4.51-6"]),
        (Mode::Evicted, ["4", "7.99", "8.01", "4.99-9", "5.01-9"]),
    ] {
        let options = Options {
            modes: vec![mode],
            ..Options::default()
        };
        let report = run(&known, &describing(vec![info("one", &names)]), &options).unwrap();
        assert_eq!(
            verdicts(&report),
            [Same, Slower, Undecided, Slower],
            "{mode:?}"
        );
    }
}

#[test]
fn the_samples_of_a_process_are_one_value() {
    let mut pooled = Pooled::default();
    for process in 0..3 {
        for sample in 0..5 {
            // The clones differ, so one of them would have other values than both.
            let times = vec![
                1.0,
                2.0,
                f64::from(process + 2),
                f64::from(process + 4 + 2 * (sample % 2)),
            ];
            pooled.0.push((
                process as usize,
                Sample {
                    times,
                    ..Sample::default()
                },
            ));
        }
    }
    let deltas = |sides| pooled.differences(&sides, |sample| &sample.times);
    assert_eq!(deltas([0..2, 2..4]), [1.5, 2.5, 3.5]);
    assert_eq!(
        [deltas([2..4, 0..2]), deltas([2..3, 3..4])],
        [[-1.5, -2.5, -3.5], [2.0; 3]]
    );
    assert_eq!(
        [0..2, 2..4].map(|sides| pooled.time(&sides)),
        [Some(1.5), Some(4.0)]
    );
}

#[test]
fn one_false_control_in_a_hundred_is_forgiven() {
    let report = found(&Known::new(half), &throughput());
    let reason = |controls: usize, failed: usize| {
        let mut controls = vec![report.controls[0].clone(); controls];
        controls
            .iter_mut()
            .take(failed)
            .for_each(|control| control.verdict = Slower);
        controls.extend(report.controls.clone());
        Summary::new(&report.rows, &controls).reason
    };
    assert_eq!([reason(196, 2), reason(0, 1), reason(96, 1)], [""; 3]);
    assert_eq!(reason(195, 2), "2 of 199 controls were declared different");
    assert_eq!(reason(196, 3), "3 of 200 controls were declared different");
}

#[test]
fn the_baseline_and_the_candidates_can_be_chosen() {
    let three = info("three", &["a", "b", "c"]);
    let of = |baseline: Option<&str>, candidates: &[&str]| {
        let options = Options {
            baseline: baseline.map(str::to_owned),
            candidates: candidates.iter().map(|name| (*name).to_owned()).collect(),
            ..Options::default()
        };
        options.functions(&three).join(" ")
    };
    assert_eq!(of(None, &[]), "a b c");
    assert_eq!(of(Some("b"), &[]), "b a c");
    assert_eq!(of(Some("b"), &["c"]), "b c");
    assert_eq!(
        [of(Some("x"), &[]), of(None, &["x"]), of(None, &["a"])],
        ["", "", ""]
    );
    // Identical code is not measured, so there may be nothing to compare.
    let mut identical = three.clone();
    identical.functions.truncate(2);
    identical.functions[1].same_as = Some("a".to_owned());
    for (info, baseline) in [(three, Some("x".to_owned())), (identical, None)] {
        let options = Options {
            baseline,
            ..Options::default()
        };
        let nothing = run(&Known::new(half), &describing(vec![info]), &options);
        assert!(matches!(nothing, Err(Error::Usage(_))));
    }
}
