//! The rows with all figures, as CSV and Markdown.

use std::fmt::Write as _;

use super::{Interval, Report, Row};

/// The column names.
pub(super) const HEADINGS: [&str; 17] = [
    "group",
    "comparison",
    "mode",
    "baseline",
    "candidate",
    "verdict",
    "baseline ns",
    "candidate ns",
    "loop ns",
    "ratio",
    "ratio low",
    "ratio high",
    "difference ns",
    "difference low",
    "difference high",
    "tolerance",
    "processes",
];

/// The figures of a row.
fn record(row: &Row) -> [String; 17] {
    let ends = |interval: Option<Interval>| {
        let text = |value: f64| format!("{value:.6}");
        interval
            .map_or_else(Default::default, |interval| [interval.point, interval.lo, interval.hi].map(text))
    };
    let [baseline_ns, candidate_ns] =
        row.times.map_or_else(Default::default, |times| times.map(|time| format!("{time:.6}")));
    let [ratio, ratio_low, ratio_high] = ends(row.ratio);
    let [delta, delta_low, delta_high] = ends(row.delta_ns);
    [
        row.group.clone(),
        row.comparison.clone(),
        row.mode.id().to_owned(),
        row.baseline.clone(),
        row.candidate.clone(),
        row.verdict.id().to_owned(),
        baseline_ns,
        candidate_ns,
        format!("{:.6}", row.floor),
        ratio,
        ratio_low,
        ratio_high,
        delta,
        delta_low,
        delta_high,
        row.bound.tolerance.to_string(),
        row.processes.to_string(),
    ]
}

impl Report {
    /// Returns every row with full precision, as CSV.
    #[must_use]
    pub fn csv(&self) -> String {
        let line = |cells: &[String]| {
            let quoted = cells.iter().map(|cell| {
                if cell.contains(['"', ',', '\n', '\r']) {
                    format!("\"{}\"", cell.replace('"', "\"\""))
                } else {
                    cell.clone()
                }
            });
            quoted.collect::<Vec<_>>().join(",") + "\n"
        };
        let headings = HEADINGS.map(|heading| heading.replace(' ', "_"));
        self.rows.iter().map(record).fold(line(&headings), |text, record| text + &line(&record))
    }

    /// Returns the answer and a table as Markdown, for forums and pull requests.
    #[must_use]
    pub fn markdown(&self, answer: &[String]) -> String {
        let mut text = format!("**{}**\n\n", escape(&self.summary.line()));
        for line in self.shown_answer(answer) {
            let _ = writeln!(text, "{}  ", escape(line));
        }
        let modes = self.modes();
        text += "\n| comparison | candidate |";
        for mode in &modes {
            let _ = write!(text, " {} |", mode.title());
        }
        text += "\n|---|---|";
        text += &"---|".repeat(modes.len());
        for (first, rows) in self.lines() {
            let _ = write!(text, "\n| {} | {} |", escape(&first.comparison), escape(&first.candidate));
            for mode in &modes {
                let row = rows.iter().find(|row| row.mode == *mode);
                let _ = write!(text, " {} |", row.map_or_else(String::new, |row| row.words()));
            }
        }
        text += "\n\n";
        for line in self.legend() {
            let _ = writeln!(text, "{}  ", escape(&line));
        }
        let facts: Vec<_> =
            self.facts().into_iter().map(|(name, fact)| format!("{name}: {}", escape(&fact))).collect();
        let _ = writeln!(text, "\n{}", facts.join("; "));
        text
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
