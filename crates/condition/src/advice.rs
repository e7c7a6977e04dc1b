//! Words of a condition whose meaning surprises: notes, and texts that may be meant.

use pawnfill_expression::Id;

use crate::condition::{Condition, Expr, Operand, Perspective, Test};
use crate::names::in_files;
use crate::query::Query;

impl Query {
    /// Returns what to know about the condition if a player is chosen.
    #[must_use]
    pub fn note_for_player(&self) -> Option<&'static str> {
        (self.perspective() == Perspective::Own).then_some(
            "`own` is either side, also that of the opponent: `mine` is the player's side, and \
             `theirs` the opponent's",
        )
    }
}

/// Returns notes about a condition that is right.
pub(crate) fn notes(query: &Query, text: &str) -> Vec<String> {
    let mut advice = Advice {
        text,
        notes: Vec::new(),
    };
    advice.condition(&query.condition, query.of_either);
    advice.notes
}

/// Returns the first set of squares of files that is counted, with what is wrong about it, and the
/// text in which files are counted.
pub(crate) fn counted_files(condition: &Condition, text: &str) -> Option<(String, String)> {
    let argument = condition.values().iter().find_map(counted)?;
    let name = name(argument, text);
    let files = in_files(name)?;
    let reason = format!(": `{name}` has eight squares for each file");
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
        Expr::Call(.., inner) | Expr::Complement(inner) => counted(inner),
        Expr::Chain(operands, _) => operands.iter().find_map(counted),
        _ => None,
    }
}

struct Advice<'a> {
    text: &'a str,
    notes: Vec<String>,
}

impl Advice<'_> {
    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Adds the notes about a condition, which exchanges colors for Black if either side may meet
    /// it. Definitions have texts of their own.
    fn condition(&mut self, condition: &Condition, of_either: bool) {
        if let Test::Named(_) = condition.test {
            return;
        }
        if let Test::All(parts) = &condition.test {
            for value in parts.iter().flat_map(Condition::values) {
                self.files(value);
            }
        }
        if let Some((reason, meant)) = counted_files(condition, self.text) {
            let reason = reason.trim_start_matches(": ");
            self.note(format!("{reason}, so `{meant}` may be meant"));
        }
        for value in condition.values() {
            if of_either {
                self.colors(value);
            }
        }
        let of_either = of_either || matches!(condition.test, Test::Either(_));
        for part in condition.parts() {
            self.condition(part, of_either);
        }
    }

    /// Notes a set of files that is only tested for being there, where squares are meant.
    fn files(&mut self, value: &Operand) {
        let name = name(value, self.text);
        if in_files(name).is_some() {
            let what = "asks only whether there is such a file: `&` asks for squares on it";
            self.note(format!("`{name}` {what}"));
        }
    }

    /// Notes squares that have another color for Black.
    fn colors(&mut self, value: &Operand) {
        match &value.expr {
            Expr::Squares(_) => {
                let name = name(value, self.text);
                let others = match name {
                    "light_squares" => "dark",
                    "dark_squares" => "light",
                    _ => return,
                };
                self.note(format!(
                    "where the side is Black, `{name}` are the {others} squares"
                ));
            }
            Expr::Complement(inner) | Expr::Call(.., inner) => self.colors(inner),
            Expr::Chain(operands, _) => {
                for operand in operands {
                    self.colors(operand);
                }
            }
            _ => {}
        }
    }
}
