//! A table for forums, pull requests and the README.

use super::{advice, facts, header, notes, rows, self_check};
use crate::bench_compare::report::Report;

pub(super) fn show(report: &Report) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&header(report));
    text += "|---|---|--:|--:|--:|--:|--:|---|\n";
    for row in rows(report) {
        text += &line(&row.map(|cell| cell.replace('|', "\\|")));
    }
    text += &format!("\nSelf-check: {}.\n", self_check(report));
    for note in notes(report).into_iter().chain(advice::lines(report)) {
        text += &format!("\n{note}\n");
    }
    text += "\n";
    for (name, fact) in facts(report) {
        text += &format!("* {name}: {fact}\n");
    }
    text += &format!("* command: `cargo xtask {}`\n", report.command.join(" "));
    text
}
