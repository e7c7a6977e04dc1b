//! Patterns chosen on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use pawnfill::pattern::{Column, Kind, PATTERNS, Scope, columns};

/// The columns of a pattern, or one of them.
pub(crate) type Choice = Vec<Column>;

/// Parses names such as `passed` and `white.passed`, of patterns with these kinds of values.
pub(crate) fn parser(is_allowed: fn(Kind) -> bool) -> impl TypedValueParser<Value = Choice> {
    let patterns = PATTERNS.iter().filter(move |pattern| is_allowed(pattern.kind));
    let names = patterns.flat_map(|pattern| {
        let of_sides = pattern.columns().map(name).filter(|name| name != pattern.name);
        std::iter::once(pattern.name.to_owned()).chain(of_sides)
    });
    PossibleValuesParser::new(names).map(|given| {
        columns().filter(|&column| given == column.pattern().name || given == name(column)).collect()
    })
}

/// Returns the name, such as `open_files` or `white.passed`.
pub(crate) fn name(column: Column) -> String {
    match column.scope() {
        Scope::Board => column.pattern().name.to_owned(),
        side => format!("{side}.{}", column.pattern().name),
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
