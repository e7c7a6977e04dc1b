//! The HTML page with the answer and the plots: no scripts, no network, light and dark.

use std::fmt::Write as _;

use super::{Report, Row};
use crate::protocol::Mode;

const STYLE: &str = include_str!("style.css");

/// The width of a plot and the height of its lines, in SVG units.
const WIDTH: f64 = 460.0;
const LINE: f64 = 15.0;
/// The width of the names.
const NAMES: f64 = 150.0;
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
        let all = (-10..=10).filter(move |power| power % step == 0).map(|power| 2.0_f64.powi(power));
        all.filter(|tick| (self.lo * 0.999..=self.hi * 1.001).contains(tick))
    }
}

impl Report {
    /// Returns a self-contained HTML page.
    #[must_use]
    pub fn html(&self, answer: &[String]) -> String {
        let distrust = if self.summary.trusted { "" } else { " class=distrust" };
        let mut page = format!(
            "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content='width=device-width, \
             initial-scale=1'>\n<title>pairbench</title>\n<style>\n{STYLE}</style>\n<main>\n<h1{distrust}>{}</h1>\n",
            escape(&self.summary.line())
        );
        for line in self.summary.failure.iter().chain(self.shown_answer(answer)) {
            let _ = writeln!(page, "<p>{}</p>", escape(line));
        }
        page += &self.plots();
        page += "<h2>In words</h2>\n";
        page += &self.words_table();
        for line in self.legend() {
            let _ = writeln!(page, "<p class=soft>{}</p>", escape(&line));
        }
        page += "<h2>All rows</h2>\n<details><summary>Times, ratios and intervals</summary>\n";
        page += &self.rows_table();
        page +=
            "</details>\n<details><summary>Controls: functions compared with their own clones</summary>\n";
        page += &self.controls_table();
        page += "</details>\n<h2>Where</h2>\n<dl>\n";
        for (name, fact) in self.facts() {
            let _ = writeln!(page, "<dt>{}<dd>{}", escape(&name), escape(&fact));
        }
        page + "</dl>\n</main>\n</html>\n"
    }

    /// Returns a plot for each group.
    fn plots(&self) -> String {
        let axis = Axis::new(self);
        let mut text =
            "<p class=soft>The candidate's time divided by the baseline's, on a logarithmic axis. Left of 1 the candidate is faster:"
                .to_owned();
        for mode in self.modes() {
            let _ = write!(
                text,
                " <svg class=key viewBox='-7 -7 14 14'>{}</svg> {}",
                dot(mode, 0.0, 0.0, mode.id(), ""),
                mode.title()
            );
        }
        text +=
            "; hollow if undecided; gray: functions divided by their own clones.</p>\n<div class=plots>\n";
        let mut groups: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !groups.contains(&row.group.as_str()) {
                groups.push(&row.group);
            }
        }
        for group in groups {
            let lines: Vec<_> = self.lines().into_iter().filter(|(first, _)| first.group == group).collect();
            let measured: Vec<_> =
                lines.into_iter().filter(|(_, rows)| rows.iter().any(|row| row.ratio.is_some())).collect();
            if !measured.is_empty() {
                let _ = writeln!(
                    text,
                    "<section><h3>{}</h3>\n{}</section>",
                    escape(group),
                    self.plot(&measured, &axis)
                );
            }
        }
        text + "</div>\n"
    }

    fn plot(&self, lines: &[(&Row, Vec<&Row>)], axis: &Axis) -> String {
        let several = self.candidates().len() > 1;
        let bottom = LINE * lines.len() as f64;
        let height = bottom + 16.0;
        let mut text = format!("<svg viewBox='0 0 {WIDTH} {height}' role=img aria-label='ratios'>");
        for tick in axis.ticks() {
            let (x, class) = (axis.x(tick), if tick == 1.0 { "one" } else { "tick" });
            let name = if tick < 1.0 { format!("1/{:.0}", 1.0 / tick) } else { format!("{tick:.0}") };
            let _ = write!(
                text,
                "<line class={class} x1={x:.1} x2={x:.1} y1=0 y2={bottom:.1} /><text class=soft x={x:.1} y={:.1} \
                 text-anchor=middle>{name}</text>",
                bottom + 12.0
            );
        }
        for (number, (first, rows)) in lines.iter().enumerate() {
            let y = LINE * (number as f64 + 0.5);
            let name = if several {
                format!("{} {}", first.comparison, first.candidate)
            } else {
                first.comparison.clone()
            };
            let _ = write!(
                text,
                "<text x=0 y={:.1}>{}<title>{}</title></text>",
                y + 4.0,
                escape(&shortened(&name)),
                escape(&name)
            );
            for control in &self.controls {
                let shown = control.comparison == first.comparison
                    && [&first.baseline, &first.candidate].contains(&&control.function)
                    && rows.iter().any(|row| row.mode == control.mode);
                if shown {
                    let x = axis.x(control.ratio.point);
                    let _ = write!(text, "<circle class=control cx={x:.1} cy={y:.1} r=2 />");
                }
            }
            for row in rows {
                text += &row_in_plot(row, axis, y);
            }
        }
        text + "</svg>\n"
    }

    fn words_table(&self) -> String {
        let modes = self.modes();
        let mut text = "<div class=scroll><table>\n<tr><th>comparison<th>candidate".to_owned();
        for mode in &modes {
            let _ = write!(text, "<th>{}", mode.title());
        }
        for (first, rows) in self.lines() {
            let _ = write!(text, "\n<tr><td>{}<td>{}", escape(&first.comparison), escape(&first.candidate));
            for mode in &modes {
                match rows.iter().find(|row| row.mode == *mode) {
                    Some(row) => {
                        let _ = write!(text, "<td class={}>{}", row.verdict.id(), row.words());
                    }
                    None => text += "<td>",
                }
            }
        }
        text + "\n</table></div>\n"
    }

    fn rows_table(&self) -> String {
        let lines = self.rows.iter().map(|row| {
            let [a, b] =
                row.times.map_or_else(Default::default, |times| times.map(|time| format!("{time:.2}")));
            vec![
                row.comparison.clone(),
                row.mode.title().to_owned(),
                row.candidate.clone(),
                a,
                b,
                row.interval(),
                row.explained(),
            ]
        });
        table(&["comparison", "mode", "candidate", "baseline ns", "candidate ns", "ratio", "verdict"], lines)
    }

    fn controls_table(&self) -> String {
        let lines = self.controls.iter().map(|control| {
            let ratio = control.ratio;
            vec![
                control.comparison.clone(),
                control.mode.title().to_owned(),
                control.function.clone(),
                format!("{:.4} ({:.4} … {:.4})", ratio.point, ratio.lo, ratio.hi),
                if control.verdict.is_different() { "declared different".to_owned() } else { String::new() },
            ]
        });
        table(&["comparison", "mode", "function", "ratio", ""], lines)
    }
}

fn table(headings: &[&str], lines: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("<div class=scroll><table>\n<tr><th>{}\n", headings.join("<th>"));
    for line in lines {
        let cells: Vec<_> = line.iter().map(|cell| escape(cell)).collect();
        let _ = writeln!(text, "<tr><td>{}", cells.join("<td>"));
    }
    text + "</table></div>\n"
}

/// Draws the interval and the dot of a row.
fn row_in_plot(row: &Row, axis: &Axis, y: f64) -> String {
    let Some(ratio) = row.ratio else { return String::new() };
    let class = format!("{}{}", row.mode.id(), if row.verdict.is_decided() { "" } else { " open" });
    let title = format!("{} {} {}: {}", row.comparison, row.candidate, row.mode.title(), row.explained());
    format!(
        "<line class={} x1={:.1} x2={:.1} y1={y:.1} y2={y:.1} />{}",
        row.mode.id(),
        axis.x(ratio.lo),
        axis.x(ratio.hi),
        dot(row.mode, axis.x(ratio.point), y, &class, &title)
    )
}

/// Draws the mark of a mode. Each mode has its own shape.
fn dot(mode: Mode, x: f64, y: f64, class: &str, title: &str) -> String {
    let points: &[(f64, f64)] = match mode {
        Mode::Throughput => &[],
        Mode::Latency => &[(-4.5, 0.0), (0.0, -4.5), (4.5, 0.0), (0.0, 4.5)],
        Mode::L2 => &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        Mode::Evicted => &[(-4.5, 3.5), (0.0, -4.5), (4.5, 3.5)],
    };
    let title = escape(title);
    if points.is_empty() {
        return format!("<circle class='{class}' cx={x:.1} cy={y:.1} r=4><title>{title}</title></circle>");
    }
    let points: Vec<_> = points.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
    format!("<polygon class='{class}' points='{}'><title>{title}</title></polygon>", points.join(" "))
}

/// Shortens a name to the space beside a plot.
fn shortened(name: &str) -> String {
    super::terminal::shortened(name, 25)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
