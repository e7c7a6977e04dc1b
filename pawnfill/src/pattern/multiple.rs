//! Several own pawns on a file.

use crate::{Backend, Side, SideView, SquareSet};

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// The own pawns with an own pawn somewhere ahead on the file: the rear members of each stack.
    #[inline(always)]
    #[must_use]
    pub fn behind_own(self) -> S {
        self.own & self.rear_span()
    }

    /// The own pawns with an own pawn somewhere behind on the file: the front members of each stack.
    #[inline(always)]
    #[must_use]
    pub fn in_front_of_own(self) -> S {
        self.own & self.front_span()
    }

    /// The own pawns on files that hold two or more.
    #[inline(always)]
    #[must_use]
    pub fn doubled(self) -> S {
        self.behind_own() | self.in_front_of_own()
    }

    /// The own pawns with an own pawn ahead and one behind on the file.
    #[inline(always)]
    #[must_use]
    pub fn triple_middles(self) -> S {
        self.behind_own() & self.in_front_of_own()
    }

    /// The own pawns on files that hold three or more.
    #[inline(always)]
    #[must_use]
    pub fn tripled(self) -> S {
        self.own & B::file_fill(self.triple_middles())
    }

    /// The files that hold exactly three own pawns.
    #[inline(always)]
    #[must_use]
    pub fn triple_files(self) -> S {
        let middles = self.triple_middles();
        B::file_fill(middles) & !B::file_fill(middles & C::front_span::<B, S>(middles))
    }

    /// The rear pawn of each file that holds exactly two.
    #[inline(always)]
    #[must_use]
    pub fn rear_twins(self) -> S {
        self.behind_own() & !B::file_fill(self.triple_middles())
    }

    /// The front pawn of each file that holds exactly two.
    #[inline(always)]
    #[must_use]
    pub fn front_twins(self) -> S {
        self.in_front_of_own() & !B::file_fill(self.triple_middles())
    }

    /// The last pawn of each stack of two or more.
    #[inline(always)]
    #[must_use]
    pub fn rearmost(self) -> S {
        self.behind_own() & !self.in_front_of_own()
    }

    /// The first pawn of each stack of two or more.
    #[inline(always)]
    #[must_use]
    pub fn frontmost(self) -> S {
        self.in_front_of_own() & !self.behind_own()
    }
}
