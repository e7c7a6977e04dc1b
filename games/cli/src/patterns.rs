//! Patterns on the command line.

use pawnfill::pattern::{Column, Kind, Scope, columns};
use pawnfill_condition::{Reading, meaning};
use pawnfill_expression::text::suggest;

/// The columns of a pattern, or one of them.
pub(crate) type Choice = Vec<Column>;

/// Parses a name such as `passed` or `white.passed`.
pub(crate) fn any(given: &str) -> Result<Choice, String> {
    let is_named = |column: &Column| given == column.pattern.name || given == name(*column);
    let choice: Choice = columns().filter(is_named).collect();
    if choice.is_empty() {
        let hint = hint(given);
        return Err(format!(
            "no pattern has this name{hint} (`pawnfill show --help` lists all)"
        ));
    }
    Ok(choice)
}

/// Parses the name of a set.
pub(crate) fn set(given: &str) -> Result<Choice, String> {
    let choice = any(given)?;
    if choice[0].pattern.kind == Kind::Number {
        return Err("this pattern is a number, and not a set".to_owned());
    }
    Ok(choice)
}

/// Returns what an unknown name may be.
fn hint(given: &str) -> String {
    if let Some(Reading { engines, .. }) = Reading::named(given) {
        return format!("; `find` and `export` know it as a reading of {engines}");
    }
    let (side, word) = match given.split_at(given.find('.').map_or(0, |dot| dot + 1)) {
        sided @ ("white." | "black.", _) => sided,
        (_, word) => ("", word),
    };
    if let Some(meaning) = meaning(side, word, &[]) {
        return meaning;
    }
    let names = columns().flat_map(|column| [column.pattern.name.to_owned(), name(column)]);
    suggest("", given, names)
}

/// Returns the name, such as `open_files` or `white.passed`.
pub(crate) fn name(column: Column) -> String {
    match column.scope {
        Scope::Board => column.pattern.name.to_owned(),
        side => format!("{side}.{}", column.pattern.name),
    }
}

/// Returns each chosen column once, in the order of the command line.
pub(crate) fn distinct(choices: &[Choice]) -> Vec<Column> {
    let mut columns = Vec::new();
    for &column in choices.iter().flatten() {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns
}
