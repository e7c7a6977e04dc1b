//! HTML: the page on which pawns are dragged, with a position. Everything that it needs is in the file.

use std::io::{self, Write};

use clap::error::ErrorKind;
use pawnfill::Color;
use pawnfill::pattern::{Family, PATTERNS, Pattern, Scope};
use pawnfill_condition::{Definition, Reading, readings, structures};
use pawnfill_export::shortened;
use pawnfill_expression::text::printable;

use super::{View, place, svg};
use crate::choice;
use crate::input::Positions;

const PAGE: &str = include_str!("page/page.html");
const STYLES: [&str; 2] = [include_str!("page/shared.css"), include_str!("page/page.css")];
const SCRIPTS: [&str; 2] = [include_str!("page/shared.js"), include_str!("page/page.js")];

/// Returns the families of patterns, those of players first.
pub(crate) fn families() -> impl Iterator<Item = Family> {
    Family::ALL.iter().rev().copied()
}

pub(super) fn show(mut positions: Positions, view: &View) -> anyhow::Result<()> {
    let Some(position) = positions.next().transpose()? else { return Ok(()) };
    if positions.next().transpose()?.is_some() {
        let what = "--format html shows one position, but there are several\n";
        return Err(clap::Error::raw(ErrorKind::TooManyValues, what).into());
    }
    let chosen = view.columns.first().filter(|_| view.chosen).map(|column| choice::name(*column));
    let mut output = io::stdout().lock();
    output.write_all(page(&position.fen(), chosen.as_deref().unwrap_or("white.backward")).as_bytes())?;
    Ok(output.flush()?)
}

/// Returns the page with a position and a chosen pattern.
fn page(fen: &str, chosen: &str) -> String {
    let library = pawnfill_export::javascript().replace("\nexport ", "\n");
    let parts = [
        ("{style}", shortened(&STYLES.concat())),
        ("{fen}", escaped(fen)),
        ("{pattern}", escaped(chosen)),
        ("{shapes}", svg::shapes(true)),
        ("{dark}", svg::path(svg::DARK, Color::White)),
        ("{library}", shortened(&library)),
        ("{data}", data()),
        ("{script}", shortened(&SCRIPTS.concat())),
    ];
    parts.iter().fold(PAGE.to_owned(), |page, (name, part)| page.replacen(name, part, 1))
}

/// Returns the patterns and the readings of engines as constants of the script.
fn data() -> String {
    let group = |family: Family| {
        let mut patterns: Vec<_> = PATTERNS.iter().filter(|pattern| pattern.family == family).collect();
        patterns.sort_by_key(|pattern| place(pattern));
        (family.heading(), patterns.into_iter().map(entry).collect::<Vec<_>>())
    };
    let groups = serde_json::json!(families().map(group).collect::<Vec<_>>()).to_string();
    let readings = readings().into_iter().map(|Reading { pattern, engines, meaning, condition }| {
        format!("[{},{}],\n", [pattern, engines, meaning].map(json).join(","), function(&condition))
    });
    let readings: String = readings.collect();
    let packed = pawnfill_export::packed(groups.as_bytes());
    let list = structures().unwrap_or_default();
    let list: Vec<_> = list.iter().map(|of| structure(of)).collect();
    let packed_structures = pawnfill_export::packed(serde_json::json!(list).to_string().as_bytes());
    let picture = json(&svg::document("{title}", "{shapes}", "{set}", "{white}", "{black}"));
    let packed = format!("const packed = {packed:?};\nconst packedStructures = {packed_structures:?};\n");
    format!("{packed}const PICTURE = {picture};\nconst READINGS = [\n{readings}];\n")
}

/// Returns the texts of a pattern.
fn entry(pattern: &'static Pattern) -> [String; 7] {
    let Pattern { name, kind, formula, source, .. } = pattern;
    let scope = if pattern.column(Scope::Board).is_some() { "board" } else { "side" };
    let about = pattern.about.strip_prefix("Returns ").unwrap_or(pattern.about);
    let kind = format!("{kind:?}");
    let words = pattern.words().collect::<Vec<_>>().join(", ");
    [name, kind.as_str(), scope, formula, source, about, &words].map(str::to_owned)
}

/// Returns the texts of a structure, whose condition is one of JavaScript, too. The test of the page compares the values.
fn structure(of: &Definition) -> [Option<&str>; 8] {
    let lines = ["title", "example", "about", "white", "black"].map(|key| of.line(key));
    let [title, example, about, white, black] = lines;
    [Some(&of.name), title, Some(of.side().name()), Some(&of.text), example, about, white, black]
}

/// Returns a condition as a function of the friendly and the enemy side, the step back, and the ranks.
///
/// The operators of conditions are those of JavaScript, except for the difference, which binds as tightly as its
/// replacement. The test of the page compares the values.
fn function(condition: &str) -> String {
    let names = [("south", "back"), ("rank_5", "rank(5)"), ("rank_6", "rank(6)")];
    let condition = names.iter().fold(condition.to_owned(), |text, (name, other)| text.replace(name, other));
    let code: String =
        condition.split_whitespace().map(|word| if word == "-" { "&~" } else { word }).collect();
    format!("(own,enemy,back,rank)=>{code}")
}

/// Returns a text as a literal of JavaScript.
fn json(text: &str) -> String {
    // A tag would end the script.
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}

/// Returns text for an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let escapes = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")];
    escapes.iter().fold(printable(text).into_owned(), |text, (sign, escape)| text.replace(*sign, escape))
}

#[cfg(test)]
mod tests;
