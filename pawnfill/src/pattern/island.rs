//! Pawn islands, dispersion and distortion.

use super::column::about;
use crate::set::Reduce;
use crate::{Backend, File, Side, SideView, SquareSet, east, west};

impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    /// Returns the western file of each island, on rank 1.
    #[inline(always)]
    fn island_west_ends(self) -> S {
        let files = B::file_set(self.own);
        files & !east(files)
    }
}

/// # Islands
///
/// Groups of adjacent files with friendly pawns, and two measures by Hans Kmoch of how scattered
/// and how ragged a structure is. Their constants are those of the wiki page.
impl<C: Side, S: Reduce, B: Backend> SideView<C, B, S> {
    #[doc = about!(island_east_files)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . P . . . P
    ///     . P . . . . . .
    ///     P . . . . P P .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().island_east_files().to_string(), ".b.d...h");
    /// ```
    ///
    /// There is one for each island. If an island is one file wide,
    /// [`island_west_files`](Self::island_west_files) contains the same file.
    #[inline(always)]
    pub fn island_east_files(self) -> S::Files {
        let files = B::file_set(self.own);
        (files & !west(files)).to_file_set()
    }

    #[doc = about!(island_west_files)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . P . . . P
    ///     . P . . . . . .
    ///     P . . . . P P .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().island_west_files().to_string(), "a..d.f..");
    /// ```
    ///
    /// Without friendly pawns the set is empty. Eight occupied files are one island, from a to h.
    #[inline(always)]
    pub fn island_west_files(self) -> S::Files {
        self.island_west_ends().to_file_set()
    }

    #[doc = about!(island_count)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     p . . . . p p .
    ///     . p . p . . . .
    ///     . . . p . . . p
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().island_count(), 3);
    /// ```
    ///
    /// The number is between 0 and 4.
    #[doc(alias("island", "pawn island"))]
    #[inline(always)]
    #[must_use]
    pub fn island_count(self) -> S::Number {
        self.island_west_ends().count()
    }

    #[doc = about!(dispersion)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . P . . . P
    ///     . P . . . . . .
    ///     P . . . . P P .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().dispersion(), 21);
    /// ```
    ///
    /// Three islands and six pawns give 27 − 6 = 21. Without pawns, the number is 0.
    #[inline(always)]
    #[must_use]
    pub fn dispersion(self) -> S::Number {
        let islands = self.island_count();
        S::abs_diff(
            S::multiply(S::number(3), S::multiply(islands, islands)),
            self.own.count(),
        )
    }

    #[doc = about!(distortion)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . P . . . P
    ///     . P . . . . . .
    ///     P . . . . P P .
    ///     . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().distortion(), 16);
    /// ```
    ///
    /// For two adjacent files with pawns, this is the difference between the ranks of their front
    /// pawns. If only one has pawns, it is the rank of its front pawn. The edges of the board do
    /// not count.
    #[inline(always)]
    #[must_use]
    pub fn distortion(self) -> S::Number {
        let fill = self.rear_fill();
        let not_first_file = S::splat(const { File::A.bitboard().complement() });
        ((fill ^ east(fill)) & not_first_file).count()
    }
}
