//! A column of the table.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pawnfill::pattern::{Column, Kind};
use pawnfill::{Color, Pawns, Placement};
use pawnfill_condition::{Answer, Query};
use pawnfill_positions::Position;

use super::cell::{Cell, CellKind, SetsAs};
use super::field::{GameField, InGame, Place, PositionField, has_hours};
use crate::progress::counted;

/// A column: its name, what it means, the type of its cells, and the source of their values.
#[derive(Clone)]
pub(crate) struct TableColumn {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) kind: CellKind,
    sets_as: SetsAs,
    are_files: bool,
    source: Values,
    /// The number of games with a value of a tag, or whose clocks are left out.
    games: Arc<AtomicU64>,
}

/// Where the values of a column are from.
#[derive(Clone)]
pub(super) enum Values {
    Game(GameField),
    Tag,
    /// The half-moves since the first position of the game.
    Ply,
    Pawns(Color),
    Set(Column),
    Count(Column),
    /// What a condition is, if this color is White in it.
    Query(Arc<Query>, Color),
    /// What a condition counts for White, minus what it counts for Black.
    Difference(Arc<Query>),
    Position(PositionField),
    /// The pieces of a color, by their number in a placement.
    Pieces(Color, usize),
}

impl TableColumn {
    pub(super) fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        kind: CellKind,
        source: Values,
    ) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            kind,
            sets_as: SetsAs::Unsigned,
            are_files: kind == CellKind::Files,
            source,
            games: Arc::default(),
        }
    }

    pub(super) fn of_tag(name: &str) -> Self {
        Self::new(name, "", CellKind::Word, Values::Tag)
    }

    /// A column with what a condition is, if this color is White in it.
    pub(super) fn of_query(
        name: impl Into<String>,
        about: &str,
        query: Arc<Query>,
        white: Color,
    ) -> Self {
        let is_set = matches!(value(&query, Placement::default(), white), Cell::Set(_));
        let kind = match is_set {
            true if query.is_of_files() => CellKind::Files,
            true => CellKind::Set,
            false => CellKind::Small,
        };
        Self::new(name, about, kind, Values::Query(query, white))
    }

    /// A column with the set of a pattern.
    pub(super) fn of_set(column: Column) -> Self {
        let kind = match column.pattern.kind {
            Kind::Files => CellKind::Files,
            _ => CellKind::Set,
        };
        Self::new(column.name, "", kind, Values::Set(column))
    }

    /// A column with the number of squares of a pattern.
    pub(super) fn of_count(column: Column) -> Self {
        let name = match column.pattern.kind {
            Kind::Number => column.name.to_owned(),
            _ => format!("{column}_count"),
        };
        Self::new(name, "", CellKind::Small, Values::Count(column))
    }

    /// A column with what a condition counts for White, minus what it counts for Black.
    pub(super) fn of_difference(name: String, query: Query) -> Self {
        let values = Values::Difference(Arc::new(query));
        Self::new(name, "", CellKind::Small, values)
    }

    /// Writes sets in this way.
    pub(super) fn with_sets_as(mut self, sets_as: SetsAs) -> Self {
        if matches!(self.kind, CellKind::Set | CellKind::Files) {
            self.sets_as = sets_as;
            self.kind = match sets_as {
                SetsAs::Unsigned => self.kind,
                SetsAs::Signed => CellKind::Number,
                SetsAs::Squares => CellKind::Text,
            };
        }
        self
    }

    /// Returns `true` if the cell is the same for all positions of a game.
    pub(super) fn is_of_game(&self) -> bool {
        matches!(self.source, Values::Game(_) | Values::Tag)
    }

    /// Returns `true` if the cell is the same for all positions with the same pawns.
    pub(super) fn is_of_pawns(&self) -> bool {
        !matches!(self.source, Values::Ply) && !self.needs_board()
    }

    /// Returns `true` if the moves must be played on a full board.
    pub(super) fn needs_board(&self) -> bool {
        match &self.source {
            Values::Position(_) | Values::Pieces(..) => true,
            Values::Query(query, _) => query.has_pieces(),
            _ => false,
        }
    }

    /// Returns `true` if readers may lose squares of a set. Pawns are never on h8, the bit
    /// of a sign.
    pub(super) fn may_have_h8(&self) -> bool {
        self.kind == CellKind::Set && !matches!(self.source, Values::Pawns(_))
    }

    /// Returns what is said about a tag, which can be misspelled, without a value in any game, or
    /// about clocks that were left out.
    pub(super) fn note(&self) -> Option<String> {
        let Self { name, games, .. } = self;
        match (&self.source, games.load(Ordering::Relaxed)) {
            (Values::Tag, 0) => Some(format!(
                "the column {name} is empty: no game has the tag {name}"
            )),
            (Values::Position(_), games @ 1..) => Some(format!(
                "the column {name} is empty for {}, whose clocks may be hours and minutes",
                counted(games, "game")
            )),
            _ => None,
        }
    }

    /// Returns the cell if it is the same for all positions of the game.
    pub(super) fn of_game<'a>(&self, of: InGame<'a>) -> Option<Cell<'a>> {
        match &self.source {
            Values::Game(field) => Some(field.cell(of)),
            Values::Tag => {
                let cell = Cell::text(of.tags.get(&self.name).cloned());
                self.count(!cell.is_missing());
                Some(cell)
            }
            _ => None,
        }
    }

    fn count(&self, is_one: bool) {
        if is_one {
            self.games.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns the name of the folder of the game, as databases read it.
    pub(super) fn folder(&self, of: InGame) -> String {
        match self.of_game(of) {
            Some(Cell::Number(number)) => format!("{}={number}", self.name),
            _ => format!("{}=__HIVE_DEFAULT_PARTITION__", self.name),
        }
    }

    /// Returns the cell of a position of a game.
    pub(super) fn of_position<'a>(&self, of: &Place<'a>) -> Cell<'a> {
        let cell = match &self.source {
            Values::Ply => Cell::number(of.ply),
            Values::Pawns(color) => Cell::set(of.pawns.side(*color).own()),
            Values::Set(column) => Cell::Set(column.value(of.pawns).bits()),
            Values::Count(column) => Cell::number(Some(column.value(of.pawns).count())),
            Values::Query(query, white) => {
                let pieces = of.position.filter(|_| query.has_pieces());
                let placement = pieces.map_or(of.pawns.into(), Position::placement);
                value(query, placement, *white)
            }
            Values::Difference(query) => {
                let [white, black] = Color::ALL.map(|color| count(query, of.pawns, color));
                Cell::Number(white - black)
            }
            Values::Position(field) => of.position.map_or(Cell::Missing, |of| {
                let is_clock = *field == PositionField::Clock && of.ply == 0;
                self.count(is_clock && has_hours(of));
                field.cell(of)
            }),
            Values::Pieces(color, piece) => of.position.map_or(Cell::Missing, |of| {
                Cell::set(of.placement().pieces()[*color as usize][*piece])
            }),
            Values::Game(_) | Values::Tag => Cell::Missing,
        };
        match self.sets_as {
            SetsAs::Unsigned => cell,
            sets_as => cell.with_sets_as(sets_as, self.are_files),
        }
    }
}

/// Returns what a condition counts, if this color is White in it.
fn count(query: &Query, pawns: Pawns, white: Color) -> i64 {
    match value(query, pawns.into(), white) {
        Cell::Number(number) => number,
        _ => 0,
    }
}

/// Returns what a condition is in a position, if this color is White in it.
fn value(query: &Query, placement: Placement, white: Color) -> Cell<'static> {
    match query.value(placement, white) {
        Answer::Set(set) => {
            let squares = if query.is_of_files() { 0xff } else { u64::MAX };
            Cell::Set(set.boards()[0] & squares)
        }
        Answer::Number([number]) => Cell::Number(number.cast_signed().into()),
        Answer::Truth(truth) => Cell::Number((truth.boards()[0] != 0).into()),
    }
}
