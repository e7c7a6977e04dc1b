//! SVG: a picture for each position and pattern.

use pawnfill::pattern::Scope;
use pawnfill::{Bitboard, Color, File, Placement, Rank, Square};
use pawnfill_positions::Position;

use crate::{Drawing, Picture, escaped};

/// The shapes of the pieces on a square of side 1, one per line. The first is the pawn.
const SHAPES: &str = include_str!("pieces.svg");

impl Picture {
    /// Returns the documents of a position with their names. If the sets were not chosen, the first
    /// one is the position.
    pub fn documents(&self, position: &Position) -> Vec<(String, String)> {
        let fen = escaped(&position.fen());
        let mut documents = Vec::new();
        if !self.chosen {
            let document = self.document(position, &fen, Bitboard::EMPTY);
            documents.push(("position".to_owned(), document));
        }
        for scope in Scope::ALL {
            for Drawing { pattern, set, .. } in self.section(position.pawns, scope).drawings {
                let title = format!("{} ({scope}): {fen}", pattern.name);
                let document = self.document(position, &title, set);
                documents.push((format!("{scope}-{}", pattern.name), document));
            }
        }
        documents
    }

    fn document(&self, position: &Position, title: &str, set: Bitboard) -> String {
        let [white, black] = men(position, self.pieces, Color::White);
        let (shapes, set) = (shapes(self.pieces), path(set, Color::White));
        document(title, &shapes, &set, &white, &black)
    }
}

/// Returns a picture as a complete document. The page of `--format html` fills its parts in.
pub(crate) fn document(title: &str, shapes: &str, set: &str, white: &str, black: &str) -> String {
    let drawing = drawing(set, white, black, Color::White);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW_BOX}" width="400" height="400">
<title>{title}</title>
<defs>{shapes}</defs>
{drawing}</svg>
"#
    )
}

/// Returns the shapes of all pieces, or only of the pawn.
pub fn shapes(pieces: bool) -> String {
    SHAPES
        .lines()
        .take(if pieces { usize::MAX } else { 1 })
        .collect()
}

/// The board with the letters and digits around it.
pub const VIEW_BOX: &str = "-.5 -.1 8.6 8.6";

/// The dark squares.
pub const DARK: Bitboard = Bitboard::from_bits(0xaa55_aa55_aa55_aa55);

/// Returns the outlines of the squares.
pub fn path(set: Bitboard, view: Color) -> String {
    let mut outlines = String::new();
    for square in set.squares() {
        let [x, y] = place(square, view);
        outlines += &format!("M{x} {y}h1v1h-1z");
    }
    outlines
}

/// Draws the board with all pieces as this color sees it, and tints the squares of the set. It
/// refers to shapes that the document defines.
pub fn board(position: &Position, set: Bitboard, view: Color) -> String {
    let [white, black] = men(position, true, view);
    drawing(&path(set, view), &white, &black, view)
}

/// Returns the pawns of each side, or all its pieces.
fn men(position: &Position, pieces: bool, view: Color) -> [String; 2] {
    let mut men = [String::new(), String::new()];
    for (drawn, side) in men.iter_mut().zip(position.placement().pieces()) {
        let letters = Placement::LETTERS.chars();
        for (set, piece) in side
            .into_iter()
            .zip(letters)
            .take(if pieces { 6 } else { 1 })
        {
            for square in set.squares() {
                let (letter, [x, y]) = (piece.to_ascii_lowercase(), place(square, view));
                *drawn += &format!(r##"<use href="#{letter}" x="{x}" y="{y}"/>"##);
            }
        }
    }
    men
}

fn drawing(set: &str, white: &str, black: &str, view: Color) -> String {
    let dark = path(DARK, view);
    let mut letters = String::new();
    for file in File::ALL {
        let [x, _] = place(Square::new(file, Rank::First), view);
        letters += &letter(x as f64 + 0.5, 8.4, file.name());
    }
    for rank in Rank::ALL {
        let [_, y] = place(Square::new(File::A, rank), view);
        letters += &letter(-0.27, y as f64 + 0.62, rank.name());
    }
    format!(
        r##"<path fill="#efe6d5" d="M0 0h8v8H0z"/>
<path fill="#c9b79c" d="{dark}"/>
<path fill="#3f9d6b" fill-opacity=".75" stroke="#1d6b42" stroke-width=".06" d="{set}"/>
<path fill="none" stroke="#4a4036" stroke-width=".08" d="M-.04-.04h8.08v8.08h-8.08z"/>
<g fill="#fff" stroke="#222" stroke-width=".04" stroke-linejoin="round">{white}</g>
<g fill="#222" stroke="#fff" stroke-width=".025" stroke-linejoin="round">{black}</g>
<g fill="#6b6156" font-family="sans-serif" font-size=".36" text-anchor="middle">{letters}</g>
"##
    )
}

fn letter(x: f64, y: f64, letter: &str) -> String {
    format!(r#"<text x="{x:.2}" y="{y:.2}">{letter}</text>"#)
}

/// Returns where a square is drawn, from the left and from the top. The first rank of the color is
/// at the bottom.
fn place(square: Square, view: Color) -> [usize; 2] {
    let [file, rank] = [square.file().index(), square.rank().index()];
    if view == Color::White {
        [file, 7 - rank]
    } else {
        [7 - file, rank]
    }
}
