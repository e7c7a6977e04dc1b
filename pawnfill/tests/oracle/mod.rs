//! The oracle of all other tests: the definition of each pattern, written square by square.
//!
//! Nothing here shifts or fills. A definition only tests which pawns are on which squares.
//! It is generic over [`Mask`], so the same code runs on one board and on all boards at once.

#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each test uses a part"
)]

mod definitions;

use std::ops::{BitAnd, BitOr, Not};

use pawnfill::pattern::{Column, Scope, Value};
use pawnfill::{Bitboard, Color, Pawns};

pub use definitions::{Definition, NAMES, definition};

/// The value of a square, with a pawn or without: `bool`, or a function of all 128 input bits.
pub trait Mask:
    Copy + From<bool> + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
}
impl<T: Copy + From<bool> + BitAnd<Output = T> + BitOr<Output = T> + Not<Output = T>> Mask for T {}

/// A place on the board or off it, from the view of one side.
///
/// File 1 is the a-file, and rank 1 is the first rank of the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub file: i32,
    pub rank: i32,
}

impl At {
    /// Returns the place `east` files to the east and `ahead` ranks ahead.
    pub fn step(self, east: i32, ahead: i32) -> Self {
        Self {
            file: self.file + east,
            rank: self.rank + ahead,
        }
    }

    pub fn on_board(self) -> bool {
        (1..=8).contains(&self.file) && (1..=8).contains(&self.rank)
    }

    /// Returns all squares of the board, from a1 to h8 for White and from a8 to h1 for Black.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=8).flat_map(|rank| (1..=8).map(move |file| Self { file, rank }))
    }

    /// Returns the squares ahead on the file.
    pub fn ahead(self) -> impl Iterator<Item = Self> {
        (self.rank + 1..=8).map(move |rank| Self { rank, ..self })
    }

    /// Returns the squares behind on the file.
    pub fn behind(self) -> impl Iterator<Item = Self> {
        (1..self.rank).map(move |rank| Self { rank, ..self })
    }

    /// Returns `true` if the other square is on a neighbor file.
    pub fn is_one_file_from(self, other: Self) -> bool {
        (self.file - other.file).abs() == 1
    }

    /// Returns the eight squares of the file.
    pub fn whole_file(self) -> impl Iterator<Item = Self> {
        (1..=8).map(move |rank| Self { rank, ..self })
    }

    /// Returns the squares directly to the west and to the east.
    pub fn beside(self) -> [Self; 2] {
        [self.step(-1, 0), self.step(1, 0)]
    }

    /// Returns the squares directly or diagonally beside this one.
    pub fn around(self) -> impl Iterator<Item = Self> {
        [-1, 1]
            .into_iter()
            .flat_map(move |east| (-1..=1).map(move |ahead| self.step(east, ahead)))
    }
}

/// The pawns from the view of one side.
pub struct Board<T> {
    own: [T; 64],
    enemy: [T; 64],
    pub color: Color,
}

impl<T: Mask> Board<T> {
    /// Returns the board with these sets, whose squares are in the order of their
    /// numbers, a1 first.
    ///
    /// Patterns of the board are defined from White's view.
    pub fn new(white: [T; 64], black: [T; 64], scope: Scope) -> Self {
        let color = if let Scope::Side(color) = scope {
            color
        } else {
            Color::White
        };
        let (own, enemy) = match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        Self { own, enemy, color }
    }

    /// Returns the number of a square.
    pub fn index(&self, at: At) -> usize {
        let rank = match self.color {
            Color::White => at.rank - 1,
            Color::Black => 8 - at.rank,
        };
        (8 * rank + at.file - 1) as usize
    }

    /// Returns `true` if there is a friendly pawn.
    pub fn own(&self, at: At) -> T {
        if at.on_board() {
            self.own[self.index(at)]
        } else {
            no()
        }
    }

    /// Returns `true` if there is an enemy pawn.
    pub fn enemy(&self, at: At) -> T {
        if at.on_board() {
            self.enemy[self.index(at)]
        } else {
            no()
        }
    }

    /// Returns `true` if this is a square of the board without a pawn.
    pub fn empty(&self, at: At) -> T {
        T::from(at.on_board()) & !self.own(at) & !self.enemy(at)
    }

    /// Returns for each square if the definition holds, in the order of their numbers.
    pub fn set(&self, definition: impl Fn(&Self, At) -> T) -> [T; 64] {
        let mut set = [no(); 64];
        for at in At::all() {
            set[self.index(at)] = definition(self, at);
        }
        set
    }

    /// Returns for each file if the definition holds, starting with the a-file.
    pub fn files(&self, definition: impl Fn(&Self, At) -> T) -> [T; 8] {
        std::array::from_fn(|file| {
            definition(
                self,
                At {
                    file: file as i32 + 1,
                    rank: 1,
                },
            )
        })
    }
}

pub fn no<T: Mask>() -> T {
    T::from(false)
}

/// Returns `true` if the condition holds for at least one of the items.
pub fn any<T: Mask, I>(of: impl IntoIterator<Item = I>, holds: impl Fn(I) -> T) -> T {
    of.into_iter().fold(no(), |any, item| any | holds(item))
}

/// Returns `true` if exactly one of the two is true.
pub fn either<T: Mask>(a: T, b: T) -> T {
    (a & !b) | (b & !a)
}

/// A number: entry `n` tests if the number is `n`.
#[derive(Clone)]
pub struct Count<T>(pub Vec<T>);

impl<T: Mask> Count<T> {
    /// Returns the number of items for which the condition holds.
    pub fn new<I>(items: impl IntoIterator<Item = I>, holds: impl Fn(I) -> T) -> Self {
        items
            .into_iter()
            .fold(Self(vec![T::from(true)]), |count, item| {
                let is_counted = holds(item);
                count.combine(&Self(vec![!is_counted, is_counted]), |a, b| a + b)
            })
    }

    pub fn exactly(&self, value: usize) -> T {
        self.0.get(value).copied().unwrap_or(no())
    }

    pub fn at_least(&self, value: usize) -> T {
        any(value..self.0.len(), |value| self.exactly(value))
    }

    /// Returns `true` if this number is at least the other.
    pub fn reaches(&self, other: &Self) -> T {
        any(0..other.0.len(), |value| {
            other.exactly(value) & self.at_least(value)
        })
    }

    pub fn sum(parts: &[Self]) -> Self {
        parts.iter().fold(Self(vec![T::from(true)]), |sum, part| {
            sum.combine(part, |a, b| a + b)
        })
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

/// Returns the value of a column for these pawns.
pub fn value(column: Column, pawns: Pawns) -> Value {
    let bits = |set: Bitboard| std::array::from_fn(|square| set.bits() >> square & 1 != 0);
    let number = |bits: &[bool]| {
        bits.iter()
            .rev()
            .fold(0, |number, &bit| number << 1 | u64::from(bit))
    };
    let board = Board::new(
        bits(pawns.white().own()),
        bits(pawns.black().own()),
        column.scope,
    );
    match definition(column.pattern.name).expect("every pattern has a definition") {
        Definition::Set(holds) => Value::Set(number(&board.set(holds)).into()),
        Definition::Files(holds) => Value::Files((number(&board.files(holds)) as u8).into()),
        Definition::Number(sum) => {
            let value = Count::sum(&sum(&board)).0.iter().position(|&is_it| is_it);
            Value::Number(value.expect("a number has a value") as u32)
        }
        _ => panic!("{} is not defined as a pattern", column.pattern.name),
    }
}
