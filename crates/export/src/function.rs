//! Functions that any language can write.

use std::ops::Deref;

use pawnfill::Color;
use pawnfill::pattern::Family;

use crate::graph::{Expression, Operation, Type};

/// The names of the boards, as arguments.
pub(crate) const BOARDS: &[&str] = &["white", "black"];

/// An expression for writing, with names for its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// An argument or a local name.
    Name(String),
    /// A call of another function.
    Call(String, Vec<Term>),
    /// An operation on terms, in the order of the operands.
    Operation(Operation, Type, Vec<Term>),
}

impl Term {
    /// Returns the names in it.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Name(name) => vec![name],
            Self::Call(_, terms) | Self::Operation(.., terms) => {
                terms.iter().flat_map(Self::names).collect()
            }
        }
    }
}

/// A local name, its type and its value.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) value: Term,
}

/// A function before its calls are resolved.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The pattern, the question or the class of contacts that selects it. Parts of other functions
    /// have none.
    pub(crate) class: String,
    /// The place in the lists of the library.
    pub(crate) place: usize,
    /// The name without a prefix, such as `white_passed`.
    pub(crate) name: String,
    /// The name without a color, such as `passed`.
    pub(crate) bare: String,
    /// The side of the function, if there is one for each.
    pub(crate) color: Option<Color>,
    /// The family of a pattern of the library.
    pub(crate) family: Option<Family>,
    /// The names of the arguments.
    pub(crate) parameters: &'static [&'static str],
    /// A summary in one line, and for patterns the formula and the page.
    pub(crate) docs: Vec<String>,
    /// The same for both colors.
    pub(crate) about: Vec<String>,
    /// The values for all squares, if it is a mask.
    pub(crate) table: Option<[u64; 64]>,
    pub(crate) value: Expression,
    /// The type of its value.
    pub(crate) result: Type,
}

impl Entry {
    pub(crate) fn new(
        class: &str,
        bare: &str,
        color: Option<Color>,
        about: &[&str],
        value: Expression,
    ) -> Self {
        let value = value.simplified();
        let mut docs = Vec::new();
        for line in about {
            docs.push(color.map_or_else(|| (*line).to_owned(), |color| summary(line, color)));
        }
        Self {
            class: class.to_owned(),
            place: 0,
            name: color.map_or_else(|| bare.to_owned(), |color| format!("{color}_{bare}")),
            bare: bare.to_owned(),
            color,
            family: None,
            parameters: parameters(value),
            docs,
            about: about.iter().copied().map(str::to_owned).collect(),
            table: None,
            value,
            result: Type::from_expression(value),
        }
    }

    /// Returns a part of other functions.
    pub(crate) fn part(bare: &str, color: Option<Color>, about: &str, value: Expression) -> Self {
        Self::new("", bare, color, &[about], value)
    }

    /// Returns `true` if it is only a part of other functions.
    pub(crate) fn is_part(&self) -> bool {
        self.class.is_empty()
    }

    pub(crate) fn is_about_square(&self) -> bool {
        self.parameters.contains(&"square")
    }

    /// Returns `true` if it is a mask, which is about a square and no board. All other functions of
    /// a square call one.
    pub(crate) fn is_mask(&self) -> bool {
        self.table.is_some() && self.parameters == ["square"]
    }

    /// Returns the names that select it: `passed` and `white_passed`.
    pub(crate) fn names(&self) -> Vec<&str> {
        if self.is_part() {
            return Vec::new();
        }
        vec![&self.class, &self.bare, &self.name]
    }

    /// Returns the sentence about it as one about a property.
    pub(crate) fn property(&self) -> String {
        let mut letters = self.about[0].trim_start_matches("Returns ").chars();
        let first = letters.next();
        let capital = first.into_iter().flat_map(char::to_uppercase);
        capital.chain(letters).collect()
    }

    fn field(&self) -> Field {
        Field {
            name: self.bare.clone(),
            ty: self.result,
            about: self.property(),
            formula: self.about.get(1).cloned(),
        }
    }
}

/// Returns the names of the arguments of an expression.
fn parameters(value: Expression) -> &'static [&'static str] {
    let (mut is_on_boards, mut is_on_square) = (false, false);
    for part in value.all() {
        match part.operation() {
            Operation::Argument("set") => return &["set"],
            Operation::Argument(_) => is_on_boards = true,
            Operation::Mask(_) | Operation::Moved(..) => is_on_square = true,
            _ => {}
        }
    }
    match (is_on_boards, is_on_square) {
        (true, true) => &["white", "black", "square"],
        (false, true) => &["square"],
        _ => BOARDS,
    }
}

/// Returns a summary with the colors of the pawns.
fn summary(about: &str, color: Color) -> String {
    let [own, enemy] = [color, !color].map(Color::name);
    about
        .replace("an enemy pawn", "a enemy pawn")
        .replace("friendly pawn", &format!("{own} pawn"))
        .replace("enemy pawn", &format!("{enemy} pawn"))
}

/// A function that can be written in any language.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) entry: Entry,
    /// The local names, in the order of computation.
    pub(crate) locals: Vec<Local>,
    /// Its value.
    pub(crate) body: Term,
}

impl Deref for Function {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.entry
    }
}

/// What the function of several sets does.
pub(crate) const TERMS_ABOUT: &str = "Computes sets together, and their common parts once.";

/// Sets that one function computes together.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The local names, including those of the fields, in the order of computation.
    pub(crate) locals: Vec<Local>,
    /// The fields: the board's, White's, and Black's.
    pub(crate) fields: Vec<Entry>,
}

/// A type with fields.
pub(crate) struct Record {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) fields: Vec<Field>,
}

/// A field of a type.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// A summary without a verb.
    pub(crate) about: String,
    pub(crate) formula: Option<String>,
}

impl Terms {
    fn fields_of(&self, color: Option<Color>) -> impl Iterator<Item = &Entry> {
        self.fields.iter().filter(move |entry| entry.color == color)
    }

    /// Returns the type of a side, if sides have fields, and that of the whole.
    pub(crate) fn records(&self) -> Vec<Record> {
        let (mut records, mut whole) = (Vec::new(), Vec::new());
        let side: Vec<_> = self
            .fields_of(Some(Color::White))
            .map(Entry::field)
            .collect();
        if !side.is_empty() {
            records.push(Record {
                name: "side_terms",
                about: "The terms of one side.",
                fields: side,
            });
            for color in Color::ALL {
                whole.push(Field {
                    name: color.to_string(),
                    ty: Type::Side,
                    about: format!("{color:?}'s sets."),
                    formula: None,
                });
            }
        }
        whole.extend(self.fields_of(None).map(Entry::field));
        records.push(Record {
            name: "terms",
            about: "Sets that are computed together.",
            fields: whole,
        });
        records
    }

    /// Returns the names of the fields, separated by commas: those of each side, between the two
    /// texts that make a value of them, and the board's.
    pub(crate) fn values(&self, [open, close]: [&str; 2]) -> Vec<String> {
        let mut values = Vec::new();
        for color in [Some(Color::White), Some(Color::Black), None] {
            let names: Vec<&str> = self.fields_of(color).map(|entry| &*entry.name).collect();
            let names = names.join(", ");
            match color {
                _ if names.is_empty() => {}
                Some(_) => values.push(format!("{open}{names}{close}")),
                None => values.push(names),
            }
        }
        values
    }
}
