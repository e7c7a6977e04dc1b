//! Compares all formats of a report with `golden/`. Set `PAIRBENCH_BLESS` to write these files anew.

use super::*;
use crate::bounds::Bounds;
use crate::protocol::FunctionInfo;

fn interval(point: f64, lo: f64, hi: f64) -> Interval {
    Interval { point, lo, hi }
}

/// A row whose baseline takes 10 ns and whose interval is a tenth of its ratio.
pub(crate) fn row(
    group: &str,
    comparison: &str,
    candidate: &str,
    mode: Mode,
    ratio: f64,
    verdict: Verdict,
) -> Row {
    let delta = 10.0 * (ratio - 1.0);
    Row {
        comparison: comparison.into(),
        group: group.into(),
        mode,
        baseline: "old".into(),
        candidate: candidate.into(),
        times: Some([10.0, 10.0 * ratio]),
        floor: 0.5,
        ratio: Some(interval(ratio, 0.9 * ratio, 1.1 * ratio)),
        delta_ns: Some(interval(delta, delta - 1.0, delta + 1.0)),
        bound: Bounds::default().of(mode, true),
        processes: 8,
        verdict,
        logs: vec![ratio.ln(); 8],
        ..Row::default()
    }
}

fn control(comparison: &str, mode: Mode, function: &str, ratio: f64, verdict: Verdict) -> Control {
    Control {
        comparison: comparison.into(),
        mode,
        function: function.into(),
        ratio: interval(ratio, ratio - 0.001, ratio + 0.002),
        delta_ns: interval(0.0, -0.01, 0.01),
        processes: 8,
        verdict,
    }
}

fn facts() -> Facts {
    Facts {
        cpu: "a processor".into(),
        l1d: 48 << 10,
        l2: 3 << 20,
        target: "x86_64".into(),
        opt_level: "3".into(),
        target_features: vec!["avx2".into(), "bmi2".into()],
        register_barrier: true,
        load: "0.5".into(),
        ..Facts::default()
    }
}

pub(crate) fn report(rows: Vec<Row>, controls: Vec<Control>) -> Report {
    Report {
        schema: SCHEMA.into(),
        tool_version: "0".into(),
        started: 1,
        seconds: 12.6,
        command: vec!["bench".into(), "<fast>".into()],
        facts: facts(),
        notes: vec![("commit".into(), "abc".into())],
        settings: Options::default(),
        summary: crate::session::summary(&rows, &controls, None),
        rows,
        controls,
        ..Report::default()
    }
}

/// Two candidates, groups, all modes and all verdicts.
fn everything() -> Report {
    use Mode::{Evicted, L2, Latency, Throughput};
    use Verdict::{Faster, Identical, Same, Slower, Undecided, Untrusted};
    let mut rows = vec![
        row("", "alone", "new", Throughput, 0.95, Undecided),
        row("", "alone", "other", Throughput, 1.2, Slower),
        row("sums", "a long name, longer than a plot", "new", Throughput, 0.3, Faster),
        row("sums", "a long name, longer than a plot", "new", Latency, 0.96, Faster),
        row("sums", "a long name, longer than a plot", "new", L2, 2.5, Slower),
        row("sums", "a long name, longer than a plot", "new", Evicted, 1.0, Same),
        row("sums", "a long name, longer than a plot", "other", Throughput, 1.09, Slower),
        row("sums", "<b>&|\"'", "new", Latency, 12.0, Slower),
        row("sums", "<b>&|\"'", "new", L2, 1.0, Slower),
        row("sums", "<b>&|\"'", "other", Throughput, 1.0, Identical),
        row("sums", "<b>&|\"'", "other", Latency, 1.5, Untrusted),
        row("none", "never", "new", Throughput, 1.0, Undecided),
    ];
    rows[1].instructions = Some([9.0, 12.5]);
    rows[2].conditions = Some(Conditions { alone: interval(0.3, 0.2, 0.4), shared: interval(0.5, 0.4, 0.6) });
    // A cold time of almost nothing, shown in nanoseconds.
    rows[8].times = Some([0.9, 4.5]);
    rows[8].delta_ns = Some(interval(3.6, 3.0, 4.0));
    rows[9] = Row { times: None, ratio: None, delta_ns: None, processes: 0, ..rows[9].clone() };
    rows[10].reason = "old differs from its own clone".into();
    rows[11] = Row { times: None, ratio: None, delta_ns: None, processes: 3, ..rows[11].clone() };
    rows[11].reason = "too few processes (3)".into();
    let decided = rows.iter().filter(|row| row.verdict.is_decided());
    let mut controls: Vec<_> = decided
        .flat_map(|row| {
            [(&row.baseline, 1.05), (&row.candidate, 0.9)]
                .map(|(function, ratio)| control(&row.comparison, row.mode, function, ratio, Same))
        })
        .collect();
    // Shown neither in the plot of another function nor of another mode.
    controls.push(control("alone", Throughput, "unused", 1.3, Same));
    controls.push(control("<b>&|\"'", Evicted, "old", 1.7, Same));
    controls.push(control("<b>&|\"'", Latency, "old", 1.6, Slower));
    report(rows, controls)
}

/// One candidate, with ratios of many magnitudes.
fn extremes() -> Report {
    let rows = [1e-6, 1e-3, 0.01, 1.0, 100.0, 1e6].into_iter().enumerate().map(|(number, ratio)| {
        let verdict = if ratio < 1.0 { Verdict::Faster } else { Verdict::Slower };
        row("group", &format!("row {number}"), "new", Mode::Throughput, ratio, verdict)
    });
    let mut report = report(rows.collect(), Vec::new());
    report.summary.failure = Some("it panicked".into());
    report.facts = Facts { debug_assertions: true, rustflags: "-C a".into(), ..Facts::default() };
    report
}

/// Compares a text with a file.
fn is(file: &str, text: &str) {
    let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/report/golden")).join(file);
    if std::env::var_os("PAIRBENCH_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(golden == text, "{file}: {text}");
}

#[test]
fn every_format_is_as_it_was() {
    let answer = ["the <answer>".to_owned(), "and\nmore".to_owned()];
    let page = |report: &Report| report.html(&answer).replace(include_str!("style.css"), "");
    let report = everything();
    is("everything.html", &page(&report));
    is("everything.md", &report.markdown(&answer));
    is("everything.txt", &report.table(&answer, None));
    is("everything-60.txt", &report.table(&answer, Some(60)));
    is("everything-rows.txt", &report.table_of_rows(&answer, None));
    is("extremes.html", &page(&extremes()));
    is("extremes.txt", &extremes().table(&answer, None));
}

#[test]
fn tables_are_neither_too_wide_nor_too_narrow() {
    let report = everything();
    for (given, same) in [(None, 100), (Some(101), 100), (Some(59), 60), (Some(0), 60)] {
        assert_eq!(report.table(&[], given), report.table(&[], Some(same)));
        assert_eq!(report.table_of_rows(&[], given), report.table_of_rows(&[], Some(same)));
    }
    // Only the widest table has the long names of the modes.
    let titles = |width| {
        report
            .table(&[], Some(width))
            .lines()
            .any(|line| line.contains("candidate") && line.contains("tables in L2"))
    };
    assert_eq!([99, 100].map(titles), [false, true]);
    // A single candidate needs no column.
    assert!(!extremes().table_of_rows(&[], None).contains("candidate"));
}

/// A report from elsewhere must not control the terminal, or the direction of writing on a page.
#[test]
fn control_characters_are_not_shown() {
    let hidden = "a\u{1b}[2J\u{202e}b\tc\n";
    let mut report = everything();
    report.rows.iter_mut().for_each(|row| {
        (row.comparison, row.candidate, row.reason) = (hidden.into(), hidden.into(), hidden.into());
    });
    report.rows.iter_mut().for_each(|row| row.group = hidden.into());
    report.summary.failure = Some(hidden.into());
    report.notes = vec![(hidden.into(), hidden.into())];
    let answer = [hidden.to_owned()];
    let tables = [report.table(&answer, None), report.table_of_rows(&answer, None)];
    let tables = tables.map(|table| anstream::adapter::strip_str(&table).to_string());
    for shown in tables.into_iter().chain([report.html(&answer), report.markdown(&answer)]) {
        assert!(shown.contains("a\u{fffd}"), "{shown}");
        assert!(!shown.contains(|c: char| c != '\n' && c.is_control() || c == '\u{202e}'), "{shown:?}");
    }
}

#[test]
fn the_legend_names_a_common_baseline() {
    let mut report = everything();
    assert!(report.legend()[0].starts_with("The candidate's time divided by old's."));
    report.rows[3].baseline = "older".into();
    assert!(report.legend()[0].starts_with("The candidate's time divided by the first function's."));
}

#[test]
fn the_axis_has_the_powers_of_two_between_its_ends() {
    for (ratio, expected) in [
        (1.0, &["1/2", "1", "2"][..]),
        (3.5, &["1/2", "1", "2"]),
        (0.25, &["1/4", "1/2", "1", "2"]),
        (150.0, &["1/2", "1", "2", "4", "8", "16", "32", "64", "128"]),
        (151.0, &["1", "4", "16", "64"]),
    ] {
        let row = row("", "", "", Mode::Latency, ratio, Verdict::Same);
        let page = report(vec![row], Vec::new()).html(&[]);
        let ticks = page.split("text-anchor=middle>").skip(1);
        assert_eq!(ticks.filter_map(|tick| tick.split('<').next()).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn the_words_of_verdicts() {
    let words = |ratio: f64, verdict| row("", "", "", Mode::Latency, ratio, verdict).words();
    for (ratio, expected) in [
        (1.004, "1.00x as long"),
        (1.0994, "1.10x as long"),
        (1.994, "1.99x as long"),
        (1.995, "2.0x as long"),
        (9.94, "9.9x as long"),
        (9.96, "10x as long"),
    ] {
        assert_eq!(words(ratio, Verdict::Slower), expected);
    }
    for (ratio, expected) in [(0.8, "1.25x as fast"), (0.5, "2.0x as fast"), (0.05, "20x as fast")] {
        assert_eq!(words(ratio, Verdict::Faster), expected);
    }
    // Only a cold time can be indistinguishable from zero.
    let mut cold = row("", "", "", Mode::L2, 3.0, Verdict::Faster);
    cold.delta_ns = Some(interval(-2.4, -3.0, -2.0));
    for (times, mode, expected, figures) in [
        ([3.4, 1.0], Mode::L2, "3.0x as long", ["3.40", "1.00"]),
        ([3.39, 0.99], Mode::L2, "2 ns faster", ["3.39", "<1"]),
        ([0.0, 3.39], Mode::L2, "2 ns faster", ["<1", "3.39"]),
        ([3.39, 0.99], Mode::Latency, "3.0x as long", ["3.39", "0.99"]),
    ] {
        let verdict = if expected.ends_with("faster") { Verdict::Faster } else { Verdict::Slower };
        let row = Row { times: Some(times), mode, verdict, ..cold.clone() };
        assert_eq!((row.is_unresolved(), row.words().as_str()), (expected.contains("ns"), expected));
        assert_eq!(
            (row.nanoseconds(), row.interval().is_empty()),
            (figures.map(str::to_owned), expected.contains("ns"))
        );
    }
    cold.delta_ns = None;
    assert_eq!(cold.words(), "?");
}

#[test]
fn a_row_is_slower_if_it_is_beyond_the_noise() {
    let least = |mode, lo: f64, delta: f64, verdict| {
        let row = Row {
            ratio: Some(interval(2.0, lo, 3.0)),
            delta_ns: Some(interval(9.0, delta, 10.0)),
            ..row("", "", "", mode, 2.0, verdict)
        };
        row.least_slower()
    };
    for verdict in [Verdict::Slower, Verdict::Same] {
        assert_eq!(least(Mode::Throughput, 1.021, 0.1, verdict), Some(1.021));
        assert_eq!(least(Mode::Throughput, 1.02, 0.1, verdict), None);
        assert_eq!(least(Mode::L2, 1.3, 0.51, verdict), Some(1.3));
        assert_eq!(least(Mode::L2, 1.3, 0.5, verdict), None);
    }
    for verdict in [Verdict::Undecided, Verdict::Untrusted] {
        assert_eq!(least(Mode::Throughput, 1.5, 1.0, verdict), None);
    }
}

#[test]
fn the_answer_counts_verdicts() {
    assert_eq!(
        everything().answer(),
        [
            "new against old: faster in 2 rows, slower in 3, same in 1",
            "other against old: faster in 0 rows, slower in 2, same in 0"
        ]
    );
    assert!(extremes().answer()[0].contains("faster in 3 rows"));
}

/// Returns a report of these rows whose controls are all right.
fn trusted(rows: Vec<Row>) -> Report {
    let controls = rows.iter().flat_map(|row| {
        [&row.baseline, &row.candidate]
            .map(|function| control(&row.comparison, row.mode, function, 1.0, Verdict::Same))
    });
    let controls = controls.collect();
    report(rows, controls)
}

fn changes(old: &Report, new: &Report) -> String {
    new.changes(old).unwrap().join(" | ")
}

#[test]
fn changes_are_apart_and_matter() {
    let of = |point: f64, lo: f64, hi: f64| {
        let mut changed = row("", "one", "new", Mode::Throughput, point, Verdict::Slower);
        changed.ratio = Some(interval(point, lo, hi));
        let elsewhere = row("", "one", "new", Mode::Latency, 1.0, Verdict::Same);
        trusted(vec![changed, elsewhere])
    };
    let none = "no row changed since the older report";
    let one = "1 row changed since the older report";
    let old = of(1.5, 1.4, 1.6);
    assert_eq!(
        changes(&old, &of(1.8, 1.7, 1.9)),
        format!("changed: one new throughput: ratio 1.500 before, 1.800 now | {one}")
    );
    assert_eq!(
        changes(&old, &of(1.2, 1.1, 1.3)),
        format!("changed: one new throughput: ratio 1.500 before, 1.200 now | {one}")
    );
    // The intervals touch, or the change is within the tolerance of 3 %.
    assert_eq!(changes(&old, &of(1.8, 1.6, 1.9)), none);
    assert_eq!(changes(&old, &of(1.2, 1.1, 1.4)), none);
    assert_eq!(changes(&of(1.5, 1.49, 1.51), &of(1.53, 1.52, 1.54)), none);
    let mut wider = of(1.5, 1.49, 1.51);
    assert!(changes(&wider, &of(1.6, 1.59, 1.61)).starts_with("changed"));
    wider.rows[0].bound.tolerance = 0.1;
    assert_eq!(changes(&wider, &of(1.6, 1.59, 1.61)), none);
    wider.rows[0].bound.tolerance = 1.0;
    assert_eq!(changes(&wider, &of(3.0, 2.9, 3.1)), none);
    // Rows of other functions are not compared.
    for rename in
        [|row: &mut Row| row.candidate = "third".into(), |row: &mut Row| row.baseline = "third".into()]
    {
        let mut renamed = of(1.8, 1.7, 1.9);
        rename(&mut renamed.rows[0]);
        assert_eq!(
            changes(&old, &renamed),
            "no row changed of the 1 with a trusted ratio in both reports (2 before, 2 now)"
        );
    }
}

#[test]
fn rows_without_a_trusted_ratio_are_not_compared() {
    let of = |name: &str, ratio| row("", name, "new", Mode::Throughput, ratio, Verdict::Slower);
    let old = trusted(["one", "two", "three", "four"].map(|name| of(name, 1.5)).to_vec());
    let new = trusted(["one", "two", "three"].map(|name| of(name, 3.0)).to_vec());
    let last = |old: &Report, new: &Report| new.changes(old).map(|mut lines| lines.pop().unwrap());
    let some = |counts: &str| Ok(counts.to_owned());
    let counts = "3 rows changed of the 3 with a trusted ratio in both reports (4 before, 3 now)";
    assert_eq!(last(&old, &new), some(counts));
    let counts = "3 rows changed of the 3 with a trusted ratio in both reports (3 before, 4 now)";
    assert_eq!(last(&new, &old), some(counts));
    // Identical code has nothing to compare.
    let mut identical = old.clone();
    identical.rows[3] = Row { ratio: None, verdict: Verdict::Identical, ..identical.rows[3].clone() };
    assert_eq!(last(&trusted(identical.rows), &new), some("3 rows changed since the older report"));
    let changed = |change: &dyn Fn(&mut Row)| {
        let mut old = old.clone();
        change(&mut old.rows[0]);
        [last(&old, &new), last(&new, &old)]
    };
    let counts = |[before, now]: [usize; 2]| {
        format!("2 rows changed of the 2 with a trusted ratio in both reports ({before} before, {now} now)")
    };
    let two = [[4, 3], [3, 4]].map(|both| Ok(counts(both)));
    assert_eq!(changed(&|row| row.ratio = None), two);
    assert_eq!(changed(&|row| row.verdict = Verdict::Untrusted), two);
    // With nothing to compare, the reports cannot agree.
    let mut empty = old.clone();
    empty.rows.iter_mut().for_each(|row| row.ratio = None);
    let nothing = "no row has a trusted ratio in both reports";
    assert_eq!([last(&empty, &new), last(&new, &empty)], [Err(nothing.to_owned()), Err(nothing.to_owned())]);
    let other = trusted(vec![of("another", 1.5)]);
    assert_eq!(last(&other, &new), Err("no row is in both reports".to_owned()));
    let untrusted = report(old.rows.clone(), Vec::new());
    let why = "every control has too few processes";
    assert_eq!(last(&untrusted, &new), Err(format!("the older report decides nothing: {why}")));
    assert_eq!(last(&new, &untrusted), Err(format!("this report decides nothing: {why}")));
}

#[test]
fn reports_of_different_programs_are_not_compared() {
    let info = |digest: &str| ComparisonInfo {
        name: "one".into(),
        digest: digest.into(),
        functions: vec![FunctionInfo { name: "old".into(), same_as: None }],
        ..ComparisonInfo::default()
    };
    let old = Report { comparisons: vec![info("1")], ..everything() };
    assert!(old.changes(&old).is_ok());
    let other = |change: &dyn Fn(&mut Report)| {
        let mut new = old.clone();
        change(&mut new);
        new.changes(&old).unwrap_err()
    };
    for (error, message) in [
        (other(&|new| new.facts.cpu = "x".into()), "different processor: `a processor` and `x`"),
        (other(&|new| new.facts.l1d = 1), "different L1d size: `49152` and `1`"),
        (other(&|new| new.facts.l2 = 1), "different L2 size: `3145728` and `1`"),
        (other(&|new| new.facts.target = "x".into()), "different target: `x86_64` and `x`"),
        (other(&|new| new.facts.rustflags = "x".into()), "different flags: `` and `x`"),
        (other(&|new| new.facts.target_features.clear()), "different target features: `avx2 bmi2` and ``"),
        (other(&|new| new.facts.opt_level = "z".into()), "different opt-level: `3` and `z`"),
        (other(&|new| new.facts.debug_assertions = true), "different debug assertions: `false` and `true`"),
        (other(&|new| new.comparisons = vec![info("2")]), "different inputs of one: `1` and `2`"),
    ] {
        assert_eq!(error, message);
    }
    let mut new = old.clone();
    new.comparisons[0] = ComparisonInfo { name: "another".into(), ..info("2") };
    assert!(new.changes(&old).is_ok());
}
