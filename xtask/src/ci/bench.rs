//! Runs a short `bench-compare`, and checks what it promises on any machine: that it builds, that the backends agree, and
//! that the report has every row with its controls. Times depend on the machine, so no verdict is asked for.

use std::fs;

use anyhow::{Context as _, ensure};
use pairbench::report::{Report, Verdict};

use crate::terminal::note;
use crate::workspace;

/// The exit code of a session in which nothing was decided.
const UNDECIDED: i32 = 3;

pub(super) fn run() -> anyhow::Result<()> {
    let file = workspace::target("ci")?.join("bench-compare.json");
    if file.exists() {
        fs::remove_file(&file)?;
    }
    let mut cargo = workspace::cargo();
    cargo
        .args(["xtask", "bench-compare", "--mode", "throughput,latency", "--time", "10", "--json"])
        .arg(&file);
    let status = cargo.status().context("cannot start cargo")?;
    ensure!(status.success() || status.code() == Some(UNDECIDED), "`bench-compare`: {status}");
    let text = fs::read(&file).with_context(|| format!("{} was not written", file.display()))?;
    let report: Report = serde_json::from_slice(&text)?;
    complete(&report)?;
    let [rows, controls] = [report.rows.len(), report.controls.len()];
    note(format_args!(
        "{rows} rows with {controls} controls; the runner decides the times, so no verdict was asked"
    ));
    Ok(())
}

/// Checks that every comparison has rows, and that every measured row has times and two controls.
fn complete(report: &Report) -> anyhow::Result<()> {
    ensure!(report.summary.failure.is_none(), "the session ended early: {:?}", report.summary.failure);
    ensure!(!report.comparisons.is_empty(), "nothing was compared");
    for info in &report.comparisons {
        let name = &info.name;
        let mut rows = report.rows.iter().filter(|row| row.comparison == *name).peekable();
        ensure!(rows.peek().is_some(), "`{name}` has no row");
        for row in rows.filter(|row| row.verdict != Verdict::Identical) {
            let title = format!("the row of `{name}`, {}", row.mode.title());
            ensure!(row.times.is_some(), "{title}, was not measured: {}", row.reason);
            let own = report
                .controls
                .iter()
                .filter(|control| control.comparison == *name && control.mode == row.mode);
            ensure!(own.count() >= 2, "{title}, has fewer than two controls");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use pairbench::ComparisonInfo;
    use pairbench::report::{Control, Interval, Row};

    use super::*;

    #[test]
    fn every_row_needs_times_and_controls() {
        let named = |name: &str| ComparisonInfo { name: name.to_owned(), ..ComparisonInfo::default() };
        let row = Row { comparison: "a".to_owned(), times: Some([1.0, 2.0]), ..Row::default() };
        let interval = Interval { point: 1.0, lo: 1.0, hi: 1.0 };
        let control = Control {
            comparison: "a".to_owned(),
            mode: row.mode,
            function: "a".to_owned(),
            ratio: interval,
            delta_ns: interval,
            processes: 1,
            verdict: Verdict::Same,
        };
        let whole = Report {
            comparisons: vec![named("a")],
            rows: vec![row.clone()],
            controls: vec![control.clone(), control.clone()],
            ..Report::default()
        };
        let wrong = |report: Report| complete(&report).unwrap_err().to_string();
        complete(&whole).unwrap();
        assert_eq!(wrong(Report::default()), "nothing was compared");
        let other = Report { comparisons: vec![named("a"), named("b")], ..whole.clone() };
        assert_eq!(wrong(other), "`b` has no row");
        let uncontrolled = Report { controls: vec![control], ..whole.clone() };
        assert!(wrong(uncontrolled).ends_with("has fewer than two controls"));
        let unmeasured = Report { rows: vec![Row { times: None, ..row }], ..whole.clone() };
        assert!(wrong(unmeasured).contains("was not measured"));
        let mut failed = whole;
        failed.summary.failure = Some("a process".to_owned());
        assert!(wrong(failed).starts_with("the session ended early"));
    }
}
