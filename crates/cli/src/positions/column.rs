//! The columns of the table, and their values.

use std::borrow::Cow;

use pawnfill::Color;
use pawnfill::pattern::Column;
use pawnfill_positions::{Game, Position};
use time::{Date, Month};

use crate::choice::{Choice, distinct};
use pawnfill_codegen::text::printable;

/// A column: its name, and the source of its values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TableColumn {
    pub(crate) name: String,
    pub(crate) source: Source,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    Game,
    GameInFile,
    File,
    Line,
    Ply,
    Tag(String),
    Elo(&'static str),
    Date,
    Year,
    SideToMove,
    MoveNumber,
    LastMove,
    Fen,
    Operations,
    Pawns(Color),
    /// The squares of the pieces with this letter in a FEN.
    Pieces(char),
    Set(Column),
    Count(Column),
}

/// A cell of the table.
pub(crate) enum Cell<'a> {
    Text(Cow<'a, str>),
    Date(Date),
    Number(i64),
    /// Squares or files, with a1 or a as bit 0.
    Set(u64),
    Missing,
}

/// The columns besides tags and patterns: the name, the meaning, and the source.
fn named() -> [(&'static str, &'static str, Source); 29] {
    let tag = |name: &str| Source::Tag(name.to_owned());
    [
        ("game", "the number of the game in all inputs together", Source::Game),
        ("ply", "the half-moves since the first position of the game", Source::Ply),
        ("white_player", "the tag White", tag("White")),
        ("black_player", "the tag Black", tag("Black")),
        ("date", "the tag Date, or UTCDate, if it is a whole date", Source::Date),
        ("year", "the year of the same tag", Source::Year),
        ("result", "the tag Result", tag("Result")),
        ("fen", "the FEN of the position; in games, with the counters of moves", Source::Fen),
        ("white", "the white pawns", Source::Pawns(Color::White)),
        ("black", "the black pawns", Source::Pawns(Color::Black)),
        ("white_elo", "the tag WhiteElo as a number", Source::Elo("WhiteElo")),
        ("black_elo", "the tag BlackElo as a number", Source::Elo("BlackElo")),
        ("file", "the name of the input", Source::File),
        ("game_in_file", "the number of the game in its input", Source::GameInFile),
        ("line", "the first line of the game, or the line of the FEN or EPD record", Source::Line),
        ("side_to_move", "white or black", Source::SideToMove),
        ("move_number", "the number of the next move", Source::MoveNumber),
        ("last_move", "the move that led here, as in the text", Source::LastMove),
        ("operations", "the operations of an EPD record", Source::Operations),
        ("white_knights", "", Source::Pieces('N')),
        ("white_bishops", "", Source::Pieces('B')),
        ("white_rooks", "", Source::Pieces('R')),
        ("white_queens", "", Source::Pieces('Q')),
        ("white_king", "", Source::Pieces('K')),
        ("black_knights", "", Source::Pieces('n')),
        ("black_bishops", "", Source::Pieces('b')),
        ("black_rooks", "", Source::Pieces('r')),
        ("black_queens", "", Source::Pieces('q')),
        ("black_king", "", Source::Pieces('k')),
    ]
}

/// The number of columns, from the first, that a table has by default.
const DEFAULT: usize = 10;

/// Returns the help of the option that chooses columns.
pub(super) fn help() -> String {
    let mut help = format!(
        "Write these columns instead of the default ones, separated by commas. `default` stands for the first \
         {DEFAULT} of this list. A name with a capital letter is a tag, such as ECO or TimeControl:\n"
    );
    for (name, meaning, _) in named() {
        let meaning =
            if meaning.is_empty() { format!("the {}", name.replace('_', " ")) } else { meaning.to_owned() };
        help += &format!("\n  {name:<14} {meaning}");
    }
    help
}

/// Parses a name of a column, a tag, or `default`.
pub(super) fn parse(name: &str) -> Result<Vec<TableColumn>, String> {
    let mut columns =
        named().map(|(name, _, source)| TableColumn { name: name.to_owned(), source }).into_iter();
    if name == "default" {
        return Ok(columns.take(DEFAULT).collect());
    }
    if let Some(column) = columns.find(|column| column.name == name) {
        return Ok(vec![column]);
    }
    let is_tag = name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_tag {
        return Ok(vec![TableColumn { name: name.to_owned(), source: Source::Tag(name.to_owned()) }]);
    }
    Err("this is neither a column nor a tag, which begins with a capital letter (`pawnfill positions --help` lists \
         the columns; --sets and --count add patterns)"
        .to_owned())
}

/// Returns the chosen columns, or the default ones, then the sets and the counts. Each name appears once.
pub(super) fn all(
    chosen: Vec<Vec<TableColumn>>,
    sets: Vec<Choice>,
    counts: Vec<Choice>,
) -> anyhow::Result<Vec<TableColumn>> {
    let mut columns: Vec<TableColumn> = Vec::new();
    let chosen = if chosen.is_empty() { vec![parse("default").map_err(anyhow::Error::msg)?] } else { chosen };
    let sets = distinct(sets).into_iter();
    let sets = sets.map(|set| TableColumn { name: set.name().to_owned(), source: Source::Set(set) });
    let counts = distinct(counts).into_iter();
    let counts = counts.map(|set| TableColumn { name: format!("{set}_count"), source: Source::Count(set) });
    for column in chosen.into_iter().flatten().chain(sets).chain(counts) {
        match columns.iter().find(|earlier| earlier.name.eq_ignore_ascii_case(&column.name)) {
            None => columns.push(column),
            Some(earlier) if *earlier == column => {}
            Some(earlier) => anyhow::bail!(
                "the columns `{}` and `{}` differ only in case, and databases cannot tell them apart",
                earlier.name,
                column.name
            ),
        }
    }
    Ok(columns)
}

impl Cell<'_> {
    /// Returns the same cell without its own text.
    pub(super) fn borrowed(&self) -> Cell<'_> {
        match self {
            Self::Text(text) => Cell::Text(Cow::Borrowed(text)),
            Self::Date(date) => Cell::Date(*date),
            Self::Number(number) => Cell::Number(*number),
            Self::Set(set) => Cell::Set(*set),
            Self::Missing => Cell::Missing,
        }
    }
}

impl TableColumn {
    /// Returns `true` if the moves must be played on a full board.
    pub(super) fn needs_board(&self) -> bool {
        matches!(
            self.source,
            Source::SideToMove
                | Source::MoveNumber
                | Source::LastMove
                | Source::Fen
                | Source::Operations
                | Source::Pieces(_)
        )
    }

    /// Returns the value if it is the same for all positions of the game.
    pub(super) fn of_game(&self, file: &str, before: u64, game: &Game) -> Option<Cell<'static>> {
        let in_game = |number: u64| if game.is_record() { Cell::Missing } else { integer(number) };
        let cell = match &self.source {
            Source::Game => in_game(before + game.number()),
            Source::GameInFile => in_game(game.number()),
            Source::File => Cell::Text(printable(file).into_owned().into()),
            Source::Line => integer(game.line()),
            Source::Tag(name) => match known_tag(game, name) {
                Some(value) => Cell::Text(printable(value).into_owned().into()),
                None => Cell::Missing,
            },
            Source::Elo(name) => game
                .tag(name)
                .and_then(|elo| elo.trim().parse().ok())
                .filter(|&elo: &u16| elo > 0)
                .map_or(Cell::Missing, |elo| Cell::Number(elo.into())),
            Source::Date => date_parts(game).and_then(date).map_or(Cell::Missing, Cell::Date),
            Source::Year => date_parts(game)
                .and_then(|[year, ..]| year)
                .map_or(Cell::Missing, |year| Cell::Number(year.into())),
            _ => return None,
        };
        Some(cell)
    }

    /// Returns the value for a position of the game.
    pub(super) fn of_position<'a>(&self, place: &'a Place) -> Cell<'a> {
        let set = |set: pawnfill::Bitboard| Cell::Set(set.bits());
        let Place { pawns, ply, is_record, position } = place;
        let position = position.as_ref();
        let text = |text: Option<Cow<'a, str>>| match text {
            Some(text) if !text.is_empty() => Cell::Text(printable(text)),
            _ => Cell::Missing,
        };
        match &self.source {
            Source::Ply if *is_record => Cell::Missing,
            Source::Ply => Cell::Number((*ply).into()),
            Source::Pawns(color) => set(pawns.side(*color).own()),
            Source::Set(column) => Cell::Set(column.of(*pawns).bits()),
            Source::Count(column) => Cell::Number(column.of(*pawns).count().into()),
            Source::SideToMove => match position.and_then(Position::side_to_move) {
                Some(Color::White) => Cell::Text("white".into()),
                Some(Color::Black) => Cell::Text("black".into()),
                None => Cell::Missing,
            },
            Source::MoveNumber => position
                .and_then(Position::move_number)
                .map_or(Cell::Missing, |number| Cell::Number(number.into())),
            Source::LastMove => text(position.and_then(Position::last_move)),
            Source::Fen => text(position.map(Position::fen)),
            Source::Operations => text(position.map(|position| position.operations().into())),
            Source::Pieces(letter) => {
                let pieces = position.map(Position::pieces).unwrap_or_default();
                let squares = pieces.into_iter().filter(|(_, piece)| piece == letter);
                Cell::Set(squares.fold(0, |set, (square, _)| set | 1 << square.index()))
            }
            // These belong to the game.
            _ => Cell::Missing,
        }
    }
}

/// A position of a game, with all pieces if a column needs them.
pub(super) struct Place {
    pub(super) pawns: pawnfill::Pawns,
    pub(super) ply: u32,
    pub(super) is_record: bool,
    pub(super) position: Option<Position>,
}

impl Place {
    pub(super) fn of(game: &Game, position: Position) -> Self {
        let Position { pawns, ply, .. } = position;
        Self { pawns, ply, is_record: game.is_record(), position: Some(position) }
    }
}

fn integer(number: u64) -> Cell<'static> {
    Cell::Number(number.try_into().unwrap_or(i64::MAX))
}

/// Returns the value of a tag, unless it says that it is unknown.
fn known_tag<'a>(game: &'a Game, name: &str) -> Option<Cow<'a, str>> {
    game.tag(name).filter(|value| !value.bytes().all(|byte| b"?. ".contains(&byte)))
}

/// Returns year, month and day of a game, each if it is known.
fn date_parts(game: &Game) -> Option<[Option<u16>; 3]> {
    let value = ["Date", "UTCDate"].into_iter().find_map(|name| known_tag(game, name))?;
    let mut parts = value.trim().split(['.', '-', '/']).map(|part| part.parse().ok());
    let [year, month, day] = std::array::from_fn(|_| parts.next().flatten());
    Some([year.filter(|year| (1000..=9999).contains(year)), month, day])
}

fn date([year, month, day]: [Option<u16>; 3]) -> Option<Date> {
    let month = Month::try_from(u8::try_from(month?).ok()?).ok()?;
    Date::from_calendar_date(year?.into(), month, day?.try_into().ok()?).ok()
}
