//! Custom definitions, and those of structures and engines, as functions.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use pawnfill::set::Reduce as _;
use pawnfill::{Backend as _, Bitboard, Color, KoggeStone, Rank, SquareSet as _};
use pawnfill_condition::{
    Answer, Board, Definition, Mistake, Query, check_name, readings, structures,
};
use pawnfill_expression::grammar::Comparator;

use crate::error::Error;
use crate::function::Entry;
use crate::graph::{Expression, Operation, pawns};
use crate::reserved::is_reserved;
use crate::syntax::pascal;

/// Returns the names and the expressions of those items of a [selection](crate::Selection) that are
/// definitions, structures, or what an engine means by a pattern. The name of an earlier definition
/// stands for its expression.
#[must_use]
pub fn definitions(items: &[&str], names: &[Arc<Definition>]) -> Vec<(String, String)> {
    let mut definitions = Vec::new();
    for &item in items {
        if let Some((name, text)) = item.split_once('=') {
            let text = expanded(text.trim(), &definitions);
            definitions.push((name.trim().to_owned(), text));
        } else if let Some(known) = KNOWN.iter().find(|(name, _)| name == item) {
            definitions.push(known.clone());
        } else if names.iter().any(|of| of.name == item) {
            definitions.push((item.to_owned(), format!("own.{item}")));
        }
    }
    definitions
}

/// Returns a text with the expressions of definitions in the place of their names.
fn expanded(text: &str, definitions: &[(String, String)]) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_in_name(c) != is_in_name(first));
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        match definitions
            .iter()
            .rfind(|(name, text)| is_meant(word, name, text))
        {
            Some((_, expression)) => expanded += &format!("({expression})"),
            None => expanded += word,
        }
        rest = after;
    }
    expanded
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.".contains(c)
}

/// Returns `true` if a word is the name of a definition. If it has sides, that may be the name of
/// its side.
fn is_meant(word: &str, name: &str, text: &str) -> bool {
    let has_sides = text.contains("own.") || text.contains("enemy.");
    word == name || (has_sides && word.strip_prefix("own.") == Some(name))
}

/// The names of structures, and of what engines mean by patterns, such as `ethereal.candidates`,
/// with their expressions.
pub(crate) static KNOWN: LazyLock<Vec<(String, String)>> = LazyLock::new(known);

fn known() -> Vec<(String, String)> {
    let mut known = Vec::new();
    for structure in structures() {
        known.push((structure.name.clone(), format!("own.{}", structure.name)));
    }
    for reading in readings() {
        for name in reading.names() {
            known.push((name, reading.condition.clone()));
        }
    }
    known
}

/// The definitions of a selection, and what they may name.
pub(crate) struct Custom<'a> {
    pub(crate) items: Vec<&'a str>,
    pub(crate) names: &'a [Arc<Definition>],
    /// Whether a definition may be a truth value that joins sets.
    pub(crate) takes_conditions: bool,
}

impl Custom<'_> {
    /// Adds the functions of each definition, each once: one for each side, or for the board if it
    /// names colors.
    pub(crate) fn add_to(&self, entries: &mut Vec<Entry>, helpers: &[Entry]) -> Result<(), Error> {
        let structures = structures();
        let names = if self.names.is_empty() {
            &structures
        } else {
            self.names
        };
        for (name, text) in definitions(&self.items, names) {
            let custom = self.entries_of(&name, &text, names)?;
            if custom.iter().any(|custom| is_among(custom, entries)) {
                continue;
            }
            check_taken(&custom, entries, helpers)?;
            entries.extend(custom);
        }
        Ok(())
    }

    fn entries_of(
        &self,
        name: &str,
        text: &str,
        names: &[Arc<Definition>],
    ) -> Result<Vec<Entry>, Error> {
        if KNOWN.iter().all(|(known, _)| known != name) && text != format!("own.{name}") {
            check_name(name, names).map_err(Error::Name)?;
        }
        let words: Vec<_> = text.split_whitespace().collect();
        let named = names.iter().find(|of| of.name == name);
        let about = match named.and_then(|of| of.line("title")) {
            Some(title) => {
                format!("Returns `true` if the friendly pawns have this structure: {title}.")
            }
            None => format!("Returns `{}`.", words.join(" ")),
        };
        let name = name.replace('.', "_");
        values(text, names, self.takes_conditions)
            .map(|values| entries(&name, &about, &values))
            .map_err(|mistake| Error::Definition { name, mistake })
    }
}

/// A value of a definition, and the side that it is of, if it is not of the board.
type Sided = (Option<Color>, Expression);

fn entries(name: &str, about: &str, values: &[Sided]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for &(side, value) in values {
        entries.push(Entry::new(name, name, side, &[about], value));
    }
    entries
}

/// Returns the values of a definition.
fn values(
    text: &str,
    names: &[Arc<Definition>],
    takes_conditions: bool,
) -> Result<Vec<Sided>, Mistake> {
    let misused = |message: &str| Err(Mistake::new(0..text.len(), message));
    let query = Query::parse(text, names)?;
    if query.has_pieces() {
        return misused("other pieces than pawns are only for searches");
    }
    let sides = query.sides()?;
    if query.joins_sets() && !takes_conditions {
        return misused(
            "this is true or false, and no set: write `~` for the other squares of a set, `&` and \
             `|` to join sets, or ask for it with `--condition`",
        );
    }
    let mut values = Vec::new();
    for &side in sides.iter() {
        let (Answer::Set(value) | Answer::Number(value) | Answer::Truth(value)) =
            query.answer(pawns(), side.unwrap_or(Color::White));
        let unknown = Expression::argument(UNKNOWN);
        if value.all().contains(&unknown) {
            return misused("only counts of sets are compared, without sums");
        }
        let is_of_files = query.is_of_files();
        values.push((
            side,
            if is_of_files {
                value.to_file_set()
            } else {
                value
            },
        ));
    }
    Ok(values)
}

/// Returns `true` if there is the same function already.
fn is_among(custom: &Entry, entries: &[Entry]) -> bool {
    let key = (&custom.name, &custom.about);
    entries
        .iter()
        .any(|entry| (&entry.name, &entry.about) == key)
}

/// Returns an error if something else in an export has the name of a custom function.
fn check_taken(custom: &[Entry], entries: &[Entry], helpers: &[Entry]) -> Result<(), Error> {
    let known = entries.iter().flat_map(Entry::names);
    let helpers = helpers.iter().map(|helper| &*helper.name);
    // Go has no underscores.
    let known: HashSet<String> = known.chain(helpers).map(pascal).collect();
    for entry in custom {
        // C also has a function without a color, which takes one.
        for name in [&entry.bare, &entry.name] {
            if is_reserved(name) || known.contains(&pascal(name)) {
                return Err(Error::Taken(name.clone()));
            }
        }
    }
    Ok(())
}

/// The argument in the place of a number that is no count of squares. Languages differ in the size
/// of their numbers, so their sums would, too.
const UNKNOWN: &str = "unknown";

impl Board for Expression {
    /// Parts that are always or never met do not occur.
    fn truth(is_met: bool) -> Self {
        Self::new(Operation::Number(is_met.into()), &[])
    }

    fn or(a: Self, b: Self) -> Self {
        a | b
    }

    fn of_files(files: Self) -> Self {
        Self::rebuilt(&[files], HashMap::new(), on_files)[0]
    }

    fn sum(_: Self, _: Self, _: bool) -> Self {
        Self::argument(UNKNOWN)
    }

    /// A number is compared as the count of so many squares.
    fn compare(left: Self, right: Self, comparison: Comparator) -> Self {
        let [left, right] = [left, right].map(counted);
        match comparison {
            Comparator::LessOrEqual => left.count_le(right),
            Comparator::GreaterOrEqual => right.count_le(left),
            Comparator::Less => !right.count_le(left),
            Comparator::Greater => !left.count_le(right),
            Comparator::Equal => left.count_le(right) & right.count_le(left),
            Comparator::NotEqual => !(left.count_le(right) & right.count_le(left)),
        }
    }
}

/// Returns a set with as many squares as a number.
fn counted(number: Expression) -> Expression {
    match number.operation() {
        Operation::Count => number.operands()[0],
        Operation::Number(number @ 0..=64) => {
            Expression::splat(Bitboard::from_bits(((1_u128 << number) - 1) as u64))
        }
        _ => Expression::argument(UNKNOWN),
    }
}

/// Makes an operation again, with all squares of files in the place of a byte.
fn on_files(operation: Operation, operands: &[Expression]) -> Expression {
    if operation != Operation::Files {
        return Expression::new(operation, operands);
    }
    let first = Expression::splat(Rank::First.bitboard());
    KoggeStone::north_fill(operands[0] & first)
}
