//! Squares, files and ranks: a1 is 0, b1 is 1, h8 is 63.

use core::fmt;

use crate::Bitboard;

/// Declares an enum whose variants number the things of one kind, from 0, with the conversions all of them need.
macro_rules! numbered {
    (
        $(#[$meta:meta])* $name:ident, $parse_error:literal:
        $($variant:ident = $index:literal $text:literal),* $(,)?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`, number ", stringify!($index), ".")] $variant = $index,)*
        }

        impl $name {
            /// All of them in order.
            pub const ALL: [Self; [$($index),*].len()] = [$(Self::$variant),*];

            /// The one with this number, `None` if there is none.
            #[inline]
            #[must_use]
            pub const fn from_index(index: usize) -> Option<Self> {
                match index {
                    $($index => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The one whose number has these low bits.
            ///
            /// The match compiles to no code where a table of all variants would cost a load.
            #[inline(always)]
            const fn from_low_bits(bits: usize) -> Self {
                match Self::from_index(bits % Self::ALL.len()) {
                    Some(this) => this,
                    None => Self::ALL[0],
                }
            }

            /// Its number, counted from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Its name in chess notation.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl core::str::FromStr for $name {
            type Err = ParseNameError;

            fn from_str(text: &str) -> Result<Self, ParseNameError> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(ParseNameError { expected: $parse_error }),
                }
            }
        }
    };
}

/// A text that names no square, file or rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNameError {
    expected: &'static str,
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl core::error::Error for ParseNameError {}

numbered! {
    /// A file of the board, from `a` in the west to `h` in the east.
    File, "a file from a to h":
    A = 0 "a", B = 1 "b", C = 2 "c", D = 3 "d", E = 4 "e", F = 5 "f", G = 6 "g", H = 7 "h",
}

numbered! {
    /// A rank of the board, from `1` in the south to `8` in the north.
    Rank, "a rank from 1 to 8":
    First = 0 "1", Second = 1 "2", Third = 2 "3", Fourth = 3 "4",
    Fifth = 4 "5", Sixth = 5 "6", Seventh = 6 "7", Eighth = 7 "8",
}

numbered! {
    /// A square of the board; its number is the number of its bit in a [`Bitboard`].
    Square, "a square from a1 to h8":
    A1 = 0 "a1", B1 = 1 "b1", C1 = 2 "c1", D1 = 3 "d1", E1 = 4 "e1", F1 = 5 "f1", G1 = 6 "g1", H1 = 7 "h1",
    A2 = 8 "a2", B2 = 9 "b2", C2 = 10 "c2", D2 = 11 "d2", E2 = 12 "e2", F2 = 13 "f2", G2 = 14 "g2", H2 = 15 "h2",
    A3 = 16 "a3", B3 = 17 "b3", C3 = 18 "c3", D3 = 19 "d3", E3 = 20 "e3", F3 = 21 "f3", G3 = 22 "g3", H3 = 23 "h3",
    A4 = 24 "a4", B4 = 25 "b4", C4 = 26 "c4", D4 = 27 "d4", E4 = 28 "e4", F4 = 29 "f4", G4 = 30 "g4", H4 = 31 "h4",
    A5 = 32 "a5", B5 = 33 "b5", C5 = 34 "c5", D5 = 35 "d5", E5 = 36 "e5", F5 = 37 "f5", G5 = 38 "g5", H5 = 39 "h5",
    A6 = 40 "a6", B6 = 41 "b6", C6 = 42 "c6", D6 = 43 "d6", E6 = 44 "e6", F6 = 45 "f6", G6 = 46 "g6", H6 = 47 "h6",
    A7 = 48 "a7", B7 = 49 "b7", C7 = 50 "c7", D7 = 51 "d7", E7 = 52 "e7", F7 = 53 "f7", G7 = 54 "g7", H7 = 55 "h7",
    A8 = 56 "a8", B8 = 57 "b8", C8 = 58 "c8", D8 = 59 "d8", E8 = 60 "e8", F8 = 61 "f8", G8 = 62 "g8", H8 = 63 "h8",
}

impl Square {
    /// The square where a file and a rank meet.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_low_bits(rank as usize * 8 + file as usize)
    }

    /// The file the square stands on.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::from_low_bits(self as usize)
    }

    /// The rank the square stands on.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::from_low_bits(self as usize / 8)
    }

    /// The square mirrored north to south: e2 for e7.
    #[inline]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self::from_low_bits(self as usize ^ 56)
    }

    /// The set of this square alone.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(1 << self as u64)
    }
}

impl File {
    /// The eight squares of the file.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(0x0101_0101_0101_0101 << self as u64)
    }
}

impl Rank {
    /// The eight squares of the rank.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(0xff << (self as u64 * 8))
    }
}
