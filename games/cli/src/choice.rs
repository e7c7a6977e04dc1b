//! Patterns and definitions on the command line.

use std::sync::Arc;

use anyhow::Context as _;
use pawnfill::pattern::{Column, Kind, PATTERNS, Scope, Value, columns};
use pawnfill::{Bitboard, Color};
use pawnfill_condition::{
    self as condition, Definition, Query, Reading, Relation, meaning, relation_to,
};
use pawnfill_expression::text::suggest;
use pawnfill_find::examples;

use crate::find::{ALL_NAMES, apart};

/// The columns of a pattern, or one of them.
pub(crate) type Choice = Vec<Column>;

/// Returns a parser of names such as `passed` and `white.passed`, of patterns with these
/// kinds of values.
pub(crate) fn parser(
    is_allowed: fn(Kind) -> bool,
) -> impl Fn(&str) -> Result<Choice, String> + Clone {
    move |given| {
        let named =
            columns().filter(|&column| given == column.pattern.name || given == name(column));
        let choice: Choice = named.collect();
        match choice.first().map(|column| column.pattern) {
            Some(pattern) if is_allowed(pattern.kind) => Ok(choice),
            Some(_) => Err("this pattern is a number, and not a set".to_owned()),
            None => {
                let names =
                    columns().flat_map(|column| [column.pattern.name.to_owned(), name(column)]);
                let (side, word) = given.split_at(given.find('.').map_or(0, |dot| dot + 1));
                let side = if ["white.", "black."].contains(&side) {
                    side
                } else {
                    ""
                };
                let reading = Reading::named(given);
                let hint = reading
                    .map(|of| {
                        format!(
                            "; `find` and `export` know it as a reading of {}",
                            of.engines
                        )
                    })
                    .or_else(|| meaning(side, word, &[]))
                    .unwrap_or_else(|| suggest("", given, names));
                Err(format!(
                    "no pattern has this name{hint} (`pawnfill show --help` lists all)"
                ))
            }
        }
    }
}

/// Returns the name, such as `open_files` or `white.passed`.
pub(crate) fn name(column: Column) -> String {
    match column.scope {
        Scope::Board => column.pattern.name.to_owned(),
        side => format!("{side}.{}", column.pattern.name),
    }
}

/// Returns each chosen column once, in the order of the command line.
pub(crate) fn distinct(choices: Vec<Choice>) -> Vec<Column> {
    let mut columns = Vec::new();
    for column in choices.into_iter().flatten() {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns
}

/// Returns the items of a list. A comma in parentheses belongs to an item.
pub(crate) fn items(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    list.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
    .map(str::trim)
}

/// Proves a definition, and returns notes on it.
pub(crate) fn define(
    name: &str,
    text: &str,
    names: &[Arc<Definition>],
) -> anyhow::Result<(Query, Vec<String>)> {
    let noted = apart(|| {
        let (query, mut notes) = condition::define(text, names, examples)
            .map_err(|refused| refused.message(ALL_NAMES))?;
        notes.insert(0, query.kind().to_owned());
        if !query.has_pieces() {
            notes.extend(relations(name, &query));
        }
        Ok((
            query,
            notes
                .into_iter()
                .map(|note| format!("note: {name}: {note}"))
                .collect(),
        ))
    });
    noted.with_context(|| format!("the definition of `{name}`"))
}

/// Returns the members of a set of squares or files, and whose they are if it is of a side.
fn members(query: &Query, set: Bitboard) -> String {
    let is_of_side = query.sides().is_ok_and(|sides| sides.len() > 1);
    let whose = if is_of_side { "White's " } else { "" };
    let names: String = match query.is_of_files() {
        true => set
            .file_set()
            .files()
            .map(|file| format!("{} ", file.name()))
            .collect(),
        false => set.squares().map(|square| format!("{square} ")).collect(),
    };
    whose.to_owned() + &names
}

/// Says what a definition is on a board, how its set relates to the pattern of the name, and which
/// pattern has the same set.
fn relations(name: &str, query: &Query) -> Vec<String> {
    let boards = examples();
    let mut notes = Vec::new();
    let found = boards
        .iter()
        .find_map(|&pawns| Some((pawns, query.set(pawns).filter(|set| !set.is_empty())?)));
    notes.extend(found.map(|(pawns, set)| {
        format!(
            "for example, {}in {}",
            members(query, set),
            pawns.placement()
        )
    }));
    let white = Scope::Side(Color::White);
    for (pattern, column) in PATTERNS
        .iter()
        .filter_map(|pattern| Some((pattern, pattern.column(white)?)))
    {
        let before = name
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .strip_suffix(pattern.name);
        let is_named =
            before.is_some_and(|before| before.is_empty() || before.ends_with(['.', '_']));
        // Most patterns differ in some position of a game, which is found sooner than a proof.
        let differs = boards
            .iter()
            .find(|&&pawns| query.set(pawns).map(Value::Set) != Some(column.value(pawns)));
        if !is_named && differs.is_some() {
            continue;
        }
        let about = match (relation_to(query, pattern), differs) {
            (Some(Relation::Same), _) => "has the same squares as".to_owned(),
            (Some(Relation::Implies), _) if is_named => "is a part of".to_owned(),
            (Some(Relation::Implied), _) if is_named => "contains".to_owned(),
            (Some(Relation::Overlaps(fen)), _) if is_named => {
                format!("has another square in {fen} than")
            }
            (Some(Relation::Unknown), Some(pawns)) => {
                format!("differs in {} from", pawns.placement())
            }
            _ => continue,
        };
        notes.push(format!("{about} `{}`", pattern.name));
    }
    notes
}
