//! The two colors.

use core::ops::Not;

use crate::square::numbered;
use crate::{Bitboard, SquareSet, north, south};

numbered! {
    /// The color of a pawn or of a player.
    ///
    /// ```
    /// use pawnfill::Color;
    ///
    /// assert_eq!("black".parse(), Ok(!Color::White));
    /// assert_eq!(Color::from_index_wrapping(1), Color::Black);
    /// ```
    Color, "color", "white or black":
    /// Moves north, toward rank 8.
    White = 0 "white",
    /// Moves south, toward rank 1.
    Black = 1 "black",
}

impl Color {
    /// Returns the other color, `!`.
    #[inline(always)]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the squares one step toward the enemy: north for White, south for Black.
    ///
    /// If the color is known at compile time, [`Side::ahead`](crate::Side::ahead) needs no branch.
    #[inline(always)]
    #[must_use = "it only computes a value"]
    pub fn ahead<S: SquareSet>(self, set: S) -> S {
        match self {
            Self::White => north(set),
            Self::Black => south(set),
        }
    }

    /// Returns the squares one step away from the enemy.
    #[inline(always)]
    #[must_use = "it only computes a value"]
    pub fn behind<S: SquareSet>(self, set: S) -> S {
        self.opponent().ahead(set)
    }

    /// Returns a set drawn for White from the view of this color: mirrored north to
    /// south for Black.
    #[inline(always)]
    #[must_use = "it only computes a value"]
    pub const fn orient(self, set: Bitboard) -> Bitboard {
        match self {
            Self::White => set,
            Self::Black => set.flip_vertical(),
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}
