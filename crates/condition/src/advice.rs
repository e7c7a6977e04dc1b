//! Words of a condition whose meaning surprises: notes, and texts that may be meant.

use pawnfill_expression::Id;

use crate::condition::{Condition, Expr, Operand, Test};
use crate::names::in_files;
use crate::query::Query;

/// Returns notes about a condition that is right.
pub(crate) fn notes(query: &Query, text: &str) -> Vec<String> {
    let mut notes = Vec::new();
    note_condition(&query.condition, query.of_either, text, &mut notes);
    notes
}

/// Adds the notes about a condition, which exchanges colors for Black if either side may meet it.
/// Definitions have texts of their own.
fn note_condition(condition: &Condition, of_either: bool, text: &str, notes: &mut Vec<String>) {
    if let Test::Named(_) = condition.test {
        return;
    }
    if let Some((reason, meant)) = counted_files(condition, text) {
        notes.push(format!("{reason}, so `{meant}` may be meant"));
    }
    let of_either = of_either || matches!(condition.test, Test::Either(_));
    for value in condition.values().iter().filter(|_| of_either) {
        note_colors(value, text, notes);
    }
    for part in condition.parts() {
        // Where squares of files are meant, they are only tested for being there.
        if let (Test::All(_), Test::Value(value)) = (&condition.test, &part.test)
            && in_files(name(value, text)).is_some()
        {
            notes.push(format!(
                "`{}` asks only whether there is such a file: `&` asks for squares on it",
                name(value, text)
            ));
        }
        note_condition(part, of_either, text, notes);
    }
}

/// Notes squares that have another color for Black.
fn note_colors(value: &Operand, text: &str, notes: &mut Vec<String>) {
    let name = name(value, text);
    if let "light_squares" | "dark_squares" = name {
        let others = if name == "light_squares" {
            "dark"
        } else {
            "light"
        };
        notes.push(format!(
            "where the side is Black, `{name}` are the {others} squares"
        ));
    }
    for part in value.parts() {
        note_colors(part, text, notes);
    }
}

/// Returns the first set of squares of files that is counted, with what is wrong about it, and the
/// text in which files are counted.
pub(crate) fn counted_files(condition: &Condition, text: &str) -> Option<(String, String)> {
    let argument = condition.values().iter().find_map(counted)?;
    let name = name(argument, text);
    let files = in_files(name)?;
    let reason = format!("`{name}` has eight squares for each file");
    Some((reason, replaced(text, argument, &files)))
}

/// `white.backward & open_files`: returns the text with files that are half-open for the other side,
/// because a file with a pawn is not open.
pub(crate) fn half_open(factors: &[Operand], text: &str) -> Option<String> {
    let open = factors
        .iter()
        .find(|&set| name(set, text) == "open_files")?;
    let sided = factors
        .iter()
        .find_map(|set| name(set, text).split_once('.'));
    let enemy = match sided?.0 {
        "white" => "black",
        "black" => "white",
        "own" => "enemy",
        "enemy" => "own",
        "mine" => "theirs",
        "theirs" => "mine",
        _ => return None,
    };
    Some(replaced(text, open, &format!("{enemy}.half_open_files")))
}

/// Returns the text of a name, without parentheses.
fn name<'a>(value: &Operand, text: &'a str) -> &'a str {
    text[value.range.clone()].trim_matches(['(', ')', ' '])
}

fn replaced(text: &str, value: &Operand, by: &str) -> String {
    let (before, after) = (&text[..value.range.start], &text[value.range.end..]);
    format!("{before}{by}{after}")
}

/// Returns the first set in a value that is counted.
fn counted(value: &Operand) -> Option<&Operand> {
    match &value.expr {
        Expr::Call(function, _, argument) if function.id == Id::count => Some(argument),
        _ => value.parts().iter().find_map(counted),
    }
}
