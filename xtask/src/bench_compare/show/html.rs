//! One page with plots: no script, no network, light and dark, wide and narrow.

use super::{VERDICT, advice, comparisons, facts, header, is_hot, notes, plot, rows, self_check};
use crate::bench_compare::report::Report;

const STYLE: &str = include_str!("style.css");

pub(super) fn show(report: &Report) -> String {
    let [a, b] = &report.config.backends;
    let mut page = format!(
        "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content='width=device-width, initial-scale=1'>\n\
         <title>{a} against {b}</title>\n<style>\n{STYLE}</style>\n<main>\n\
         <h1><span class=a>{a}</span> against <span class=b>{b}</span></h1>\n"
    );
    page += &format!("<p class=check>Self-check: {}.</p>\n", escape(&self_check(report)));
    for note in advice::lines(report) {
        page += &format!("<p>{}</p>\n", code(&escape(&note)));
    }
    page += &format!(
        "<h2>Ratios</h2>\n<p>Time of {b} divided by that of {a}: right of 1, <span class=a>{a}</span> is faster; left of \
         it, <span class=b>{b}</span>. The band is what does not matter; gray dots compare a kernel with its own \
         clone.</p>\n"
    );
    page += &plot::ratios(report);
    page += &format!(
        "<h2>From hot to cold</h2>\n<p>Nanoseconds per operation in a chain, on a logarithmic axis: everything in \
         the first cache (with the loop), tables in the second, tables evicted (both without it). <span class=a>{a}</span> above, \
         <span class=b>{b}</span> below.</p>\n"
    );
    page += &plot::ladders(report);
    page += "<h2>All figures</h2>\n<div class=scroll><table>\n<tr>";
    for heading in header(report) {
        page += &format!("<th>{}", escape(&heading));
    }
    page += "\n";
    for (row, cell) in rows(report).zip(comparisons(report)) {
        let class = match &cell.winner {
            Some(winner) if winner == a => "a",
            Some(_) => "b",
            None => "none",
        };
        page += "<tr>";
        for (number, text) in row.iter().enumerate() {
            let class = if number == VERDICT { class } else { "" };
            page += &format!("<td class='{class}'>{}", escape(text));
        }
        page += "\n";
    }
    page += "</table></div>\n";
    for note in notes(report) {
        page += &format!("<p>{}</p>\n", escape(&note));
    }
    page += "<h2>Samples</h2>\n<p>Each dot is the median ratio of a sample, in the order of time; dropped ones are \
             hollow. Below, how long the sentinel took.</p>\n<details><summary>All hot comparisons</summary><div \
             class=strips>\n";
    for cell in comparisons(report).filter(|cell| is_hot(cell.mode)) {
        page += &plot::samples(cell);
    }
    page += "</div></details>\n<h2>Copies</h2>\n<p>Copies of each kernel at different places within a page, eight in thr and four, each twice, in lat: the fastest at the \
             left edge, one of twice its time at the right.</p>\n<details><summary>All copies</summary>\n";
    page += &plot::layouts(report);
    page += "</details>\n<h2>Where</h2>\n<dl>\n";
    for (name, fact) in facts(report) {
        page += &format!("<dt>{name}<dd>{}\n", escape(&fact));
    }
    page += &format!(
        "<dt>command<dd><code>cargo xtask {}</code>\n</dl>\n</main>\n</html>\n",
        escape(&report.command.join(" "))
    );
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;")
}

/// What stands between backticks as code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(number, part)| if number % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}
