//! Squares, files and ranks: a1 is 0, b1 is 1, h8 is 63.

use core::fmt;

use crate::{Bitboard, Color};

/// Declares an enum whose variants are numbered from 0, with common conversions.
macro_rules! numbered {
    (
        $(#[$meta:meta])* $name:ident, $noun:literal, $expected:literal:
        $($(#[$variant_meta:meta])* $variant:ident = $index:literal $text:literal),* $(,)?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[must_use]
        pub enum $name {
            $(
                #[doc = concat!("`", $text, "`, number ", stringify!($index), ".")]
                $(#[$variant_meta])*
                $variant = $index,
            )*
        }

        impl $name {
            #[doc = concat!("Every ", $noun, " in order.")]
            pub const ALL: [Self; [$($index),*].len()] = [$(Self::$variant),*];

            #[doc = concat!("Returns the ", $noun, " with this number, if there is one.")]
            #[inline]
            #[must_use]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < Self::ALL.len() { Some(Self::ALL[index]) } else { None }
            }

            #[doc = concat!("Returns the ", $noun, " whose number has these low bits.")]
            ///
            /// The number is taken modulo the length of [`ALL`](Self::ALL), so the function never
            /// fails and needs no branch: `Square::from_index_wrapping(64)` is a1.
            #[inline(always)]
            pub const fn from_index_wrapping(index: usize) -> Self {
                // The match compiles to no code. A table of all variants would cost a load.
                match index % Self::ALL.len() {
                    $($index => Self::$variant,)*
                    _ => Self::ALL[0],
                }
            }

            /// Returns the number, counted from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the name, which [`FromStr`](core::str::FromStr) parses.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        $crate::square::number_conversions!($name, $noun: u8 u32 i32 usize);

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl core::str::FromStr for $name {
            type Err = $crate::ParseNameError;

            fn from_str(text: &str) -> Result<Self, $crate::ParseNameError> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err($crate::ParseNameError { expected: $expected }),
                }
            }
        }
    };
}
pub(crate) use numbered;

/// Converts between the enum and the integers that engines use.
macro_rules! number_conversions {
    ($name:ident, $noun:literal: $($integer:ident)*) => {$(
        impl TryFrom<$integer> for $name {
            type Error = $crate::TryFromIndexError;

            #[inline]
            fn try_from(index: $integer) -> Result<Self, $crate::TryFromIndexError> {
                let count = Self::ALL.len();
                if (0..count as i128).contains(&(index as i128)) {
                    Ok(Self::from_index_wrapping(index as usize))
                } else {
                    Err($crate::TryFromIndexError { index: index as i128, noun: $noun, count })
                }
            }
        }

        impl From<$name> for $integer {
            #[inline]
            fn from(numbered: $name) -> Self {
                numbered as Self
            }
        }
    )*};
}
pub(crate) use number_conversions;

/// The error for a string that is not the name of a square, file, rank or color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseNameError {
    pub(crate) expected: &'static str,
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl core::error::Error for ParseNameError {}

/// The error for a number without a square, file, rank or color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TryFromIndexError {
    pub(crate) index: i128,
    pub(crate) noun: &'static str,
    pub(crate) count: usize,
}

impl fmt::Display for TryFromIndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, noun, count } = self;
        write!(
            f,
            "no {noun} has number {index}: expected a number from 0 to {}",
            count - 1
        )
    }
}

impl core::error::Error for TryFromIndexError {}

numbered! {
    /// A file of the board, from `a` in the west to `h` in the east.
    File, "file", "a file from a to h":
    A = 0 "a", B = 1 "b", C = 2 "c", D = 3 "d", E = 4 "e", F = 5 "f", G = 6 "g", H = 7 "h",
}

numbered! {
    /// A rank of the board, from `1` in the south to `8` in the north.
    Rank, "rank", "a rank from 1 to 8":
    First = 0 "1", Second = 1 "2", Third = 2 "3", Fourth = 3 "4",
    Fifth = 4 "5", Sixth = 5 "6", Seventh = 6 "7", Eighth = 7 "8",
}

numbered! {
    /// A square of the board. Its number is the number of its bit in a [`Bitboard`].
    ///
    /// ```
    /// use pawnfill::{Color, Rank, Square};
    ///
    /// // From and to the numbers of an engine.
    /// assert_eq!(Square::from_index_wrapping(12), Square::E2);
    /// assert_eq!(Square::try_from(12_u8), Ok(Square::E2));
    /// assert_eq!(usize::from(Square::E2), 12);
    /// assert_eq!(
    ///     Square::try_from(-1_i32).unwrap_err().to_string(),
    ///     "no square has number -1: expected a number from 0 to 63"
    /// );
    ///
    /// assert_eq!(Square::E2.flip_vertical(), Square::E7);
    /// assert_eq!(Square::E7.relative_rank(Color::Black), Rank::Second);
    /// ```
    Square, "square", "a square from a1 to h8":
    A1 = 0 "a1", B1 = 1 "b1", C1 = 2 "c1", D1 = 3 "d1",
    E1 = 4 "e1", F1 = 5 "f1", G1 = 6 "g1", H1 = 7 "h1",
    A2 = 8 "a2", B2 = 9 "b2", C2 = 10 "c2", D2 = 11 "d2",
    E2 = 12 "e2", F2 = 13 "f2", G2 = 14 "g2", H2 = 15 "h2",
    A3 = 16 "a3", B3 = 17 "b3", C3 = 18 "c3", D3 = 19 "d3",
    E3 = 20 "e3", F3 = 21 "f3", G3 = 22 "g3", H3 = 23 "h3",
    A4 = 24 "a4", B4 = 25 "b4", C4 = 26 "c4", D4 = 27 "d4",
    E4 = 28 "e4", F4 = 29 "f4", G4 = 30 "g4", H4 = 31 "h4",
    A5 = 32 "a5", B5 = 33 "b5", C5 = 34 "c5", D5 = 35 "d5",
    E5 = 36 "e5", F5 = 37 "f5", G5 = 38 "g5", H5 = 39 "h5",
    A6 = 40 "a6", B6 = 41 "b6", C6 = 42 "c6", D6 = 43 "d6",
    E6 = 44 "e6", F6 = 45 "f6", G6 = 46 "g6", H6 = 47 "h6",
    A7 = 48 "a7", B7 = 49 "b7", C7 = 50 "c7", D7 = 51 "d7",
    E7 = 52 "e7", F7 = 53 "f7", G7 = 54 "g7", H7 = 55 "h7",
    A8 = 56 "a8", B8 = 57 "b8", C8 = 58 "c8", D8 = 59 "d8",
    E8 = 60 "e8", F8 = 61 "f8", G8 = 62 "g8", H8 = 63 "h8",
}

impl Square {
    /// Returns the square where a file and a rank meet.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index_wrapping(rank as usize * 8 + file as usize)
    }

    /// Returns the file of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::from_index_wrapping(self as usize)
    }

    /// Returns the rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_index_wrapping(self as usize / 8)
    }

    /// Returns the rank of the square from the view of a color, whose pieces start on
    /// the first rank.
    #[inline]
    pub const fn relative_rank(self, color: Color) -> Rank {
        match color {
            Color::White => self.rank(),
            Color::Black => self.rank().flip_vertical(),
        }
    }

    /// Returns the square mirrored north to south: e2 for e7.
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self::from_index_wrapping(self as usize ^ 56)
    }

    /// Returns the square mirrored east to west: d2 for e2.
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self::from_index_wrapping(self as usize ^ 7)
    }

    /// Returns the square mirrored at the diagonal from a1 to h8: a2 for b1.
    #[inline]
    pub const fn flip_diagonal(self) -> Self {
        Self::from_index_wrapping(self as usize * 8 + self as usize / 8)
    }

    /// Returns the set with only this square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(1 << self as u64)
    }
}

impl File {
    /// Returns the eight squares of the file.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(0x0101_0101_0101_0101 << self as u64)
    }

    /// Returns the file mirrored east to west: d for e.
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self::from_index_wrapping(self as usize ^ 7)
    }
}

impl Rank {
    /// Returns the eight squares of the rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(0xff << (self as u64 * 8))
    }

    /// Returns the rank mirrored north to south: 7 for 2.
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self::from_index_wrapping(self as usize ^ 7)
    }
}
