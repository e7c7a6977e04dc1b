//! Pawn islands, and the numbers that tell how scattered the pawns are.

use crate::{Backend, File, Reduce, Side, SideView, SquareSet, east, west};

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// The eastern file of each island, on rank 1.
    #[inline(always)]
    fn island_east_ends(self) -> S {
        let files = self.files_on_first_rank();
        files & !west(files)
    }

    /// The western file of each island, on rank 1.
    #[inline(always)]
    fn island_west_ends(self) -> S {
        let files = self.files_on_first_rank();
        files & !east(files)
    }
}

impl<C: Side, S: Reduce, B: Backend> SideView<C, S, B> {
    /// The last file, going east, of each group of adjacent files with own pawns.
    #[inline(always)]
    #[must_use]
    pub fn island_east_files(self) -> S::Files {
        self.island_east_ends().first_rank()
    }

    /// The first file, going east, of each group of adjacent files with own pawns.
    #[inline(always)]
    #[must_use]
    pub fn island_west_files(self) -> S::Files {
        self.island_west_ends().first_rank()
    }

    /// The number of groups of adjacent files with own pawns.
    #[inline(always)]
    #[must_use]
    pub fn island_count(self) -> S::Number {
        self.island_west_ends().count()
    }

    /// How far the number of pawns is from three times the square of the number of islands.
    #[inline(always)]
    #[must_use]
    pub fn dispersion(self) -> S::Number {
        S::combine(self.island_count(), self.own.count(), |islands, pawns| {
            (3 * islands * islands).abs_diff(pawns)
        })
    }

    /// The number of neighbouring squares of a rank of which exactly one is in the rear fill.
    #[inline(always)]
    #[must_use]
    pub fn distortion(self) -> S::Number {
        let fill = self.rear_fill();
        let not_first_file = S::splat(const { File::A.bitboard().complement() });
        ((fill ^ east(fill)) & not_first_file).count()
    }
}
