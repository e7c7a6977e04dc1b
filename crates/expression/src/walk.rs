//! Squares, and steps from one square to another.

/// A square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// The number of its file, 0 for the a-file.
    pub file: i8,
    /// The number of its rank, 0 for rank 1.
    pub rank: i8,
}

impl Square {
    /// Returns the square on a file and a rank, both counted from 0, or `None` off the board.
    #[must_use]
    pub fn new(file: i8, rank: i8) -> Option<Self> {
        let board = 0..8;
        (board.contains(&file) && board.contains(&rank)).then_some(Self { file, rank })
    }

    /// Returns all squares: a1 first, then b1, and h8 last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(|number| Self {
            file: number % 8,
            rank: number / 8,
        })
    }

    /// Returns its name, such as `e4`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.file as u8), self.rank + 1)
    }

    /// Returns the members of a set.
    pub fn members(set: u64) -> impl Iterator<Item = Self> {
        Self::all().filter(move |square| set & square.bit() != 0)
    }

    /// Returns the set with only this square: bit 0 for a1, bit 1 for b1, bit 63 for h8.
    #[must_use]
    pub fn bit(self) -> u64 {
        1 << (self.rank * 8 + self.file)
    }

    /// Returns the square this number of files to the east and ranks to the north, or `None` beyond
    /// the edge.
    #[must_use]
    pub fn step(self, east: i8, north: i8) -> Option<Self> {
        Self::new(self.file + east, self.rank + north)
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
    /// Returns the number of ranks to the north that a pawn steps.
    #[must_use]
    pub fn ahead(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }
}
