//! Conversions from and to the types of `cozy-chess` 0.3, which uses the same numbers
//! as this crate.

use cozy_chess::{BitBoard, Board, Piece};

use crate::{Bitboard, Color, File, HasPawns, Rank, Square};

impl HasPawns for Board {
    #[inline]
    fn pawns_of(&self, color: Color) -> Bitboard {
        self.colored_pieces(color.into(), Piece::Pawn).into()
    }
}

impl From<BitBoard> for Bitboard {
    #[inline(always)]
    fn from(set: BitBoard) -> Self {
        Self::from_bits(set.0)
    }
}

impl From<Bitboard> for BitBoard {
    #[inline(always)]
    fn from(set: Bitboard) -> Self {
        Self(set.bits())
    }
}

/// Implements the conversions between two enums whose variants have the same numbers.
macro_rules! same_numbers {
    ($($name:ident),*) => {$(
        impl From<cozy_chess::$name> for $name {
            #[inline]
            fn from(other: cozy_chess::$name) -> Self {
                Self::from_index_wrapping(other as usize)
            }
        }

        impl From<$name> for cozy_chess::$name {
            #[inline]
            fn from(other: $name) -> Self {
                Self::ALL[other as usize]
            }
        }
    )*};
}

same_numbers!(Color, File, Rank, Square);
