//! The columns of the table, and their values.

use std::borrow::Cow;

use pawnfill::Color;
use pawnfill::pattern::Column;
use pawnfill_positions::{Game, Position};

use crate::choice::{Choice, distinct};

/// A column: its name, and the source of its values.
pub(crate) struct TableColumn {
    pub(crate) name: String,
    pub(crate) source: Source,
}

pub(crate) enum Source {
    Game,
    Ply,
    /// The first known one of these tags.
    Tag(&'static [&'static str]),
    Fen,
    Pawns(Color),
    Set(Column),
    Count(Column),
}

/// A cell of the table.
pub(crate) enum Cell<'a> {
    Number(u64),
    Text(Cow<'a, str>),
    Missing,
}

impl TableColumn {
    /// Returns the columns of every table, then the sets and the counts.
    pub(crate) fn all(sets: Vec<Choice>, counts: Vec<Choice>) -> Vec<Self> {
        let column = |name: &str, source| Self { name: name.to_owned(), source };
        let mut columns = vec![
            column("game", Source::Game),
            column("ply", Source::Ply),
            column("white_player", Source::Tag(&["White"])),
            column("black_player", Source::Tag(&["Black"])),
            column("date", Source::Tag(&["Date", "UTCDate"])),
            column("result", Source::Tag(&["Result"])),
            column("fen", Source::Fen),
            column("white_pawns", Source::Pawns(Color::White)),
            column("black_pawns", Source::Pawns(Color::Black)),
        ];
        columns.extend(distinct(sets).into_iter().map(|set| column(set.name(), Source::Set(set))));
        let counts = distinct(counts).into_iter();
        columns.extend(counts.map(|set| column(&format!("{set}_count"), Source::Count(set))));
        columns
    }

    /// Returns the value for a position.
    pub(crate) fn cell<'a>(&self, position: &'a Position) -> Cell<'a> {
        let game = position.game.as_ref();
        match self.source {
            Source::Game => game.map_or(Cell::Missing, |game| Cell::Number(game.number())),
            Source::Ply => game.map_or(Cell::Missing, |_| Cell::Number(position.ply.into())),
            Source::Tag(tags) => text(game, tags),
            Source::Fen => Cell::Text(position.fen()),
            Source::Pawns(color) => Cell::Number(position.pawns.side(color).own().bits()),
            Source::Set(set) => Cell::Number(set.of(position.pawns).bits()),
            Source::Count(set) => Cell::Number(set.of(position.pawns).count().into()),
        }
    }
}

/// Returns the first of these tags that the game has with a known value.
fn text<'a>(game: Option<&'a Game>, tags: &[&str]) -> Cell<'a> {
    let is_known = |value: &String| !value.starts_with('?') && !value.is_empty();
    let found = tags.iter().find_map(|tag| game?.tag(tag).filter(is_known));
    found.map_or(Cell::Missing, |value| Cell::Text(value.into()))
}
