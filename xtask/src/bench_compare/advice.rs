//! Turns a report into advice for an engine: one line for its Cargo.toml, and when another line is better.

use pairbench::Mode;
use pairbench::report::{Report, Row, Verdict};
use pawnfill::{Backend as _, for_each_backend};

/// The uses of an engine, each with the group of operations that represents it.
const USES: [(&str, &str); 2] =
    [("whole positions", "whole positions"), ("questions about single pawns", "pawn by pawn")];

/// Backends whose totals differ by less than this count as equal; then the baseline is preferred.
const TOLERANCE: f64 = 0.02;

/// Returns the functions that a dependent engine can use: the first without features, each other with its feature.
fn choices() -> Vec<&'static str> {
    let mut choices = Vec::new();
    for_each_backend!(B => choices.push(B::NAME));
    choices.push("batch");
    choices
}

/// Returns the line of Cargo.toml that gives an engine this backend.
fn manifest(backend: &str) -> String {
    match choices().iter().position(|&choice| choice == backend) {
        Some(0) => "pawnfill = \"0.1\"".to_owned(),
        Some(_) => format!("pawnfill = {{ version = \"0.1\", features = [\"{backend}\"] }}"),
        None => format!("no line: {backend} exists only for comparison"),
    }
}

/// A backend's time divided by the baseline's, summed over one call of each operation of a use.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Total {
    throughput: Option<f64>,
    latency: Option<f64>,
    evicted: Option<f64>,
}

impl Total {
    fn of(rows: &[&Row]) -> Self {
        let total = |mode: Mode| {
            let times = rows.iter().filter(|row| row.mode == mode).filter_map(|row| times(row));
            let (baseline, other) = times.fold((0.0, 0.0), |(a, b), [x, y]| (a + x, b + y));
            (baseline > 0.0).then(|| other / baseline)
        };
        Self {
            throughput: total(Mode::Throughput),
            latency: total(Mode::Latency),
            evicted: total(Mode::Evicted),
        }
    }

    /// Returns the mean logarithm of the modes that run from the first-level cache.
    fn hot(self) -> f64 {
        let logs: Vec<_> = [self.throughput, self.latency].into_iter().flatten().map(f64::ln).collect();
        logs.iter().sum::<f64>() / logs.len().max(1) as f64
    }

    fn words(self) -> String {
        match (self.throughput.map(words), self.latency.map(words)) {
            (Some(throughput), Some(latency)) if throughput == latency => throughput,
            (Some(throughput), Some(latency)) => format!("{throughput} in throughput, {latency} in latency"),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => "not decided".to_owned(),
        }
    }
}

fn words(factor: f64) -> String {
    let percent = |part: f64| (100.0 * part).round();
    match factor {
        _ if factor >= 2.0 => format!("{factor:.1}x as long"),
        _ if factor > 1.0 + TOLERANCE => format!("{} % slower", percent(factor - 1.0)),
        _ if factor <= 0.5 => format!("{:.1}x as fast", 1.0 / factor),
        _ if factor < 1.0 / (1.0 + TOLERANCE) => format!("{} % faster", percent(1.0 / factor - 1.0)),
        _ => "the same".to_owned(),
    }
}

/// Returns the times of baseline and candidate without the loop if there is a verdict. For `same` they are equal.
fn times(row: &Row) -> Option<[f64; 2]> {
    match (row.verdict, row.times) {
        (Verdict::Same, Some([baseline, _])) => Some([baseline - row.floor; 2]),
        (Verdict::Faster | Verdict::Slower, Some(times)) => Some(times.map(|time| time - row.floor)),
        // Identical code is not measured and changes no comparison.
        _ => None,
    }
}

/// Returns the name with the lowest value if that is below zero by more than the tolerance.
fn clearly_least<'a>(values: impl Iterator<Item = (&'a str, f64)>) -> Option<&'a str> {
    let least = values.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (least.1 < -TOLERANCE.ln_1p()).then_some(least.0)
}

/// Returns the advice: what to write, when another backend is better, and by how much.
pub(super) fn lines(report: &Report) -> Vec<String> {
    let lines = answer(&report.rows);
    if lines.is_empty() { report.answer() } else { lines }
}

fn answer(rows: &[Row]) -> Vec<String> {
    let Some(baseline) = rows.first().map(|row| row.baseline.as_str()) else { return Vec::new() };
    let mut candidates: Vec<&str> = Vec::new();
    for row in rows {
        if !candidates.contains(&row.candidate.as_str()) {
            candidates.push(&row.candidate);
        }
    }
    let total = |candidate: &str, group: &str| {
        let of = |row: &&Row| row.group == group && row.candidate == candidate;
        Total::of(&rows.iter().filter(of).collect::<Vec<_>>())
    };
    let uses: Vec<_> = USES.iter().filter(|(_, group)| rows.iter().any(|row| row.group == *group)).collect();
    if uses.is_empty() {
        return Vec::new();
    }
    let hot = |candidate: &str| uses.iter().map(|(_, group)| total(candidate, group).hot()).sum::<f64>();
    let winner = clearly_least(candidates.iter().map(|&name| (name, hot(name)))).unwrap_or(baseline);

    let mut lines = vec![format!("Write in Cargo.toml: {}", manifest(winner))];
    for (use_, group) in &uses {
        let words = candidates.iter().map(|name| format!("{name} {}", total(name, group).words()));
        let words: Vec<_> = words.collect();
        lines.push(format!("For {use_}, compared with {baseline}: {}.", words.join("; ")));
    }
    for (use_, group) in &uses {
        let totals = || candidates.iter().map(|&name| (name, total(name, group)));
        // The best backend for this use alone, and its advantage over the winner.
        let against = |value: fn(Total) -> Option<f64>| {
            let own = if winner == baseline { 0.0 } else { value(total(winner, group))? };
            let others =
                totals().filter_map(|(name, total)| Some((name, value(total)?))).chain([(baseline, 0.0)]);
            let least = others.map(|(name, value)| (name, value - own)).min_by(|a, b| a.1.total_cmp(&b.1));
            least.filter(|least| least.1 < -TOLERANCE.ln_1p())
        };
        if let Some((other, by)) = against(|total| Some(total.hot())) {
            lines.push(format!("If you only need {use_}, write {}: {}.", manifest(other), words(by.exp())));
        }
        if let Some((other, by)) = against(|total| total.evicted.map(f64::ln)) {
            lines.push(format!(
                "If the tables are rarely in the cache, {other} is better for {use_}: {}.",
                words(by.exp())
            ));
        }
    }
    lines.push(
        "Compiler flags matter as much as the backend. Run this again with your engine's flags.".to_owned(),
    );
    lines
}

#[cfg(test)]
mod tests {
    use pairbench::Facts;
    use pairbench::report::{Interval, Summary};
    use pairbench::session::{Bounds, Options};

    use super::*;

    /// A row whose baseline takes 10 ns, with 1 ns of that in the loop.
    fn row(group: &str, candidate: &str, mode: Mode, factor: f64) -> Row {
        let verdict = match factor {
            _ if factor < 1.0 => Verdict::Faster,
            _ if factor > 1.0 => Verdict::Slower,
            _ => Verdict::Same,
        };
        Row {
            comparison: "operation".into(),
            group: group.into(),
            mode,
            baseline: "kogge-stone".into(),
            candidate: candidate.into(),
            times: Some([11.0, 1.0 + 10.0 * factor]),
            floor: 1.0,
            ratio: Some(Interval { point: factor, lo: factor, hi: factor }),
            delta_ns: None,
            bound: Bounds::default().throughput,
            processes: 8,
            verdict,
            reason: String::new(),
            conditions: None,
            logs: Vec::new(),
            instructions: None,
        }
    }

    fn rows(factors: &[(&str, &str, Mode, f64)]) -> Vec<String> {
        answer(
            &factors
                .iter()
                .map(|&(group, name, mode, factor)| row(group, name, mode, factor))
                .collect::<Vec<_>>(),
        )
    }

    const WHOLE: &str = "whole positions";
    const SINGLE: &str = "pawn by pawn";

    #[test]
    fn every_choice_but_the_first_is_a_feature() {
        let manifest = include_str!("../../../pawnfill/Cargo.toml");
        for choice in &choices()[1..] {
            assert!(manifest.contains(&format!("\n{choice} = [")), "{choice}");
        }
    }

    #[test]
    fn the_faster_backend_is_recommended() {
        let lines =
            rows(&[(WHOLE, "lookup", Mode::Throughput, 0.8), (WHOLE, "hybrid", Mode::Throughput, 0.9)]);
        assert!(lines[0].contains("[\"lookup\"]"), "{lines:?}");
        assert!(lines[1].contains("lookup 25 % faster; hybrid 11 % faster"), "{lines:?}");
        let lines =
            rows(&[(WHOLE, "lookup", Mode::Throughput, 1.3), (WHOLE, "hybrid", Mode::Throughput, 1.0)]);
        assert_eq!(lines[0], "Write in Cargo.toml: pawnfill = \"0.1\"");
        assert!(lines[1].contains("lookup 30 % slower; hybrid the same"), "{lines:?}");
    }

    #[test]
    fn a_report_without_uses_of_engines_gets_counts_instead() {
        let report = |group: &str| Report {
            schema: String::new(),
            tool_version: String::new(),
            started: 0,
            seconds: 0.0,
            command: Vec::new(),
            facts: Facts::default(),
            notes: Vec::new(),
            settings: Options::default(),
            summary: Summary {
                rows: 1,
                decided: 1,
                identical: 0,
                controls: 2,
                failed_controls: 0,
                excluded_rate: None,
                trusted: true,
                reason: String::new(),
                failure: None,
            },
            comparisons: Vec::new(),
            rows: vec![row(group, "lookup", Mode::Latency, 0.5)],
            controls: Vec::new(),
            mix: None,
        };
        assert!(lines(&report(WHOLE))[0].starts_with("Write in Cargo.toml: "));
        assert_eq!(
            lines(&report("sets")),
            ["lookup against kogge-stone: faster in 1 row, slower in 0, same in 0"]
        );
    }

    #[test]
    fn ratios_in_words() {
        for (ratio, expected) in [
            (2.0, "2.0x as long"),
            (1.99, "99 % slower"),
            (1.02, "the same"),
            (0.99, "the same"),
            (1.0 / 1.02, "the same"),
            (0.8, "25 % faster"),
            (0.5, "2.0x as fast"),
        ] {
            assert_eq!(words(ratio), expected);
        }
        let words = |throughput, latency| Total { throughput, latency, evicted: None }.words();
        assert_eq!(words(Some(1.5), Some(1.501)), "50 % slower");
        assert_eq!(words(Some(1.5), Some(0.5)), "50 % slower in throughput, 2.0x as fast in latency");
        assert_eq!([words(Some(1.5), None), words(None, None)], ["50 % slower", "not decided"]);
    }

    #[test]
    fn totals_add_up_times_without_the_loop() {
        // Baselines of 10 ns each; the first candidate takes as long, the second half as long.
        let rows = [row(WHOLE, "lookup", Mode::Latency, 1.0), row(WHOLE, "lookup", Mode::Latency, 0.5)];
        let total = Total::of(&rows.iter().collect::<Vec<_>>());
        assert_eq!(total, Total { latency: Some(0.75), ..Total::default() });
        let both = Total { throughput: Some(4.0), latency: Some(1.0), evicted: Some(9.0) };
        assert_eq!([both.hot(), Total::default().hot()], [2.0_f64.ln(), 0.0]);
        let least = |value| clearly_least([("a", 0.0), ("b", value)].into_iter());
        assert_eq!([least(-TOLERANCE.ln_1p()), least(-0.02)], [None, Some("b")]);
    }

    #[test]
    fn the_best_backend_for_everything_needs_no_alternative() {
        let lines = rows(&[
            (WHOLE, "lookup", Mode::Throughput, 0.8),
            (WHOLE, "hybrid", Mode::Throughput, 0.79),
            (WHOLE, "hybrid", Mode::Evicted, 0.99),
            (WHOLE, "lookup", Mode::Evicted, 0.98),
        ]);
        assert_eq!(
            lines,
            [
                "Write in Cargo.toml: pawnfill = { version = \"0.1\", features = [\"hybrid\"] }",
                "For whole positions, compared with kogge-stone: lookup 25 % faster; hybrid 27 % faster.",
                "Compiler flags matter as much as the backend. Run this again with your engine's flags.",
            ]
        );
    }

    #[test]
    fn one_manifest_for_all_uses_and_another_where_it_is_better() {
        let lines = rows(&[
            (WHOLE, "lookup", Mode::Latency, 1.5),
            (SINGLE, "lookup", Mode::Latency, 0.4),
            (WHOLE, "hybrid", Mode::Latency, 1.0),
            (SINGLE, "hybrid", Mode::Latency, 0.5),
            (SINGLE, "hybrid", Mode::Evicted, 3.0),
        ]);
        assert!(lines[0].contains("[\"hybrid\"]"), "{lines:?}");
        assert!(
            lines.iter().any(|line| line.contains("only need questions about single pawns")
                && line.contains("[\"lookup\"] }: 25 % faster")),
            "{lines:?}"
        );
        assert!(
            lines
                .iter()
                .any(|line| line
                    .contains("kogge-stone is better for questions about single pawns: 3.0x as fast")),
            "{lines:?}"
        );
    }

    #[test]
    fn what_is_not_decided_says_nothing() {
        let mut undecided = row(WHOLE, "lookup", Mode::Throughput, 0.5);
        undecided.verdict = Verdict::Undecided;
        let lines = answer(&[undecided]);
        assert_eq!(lines[0], "Write in Cargo.toml: pawnfill = \"0.1\"");
        assert!(lines[1].contains("not decided"), "{lines:?}");
        assert!(answer(&[row("sets", "lookup", Mode::Throughput, 0.5)]).is_empty());
    }
}
