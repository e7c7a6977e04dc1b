//! What a report means for whoever called: exit codes, expectations, changes since an older report.

use pawnfill_benches::protocol::Kind;

use super::args::Expectation;
use super::report::{Cell, Mix, Report, Verdict};
use super::stats::{Interval, deviation};

/// The exit codes; 0 is a comparison that can be trusted, whoever is faster.
pub(super) const VIOLATED: u8 = 1;
pub(super) const USAGE: u8 = 2;
pub(super) const UNTRUSTED: u8 = 3;
pub(super) const DISAGREEMENT: u8 = 4;
pub(super) const FAILURE: u8 = 5;

/// The code of a report, and what to say about it on standard error.
pub(super) fn code(
    report: &Report,
    expect: &[Expectation],
    fail_if_slower: Option<f64>,
) -> (u8, Vec<String>) {
    if !report.selfcheck.pass {
        let failed = report.selfcheck.failed;
        return (UNTRUSTED, vec![format!("not trustworthy: {failed} controls were declared different")]);
    }
    let mut violated = Vec::new();
    let mut doubtful = Vec::new();
    for expected in expect {
        let Some(cell) = find(report, expected) else { continue };
        let verdict = cell.verdict.word(&report.config.backends);
        let row = format!("{}/{}", expected.op, expected.mode.name());
        if matches!(cell.verdict, Verdict::Disturbed | Verdict::Untrusted) {
            doubtful
                .push(format!("{row}: expected {}, but it is {verdict}: {}", expected.verdict, cell.reason));
        } else if verdict != expected.verdict {
            violated.push(format!("{row}: expected {}, found {verdict}", expected.verdict));
        }
    }
    if let Some(percent) = fail_if_slower {
        for cell in report.cells.iter().filter(|cell| cell.kind == Kind::Backends) {
            if cell.verdict == Verdict::A && cell.ratio.lo > 1.0 + percent / 100.0 {
                let (ratio, delta) = (cell.ratio, cell.delta_ns);
                let slower = match cell.more() {
                    Some(_) => format!("{:.1} ns more, at least {:.1}", delta.point, delta.lo),
                    None => format!("{:.3} times as long, at least {:.3}", ratio.point, ratio.lo),
                };
                let (row, b) = (format!("{}/{}", cell.op, cell.mode.name()), &report.config.backends[1]);
                violated.push(format!("{row}: {b} takes {slower}"));
            }
        }
    }
    // A violation is reported as one only if what it rests on can be trusted.
    match (violated.is_empty(), doubtful.is_empty()) {
        (true, true) => (0, Vec::new()),
        (true, false) => (UNTRUSTED, doubtful),
        (false, _) => (VIOLATED, [violated, doubtful].concat()),
    }
}

/// The row of an expectation.
pub(super) fn find<'a>(report: &'a Report, expected: &Expectation) -> Option<&'a Cell> {
    report
        .cells
        .iter()
        .find(|cell| cell.kind == Kind::Backends && cell.op == expected.op && cell.mode == expected.mode)
}

/// Nanoseconds per evaluation: the differences of the operations, each as often as it is called.
///
/// The ends of the interval are the sums of the ends, which is more than is likely.
pub(super) fn mix(report: &Report, weights: &[(String, f64)]) -> Mix {
    let mut mix = Mix { weights: weights.iter().cloned().collect(), delta_ns: Default::default() };
    for &mode in &report.config.modes {
        let cells = report.cells.iter().filter(|cell| cell.kind == Kind::Backends && cell.mode == mode);
        let mut sum = Interval { point: 0.0, lo: 0.0, hi: 0.0 };
        let mut found = 0;
        for cell in cells {
            if let Some(calls) = mix.weights.get(&cell.op) {
                let delta = cell.delta_ns;
                sum = Interval {
                    point: sum.point + calls * delta.point,
                    lo: sum.lo + calls * delta.lo,
                    hi: sum.hi + calls * delta.hi,
                };
                found += 1;
            }
        }
        // Without all of them a sum would say less than it seems to.
        if found == mix.weights.len() {
            mix.delta_ns.insert(mode, sum);
        }
    }
    mix
}

/// Can two reports be compared? If not, why.
fn alike(old: &Report, new: &Report) -> Result<(), String> {
    let same = |what: &str, old: &str, new: &str| {
        if old == new { Ok(()) } else { Err(format!("not the same {what}: `{old}` and `{new}`")) }
    };
    same("CPU", &old.env.cpu, &new.env.cpu)?;
    same("target", &old.env.target, &new.env.target)?;
    same("flags", &old.env.rustflags, &new.env.rustflags)?;
    same("positions", &old.corpus.digest, &new.corpus.digest)?;
    same("backends", &old.config.backends.join(" and "), &new.config.backends.join(" and "))
}

/// A ratio that differs by more than this between runs, as a standard deviation, does not repeat.
const REPEATS: f64 = 0.02;

/// How much the ratio of each row differs between runs, the worst first.
pub(super) fn spread(reports: &[Report]) -> Result<Vec<String>, String> {
    let Some((first, others)) = reports.split_first() else { return Ok(Vec::new()) };
    others.iter().try_for_each(|other| alike(first, other))?;
    let mut rows = Vec::new();
    for cell in first.cells.iter().filter(|cell| cell.kind == Kind::Backends) {
        let of = |report: &Report| {
            let same =
                |other: &&Cell| (other.kind, other.mode, &other.op) == (cell.kind, cell.mode, &cell.op);
            report.cells.iter().find(same).map(|cell| cell.ratio.point.ln())
        };
        let logs: Vec<_> = reports.iter().filter_map(of).collect();
        if let Some(deviation) = deviation(&logs) {
            rows.push((deviation, cell, logs.len()));
        }
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let line = |(deviation, cell, runs): &(f64, &Cell, usize)| {
        let repeats = if *deviation <= REPEATS { "repeats" } else { "does not repeat" };
        format!(
            "{:18} {:6} {:6.2} % over {runs} runs  {repeats}",
            cell.op,
            cell.mode.name(),
            100.0 * deviation
        )
    };
    Ok(rows.iter().map(line).collect())
}

/// What changed since an older report, row by row; an error if the two cannot be compared.
pub(super) fn changes(old: &Report, new: &Report) -> Result<Vec<String>, String> {
    alike(old, new)?;
    let mut lines = Vec::new();
    for cell in new.cells.iter().filter(|cell| cell.kind == Kind::Backends && !cell.mode.is_cold()) {
        let before = old
            .cells
            .iter()
            .find(|old| (old.kind, &old.op, old.mode) == (Kind::Backends, &cell.op, cell.mode));
        let Some(before) = before else {
            lines.push(format!("{:18} {:4} new", cell.op, cell.mode.name()));
            continue;
        };
        let change = cell.ratio.point / before.ratio.point;
        let apart = cell.ratio.lo > before.ratio.hi || cell.ratio.hi < before.ratio.lo;
        let matters = change.ln().abs() > cell.margin.max(before.margin).ln_1p();
        lines.push(format!(
            "{:18} {:4} {:6.3} → {:6.3}  {:+6.1} %  {}",
            cell.op,
            cell.mode.name(),
            before.ratio.point,
            cell.ratio.point,
            100.0 * (change - 1.0),
            if apart && matters { "changed" } else { "same" }
        ));
    }
    Ok(lines)
}
