//! Squares, and steps from one square to another.

use std::iter::successors;

/// A square, as a pair of file and rank, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    pub(crate) file: i8,
    pub(crate) rank: i8,
}

/// A step to a neighbor square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Files toward the h-file.
    pub(crate) east: i8,
    /// Ranks toward rank 8.
    pub(crate) north: i8,
}

#[allow(missing_docs, reason = "the eight directions of the compass")]
impl Step {
    pub const NORTH: Self = Self { east: 0, north: 1 };
    pub const SOUTH: Self = Self { east: 0, north: -1 };
    pub const EAST: Self = Self { east: 1, north: 0 };
    pub const WEST: Self = Self { east: -1, north: 0 };
    pub const NORTH_EAST: Self = Self { east: 1, north: 1 };
    pub const NORTH_WEST: Self = Self { east: -1, north: 1 };
    pub const SOUTH_EAST: Self = Self { east: 1, north: -1 };
    pub const SOUTH_WEST: Self = Self { east: -1, north: -1 };
}

impl Square {
    /// Returns the square on a file and a rank, both counted from 0, or `None` off the board.
    #[must_use]
    pub fn new(file: i8, rank: i8) -> Option<Self> {
        let on_board = |coordinate| (0..8).contains(&coordinate);
        (on_board(file) && on_board(rank)).then_some(Self { file, rank })
    }

    /// Returns all squares: a1 first, then b1, and h8 last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Self { file, rank }))
    }

    /// Returns the members of a set.
    pub fn members(set: u64) -> impl Iterator<Item = Self> {
        Self::all().filter(move |square| set & square.bit() != 0)
    }

    /// Returns the number of its file, 0 for the a-file.
    #[must_use]
    pub fn file(self) -> usize {
        self.file as usize
    }

    /// Returns the number of its rank, 0 for rank 1.
    #[must_use]
    pub fn rank(self) -> usize {
        self.rank as usize
    }

    /// Returns its number: 0 for a1, 1 for b1, 63 for h8.
    #[must_use]
    pub fn index(self) -> usize {
        self.rank() * 8 + self.file()
    }

    /// Returns the set with only this square.
    #[must_use]
    pub fn bit(self) -> u64 {
        1 << self.index()
    }

    /// Returns the square one step away, or `None` beyond the edge.
    #[must_use]
    pub fn step(self, step: Step) -> Option<Self> {
        Self::new(self.file + step.east, self.rank + step.north)
    }

    /// Returns the squares reached by repeating the step up to the edge, without this square.
    pub fn walk(self, step: Step) -> impl Iterator<Item = Self> {
        successors(self.step(step), move |square| square.step(step))
    }
}

/// A color, which decides the direction of its pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Its pawns move north.
    White,
    /// Its pawns move south.
    Black,
}

impl Color {
    /// Returns the step of a pawn.
    #[must_use]
    pub fn ahead(self) -> Step {
        match self {
            Self::White => Step::NORTH,
            Self::Black => Step::SOUTH,
        }
    }

    /// Returns the step opposite to that of a pawn.
    #[must_use]
    pub fn behind(self) -> Step {
        Step { east: 0, north: -self.ahead().north }
    }
}
