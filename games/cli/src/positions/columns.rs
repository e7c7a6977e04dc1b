//! The list of columns, and which of them a table has.

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use pawnfill::Color;
use pawnfill_condition::{Definition, Query, check_name};
use pawnfill_export::definitions;

use super::cell::{CellKind, SetsAs};
use super::column::{TableColumn, Values};
use super::features::{self, Features};
use super::field::{GameField, PositionField};
use crate::conditions::{self, items};
use crate::patterns::{Choice, distinct};
use crate::progress::say;

/// The number of columns, from the first, that a table has by default.
const DEFAULT: usize = 10;

/// The columns besides tags, patterns and pieces, with what they mean.
static NAMED: [(&str, &str, CellKind, Values); 30] = {
    use CellKind::{Date, Number, Real, Set, Small, Text, Word};
    use Color::{Black, White};
    use Values::{Game, Pawns, Ply, Position};
    [
        (
            "game",
            "the number of the game in all inputs together",
            Number,
            Game(GameField::Game),
        ),
        (
            "ply",
            "the half-moves since the first position of the game",
            Small,
            Ply,
        ),
        (
            "white_player",
            "the tag White",
            Word,
            Game(GameField::Player(White)),
        ),
        (
            "black_player",
            "the tag Black",
            Word,
            Game(GameField::Player(Black)),
        ),
        (
            "date",
            "the tag Date, or UTCDate, if it is a whole date",
            Date,
            Game(GameField::Date),
        ),
        (
            "year",
            "the year of the same tag",
            Small,
            Game(GameField::Year),
        ),
        (
            "result",
            "the tag Result, or the result behind the moves if the tag does not know it",
            Word,
            Game(GameField::Result),
        ),
        (
            "fen",
            "the FEN of the position; in games, with the counters of moves",
            Text,
            Position(PositionField::Fen),
        ),
        ("white", "the white pawns", Set, Pawns(White)),
        ("black", "the black pawns", Set, Pawns(Black)),
        (
            "white_elo",
            "the tag WhiteElo as a number",
            Small,
            Game(GameField::Elo(White)),
        ),
        (
            "black_elo",
            "the tag BlackElo as a number",
            Small,
            Game(GameField::Elo(Black)),
        ),
        ("file", "the name of the input", Word, Game(GameField::File)),
        (
            "game_in_file",
            "the number of the game in its input",
            Number,
            Game(GameField::GameInFile),
        ),
        (
            "line",
            "the first line of the game, or the line of the FEN or EPD record",
            Number,
            Game(GameField::Line),
        ),
        (
            "side_to_move",
            "white or black",
            Word,
            Position(PositionField::SideToMove),
        ),
        (
            "move_number",
            "the number of the next move",
            Number,
            Position(PositionField::MoveNumber),
        ),
        (
            "last_move",
            "the move that led here, as in the text",
            Word,
            Position(PositionField::LastMove),
        ),
        (
            "complete",
            "yes or no: the game has no mistake that was noticed, and a result at its end",
            Word,
            Game(GameField::Complete),
        ),
        (
            "plies",
            "the half-moves of the game, up to a mistake that is noticed",
            Small,
            Game(GameField::Plies),
        ),
        (
            "white_score",
            "1.0, 0.5 or 0.0, from the result; in lines with labels, 0.0 to 1.0",
            Real,
            Game(GameField::WhiteScore),
        ),
        (
            "next_move",
            "the next move, as in the text",
            Word,
            Position(PositionField::NextMove),
        ),
        (
            "next_uci",
            "the next move by its squares, such as e2e4; castling by those of the king, or in \
             Chess960 of king and rook",
            Word,
            Position(PositionField::NextUci),
        ),
        (
            "material",
            "the pieces besides kings and pawns, such as QRvQBB",
            Word,
            Position(PositionField::Material),
        ),
        (
            "phase",
            "1 for each knight and bishop, 2 for a rook, 4 for a queen; 24 at most",
            Small,
            Position(PositionField::Phase),
        ),
        (
            "evaluation",
            "the pawns of [%eval 0.35] after the move, or of a label",
            Real,
            Position(PositionField::Evaluation),
        ),
        (
            "mate",
            "the moves of [%eval #-3] after the move or of a label, negative if Black mates",
            Number,
            Position(PositionField::Mate),
        ),
        (
            "clock",
            "the seconds of [%clk 0:03:00] after the move",
            Real,
            Position(PositionField::Clock),
        ),
        (
            "nags",
            "the glyphs of the move that led here, such as $1 $14 for ! $14",
            Word,
            Position(PositionField::Nags),
        ),
        (
            "operations",
            "the operations of an EPD record",
            Text,
            Position(PositionField::Operations),
        ),
    ]
};

/// Returns the columns besides tags and patterns.
fn named() -> Vec<TableColumn> {
    let mut all = Vec::new();
    for (name, about, kind, values) in &NAMED {
        all.push(TableColumn::new(*name, *about, *kind, values.clone()));
    }
    for color in Color::ALL {
        for (piece, name) in (1..).zip(["knights", "bishops", "rooks", "queens", "king"]) {
            let (column, about) = (format!("{color}_{name}"), format!("the {color} {name}"));
            let values = Values::Pieces(color, piece);
            all.push(TableColumn::new(column, about, CellKind::Set, values));
        }
    }
    all
}

/// Returns the help of the option that chooses columns.
pub(super) fn help() -> String {
    let mut help = format!(
        "Write these columns instead of the default ones, separated by commas. `default` stands \
         for the first {DEFAULT} of this list. A name with a capital letter is a tag, such as ECO \
         or TimeControl. `iqp` stands for white_iqp and black_iqp, which are 1 where this side has \
         the structure, and `structures` for those of all structures. `p6 = own.passed & rank_6` \
         adds your own: white_p6 and black_p6, or one column if it names white and black. It is a \
         set, a number, or 1 and 0, in the language of `pawnfill find`:\n"
    );
    let mut of_board = Vec::new();
    for column in named() {
        help += &format!("\n  {:<14} {}", column.name, column.about);
        if column.needs_board() {
            of_board.push(column.name);
        }
    }
    let of_board = of_board.join(", ");
    help + &format!("\n\nThese need all pieces, as do definitions that name some: {of_board}.")
}

/// Parses a name of a column, a tag, a structure, or `default`.
fn parse(name: &str, names: &[Arc<Definition>]) -> Result<Vec<TableColumn>, String> {
    let mut columns = named();
    if name == "default" {
        columns.truncate(DEFAULT);
        return Ok(columns);
    }
    columns.retain(|column| column.name == name);
    if columns.is_empty() && is_tag(name) {
        columns.push(TableColumn::of_tag(name));
    }
    if columns.is_empty() {
        columns = structures(name, names)?;
    }
    if columns.is_empty() {
        return Err(
            "this is neither a column, nor a structure of a side such as white_iqp, nor a tag, \
             which begins with a capital letter, nor a definition such as \
             `p6 = own.passed & rank_6` (`pawnfill positions --help` lists the columns; --sets and \
             --count add patterns)"
                .to_owned(),
        );
    }
    Ok(columns)
}

fn is_tag(name: &str) -> bool {
    let plain = name.replace('_', "0");
    plain.starts_with(char::is_uppercase) && plain.bytes().all(|c| c.is_ascii_alphanumeric())
}

/// Returns the columns of a structure of a side, which are 1 or 0, of both sides, or of all
/// structures.
fn structures(name: &str, names: &[Arc<Definition>]) -> Result<Vec<TableColumn>, String> {
    let mut columns = Vec::new();
    for definition in names {
        for side in Color::ALL {
            let of = &definition.name;
            let column = format!("{side}_{of}");
            let is_named = name == of || name == column;
            if !is_named && name != "structures" {
                continue;
            }
            match Query::parse(&format!("{side}.{of}"), names) {
                Ok(query) => columns.push(TableColumn::of_query(
                    column,
                    "",
                    Arc::new(query),
                    Color::White,
                )),
                Err(mistake) if is_named => return Err(mistake.message),
                Err(_) => {}
            }
        }
    }
    Ok(columns)
}

/// Returns the columns of a definition: one for each color, or one for the board.
fn define(name: &str, text: &str, names: &[Arc<Definition>]) -> anyhow::Result<Vec<TableColumn>> {
    check_name(name, names)?;
    let (query, notes) = conditions::define(name, text, names)?;
    let query = Arc::new(query);
    let sides = query.sides()?;
    notes.into_iter().for_each(say);
    let mut columns = Vec::new();
    for side in sides {
        let column = match side {
            Some(side) => format!("{side}_{name}"),
            None => name.to_owned(),
        };
        let is_new = parse(&column, names).is_err();
        ensure!(is_new, "the name `{column}` is that of a column");
        let (query, white) = (Arc::clone(&query), side.unwrap_or(Color::White));
        columns.push(TableColumn::of_query(column, text, query, white));
    }
    Ok(columns)
}

/// Parses the name of the column whose values name folders.
pub(super) fn partition(name: &str) -> Result<TableColumn, String> {
    match parse(name, &[]) {
        Ok(mut columns) if name == "year" => Ok(columns.remove(0)),
        _ => Err("only `year` is possible".to_owned()),
    }
}

/// Returns the columns of a table of games: those of all its positions, common tags, and others
/// among the chosen ones.
pub(super) fn of_games(chosen: &[TableColumn]) -> Vec<TableColumn> {
    let mut all = named();
    for tag in [
        "Event",
        "Site",
        "Round",
        "ECO",
        "Opening",
        "TimeControl",
        "Termination",
    ] {
        all.push(TableColumn::of_tag(tag));
    }
    all.extend_from_slice(chosen);
    let mut columns: Vec<TableColumn> = Vec::new();
    for column in all {
        if column.is_of_game() && find(&columns, &column.name).is_none() {
            columns.push(column);
        }
    }
    columns
}

/// Databases cannot tell names apart that differ only in case.
fn find<'a>(columns: &'a [TableColumn], name: &str) -> Option<&'a TableColumn> {
    columns
        .iter()
        .find(|column| column.name.eq_ignore_ascii_case(name))
}

/// Returns the columns of an item of `--columns`, which is behind others.
fn of_item(items: &[&str], names: &[Arc<Definition>]) -> anyhow::Result<Vec<TableColumn>> {
    let item = items[items.len() - 1];
    // A definition may name those before it.
    match definitions(items, names).pop() {
        Some((name, text)) if item.contains('=') => define(&name, &text, names),
        _ => parse(item, names).map_err(anyhow::Error::msg),
    }
}

/// Returns the first columns, the features, the chosen columns, the sets and the counts. Each
/// name appears once.
pub(super) fn all(
    first: &[&str],
    features: Option<Features>,
    chosen: &[String],
    names: &[Arc<Definition>],
    sets: &[Choice],
    counts: &[Choice],
    sets_as: SetsAs,
) -> anyhow::Result<Vec<TableColumn>> {
    let mut all = Vec::new();
    for name in first {
        all.extend(parse(name, names).map_err(anyhow::Error::msg)?);
    }
    if let Some(Features::Pawns) = features {
        for (name, counted) in features::pawns() {
            let query = Query::parse(&counted, &[])?;
            all.push(TableColumn::of_difference(name, query));
        }
    }
    let items: Vec<&str> = chosen.iter().flat_map(|list| items(list)).collect();
    for (at, item) in items.iter().enumerate() {
        let columns = of_item(&items[..=at], names);
        all.extend(
            columns.with_context(|| format!("invalid value '{item}' for '--columns <NAME>'"))?,
        );
    }
    all.extend(distinct(sets).into_iter().map(TableColumn::of_set));
    all.extend(distinct(counts).into_iter().map(TableColumn::of_count));
    let mut columns: Vec<TableColumn> = Vec::new();
    for column in all {
        match find(&columns, &column.name) {
            None => columns.push(column.with_sets_as(sets_as)),
            Some(same) if same.name != column.name => bail!(
                "the columns `{}` and `{}` differ only in case, and databases cannot tell them \
                 apart",
                same.name,
                column.name
            ),
            Some(same) if same.about != column.about => {
                bail!("the name `{}` is given to two columns", column.name)
            }
            Some(_) => {}
        }
    }
    Ok(columns)
}
