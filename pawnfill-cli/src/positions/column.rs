//! The columns of the table, and their values.

use std::borrow::Cow;

use pawnfill::{Color, Pattern, pattern};
use pawnfill_positions::{Game, Position};

/// A column: its name, its kind, and its value for a position.
pub(crate) struct TableColumn {
    pub(crate) name: String,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub(crate) kind: ColumnKind,
    source: Source,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    /// Text, which may be missing.
    Text,
    /// A number, which may be missing.
    Number,
    /// A set of squares or files.
    Set,
    /// A number below 256.
    Count,
}

enum Source {
    Game,
    Ply,
    Tag(&'static str),
    Date,
    Fen,
    Pawns(Color),
    Set(pattern::Column),
    Count(pattern::Column),
}

/// A cell of the table.
pub(crate) enum Cell<'a> {
    Number(u64),
    Text(Cow<'a, str>),
    Missing,
}

impl TableColumn {
    /// Returns the columns of every table, then the sets and the counts.
    pub(crate) fn all(sets: &[&'static Pattern], counts: &[&'static Pattern]) -> Vec<Self> {
        let column = |name: &str, kind, source| Self { name: name.to_owned(), kind, source };
        let mut columns = vec![
            column("game", ColumnKind::Number, Source::Game),
            column("ply", ColumnKind::Number, Source::Ply),
            column("white_player", ColumnKind::Text, Source::Tag("White")),
            column("black_player", ColumnKind::Text, Source::Tag("Black")),
            column("date", ColumnKind::Text, Source::Date),
            column("result", ColumnKind::Text, Source::Tag("Result")),
            column("fen", ColumnKind::Text, Source::Fen),
            column("white_pawns", ColumnKind::Set, Source::Pawns(Color::White)),
            column("black_pawns", ColumnKind::Set, Source::Pawns(Color::Black)),
        ];
        let of_sets = sets.iter().flat_map(|pattern| pattern.columns());
        let of_counts = counts.iter().flat_map(|pattern| pattern.columns());
        let added = of_sets.map(|set| column(&set.to_string(), ColumnKind::Set, Source::Set(set))).chain(
            of_counts.map(|set| column(&format!("{set}_count"), ColumnKind::Count, Source::Count(set))),
        );
        for column in added {
            if columns.iter().all(|earlier| earlier.name != column.name) {
                columns.push(column);
            }
        }
        columns
    }

    /// Returns the value for a position.
    pub(crate) fn cell<'a>(&self, position: &'a Position) -> Cell<'a> {
        let game = position.game.as_deref();
        match self.source {
            Source::Game => game.map_or(Cell::Missing, |game| Cell::Number(game.number)),
            Source::Ply => game.map_or(Cell::Missing, |_| Cell::Number(position.ply.into())),
            Source::Tag(tag) => text(game, &[tag]),
            Source::Date => text(game, &["Date", "UTCDate"]),
            Source::Fen => Cell::Text(position.fen()),
            Source::Pawns(color) => Cell::Number(position.pawns.side(color).own().bits()),
            Source::Set(set) => Cell::Number(set.of(position.pawns).bits()),
            Source::Count(set) => Cell::Number(set.of(position.pawns).count().into()),
        }
    }
}

/// Returns the first of these tags that the game has with a known value.
fn text<'a>(game: Option<&'a Game>, tags: &[&str]) -> Cell<'a> {
    let known = |value: &&str| !value.starts_with('?') && !value.is_empty();
    let mut found = tags.iter().filter_map(|tag| game?.tag(tag)).filter(known);
    found.next().map_or(Cell::Missing, |value| Cell::Text(value.into()))
}
