//! What functions must equal, computed by the library.

use std::collections::HashMap;
use std::sync::Arc;

use pawnfill::pattern::{self, CONTACTS, Column, QUESTIONS, Value, columns};
use pawnfill::set::Reduce as _;
use pawnfill::{Backend, Color, KoggeStone, Pawns, Square, beside, east, north, south, west};
use pawnfill_condition::{Answer, Definition, Query};
use pawnfill_symbolic::Symbolic;

use crate::computed::Computed;
use crate::read::{Module, Result};

/// The arguments of a function: boards, a square and a color.
#[derive(Clone, Copy)]
pub struct Input {
    pub boards: [Symbolic; 2],
    pub square: Square,
    pub color: Color,
}

/// All pawns.
type AnyPawns = Pawns<KoggeStone, Symbolic>;

impl Input {
    fn pawns(self) -> AnyPawns {
        let [white, black] = self.boards;
        AnyPawns::new(white, black)
    }

    /// Returns the arguments with these names.
    pub fn arguments(self, names: &[String]) -> Result<Vec<Computed>> {
        let place = |name: &str| names.iter().position(|other| other == name);
        if place("black").is_some() && place("white") > place("black") {
            return Err("White does not come first".to_owned());
        }
        let mut arguments = Vec::new();
        for name in names {
            arguments.push(match name.as_str() {
                "white" | "set" => Computed::Set(self.boards[0]),
                "black" => Computed::Set(self.boards[1]),
                "square" => Computed::Integer(self.square as u64),
                "color" => Computed::Integer(self.color as u64),
                _ => return Err(format!("`{name}` is not an argument")),
            });
        }
        Ok(arguments)
    }
}

/// A function of the library on all boards.
pub type Claim = Box<dyn Fn(Input) -> Computed>;

/// The functions that an export may have.
pub struct Claims<'a> {
    /// The names by their spelling in the language.
    names: HashMap<String, String>,
    /// The expressions of definitions and structures.
    definitions: HashMap<String, String>,
    structures: &'a [Arc<Definition>],
}

impl<'a> Claims<'a> {
    /// Returns the functions of the library and of definitions, which may name structures, in a
    /// language that spells names in its own way.
    pub fn new(
        definitions: &[(String, String)],
        structures: &'a [Arc<Definition>],
        spelled: fn(&str) -> String,
    ) -> Self {
        let mut known = HashMap::new();
        for structure in structures {
            known.insert(structure.name.clone(), format!("own.{}", structure.name));
        }
        for (name, text) in definitions {
            known.insert(name.replace('.', "_"), text.clone());
        }
        let mut names = HashMap::new();
        for bare in library_names().into_iter().chain(known.keys().cloned()) {
            for color in Color::ALL {
                let name = format!("{color}_{bare}");
                names.insert(spelled(&name), name);
            }
            names.insert(spelled(&bare), bare);
        }
        Self {
            names,
            definitions: known,
            structures,
        }
    }

    /// Returns what each value of a function must equal, with a name for it, or nothing if it is
    /// only a part of other functions.
    pub fn claims(&self, function: &str, module: &Module) -> Vec<(String, Claim)> {
        if function == "terms" {
            let columns = module.columns().into_iter();
            return columns
                .filter_map(|column| self.of_column(column))
                .collect();
        }
        let name = function.trim_start_matches("detail_");
        let definition = module.functions.get(function);
        let has_color = definition.is_some_and(|of| of.parameters.iter().any(|of| of == "color"));
        let claim = if has_color {
            self.by_color(name)
        } else {
            self.find(name)
        };
        let named = claim.map(|claim| (function.to_owned(), claim));
        named.into_iter().collect()
    }

    fn of_column(&self, column: String) -> Option<(String, Claim)> {
        let (color, field) = match column.split_once('_') {
            Some((color, field)) if color.eq_ignore_ascii_case("white") => ("white_", field),
            Some((color, field)) if color.eq_ignore_ascii_case("black") => ("black_", field),
            _ => ("", &*column),
        };
        let bare = self.names.get(field).map_or(field, String::as_str);
        let claim = self.library(&format!("{color}{bare}"))?;
        Some((column, claim))
    }

    /// Returns the function that takes a color.
    fn by_color(&self, name: &str) -> Option<Claim> {
        let [white, black] = match name {
            "ahead" => ["north".to_owned(), "south".to_owned()],
            "behind" => ["south".to_owned(), "north".to_owned()],
            _ => [format!("white_{name}"), format!("black_{name}")],
        };
        let (white, black) = (self.find(&white)?, self.find(&black)?);
        Some(Box::new(move |input| match input.color {
            Color::White => white(input),
            Color::Black => black(input),
        }))
    }

    fn find(&self, name: &str) -> Option<Claim> {
        self.library(self.names.get(name).map_or(name, String::as_str))
    }

    /// Returns the function of one side or of the board.
    fn library(&self, name: &str) -> Option<Claim> {
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
            let bare = name.strip_prefix(color.name());
            let bare = bare.and_then(|bare| bare.strip_prefix('_'));
            if let Some(claim) = bare.and_then(|bare| of_side(bare, color)) {
                return Some(claim);
            }
        }
        self.definition(name).or_else(|| helper(name))
    }

    /// Returns the function of a definition.
    fn definition(&self, name: &str) -> Option<Claim> {
        let (side, text) = match self.definitions.get(name) {
            Some(text) => (None, text),
            None => {
                let (color, bare) = name.split_once('_')?;
                let side = Color::ALL.into_iter().find(|side| side.name() == color)?;
                (Some(side), self.definitions.get(bare)?)
            }
        };
        let query = Query::parse(text, self.structures).ok()?;
        Some(Box::new(move |input| answer(&query, side, input)))
    }
}

/// Returns the value of a definition. Black sees the flipped board.
fn answer(query: &Query, side: Option<Color>, input: Input) -> Computed {
    let [white, black] = input.boards;
    let is_flipped = side == Some(Color::Black);
    let pawns = match is_flipped {
        true => AnyPawns::new(black.flip_vertical(), white.flip_vertical()),
        false => input.pawns(),
    };
    match query.answer(pawns, Color::White) {
        Answer::Set(set) => {
            let set = if is_flipped { set.flip_vertical() } else { set };
            match query.is_of_files() {
                true => Computed::Files(set.to_file_set()),
                false => Computed::Set(set),
            }
        }
        Answer::Number(number) => Computed::Number(number),
        Answer::Truth(truth) => Computed::Truth(truth),
    }
}

/// Returns the names of functions of the library, without colors.
fn library_names() -> Vec<String> {
    let mut names: Vec<String> = columns().map(|of| of.pattern.name.to_owned()).collect();
    names.extend(QUESTIONS.iter().map(|question| question.name.to_owned()));
    for class in CONTACTS {
        names.extend(["east", "west"].map(|side| format!("{}_{side}", class.name)));
    }
    names
}

/// Returns the class of contacts in a direction, or the question of a side.
fn of_side(name: &str, color: Color) -> Option<Claim> {
    let (class, direction) = name.split_at(name.rfind('_').unwrap_or_default());
    let is_west = direction == "_west";
    let class = CONTACTS.iter().find(|of| of.name == class);
    if let Some(class) = class.filter(|_| is_west || direction == "_east") {
        return Some(Box::new(move |input| {
            let contacts = class.contacts(input.pawns(), color);
            Computed::Set(if is_west {
                contacts.west
            } else {
                contacts.east
            })
        }));
    }
    let question = QUESTIONS.iter().find(|question| question.name == name)?;
    Some(Box::new(move |input| {
        match question.answer(input.pawns(), color, input.square) {
            pattern::Answer::Set(set) => Computed::Set(set),
            pattern::Answer::Truth(truth) => Computed::Truth(truth),
        }
    }))
}

/// Returns the function of one set.
fn helper(name: &str) -> Option<Claim> {
    let function: fn(Symbolic) -> Symbolic = match name {
        "north" => north,
        "south" => south,
        "east" => east,
        "west" => west,
        "beside" => beside,
        "north_fill" | "northFill" => KoggeStone::north_fill,
        "south_fill" | "southFill" => KoggeStone::south_fill,
        "file_fill" | "fileFill" => KoggeStone::file_fill,
        "file_set" | "fileSet" => KoggeStone::file_set,
        "file_span" | "fileSpan" => KoggeStone::file_span,
        "north_span" | "northSpan" => KoggeStone::north_span,
        "south_span" | "southSpan" => KoggeStone::south_span,
        _ => return None,
    };
    Some(Box::new(move |input| {
        Computed::Set(function(input.boards[0]))
    }))
}
