//! A page with a board for each run of matching positions.

use std::io::{self, Write};

use pawnfill::{Bitboard, Color};
use pawnfill_find::{About, Run, moves, text};
use pawnfill_positions::{Game, Position};

use pawnfill_show::{escaped, svg};

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
    run: Option<(&Game, &Run)>,
    side: Option<Color>,
    position: &Position,
    squares: Bitboard,
) -> io::Result<()> {
    let board = svg::board(position, squares, side.unwrap_or(Color::White));
    let mut lines = Vec::new();
    if let Some((game, run)) = run {
        let players =
            [&*about.white, &about.black].map(|name| if name.is_empty() { "?" } else { name });
        lines.push(format!(
            "<b>{}</b> {}",
            escaped(&players.join(" – ")),
            escaped(&about.result)
        ));
        let here = format!("here after {}", last_move(position));
        let number = about
            .game_in_file
            .map_or(String::new(), |number| format!("game {number}"));
        let known = [&*here, &about.event, &about.date, &number];
        let known = known
            .into_iter()
            .filter(|text| !text.is_empty())
            .map(escaped);
        lines.push(known.collect::<Vec<_>>().join(", "));
        let moves = moves(game, run);
        let (then, moves) = moves
            .strip_prefix("then ")
            .map_or(("", &*moves), |moves| ("then ", moves));
        let s = if moves.contains('-') { "s" } else { "" };
        let text = escaped(&text(game, run));
        lines.extend(
            (!text.is_empty()).then(|| {
                format!("<details><summary>{then}move{s} {moves}</summary>{text}</details>")
            }),
        );
        let site = escaped(&about.site);
        let is_address = ["https://", "http://"]
            .iter()
            .any(|scheme| site.starts_with(scheme));
        lines.push(if is_address {
            format!(r#"<a href="{site}">{site}</a>"#)
        } else {
            site
        });
    }
    let fen = escaped(&position.fen());
    let text = position
        .side_to_move()
        .map_or("Analysis".to_owned(), |side| format!("{side} to move"));
    let address = format!("https://lichess.org/analysis/{}", fen.replace(' ', "_"));
    lines.push(format!(r#"<a href="{address}">{text}</a>"#));
    lines.push(format!("<code>{fen}</code>"));
    lines.retain(|line| !line.is_empty());
    let lines: String = lines
        .iter()
        .map(|line| format!("<div>{line}</div>\n"))
        .collect();
    let frame = svg::VIEW_BOX;
    writeln!(
        output,
        "<article>\n<svg viewBox=\"{frame}\" role=\"img\"><title>{fen}</title>\n{board}</svg>\n{lines}</article>"
    )
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
