//! HTML: the page on which pawns are dragged, with a position. Everything that it needs is
//! in the file.

use pawnfill::Color;
use pawnfill::pattern::{Family, PATTERNS, Pattern, Scope};
use pawnfill_export::{Selection, javascript, shortened};
use pawnfill_expression::text::printable;

use crate::{place, svg};

const PAGE: &str = include_str!("page/page.html");
/// The style of all pages.
pub const SHARED_STYLE: &str = include_str!("page/shared.css");
/// The script of all pages.
pub const SHARED_SCRIPT: &str = include_str!("page/shared.js");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Returns the page with a position and a chosen pattern, such as `white.passed`.
pub fn page(fen: &str, chosen: &str) -> String {
    let names = Selection::names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // All of them are known.
    let library = javascript(&Selection {
        patterns: &names,
        ..Selection::default()
    })
    .unwrap_or_default();
    let library = library.replace("\nexport ", "\n");
    let parts = [
        ("{style}", shortened(&[SHARED_STYLE, STYLE].concat())),
        ("{fen}", escaped(fen)),
        ("{pattern}", escaped(chosen)),
        ("{shapes}", svg::shapes(true)),
        ("{dark}", svg::path(svg::DARK, Color::White)),
        ("{library}", shortened(&library)),
        ("{data}", data()),
        ("{script}", shortened(&[SHARED_SCRIPT, SCRIPT].concat())),
    ];
    let mut page = PAGE.to_owned();
    for (name, part) in parts {
        page = page.replacen(name, &part, 1);
    }
    page
}

/// Returns the patterns, the readings of engines, the structures and the frame of pictures as a
/// constant of the script.
fn data() -> String {
    // Families that players know come first.
    let groups: Vec<_> = Family::ALL.iter().rev().copied().map(group).collect();
    let mut readings = Vec::new();
    for of in pawnfill_condition::readings() {
        readings.push((of.names().next(), of.pattern, of.engines, of.meaning));
    }
    let mut structures = Vec::new();
    for of in pawnfill_condition::structures() {
        let lines = ["example", "about", "white", "black"].map(|key| of.line(key));
        let (title, side) = (of.line("title"), of.side().name());
        structures.push(serde_json::json!([of.name, title, side, lines]));
    }
    let picture = svg::document("{title}", "{shapes}", "{set}", "{white}", "{black}");
    let data = serde_json::json!([groups, readings, structures, picture]).to_string();
    format!(
        "const packed = {:?};\n",
        pawnfill_export::packed(data.as_bytes())
    )
}

/// Returns the patterns of a family, those of players first.
fn group(family: Family) -> (&'static str, Vec<[String; 7]>) {
    let mut patterns: Vec<_> = PATTERNS.iter().collect();
    patterns.retain(|pattern| pattern.family == family);
    patterns.sort_by_key(|pattern| place(pattern));
    let entries = patterns.into_iter().map(entry);
    (family.heading(), entries.collect())
}

/// Returns the texts of a pattern.
fn entry(pattern: &'static Pattern) -> [String; 7] {
    let Pattern {
        name,
        kind,
        formula,
        source,
        ..
    } = pattern;
    let scope = if pattern.column(Scope::Board).is_some() {
        "board"
    } else {
        "side"
    };
    let about = pattern
        .about
        .strip_prefix("Returns ")
        .unwrap_or(pattern.about);
    let kind = format!("{kind:?}");
    let words = pattern.words().collect::<Vec<_>>().join(", ");
    [name, kind.as_str(), scope, formula, source, about, &words].map(str::to_owned)
}

/// Returns text for an element or an attribute.
pub fn escaped(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
