//! Files by which pawns stand on them, as boards and as bytes.

use crate::{Backend, Pawns, Rank, Reduce, Side, SideView, SquareSet};

impl<S: SquareSet, B: Backend> Pawns<S, B> {
    /// The files that hold a pawn of each colour.
    #[inline(always)]
    #[must_use]
    pub fn closed_files(self) -> S {
        self.white().file_fill() & self.black().file_fill()
    }

    /// The files without a pawn.
    #[inline(always)]
    #[must_use]
    pub fn open_files(self) -> S {
        !B::file_fill(!self.empty_squares())
    }

    /// The closed files on which no pawn is unfree: the pawns have passed one another.
    #[inline(always)]
    #[must_use]
    pub fn semi_closed_files(self) -> S {
        self.closed_files() & !B::file_fill(self.white().unfree())
    }
}

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// The files without an own pawn.
    #[inline(always)]
    #[must_use]
    pub fn half_open_or_open_files(self) -> S {
        !self.file_fill()
    }

    /// The files without an own pawn that hold an enemy pawn.
    #[inline(always)]
    #[must_use]
    pub fn half_open_files(self) -> S {
        self.opponent().file_fill() & !self.file_fill()
    }

    /// The squares of rank 1 on the files that hold an own pawn.
    #[inline(always)]
    pub(crate) fn files_on_first_rank(self) -> S {
        B::south_fill(self.own) & S::splat(const { Rank::First.bitboard() })
    }
}

impl<C: Side, S: Reduce, B: Backend> SideView<C, S, B> {
    /// The files that hold an own pawn, in one byte.
    #[inline(always)]
    #[must_use]
    pub fn file_set(self) -> S::Files {
        self.files_on_first_rank().first_rank()
    }
}
