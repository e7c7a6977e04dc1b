//! Draws the pawn structure of a position as `pawnfill show` prints it: boards of text, JSON,
//! pictures, and a page.
//!
//! A part of the program `pawnfill`: any release may change its interface, so depend on
//! an exact version.
//!
//! ```
//! use pawnfill_show::Picture;
//!
//! let picture = Picture::new(Vec::new(), false);
//! let text = picture.text(&"4k3/8/8/3P4/8/8/8/4K3".parse()?, 80);
//! assert!(text.contains("none: doubled, backward"));
//! # Ok::<(), String>(())
//! ```

#![forbid(unsafe_code)]

mod facts;
mod html;
mod json;
pub mod svg;
mod text;

use pawnfill::pattern::{Column, Family, Pattern, Scope, Value, columns};
use pawnfill::{Bitboard, Pawns};

pub use html::{SHARED_SCRIPT, SHARED_STYLE, escaped, page};

/// The sets that players name. They come first, and are shown even if another set is equal.
const NAMED_BY_PLAYERS: [&str; 8] = [
    "open_files",
    "isolated",
    "passed",
    "doubled",
    "backward",
    "candidates",
    "any_levers",
    "half_open_files",
];

/// Returns the place of a pattern among them. All others come last.
fn place(pattern: &Pattern) -> usize {
    let mut named = NAMED_BY_PLAYERS.iter();
    let place = named.position(|&name| name == pattern.name);
    place.unwrap_or(NAMED_BY_PLAYERS.len())
}

/// What a drawing of a position shows.
#[derive(Debug)]
pub struct Picture {
    columns: Vec<Column>,
    /// Whether the user chose them. If so, all are shown.
    chosen: bool,
    /// Whether pictures have all pieces.
    pieces: bool,
}

impl Picture {
    /// Shows these patterns, or, if there are none, those of all patterns that say something about
    /// the position. Pictures have all pieces, or only pawns.
    pub fn new(chosen: Vec<Column>, pieces: bool) -> Self {
        let is_chosen = !chosen.is_empty();
        let columns = if is_chosen {
            chosen
        } else {
            columns().collect()
        };
        Self {
            columns,
            chosen: is_chosen,
            pieces,
        }
    }

    /// Returns the values of the patterns in the scope.
    fn values(
        &self,
        pawns: Pawns,
        scope: Scope,
    ) -> impl Iterator<Item = (&'static Pattern, Value)> {
        let columns = self.columns.iter();
        let columns = columns.filter(move |column| column.scope == scope);
        columns.map(move |column| (column.pattern, column.value(pawns)))
    }

    /// Returns what to show of a scope. Each pattern is evaluated once.
    fn section(&self, pawns: Pawns, scope: Scope) -> Section {
        let mut values: Vec<_> = self.values(pawns, scope).collect();
        if !self.chosen {
            values.sort_by_key(|(pattern, _)| place(pattern));
        }
        let mut section = Section::default();
        for (pattern, value) in values {
            let Value::Set(set) = value else {
                section.values.push((pattern, value));
                continue;
            };
            let is_named = place(pattern) < NAMED_BY_PLAYERS.len();
            let drawing = Drawing {
                pattern,
                set,
                also: Vec::new(),
            };
            let mut earlier = section.drawings.iter_mut();
            match earlier.find(|earlier| earlier.set == set) {
                _ if self.chosen => section.drawings.push(drawing),
                _ if set.is_empty() && is_named => section.empty.push(pattern),
                _ if set.is_empty() || set == Bitboard::FULL || is_reach(pattern) => {}
                Some(same) if !is_named => same.also.push(pattern),
                _ => section.drawings.push(drawing),
            }
        }
        section
    }
}

/// The patterns of a scope.
#[derive(Default)]
struct Section {
    drawings: Vec<Drawing>,
    /// The empty ones among the sets that players name.
    empty: Vec<&'static Pattern>,
    /// Files and numbers.
    values: Vec<(&'static Pattern, Value)>,
}

/// Returns `true` if a pattern is about squares that pawns reach, such as a fill, and not about
/// pawns or files.
fn is_reach(pattern: &Pattern) -> bool {
    matches!(pattern.family, Family::Fill | Family::Span | Family::Attack)
}

/// A set to draw.
struct Drawing {
    pattern: &'static Pattern,
    set: Bitboard,
    /// Further patterns with the same set.
    also: Vec<&'static Pattern>,
}
