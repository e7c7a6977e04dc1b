//! Makes the functions of the library: fills and masks, patterns, contacts and questions.

use pawnfill::pattern::{CONTACTS, Family, Pattern, QUESTIONS, Question, Scope, Value, columns};
use pawnfill::{Backend, Color, KoggeStone, beside, east, north, south, west};

use crate::function::Entry;
use crate::graph::{Expression, pawns};
use crate::mask::{Mask, record};

/// Returns the steps, the fills and the masks.
///
/// Equal expressions in patterns are written as calls of these functions.
pub(crate) fn helpers(masks: &[Mask]) -> Vec<Entry> {
    let set = Expression::argument("set");
    let fills = [
        ("north", "One step north.", north(set)),
        ("south", "One step south.", south(set)),
        (
            "east",
            "One step east; squares of the h-file leave the board.",
            east(set),
        ),
        (
            "west",
            "One step west; squares of the a-file leave the board.",
            west(set),
        ),
        ("beside", "The squares beside the set.", beside(set)),
        (
            "north_fill",
            "The set and all squares north of it on its files.",
            KoggeStone::north_fill(set),
        ),
        (
            "south_fill",
            "The set and all squares south of it on its files.",
            KoggeStone::south_fill(set),
        ),
        (
            "file_fill",
            "Every square of each file on which the set has a square.",
            KoggeStone::file_fill(set),
        ),
        (
            "file_set",
            "The files on which the set has a square, as squares of rank 1.",
            KoggeStone::file_set(set),
        ),
        (
            "file_span",
            "The squares with a square of the set elsewhere on their file.",
            KoggeStone::file_span(set),
        ),
        (
            "north_span",
            "All squares strictly north of some square of the set.",
            KoggeStone::north_span(set),
        ),
        (
            "south_span",
            "All squares strictly south of some square of the set.",
            KoggeStone::south_span(set),
        ),
    ];
    let mut helpers = Vec::new();
    for (name, about, value) in fills {
        helpers.push(Entry::part(name, None, about, value));
    }
    for mask in masks {
        helpers.push(Entry {
            table: Some(mask.table),
            ..Entry::part(mask.name, None, mask.summary, mask.value)
        });
    }
    helpers
}

/// Returns the patterns, the contacts in each direction, and the questions about a square.
pub(crate) fn library(masks: &[Mask]) -> Vec<Entry> {
    let mut entries = Vec::new();
    add_patterns(&mut entries);
    add_contacts(&mut entries);
    add_questions(&mut entries, masks);
    entries
}

fn add_patterns(entries: &mut Vec<Entry>) {
    for column in columns() {
        let Pattern {
            name,
            about,
            formula,
            source_url,
            family,
            ..
        } = column.pattern;
        let color = match column.scope {
            Scope::Side(color) => Some(color),
            _ => None,
        };
        let (Value::Set(value) | Value::Files(value) | Value::Number(value)) =
            column.value(pawns());
        entries.push(Entry {
            family: Some(*family),
            ..Entry::new(name, name, color, &[about, formula, source_url], value)
        });
    }
}

fn add_contacts(entries: &mut Vec<Entry>) {
    for class in CONTACTS {
        for color in Color::ALL {
            let contacts = class.contacts(pawns(), color);
            for (direction, value) in [("east", contacts.east), ("west", contacts.west)] {
                let about = format!(
                    "Returns the friendly pawns in `{}` to the {direction}.",
                    class.levers.name
                );
                let name = format!("{}_{direction}", class.name);
                entries.push(Entry {
                    family: Some(Family::Lever),
                    ..Entry::new(class.name, &name, Some(color), &[&about], value)
                });
            }
        }
    }
}

fn add_questions(entries: &mut Vec<Entry>, masks: &[Mask]) {
    for question in QUESTIONS {
        let Question {
            name,
            about,
            formula,
            family,
            ..
        } = question;
        for color in Color::ALL {
            if let Some(value) = record(question, color, masks) {
                entries.push(Entry {
                    family: Some(*family),
                    ..Entry::new(name, name, Some(color), &[about, formula], value)
                });
            }
        }
    }
}

/// Returns the long common parts of several patterns, which the library computes
/// in hidden functions.
pub(crate) fn hidden() -> Vec<Entry> {
    let mut hidden = Vec::new();
    let pawns = pawns();
    for (color, more) in [
        (Color::White, pawns.white().more_sentries_than_helpers()),
        (Color::Black, pawns.black().more_sentries_than_helpers()),
    ] {
        let about = "Returns the squares with more enemy pawns strictly ahead on the \
                     neighbor files than friendly pawns level or behind.";
        let name = "more_sentries_than_helpers";
        hidden.push(Entry::part(name, Some(color), about, more));
    }
    let [_, white, black] = pawns.white().contact_rows();
    for (color, rows) in [(Color::White, white), (Color::Black, black)] {
        for (side, row) in [("east", rows.east), ("west", rows.west)] {
            let about = format!(
                "Returns the white pawns in contact to the {side} whose diagonal row of contacts a \
                 {color} pawn continues."
            );
            let name = format!("chain_{color}_goes_on_{side}");
            hidden.push(Entry::part(&name, None, &about, row));
        }
    }
    hidden
}
