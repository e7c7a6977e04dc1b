//! The columns of the table, and their values.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, ensure};
use clap::ValueEnum;
use pawnfill::pattern;
use pawnfill::{Bitboard, Color, Pawns, Placement};
use pawnfill_condition::{Answer, Definition, Query, check_name};
use pawnfill_export::definitions;
use pawnfill_expression::text::printable;
use pawnfill_find::first_seconds;
use pawnfill_positions::{Date, Game, GameResult, Position, Tags};
use time::Month;

use crate::choice::{self, Choice, distinct, items};
use crate::input::{counted, say};

/// A column: its name, what it means, the type of its cells, and the source of their values.
#[derive(Clone)]
pub(crate) struct TableColumn {
    pub(super) name: String,
    about: String,
    pub(super) kind: CellKind,
    are_files: bool,
    source: Source,
    /// The number of games with a value of a tag, or whose clocks are left out.
    games: Arc<AtomicU64>,
}

/// The type of the cells of a column. Each can be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellKind {
    Text,
    /// A text that many rows have.
    Word,
    Date,
    Number,
    /// A number of at most 32 bits, with room for users' sums and products.
    Small,
    Real,
    Set,
    /// A set of files.
    Files,
}

/// How sets are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetsAs {
    /// Numbers from 0 to 2^64 - 1, with a1 as bit 0
    Unsigned,
    /// The same 64 bits as signed numbers: h8 is the sign
    Signed,
    /// Texts such as `d4 e5`, and `-` for the empty set
    Squares,
}

/// A cell of the table.
pub(super) enum TableCell<'a> {
    Text(Cow<'a, str>),
    Date(time::Date),
    Number(i64),
    Real(f64),
    /// Squares or files, with a1 or a as bit 0.
    Set(u64),
    Missing,
}

#[derive(Clone)]
enum Source {
    /// The cell is the same for all positions of a game.
    Game(Arc<dyn for<'a> Fn(InGame<'a>) -> TableCell<'a> + Send + Sync>),
    Pawns(Arc<dyn Fn(&Place) -> TableCell<'static> + Send + Sync>),
    /// The moves are played on a full board.
    Board(Arc<dyn Fn(&Position) -> TableCell<'_> + Send + Sync>),
}

/// A game of an input.
#[derive(Clone, Copy)]
pub(super) struct InGame<'a> {
    pub(super) file: &'a str,
    /// The number of games in the inputs before this one.
    pub(super) before: u64,
    pub(super) game: &'a Game,
    pub(super) tags: &'a Tags<'a>,
    /// The number of its positions before a mistake that is noticed.
    pub(super) positions: u32,
    pub(super) is_correct: bool,
}

/// A position of a game or a record, with all pieces if a column needs them.
pub(super) struct Place<'a> {
    pub(super) pawns: Pawns,
    pub(super) ply: Option<u32>,
    pub(super) position: Option<&'a Position>,
}

fn game(of: impl for<'a> Fn(InGame<'a>) -> TableCell<'a> + Send + Sync + 'static) -> Source {
    Source::Game(Arc::new(of))
}

fn tag(name: impl Into<String>) -> Source {
    let name = name.into();
    game(move |of| text(of.tags.get(&name).cloned()))
}

fn pawns(of: impl Fn(&Place) -> TableCell<'static> + Send + Sync + 'static) -> Source {
    Source::Pawns(Arc::new(of))
}

fn board(of: impl Fn(&Position) -> TableCell<'_> + Send + Sync + 'static) -> Source {
    Source::Board(Arc::new(of))
}

/// Returns the columns besides tags and patterns.
fn named() -> Vec<TableColumn> {
    use CellKind::{Date, Number, Real, Set, Small, Text, Word};
    let columns: [(&str, &str, CellKind, Source); 29] = [
        (
            "game",
            "the number of the game in all inputs together",
            Number,
            game(|of| of.number(of.before)),
        ),
        (
            "ply",
            "the half-moves since the first position of the game",
            Small,
            pawns(|of| number(of.ply)),
        ),
        (
            "white_player",
            "the tag White",
            Word,
            game(|of| text(Some(&*of.tags.players[0]))),
        ),
        (
            "black_player",
            "the tag Black",
            Word,
            game(|of| text(Some(&*of.tags.players[1]))),
        ),
        (
            "date",
            "the tag Date, or UTCDate, if it is a whole date",
            Date,
            game(|of| date(of.tags.date)),
        ),
        (
            "year",
            "the year of the same tag",
            Small,
            game(|of| number(of.tags.date.map(|date| date.year))),
        ),
        (
            "result",
            "the tag Result, or the result behind the moves if the tag does not know it",
            Word,
            game(|of| text(of.tags.result.map(|result| result.to_string()))),
        ),
        (
            "fen",
            "the FEN of the position; in games, with the counters of moves",
            Text,
            board(fen),
        ),
        (
            "white",
            "the white pawns",
            Set,
            pawns(|of| set(of.pawns.white().own())),
        ),
        (
            "black",
            "the black pawns",
            Set,
            pawns(|of| set(of.pawns.black().own())),
        ),
        (
            "white_elo",
            "the tag WhiteElo as a number",
            Small,
            game(|of| number(of.tags.ratings[0])),
        ),
        (
            "black_elo",
            "the tag BlackElo as a number",
            Small,
            game(|of| number(of.tags.ratings[1])),
        ),
        (
            "file",
            "the name of the input",
            Word,
            game(|of| text(Some(of.file))),
        ),
        (
            "game_in_file",
            "the number of the game in its input",
            Number,
            game(|of| of.number(0)),
        ),
        (
            "line",
            "the first line of the game, or the line of the FEN or EPD record",
            Number,
            game(line),
        ),
        (
            "side_to_move",
            "white or black",
            Word,
            board(|of| text(of.side_to_move().map(Color::name))),
        ),
        (
            "move_number",
            "the number of the next move",
            Number,
            board(|of| number(of.move_number())),
        ),
        (
            "last_move",
            "the move that led here, as in the text",
            Word,
            board(|of| text(of.last_move())),
        ),
        (
            "complete",
            "yes or no: the game has no mistake that was noticed, and a result at its end",
            Word,
            game(|of| {
                text((!of.game.is_record()).then(|| if of.is_complete() { "yes" } else { "no" }))
            }),
        ),
        (
            "plies",
            "the half-moves of the game, up to a mistake that is noticed",
            Small,
            game(plies),
        ),
        (
            "white_score",
            "1.0, 0.5 or 0.0, from the result",
            Real,
            game(|of| score(of.tags.result)),
        ),
        (
            "next_move",
            "the next move, as in the text",
            Word,
            board(|of| text(of.next_move().map(|of| of.0))),
        ),
        (
            "next_uci",
            "the next move by its squares, such as e2e4; castling by those of the king, or in Chess960 of king and rook",
            Word,
            board(|of| text(of.next_move().map(|of| of.1))),
        ),
        (
            "material",
            "the pieces besides kings and pawns, such as QRvQBB",
            Word,
            board(material),
        ),
        (
            "evaluation",
            "the pawns of [%eval 0.35] after the move",
            Real,
            board(pawns_ahead),
        ),
        (
            "mate",
            "the moves of [%eval #-3] after the move, negative if Black mates",
            Number,
            board(mate),
        ),
        (
            CLOCK,
            "the seconds of [%clk 0:03:00] after the move",
            Real,
            board(clock),
        ),
        (
            "nags",
            "the glyphs of the move that led here, such as $1 $14 for ! $14",
            Word,
            board(nags),
        ),
        (
            "operations",
            "the operations of an EPD record",
            Text,
            board(|of| text(Some(of.operations()))),
        ),
    ];
    let mut columns: Vec<_> = columns
        .map(|(name, about, kind, source)| TableColumn::new(name, about, kind, source))
        .into();
    for color in Color::ALL {
        for (piece, name) in (1..).zip(["knights", "bishops", "rooks", "queens", "king"]) {
            let source = board(move |of| set(of.placement().pieces()[color as usize][piece]));
            columns.push(TableColumn::new(
                format!("{color}_{name}"),
                format!("the {color} {name}"),
                Set,
                source,
            ));
        }
    }
    columns
}

/// The number of columns, from the first, that a table has by default.
const DEFAULT: usize = 10;

/// Returns the help of the option that chooses columns.
pub(super) fn help() -> String {
    let mut help = format!(
        "Write these columns instead of the default ones, separated by commas. `default` stands for the first \
         {DEFAULT} of this list. A name with a capital letter is a tag, such as ECO or TimeControl. `iqp` stands for \
         white_iqp and black_iqp, which are 1 where this side has the structure, and `structures` for those of all \
         structures. `p6 = own.passed & rank_6` adds your \
         own: white_p6 and black_p6, or one column if it names white and black. It is a set, a number, or 1 and 0, in \
         the language of `pawnfill find`:\n"
    );
    for TableColumn { name, about, .. } in named() {
        help += &format!("\n  {name:<14} {about}");
    }
    let pieces: Vec<_> = named()
        .into_iter()
        .filter(TableColumn::needs_board)
        .map(|of| of.name)
        .collect();
    help += &format!(
        "\n\nThese need all pieces, as do definitions that name some: {}.",
        pieces.join(", ")
    );
    help
}

/// Parses a name of a column, a tag, or `default`.
fn parse(name: &str, names: &[Arc<Definition>]) -> Result<Vec<TableColumn>, String> {
    let mut columns = named().into_iter();
    if name == "default" {
        return Ok(columns.take(DEFAULT).collect());
    }
    if let Some(column) = columns.find(|column| column.name == name) {
        return Ok(vec![column]);
    }
    if is_tag(name)
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return Ok(vec![TableColumn::new(name, "", CellKind::Word, tag(name))]);
    }
    // A structure of a side is 1 or 0. Without a side, it has both columns.
    let sides = names
        .iter()
        .flat_map(|of| Color::ALL.map(|side| (of, side)));
    let structures = sides.filter_map(|(of, side)| {
        let column = format!("{side}_{}", of.name);
        let query = Query::parse(&format!("{side}.{}", of.name), names);
        let is_asked = match name {
            "structures" => query.is_ok(),
            _ => name == of.name || name == column,
        };
        let column = |query| TableColumn::of(column, "", Arc::new(query), Color::White);
        is_asked.then(|| query.map(column))
    });
    let structures = structures.collect::<Result<Vec<_>, _>>();
    let structures = structures.map_err(|mistake| mistake.message)?;
    if !structures.is_empty() {
        return Ok(structures);
    }
    Err("this is neither a column, nor a structure of a side such as white_iqp, nor a tag, which begins with a capital \
         letter, nor a definition such as `p6 = own.passed & rank_6` (`pawnfill positions --help` lists the columns; \
         --sets and --count add patterns)"
        .to_owned())
}

/// Returns the columns of a definition: one for each color, or one for the board.
fn define(name: &str, text: &str, names: &[Arc<Definition>]) -> anyhow::Result<Vec<TableColumn>> {
    check_name(name, names)?;
    let (query, notes) = choice::define(name, text, names)?;
    let query = Arc::new(query);
    let sides = query.sides()?;
    notes.into_iter().for_each(say);
    let mut columns = Vec::new();
    for side in sides {
        let column = side.map_or_else(|| name.to_owned(), |side| format!("{side}_{name}"));
        ensure!(
            parse(&column, names).is_err(),
            "the name `{column}` is that of a column"
        );
        columns.push(TableColumn::of(
            column,
            text,
            Arc::clone(&query),
            side.unwrap_or(Color::White),
        ));
    }
    Ok(columns)
}

/// Parses the name of the column whose values name folders.
pub(super) fn partition(name: &str) -> Result<TableColumn, String> {
    let year = named()
        .into_iter()
        .find(|column| column.name == name && name == "year");
    year.ok_or_else(|| "only `year` is possible".to_owned())
}

/// Returns the columns of a table of games: those of all its positions, common tags, and others
/// among the chosen ones.
pub(super) fn of_games(chosen: &[TableColumn]) -> Vec<TableColumn> {
    let tags = [
        "Event",
        "Site",
        "Round",
        "ECO",
        "Opening",
        "TimeControl",
        "Termination",
    ];
    let tags = tags.map(|name| TableColumn::new(name, "", CellKind::Word, tag(name)));
    let mut columns: Vec<TableColumn> = Vec::new();
    for column in named()
        .into_iter()
        .chain(tags)
        .chain(chosen.iter().cloned())
    {
        let is_new = || {
            columns
                .iter()
                .all(|earlier| !earlier.name.eq_ignore_ascii_case(&column.name))
        };
        if matches!(column.source, Source::Game(_)) && is_new() {
            columns.push(column);
        }
    }
    columns
}

fn is_tag(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Returns the chosen columns, or the default ones, then the sets and the counts. Each
/// name appears once.
pub(super) fn all(
    chosen: &[String],
    names: &[Arc<Definition>],
    sets: Vec<Choice>,
    counts: Vec<Choice>,
    sets_as: SetsAs,
) -> anyhow::Result<Vec<TableColumn>> {
    let items: Vec<&str> = chosen.iter().flat_map(|list| items(list)).collect();
    let items = if items.is_empty() {
        vec!["default"]
    } else {
        items
    };
    let mut all = Vec::new();
    for (at, item) in items.iter().enumerate() {
        // A definition may name those before it.
        let columns = match definitions(&items[..=at], names)
            .pop()
            .filter(|_| item.contains('='))
        {
            Some((name, text)) => define(&name, &text, names),
            None => parse(item, names).map_err(anyhow::Error::msg),
        };
        all.extend(
            columns.with_context(|| format!("invalid value '{item}' for '--columns <NAME>'"))?,
        );
    }
    for column in distinct(sets) {
        let source = pawns(move |of| TableCell::Set(column.value(of.pawns).bits()));
        let kind = if column.pattern.kind == pattern::Kind::Files {
            CellKind::Files
        } else {
            CellKind::Set
        };
        all.push(TableColumn::new(column.name, "", kind, source));
    }
    for column in distinct(counts) {
        let source = pawns(move |of| number(Some(column.value(of.pawns).count())));
        let is_number = column.pattern.kind == pattern::Kind::Number;
        let name = if is_number {
            column.name.to_owned()
        } else {
            format!("{column}_count")
        };
        all.push(TableColumn::new(name, "", CellKind::Small, source));
    }
    let mut columns: Vec<TableColumn> = Vec::new();
    for mut column in all {
        column.are_files = column.kind == CellKind::Files;
        if matches!(column.kind, CellKind::Set | CellKind::Files) {
            match sets_as {
                SetsAs::Unsigned => {}
                SetsAs::Signed => column.kind = CellKind::Number,
                SetsAs::Squares => column.kind = CellKind::Text,
            }
        }
        match columns
            .iter()
            .find(|earlier| earlier.name.eq_ignore_ascii_case(&column.name))
        {
            None => columns.push(column),
            Some(earlier) if earlier.name == column.name && earlier.about == column.about => {}
            Some(earlier) if earlier.name == column.name => {
                anyhow::bail!("the name `{}` is given to two columns", column.name)
            }
            Some(earlier) => anyhow::bail!(
                "the columns `{}` and `{}` differ only in case, and databases cannot tell them apart",
                earlier.name,
                column.name
            ),
        }
    }
    Ok(columns)
}

impl TableColumn {
    fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        kind: CellKind,
        source: Source,
    ) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            kind,
            are_files: false,
            source,
            games: Arc::default(),
        }
    }

    /// A column with what a condition is, if this color is White in it.
    fn of(name: impl Into<String>, about: &str, query: Arc<Query>, white: Color) -> Self {
        let (needs_board, are_files) = (query.has_pieces(), query.is_of_files());
        let squares = if are_files { 0xff } else { u64::MAX };
        let value = move |position: Placement| match query.value(position, white) {
            Answer::Set(set) => TableCell::Set(set.boards()[0] & squares),
            Answer::Number([number]) => TableCell::Number(number.cast_signed().into()),
            Answer::Truth(truth) => TableCell::Number((truth.boards()[0] != 0).into()),
        };
        let is_set = matches!(value(Placement::default()), TableCell::Set(_));
        let kind = match is_set {
            true if are_files => CellKind::Files,
            true => CellKind::Set,
            false => CellKind::Small,
        };
        let source = if needs_board {
            board(move |of| value(of.placement()))
        } else {
            pawns(move |of| value(of.pawns.into()))
        };
        Self::new(name, about, kind, source)
    }

    /// Returns `true` if the moves must be played on a full board.
    pub(super) fn needs_board(&self) -> bool {
        matches!(self.source, Source::Board(_))
    }

    /// Returns what is said about a tag, which can be misspelled, without a value in any game, or
    /// about clocks that were left out.
    pub(super) fn note(&self) -> Option<String> {
        let Self { name, games, .. } = self;
        match games.load(Ordering::Relaxed) {
            0 if is_tag(name) => Some(format!(
                "the column {name} is empty: no game has the tag {name}"
            )),
            games @ 1.. if name == CLOCK => Some(format!(
                "the column {name} is empty for {}, whose clocks may be hours and minutes",
                counted(games, "game")
            )),
            _ => None,
        }
    }

    /// Returns the cell if it is the same for all positions of the game.
    pub(super) fn of_game<'a>(&self, game: InGame<'a>) -> Option<TableCell<'a>> {
        let Source::Game(of) = &self.source else {
            return None;
        };
        let cell = of(game);
        self.count(!matches!(cell, TableCell::Missing));
        Some(cell)
    }

    fn count(&self, is_one: bool) {
        if is_one {
            self.games.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns the name of the folder of the game, as databases read it.
    pub(super) fn folder(&self, game: InGame) -> String {
        match self.of_game(game) {
            Some(TableCell::Number(number)) => format!("{}={number}", self.name),
            _ => format!("{}=__HIVE_DEFAULT_PARTITION__", self.name),
        }
    }

    /// Returns the cell of a position of the game.
    pub(super) fn of_position<'a>(&self, place: &Place<'a>) -> TableCell<'a> {
        let cell = match (&self.source, place.position) {
            (Source::Pawns(of), _) => of(place),
            (Source::Board(of), Some(position)) => {
                self.count(self.name == CLOCK && position.ply == 0 && has_hours(position));
                of(position)
            }
            _ => TableCell::Missing,
        };
        match cell {
            TableCell::Set(set) if self.kind == CellKind::Number => {
                TableCell::Number(set.cast_signed())
            }
            TableCell::Set(set) if self.kind == CellKind::Text => {
                TableCell::Text(names(set, self.are_files).into())
            }
            cell => cell,
        }
    }
}

impl<'a> InGame<'a> {
    fn is_complete(self) -> bool {
        self.game.result().is_some() && self.is_correct
    }

    /// Returns the number of the game, after this many others. Records have none.
    fn number(self, before: u64) -> TableCell<'a> {
        number((!self.game.is_record()).then(|| before + self.game.number()))
    }
}

fn number(number: Option<impl TryInto<i64>>) -> TableCell<'static> {
    number.map_or(TableCell::Missing, |number| {
        TableCell::Number(number.try_into().unwrap_or(i64::MAX))
    })
}

fn real(number: Option<f64>) -> TableCell<'static> {
    number.map_or(TableCell::Missing, TableCell::Real)
}

fn line(of: InGame<'_>) -> TableCell<'_> {
    number(Some(of.game.line()))
}

fn fen(of: &Position) -> TableCell<'_> {
    text(Some(of.fen()))
}

fn plies(of: InGame<'_>) -> TableCell<'_> {
    number(of.positions.checked_sub(1).filter(|_| !of.game.is_record()))
}

/// Returns the value of the command `eval` without the depth that may follow it, and whether it is
/// in centipawns, as between two integers.
fn evaluation(of: &Position) -> Option<(String, bool)> {
    let value = of.command("eval")?;
    let mut parts = value.split(',').map(str::trim);
    let (score, depth) = (parts.next()?, parts.next());
    let is_integer = |part: &str| part.parse::<i64>().is_ok();
    let in_centipawns = is_integer(score) && depth.is_some_and(is_integer);
    Some((score.to_owned(), in_centipawns))
}

fn pawns_ahead(of: &Position) -> TableCell<'_> {
    let pawns = |(score, in_centipawns): (String, bool)| {
        let score = score.parse::<f64>().ok().filter(|score| score.is_finite());
        score.map(|score| if in_centipawns { score / 100.0 } else { score })
    };
    real(evaluation(of).and_then(pawns))
}

/// Returns White's score.
fn score(result: Option<GameResult>) -> TableCell<'static> {
    real(
        result
            .and_then(GameResult::half_points)
            .map(|points| f64::from(points) / 2.0),
    )
}

fn material(of: &Position) -> TableCell<'_> {
    let sides = of
        .placement()
        .pieces()
        .map(|[_, knights, bishops, rooks, queens, _]| {
            let pieces = [("Q", queens), ("R", rooks), ("B", bishops), ("N", knights)];
            pieces
                .map(|(piece, set)| piece.repeat(set.count() as usize))
                .concat()
        });
    text(Some(sides.join("v")))
}

/// Returns the moves of `#-3`, `-#3` or `-M3`.
fn mate(of: &Position) -> TableCell<'_> {
    let moves = |(score, _): (String, bool)| {
        let (sign, moves) = score.split_once(['#', 'M'])?;
        let moves = matches!(sign, "" | "+" | "-").then(|| format!("{sign}{moves}"));
        moves?.parse::<i64>().ok()
    };
    number(evaluation(of).and_then(moves))
}

const CLOCK: &str = "clock";

fn clock(of: &Position) -> TableCell<'_> {
    let value = of.command("clk").filter(|_| !has_hours(of));
    real(value.and_then(|value| seconds(&value)))
}

/// Returns `true` if the first clock of the game has two parts and would be less than a tenth of
/// its time control as minutes and seconds, so that they are probably hours and minutes.
fn has_hours(of: &Position) -> bool {
    let begins_low = |game: &Game| {
        let text = String::from_utf8_lossy(game.text());
        let (first, _) = text.split_once("[%clk ")?.1.split_once(']')?;
        let all = first_seconds(&game.tag("TimeControl")?)?;
        Some(first.split(':').count() == 2 && seconds(first.trim())? < all / 10.0)
    };
    of.game.as_ref().and_then(begins_low).unwrap_or_default()
}

/// Returns the seconds of a clock such as `-0:00:05.5`.
fn seconds(value: &str) -> Option<f64> {
    let (sign, parts) = value
        .strip_prefix('-')
        .map_or((1.0, value), |parts| (-1.0, parts));
    let is_clock = parts.split(':').count() <= 3
        && parts
            .chars()
            .all(|c| c.is_ascii_digit() || ":.".contains(c));
    let mut parts = parts
        .split(':')
        .filter(|_| is_clock)
        .map(|part| part.parse::<f64>().ok());
    let first = parts.next()??;
    parts
        .try_fold(first, |seconds, part| Some(seconds * 60.0 + part?))
        .map(|seconds| sign * seconds)
}

fn nags(of: &Position) -> TableCell<'_> {
    let nags: Vec<_> = of.nags().iter().map(|nag| format!("${nag}")).collect();
    text(Some(nags.join(" ")))
}

/// Returns the names of squares or files. Many readers make a missing value of an empty text.
fn names(set: u64, are_files: bool) -> String {
    let squares = Bitboard::from_bits(set).squares();
    let names = squares.map(|square| match are_files {
        true => square.file().name(),
        false => square.name(),
    });
    let names: Vec<_> = names.collect();
    if names.is_empty() {
        "-".to_owned()
    } else {
        names.join(" ")
    }
}

fn set(set: Bitboard) -> TableCell<'static> {
    TableCell::Set(set.bits())
}

fn text<'a>(text: Option<impl Into<Cow<'a, str>>>) -> TableCell<'a> {
    match text.map(Into::into) {
        Some(text) if !text.is_empty() => TableCell::Text(printable(text)),
        _ => TableCell::Missing,
    }
}

fn date(date: Option<Date>) -> TableCell<'static> {
    let whole = |date: Date| {
        time::Date::from_calendar_date(
            date.year.into(),
            Month::try_from(date.month?).ok()?,
            date.day?,
        )
        .ok()
    };
    date.and_then(whole)
        .map_or(TableCell::Missing, TableCell::Date)
}
