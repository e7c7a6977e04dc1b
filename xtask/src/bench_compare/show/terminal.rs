//! A table for the terminal, which needs no color to be read.

use comfy_table::{CellAlignment, Table, presets};

use super::{advice, facts, header, is_number, notes, rows, self_check};
use crate::bench_compare::report::Report;

pub(super) fn show(report: &Report) -> String {
    let mut text = format!("{} against {}\n", report.config.backends[0], report.config.backends[1]);
    for (name, fact) in facts(report) {
        text += &format!("  {name:13}{fact}\n");
    }
    text += &format!("  {:13}{}\n\n", "self-check", self_check(report));

    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header(report));
    for column in table.column_iter_mut().filter(|column| is_number(column.index)) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut last = String::new();
    for mut row in rows(report) {
        let name = row[0].clone();
        if name == last {
            row[0].clear();
        }
        last = name;
        table.add_row(row);
    }
    for line in table.lines() {
        text += line.trim_end();
        text += "\n";
    }
    for note in notes(report).into_iter().chain(advice::lines(report)) {
        text += &format!("\n{}\n", wrap(&note));
    }
    text
}

/// Breaks a paragraph at 110 columns.
fn wrap(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.chars().count() + word.chars().count() >= 110 {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
