//! Definitions of one's own, and those of structures and engines, as functions.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use pawnfill::set::Reduce as _;
use pawnfill::{Backend as _, Bitboard, Color, KoggeStone, Rank, SquareSet as _};
use pawnfill_condition::{
    Answer, Board, Definition, Mistake, Query, check_name, readings, structures,
};
use pawnfill_expression::grammar::Comparator;

use crate::graph::{Expression, Operation};
use crate::program::{Entry, pawns};
use crate::{Error, Selection};

/// Returns the names and the expressions of those items of a [selection](Selection) that are
/// definitions, structures, or what an engine means by a pattern. The name of an earlier definition
/// stands for its expression.
#[must_use]
pub fn definitions(items: &[&str], names: &[Arc<Definition>]) -> Vec<(String, String)> {
    let mut definitions: Vec<(String, String)> = Vec::new();
    for item in items {
        definitions.extend(match item.split_once('=') {
            Some((name, text)) => {
                Some((name.trim().to_owned(), expanded(text.trim(), &definitions)))
            }
            None => KNOWN
                .iter()
                .find(|(name, _)| name == item)
                .cloned()
                .or_else(|| {
                    let is_named = names.iter().any(|of| of.name == *item);
                    is_named.then(|| ((*item).to_owned(), format!("own.{item}")))
                }),
        });
    }
    definitions
}

/// Returns a text with the expressions of definitions in the place of their names.
fn expanded(text: &str, definitions: &[(String, String)]) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest
            .find(|c| is_part(c) != is_part(first))
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        // The name of a definition that has sides may be that of its side.
        let of_own = word.strip_prefix("own.");
        let is_of_sides = |text: &str| ["own.", "enemy."].iter().any(|side| text.contains(side));
        let is_meant = |(name, text): &&(String, String)| {
            name == word || (of_own == Some(name) && is_of_sides(text))
        };
        match definitions.iter().rfind(is_meant) {
            Some((_, expression)) => expanded += &format!("({expression})"),
            None => expanded += word,
        }
        rest = after;
    }
    expanded
}

/// The names of structures, and of what engines mean by patterns, such as `ethereal.candidates`,
/// with their expressions.
pub(crate) static KNOWN: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let structures = structures();
    let mut known: Vec<_> = structures
        .iter()
        .map(|of| (of.name.clone(), format!("own.{}", of.name)))
        .collect();
    for reading in readings() {
        known.extend(
            reading
                .names()
                .map(|name| (name, reading.condition.clone())),
        );
    }
    known
});

/// Returns the functions of each definition of a selection: one for each side, or for the board if
/// it names colors.
pub(crate) fn entries(selection: &Selection) -> Result<Vec<Vec<Entry>>, Error> {
    let known = structures();
    let names = if selection.names.is_empty() {
        &known
    } else {
        selection.names
    };
    let items: Vec<_> = selection
        .patterns
        .iter()
        .chain(selection.structure)
        .copied()
        .collect();
    let own = definitions(&items, names).into_iter();
    own.map(|(name, text)| entries_of(&name, &text, names, selection.conditions))
        .collect()
}

fn entries_of(
    name: &str,
    text: &str,
    names: &[Arc<Definition>],
    takes_conditions: bool,
) -> Result<Vec<Entry>, Error> {
    if KNOWN.iter().all(|(known, _)| known != name) && text != format!("own.{name}") {
        check_name(name, names).map_err(Error::Name)?;
    }
    let name = name.replace('.', "_");
    let wrong = |mistake| Error::Definition {
        name: name.clone(),
        mistake,
    };
    let misused = |message: &str| wrong(Mistake::new(0..text.len(), message));
    let query = Query::parse(text, names).map_err(wrong)?;
    if query.has_pieces() {
        return Err(misused("other pieces than pawns are only for searches"));
    }
    let sides = query.sides().map_err(wrong)?;
    if query.joins_sets() && !takes_conditions {
        return Err(misused(
            "this is true or false, and no set: write `~` for the other squares of a set, `&` and `|` to join sets, or \
             ask for it with `--condition`",
        ));
    }
    let about = format!(
        "Returns `{}`.",
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    let entries = sides.iter().map(|&side| {
        let (Answer::Set(value) | Answer::Number(value) | Answer::Truth(value)) =
            query.answer(pawns(), side.unwrap_or(Color::White));
        let value = if query.is_of_files() {
            value.to_file_set()
        } else {
            value
        };
        if value
            .all()
            .into_iter()
            .any(|part| part.operation() == Operation::Argument(UNKNOWN))
        {
            return Err(misused("only counts of sets are compared, without sums"));
        }
        Ok(Entry::new(&name, &name, side, &[&about], value))
    });
    entries.collect()
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
        let made = Self::rebuilt(
            &[files],
            HashMap::new(),
            |operation, operands| match operation {
                Operation::Files => {
                    KoggeStone::north_fill(operands[0] & Self::splat(Rank::First.bitboard()))
                }
                _ => Self::new(operation, operands),
            },
        );
        made[0]
    }

    fn sum(_: Self, _: Self, _: bool) -> Self {
        Self::argument(UNKNOWN)
    }

    /// A number is compared as the count of so many squares.
    fn compare(left: Self, right: Self, comparison: Comparator) -> Self {
        let [left, right] = [left, right].map(|number| match number.operation() {
            Operation::Count => number.operands()[0],
            Operation::Number(number @ 0..=64) => {
                Self::splat(Bitboard::from_bits(((1_u128 << number) - 1) as u64))
            }
            _ => Self::argument(UNKNOWN),
        });
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
