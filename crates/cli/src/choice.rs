//! Patterns chosen on the command line.

use pawnfill::pattern::{Column, Kind, Scope, columns};

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
            None => Err(format!("no pattern has this name{}", suggestion(given))),
        }
    }
}

/// Returns the nearest name as a question, if one is near, and where to find all names.
fn suggestion(given: &str) -> String {
    let names = columns().flat_map(|column| [column.pattern.name.to_owned(), name(column)]);
    let distances = names.map(|name| (strsim::osa_distance(given, &name), name));
    let nearest = distances.min().filter(|(distance, name)| 3 * distance <= name.len());
    let question = nearest.map(|(_, name)| format!("; did you mean `{name}`?")).unwrap_or_default();
    format!("{question} (`pawnfill show --help` lists all)")
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
