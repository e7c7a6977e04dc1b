//! Fills: the pawns and everything that lies in one direction of them on their files.

use crate::{Backend, Side, SideView, SquareSet};

/// # Fills
///
/// The pawns and everything in one direction of them, up to the edge of the board. Nothing stops a fill:
/// neither a pawn of either color nor a piece. North and south are the board's directions, front and rear
/// the side's.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    /// The own pawns and all squares north of them on their files.
    ///
    /// Formula: `Nfill(P)`.
    /// Cost: 6 operations; with `Lookup` 13 operations and 7 loads.
    ///
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
    ///
    /// Source: [Pawn Fills](https://www.chessprogramming.org/Pawn_Fills).
    #[inline(always)]
    #[must_use]
    pub fn north_fill(self) -> S {
        B::north_fill(self.own)
    }

    /// The own pawns and all squares south of them on their files.
    ///
    /// Formula: `Sfill(P)`.
    /// Cost: 6 operations; with `Lookup` 13 operations and 7 loads.
    ///
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
    ///
    /// Source: [Pawn Fills](https://www.chessprogramming.org/Pawn_Fills).
    #[inline(always)]
    #[must_use]
    pub fn south_fill(self) -> S {
        B::south_fill(self.own)
    }

    /// The own pawns and all squares ahead of them on their files.
    ///
    /// Formula: `Nfill(P)`.
    /// Cost: 6 operations; with `Lookup` 13 operations and 7 loads.
    ///
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
    ///
    /// Source: [Pawn Fills](https://www.chessprogramming.org/Pawn_Fills).
    #[inline(always)]
    #[must_use]
    pub fn front_fill(self) -> S {
        C::front_fill::<B, S>(self.own)
    }

    /// The own pawns and all squares behind them on their files.
    ///
    /// Formula: `Sfill(P)`.
    /// Cost: 6 operations; with `Lookup` 13 operations and 7 loads.
    ///
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
    ///
    /// Source: [Pawn Fills](https://www.chessprogramming.org/Pawn_Fills).
    #[inline(always)]
    #[must_use]
    pub fn rear_fill(self) -> S {
        C::rear_fill::<B, S>(self.own)
    }

    /// Every square of each file that holds an own pawn.
    ///
    /// Formula: `F(P)`.
    /// Cost: 6 operations; with `Lookup` 6 operations and 1 load.
    ///
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
    ///
    /// Source: [Pawn Fills](https://www.chessprogramming.org/Pawn_Fills).
    #[inline(always)]
    #[must_use]
    pub fn file_fill(self) -> S {
        B::file_fill(self.own)
    }
}
