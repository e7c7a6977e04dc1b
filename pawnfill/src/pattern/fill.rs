//! Fills: the pawns and all squares in one direction from them on their files.

use super::column::about;
use crate::{Backend, Side, SideView, SquareSet};

/// # Fills
///
/// The pawns and all squares in one direction from them, up to the edge of the board. Nothing stops
/// a fill, neither pawns nor pieces. North and south are directions of the board. Front and rear
/// are those of the side.
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
    /// North is the same direction for both sides, so this is Black's rear fill. A pawn on rank 8
    /// fills only its own square.
    #[doc(alias = "nortFill")]
    #[inline(always)]
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
    /// A pawn on rank 1 fills only its own square. Squares between two pawns of a file are in the
    /// fills of both directions, such as a3 here. The intersection of the two fills therefore
    /// contains more than the pawns.
    #[doc(alias = "soutFill")]
    #[inline(always)]
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
    /// For Black, the front is toward rank 1. The fill of a rear pawn covers the pawns ahead of it:
    /// here a5 covers a2.
    #[doc(alias("wFrontFill", "bFrontFill"))]
    #[inline(always)]
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
    /// For Black, the rear is toward rank 8. The fill of a front pawn covers the pawns behind it:
    /// here a2 covers a5.
    #[doc(alias("wRearFill", "bRearFill"))]
    #[inline(always)]
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
    /// One pawn fills its file just as eight do, so this shows which files are occupied, not how
    /// many pawns they hold.
    #[doc(alias = "fileFill")]
    #[inline(always)]
    pub fn file_fill(self) -> S {
        B::file_fill(self.own)
    }
}
