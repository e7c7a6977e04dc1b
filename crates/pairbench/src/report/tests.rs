//! Compares all formats of a report with `golden/`. Set `PAIRBENCH_BLESS` to write
//! these files anew.

use super::*;

/// Two candidates, groups, all modes and all verdicts.
fn everything() -> Report {
    serde_json::from_str(include_str!("golden/everything.json")).unwrap()
}

/// One candidate, with ratios of many magnitudes.
fn extremes() -> Report {
    serde_json::from_str(include_str!("golden/extremes.json")).unwrap()
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
    let interval = |point| Interval {
        point,
        lo: point,
        hi: point,
    };
    let mut cold = Row {
        ratio: Some(interval(3.0)),
        delta_ns: Some(interval(-2.4)),
        ..Row::default()
    };
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
