//! SVG: a picture per position and pattern.

use std::fs;
use std::path::Path;

use anyhow::Context;
use pawnfill::{Bitboard, Pawns, Square};
use pawnfill_positions::{Error, Position};

use super::{Owner, View};

/// The shape of a pawn on a square of side 1.
const PAWN: &str = "M.5.1a.17.17 0 0 1 .1.307h.08v.08h-.1c.02.16.08.24.18.31h.06v.11H.18v-.11h.06\
                    c.1-.07.16-.15.18-.31h-.1v-.08h.08A.17.17 0 0 1 .5.1z";

pub(super) fn show(
    positions: impl Iterator<Item = Result<Position, Error>>,
    view: &View,
    folder: &Path,
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (position, number) in positions.zip(1..) {
        let Position { fen, pawns, .. } = position?;
        for owner in Owner::ALL {
            for drawing in view.drawings(pawns, owner) {
                let (owner, name) = (owner.name(), drawing.pattern.name);
                let path = folder.join(format!("{number:06}-{owner}-{name}.svg"));
                let title = format!("{name} ({owner}): {fen}");
                fs::write(&path, picture(&title, pawns, drawing.set))
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
    }
    Ok(())
}

/// The board with its pawns, and the squares of the set tinted.
fn picture(title: &str, pawns: Pawns, set: Bitboard) -> String {
    const DARK: Bitboard = Bitboard::from_bits(0xaa55_aa55_aa55_aa55);
    let squares = |set: Bitboard| set.squares().map(|square| format!("M{} {}h1v1h-1z", x(square), y(square)));
    let uses = |pawns: Bitboard| {
        pawns.squares().map(|square| format!(r##"<use href="#pawn" x="{}" y="{}"/>"##, x(square), y(square)))
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.1 -.1 8.2 8.2" width="400" height="400">
<title>{title}</title>
<defs><path id="pawn" d="{PAWN}"/></defs>
<path fill="#efe6d5" stroke="#4a4036" stroke-width=".1" d="M0 0h8v8H0z"/>
<path fill="#c9b79c" d="{dark}"/>
<path fill="#3f9d6b" fill-opacity=".75" stroke="#1d6b42" stroke-width=".06" d="{set}"/>
<g fill="#fff" stroke="#222" stroke-width=".04" stroke-linejoin="round">{white}</g>
<g fill="#222" stroke="#fff" stroke-width=".025" stroke-linejoin="round">{black}</g>
</svg>
"##,
        dark = squares(DARK).collect::<String>(),
        set = squares(set).collect::<String>(),
        white = uses(pawns.white().own()).collect::<String>(),
        black = uses(pawns.black().own()).collect::<String>(),
    )
}

fn x(square: Square) -> usize {
    square.file().index()
}

/// Rank 8 is at the top.
fn y(square: Square) -> usize {
    7 - square.rank().index()
}
