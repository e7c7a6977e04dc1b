//! SVG: one picture per position and pattern.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::error::ErrorKind;
use pawnfill::pattern::Scope;
use pawnfill::{Bitboard, File, Rank, Square};
use pawnfill_positions::{Error, Position};

use super::{Drawing, View};
use crate::output::Output;

/// The shapes of the pieces on a square of side 1, by their letters.
const SHAPES: [(char, &str); 6] = [
    (
        'p',
        "M.5.1a.17.17 0 0 1 .1.307h.08v.08h-.1c.02.16.08.24.18.31h.06v.11H.18v-.11h.06\
         c.1-.07.16-.15.18-.31h-.1v-.08h.08A.17.17 0 0 1 .5.1z",
    ),
    (
        'n',
        "M.42.1l.07.09c.2.04.32.22.32.49 0 .05-.01.09-.02.12h.04v.11H.22V.8h.04\
         c0-.2.16-.24.19-.36-.07.02-.11.06-.15.1l-.09.02-.06-.09C.17.38.27.32.33.19z",
    ),
    (
        'b',
        "M.5.07a.06.06 0 0 1 .04.105C.67.26.74.4.67.53L.59.6l.03.14c.1.02.17.04.2.06v.11H.18V.8\
         c.03-.02.1-.04.2-.06L.41.6.33.53C.26.4.33.26.46.175A.06.06 0 0 1 .5.07z",
    ),
    (
        'r',
        "M.22.15h.12v.09h.1V.15h.12v.09h.1V.15h.12v.2l-.1.08v.28l.1.09h.04v.11H.18V.8h.04l.1-.09V.43L.22.35z",
    ),
    (
        'q',
        "M.1.26l.15.22L.29.15l.13.31L.5.1l.08.36.13-.31.04.33L.9.26l-.12.46L.74.8h.08v.11H.18V.8h.08L.22.72z",
    ),
    (
        'k',
        "M.46.06h.08v.08h.08v.08H.54v.1C.7.25.87.31.87.46c0 .12-.1.2-.16.28v.06h.09v.11H.2V.8h.09V.74\
         C.23.66.13.58.13.46.13.31.3.25.46.32v-.1H.38V.14h.08z",
    ),
];

pub(super) fn show(
    positions: impl Iterator<Item = Result<Position, Error>>,
    view: &View,
    pieces: bool,
    folder: Option<&Path>,
    inputs: &[&Path],
) -> anyhow::Result<()> {
    let Some(folder) = folder else { return show_one(positions, view, pieces) };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (position, number) in positions.zip(1..) {
        for (name, picture) in pictures(&position?, view, pieces) {
            let path = folder.join(format!("{number:06}-{name}.svg"));
            Output::create(&path, true, inputs)?.complete(&picture)?;
        }
    }
    Ok(())
}

/// Prints a single picture: of the chosen set, or of the pawns alone if no set was chosen.
fn show_one(
    mut positions: impl Iterator<Item = Result<Position, Error>>,
    view: &View,
    pieces: bool,
) -> anyhow::Result<()> {
    let Some(position) = positions.next().transpose()? else { return Ok(()) };
    let found = if view.chosen {
        pictures(&position, view, pieces).into_iter().map(|(_, picture)| picture).collect()
    } else {
        vec![picture(&position.fen(), &position, pieces, Bitboard::EMPTY)]
    };
    match (&found[..], positions.next()) {
        ([picture], None) => Ok(io::stdout().write_all(picture.as_bytes())?),
        _ => {
            let what = "there are several pictures: use --out DIR to write each to a file, or select one with a name \
                        such as white.passed\n";
            Err(clap::Error::raw(ErrorKind::ArgumentConflict, what).into())
        }
    }
}

/// Returns the pictures of a position with their names.
fn pictures(position: &Position, view: &View, pieces: bool) -> Vec<(String, String)> {
    let of_scope = |scope: Scope| {
        view.drawings(position.pawns, scope).into_iter().map(move |Drawing { pattern, set, .. }| {
            let title = format!("{} ({scope}): {}", pattern.name, position.fen());
            (format!("{scope}-{}", pattern.name), picture(&title, position, pieces, set))
        })
    };
    Scope::ALL.into_iter().flat_map(of_scope).collect()
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
pub(super) fn shapes(pieces: bool) -> String {
    let shapes = SHAPES.iter().filter(|(letter, _)| pieces || *letter == 'p');
    shapes.map(|(letter, path)| format!(r#"<path id="{letter}" d="{path}"/>"#)).collect()
}

/// Draws the board with the letters and digits around it.
pub(super) const VIEW_BOX: &str = "-.5 -.1 8.6 8.6";

/// Draws the board with its pawns or all pieces, and tints the squares of the set. It refers to shapes that the
/// document defines.
pub(super) fn board(position: &Position, pieces: bool, set: Bitboard) -> String {
    const DARK: Bitboard = Bitboard::from_bits(0xaa55_aa55_aa55_aa55);
    let squares = |set: Bitboard| {
        set.squares().map(|square| format!("M{} {}h1v1h-1z", x(square), y(square))).collect::<String>()
    };
    let all = position.pieces();
    let side = |is_white: bool| -> String {
        let shown = all.iter().filter(|(_, piece)| {
            piece.is_ascii_uppercase() == is_white && (pieces || piece.eq_ignore_ascii_case(&'p'))
        });
        shown
            .map(|&(square, piece)| {
                let letter = piece.to_ascii_lowercase();
                format!(r##"<use href="#{letter}" x="{}" y="{}"/>"##, x(square), y(square))
            })
            .collect()
    };
    let letter = |x: f64, y: f64, letter: &str| format!(r#"<text x="{x:.2}" y="{y:.2}">{letter}</text>"#);
    let files = File::ALL.map(|file| letter(file.index() as f64 + 0.5, 8.4, file.name()));
    let ranks = Rank::ALL.map(|rank| letter(-0.27, 7.62 - rank.index() as f64, rank.name()));
    format!(
        r##"<path fill="#efe6d5" stroke="#4a4036" stroke-width=".1" d="M0 0h8v8H0z"/>
<path fill="#c9b79c" d="{dark}"/>
<path fill="#3f9d6b" fill-opacity=".75" stroke="#1d6b42" stroke-width=".06" d="{set}"/>
<g fill="#fff" stroke="#222" stroke-width=".04" stroke-linejoin="round">{white}</g>
<g fill="#222" stroke="#fff" stroke-width=".025" stroke-linejoin="round">{black}</g>
<g fill="#6b6156" font-family="sans-serif" font-size=".36" text-anchor="middle">{files}{ranks}</g>
"##,
        dark = squares(DARK),
        set = squares(set),
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
