//! The rows with all figures, as CSV and Markdown.

use std::fmt::Write as _;

use super::{Report, Row};

/// A column of the CSV file: its heading and the text for a row.
type Column = (&'static str, fn(&Row) -> String);

const COLUMNS: [Column; 17] = [
    ("group", |row| row.group.clone()),
    ("comparison", |row| row.comparison.clone()),
    ("mode", |row| row.mode.id().to_owned()),
    ("baseline", |row| row.baseline.clone()),
    ("candidate", |row| row.candidate.clone()),
    ("verdict", |row| row.verdict.id().to_owned()),
    ("baseline_ns", |row| figure(row.times.map(|[baseline, _]| baseline))),
    ("candidate_ns", |row| figure(row.times.map(|[_, candidate]| candidate))),
    ("loop_ns", |row| figure(Some(row.floor))),
    ("ratio", |row| figure(row.ratio.map(|ratio| ratio.point))),
    ("ratio_low", |row| figure(row.ratio.map(|ratio| ratio.lo))),
    ("ratio_high", |row| figure(row.ratio.map(|ratio| ratio.hi))),
    ("difference_ns", |row| figure(row.delta_ns.map(|delta| delta.point))),
    ("difference_low", |row| figure(row.delta_ns.map(|delta| delta.lo))),
    ("difference_high", |row| figure(row.delta_ns.map(|delta| delta.hi))),
    ("tolerance", |row| row.bound.tolerance.to_string()),
    ("processes", |row| row.processes.to_string()),
];

fn figure(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.6}"))
}

impl Report {
    /// Returns every row with full precision, as CSV.
    #[must_use]
    pub fn csv(&self) -> String {
        let headings = COLUMNS.map(|(heading, _)| heading.to_owned());
        let rows = self.rows.iter().map(|row| COLUMNS.map(|(_, text)| quoted(&text(row))));
        std::iter::once(headings).chain(rows).map(|cells| cells.join(",") + "\n").collect()
    }

    /// Returns the answer and a table as Markdown, for forums and pull requests.
    #[must_use]
    pub fn markdown(&self, answer: &[String]) -> String {
        let paragraph = |lines: &[String]| lines.iter().map(|line| escape(line) + "  \n").collect::<String>();
        let mut text =
            format!("**{}**\n\n{}\n", escape(&self.summary.line()), paragraph(self.shown_answer(answer)));
        let modes = self.modes();
        let titles: Vec<_> = modes.iter().map(|mode| mode.title()).collect();
        let _ = writeln!(text, "| comparison | candidate | {} |", titles.join(" | "));
        text += &"|---".repeat(2 + modes.len());
        text += "|\n";
        for line in self.lines() {
            let names = [&line.first.comparison, &line.first.candidate].map(|name| escape(name));
            let words = line.cells.iter().map(|row| row.map_or_else(String::new, Row::words));
            let _ = writeln!(text, "| {} |", names.into_iter().chain(words).collect::<Vec<_>>().join(" | "));
        }
        let facts = self.facts().into_iter().map(|(name, fact)| format!("{name}: {}", escape(&fact)));
        text + &format!("\n{}\n{}\n", paragraph(&self.legend()), facts.collect::<Vec<_>>().join("; "))
    }
}

/// Quotes a cell of CSV if necessary.
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// Escapes markup.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => escaped.push(' '),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '#' => escaped.extend(['\\', letter]),
            _ => escaped.push(letter),
        }
    }
    escaped
}
