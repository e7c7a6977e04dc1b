//! Compares all formats of a report with `golden/`. Set `PAIRBENCH_BLESS` to write
//! these files anew.

use super::*;

fn interval(point: f64, lo: f64, hi: f64) -> Interval {
    Interval { point, lo, hi }
}

/// A row whose baseline takes 10 ns and whose interval is a tenth of its ratio.
fn row(
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
        ratio: Some(interval(ratio, 0.9 * ratio, 1.1 * ratio)),
        delta_ns: Some(interval(delta, delta - 1.0, delta + 1.0)),
        bound: Bound::new(mode),
        processes: 8,
        verdict,
        logs: vec![ratio.ln(); 8],
        ..Row::default()
    }
}

fn control(comparison: &str, mode: Mode, function: &str, ratio: f64, verdict: Verdict) -> Row {
    Row {
        baseline: function.into(),
        ..row("", comparison, "clone", mode, ratio, verdict)
    }
}

fn report(rows: Vec<Row>, controls: Vec<Row>) -> Report {
    let facts = Facts {
        register_barrier: true,
        ..Facts::default()
    };
    Report {
        facts,
        summary: Summary::new(&rows, &controls),
        rows,
        controls,
        ..Report::default()
    }
}

/// A name that tables have to keep in its line.
const HOSTILE: &str = "<b>&|`*\n_";

/// Two candidates, groups, all modes and all verdicts.
fn everything() -> Report {
    use Mode::{Evicted, L2, Latency, Throughput};
    use Verdict::{Faster, Identical, Same, Slower, Undecided, Untrusted};
    let mut rows = vec![
        row("", "alone", "new", Throughput, 0.95, Undecided),
        row("", "alone", "other", Throughput, 1.2, Slower),
        row(
            "sums",
            "a long name, longer than a plot",
            "new",
            Throughput,
            0.3,
            Faster,
        ),
        row(
            "sums",
            "a long name, longer than a plot",
            "new",
            Latency,
            0.96,
            Faster,
        ),
        row(
            "sums",
            "a long name, longer than a plot",
            "new",
            L2,
            2.5,
            Slower,
        ),
        row(
            "sums",
            "a long name, longer than a plot",
            "new",
            Evicted,
            1.0,
            Same,
        ),
        row(
            "sums",
            "a long name, longer than a plot",
            "other",
            Throughput,
            1.09,
            Slower,
        ),
        row("sums", HOSTILE, "new", Latency, 12.0, Slower),
        row("sums", HOSTILE, "new", L2, 1.0, Slower),
        row("sums", HOSTILE, "other", Throughput, 1.0, Identical),
        row("sums", HOSTILE, "other", Latency, 1.5, Untrusted),
        row("none", "never", "new", Throughput, 1.0, Undecided),
    ];
    // A cold time of almost nothing, shown in nanoseconds.
    rows[8].times = Some([0.9, 4.5]);
    rows[8].delta_ns = Some(interval(3.6, 3.0, 4.0));
    rows[9] = Row {
        times: None,
        ratio: None,
        delta_ns: None,
        processes: 0,
        ..rows[9].clone()
    };
    rows[10].reason = "old differs from its own clone".into();
    rows[11] = Row {
        times: None,
        ratio: None,
        delta_ns: None,
        processes: 3,
        ..rows[11].clone()
    };
    rows[11].reason = "too few processes (3)".into();
    let controls = rows
        .iter()
        .filter(|row| row.verdict.is_decided())
        .flat_map(|row| {
            [(&row.baseline, 1.05), (&row.candidate, 0.9)]
                .map(|(function, ratio)| control(&row.comparison, row.mode, function, ratio, Same))
        });
    let mut controls: Vec<_> = controls.collect();
    controls.push(control(HOSTILE, Latency, "old", 1.6, Slower));
    report(rows, controls)
}

/// One candidate, with ratios of many magnitudes.
fn extremes() -> Report {
    let rows = [1e-6, 1e-3, 0.01, 1.0, 100.0, 1e6]
        .into_iter()
        .enumerate()
        .map(|(number, ratio)| {
            let verdict = if ratio < 1.0 {
                Verdict::Faster
            } else {
                Verdict::Slower
            };
            row(
                "group",
                &format!("row {number}"),
                "new",
                Mode::Throughput,
                ratio,
                verdict,
            )
        });
    let mut report = report(rows.collect(), Vec::new());
    report.facts = Facts {
        debug_assertions: true,
        ..Facts::default()
    };
    report
}

/// Compares a text with a file.
fn is(file: &str, text: &str) {
    let path = std::path::Path::new("src/report/golden").join(file);
    if std::env::var_os("PAIRBENCH_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path)
        .unwrap()
        .replace("\r\n", "\n");
    assert!(golden == text, "{file}: {text}");
}

#[test]
fn every_format_is_as_it_was() {
    let answer = ["the <answer>".to_owned(), "and\nmore".to_owned()];
    let report = everything();
    is("everything.txt", &report.table(&answer, None));
    is("everything-60.txt", &report.table(&answer, Some(60)));
    is("everything-rows.txt", &report.table_of_rows(&answer, None));
    is("extremes.txt", &extremes().table(&answer, None));
}

#[test]
fn tables_are_neither_too_wide_nor_too_narrow() {
    let report = everything();
    for (given, same) in [(None, 100), (Some(101), 100), (Some(59), 60), (Some(0), 60)] {
        assert_eq!(report.table(&[], given), report.table(&[], Some(same)));
        assert_eq!(
            report.table_of_rows(&[], given),
            report.table_of_rows(&[], Some(same))
        );
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

#[test]
fn the_words_of_verdicts() {
    let ratios = [1.004, 1.0994, 1.994, 1.995, 9.94, 9.96].map(words);
    let expected =
        ["1.00", "1.10", "1.99", "2.0", "9.9", "10"].map(|factor| format!("{factor}x as long"));
    assert_eq!(ratios, expected);
    assert_eq!(
        [0.8, 0.5, 0.05].map(words),
        ["1.25x as fast", "2.0x as fast", "20x as fast"]
    );
    // Only a cold time can be indistinguishable from zero.
    let mut cold = row("", "", "", Mode::L2, 3.0, Verdict::Faster);
    cold.delta_ns = Some(interval(-2.4, -3.0, -2.0));
    for (times, mode, expected, figures) in [
        ([3.4, 1.0], Mode::L2, "3.0x as long", ["3.40", "1.00"]),
        ([3.39, 0.99], Mode::L2, "2 ns faster", ["3.39", "<1"]),
        ([0.0, 3.39], Mode::L2, "2 ns faster", ["<1", "3.39"]),
        (
            [3.39, 0.99],
            Mode::Latency,
            "3.0x as long",
            ["3.39", "0.99"],
        ),
    ] {
        let verdict = if expected.ends_with("faster") {
            Verdict::Faster
        } else {
            Verdict::Slower
        };
        let row = Row {
            times: Some(times),
            mode,
            verdict,
            ..cold.clone()
        };
        let is_unresolved = [row.is_unresolved(), row.interval().is_empty()];
        assert_eq!(
            (row.words().as_str(), is_unresolved),
            (expected, [expected.contains("ns"); 2])
        );
        assert_eq!(row.nanoseconds(), figures);
    }
    cold.delta_ns = None;
    assert_eq!(cold.words(), "?");
}
