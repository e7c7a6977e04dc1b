//! Turns a report into advice for an engine: one line for its Cargo.toml, and what it rests on.
//!
//! The default stays unless another backend is decidedly faster somewhere and slower nowhere. Everything is judged by
//! totals over the operations of a use, whose intervals follow from those of their rows.

use pairbench::Mode;
use pairbench::report::{self, Report, Row, Verdict};
use pawnfill::{Backend as _, for_each_backend};

/// The uses of an engine, each with the group of operations that represents it.
const USES: [(&str, &str); 2] =
    [("whole positions", "whole positions"), ("questions about single pawns", "pawn by pawn")];

/// The modes that run from the first-level cache.
const HOT: [Mode; 2] = [Mode::Throughput, Mode::Latency];

/// Returns two factors. Beyond the first, totals are different, as a gain of 10 % in hot code is; within the second, they
/// are about the same unless they are different.
fn bounds(mode: Mode) -> [f64; 2] {
    if mode.is_cold() { [1.15, 1.35] } else { [1.05, 1.10] }
}

/// Returns the functions that a dependent engine can use: the first without features, each other with its feature.
fn choices() -> Vec<&'static str> {
    let mut choices = Vec::new();
    for_each_backend!(B => choices.push(B::NAME));
    choices.push("batch");
    choices
}

/// Returns the line of Cargo.toml that gives an engine this backend, or `None` for a function that is only compared.
fn manifest(backend: &str) -> Option<String> {
    Some(match choices().iter().position(|&choice| choice == backend)? {
        0 => "pawnfill = \"0.1\"".to_owned(),
        _ => format!("pawnfill = {{ version = \"0.1\", features = [\"{backend}\"] }}"),
    })
}

/// A backend's time divided by the baseline's, over all operations of a use in a mode.
#[derive(Clone, Copy, Debug)]
struct Total {
    point: f64,
    lo: f64,
    hi: f64,
}

/// What a total says about a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    Faster,
    Slower,
    Same,
    /// Not known which of the two.
    SameOrFaster,
    Undecided,
}

impl Total {
    /// Adds up rows of a mode. There is no total if a row has no interval or is not trusted.
    ///
    /// Rows are measured one after the other, so their errors are independent, and the squares of their errors add up.
    fn of<'r>(rows: impl Iterator<Item = &'r Row>) -> Option<Self> {
        let [mut baseline, mut candidate, mut below, mut above] = [0.0; 4];
        for row in rows {
            let (times, ratio, delta) = match row.verdict {
                // Identical code is not measured. It changes no total.
                Verdict::Identical => continue,
                Verdict::Untrusted => return None,
                _ => (row.times?, row.ratio?, row.delta_ns?),
            };
            let (error, unit) = if row.mode.is_cold() { (delta, 1.0) } else { (ratio, times[0]) };
            baseline += times[0];
            candidate += times[1];
            below += (unit * (error.point - error.lo)).powi(2);
            above += (unit * (error.hi - error.point)).powi(2);
        }
        (baseline > 0.0).then(|| Self {
            point: candidate / baseline,
            lo: (candidate - below.sqrt()) / baseline,
            hi: (candidate + above.sqrt()) / baseline,
        })
    }

    fn finding(self, mode: Mode) -> Finding {
        let [different, same] = bounds(mode);
        match self {
            _ if self.hi < 1.0 / different => Finding::Faster,
            _ if self.lo > different => Finding::Slower,
            _ if self.lo >= 1.0 / same && self.hi <= same => Finding::Same,
            _ if self.hi <= same => Finding::SameOrFaster,
            _ => Finding::Undecided,
        }
    }
}

/// The rows of one use.
struct Use<'r> {
    /// Its name, or that of its only operation.
    name: &'r str,
    rows: Vec<&'r Row>,
}

impl<'r> Use<'r> {
    /// Returns the uses of which operations were measured.
    fn all(rows: &'r [Row]) -> Vec<Self> {
        let of = |(name, group): (&'static str, &str)| {
            let rows: Vec<_> = rows.iter().filter(|row| row.group == group).collect();
            let only = rows.first()?.comparison.as_str();
            let name = if rows.iter().all(|row| row.comparison == only) { only } else { name };
            Some(Self { name, rows })
        };
        USES.into_iter().filter_map(of).collect()
    }

    fn has(&self, mode: Mode) -> bool {
        self.rows.iter().any(|row| row.mode == mode)
    }

    fn total(&self, backend: &str, mode: Mode) -> Option<Total> {
        Total::of(self.rows.iter().copied().filter(|row| row.candidate == backend && row.mode == mode))
    }

    fn finding(&self, backend: &str, mode: Mode) -> Finding {
        self.total(backend, mode).map_or(Finding::Undecided, |total| total.finding(mode))
    }

    fn words(&self, backend: &str, mode: Mode) -> String {
        let words = match (self.finding(backend, mode), self.total(backend, mode)) {
            (Finding::Faster | Finding::Slower, Some(total)) => &report::words(total.point),
            (Finding::Same, _) => "about the same",
            (Finding::SameOrFaster, _) => "the same or faster",
            _ => "not decided",
        };
        format!("{} {words}", mode.title())
    }
}

/// Returns the totals of these uses in hot code.
fn hot<'u, 'r>(uses: &'u [Use<'r>]) -> impl Iterator<Item = (&'u Use<'r>, Mode)> {
    let cells = uses.iter().flat_map(|measured| HOT.map(|mode| (measured, mode)));
    cells.filter(|(measured, mode)| measured.has(*mode))
}

/// Returns what hot code says about a backend.
fn findings(uses: &[Use<'_>], backend: &str) -> Vec<Finding> {
    hot(uses).map(|(measured, mode)| measured.finding(backend, mode)).collect()
}

/// Returns the backend to use for these uses in hot code: the fastest of those that are faster somewhere and slower
/// nowhere, or `None` for the baseline.
fn winner<'n>(uses: &[Use<'_>], backends: &[&'n str]) -> Option<&'n str> {
    let is_better = |backend: &&str| {
        let findings = findings(uses, backend);
        let has = |finding| findings.contains(&finding);
        has(Finding::Faster) && !has(Finding::Slower) && !has(Finding::Undecided)
    };
    let log = |backend: &str| {
        let totals = hot(uses).filter_map(|(measured, mode)| measured.total(backend, mode));
        totals.map(|total| total.point.ln()).sum::<f64>() / hot(uses).count() as f64
    };
    // Another one must be decidedly faster than the first in the list, so that chance does not choose.
    let margin = bounds(Mode::Throughput)[0].ln();
    let better = backends.iter().copied().filter(is_better);
    better.reduce(|best, next| if log(next) < log(best) - margin { next } else { best })
}

/// Returns why the baseline stays: because of backends that might be faster and are not known to be slower, or because
/// there are none.
fn reason(uses: &[Use<'_>], backends: &[&str]) -> String {
    let may_be = |backend: &&str| {
        let findings = findings(uses, backend);
        findings.contains(&Finding::Undecided) && !findings.contains(&Finding::Slower)
    };
    let open: Vec<_> = backends.iter().copied().filter(may_be).collect();
    if open.is_empty() {
        return "no other backend is faster somewhere and slower nowhere".to_owned();
    }
    format!("{} not decided; allow more --time", open.join(" and "))
}

/// Returns the advice: what to write, what it rests on, and when another backend is better.
pub(super) fn lines(report: &Report) -> Vec<String> {
    let mut lines = answer(&report.rows);
    if lines.is_empty() {
        return report.answer();
    }
    if report.facts.rustflags.is_empty() {
        lines.push(
            "For an engine with compiler flags, measure with them: RUSTFLAGS=\"-C target-cpu=native\" cargo xtask \
             bench-compare"
                .to_owned(),
        );
    }
    lines
}

fn answer(rows: &[Row]) -> Vec<String> {
    let uses = Use::all(rows);
    let (Some(first), false) = (rows.first(), uses.is_empty()) else { return Vec::new() };
    let baseline = first.baseline.as_str();
    let mut backends = Vec::new();
    for row in rows {
        if !backends.contains(&row.candidate.as_str()) {
            backends.push(row.candidate.as_str());
        }
    }
    let is_hot = hot(&uses).next().is_some();
    let choice = winner(&uses, &backends);
    let chosen = choice.unwrap_or(baseline);
    let mut lines = vec![match (manifest(chosen), choice) {
        _ if !is_hot => "No advice: throughput and latency were not measured.".to_owned(),
        (Some(line), Some(_)) => format!("Write in Cargo.toml: {line}"),
        (Some(line), None) => format!("Write in Cargo.toml: {line} ({})", reason(&uses, &backends)),
        (None, _) => {
            let other = "choose another --baseline or other candidates";
            format!("No advice: {chosen} exists only for comparison; {other}.")
        }
    }];
    lines.push(format!("Totals of the times in a group, compared with {baseline}:"));
    for measured in &uses {
        for backend in &backends {
            let modes = Mode::ALL.into_iter().filter(|mode| measured.has(*mode));
            let words: Vec<_> = modes.map(|mode| measured.words(backend, mode)).collect();
            lines.push(format!("* {}, {backend}: {}", measured.name, words.join("; ")));
        }
    }
    for measured in &uses {
        let (name, own) = (measured.name, winner(std::slice::from_ref(measured), &backends));
        if is_hot
            && own != choice
            && let Some(line) = manifest(own.unwrap_or(baseline))
        {
            lines.push(format!("If you only need {name}: {line}"));
        }
        if choice.is_some_and(|choice| measured.finding(choice, Mode::Evicted) == Finding::Slower) {
            lines.push(format!("If tables are rarely in the cache, {baseline} is better for {name}."));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairbench::report::Interval;

    /// A row whose baseline takes 10 ns, with an interval of 1 % on both sides.
    fn row(group: &str, candidate: &str, mode: Mode, factor: f64) -> Row {
        let around = |point: f64, width: f64| Interval { point, lo: point - width, hi: point + width };
        Row {
            comparison: "operation".into(),
            group: group.into(),
            mode,
            baseline: "kogge-stone".into(),
            candidate: candidate.into(),
            times: Some([10.0, 10.0 * factor]),
            ratio: Some(around(factor, 0.01)),
            delta_ns: Some(around(10.0 * (factor - 1.0), 0.1)),
            verdict: if factor < 1.0 { Verdict::Faster } else { Verdict::Slower },
            ..Row::default()
        }
    }

    fn rows(factors: &[(&str, &str, Mode, f64)]) -> Vec<Row> {
        factors.iter().map(|&(group, name, mode, factor)| row(group, name, mode, factor)).collect()
    }

    const WHOLE: &str = "whole positions";
    const SINGLE: &str = "pawn by pawn";
    const THROUGHPUT: Mode = Mode::Throughput;
    const LATENCY: Mode = Mode::Latency;
    const DEFAULT: &str = "Write in Cargo.toml: pawnfill = \"0.1\" (";
    const HYBRID: &str = "Write in Cargo.toml: pawnfill = { version = \"0.1\", features = [\"hybrid\"] }";
    const LOOKUP: &str = "Write in Cargo.toml: pawnfill = { version = \"0.1\", features = [\"lookup\"] }";
    const NAIVE: &str =
        "No advice: naive exists only for comparison; choose another --baseline or other candidates.";
    const COLD: &str = "No advice: throughput and latency were not measured.";

    /// Returns the rows of a recorded session: group, comparison, mode, candidate, verdict, both times, and the lower
    /// end, the point and the upper end of the ratio and of the difference.
    ///
    /// The sessions took 30 s each, at a load of 17 to 20 on two cores, with different seeds. The first was so disturbed
    /// that only 162 of its 214 rows were decided; 197 to 206 of the others were.
    fn recorded(text: &str) -> Vec<Row> {
        let parse = |line: &str| {
            let cells: Vec<_> = line.split('|').collect();
            let number = |cell: usize| cells[cell].parse::<f64>().unwrap();
            let interval =
                |cell| Interval { lo: number(cell), point: number(cell + 1), hi: number(cell + 2) };
            let is_measured = !cells[7].is_empty();
            Row {
                group: cells[0].into(),
                comparison: cells[1].into(),
                mode: Mode::ALL.into_iter().find(|mode| mode.id() == cells[2]).unwrap(),
                baseline: "kogge-stone".into(),
                candidate: cells[3].into(),
                verdict: match cells[4] {
                    "identical" => Verdict::Identical,
                    "untrusted" => Verdict::Untrusted,
                    _ => Verdict::Undecided,
                },
                times: is_measured.then(|| [number(5), number(6)]),
                ratio: is_measured.then(|| interval(7)),
                delta_ns: is_measured.then(|| interval(10)),
                ..Row::default()
            }
        };
        text.lines().map(parse).collect()
    }

    fn sessions() -> [Vec<Row>; 4] {
        [
            include_str!("sessions/1.txt"),
            include_str!("sessions/8.txt"),
            include_str!("sessions/9.txt"),
            include_str!("sessions/10.txt"),
        ]
        .map(recorded)
    }

    #[test]
    fn the_first_line_follows_from_the_totals() {
        let two = |throughput, latency| {
            vec![(WHOLE, "hybrid", THROUGHPUT, throughput), (WHOLE, "hybrid", LATENCY, latency)]
        };
        let equals = |lookup, hybrid, loss| {
            let mut rows = vec![(SINGLE, "lookup", THROUGHPUT, lookup), (SINGLE, "lookup", LATENCY, loss)];
            rows.extend([(SINGLE, "hybrid", THROUGHPUT, hybrid), (SINGLE, "hybrid", LATENCY, 1.0)]);
            rows
        };
        for (measured, expected) in [
            // A gain of 10 % is enough, and one of 4 % is not. No loss may be larger.
            (two(1.0 / 1.1, 1.0), HYBRID),
            (two(0.9, 1.04), HYBRID),
            (two(1.0, 1.0), DEFAULT),
            (two(0.96, 0.96), DEFAULT),
            (two(0.5, 1.07), DEFAULT),
            (two(0.5, 1.10), DEFAULT),
            (two(1.2, 1.2), DEFAULT),
            // Cold modes do not count.
            (vec![(WHOLE, "hybrid", THROUGHPUT, 0.8), (WHOLE, "hybrid", Mode::Evicted, 3.0)], HYBRID),
            (vec![(WHOLE, "lookup", Mode::Evicted, 0.5)], COLD),
            // Among equals, it is the one without losses, or else the first.
            (equals(0.5, 0.5, 1.2), HYBRID),
            (equals(0.5, 0.5, 1.0), LOOKUP),
            (equals(0.5, 0.48, 1.0), LOOKUP),
            (equals(0.45, 0.5, 1.0), LOOKUP),
            (equals(0.5, 0.45, 1.0), HYBRID),
            (vec![(WHOLE, "naive", THROUGHPUT, 0.5)], NAIVE),
        ] {
            let line = answer(&rows(&measured)).remove(0);
            assert!(line.starts_with(expected), "{measured:?}: {line}");
        }
        assert!(answer(&rows(&[("sets", "lookup", THROUGHPUT, 0.5)])).is_empty());
    }

    #[test]
    fn uses_with_another_answer_and_cold_losses_get_a_line() {
        let single = [(SINGLE, "lookup", LATENCY, 0.5), (SINGLE, "lookup", Mode::Evicted, 3.0)];
        let whole = (WHOLE, "lookup", LATENCY, 1.5);
        let own = "If you only need operation: pawnfill = { version = \"0.1\", features = [\"lookup\"] }";
        let cold = "If tables are rarely in the cache, kogge-stone is better for operation.";
        let lines = answer(&rows(&[whole, single[0], single[1]]));
        assert!(lines[0].starts_with(DEFAULT) && lines[4..] == [own], "{lines:?}");
        let lines = answer(&rows(&single));
        assert!(lines[0] == LOOKUP && lines[3..] == [cold], "{lines:?}");
        // Against code that is only compared, there is a line for whole positions and none for single pawns.
        let mut rows = rows(&[(WHOLE, "lookup", THROUGHPUT, 0.5), (SINGLE, "lookup", THROUGHPUT, 2.0)]);
        rows.iter_mut().for_each(|row| row.baseline = "naive".into());
        let lines = answer(&rows);
        assert!(lines[0] == NAIVE && lines[4..] == [own], "{lines:?}");
    }

    #[test]
    fn recorded_sessions_agree_unless_they_are_not_decided() {
        let [disturbed, others @ ..] = sessions();
        let line = answer(&disturbed).remove(0);
        assert_eq!(line, format!("{DEFAULT}hybrid not decided; allow more --time)"));
        for rows in others {
            let (lines, own) = (answer(&rows), "If you only need whole positions: pawnfill = \"0.1\"");
            assert!(lines[0] == HYBRID && lines.iter().any(|line| line == own), "{lines:?}");
        }
    }

    #[test]
    fn a_planted_gain_is_recommended_and_equal_code_is_not() {
        for (gain, expected) in [(1.10, HYBRID), (1.0, DEFAULT)] {
            for mut rows in sessions().into_iter().skip(1) {
                // Every candidate has the noise of its session, and this gain.
                for row in rows.iter_mut().filter(|row| !row.mode.is_cold()) {
                    let (Some(ratio), Some([baseline, _])) = (row.ratio, row.times) else { continue };
                    let shift =
                        |end: f64| end / ratio.point / if row.candidate == "hybrid" { gain } else { 1.0 };
                    row.ratio = Some(ratio.map(shift));
                    row.times = Some([baseline, baseline * shift(ratio.point)]);
                }
                let line = answer(&rows).remove(0);
                assert!(line.starts_with(expected), "{gain}: {line}");
            }
        }
    }

    #[test]
    fn every_choice_but_the_first_is_a_feature() {
        let manifest = include_str!("../../../pawnfill/Cargo.toml");
        for choice in &choices()[1..] {
            assert!(manifest.contains(&format!("\n{choice} = [")), "{choice}");
        }
    }

    #[test]
    fn what_is_not_decided_gives_no_advice() {
        let wide = |ratio: [f64; 2], verdict| {
            let mut rows = rows(&[(WHOLE, "hybrid", THROUGHPUT, 0.5), (WHOLE, "hybrid", LATENCY, 1.0)]);
            rows[1].ratio = Some(Interval { point: 1.0, lo: ratio[0], hi: ratio[1] });
            rows[1].verdict = verdict;
            answer(&rows)
        };
        // The total may be decided if its row is not. It is enough that it is not slower.
        assert_eq!(wide([0.90, 1.0], Verdict::Undecided)[0], HYBRID);
        assert_eq!(wide([0.92, 1.08], Verdict::Undecided)[0], HYBRID);
        for (ratio, verdict) in [
            ([0.90, 1.101], Verdict::Undecided),
            ([1.0, 1.11], Verdict::Same),
            ([1.0, 1.0], Verdict::Untrusted),
        ] {
            let lines = wide(ratio, verdict);
            assert_eq!(lines[0], format!("{DEFAULT}hybrid not decided; allow more --time)"));
            assert_eq!(lines[2], "* operation, hybrid: throughput 2.0x as fast; latency not decided");
        }
        let mut none = rows(&[(WHOLE, "hybrid", THROUGHPUT, 0.5)]);
        none[0].ratio = None;
        assert!(answer(&none)[0].starts_with(DEFAULT));
    }

    #[test]
    fn totals_are_sums_of_times() {
        // 10 ns and 20 ns against 5 ns and 40 ns, of which 0.1 and 0.2 ns are uncertain.
        let mut two = rows(&[(WHOLE, "lookup", LATENCY, 0.5), (WHOLE, "lookup", LATENCY, 2.0)]);
        two[1].comparison = "other".into();
        two[1].times = Some([20.0, 40.0]);
        let uses = Use::all(&two);
        let total = uses[0].total("lookup", LATENCY).unwrap();
        let near = |value: f64, expected: f64| (value - expected).abs() < 1e-9;
        let error = 0.05_f64.sqrt();
        assert!(near(total.point, 1.5), "{total:?}");
        assert!(near(total.lo, (45.0 - error) / 30.0) && near(total.hi, (45.0 + error) / 30.0), "{total:?}");
        assert_eq!((uses[0].name, Use::all(&two[..1])[0].name), ("whole positions", "operation"));
        // Differences count in cold modes, where ratios of times near zero mean nothing.
        for row in &mut two {
            (row.mode, row.ratio) = (Mode::L2, Some(Interval { point: 1.0, lo: 1.0, hi: 1.0 }));
        }
        two[1].delta_ns = Some(Interval { point: 20.0, lo: 19.0, hi: 22.0 });
        let total = Use::all(&two)[0].total("lookup", Mode::L2).unwrap();
        assert!(
            near(total.lo, (45.0 - 1.01_f64.sqrt()) / 30.0)
                && near(total.hi, (45.0 + 4.01_f64.sqrt()) / 30.0),
            "{total:?}"
        );
    }

    #[test]
    fn the_command_with_flags_is_shown_if_there_are_none() {
        let mut report = Report { rows: rows(&[(WHOLE, "hybrid", LATENCY, 0.5)]), ..Report::default() };
        let has_command =
            |report: &Report| lines(report).last().is_some_and(|line| line.contains("RUSTFLAGS="));
        assert!(has_command(&report));
        report.facts.rustflags = "-C target-cpu=native".into();
        assert!(!has_command(&report));
        report.rows[0].group = "sets".into();
        assert_eq!(lines(&report), ["hybrid against kogge-stone: faster in 1 row, slower in 0, same in 0"]);
    }
}
