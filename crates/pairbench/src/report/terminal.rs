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
        let mut text = self.head(answer, width);
        let several = self.candidates().len() > 1;
        let title = |mode: Mode| {
            if width < WIDEST {
                mode.title().trim_start_matches("tables ")
            } else {
                mode.title()
            }
        };
        let modes = self.modes();
        let titles = modes.iter().copied().map(title);
        let mut lines = vec![header(
            [""].into_iter()
                .chain(several.then_some("candidate"))
                .chain(titles),
        )];
        let mut group = "";
        let rows: Vec<_> = self
            .rows
            .iter()
            .filter(|row| row.verdict != Verdict::Identical)
            .collect();
        for rows in
            rows.chunk_by(|a, b| (&a.comparison, &a.candidate) == (&b.comparison, &b.candidate))
        {
            if rows[0].group != group {
                group = &rows[0].group;
                lines.push(vec![(group.to_owned(), BOLD)]);
            }
            let indent = if group.is_empty() { "" } else { " " };
            let names = [format!("{indent}{}", rows[0].comparison)];
            let names = names
                .into_iter()
                .chain(several.then(|| rows[0].candidate.clone()));
            let words = |mode: &Mode| {
                let row = rows.iter().find(|row| row.mode == *mode);
                row.map_or((String::new(), DIM), |row| {
                    (row.words(), style(row.verdict))
                })
            };
            lines.push(names.map(plain).chain(modes.iter().map(words)).collect());
        }
        text.push('\n');
        text += &layout(&lines, width);
        text.push('\n');
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
        let titles = ["", "mode"]
            .into_iter()
            .chain(several.then_some("candidate"));
        let mut lines = vec![header(
            titles.chain(["base ns", "cand. ns", "ratio", "verdict"]),
        )];
        for row in &self.rows {
            let names = [row.comparison.clone(), row.mode.id().to_owned()].into_iter();
            let names = names.chain(several.then(|| row.candidate.clone()));
            let texts = names
                .chain(row.nanoseconds())
                .chain([row.interval()])
                .map(plain);
            lines.push(
                texts
                    .chain([(row.explained(), style(row.verdict))])
                    .collect(),
            );
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
        let about: Vec<_> = modes.iter().map(|&mode| about(mode)).collect();
        let is_unresolved = |row: &Row| row.verdict.is_different() && row.is_unresolved();
        let some_layouts = format!(
            "The processes had {} layouts, as many as could be linked in time.",
            self.layouts
        );
        let notes = [
            (true, &*self.meaning(&modes)),
            (true, &*(about.join("; ") + ".")),
            (
                self.facts.debug_assertions,
                "Caution: debug assertions are enabled.",
            ),
            (
                !self.facts.register_barrier,
                "Caution: values pass through memory on this target, so times are too long.",
            ),
            (
                self.rows.iter().any(is_unresolved),
                "ns: the difference, where a time is too small to divide by.",
            ),
            (
                self.layouts == 0,
                "All processes had one layout. If a function calls code that is not inlined, differences of less than 15 % \
                 may come from its address.",
            ),
            (
                (1..self.settings.processes).contains(&self.layouts),
                &some_layouts,
            ),
        ];
        let notes = notes.into_iter().filter(|(applies, _)| *applies);
        let mut legend: Vec<_> = notes.map(|(_, text)| text.to_owned()).collect();
        legend.extend(self.summary.excluded_rate.map(|rate| {
            let percent = short(100.0 * rate);
            let control = match self.settings.against {
                None => "a function and its clone",
                Some(_) => "a program and the same one in another layout",
            };
            format!("control: {control}; fewer than {percent} % are false (95 % confidence).")
        }));
        let identical = self
            .rows
            .iter()
            .filter(|row| row.verdict == Verdict::Identical);
        let names = unique(identical.map(|row| (&row.candidate, &row.baseline)));
        legend.extend(names.iter().map(|(candidate, baseline)| {
            format!("Where {candidate} is not shown, it has the same code as {baseline}.")
        }));
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
            let Bound {
                tolerance,
                tolerance_ns,
                ..
            } = Bound::of(mode);
            let ns = if mode.is_cold() {
                format!(" or {tolerance_ns} ns with")
            } else {
                " in".to_owned()
            };
            within.push(format!("{} %{ns} {}", 100.0 * tolerance, mode.title()));
        }
        format!(
            "The candidate's time divided by {baseline}'s. same: within {}, or up to twice that if controls differ. ?: undecided.",
            within.join(", ")
        )
    }
}

fn about(mode: Mode) -> &'static str {
    match mode {
        Mode::Throughput => "throughput: calls overlap",
        Mode::Latency => "latency: each call waits for the last",
        Mode::L2 => "tables in L2: they are fetched from there",
        Mode::Evicted => "tables evicted: they are fetched from beyond L2",
    }
}

fn header<'t>(titles: impl Iterator<Item = &'t str>) -> Vec<Styled> {
    titles.map(|title| (title.to_owned(), BOLD)).collect()
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
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let length = |text: &str| text.chars().count();
    let widest = |column: usize| {
        let cells = lines
            .iter()
            .filter(|line| line.len() > 1)
            .filter_map(|line| line.get(column));
        cells.map(|(text, _)| length(text)).max().unwrap_or(0)
    };
    let mut widths: Vec<_> = (0..columns).map(widest).collect();
    let gaps = columns.saturating_sub(1);
    let over = |widths: &[usize], gap: usize| {
        (widths.iter().sum::<usize>() + gap * gaps).saturating_sub(width)
    };
    // If space is short, first the gaps shrink, then the names, then the last column.
    let gap = if over(&widths, 2) > 0 { 1 } else { 2 };
    for (column, least) in [(0, NAME), (gaps, 1)] {
        let over = over(&widths, gap);
        if let Some(cut) = widths.get_mut(column) {
            *cut = cut.saturating_sub(over).max(least.min(*cut));
        }
    }
    let mut text = String::new();
    for line in lines {
        for (column, (cell, style)) in line.iter().enumerate() {
            let room = if line.len() == 1 {
                width
            } else {
                widths[column]
            };
            let shown = shortened(&cell.replace('\n', " "), room);
            let pad = if column + 1 == line.len() {
                0
            } else {
                room - length(&shown) + gap
            };
            let _ = write!(text, "{style}{shown}{style:#}{}", " ".repeat(pad));
        }
        text.push('\n');
    }
    text
}

/// Shortens text to this many characters.
fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars()
        .take(room.saturating_sub(1))
        .chain(['…'])
        .collect()
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
    let wrap = |line| match str::starts_with(line, ' ') {
        true => vec![line.into()],
        false => textwrap::wrap(line, &options),
    };
    text.lines()
        .flat_map(wrap)
        .map(|line| format!("{style}{line}{style:#}\n"))
        .collect()
}

#[cfg(test)]
mod tests;
