//! The patterns once more, square by square, in the words of their definitions: the oracle of all other tests.
//!
//! Nothing here shifts or fills. A definition asks what stands on which square, and nothing else;
//! it does so over any [`Mask`], so that the same words run on a board and on all boards at once.

#![allow(dead_code, unreachable_pub, unused_imports, reason = "each test takes what it needs")]

mod definitions;

use std::ops::{BitAnd, BitOr, Not};

use pawnfill::pattern::{Column, Scope, Value};
use pawnfill::{Bitboard, Color, Pawns};

pub use definitions::{Definition, NAMES, definition};

/// What the answer to "is there a pawn on this square?" can be: `bool`, or a function of all 128 input bits.
pub trait Mask:
    Copy + From<bool> + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
}
impl<T: Copy + From<bool> + BitAnd<Output = T> + BitOr<Output = T> + Not<Output = T>> Mask for T {}

/// A place on the board or beside it, as one side counts: files 1 to 8 from the west, ranks 1 to 8 from its own end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub file: i32,
    pub rank: i32,
}

impl At {
    /// So many files to the east and so many ranks ahead.
    pub fn step(self, east: i32, ahead: i32) -> Self {
        Self { file: self.file + east, rank: self.rank + ahead }
    }

    pub fn on_board(self) -> bool {
        (1..=8).contains(&self.file) && (1..=8).contains(&self.rank)
    }

    /// All squares of the board from a1 to h8, or from a8 to h1 for Black.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=8).flat_map(|rank| (1..=8).map(move |file| Self { file, rank }))
    }

    /// The squares strictly ahead on the file.
    pub fn ahead(self) -> impl Iterator<Item = Self> {
        (self.rank + 1..=8).map(move |rank| Self { rank, ..self })
    }

    /// The squares strictly behind on the file.
    pub fn behind(self) -> impl Iterator<Item = Self> {
        (1..self.rank).map(move |rank| Self { rank, ..self })
    }

    /// Is the other square on a neighbor file?
    pub fn is_one_file_from(self, other: Self) -> bool {
        (self.file - other.file).abs() == 1
    }

    /// The eight squares of the file.
    pub fn whole_file(self) -> impl Iterator<Item = Self> {
        (1..=8).map(move |rank| Self { rank, ..self })
    }

    /// The square beside in the west and the one beside in the east.
    pub fn beside(self) -> [Self; 2] {
        [self.step(-1, 0), self.step(1, 0)]
    }

    /// The squares beside and diagonal to this one.
    pub fn around(self) -> impl Iterator<Item = Self> {
        [-1, 1].into_iter().flat_map(move |east| (-1..=1).map(move |ahead| self.step(east, ahead)))
    }
}

/// The pawns as one side sees them.
pub struct Board<T> {
    own: [T; 64],
    enemy: [T; 64],
    pub color: Color,
}

impl<T: Mask> Board<T> {
    /// The board of these sets, whose squares come in the order of their numbers, a1 first.
    ///
    /// Patterns of the board are defined as White sees it.
    pub fn new(white: [T; 64], black: [T; 64], scope: Scope) -> Self {
        let color = if let Scope::Side(color) = scope { color } else { Color::White };
        let (own, enemy) = match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        Self { own, enemy, color }
    }

    /// The number of a square.
    pub fn index(&self, at: At) -> usize {
        let rank = match self.color {
            Color::White => at.rank - 1,
            Color::Black => 8 - at.rank,
        };
        (8 * rank + at.file - 1) as usize
    }

    /// Is there a friendly pawn?
    pub fn own(&self, at: At) -> T {
        if at.on_board() { self.own[self.index(at)] } else { no() }
    }

    /// Is there an enemy pawn?
    pub fn enemy(&self, at: At) -> T {
        if at.on_board() { self.enemy[self.index(at)] } else { no() }
    }

    /// Is this a square without a pawn?
    pub fn empty(&self, at: At) -> T {
        T::from(at.on_board()) & !self.own(at) & !self.enemy(at)
    }

    /// The squares for which the definition holds, in the order of their numbers.
    pub fn set(&self, definition: impl Fn(&Self, At) -> T) -> [T; 64] {
        let mut set = [no(); 64];
        for at in At::all() {
            set[self.index(at)] = definition(self, at);
        }
        set
    }

    /// The files for which the definition holds, a first.
    pub fn files(&self, definition: impl Fn(&Self, At) -> T) -> [T; 8] {
        std::array::from_fn(|file| definition(self, At { file: file as i32 + 1, rank: 1 }))
    }
}

pub fn no<T: Mask>() -> T {
    T::from(false)
}

/// Is it so of any of these?
pub fn any<T: Mask, I>(of: impl IntoIterator<Item = I>, holds: impl Fn(I) -> T) -> T {
    of.into_iter().fold(no(), |any, item| any | holds(item))
}

/// Is exactly one of the two so?
pub fn either<T: Mask>(a: T, b: T) -> T {
    (a & !b) | (b & !a)
}

/// A number: for each value from 0 up, is it this one?
#[derive(Clone)]
pub struct Count<T>(pub Vec<T>);

impl<T: Mask> Count<T> {
    /// Of how many of these is it so?
    pub fn of<I>(items: impl IntoIterator<Item = I>, holds: impl Fn(I) -> T) -> Self {
        items.into_iter().fold(Self(vec![T::from(true)]), |count, item| {
            let one = holds(item);
            count.combine(&Self(vec![!one, one]), |a, b| a + b)
        })
    }

    pub fn exactly(&self, value: usize) -> T {
        self.0.get(value).copied().unwrap_or(no())
    }

    pub fn at_least(&self, value: usize) -> T {
        any(value..self.0.len(), |value| self.exactly(value))
    }

    /// Is this number at least the other?
    pub fn reaches(&self, other: &Self) -> T {
        any(0..other.0.len(), |value| other.exactly(value) & self.at_least(value))
    }

    pub fn sum(parts: &[Self]) -> Self {
        parts.iter().fold(Self(vec![T::from(true)]), |sum, part| sum.combine(part, |a, b| a + b))
    }

    pub fn combine(&self, other: &Self, f: impl Fn(usize, usize) -> usize) -> Self {
        let mut values = Vec::new();
        for (a, &a_holds) in self.0.iter().enumerate() {
            for (b, &b_holds) in other.0.iter().enumerate() {
                let value = f(a, b);
                values.resize(values.len().max(value + 1), no());
                values[value] = values[value] | (a_holds & b_holds);
            }
        }
        Self(values)
    }
}

/// What a column is of these pawns.
pub fn value(column: Column, pawns: Pawns) -> Value {
    let bits = |set: Bitboard| std::array::from_fn(|square| set.bits() >> square & 1 != 0);
    let number = |bits: &[bool]| bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(bit));
    let board = Board::new(bits(pawns.white().own()), bits(pawns.black().own()), column.scope());
    match definition(column.pattern().name).expect("every pattern has a definition") {
        Definition::Set(holds) => Value::Set(number(&board.set(holds)).into()),
        Definition::Files(holds) => Value::Files((number(&board.files(holds)) as u8).into()),
        Definition::Number(sum) => {
            let value = Count::sum(&sum(&board)).0.iter().position(|&is_it| is_it);
            Value::Number(value.expect("a number has a value") as u32)
        }
        _ => panic!("{} is not defined as a pattern", column.pattern().name),
    }
}
