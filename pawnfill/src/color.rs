//! The two colors.

use core::ops::Not;

use crate::square::numbered;

numbered! {
    /// The color of a pawn or of a player.
    ///
    /// ```
    /// use pawnfill::Color;
    ///
    /// assert_eq!("black".parse(), Ok(!Color::White));
    /// assert_eq!(Color::from_index(1), Color::Black);
    /// ```
    Color, "color", "white or black":
    /// Moves north, toward rank 8.
    White = 0 "white",
    /// Moves south, toward rank 1.
    Black = 1 "black",
}

impl Color {
    /// Returns the other color, `!`.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
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
