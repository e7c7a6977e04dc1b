//! The HTML page with the answer and the plots: no scripts, no network, light and dark.

use super::terminal::shortened;
use super::words::printable;
use super::{Control, Line, Report, Row};
use crate::protocol::Mode;

/// The width of a plot and the height of its lines, in SVG units.
const WIDTH: f64 = 460.0;
const LINE: f64 = 15.0;
/// The width of the names, and the number of characters that fit in it.
const NAMES: f64 = 150.0;
const LETTERS: usize = 25;
/// The margin beside the outermost dots.
const SIDE: f64 = 12.0;

/// The range of ratios in every plot.
struct Axis {
    lo: f64,
    hi: f64,
}

impl Axis {
    /// Returns the range from the smallest to the largest ratio, which is at least from ½ to 2.
    fn new(report: &Report) -> Self {
        let ratios = report.rows.iter().filter_map(|row| row.ratio.map(|ratio| ratio.point));
        let (lo, hi) = ratios.fold((0.5, 2.0), |(lo, hi): (f64, f64), ratio| (lo.min(ratio), hi.max(ratio)));
        Self { lo: lo.max(1e-3), hi: hi.min(1e3) }
    }

    /// Returns the position of a ratio. Ratios outside the range are drawn at its ends.
    fn x(&self, ratio: f64) -> f64 {
        let part = (ratio.clamp(self.lo, self.hi) / self.lo).ln() / (self.hi / self.lo).ln();
        NAMES + SIDE + part * (WIDTH - NAMES - 2.0 * SIDE)
    }

    /// Returns the powers of two in the range.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let step = if self.hi / self.lo > 300.0 { 2 } else { 1 };
        let powers = (-10..=10).filter(move |power| power % step == 0).map(|power| 2.0_f64.powi(power));
        powers.filter(|tick| (self.lo * 0.999..=self.hi * 1.001).contains(tick))
    }
}

impl Report {
    /// Returns a self-contained HTML page.
    #[must_use]
    pub fn html(&self, answer: &[String]) -> String {
        let key = |mode: &Mode| {
            let dot = dot(*mode, mode.id(), 0.0, "");
            format!("<svg class=key viewBox='-7 -7 14 14'>{dot}</svg> {}", mode.title())
        };
        let fact = |(name, fact): &(String, String)| format!("<dt>{}<dd>{}\n", escape(name), escape(fact));
        format!(
            include_str!("page.html"),
            style = include_str!("style.css"),
            class = if self.summary.trusted { "" } else { " class=distrust" },
            head = escape(&self.summary.line()),
            answer = paragraphs("<p>", self.summary.failure.iter().chain(self.shown_answer(answer))),
            keys = self.modes().iter().map(key).collect::<Vec<_>>().join("\n"),
            plots = self.plots(),
            words = self.words_table(),
            legend = paragraphs("<p class=soft>", &self.legend()),
            rows = self.rows_table(),
            controls = self.controls_table(),
            facts = self.facts().iter().map(fact).collect::<String>(),
        )
    }

    /// Returns a plot for each group.
    fn plots(&self) -> String {
        let axis = Axis::new(self);
        let mut lines = self.lines();
        lines.retain(|line| line.rows().any(|row| row.ratio.is_some()));
        let plot = |lines: &[Line]| {
            let group = escape(&lines[0].first.group);
            format!("<section><h3>{group}</h3>\n{}</section>\n", self.plot(lines, &axis))
        };
        lines.chunk_by(|a, b| a.first.group == b.first.group).map(plot).collect()
    }

    fn plot(&self, lines: &[Line], axis: &Axis) -> String {
        let bottom = LINE * lines.len() as f64;
        let tick = |tick: f64| {
            let (x, class) = (axis.x(tick), if tick == 1.0 { "one" } else { "tick" });
            let name = if tick < 1.0 { format!("1/{:.0}", 1.0 / tick) } else { format!("{tick:.0}") };
            format!(
                "<line class={class} x1={x:.1} x2={x:.1} y1=0 y2={bottom:.1} /><text class=soft x={x:.1} y={:.1} \
                 text-anchor=middle>{name}</text>",
                bottom + 12.0
            )
        };
        let line = |(number, line): (usize, &Line)| {
            let y = LINE * (number as f64 + 0.5);
            format!("<g transform='translate(0 {y:.1})'>{}</g>\n", self.line_of_plot(line, axis))
        };
        format!(
            "<svg viewBox='0 0 {WIDTH} {}' role=img aria-label='ratios'>{}\n{}</svg>\n",
            bottom + 16.0,
            axis.ticks().map(tick).collect::<String>(),
            lines.iter().enumerate().map(line).collect::<String>()
        )
    }

    fn line_of_plot(&self, line: &Line, axis: &Axis) -> String {
        let first = line.first;
        let several = self.candidates().len() > 1;
        let name =
            first.comparison.clone() + &if several { format!(" {}", first.candidate) } else { String::new() };
        let control = |control: &Control| {
            let shown = control.comparison == first.comparison
                && [&first.baseline, &first.candidate].contains(&&control.function)
                && line.rows().any(|row| row.mode == control.mode);
            let x = axis.x(control.ratio.point);
            shown.then(|| format!("<circle class=control cx={x:.1} r=2 />"))
        };
        format!(
            "<text y=4>{}<title>{}</title></text>{}{}",
            escape(&shortened(&name, LETTERS)),
            escape(&name),
            self.controls.iter().filter_map(control).collect::<String>(),
            line.rows().map(|row| row_of_plot(row, axis)).collect::<String>()
        )
    }

    fn words_table(&self) -> String {
        let titles: Vec<_> = self.modes().into_iter().map(Mode::title).collect();
        let word = |row: &Option<&Row>| match row {
            Some(row) => format!("<td class={}>{}", row.verdict.id(), row.words()),
            None => "<td>".to_owned(),
        };
        let lines = self.lines().into_iter().map(|line| {
            let names = [&line.first.comparison, &line.first.candidate].map(|name| cell(name)).concat();
            names + &line.cells.iter().map(word).collect::<String>()
        });
        table(&[&["comparison", "candidate"], &titles[..]].concat(), lines)
    }

    fn rows_table(&self) -> String {
        let lines = self.rows.iter().map(|row| {
            let [a, b] = row.nanoseconds();
            let Row { comparison, candidate, .. } = row;
            [comparison, row.mode.title(), candidate, &a, &b, &row.interval(), &row.explained()]
                .map(cell)
                .concat()
        });
        table(&["comparison", "mode", "candidate", "baseline ns", "candidate ns", "ratio", "verdict"], lines)
    }

    fn controls_table(&self) -> String {
        let lines = self.controls.iter().map(|control| {
            let ratio = control.ratio;
            let ratio = format!("{:.4} ({:.4} … {:.4})", ratio.point, ratio.lo, ratio.hi);
            let verdict = if control.verdict.is_different() { "declared different" } else { "" };
            [&control.comparison, control.mode.title(), &control.function, &ratio, verdict].map(cell).concat()
        });
        table(&["comparison", "mode", "function", "ratio", ""], lines)
    }
}

fn paragraphs<'l>(tag: &str, lines: impl IntoIterator<Item = &'l String>) -> String {
    lines.into_iter().map(|line| format!("{tag}{}</p>\n", escape(line))).collect()
}

fn table(headings: &[&str], lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines.map(|line| format!("<tr>{line}\n")).collect();
    format!("<div class=scroll><table>\n<tr><th>{}\n{lines}</table></div>\n", headings.join("<th>"))
}

fn cell(text: &str) -> String {
    format!("<td>{}", escape(text))
}

/// Draws the interval and the dot of a row.
fn row_of_plot(row: &Row, axis: &Axis) -> String {
    let Some(ratio) = row.ratio else { return String::new() };
    let class = format!("{}{}", row.mode.id(), if row.verdict.is_decided() { "" } else { " open" });
    let title = format!("{} {} {}: {}", row.comparison, row.candidate, row.mode.title(), row.explained());
    format!(
        "<line class={} x1={:.1} x2={:.1} />{}",
        row.mode.id(),
        axis.x(ratio.lo),
        axis.x(ratio.hi),
        dot(row.mode, &class, axis.x(ratio.point), &title)
    )
}

/// Draws the mark of a mode. Each mode has its own shape.
fn dot(mode: Mode, class: &str, x: f64, title: &str) -> String {
    format!("<use href='#{}' class='{class}' x={x:.1}><title>{}</title></use>", mode.id(), escape(title))
}

fn escape(text: &str) -> String {
    printable(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
