//! Fills: the pawns and everything that lies in one direction of them on their files.

use crate::{Backend, Side, SideView, SquareSet};

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// The own pawns and all squares north of them on their files.
    #[inline(always)]
    #[must_use]
    pub fn north_fill(self) -> S {
        B::north_fill(self.own)
    }

    /// The own pawns and all squares south of them on their files.
    #[inline(always)]
    #[must_use]
    pub fn south_fill(self) -> S {
        B::south_fill(self.own)
    }

    /// The own pawns and all squares ahead of them on their files.
    #[inline(always)]
    #[must_use]
    pub fn front_fill(self) -> S {
        C::front_fill::<B, S>(self.own)
    }

    /// The own pawns and all squares behind them on their files.
    #[inline(always)]
    #[must_use]
    pub fn rear_fill(self) -> S {
        C::rear_fill::<B, S>(self.own)
    }

    /// Every square of each file that holds an own pawn.
    #[inline(always)]
    #[must_use]
    pub fn file_fill(self) -> S {
        B::file_fill(self.own)
    }
}
