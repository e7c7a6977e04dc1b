//! The expected values of exported functions, computed by the library.

use pawnfill::pattern::{Answer, CONTACTS, Column, QUESTIONS, Value as PatternValue};
use pawnfill::set::{Compare, Reduce};
use pawnfill::{
    Backend, Bitboard, Color, KoggeStone, Pawns, Square, SquareSet, beside, east, north, south, west,
};
use pawnfill_symbolic::{Bit, Number, Symbolic, Values, differ, never};

use crate::read::{Definition, Module, Result, Value};

/// The arguments of a function: boards, a square and a color.
#[derive(Clone, Copy)]
pub struct Input<S> {
    pub boards: [S; 2],
    pub square: Square,
    pub color: Color,
}

impl<S: Compare + Reduce> Input<S> {
    /// Returns the arguments with these names.
    pub fn arguments(self, names: &[String]) -> Result<Vec<Value<S>>> {
        let argument = |name: &String| match name.as_str() {
            "white" | "set" => Ok(Value::Set(self.boards[0])),
            "black" => Ok(Value::Set(self.boards[1])),
            "square" => Ok(Value::Integer(self.square as u64)),
            "color" => Ok(Value::Integer(self.color as u64)),
            _ => Err(format!("`{name}` is not an argument")),
        };
        names.iter().map(argument).collect()
    }
}

/// Returns the value of the library, or `None` if it has no function with this name.
pub fn expected<S: Judge>(name: &str, input: Input<S>, module: &Module) -> Option<Value<S>> {
    let takes_color =
        |function: &Definition| function.parameters.iter().any(|parameter| parameter == "color");
    let has_color = module.functions.get(name).is_some_and(takes_color);
    let name = name.trim_start_matches("template ").trim_start_matches("detail_");
    if has_color {
        return library(&format!("{}_{name}", input.color), input);
    }
    if name == "structure" {
        let set = |name: &str| library(name, input);
        let field = |field: &String| match Color::ALL.into_iter().find(|color| color.name() == field) {
            Some(color) => {
                let side = module.fields["side_structure"].iter();
                Some(Value::Fields(
                    side.map(|field| set(&format!("{color}_{field}"))).collect::<Option<_>>()?,
                ))
            }
            None => set(field),
        };
        return Some(Value::Fields(module.fields["structure"].iter().map(field).collect::<Option<_>>()?));
    }
    library(name, input)
}

/// Returns the value of the library for the name of a function of one side or of the board.
fn library<S: Judge>(name: &str, input: Input<S>) -> Option<Value<S>> {
    let [white, black] = input.boards;
    if name == "count" {
        return Some(Value::Count(white));
    }
    let pawns = Pawns::<KoggeStone, S>::new(white, black);
    if let Some(column) = Column::from_name(name) {
        return Some(match column.of(pawns) {
            PatternValue::Set(set) => Value::Set(set),
            PatternValue::Files(files) => Value::Files(files),
            PatternValue::Number(number) => Value::Number(number),
        });
    }
    for color in Color::ALL {
        let Some(name) = name.strip_prefix(color.name()).and_then(|name| name.strip_prefix('_')) else {
            continue;
        };
        for class in CONTACTS {
            let contacts = class.of(pawns, color);
            match name.strip_prefix(class.name) {
                Some("_east") => return Some(Value::Set(contacts.east)),
                Some("_west") => return Some(Value::Set(contacts.west)),
                _ => {}
            }
        }
        if let Some(row) = chain(name, pawns, color) {
            return Some(Value::Set(row));
        }
        if name == "more_sentries_than_helpers" {
            return Some(Value::Set(S::of(|square| more_sentries_than_helpers(pawns, color, square))));
        }
        if let Some(question) = QUESTIONS.iter().find(|question| question.name == name) {
            return Some(match question.of(pawns, color, input.square) {
                Answer::Squares(set) => Value::Integer(set.bits()),
                Answer::Pawns(set) => Value::Set(set),
                Answer::YesNo(truth) => Value::Truth(truth),
            });
        }
    }
    macro_rules! helpers {
        ($($name:ident = $function:path;)*) => {
            match name {
                $(stringify!($name) => Some(Value::Set($function(white))),)*
                _ => None,
            }
        };
    }
    helpers! {
        north = north;
        south = south;
        east = east;
        west = west;
        beside = beside;
        north_fill = KoggeStone::north_fill;
        south_fill = KoggeStone::south_fill;
        file_fill = KoggeStone::file_fill;
        beside_files = KoggeStone::beside_files;
        file_set = KoggeStone::file_set;
        file_span = KoggeStone::file_span;
        north_span = KoggeStone::north_span;
        south_span = KoggeStone::south_span;
    }
}

type Step<S> = fn(S) -> S;

/// Returns the pawns in contact whose row friendly or enemy pawns continue, by walking along the row from its end.
fn chain<S: SquareSet>(name: &str, pawns: Pawns<KoggeStone, S>, color: Color) -> Option<S> {
    let (whose, side) = name.split_once("_chain_goes_on_")?;
    let [ahead, behind] = if color == Color::White { [north, south] } else { [south, north] };
    let contacts = CONTACTS.iter().find(|class| class.name == "contacts")?.of(pawns, color);
    let (row, toward, away): (S, Step<S>, Step<S>) = match side {
        "east" => (contacts.east, east, west),
        "west" => (contacts.west, west, east),
        // A helper of the function.
        _ => return None,
    };
    let walk = |members: S, pawns: S, step: &dyn Fn(S) -> S| {
        let last = members & step(pawns & !members);
        (0..7).fold(last, |reached, _| reached | (members & step(reached)))
    };
    let [white, black] = [pawns.white().own(), pawns.black().own()];
    let [own, enemy] = if color == Color::White { [white, black] } else { [black, white] };
    Some(if whose == "own" {
        walk(row, own, &|set| away(ahead(set)))
    } else {
        let attacked = walk(toward(ahead(row)), enemy, &|set| toward(behind(set)));
        away(behind(attacked))
    })
}

/// Returns `true` if fewer friendly pawns are level with the square or behind it than enemy pawns are strictly ahead of it, on
/// the neighbor files.
fn more_sentries_than_helpers<S: Compare>(
    pawns: Pawns<KoggeStone, S>,
    color: Color,
    square: Square,
) -> S::Mask {
    let rank = square.relative_rank(color);
    let neighbors =
        Square::ALL.into_iter().filter(|other| other.file().index().abs_diff(square.file().index()) == 1);
    let [ahead, others] = [true, false].map(|is_ahead| {
        let squares = neighbors.clone().filter(|other| (other.relative_rank(color) > rank) == is_ahead);
        S::splat(squares.fold(Bitboard::EMPTY, |set, square| set | square.bitboard()))
    });
    let [own, enemy] = match color {
        Color::White => [pawns.white().own(), pawns.black().own()],
        Color::Black => [pawns.black().own(), pawns.white().own()],
    };
    !(enemy & ahead).count_le(own & others)
}

/// A kind of set for comparing two values.
pub trait Judge: Compare + Reduce {
    /// Returns the squares for which the test is true.
    fn of(test: impl Fn(Square) -> Self::Mask) -> Self;

    /// Checks that the values are equal. The error is an input for which they differ.
    fn same(left: &Value<Self>, right: &Value<Self>) -> Result<()>;
}

/// Compares values, and structures field by field.
macro_rules! fields {
    ($left:ident, $right:ident) => {
        if let (Value::Fields(left), Value::Fields(right)) = ($left, $right) {
            if left.len() != right.len() {
                return Err("the fields differ".to_owned());
            }
            return std::iter::zip(left, right).try_for_each(|(left, right)| Self::same(left, right));
        }
    };
}

impl Judge for Bitboard {
    fn of(test: impl Fn(Square) -> bool) -> Self {
        Square::ALL
            .into_iter()
            .filter(|&square| test(square))
            .fold(Self::EMPTY, |set, square| set | square.bitboard())
    }

    fn same(left: &Value<Self>, right: &Value<Self>) -> Result<()> {
        fields!(left, right);
        let equal = match (left, right) {
            (Value::Files(left), Value::Files(right)) => left == right,
            (Value::Truth(left), Value::Truth(right)) => left == right,
            (&Value::Set(left), Value::Number(_) | Value::Count(_)) => left.bits() == right.number()?.into(),
            (Value::Number(_) | Value::Count(_), _) => left.number()? == right.number()?,
            _ => left.set()? == right.set()?,
        };
        if equal { Ok(()) } else { Err("they differ".to_owned()) }
    }
}

impl Judge for Symbolic {
    fn of(test: impl Fn(Square) -> Bit) -> Self {
        Self(Square::ALL.map(test))
    }

    fn same(left: &Value<Self>, right: &Value<Self>) -> Result<()> {
        fields!(left, right);
        let difference = match (left, right) {
            (Value::Files(left), Value::Files(right)) => differ(left, right),
            (&Value::Truth(left), &Value::Truth(right)) => left ^ right,
            (Value::Set(left), Value::Number(_) | Value::Count(_)) => binary(left)?.differ(right.number()?),
            (Value::Number(_) | Value::Count(_), _) => left.number()?.differ(right.number()?),
            _ => differ(&left.set()?.0, &right.set()?.0),
        };
        never("they differ", difference)
    }
}

/// Returns the number whose binary digits are the squares of the set, from a1.
fn binary(set: &Symbolic) -> Result<Number> {
    const DIGITS: usize = 8;
    let none = Bit::from(false);
    never("the number has more digits", differ(&set.0[DIGITS..], &[none; 64 - DIGITS]))?;
    let values = |(digit, &bit): (usize, &Bit)| {
        Values::from(std::iter::once(!bit).chain(std::iter::repeat_n(none, (1 << digit) - 1)).chain([bit]))
    };
    Ok(Number::sum(set.0[..DIGITS].iter().enumerate().map(values)))
}
