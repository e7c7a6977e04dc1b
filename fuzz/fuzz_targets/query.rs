//! Writes a condition of `pawnfill find` as text, and compares its value with that of a walk over squares. The text that is
//! not a condition gives a mistake.

#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use pawnfill::pattern::{Column, Scope, Value, columns};
use pawnfill::{Bitboard, Color, Pawns};
use pawnfill_condition::Query;

#[derive(Arbitrary, Debug)]
enum Set {
    Square(u8),
    File(u8),
    Rank(u8),
    Pawns(bool),
    Column(u16),
    Not(Box<Set>),
    Both(u8, Box<Set>, Box<Set>),
    Shift(u8, Box<Set>),
}

#[derive(Arbitrary, Debug)]
enum Number {
    Constant(u8),
    Count(Set),
    Sum(bool, Box<Number>, Box<Number>),
}

#[derive(Arbitrary, Debug)]
enum Condition {
    Any(Set),
    Equal(bool, Set, Set),
    Compare(u8, Number, Number),
    Not(Box<Condition>),
    All(Vec<Condition>),
    AnyOf(Vec<Condition>),
}

type Squares = [bool; 64];

const SHIFTS: [(&str, i32, i32); 9] = [
    ("north", 0, 1),
    ("south", 0, -1),
    ("east", 1, 0),
    ("west", -1, 0),
    ("north_east", 1, 1),
    ("north_west", -1, 1),
    ("south_east", 1, -1),
    ("south_west", -1, -1),
    // Both sides.
    ("beside", 1, 0),
];

fn squares(set: Bitboard) -> Squares {
    std::array::from_fn(|square| set.bits() >> square & 1 == 1)
}

fn moved(set: &Squares, east: i32, north: i32) -> Squares {
    std::array::from_fn(|to| {
        let (file, rank) = (to as i32 % 8 - east, to as i32 / 8 - north);
        (0..8).contains(&file) && (0..8).contains(&rank) && set[(rank * 8 + file) as usize]
    })
}

/// Returns the name and the value of a column of sets of squares.
fn column(number: u16, pawns: Pawns) -> (String, Squares) {
    let set = |column: Column| match column.of(pawns) {
        Value::Set(set) => Some((column, set)),
        _ => None,
    };
    let sets: Vec<_> = columns().into_iter().filter_map(set).collect();
    let (column, set) = sets[usize::from(number) % sets.len()];
    let side = match column.scope {
        Scope::Board => String::new(),
        scope => format!("{scope}."),
    };
    (side + column.pattern.name, squares(set))
}

/// Returns an operator on sets, and its result for a square.
fn operator(number: u8) -> (&'static str, fn(bool, bool) -> bool) {
    match number % 4 {
        0 => ("|", |a, b| a || b),
        1 => ("&", |a, b| a && b),
        2 => ("^", |a, b| a != b),
        _ => ("-", |a, b| a && !b),
    }
}

impl Set {
    fn write(&self, pawns: Pawns) -> (String, Squares) {
        match self {
            Self::Square(square) => {
                let (file, rank) = (square % 8, square / 8 % 8);
                let name = format!("{}{}", char::from(b'a' + file), rank + 1);
                (name, std::array::from_fn(|other| other == usize::from(rank * 8 + file)))
            }
            Self::File(file) => {
                let file = file % 8;
                let name = char::from(b'a' + file).to_string();
                (name, std::array::from_fn(|square| square % 8 == usize::from(file)))
            }
            Self::Rank(rank) => {
                let rank = rank % 8;
                (format!("rank_{}", rank + 1), std::array::from_fn(|square| square / 8 == usize::from(rank)))
            }
            Self::Pawns(is_white) => {
                let color = if *is_white { Color::White } else { Color::Black };
                (format!("{color}.pawns"), squares(pawns.side(color).own()))
            }
            Self::Column(number) => column(*number, pawns),
            Self::Not(set) => {
                let (text, set) = set.write(pawns);
                (format!("~({text})"), set.map(|square| !square))
            }
            Self::Both(number, left, right) => {
                let ((left, a), (right, b)) = (left.write(pawns), right.write(pawns));
                let (symbol, result) = operator(*number);
                let value = std::array::from_fn(|square| result(a[square], b[square]));
                (format!("({left}) {symbol} ({right})"), value)
            }
            Self::Shift(shift, set) => {
                let (text, set) = set.write(pawns);
                let (name, east, north) = SHIFTS[usize::from(*shift) % SHIFTS.len()];
                let (value, west) = (moved(&set, east, north), moved(&set, -east, north));
                let is_in = |square| value[square] || name == "beside" && west[square];
                (format!("{name}({text})"), std::array::from_fn(is_in))
            }
        }
    }
}

impl Number {
    fn write(&self, pawns: Pawns) -> (String, i32) {
        match self {
            Self::Constant(number) => (number.to_string(), i32::from(*number)),
            Self::Count(set) => {
                let (text, set) = set.write(pawns);
                (format!("count({text})"), set.iter().filter(|&&square| square).count() as i32)
            }
            Self::Sum(is_sum, left, right) => {
                let ((left, a), (right, b)) = (left.write(pawns), right.write(pawns));
                let (symbol, value) = if *is_sum { ('+', a + b) } else { ('-', a - b) };
                (format!("({left}) {symbol} ({right})"), value)
            }
        }
    }
}

impl Condition {
    fn write(&self, pawns: Pawns) -> (String, bool) {
        let joined = |parts: &[Self], symbol: &str| {
            let parts: Vec<_> = parts.iter().map(|part| part.write(pawns)).collect();
            let texts: Vec<_> = parts.iter().map(|(text, _)| format!("({text})")).collect();
            (texts.join(symbol), parts.into_iter().map(|(_, is_met)| is_met).collect::<Vec<_>>())
        };
        match self {
            Self::Any(set) => {
                // `!` in front of a whole condition asks for an empty set.
                let (text, set) = set.write(pawns);
                (format!("({text}) | empty"), set.contains(&true))
            }
            Self::Equal(is_equal, left, right) => {
                let ((left, a), (right, b)) = (left.write(pawns), right.write(pawns));
                let symbol = if *is_equal { "==" } else { "!=" };
                (format!("({left}) {symbol} ({right})"), (a == b) == *is_equal)
            }
            Self::Compare(comparison, left, right) => {
                let ((left, a), (right, b)) = (left.write(pawns), right.write(pawns));
                let (symbol, is_met) = match comparison % 6 {
                    0 => ("==", a == b),
                    1 => ("!=", a != b),
                    2 => ("<", a < b),
                    3 => ("<=", a <= b),
                    4 => (">", a > b),
                    _ => (">=", a >= b),
                };
                (format!("{left} {symbol} {right}"), is_met)
            }
            Self::Not(condition) => {
                let (text, is_met) = condition.write(pawns);
                (format!("!({text})"), !is_met)
            }
            Self::All(list) | Self::AnyOf(list) if list.is_empty() => ("a1 == a1".to_owned(), true),
            Self::All(list) => {
                let (text, met) = joined(list, " && ");
                (text, !met.contains(&false))
            }
            Self::AnyOf(list) => {
                let (text, met) = joined(list, " || ");
                (text, met.contains(&true))
            }
        }
    }
}

fuzz_target!(|input: (u64, u64, Condition, &str)| {
    let (white, black, condition, text) = input;
    let pawns = Pawns::from_bits(white, black);
    let (written, expected) = condition.write(pawns);
    match Query::parse(&written, &[]) {
        Ok(query) => assert_eq!(query.is_met(pawns), [expected, false], "{written}"),
        // It is too long or too deep.
        Err(mistake) => assert!(format!("{mistake:?}").contains(" more than "), "{written}: {mistake:?}"),
    }
    let _ = Query::parse(text, &[]);
});
