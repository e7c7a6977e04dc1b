//! A page with a board for each run of matching positions.

use std::io::{self, Write};

use pawnfill::{Bitboard, Color};
use pawnfill_find::{About, Run, moves, text};
use pawnfill_positions::{Game, Position};
use pawnfill_show::{escaped, svg};

use super::found::FoundRun;

pub(super) fn begin(output: &mut impl Write, condition: &str) -> io::Result<()> {
    let condition = escaped(condition);
    writeln!(
        output,
        r#"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{condition}</title>
<style>
:root {{ color-scheme: light dark; font-family: system-ui, sans-serif }}
body {{ margin: 1rem }}
main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.5rem }}
article svg {{ width: 100% }}
article div {{ margin: .2rem 0; overflow-wrap: anywhere }}
</style>
<svg width="0" height="0" style="position:absolute"><defs>{}</defs></svg>
<h1><code>{condition}</code></h1>
<main>"#,
        svg::shapes(true)
    )
}

/// Draws a position, with the squares of the condition in color.
pub(super) fn board(
    output: &mut impl Write,
    about: &About,
    found: &FoundRun,
    squares: Bitboard,
) -> io::Result<()> {
    let position = found.position;
    let board = svg::board(position, squares, found.side.unwrap_or(Color::White));
    let mut lines = Vec::new();
    if let Some((game, run)) = found.run {
        lines.extend(of_game(about, position));
        lines.push(of_run(game, run));
        lines.push(address(&escaped(&about.site)));
    }
    let fen = escaped(&position.fen());
    let text = match position.side_to_move() {
        Some(side) => format!("{side} to move"),
        None => "Analysis".to_owned(),
    };
    let address = format!("https://lichess.org/analysis/{}", fen.replace(' ', "_"));
    lines.push(format!(r#"<a href="{address}">{text}</a>"#));
    lines.push(format!("<code>{fen}</code>"));
    let frame = svg::VIEW_BOX;
    writeln!(
        output,
        "<article>\n<svg viewBox=\"{frame}\" role=\"img\"><title>{fen}</title>\n{board}</svg>"
    )?;
    for line in lines {
        if !line.is_empty() {
            writeln!(output, "<div>{line}</div>")?;
        }
    }
    writeln!(output, "</article>")
}

/// Returns the players with the result, and where the position is.
fn of_game(about: &About, position: &Position) -> [String; 2] {
    let [white, black] = [&about.white, &about.black].map(|name| match &**name {
        "" => "?",
        name => name,
    });
    let players = escaped(&format!("{white} – {black}"));
    let mut known = vec![format!("here after {}", last_move(position))];
    known.extend([about.event.to_string(), about.date.to_string()]);
    if let Some(number) = about.game_in_file {
        known.push(format!("game {number}"));
    }
    known.retain(|text| !text.is_empty());
    let result = escaped(&about.result);
    [
        format!("<b>{players}</b> {result}"),
        escaped(&known.join(", ")),
    ]
}

/// Returns the moves of a run, which open to their text.
fn of_run(game: &Game, run: &Run) -> String {
    let text = escaped(&text(game, run));
    if text.is_empty() {
        return text;
    }
    let moves = moves(game, run);
    let (then, moves) = match moves.strip_prefix("then ") {
        Some(moves) => ("then ", moves),
        None => ("", &*moves),
    };
    let s = if moves.contains('-') { "s" } else { "" };
    format!("<details><summary>{then}move{s} {moves}</summary>{text}</details>")
}

/// Returns a link if a text is an address.
fn address(text: &str) -> String {
    if text.starts_with("https://") || text.starts_with("http://") {
        format!(r#"<a href="{text}">{text}</a>"#)
    } else {
        text.to_owned()
    }
}

/// Returns the move that led to a position of a game, with its number.
fn last_move(position: &Position) -> String {
    let next = position.move_number().unwrap_or(1);
    match (position.last_move(), position.side_to_move()) {
        (None, _) => "the start".to_owned(),
        (Some(text), Some(Color::Black)) => format!("{next}. {text}"),
        (Some(text), _) => format!("{}... {text}", next.saturating_sub(1)),
    }
}

pub(super) fn end(output: &mut impl Write, total: &str) -> io::Result<()> {
    let patterns =
        "<code>pawnfill show FEN --format html</code> explains the patterns of a position.";
    writeln!(output, "</main>\n<p>{total}. {patterns}</p>\n</html>")
}
