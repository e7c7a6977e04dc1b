//! Patterns chosen on the command line.

use pawnfill::pattern::{Column, Kind, Scope, columns};
use pawnfill_condition::meaning;
use pawnfill_expression::text::suggest;

/// The columns of a pattern, or one of them.
pub(crate) type Choice = Vec<Column>;

/// Returns a parser of names such as `passed` and `white.passed`, of patterns with these kinds of values.
pub(crate) fn parser(is_allowed: fn(Kind) -> bool) -> impl Fn(&str) -> Result<Choice, String> + Clone {
    move |given| {
        let named = columns().filter(|&column| given == column.pattern.name || given == name(column));
        let choice: Choice = named.collect();
        match choice.first().map(|column| column.pattern) {
            Some(pattern) if is_allowed(pattern.kind) => Ok(choice),
            Some(_) => Err("this pattern is a number, and not a set".to_owned()),
            None => {
                let names = columns().flat_map(|column| [column.pattern.name.to_owned(), name(column)]);
                let (side, word) = given.split_at(given.find('.').map_or(0, |dot| dot + 1));
                let side = if ["white.", "black."].contains(&side) { side } else { "" };
                let hint = meaning(side, word, &[]).unwrap_or_else(|| suggest(given, names));
                Err(format!("no pattern has this name{hint} (`pawnfill show --help` lists all)"))
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
