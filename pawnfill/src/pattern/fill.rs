//! Fills: the pawns and everything that lies in one direction of them on their files.

use super::list::about;
use crate::{Backend, Side, SideView, SquareSet};

/// # Fills
///
/// The pawns and everything in one direction of them, up to the edge of the board. Nothing stops a fill:
/// neither a pawn of either color nor a piece. North and south are the board's directions, front and rear
/// the side's.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = about!(north_fill)]
    /// ```
    /// let (pawns, north_fill) = pawnfill::boards! {
    ///     . . . . . . . p    . X . . X . . X
    ///     . . . . . . . .    . X . . X . . .
    ///     . . . . p . . .    . X . . X . . .
    ///     . . . . . . . .    . X . . . . . .
    ///     . . . . . . . .    . X . . . . . .
    ///     . p . . . . . .    . X . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().north_fill(), north_fill);
    /// ```
    ///
    /// North for either side: Black's rear fill. A pawn on rank 8 fills nothing but its own square.
    #[inline(always)]
    #[must_use]
    pub fn north_fill(self) -> S {
        B::north_fill(self.own)
    }

    #[doc = about!(south_fill)]
    /// ```
    /// let (pawns, south_fill) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     P . . . . . . .    X . . . . . . .
    ///     . . . . . . . .    X . . . . . . .
    ///     . . . . . . . .    X . . . . . . .
    ///     P . . . . . . .    X . . . . . . .
    ///     . . . . . P . .    X . . . . X . .
    /// };
    /// assert_eq!(pawns.white().south_fill(), south_fill);
    /// ```
    ///
    /// A pawn on rank 1 fills nothing but its own square. What lies between two pawns of a file is in both
    /// fills, as a3 and a4 here, so their intersection is not the pawns alone.
    #[inline(always)]
    #[must_use]
    pub fn south_fill(self) -> S {
        B::south_fill(self.own)
    }

    #[doc = about!(front_fill)]
    /// ```
    /// let (pawns, front_fill) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . p . . .    . . . . X . . .
    ///     p . . . . . . .    X . . . X . . .
    ///     . . . . . . . .    X . . . X . . .
    ///     . . . . . . . .    X . . . X . . .
    ///     p . . . . . . .    X . . . X . . .
    ///     . . . . . . . .    X . . . X . . .
    /// };
    /// assert_eq!(pawns.black().front_fill(), front_fill);
    /// ```
    ///
    /// Toward rank 1 for Black. The fill of a rear pawn swallows the pawns ahead of it, as a5 does a2.
    #[inline(always)]
    #[must_use]
    pub fn front_fill(self) -> S {
        C::front_fill::<B, S>(self.own)
    }

    #[doc = about!(rear_fill)]
    /// ```
    /// let (pawns, rear_fill) = pawnfill::boards! {
    ///     . . . . . . . .    X . . . X . . .
    ///     . . . . . . . .    X . . . X . . .
    ///     . . . . p . . .    X . . . X . . .
    ///     p . . . . . . .    X . . . . . . .
    ///     . . . . . . . .    X . . . . . . .
    ///     . . . . . . . .    X . . . . . . .
    ///     p . . . . . . .    X . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().rear_fill(), rear_fill);
    /// ```
    ///
    /// Toward rank 8 for Black. The fill of a front pawn swallows the pawns behind it, as a2 does a5.
    #[inline(always)]
    #[must_use]
    pub fn rear_fill(self) -> S {
        C::rear_fill::<B, S>(self.own)
    }

    #[doc = about!(file_fill)]
    /// ```
    /// let (pawns, file_fill) = pawnfill::boards! {
    ///     . . . . . . . .    . . X . . . X .
    ///     . . . . . . P .    . . X . . . X .
    ///     . . . . . . . .    . . X . . . X .
    ///     . . P . . . . .    . . X . . . X .
    ///     . . . . . . . .    . . X . . . X .
    ///     . . . . . . . .    . . X . . . X .
    ///     . . P . . . . .    . . X . . . X .
    ///     . . . . . . . .    . . X . . . X .
    /// };
    /// assert_eq!(pawns.white().file_fill(), file_fill);
    /// ```
    ///
    /// One pawn fills its file as eight do, whatever its rank: this tells occupied files, not how many pawns
    /// are on them.
    #[inline(always)]
    #[must_use]
    pub fn file_fill(self) -> S {
        B::file_fill(self.own)
    }
}
