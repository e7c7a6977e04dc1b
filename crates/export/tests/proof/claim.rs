//! The expected values of exported functions, computed by the library.

use std::collections::HashMap;
use std::sync::LazyLock;

use pawnfill::pattern::{self, CONTACTS, Column, QUESTIONS, Value};
use pawnfill::set::Reduce as _;
use pawnfill::{Backend, Color, KoggeStone, Pawns, Square, beside, east, north, south, west};
use pawnfill_condition::{Answer, Query, readings, structures};
use pawnfill_symbolic::{Bit, Number, Symbolic, Values, differ, never};

use crate::read::{Computed, Definition, Module, Result};

/// The arguments of a function: boards, a square and a color.
#[derive(Clone, Copy)]
pub struct Input {
    pub boards: [Symbolic; 2],
    pub square: Square,
    pub color: Color,
}

/// All pawns.
type Any = Pawns<KoggeStone, Symbolic>;

impl Input {
    fn pawns(self) -> Any {
        let [white, black] = self.boards;
        Any::new(white, black)
    }

    /// Returns the arguments with these names.
    pub fn arguments(self, names: &[String]) -> Result<Vec<Computed>> {
        let argument = |name: &String| match name.as_str() {
            "white" | "set" => Ok(Computed::Set(self.boards[0])),
            "black" => Ok(Computed::Set(self.boards[1])),
            "square" => Ok(Computed::Integer(self.square as u64)),
            "color" => Ok(Computed::Integer(self.color as u64)),
            _ => Err(format!("`{name}` is not an argument")),
        };
        let place = |name: &str| names.iter().position(|other| other == name);
        if place("black").is_some() && place("white") > place("black") {
            return Err("White does not come first".to_owned());
        }
        names.iter().map(argument).collect()
    }
}

/// A function of the library on all boards.
pub type Claim = Box<dyn Fn(Input) -> Computed>;

/// Returns the function of the library with this name, if there is one.
pub fn claim(name: &str, module: &Module) -> Option<Claim> {
    let takes_color = |function: &Definition| {
        function
            .parameters
            .iter()
            .any(|parameter| parameter == "color")
    };
    let has_color = module.functions.get(name).is_some_and(takes_color);
    let name = name.trim_start_matches("detail_");
    if has_color {
        let [white, black] = match name {
            "ahead" => [library("north")?, library("south")?],
            "behind" => [library("south")?, library("north")?],
            _ => [
                library(&format!("white_{name}"))?,
                library(&format!("black_{name}"))?,
            ],
        };
        return Some(Box::new(move |input| match input.color {
            Color::White => white(input),
            Color::Black => black(input),
        }));
    }
    if name == "terms" {
        let field =
            |field: &String| match Color::ALL.into_iter().find(|color| color.name() == field) {
                Some(color) => {
                    let side = module.fields["side_terms"].iter();
                    Some(together(
                        side.map(|field| library(&format!("{color}_{field}")))
                            .collect::<Option<_>>()?,
                    ))
                }
                None => library(field),
            };
        return Some(together(
            module.fields["terms"]
                .iter()
                .map(field)
                .collect::<Option<_>>()?,
        ));
    }
    library(name)
}

/// Returns the function that returns the values of several.
fn together(fields: Vec<Claim>) -> Claim {
    Box::new(move |input| Computed::Fields(fields.iter().map(|field| field(input)).collect()))
}

/// Definitions of one's own, and what they are.
pub const OWN: [(&str, &str); 8] = [
    (
        "weak",
        "(own.backward - own.isolated | own.isolated - own.backward) & front_span(enemy.pawns, enemy)",
    ),
    (
        "is_rich",
        "count(own.passed & a) >= 1 && !(count(enemy.pawns & c) > count(own.pawns & c) || own.isolated & h)",
    ),
    ("weakness_count", "count(own.isolated & (a | b))"),
    (
        "on_open_files",
        "file_fill(white.pawns) & file_fill(open_file_set) | flip_horizontal(black.pawns)",
    ),
    (
        "has_few",
        "black.island_count == 1 && white.pawns == white.defended && count(~(black.pawns & d)) < 64",
    ),
    (
        "north_of",
        "own.north_fill & flip_vertical(south(enemy.pawns)) - north_east(own.pawns) & rank_3",
    ),
    (
        "changes_sides",
        "(own.passed) && (own.rams) || !(own.passed) && (enemy.holes)",
    ),
    (
        "has_as_many",
        "count(own.pawns & a) == count(enemy.pawns & b) && own.rams || count(own.pawns & a) != count(enemy.pawns & b) && enemy.holes",
    ),
];

/// All definitions that are exported, with their names in it.
static DEFINITIONS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let own = OWN
        .into_iter()
        .chain([("w", "white.passed"), ("p", "own.pawns")]);
    let own = own.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let structures = structures()
        .into_iter()
        .map(|of| (of.name.clone(), format!("own.{}", of.name)));
    let of_engines = readings().into_iter().flat_map(|of| {
        let names = of
            .names()
            .map(|name| (name.replace('.', "_"), of.condition.clone()));
        names.collect::<Vec<_>>()
    });
    own.chain(structures).chain(of_engines).collect()
});

/// Returns the function of a definition.
fn own(name: &str) -> Option<Claim> {
    let side = Color::ALL
        .into_iter()
        .find(|color| name.starts_with(color.name()));
    let name = side.map_or(name, |side| &name[side.name().len() + 1..]);
    let text = DEFINITIONS.get(name)?;
    let query = Query::parse(text, &structures()).ok()?;
    Some(Box::new(move |input| {
        // Black sees the flipped board.
        let [white, black] = input.boards;
        let is_white = side != Some(Color::Black);
        let pawns = if is_white {
            input.pawns()
        } else {
            Any::new(black.flip_vertical(), white.flip_vertical())
        };
        match query.answer(pawns, Color::White) {
            Answer::Set(set) => Computed::Set(if is_white { set } else { set.flip_vertical() }),
            Answer::Number(number) => Computed::Number(number),
            Answer::Truth(truth) => Computed::Truth(truth),
        }
    }))
}

/// Returns the function of one side or of the board.
fn library(name: &str) -> Option<Claim> {
    if name == "count" {
        return Some(Box::new(|input| Computed::Number(input.boards[0].count())));
    }
    if let Some(column) = Column::from_name(name) {
        return Some(Box::new(move |input| match column.value(input.pawns()) {
            Value::Set(set) => Computed::Set(set),
            Value::Files(files) => Computed::Files(files),
            Value::Number(number) => Computed::Number(number),
        }));
    }
    for color in Color::ALL {
        let Some(name) = name
            .strip_prefix(color.name())
            .and_then(|name| name.strip_prefix('_'))
        else {
            continue;
        };
        let (class_name, direction) = name.split_at(name.rfind('_').unwrap_or_default());
        let is_west = direction == "_west";
        if let Some(class) = CONTACTS
            .iter()
            .find(|class| class.name == class_name && (is_west || direction == "_east"))
        {
            return Some(Box::new(move |input| {
                let contacts = class.contacts(input.pawns(), color);
                Computed::Set(if is_west {
                    contacts.west
                } else {
                    contacts.east
                })
            }));
        }
        if let Some(question) = QUESTIONS.iter().find(|question| question.name == name) {
            return Some(Box::new(move |input| {
                match question.answer(input.pawns(), color, input.square) {
                    pattern::Answer::Set(set) => Computed::Set(set),
                    pattern::Answer::Truth(truth) => Computed::Truth(truth),
                }
            }));
        }
    }
    own(name).or_else(|| helper(name))
}

/// Returns the function of one set.
fn helper(name: &str) -> Option<Claim> {
    let function: fn(Symbolic) -> Symbolic = match name {
        "north" => north,
        "south" => south,
        "east" => east,
        "west" => west,
        "beside" => beside,
        "north_fill" => KoggeStone::north_fill,
        "south_fill" => KoggeStone::south_fill,
        "file_fill" => KoggeStone::file_fill,
        "file_set" => KoggeStone::file_set,
        "file_span" => KoggeStone::file_span,
        "north_span" => KoggeStone::north_span,
        "south_span" => KoggeStone::south_span,
        _ => return None,
    };
    Some(Box::new(move |input| {
        Computed::Set(function(input.boards[0]))
    }))
}

/// Checks that two values are equal on all boards. The error names boards for which they differ.
pub fn same(left: &Computed, right: &Computed) -> Result<()> {
    let difference = match (left, right) {
        (Computed::Fields(left), Computed::Fields(right)) if left.len() == right.len() => {
            return std::iter::zip(left, right).try_for_each(|(left, right)| same(left, right));
        }
        (Computed::Files(left), Computed::Files(right)) => differ(left, right),
        (&Computed::Truth(left), &Computed::Truth(right)) => left ^ right,
        (Computed::Set(left), Computed::Number(_)) => binary(left)?.differ(right.number()?),
        (Computed::Number(_), _) => left.number()?.differ(right.number()?),
        _ => differ(&left.set()?.0, &right.set()?.0),
    };
    never("they differ", difference)
}

/// Returns the number whose binary digits are the squares of the set, from a1.
fn binary(set: &Symbolic) -> Result<Number> {
    const DIGITS: usize = 8;
    let none = Bit::from(false);
    never(
        "the number has more digits",
        differ(&set.0[DIGITS..], &[none; 64 - DIGITS]),
    )?;
    let values = |(digit, &bit): (usize, &Bit)| {
        Values::from(
            std::iter::once(!bit)
                .chain(std::iter::repeat_n(none, (1 << digit) - 1))
                .chain([bit]),
        )
    };
    Ok(Number::sum(set.0[..DIGITS].iter().enumerate().map(values)))
}
