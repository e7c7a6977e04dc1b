//! HTML: a page about one position. Each pattern has a board, a definition and the readings of engines.

use std::io::{self, Write};

use clap::error::ErrorKind;
use pawnfill::Bitboard;
use pawnfill::pattern::{Pattern, Scope, Value};
use pawnfill_positions::{Error, Position};

use super::engines::{readings, set};
use super::svg::{self, VIEW_BOX};
use super::{Drawing, Section, View};

const STYLE: &str = include_str!("style.css");

pub(super) fn show(
    mut positions: impl Iterator<Item = Result<Position, Error>>,
    view: &View,
) -> anyhow::Result<()> {
    let Some(position) = positions.next().transpose()? else { return Ok(()) };
    if positions.next().transpose()?.is_some() {
        let what = "--format html shows one position, but there are several\n";
        return Err(clap::Error::raw(ErrorKind::TooManyValues, what).into());
    }
    let mut output = io::stdout().lock();
    output.write_all(page(&position, view).as_bytes())?;
    Ok(output.flush()?)
}

fn page(position: &Position, view: &View) -> String {
    let fen = position.fen();
    let sections = Scope::ALL.map(|scope| section(position, view, scope)).concat();
    let shapes = svg::shapes(true);
    let board = svg::board(position, true, Bitboard::EMPTY);
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pawn structure: {fen}</title>
<style>
{STYLE}</style>
<svg width="0" height="0" style="position:absolute"><defs>{shapes}</defs></svg>
<header>
<svg class="position" viewBox="{VIEW_BOX}" role="img"><title>{fen}</title>
{board}</svg>
<div><h1>Pawn structure</h1>
<p><code>{fen}</code></p>
<p>The squares of a pattern are green. Names and definitions are those of the library pawnfill; where well-known
engines use a word differently, their squares in this position stand below it.</p></div>
</header>
{sections}</html>
"#
    )
}

fn section(position: &Position, view: &View, scope: Scope) -> String {
    let Section { drawings, empty, values } = view.section(position.pawns, scope);
    let cards: String = drawings.iter().map(|drawing| card(position, scope, drawing)).collect();
    let empty = empty.iter().map(|pattern| {
        let readings = engines(position, scope, pattern);
        format!("<li><b>{}</b>: {}{readings}</li>\n", pattern.name, about(pattern))
    });
    let empty = around("<h3>None here</h3>\n<ul class=\"none\">\n", empty.collect(), "</ul>\n");
    let values = values.iter().filter_map(|(pattern, value)| {
        let value = match value {
            Value::Set(_) => return None,
            Value::Files(files) => files.to_string(),
            Value::Number(number) => number.to_string(),
        };
        Some(format!("<tr><th>{}<td>{value}<td>{}\n", pattern.name, about(pattern)))
    });
    let values = around("<table>\n", values.collect(), "</table>\n");
    if cards.is_empty() && empty.is_empty() && values.is_empty() {
        return String::new();
    }
    format!("<section>\n<h2>{scope}</h2>\n<div class=\"cards\">\n{cards}</div>\n{empty}{values}</section>\n")
}

/// Returns the card of a pattern, with its board.
fn card(position: &Position, scope: Scope, drawing: &Drawing) -> String {
    let Drawing { pattern, set, also } = drawing;
    let name = pattern.name;
    let board = svg::board(position, false, *set);
    let also: Vec<_> = also.iter().map(|pattern| pattern.name).collect();
    let also = around("<p class=\"also\">The same set: ", also.join(", "), "</p>\n");
    format!(
        "<article>\n<svg viewBox=\"{VIEW_BOX}\" role=\"img\"><title>{name}: {squares}</title>\n{board}</svg>\n\
         <h3>{name}</h3>\n<p>{about}</p>\n<p class=\"formula\">{formula}</p>\n{readings}{also}</article>\n",
        squares = squares(*set),
        about = about(pattern),
        formula = escaped(pattern.formula),
        readings = engines(position, scope, pattern),
    )
}

/// Returns the definition of the pattern as a sentence.
fn about(pattern: &Pattern) -> String {
    let about = pattern.about.strip_prefix("Returns ").unwrap_or(pattern.about);
    let mut letters = about.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let text = escaped(&first.into_iter().chain(letters).collect::<String>());
    // Every second part is code.
    let pieces = text.split('`').enumerate();
    pieces
        .map(|(at, piece)| if at % 2 == 0 { piece.to_owned() } else { format!("<code>{piece}</code>") })
        .collect()
}

/// Returns the readings of engines, with their squares in this position.
fn engines(position: &Position, scope: Scope, pattern: &'static Pattern) -> String {
    let Scope::Side(color) = scope else { return String::new() };
    let own = pattern.column(scope).map(|column| column.of(position.pawns));
    let readings = readings(pattern.name).map(|[_, engines, rule, condition]| {
        let squares = match set(condition, position.pawns, color) {
            Some(set) if own == Some(Value::Set(set)) => ": the same squares here".to_owned(),
            Some(set) => format!(": <b>{}</b>", squares(set)),
            None => String::new(),
        };
        format!("<li>{engines}: {rule}{squares}</li>\n")
    });
    around("<ul class=\"engines\">\n", readings.collect(), "</ul>\n")
}

/// Returns an element with these contents, or nothing if they are empty.
fn around(start: &str, contents: String, end: &str) -> String {
    if contents.is_empty() { contents } else { format!("{start}{contents}{end}") }
}

/// Returns the names of the squares, or of the files if the set consists of whole files.
fn squares(set: Bitboard) -> String {
    if set.is_empty() {
        return "none".to_owned();
    }
    let files = set.file_set();
    if files.to_bitboard() == set {
        let files: Vec<_> = files.files().map(|file| file.name()).collect();
        return format!("files {}", files.join(" "));
    }
    set.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
