//! Plots as SVG, drawn by hand: each is a few lines of text, and takes its colors from the page.

use std::fmt::Write as _;

use pawnfill_benches::protocol::{Kind, Mode};

use super::{comparisons, is_hot, time};
use crate::bench_compare::report::{Cell, Report};

/// Where the names end and the axis begins.
const LEFT: f64 = 150.0;
const WIDTH: f64 = 480.0;
const LINE: f64 = 18.0;
/// Two bars.
const RUNG: f64 = 24.0;
/// Where the numbers of the axis are.
const TOP: f64 = 20.0;

fn svg(height: f64, title: &str, body: &str) -> String {
    format!(
        "<div class=plot><svg viewBox='0 0 {WIDTH} {height}' role=img aria-label='{title}'>{body}</svg></div>\n"
    )
}

/// Ratios on a logarithmic axis with their intervals, the band that does not matter, and the controls in gray.
pub(super) fn ratios(report: &Report) -> String {
    let cells: Vec<_> = comparisons(report).filter(|cell| is_hot(cell.mode)).collect();
    let reach = cells.iter().flat_map(|cell| [cell.ratio.lo, cell.ratio.hi]);
    let reach = reach.map(|ratio| ratio.ln().abs()).fold(1.5_f64.ln(), f64::max) * 1.05;
    let x = |ratio: f64| LEFT + (WIDTH - LEFT - 10.0) * (ratio.ln() + reach) / (2.0 * reach);
    let height = LINE * cells.len() as f64 + TOP;
    let mut body = String::new();
    for tick in [0.1, 0.2, 1.0 / 3.0, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0] {
        if f64::ln(tick).abs() <= reach {
            let at = x(tick);
            let class = if tick == 1.0 { "one" } else { "grid" };
            let _ = write!(
                body,
                "<line class={class} x1={at:.1} y1={TOP} x2={at:.1} y2={height} /><text class=tick x={at:.1} y={:.1}>{}</text>",
                TOP - 6.0,
                if tick < 1.0 {
                    format!("1/{:.3}", 1.0 / tick).trim_end_matches('0').trim_end_matches('.').to_owned()
                } else {
                    tick.to_string()
                },
            );
        }
    }
    let mut last = "";
    for (number, cell) in cells.iter().enumerate() {
        let y = TOP + LINE * (number as f64 + 0.5);
        let name = if cell.op == last { "" } else { &cell.op };
        last = &cell.op;
        let band = [1.0 / (1.0 + cell.margin), 1.0 + cell.margin].map(x);
        let _ = write!(
            body,
            "<rect class=band x={:.1} y={:.1} width={:.1} height={LINE} /><text x=0 y={:.1}>{name}</text><text class=mode x={:.1} y={:.1}>{}</text>",
            band[0],
            y - LINE / 2.0,
            band[1] - band[0],
            y + 4.0,
            LEFT - 6.0,
            y + 4.0,
            cell.mode.name(),
        );
        for control in report.cells.iter().filter(|control| {
            control.op == cell.op
                && control.mode == cell.mode
                && matches!(control.kind, Kind::ControlA | Kind::ControlB)
        }) {
            let at = x(control.ratio.point.clamp((-reach).exp(), reach.exp()));
            let _ = write!(body, "<circle class=control cx={at:.1} cy={y:.1} r=2.5 />");
        }
        let [lo, point, hi] = [cell.ratio.lo, cell.ratio.point, cell.ratio.hi].map(x);
        let side = if cell.winner.is_none() {
            "none"
        } else if point > x(1.0) {
            "a"
        } else {
            "b"
        };
        let _ = write!(
            body,
            "<line class='whisker {side}' x1={lo:.1} y1={y:.1} x2={hi:.1} y2={y:.1} /><circle class='dot {side}' cx={point:.1} cy={y:.1} r=4><title>{} {}: {:.3} ({:.3} … {:.3})</title></circle>",
            cell.op,
            cell.mode.name(),
            cell.ratio.point,
            cell.ratio.lo,
            cell.ratio.hi,
        );
    }
    svg(height, "ratios", &body)
}

/// For each operation the times of both backends from hot to cold.
pub(super) fn ladders(report: &Report) -> String {
    let cells: Vec<_> = comparisons(report).filter(|cell| cell.mode != Mode::Throughput).collect();
    if !cells.iter().any(|cell| cell.mode.is_cold()) {
        return "<p>Only hot modes were measured.</p>\n".to_owned();
    }
    let most = cells.iter().flat_map(|cell| cell.shown()).fold(1.0, f64::max);
    // From a tenth of a nanosecond to the longest.
    let x = |ns: f64| (WIDTH - LEFT - 60.0) * (ns.max(0.1) / 0.1).ln() / (most / 0.1).ln();
    let height = RUNG * cells.len() as f64 + 10.0;
    let mut body = String::new();
    let mut last = "";
    for (number, cell) in cells.iter().enumerate() {
        let y = RUNG * number as f64 + 4.0;
        let name = if cell.op == last { "" } else { &cell.op };
        last = &cell.op;
        let _ = write!(
            body,
            "<text x=0 y={:.1}>{name}</text><text class=mode x={:.1} y={:.1}>{}</text>",
            y + 13.0,
            LEFT - 6.0,
            y + 13.0,
            cell.mode.name()
        );
        for (side, (class, ns)) in ["a", "b"].into_iter().zip(cell.shown()).enumerate() {
            let top = y + 10.0 * side as f64;
            let _ = write!(
                body,
                "<rect class={class} x={LEFT} y={top:.1} width={:.1} height=8 /><text class=value x={:.1} y={:.1}>{}</text>",
                x(ns),
                LEFT + x(ns) + 4.0,
                top + 8.0,
                time(cell, ns, 1).replace('<', "&lt;"),
            );
        }
    }
    svg(height, "from hot to cold", &body)
}

/// All samples of a comparison in the order of time, dropped ones hollow, the sentinel underneath.
pub(super) fn samples(cell: &Cell) -> String {
    let (width, height) = (340.0, 64.0);
    let spread = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), value| (lo.min(value), hi.max(value)))
    };
    let (lo, hi) = spread(&mut cell.samples.iter().map(|judged| judged.sample.ratio));
    let (quiet, loud) = spread(&mut cell.samples.iter().map(|judged| judged.sample.sentinel));
    let step = (width - 10.0) / cell.samples.len().max(1) as f64;
    let mut body = String::new();
    for (number, judged) in cell.samples.iter().enumerate() {
        let x = 5.0 + step * (number as f64 + 0.5);
        let y = 42.0 - 36.0 * (judged.sample.ratio - lo) / (hi - lo).max(1e-9);
        let class = if judged.kept { "kept" } else { "dropped" };
        let bar = 1.0 + 11.0 * (judged.sample.sentinel - quiet) / (loud - quiet).max(quiet);
        let _ = write!(
            body,
            "<circle class={class} cx={x:.1} cy={y:.1} r=2.5 /><rect class=sentinel x={:.1} y={:.1} width={:.1} height={bar:.1} />",
            x - step / 3.0,
            62.0 - bar,
            step * 0.66,
        );
    }
    format!(
        "<figure><svg viewBox='0 0 {width} {height}'>{body}</svg><figcaption>{} {}: {lo:.3} … {hi:.3}, kept {} of {}</figcaption></figure>\n",
        cell.op,
        cell.mode.name(),
        cell.kept,
        cell.total
    )
}

/// The eight copies of each kernel: how far where the code lies decides.
pub(super) fn layouts(report: &Report) -> String {
    let cells: Vec<_> = comparisons(report).filter_map(|cell| Some((cell, cell.layout.as_ref()?))).collect();
    let height = LINE * cells.len() as f64 + 10.0;
    let mut body = String::new();
    for (number, (cell, sides)) in cells.iter().enumerate() {
        let y = LINE * (number as f64 + 0.5) + 2.0;
        let _ = write!(
            body,
            "<text x=0 y={:.1}>{}</text><text class=mode x={:.1} y={:.1}>{}</text>",
            y + 4.0,
            cell.op,
            LEFT - 6.0,
            y + 4.0,
            cell.mode.name()
        );
        for (class, copies) in ["a", "b"].into_iter().zip(sides.iter()) {
            let least = copies.iter().copied().fold(f64::INFINITY, f64::min);
            for ns in copies {
                // Twice as long as the fastest copy is the end of the axis.
                let x = LEFT + 8.0 + (WIDTH - LEFT - 20.0) * (ns / least - 1.0).min(1.0);
                let at = if class == "a" { y - 4.0 } else { y + 4.0 };
                let _ = write!(body, "<circle class='copy {class}' cx={x:.1} cy={at:.1} r=3 />");
            }
        }
    }
    svg(height, "copies", &body)
}
