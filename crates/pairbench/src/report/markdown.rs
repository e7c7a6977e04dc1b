//! The answer and a table as Markdown.

use std::fmt::Write as _;

use super::{Report, Row};

impl Report {
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
        let facts =
            self.facts().into_iter().map(|(name, fact)| format!("{}: {}", escape(&name), escape(&fact)));
        text + &format!("\n{}\n{}\n", paragraph(&self.legend()), facts.collect::<Vec<_>>().join("; "))
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
