//! Turns a report into advice for an engine: one line for its Cargo.toml, and when another line is better.

use pairbench::Mode;
use pairbench::report::{self, Report, Row, Verdict};
use pawnfill::{Backend as _, for_each_backend};

/// The uses of an engine, each with the group of operations that represents it.
const USES: [(&str, &str); 2] =
    [("whole positions", "whole positions"), ("questions about single pawns", "pawn by pawn")];

/// Backends whose totals differ by less than this count as equal; then the baseline is preferred.
const TOLERANCE: f64 = 0.02;

/// The modes that run from the first-level cache.
const HOT: [Mode; 2] = [Mode::Throughput, Mode::Latency];

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

/// The rows of one use.
struct Use<'r> {
    name: &'static str,
    rows: Vec<&'r Row>,
}

impl Use<'_> {
    /// Returns a backend's time divided by the baseline's, summed over one call of each operation.
    fn total(&self, backend: &str, mode: Mode) -> Option<f64> {
        let rows = self.rows.iter().filter(|row| row.candidate == backend && row.mode == mode);
        let sum = |[a, b]: [f64; 2], [x, y]: [f64; 2]| [a + x, b + y];
        let [baseline, other] = rows.filter_map(|row| times(row)).fold([0.0; 2], sum);
        (baseline > 0.0).then(|| other / baseline)
    }

    /// Returns the mean logarithm of the modes that run from the first-level cache.
    fn hot(&self, backend: &str) -> f64 {
        let totals = HOT.into_iter().filter_map(|mode| self.total(backend, mode));
        let logs: Vec<_> = totals.map(f64::ln).collect();
        logs.iter().sum::<f64>() / logs.len().max(1) as f64
    }

    fn words(&self, backend: &str) -> String {
        match HOT.map(|mode| self.total(backend, mode).map(words)) {
            [Some(throughput), Some(latency)] if throughput != latency => {
                format!("{throughput} in throughput, {latency} in latency")
            }
            [throughput, latency] => throughput.or(latency).unwrap_or_else(|| "not decided".to_owned()),
        }
    }
}

fn words(factor: f64) -> String {
    if (1.0 / (1.0 + TOLERANCE)..=1.0 + TOLERANCE).contains(&factor) {
        "the same".to_owned()
    } else {
        report::words(factor)
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

/// Returns the name with the lowest value if that is below this one by more than the tolerance, and by how much.
fn clearly_below<'n>(value: f64, others: impl Iterator<Item = (&'n str, f64)>) -> Option<(&'n str, f64)> {
    let (name, least) = others.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (least - value < -TOLERANCE.ln_1p()).then_some((name, least - value))
}

/// Returns the advice: what to write, when another backend is better, and by how much.
pub(super) fn lines(report: &Report) -> Vec<String> {
    let lines = answer(&report.rows);
    if lines.is_empty() { report.answer() } else { lines }
}

fn answer(rows: &[Row]) -> Vec<String> {
    let uses =
        USES.map(|(name, group)| Use { name, rows: rows.iter().filter(|row| row.group == group).collect() });
    let uses: Vec<_> = uses.into_iter().filter(|one| !one.rows.is_empty()).collect();
    let (Some(first), false) = (rows.first(), uses.is_empty()) else { return Vec::new() };
    let baseline = first.baseline.as_str();
    let mut backends = vec![baseline];
    for row in rows {
        if !backends.contains(&row.candidate.as_str()) {
            backends.push(&row.candidate);
        }
    }
    let hot = |name: &&'_ str| uses.iter().map(|one| one.hot(name)).sum::<f64>();
    let winner = clearly_below(0.0, backends.iter().map(|name| (*name, hot(name))));
    let winner = winner.map_or(baseline, |(name, _)| name);

    let mut lines = vec![format!("Write in Cargo.toml: {}", manifest(winner))];
    for one in &uses {
        let words: Vec<_> = backends[1..].iter().map(|name| format!("{name} {}", one.words(name))).collect();
        lines.push(format!("For {}, compared with {baseline}: {}.", one.name, words.join("; ")));
    }
    for one in &uses {
        // The best backend for this use alone, and its advantage over the winner.
        let best = |value: &dyn Fn(&str) -> Option<f64>| {
            let value = |name| if name == baseline { Some(0.0) } else { value(name) };
            clearly_below(value(winner)?, backends.iter().filter_map(|name| Some((*name, value(name)?))))
        };
        let name = one.name;
        if let Some((other, by)) = best(&|name| Some(one.hot(name))) {
            lines.push(format!("If you only need {name}, write {}: {}.", manifest(other), words(by.exp())));
        }
        if let Some((other, by)) = best(&|name| one.total(name, Mode::Evicted).map(f64::ln)) {
            lines.push(format!(
                "If the tables are rarely in the cache, {other} is better for {name}: {}.",
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
            verdict,
            ..Row::default()
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
            rows: vec![row(group, "lookup", Mode::Latency, 0.5)],
            ..Report::default()
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
        let words = |factors: &[(Mode, f64)]| {
            let row = |&(mode, factor): &(Mode, f64)| row(WHOLE, "lookup", mode, factor);
            let rows: Vec<_> = factors.iter().map(row).collect();
            Use { name: "", rows: rows.iter().collect() }.words("lookup")
        };
        let [throughput, latency] = HOT;
        assert_eq!(words(&[(throughput, 1.5), (latency, 1.501)]), "50 % slower");
        let differ = words(&[(throughput, 1.5), (latency, 0.5)]);
        assert_eq!(differ, "50 % slower in throughput, 2.0x as fast in latency");
        assert_eq!([words(&[(throughput, 1.5)]), words(&[])], ["50 % slower", "not decided"]);
    }

    #[test]
    fn totals_add_up_times_without_the_loop() {
        // Baselines of 10 ns each; the first candidate takes as long, the second half as long.
        let factors = [1.0, 0.5].map(|factor| row(WHOLE, "lookup", Mode::Latency, factor));
        let total = |mode| Use { name: "", rows: factors.iter().collect() }.total("lookup", mode);
        assert_eq!([total(Mode::Latency), total(Mode::Throughput)], [Some(0.75), None]);
        let rows = [(Mode::Throughput, 4.0), (Mode::Latency, 1.0), (Mode::Evicted, 9.0)]
            .map(|(mode, factor)| row(WHOLE, "lookup", mode, factor));
        let all = Use { name: "", rows: rows.iter().collect() };
        assert_eq!([all.hot("lookup"), all.hot("other")], [2.0_f64.ln(), 0.0]);
        let least = |value| clearly_below(0.0, [("a", 0.0), ("b", value)].into_iter());
        assert_eq!([least(-TOLERANCE.ln_1p()), least(-0.02)], [None, Some(("b", -0.02))]);
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
