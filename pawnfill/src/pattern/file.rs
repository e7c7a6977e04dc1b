//! Files by which pawns stand on them, as boards and as bytes.

use super::list::about;
use crate::{Backend, Pawns, Reduce, Side, SideView, SquareSet};

/// # Files
///
/// Whole files by the pawns that stand on them. Closed files, open files, and the half-open files of either
/// side share out the board: each square is in exactly one of the four sets.
impl<S: SquareSet, B: Backend> Pawns<B, S> {
    #[doc = about!(closed_files)]
    /// ```
    /// let (pawns, closed_files) = pawnfill::boards! {
    ///     . . . . . . . .    X . . X . . X .
    ///     p . . p . . . .    X . . X . . X .
    ///     . . . p . . P .    X . . X . . X .
    ///     . . . . . p . .    X . . X . . X .
    ///     . . . . . . . .    X . . X . . X .
    ///     . . P . . . . .    X . . X . . X .
    ///     P . . P . . p .    X . . X . . X .
    ///     . . . . . . . .    X . . X . . X .
    /// };
    /// assert_eq!(pawns.closed_files(), closed_files);
    /// ```
    ///
    /// Pawns that have passed one another close a file as others do: the g file here. See
    /// [`semi_closed_files`](Self::semi_closed_files).
    #[inline(always)]
    #[must_use]
    pub fn closed_files(self) -> S {
        self.white().file_fill() & self.black().file_fill()
    }

    #[doc = about!(open_files)]
    /// ```
    /// let (pawns, open_files) = pawnfill::boards! {
    ///     . . . . . . . .    . X . . X . X X
    ///     p . . p . . . .    . X . . X . X X
    ///     . . . p . . . .    . X . . X . X X
    ///     . . . . . p . .    . X . . X . X X
    ///     . . . . . . . .    . X . . X . X X
    ///     . . P . . . . .    . X . . X . X X
    ///     P . . P . . . .    . X . . X . X X
    ///     . . . . . . . .    . X . . X . X X
    /// };
    /// assert_eq!(pawns.open_files(), open_files);
    /// ```
    ///
    /// All files are open when there is no pawn.
    #[inline(always)]
    #[must_use]
    pub fn open_files(self) -> S {
        // One fill of all pawns would be shorter alone, but fills of either side are shared with other patterns.
        !(self.white().file_fill() | self.black().file_fill())
    }

    #[doc = about!(semi_closed_files)]
    /// ```
    /// let (pawns, semi_closed_files) = pawnfill::boards! {
    ///     . . . . . . . .    X . . X . . . .
    ///     . . . . . . . .    X . . X . . . .
    ///     P . . P . . P .    X . . X . . . .
    ///     . . . P . . p .    X . . X . . . .
    ///     . . . p . . P .    X . . X . . . .
    ///     . . . p . . p .    X . . X . . . .
    ///     p . . . . . . .    X . . X . . . .
    ///     . . . . . . . .    X . . X . . . .
    /// };
    /// assert_eq!(pawns.semi_closed_files(), semi_closed_files);
    /// ```
    ///
    /// The one reading that is the same from both sides: every white pawn of the file stands north of every
    /// black one. On the g file g6 has passed but g4 has not. Neither closed nor semi-closed is a file with
    /// pawns of one color.
    #[inline(always)]
    #[must_use]
    pub fn semi_closed_files(self) -> S {
        self.closed_files() & !B::file_fill(self.white().unfree())
    }
}

/// # Files as bytes
///
/// A file is open or closed as a whole, so a byte tells as much as a board, and a fill in one direction is
/// enough to compute it.
impl<S: Reduce, B: Backend> Pawns<B, S> {
    #[doc = about!(closed_file_set)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     p . . p . . . .
    ///     . . . p . . P .
    ///     . . . . . p . .
    ///     . . . . . . . .
    ///     . . P . . . . .
    ///     P . . P . . p .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.closed_file_set().to_string(), "a..d..g.");
    /// assert_eq!(pawns.semi_closed_file_set().to_string(), "......g.");
    /// assert_eq!(pawns.open_file_set().to_string(), ".b..e..h");
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn closed_file_set(self) -> S::Files {
        (B::file_set(self.white().own()) & B::file_set(self.black().own())).to_file_set()
    }

    #[doc = about!(open_file_set)]
    #[inline(always)]
    #[must_use]
    pub fn open_file_set(self) -> S::Files {
        (!(B::file_set(self.white().own()) | B::file_set(self.black().own()))).to_file_set()
    }

    #[doc = about!(semi_closed_file_set)]
    #[inline(always)]
    #[must_use]
    pub fn semi_closed_file_set(self) -> S::Files {
        let (white, black) = (self.white(), self.black());
        let closed = B::file_set(white.own()) & B::file_set(black.own());
        (closed & !B::file_set(white.unfree())).to_file_set()
    }
}

/// # Files
///
/// Half-open is said of the side *without* a pawn there. The literature agrees, some engines do not; see the
/// page on [definitions](crate::docs::definitions).
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = about!(half_open_or_open_files)]
    /// ```
    /// let (pawns, half_open_or_open_files) = pawnfill::boards! {
    ///     . . . . . . . .    . X . . X X X X
    ///     p . . p . . . .    . X . . X X X X
    ///     . . . p . . . .    . X . . X X X X
    ///     . . . . . p . .    . X . . X X X X
    ///     . . . . . . . .    . X . . X X X X
    ///     . . P . . . . .    . X . . X X X X
    ///     P . . P . . . .    . X . . X X X X
    ///     . . . . . . . .    . X . . X X X X
    /// };
    /// assert_eq!(pawns.white().half_open_or_open_files(), half_open_or_open_files);
    /// ```
    ///
    /// What a rook looks for. Without own pawns it is the whole board.
    #[inline(always)]
    #[must_use]
    pub fn half_open_or_open_files(self) -> S {
        !self.file_fill()
    }

    #[doc = about!(half_open_files)]
    /// ```
    /// let (pawns, half_open_files) = pawnfill::boards! {
    ///     . . . . . . . .    . . X . . . . .
    ///     p . . p . . . .    . . X . . . . .
    ///     . . . p . . . .    . . X . . . . .
    ///     . . . . . p . .    . . X . . . . .
    ///     . . . . . . . .    . . X . . . . .
    ///     . . P . . . . .    . . X . . . . .
    ///     P . . P . . . .    . . X . . . . .
    ///     . . . . . . . .    . . X . . . . .
    /// };
    /// assert_eq!(pawns.black().half_open_files(), half_open_files);
    /// ```
    ///
    /// Named after the side that has no pawn: the c file, with a white pawn alone, is Black's half-open
    /// file, as it is Black's rooks that look down it.
    #[inline(always)]
    #[must_use]
    pub fn half_open_files(self) -> S {
        self.opponent().file_fill() & !self.file_fill()
    }
}

/// # Files as bytes
///
/// [`FileSet`](crate::FileSet) has bit 0 for the a file. Black's files have the same bits: a byte has no
/// front.
impl<C: Side, S: Reduce, B: Backend> SideView<C, B, S> {
    #[doc = about!(file_set)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . P
    ///     . . . . . . . .
    ///     P . . . . . . .
    ///     . . . . . . . .
    ///     . . P . . . . .
    ///     P . . . . . . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().file_set().to_string(), "a.c....h");
    /// ```
    ///
    /// Bit 0 is the a file. [`FileSet::to_bitboard`](crate::FileSet::to_bitboard) is the way back to whole
    /// files; ranks are lost.
    #[inline(always)]
    #[must_use]
    pub fn file_set(self) -> S::Files {
        B::file_set(self.own).to_file_set()
    }

    #[doc = about!(half_open_file_set)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     p . . p . . . .
    ///     . . . p . . . .
    ///     . . . . . p . .
    ///     . . . . . . . .
    ///     . . P . . . . .
    ///     P . . P . . . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().half_open_file_set().to_string(), ".....f..");
    /// assert_eq!(pawns.white().half_open_or_open_file_set().to_string(), ".b..efgh");
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn half_open_file_set(self) -> S::Files {
        (B::file_set(self.enemy) & !B::file_set(self.own)).to_file_set()
    }

    #[doc = about!(half_open_or_open_file_set)]
    #[inline(always)]
    #[must_use]
    pub fn half_open_or_open_file_set(self) -> S::Files {
        (!B::file_set(self.own)).to_file_set()
    }
}
