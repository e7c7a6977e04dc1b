//! SVG: one picture per position and pattern.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::error::ErrorKind;
use pawnfill::pattern::Scope;
use pawnfill::{Bitboard, File, Rank, Square};
use pawnfill_positions::{Error, Position};

use super::{Drawing, View};
use crate::input::say;
use crate::output::Output;

/// The shapes of the pieces on a square of side 1, one per line. The first is the pawn.
const SHAPES: &str = include_str!("pieces.svg");

/// Writes a file for each picture.
pub(super) fn write_all(
    positions: impl Iterator<Item = Result<Position, Error>>,
    view: &View,
    pieces: bool,
    folder: &Path,
    force: bool,
    inputs: &[&Path],
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut written = 0;
    for (position, number) in positions.zip(1..) {
        for (name, picture) in pictures(&position?, view, pieces) {
            let path = folder.join(format!("{number:06}-{name}.svg"));
            Output::create(&path, force, inputs)?.complete(&picture)?;
            written += 1;
        }
    }
    say(format_args!("wrote {written} pictures to {}", folder.display()));
    Ok(())
}

/// Prints a single picture: of the chosen set, or of the pawns alone if no set was chosen.
pub(super) fn show(
    mut positions: impl Iterator<Item = Result<Position, Error>>,
    view: &View,
    pieces: bool,
) -> anyhow::Result<()> {
    let Some(position) = positions.next().transpose()? else { return Ok(()) };
    let mut pictures = pictures(&position, view, pieces);
    if !view.chosen {
        pictures.truncate(1);
    }
    match (&pictures[..], positions.next()) {
        ([(_, picture)], None) => Output::standard().complete(picture),
        _ => {
            let what = "there are several pictures: use --out DIR to write each to a file, or select one with a name \
                        such as white.passed\n";
            Err(clap::Error::raw(ErrorKind::ArgumentConflict, what).into())
        }
    }
}

/// Returns the pictures of a position with their names. If the sets were not chosen, the first one is the position.
fn pictures(position: &Position, view: &View, pieces: bool) -> Vec<(String, String)> {
    let of_scope = |scope: Scope| {
        view.section(position.pawns, scope).drawings.into_iter().map(
            move |Drawing { pattern, set, .. }| {
                let title = format!("{} ({scope}): {}", pattern.name, position.fen());
                (format!("{scope}-{}", pattern.name), picture(&title, position, pieces, set))
            },
        )
    };
    let position = (!view.chosen)
        .then(|| ("position".to_owned(), picture(&position.fen(), position, pieces, Bitboard::EMPTY)));
    position.into_iter().chain(Scope::ALL.into_iter().flat_map(of_scope)).collect()
}

/// Returns a picture as a complete document.
fn picture(title: &str, position: &Position, pieces: bool, set: Bitboard) -> String {
    let shapes = shapes(pieces);
    let board = board(position, pieces, set);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW_BOX}" width="400" height="400">
<title>{title}</title>
<defs>{shapes}</defs>
{board}</svg>
"#
    )
}

/// Returns the shapes of all pieces, or only of the pawn.
pub(crate) fn shapes(pieces: bool) -> String {
    SHAPES.lines().take(if pieces { usize::MAX } else { 1 }).collect()
}

/// Draws the board with the letters and digits around it.
pub(crate) const VIEW_BOX: &str = "-.5 -.1 8.6 8.6";

/// Returns the outlines of the squares.
pub(super) fn path(set: Bitboard) -> String {
    set.squares().map(|square| format!("M{} {}h1v1h-1z", x(square), y(square))).collect()
}

/// Draws the board with its pawns or all pieces, and tints the squares of the set. It refers to shapes that the
/// document defines.
pub(crate) fn board(position: &Position, pieces: bool, set: Bitboard) -> String {
    const DARK: Bitboard = Bitboard::from_bits(0xaa55_aa55_aa55_aa55);
    let placed = position.pieces();
    let side = |is_white: bool| -> String {
        let shown = placed.iter().filter(|(_, piece)| {
            piece.is_ascii_uppercase() == is_white && (pieces || piece.eq_ignore_ascii_case(&'p'))
        });
        let drawn = shown.map(|&(square, piece)| {
            let letter = piece.to_ascii_lowercase();
            format!(r##"<use href="#{letter}" x="{}" y="{}"/>"##, x(square), y(square))
        });
        drawn.collect()
    };
    let letter = |x: f64, y: f64, letter: &str| format!(r#"<text x="{x:.2}" y="{y:.2}">{letter}</text>"#);
    let files = File::ALL.map(|file| letter(file.index() as f64 + 0.5, 8.4, file.name()));
    let ranks = Rank::ALL.map(|rank| letter(-0.27, 7.62 - rank.index() as f64, rank.name()));
    format!(
        r##"<path fill="#efe6d5" d="M0 0h8v8H0z"/>
<path fill="#c9b79c" d="{dark}"/>
<path fill="#3f9d6b" fill-opacity=".75" stroke="#1d6b42" stroke-width=".06" d="{set}"/>
<path fill="none" stroke="#4a4036" stroke-width=".08" d="M-.04-.04h8.08v8.08h-8.08z"/>
<g fill="#fff" stroke="#222" stroke-width=".04" stroke-linejoin="round">{white}</g>
<g fill="#222" stroke="#fff" stroke-width=".025" stroke-linejoin="round">{black}</g>
<g fill="#6b6156" font-family="sans-serif" font-size=".36" text-anchor="middle">{files}{ranks}</g>
"##,
        dark = path(DARK),
        set = path(set),
        white = side(true),
        black = side(false),
        files = files.concat(),
        ranks = ranks.concat(),
    )
}

fn x(square: Square) -> usize {
    square.file().index()
}

/// Rank 8 is at the top.
fn y(square: Square) -> usize {
    7 - square.rank().index()
}
