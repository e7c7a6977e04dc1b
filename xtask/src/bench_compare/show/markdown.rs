//! A table for forums, pull requests and the README.

use super::{advice, facts, header, is_number, notes, rows, self_check};
use crate::bench_compare::report::Report;

pub(super) fn show(report: &Report) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let header = header(report);
    let mut text = line(&header);
    let rule = |column| if is_number(column) { "--:" } else { "---" };
    text += &format!("|{}|\n", (0..header.len()).map(rule).collect::<Vec<_>>().join("|"));
    for row in rows(report) {
        text += &line(&row.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>());
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
