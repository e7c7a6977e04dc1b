//! The answer and the table for the terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::words::short;
use super::{Report, Row, Verdict};
use crate::bounds::Bound;
use crate::options::unique;
use crate::protocol::Mode;

/// The maximum width of a table.
const WIDEST: usize = 100;
const NARROWEST: usize = 60;
/// The minimum width of a name.
const NAME: usize = 8;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Text and its style.
type Styled = (String, Style);

impl Report {
    /// Returns the answer and a table with a line per comparison and candidate, at most this wide.
    /// Lines of the answer that begin with a space are not wrapped.
    ///
    /// The text contains escape sequences for colors. Strip them if the output is not a terminal.
    #[must_use]
    pub fn table(&self, answer: &[String], width: Option<usize>) -> String {
        let width = width.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST);
        let several = self.candidates().len() > 1;
        let modes = self.modes();
        let mut titles = vec![""];
        titles.extend(several.then_some("candidate"));
        for mode in &modes {
            titles.push(match width < WIDEST {
                true => mode.title().trim_start_matches("tables "),
                false => mode.title(),
            });
        }
        let mut lines = vec![header(&titles)];
        let mut group = "";
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.retain(|row| row.verdict != Verdict::Identical);
        let key = |row: &Row| (row.comparison.clone(), row.candidate.clone());
        for rows in rows.chunk_by(|a, b| key(a) == key(b)) {
            if rows[0].group != group {
                group = &rows[0].group;
                lines.push(vec![(group.to_owned(), BOLD)]);
            }
            let indent = if group.is_empty() { "" } else { " " };
            let mut line = vec![plain(format!("{indent}{}", rows[0].comparison))];
            line.extend(several.then(|| plain(rows[0].candidate.clone())));
            for mode in &modes {
                let row = rows.iter().find(|row| row.mode == *mode);
                line.push(match row {
                    Some(row) => (row.words(), style(row.verdict)),
                    None => (String::new(), DIM),
                });
            }
            lines.push(line);
        }
        let mut text = self.head(answer, width) + "\n" + &layout(&lines, width) + "\n";
        for line in self.legend() {
            text += &wrapped(&line, width, DIM);
        }
        text
    }

    /// Returns the answer and a table with a line per row: times, ratio and interval.
    #[must_use]
    pub fn table_of_rows(&self, answer: &[String], width: Option<usize>) -> String {
        let width = width.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST);
        let several = self.candidates().len() > 1;
        let mut titles = vec!["", "mode"];
        titles.extend(several.then_some("candidate"));
        titles.extend(["base ns", "cand. ns", "ratio", "verdict"]);
        let mut lines = vec![header(&titles)];
        for row in &self.rows {
            let mut texts = vec![row.comparison.clone(), row.mode.id().to_owned()];
            texts.extend(several.then(|| row.candidate.clone()));
            texts.extend(row.nanoseconds());
            texts.push(row.interval());
            let mut line: Vec<_> = texts.into_iter().map(plain).collect();
            line.push((row.explained(), style(row.verdict)));
            lines.push(line);
        }
        self.head(answer, width) + "\n" + &layout(&lines, width)
    }

    fn head(&self, answer: &[String], width: usize) -> String {
        let style = if self.summary.trusted {
            BOLD
        } else {
            AnsiColor::Red.on_default().bold()
        };
        let mut text = wrapped(&self.summary.line(), width, style);
        // An answer that cannot be trusted is none.
        for line in answer.iter().filter(|_| self.summary.trusted) {
            text += &wrapped(line, width, Style::new());
        }
        text
    }

    /// Returns the legend of the table.
    pub(super) fn legend(&self) -> Vec<String> {
        let modes = self.modes();
        let about: Vec<_> = modes.iter().copied().map(about).collect();
        let mut legend = vec![self.meaning(&modes), about.join("; ") + "."];
        let mut differ = self.rows.iter().filter(|row| row.verdict.is_different());
        for (applies, note) in [
            (self.facts.debug_assertions, ASSERTIONS),
            (!self.facts.register_barrier, MEMORY),
            (differ.any(Row::is_unresolved), NANOSECONDS),
            (self.layouts == 0, ONE_LAYOUT),
        ] {
            if applies {
                legend.push(note.to_owned());
            }
        }
        if (1..self.settings.processes).contains(&self.layouts) {
            let layouts = self.layouts;
            legend.push(format!(
                "The processes had {layouts} layouts, as many as could be linked in time."
            ));
        }
        if let Some(rate) = self.summary.excluded_rate {
            let percent = short(100.0 * rate);
            let control = match self.settings.against {
                None => "a function and its clone",
                Some(_) => "a program and the same one in another layout",
            };
            legend.push(format!(
                "control: {control}; fewer than {percent} % are false (95 % confidence)."
            ));
        }
        let mut identical: Vec<_> = self.rows.iter().collect();
        identical.retain(|row| row.verdict == Verdict::Identical);
        let names = identical.iter().map(|row| (&row.candidate, &row.baseline));
        for (candidate, baseline) in unique(names) {
            legend.push(format!(
                "Where {candidate} is not shown, it has the same code as {baseline}."
            ));
        }
        legend
    }

    /// Explains ratios and `same`.
    fn meaning(&self, modes: &[Mode]) -> String {
        let baseline = match unique(self.rows.iter().map(|row| &row.baseline))[..] {
            [baseline] => baseline,
            _ => "the first function",
        };
        let mut within = Vec::new();
        for &mode in modes {
            let bound = Bound::new(mode);
            let ns = match mode.is_cold() {
                true => format!(" or {} ns with", bound.tolerance_ns),
                false => " in".to_owned(),
            };
            within.push(format!(
                "{} %{ns} {}",
                100.0 * bound.tolerance,
                mode.title()
            ));
        }
        let within = within.join(", ");
        format!(
            "The candidate's time divided by {baseline}'s. same: within {within}, \
             or up to twice that if controls differ. ?: undecided."
        )
    }
}

const ASSERTIONS: &str = "Caution: debug assertions are enabled.";
const MEMORY: &str = "Caution: values pass through memory on this target, so times are too long.";
const NANOSECONDS: &str = "ns: the difference, where a time is too small to divide by.";
const ONE_LAYOUT: &str = "All processes had one layout. If a function calls code that is not \
    inlined, differences of less than 15 % may come from its address.";

fn about(mode: Mode) -> &'static str {
    match mode {
        Mode::Throughput => "throughput: calls overlap",
        Mode::Latency => "latency: each call waits for the last",
        Mode::L2 => "tables in L2: they are fetched from there",
        Mode::Evicted => "tables evicted: they are fetched from beyond L2",
    }
}

fn header(titles: &[&str]) -> Vec<Styled> {
    titles
        .iter()
        .map(|title| (title.to_string(), BOLD))
        .collect()
}

fn plain(text: String) -> Styled {
    (text, Style::new())
}

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Faster => AnsiColor::Green.on_default(),
        Verdict::Slower => AnsiColor::Red.on_default(),
        Verdict::Untrusted => AnsiColor::Yellow.on_default(),
        Verdict::Same | Verdict::Identical | Verdict::Undecided => DIM,
    }
}

/// Aligns cells in columns. A line with one cell is a heading.
fn layout(lines: &[Vec<Styled>], width: usize) -> String {
    let (widths, gap) = widths(lines, width);
    let mut text = String::new();
    for line in lines {
        for (column, (cell, style)) in line.iter().enumerate() {
            let room = match line.len() {
                1 => width,
                _ => widths[column],
            };
            let shown = shortened(&cell.replace('\n', " "), room);
            let pad = match column + 1 == line.len() {
                true => 0,
                false => room - shown.chars().count() + gap,
            };
            let _ = write!(text, "{style}{shown}{style:#}{:pad$}", "");
        }
        text.push('\n');
    }
    text
}

/// Returns the widths of the columns and of the gaps between them. If space is short, first the gaps
/// shrink, then the names, then the last column.
fn widths(lines: &[Vec<Styled>], width: usize) -> (Vec<usize>, usize) {
    let mut widths: Vec<usize> = Vec::new();
    for line in lines {
        widths.resize(widths.len().max(line.len()), 0);
        if line.len() > 1 {
            for (widest, (text, _)) in widths.iter_mut().zip(line) {
                *widest = text.chars().count().max(*widest);
            }
        }
    }
    let gaps = widths.len().saturating_sub(1);
    let sum: usize = widths.iter().sum();
    let gap = if sum + 2 * gaps > width { 1 } else { 2 };
    let mut over = (sum + gap * gaps).saturating_sub(width);
    for (column, least) in [(0, NAME), (gaps, 1)] {
        if let Some(own) = widths.get_mut(column) {
            let cut = own.saturating_sub(over).max(least.min(*own));
            over -= *own - cut;
            *own = cut;
        }
    }
    (widths, gap)
}

/// Shortens text to this many characters.
fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let start = text.chars().take(room.saturating_sub(1));
    start.chain(['…']).collect()
}

/// Returns text in the color of a verdict, for lines of an answer.
#[must_use]
pub fn colored(text: &str, verdict: Verdict) -> String {
    let style = style(verdict);
    format!("{style}{text}{style:#}")
}

/// Wraps text to this many characters per line. Lines after the first are indented by two. Lines
/// that begin with a space are kept as they are.
fn wrapped(text: &str, width: usize, style: Style) -> String {
    let options = textwrap::Options::new(width)
        .subsequent_indent("  ")
        .break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    let mut shown = String::new();
    for line in text.lines() {
        let lines = match line.starts_with(' ') {
            true => vec![line.into()],
            false => textwrap::wrap(line, &options),
        };
        for line in lines {
            shown += &format!("{style}{line}{style:#}\n");
        }
    }
    shown
}

#[cfg(test)]
mod tests;
