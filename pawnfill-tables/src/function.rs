//! The functions and names that an expression may use.

use crate::sets::{self, collect};
use crate::value::Value;
use crate::walk::{Color, Square};

/// A function of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name. Functions may share a name if their arguments differ in kind.
    pub name: &'static str,
    /// A description of the value.
    pub value: &'static str,
    /// Its signature and implementation.
    pub body: Body,
}

/// The kinds of functions, by their signature.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each name is the signature")]
pub enum Body {
    SetToSet(fn(u64) -> u64),
    SetToFiles(fn(u64) -> u8),
    SetToNumber(fn(u64) -> u8),
    /// The second argument is a color, White by default.
    SideToSet(fn(u64, Color) -> u64),
    FilesToSet(fn(u8) -> u64),
    FilesToFiles(fn(u8) -> u8),
    FilesToNumber(fn(u8) -> u8),
}

impl Function {
    /// Returns all functions with this name.
    pub fn named(name: &str) -> impl Iterator<Item = &'static Self> {
        FUNCTIONS.iter().filter(move |function| function.name == name)
    }

    /// Returns the name with its arguments and the kind of its value.
    #[must_use]
    pub fn signature(&self) -> String {
        let kinds = match self.body {
            Body::SetToSet(_) => "(set) -> set",
            Body::SetToFiles(_) => "(set) -> files",
            Body::SetToNumber(_) => "(set) -> number",
            Body::SideToSet(_) => "(set, color) -> set",
            Body::FilesToSet(_) => "(files) -> set",
            Body::FilesToFiles(_) => "(files) -> files",
            Body::FilesToNumber(_) => "(files) -> number",
        };
        format!("{}{kinds}", self.name)
    }

    /// Tests if a color may follow the first argument.
    #[must_use]
    pub fn takes_color(&self) -> bool {
        matches!(self.body, Body::SideToSet(_))
    }

    /// Returns the value for some arguments, or `None` if their number or kinds are wrong.
    #[must_use]
    pub fn apply(&self, arguments: &[Value]) -> Option<Value> {
        Some(match (self.body, arguments) {
            (Body::SetToSet(f), &[Value::Set(set)]) => Value::Set(f(set)),
            (Body::SetToFiles(f), &[Value::Set(set)]) => Value::Files(f(set)),
            (Body::SetToNumber(f), &[Value::Set(set)]) => Value::Number(f(set).into()),
            (Body::SideToSet(f), &[Value::Set(set)]) => Value::Set(f(set, Color::White)),
            (Body::SideToSet(f), &[Value::Set(set), Value::Color(color)]) => Value::Set(f(set, color)),
            (Body::FilesToSet(f), &[Value::Files(files)]) => Value::Set(f(files)),
            (Body::FilesToFiles(f), &[Value::Files(files)]) => Value::Files(f(files)),
            (Body::FilesToNumber(f), &[Value::Files(files)]) => Value::Number(f(files).into()),
            _ => return None,
        })
    }
}

/// Builds the list.
macro_rules! functions {
    ($($name:ident: $body:ident($run:expr), $value:literal;)*) => {
        /// Every function of an expression.
        pub static FUNCTIONS: &[Function] =
            &[$(Function { name: stringify!($name), value: $value, body: Body::$body($run) }),*];
    };
}

functions! {
    north: SetToSet(sets::north), "directly north of a member";
    south: SetToSet(sets::south), "directly south of a member";
    east: SetToSet(sets::east), "directly east of a member";
    west: SetToSet(sets::west), "directly west of a member";
    north_east: SetToSet(sets::north_east), "directly north-east of a member";
    north_west: SetToSet(sets::north_west), "directly north-west of a member";
    south_east: SetToSet(sets::south_east), "directly south-east of a member";
    south_west: SetToSet(sets::south_west), "directly south-west of a member";
    beside: SetToSet(sets::beside), "directly east or west of a member";
    north_ray: SetToSet(sets::north_ray), "north of a member on its file";
    south_ray: SetToSet(sets::south_ray), "south of a member on its file";
    north_fill: SetToSet(sets::north_fill), "the members and all squares north of them on their files";
    south_fill: SetToSet(sets::south_fill), "the members and all squares south of them on their files";
    file_fill: SetToSet(sets::file_fill), "all squares of the files with a member";
    flip_vertical: SetToSet(sets::flip_vertical), "the set upside down: e2 becomes e7";
    flip_horizontal: SetToSet(sets::flip_horizontal), "the set mirrored: e2 becomes d2";
    file_set: SetToFiles(sets::file_set), "the files with a member";
    count: SetToNumber(sets::count), "the number of squares";
    stops: SideToSet(sets::stops), "directly ahead of a member";
    telestops: SideToSet(sets::telestops), "two or more squares ahead of a member on its file";
    front_fill: SideToSet(sets::front_fill), "the members and all squares ahead of them on their files";
    rear_fill: SideToSet(sets::rear_fill), "the members and all squares behind them on their files";
    front_span: SideToSet(sets::front_span), "ahead of a member on its file";
    rear_span: SideToSet(sets::rear_span), "behind a member on its file";
    east_attacks: SideToSet(sets::east_attacks), "attacked by a member to the east";
    west_attacks: SideToSet(sets::west_attacks), "attacked by a member to the west";
    any_attacks: SideToSet(sets::any_attacks), "attacked by a member";
    double_attacks: SideToSet(sets::double_attacks), "attacked by two members";
    single_attacks: SideToSet(sets::single_attacks), "attacked by exactly one member";
    east_front_attack_span: SideToSet(sets::east_front_attack_span), "ahead of a member on the file east of it";
    west_front_attack_span: SideToSet(sets::west_front_attack_span), "ahead of a member on the file west of it";
    front_attack_span: SideToSet(sets::front_attack_span), "ahead of a member on the files beside it";
    east_rear_attack_span: SideToSet(sets::east_rear_attack_span), "level with a member or behind, on the file east of it";
    west_rear_attack_span: SideToSet(sets::west_rear_attack_span), "level with a member or behind, on the file west of it";
    rear_attack_span: SideToSet(sets::rear_attack_span), "level with a member or behind, on the files beside it";
    passer_span: SideToSet(sets::passer_span), "ahead of a member on its file and the files beside it";
    east: FilesToFiles(|files| files << 1), "directly east of a member";
    west: FilesToFiles(|files| files >> 1), "directly west of a member";
    flip_horizontal: FilesToFiles(u8::reverse_bits), "the set mirrored: the a file becomes the h file";
    file_fill: FilesToSet(sets::files_to_bitboard), "all squares of the files";
    count: FilesToNumber(|files| files.count_ones() as u8), "the number of files";
}

/// Returns the value of a predefined name.
///
/// * `a1` to `h8`, `file_a` to `file_h`, `rank_1` to `rank_8`, `empty` and `full`: sets of squares.
/// * `white` and `black`: colors.
#[must_use]
pub fn literal(name: &str) -> Option<Value> {
    let file = |letter: u8| (b'a'..=b'h').contains(&letter).then(|| (letter - b'a') as usize);
    let rank = |digit: u8| (b'1'..=b'8').contains(&digit).then(|| (digit - b'1') as usize);
    let squares = |choose: &dyn Fn(Square) -> bool| {
        Some(Value::Set(collect(Square::all().filter(|&square| choose(square)))))
    };
    match name.as_bytes() {
        b"white" => Some(Value::Color(Color::White)),
        b"black" => Some(Value::Color(Color::Black)),
        b"empty" => squares(&|_| false),
        b"full" => squares(&|_| true),
        &[letter, digit] => {
            let (file, rank) = (file(letter)?, rank(digit)?);
            squares(&|square| (square.file(), square.rank()) == (file, rank))
        }
        &[b'f', b'i', b'l', b'e', b'_', letter] => {
            let file = file(letter)?;
            squares(&|square| square.file() == file)
        }
        &[b'r', b'a', b'n', b'k', b'_', digit] => {
            let rank = rank(digit)?;
            squares(&|square| square.rank() == rank)
        }
        _ => None,
    }
}

/// Returns every predefined name.
pub fn literals() -> impl Iterator<Item = String> {
    let words = ["white", "black", "empty", "full"].map(String::from);
    let files = ('a'..='h').map(|file| format!("file_{file}"));
    let ranks = (1..=8).map(|rank| format!("rank_{rank}"));
    let squares = ('a'..='h').flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}")));
    words.into_iter().chain(files).chain(ranks).chain(squares)
}
