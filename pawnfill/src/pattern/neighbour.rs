//! Own pawns beside and diagonal to one another: phalanxes, chains, isolated and hanging pawns.

use crate::{Backend, Side, SideView, SquareSet, beside, east, west};

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// The own pawns with an own pawn right to the east.
    #[inline(always)]
    #[must_use]
    pub fn with_east_neighbour(self) -> S {
        self.own & west(self.own)
    }

    /// The own pawns with an own pawn right to the west.
    #[inline(always)]
    #[must_use]
    pub fn with_west_neighbour(self) -> S {
        self.own & east(self.own)
    }

    /// The own pawns with an own pawn beside them.
    #[inline(always)]
    #[must_use]
    pub fn phalanx(self) -> S {
        self.with_east_neighbour() | self.with_west_neighbour()
    }

    /// The own pawns in a horizontal run of exactly two.
    #[inline(always)]
    #[must_use]
    pub fn duos(self) -> S {
        let (first, next) = self.runs();
        let first = first & next & !west(next);
        first | east(first)
    }

    /// The own pawns in a horizontal run of exactly three.
    #[inline(always)]
    #[must_use]
    pub fn trios(self) -> S {
        let (first, next) = self.runs();
        let first = first & next & west(next) & !west(west(next));
        first | east(first | east(first))
    }

    /// The own pawns in a horizontal run of exactly four.
    #[inline(always)]
    #[must_use]
    pub fn quarts(self) -> S {
        let (first, next) = self.runs();
        let first = first & next & west(next) & west(west(next)) & !west(west(west(next)));
        let two = first | east(first);
        two | east(east(two))
    }

    /// The own pawns that an own pawn in the west defends.
    #[inline(always)]
    #[must_use]
    pub fn defended_from_west(self) -> S {
        self.own & self.east_attacks()
    }

    /// The own pawns that an own pawn in the east defends.
    #[inline(always)]
    #[must_use]
    pub fn defended_from_east(self) -> S {
        self.own & self.west_attacks()
    }

    /// The own pawns that defend an own pawn in the east.
    #[inline(always)]
    #[must_use]
    pub fn defenders_from_west(self) -> S {
        self.own & west(C::behind(self.own))
    }

    /// The own pawns that defend an own pawn in the west.
    #[inline(always)]
    #[must_use]
    pub fn defenders_from_east(self) -> S {
        self.own & east(C::behind(self.own))
    }

    /// The own pawns inside a chain that runs from the west: defended, and defending on the same diagonal.
    #[inline(always)]
    #[must_use]
    pub fn chain_links_west(self) -> S {
        self.defended_from_west() & self.defenders_from_west()
    }

    /// The own pawns inside a chain that runs from the east: defended, and defending on the same diagonal.
    #[inline(always)]
    #[must_use]
    pub fn chain_links_east(self) -> S {
        self.defended_from_east() & self.defenders_from_east()
    }

    /// The own pawns at the rear end of a chain that runs from the west.
    #[inline(always)]
    #[must_use]
    pub fn chain_bases_west(self) -> S {
        self.defenders_from_west() & !self.defended_from_west()
    }

    /// The own pawns at the rear end of a chain that runs from the east.
    #[inline(always)]
    #[must_use]
    pub fn chain_bases_east(self) -> S {
        self.defenders_from_east() & !self.defended_from_east()
    }

    /// The own pawns at the front end of a chain that runs from the west.
    #[inline(always)]
    #[must_use]
    pub fn chain_peaks_west(self) -> S {
        self.defended_from_west() & !self.defenders_from_west()
    }

    /// The own pawns at the front end of a chain that runs from the east.
    #[inline(always)]
    #[must_use]
    pub fn chain_peaks_east(self) -> S {
        self.defended_from_east() & !self.defenders_from_east()
    }

    /// The own pawns beside, defended by or defending an own pawn.
    #[inline(always)]
    #[must_use]
    pub fn connected(self) -> S {
        connected_within(self.own)
    }

    /// The own pawns without an own pawn on a neighbour file.
    #[inline(always)]
    #[must_use]
    pub fn isolated(self) -> S {
        self.own & !beside(self.file_fill())
    }

    /// The own pawns with exactly one neighbour file empty of own pawns; beyond the edge of the board counts as empty.
    #[inline(always)]
    #[must_use]
    pub fn half_isolated(self) -> S {
        let files = self.file_fill();
        self.own & (east(files) ^ west(files))
    }

    /// The hanging pawns: an exact duo, both open pawns, both half-isolated.
    #[inline(always)]
    #[must_use]
    pub fn hanging(self) -> S {
        let candidates = self.open_pawns() & self.half_isolated() & self.duos();
        candidates & beside(candidates)
    }

    /// The western ends of the horizontal runs, and all pawns with an own pawn right to the east.
    #[inline(always)]
    fn runs(self) -> (S, S) {
        (self.own & !east(self.own), self.with_east_neighbour())
    }
}

/// The squares of a set beside or diagonal to another of its squares.
#[inline(always)]
pub(crate) fn connected_within<S: SquareSet>(set: S) -> S {
    set & beside(set | crate::north(set) | crate::south(set))
}
