//! Turns a report into advice for an engine: one line for its Cargo.toml, and what it rests on.
//!
//! The default stays unless another backend is decidedly faster somewhere and slower nowhere. Everything is judged by
//! totals over the operations of a use, whose intervals follow from those of their rows. The single operations that differ
//! most are named beside them.

use pairbench::Mode;
use pairbench::report::{self, Interval, Report, Row, Verdict};
use pawnfill::{Backend as _, KoggeStone};

use super::POSITIONS_NOTE;

/// The uses of an engine, each with the group of operations that represents it.
const USES: [(&str, &str); 2] =
    [("whole positions", "whole positions"), ("questions about single pawns", "pawn by pawn")];

/// The group of the example engine, which shows what a gain is worth where a search does all the rest.
const ENGINE: &str = "engine";

/// The modes that run from the first-level cache.
const HOT: [Mode; 2] = [Mode::Throughput, Mode::Latency];

/// Returns two factors. Beyond the first, totals are different, as a gain of 10 % in hot code is; within the second, they
/// are about the same unless they are different.
fn bounds(mode: Mode) -> [f64; 2] {
    if mode.is_cold() { [1.15, 1.35] } else { [1.05, 1.10] }
}

/// Returns the line of Cargo.toml that gives an engine this backend, until there is a release. A narrow terminal must not
/// break it.
fn manifest(backend: &str) -> String {
    let features =
        if backend == KoggeStone::NAME { String::new() } else { format!(", features = [\"{backend}\"]") };
    format!("pawnfill = {{ path = \"../pawnfill/pawnfill\"{features} }}")
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

impl Finding {
    fn of(total: Interval, mode: Mode) -> Self {
        let [different, same] = bounds(mode);
        match total {
            Interval { hi, .. } if hi < 1.0 / different => Self::Faster,
            Interval { lo, .. } if lo > different => Self::Slower,
            Interval { lo, hi, .. } if lo >= 1.0 / same && hi <= same => Self::Same,
            Interval { hi, .. } if hi <= same => Self::SameOrFaster,
            _ => Self::Undecided,
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

    /// Returns a backend's time divided by the baseline's: the mean of the logarithms in hot code, so that long operations
    /// do not hide short ones, and of the sums of the times in cold code, where tables are loaded once. There is no total
    /// if a row has no interval or is not trusted.
    ///
    /// Rows are measured one after the other, so their errors are independent, and the squares of their errors add up.
    fn total(&self, backend: &str, mode: Mode) -> Option<Interval> {
        let [mut baseline, mut candidate, mut below, mut above] = [0.0_f64; 4];
        for row in self.rows.iter().filter(|row| row.candidate == backend && row.mode == mode) {
            let [one, other, lower, upper] = match row.verdict {
                Verdict::Untrusted => return None,
                // Identical code is not measured.
                Verdict::Identical if mode.is_cold() => continue,
                Verdict::Identical => [1.0, 0.0, 0.0, 0.0],
                _ if mode.is_cold() => {
                    let ([one, other], delta) = (row.times?, row.delta_ns?);
                    [one, other, delta.point - delta.lo, delta.hi - delta.point]
                }
                _ => {
                    let Interval { lo, point, hi } = row.ratio?;
                    [1.0, point.ln(), (point / lo).ln(), (hi / point).ln()]
                }
            };
            baseline += one;
            candidate += other;
            below += lower.powi(2);
            above += upper.powi(2);
        }
        let end = |sum: f64| if mode.is_cold() { sum / baseline } else { (sum / baseline).exp() };
        let [point, lo, hi] = [candidate, candidate - below.sqrt(), candidate + above.sqrt()].map(end);
        (baseline > 0.0).then_some(Interval { point, lo, hi })
    }

    fn finding(&self, backend: &str, mode: Mode) -> Finding {
        self.total(backend, mode).map_or(Finding::Undecided, |total| Finding::of(total, mode))
    }

    fn words(&self, backend: &str, mode: Mode) -> String {
        let words = match (self.finding(backend, mode), self.total(backend, mode)) {
            (Finding::Faster | Finding::Slower, Some(total)) => &report::words(total.point),
            (Finding::Same, _) => "about the same",
            (Finding::SameOrFaster, _) => "the same or faster",
            _ => "not decided",
        };
        format!("{} {words}{}", mode.title(), self.exceptions(backend, mode))
    }

    /// Returns the operations in hot code that are much faster than the total says, or slower.
    fn exceptions(&self, backend: &str, mode: Mode) -> String {
        let finding = self.finding(backend, mode);
        let [different, much] = bounds(mode);
        let exception = |row: &&&Row| match (row.verdict, row.ratio) {
            (Verdict::Faster, Some(ratio)) => finding != Finding::Faster && ratio.point < 1.0 / much,
            (Verdict::Slower, Some(ratio)) => finding != Finding::Slower && ratio.point > different,
            _ => false,
        };
        let of_mode = self.rows.iter().filter(|row| row.candidate == backend && row.mode == mode);
        let exceptions = of_mode.filter(exception).filter(|row| !row.mode.is_cold());
        let words = |row: &&Row| Some(format!("{} {}", row.comparison, report::words(row.ratio?.point)));
        let words: Vec<_> = exceptions.filter_map(words).collect();
        if words.is_empty() { String::new() } else { format!(" (but {})", words.join(", ")) }
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
    let mut lines = answer(report);
    let has_advice = !lines.is_empty();
    if !has_advice {
        lines = report.answer();
    }
    let positions = report.notes.iter().find(|(name, _)| name == POSITIONS_NOTE);
    lines.extend(positions.map(|(_, used)| format!("Measured with {used}.")));
    if has_advice && report.facts.rustflags.is_empty() {
        lines.push(
            "For an engine with compiler flags, measure with them:\n\
             RUSTFLAGS=\"-C target-cpu=native\" cargo xtask bench-compare"
                .to_owned(),
        );
    }
    lines
}

fn answer(report: &Report) -> Vec<String> {
    let uses = Use::all(&report.rows);
    let (Some(first), false) = (report.rows.first(), uses.is_empty()) else { return Vec::new() };
    let (baseline, backends) = (first.baseline.as_str(), report.candidates());
    let is_hot = hot(&uses).next().is_some();
    let choice = winner(&uses, &backends);
    let line = manifest(choice.unwrap_or(baseline));
    let mut lines = vec![match choice {
        _ if !is_hot => "No advice: throughput and latency were not measured.".to_owned(),
        Some(_) => format!("Write in Cargo.toml: {line}"),
        None => format!("Write in Cargo.toml: {line} ({})", reason(&uses, &backends)),
    }];
    lines.push(format!("All operations of a group together, compared with {baseline}:"));
    for measured in &uses {
        for backend in &backends {
            let modes = Mode::ALL.into_iter().filter(|mode| measured.has(*mode));
            let words: Vec<_> = modes.map(|mode| measured.words(backend, mode)).collect();
            lines.push(format!("* {}, {backend}: {}", measured.name, words.join("; ")));
        }
    }
    for row in report.rows.iter().filter(|row| row.group == ENGINE && is_hot) {
        lines.push(format!("* the whole search of the example engine, {}: {}", row.candidate, row.words()));
    }
    for measured in &uses {
        let (name, own) = (measured.name, winner(std::slice::from_ref(measured), &backends));
        if is_hot && own != choice {
            lines.push(format!("If you only need {name}:\n{}", manifest(own.unwrap_or(baseline))));
        }
        if choice.is_some_and(|choice| measured.finding(choice, Mode::Evicted) == Finding::Slower) {
            lines.push(format!("If tables are rarely in the cache, {baseline} is better for {name}."));
        }
    }
    lines
}

#[cfg(test)]
mod tests;
