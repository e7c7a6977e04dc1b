//! The report as a table for people.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};
use pawnfill_benches::protocol::{Kind, Mode};

use super::report::{Cell, Report, Verdict};

/// The whole report.
pub(super) fn show(report: &Report) -> String {
    let mut text = String::new();
    let [a, b] = &report.config.backends;
    let check = &report.selfcheck;
    let _ = writeln!(
        text,
        "{a} against {b}    {}, {}, target-cpu {}\n{} positions, {} different pawn structures ({})",
        report.env.cpu,
        report.env.rustc,
        report.env.target_cpu,
        report.corpus.counts.positions,
        report.corpus.counts.distinct,
        report.corpus.source,
    );
    let _ = writeln!(
        text,
        "self-check  {} controls, {} declared different, worst {:.1} % thr, {:.1} % lat  {}    kept {:.0} % of the samples, {:.0} s\n",
        check.cells,
        check.failed,
        100.0 * check.worst_thr,
        100.0 * check.worst_lat,
        if check.pass { "PASS" } else { "FAIL" },
        100.0 * check.kept_fraction,
        report.duration_s,
    );
    let _ = writeln!(text, "{}", table(report));
    text
}

fn table(report: &Report) -> Table {
    let [a, b] = &report.config.backends;
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header([
        "operation".to_owned(),
        "mode".to_owned(),
        format!("{a} ns"),
        format!("{b} ns"),
        format!("{b}/{a}"),
        "99 % interval".to_owned(),
        "Δ ns".to_owned(),
        "verdict".to_owned(),
    ]);
    for column in 2..=6 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut last = "";
    for cell in report.cells.iter().filter(|cell| cell.kind == Kind::Backends) {
        let name = if cell.op == last { "" } else { &cell.op };
        last = &cell.op;
        let [first, second] = cell.net();
        let cold = cell.mode.is_cold();
        let digits = if cold || first.max(second) >= 100.0 { 1 } else { 2 };
        table.add_row([
            name.to_owned(),
            cell.mode.name().to_owned(),
            format!("{first:.digits$}"),
            format!("{second:.digits$}"),
            if cold { String::new() } else { format!("{:.2}", cell.ratio.point) },
            if cold { String::new() } else { format!("{:.3} … {:.3}", cell.ratio.lo, cell.ratio.hi) },
            format!("{:+.digits$}", cell.delta_ns.point),
            verdict(cell, &report.config.backends),
        ]);
    }
    table
}

/// The verdict with how much, or why not.
fn verdict(cell: &Cell, backends: &[String; 2]) -> String {
    let word = cell.verdict.word(backends);
    let [a, b] = if cell.mode == Mode::Throughput || cell.mode == Mode::Latency {
        [cell.ns.a, cell.ns.b]
    } else {
        cell.net()
    };
    match cell.verdict {
        Verdict::A => format!("{word} {:.1}x", b / a.max(0.1)),
        Verdict::B => format!("{word} {:.1}x", a / b.max(0.1)),
        Verdict::Tie | Verdict::Unclear => format!("{word} ({:.0} %)", 100.0 * cell.margin),
        Verdict::Disturbed | Verdict::Untrusted => format!("{word}: {}", cell.reason),
    }
}
