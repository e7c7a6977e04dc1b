//! Open, closed and half-open files, as boards and as bytes.

use super::column::about;
use crate::set::Reduce;
use crate::{Backend, Pawns, Side, SideView, SquareSet};

/// # Files
///
/// Whole files, classified by the pawns on them. Each square is in exactly one of four sets: the
/// closed files, the open files, and the half-open files of each side.
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
    /// Pawns that have passed each other also close a file, such as the g-file here. See
    /// [`semi_closed_files`](Self::semi_closed_files).
    #[doc(alias = "closedFiles")]
    #[inline(always)]
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
    /// Without pawns, all files are open.
    #[doc(alias = "openFiles")]
    #[inline(always)]
    pub fn open_files(self) -> S {
        // One fill of all pawns would be shorter, but other patterns share the fills of each side.
        !(self.white().file_fill() | self.black().file_fill())
    }

    #[doc = about!(semi_closed_files)]
    /// ```
    /// let (pawns, semi_closed_files) = pawnfill::boards! {
    ///     . . . . . . . .    X . . X . . X X
    ///     . . . . . . . .    X . . X . . X X
    ///     P . . P . . P P    X . . X . . X X
    ///     . . . . p . p p    X . . X . . X X
    ///     . . . p P . P P    X . . X . . X X
    ///     . . . . . . . p    X . . X . . X X
    ///     p . . . . . . .    X . . X . . X X
    ///     . . . . . . . .    X . . X . . X X
    /// };
    /// assert_eq!(pawns.semi_closed_files(), semi_closed_files);
    ///
    /// // Narrower: an open pawn of each color, or no unfree pawn.
    /// let (white, black) = (pawns.white(), pawns.black());
    /// let of_each_color = white.open_pawns().file_set() & black.open_pawns().file_set();
    /// assert_eq!(of_each_color.to_string(), "a..d...h");
    /// let no_unfree = pawns.closed_file_set() - white.unfree().file_set();
    /// assert_eq!(no_unfree.to_string(), "a..d....");
    /// ```
    ///
    /// On the g-file, g6 has passed the black pawn, which still blocks g4. No pawn of the
    /// e-file is open.
    #[doc(alias = "semi-closed")]
    #[inline(always)]
    pub fn semi_closed_files(self) -> S {
        self.closed_files() & B::file_fill(self.white().open_pawns() | self.black().open_pawns())
    }
}

/// # Files as bytes
///
/// A file is open or closed as a whole, so a byte has the same information as a board.
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
    pub fn closed_file_set(self) -> S::Files {
        (B::file_set(self.white().own()) & B::file_set(self.black().own())).to_file_set()
    }

    #[doc = about!(open_file_set)]
    #[inline(always)]
    pub fn open_file_set(self) -> S::Files {
        (!(B::file_set(self.white().own()) | B::file_set(self.black().own()))).to_file_set()
    }

    #[doc = about!(semi_closed_file_set)]
    #[inline(always)]
    pub fn semi_closed_file_set(self) -> S::Files {
        let (white, black) = (self.white(), self.black());
        let closed = B::file_set(white.own()) & B::file_set(black.own());
        (closed & B::file_set(white.open_pawns() | black.open_pawns())).to_file_set()
    }
}

/// # Files
///
/// A file is half-open for the side that has *no* pawn there. The literature agrees, but some
/// engines do not; see
/// [definitions](crate::docs::definitions).
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
    /// These are the files on which no friendly pawn blocks a rook. Without friendly pawns, the set
    /// is the whole board.
    #[doc(alias = "halfOpenOrOpenFile")]
    #[inline(always)]
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
    /// The set is named after the side without a pawn. The c-file holds only a white pawn, so it is
    /// Black's half-open file: a black rook can attack along it.
    #[doc(alias("wHalfOpenFile", "half-open", "semi-open", "semi-open file"))]
    #[inline(always)]
    pub fn half_open_files(self) -> S {
        self.opponent().file_fill() & !self.file_fill()
    }
}

/// # Files as bytes
///
/// In a [`FileSet`](crate::FileSet), bit 0 is the a-file, for Black as for White.
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
    /// [`FileSet::to_bitboard`](crate::FileSet::to_bitboard) returns the whole files again. The
    /// ranks are lost.
    #[doc(alias = "fileSet")]
    #[inline(always)]
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
    pub fn half_open_file_set(self) -> S::Files {
        (B::file_set(self.enemy) & !B::file_set(self.own)).to_file_set()
    }

    #[doc = about!(half_open_or_open_file_set)]
    #[inline(always)]
    pub fn half_open_or_open_file_set(self) -> S::Files {
        (!B::file_set(self.own)).to_file_set()
    }
}
