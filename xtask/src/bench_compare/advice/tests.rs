use super::*;
use crate::bench_compare::rule::tests::{recorded, row};
use pairbench::report::Verdict;

const WHOLE: &str = "whole positions";
const HYBRID: &str = "  pawnfill = { path = \"../pawnfill/pawnfill\", features = [\"hybrid\"] }";
const LINE: &str = "  pawnfill = { path = \"../pawnfill/pawnfill\" }";

fn of_rows(rows: Vec<Row>) -> Report {
    let mut report = Report::default();
    report.rows = rows;
    report
}

/// Returns a report with these ratios in the four modes of an operation, and of a search.
fn report(group: &str, ratios: [f64; 4], width: f64) -> Report {
    let mut rows: Vec<_> = Mode::ALL
        .into_iter()
        .zip(ratios)
        .map(|(mode, ratio)| row(group, "hybrid", mode, ratio, width))
        .collect();
    let mut engine = row(ENGINE, "hybrid", Mode::Throughput, 1.0, 1.01);
    engine.verdict = Verdict::Same;
    rows.push(engine);
    of_rows(rows)
}

#[test]
fn the_first_lines_are_a_table_and_what_to_write() {
    for (ratios, width, verdict, cell, expected) in [
        (
            [0.5, 0.8, 1.0, 1.0],
            1.01,
            Verdict::Faster,
            "faster 0.77",
            &["Write in Cargo.toml:", HYBRID][..],
        ),
        (
            [1.2; 4],
            1.01,
            Verdict::Slower,
            "slower 1.20",
            &["No other backend is better. Write in Cargo.toml:", LINE],
        ),
        (
            [0.975; 4],
            1.02,
            Verdict::Same,
            "same 0.97  ",
            &[
                "kogge-stone and hybrid are equally good. Write the safe line in Cargo.toml:",
                LINE,
            ],
        ),
        (
            [0.9; 4],
            3.0,
            Verdict::Undecided,
            "? 0.90     ",
            &[
                "It is open which is best: kogge-stone or hybrid. Allow more --time, or wait until the machine is less busy.",
            ],
        ),
    ] {
        let mut report = report(WHOLE, ratios, width);
        report.summary.trusted = true;
        let lines = answer(&report);
        let row = format!("  operation          {}", report::colored(cell, verdict));
        assert_eq!(lines[1..3], ["  mean of all modes  hybrid     ", &row]);
        assert_eq!(lines[3..][..expected.len()], *expected);
        let has_line = lines.iter().any(|line| line.contains("Cargo.toml"));
        assert_eq!(has_line, expected.len() > 1, "{lines:#?}");
        for width in [60, 80, 100] {
            let shown = report.table(&lines, Some(width));
            let whole = |line: &String| !line.starts_with(' ') || shown.contains(line);
            assert!(lines.iter().all(whole), "{shown}");
        }
    }
    // Nothing is known of a mode without a time.
    let mut unknown = report(WHOLE, [1.0; 4], 1.01);
    unknown.rows[0].verdict = Verdict::Untrusted;
    let row = report::colored("?          ", Verdict::Undecided);
    assert!(answer(&unknown)[2].ends_with(&row));
}

#[test]
fn the_readme_shows_a_recorded_session() {
    let rows = recorded(include_str!("../sessions/epyc-quiet1.txt"));
    let lines = answer(&of_rows(rows));
    let plain = |line: &String| {
        let parts = line.split('\x1b').map(|part| match part.split_once('m') {
            Some((code, text)) if code.starts_with('[') => text,
            _ => part,
        });
        parts.collect::<String>().trim_end().to_owned()
    };
    let shown: Vec<_> = lines[..7].iter().map(plain).collect();
    let readme = include_str!("../../../../README.md");
    assert!(readme.contains(&shown.join("\n")), "{shown:#?}");
}

#[test]
fn totals_are_told_with_what_is_known() {
    let lines = answer(&report(WHOLE, [0.5, 1.0, 1.3, 1.4], 1.01));
    assert_eq!(
        lines[4..],
        [
            HYBRID,
            "For the whole search of the example engine, all backends are the same.",
            "All operations of a group together, compared with kogge-stone:",
            "* operation, hybrid: throughput 2.0x as fast; latency same; tables in L2 1.30x as long; tables evicted 1.40x as long",
            "* at worst, hybrid: operation 1.00x as long (throughput)",
            "Throughput of kogge-stone in this session: 10.0 ns for operation. If these differ much between sessions, another program uses the same physical core, and ratios differ, too.",
            "If tables are rarely in the cache, kogge-stone is better for operation.",
        ]
    );
    let mut open = report(WHOLE, [1.2, 1.0, 1.0, 1.0], 1.3);
    let says =
        |report: &Report, words: &str| answer(report).iter().any(|line| line.contains(words));
    assert!(says(&open, "throughput ?; latency ?; tables in L2 ?"));
    // By its nanoseconds, a row may be the same.
    open.rows
        .iter_mut()
        .filter(|row| row.mode == Mode::L2)
        .for_each(|row| row.verdict = Verdict::Same);
    assert!(says(&open, "throughput ?; latency ?; tables in L2 same"));
}

#[test]
fn what_was_not_measured_gives_no_advice() {
    let mut part = report(WHOLE, [0.5; 4], 1.01);
    part.rows.retain(|row| row.mode != Mode::Evicted);
    assert_eq!(answer(&part)[0], "No advice, because it needs all modes.");
    part.rows
        .iter_mut()
        .for_each(|row| row.baseline = "lookup".into());
    assert!(answer(&part).is_empty() && answer(&report("sets", [0.5; 4], 1.01)).is_empty());
}

#[test]
fn a_use_with_another_answer_gets_a_line() {
    let mut both = report(WHOLE, [1.2; 4], 1.01);
    both.rows
        .extend(report("pawn by pawn", [0.9; 4], 1.01).rows);
    let lines = answer(&both);
    assert!(
        lines.contains(&format!("If you only need operation:\n{HYBRID}")),
        "{lines:#?}"
    );
}

#[test]
fn every_backend_but_the_default_is_a_feature() {
    let features = include_str!("../../../../pawnfill/Cargo.toml");
    pawnfill::for_each_backend!(B => {
        let is_feature = features.contains(&format!("\n{} = [", B::NAME));
        assert_eq!(manifest(B::NAME).contains("features"), is_feature, "{}", B::NAME);
    });
}

#[test]
fn the_command_with_flags_is_shown_if_there_are_none() {
    let mut report = report(WHOLE, [0.5; 4], 1.01);
    let has_command = |report: &Report| {
        lines(report)
            .last()
            .is_some_and(|line| line.contains("RUSTFLAGS="))
    };
    assert!(has_command(&report));
    report.facts.rustflags = "-C target-cpu=native".into();
    assert!(!has_command(&report));
    report.rows[0].group = "sets".into();
    report.rows.truncate(1);
    report.rows[0].verdict = Verdict::Faster;
    report
        .notes
        .push((POSITIONS_NOTE.into(), "7 of 9 positions of few.pgn".into()));
    assert_eq!(
        lines(&report),
        [
            "hybrid against kogge-stone: faster in 1 row, slower in 0, same in 0",
            "Measured with 7 of 9 positions of few.pgn.",
        ]
    );
}
