//! Friendly pawns beside and diagonal to each other: phalanxes, chains, isolated and hanging pawns.

use super::column::about;
use crate::{Backend, Side, SideView, SquareSet, beside, east, west};

/// # Neighbors, chains and isolated pawns
///
/// Friendly pawns beside or diagonal to each other. For both sides, east and west say where the
/// other pawn stands: a pawn defended from the west has its defender in the west. Only
/// [`hanging`](Self::hanging) depends on enemy pawns.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = about!(with_east_neighbor)]
    /// ```
    /// let (pawns, with_east_neighbor) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     P P . . . . . .    X . . . . . . .
    ///     . . . P . . . P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().with_east_neighbor(), with_east_neighbor);
    /// ```
    ///
    /// Steps do not wrap around the edge: h3 and a4 are not neighbors.
    #[inline(always)]
    pub fn with_east_neighbor(self) -> S {
        self.own & west(self.own)
    }

    #[doc = about!(with_west_neighbor)]
    /// ```
    /// let (pawns, with_west_neighbor) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     p p . . . . . .    . X . . . . . .
    ///     . . . p . . . p    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().with_west_neighbor(), with_west_neighbor);
    /// ```
    ///
    /// West is toward the a-file for Black, too.
    #[inline(always)]
    pub fn with_west_neighbor(self) -> S {
        self.own & east(self.own)
    }

    #[doc = about!(phalanx)]
    /// ```
    /// let (pawns, phalanx) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     P P . . . . . .    X X . . . . . .
    ///     . . . P P P . P    . . . X X X . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().phalanx(), phalanx);
    /// ```
    ///
    /// Rows of two or more pawns count.
    #[doc(alias("duo", "side by side"))]
    #[inline(always)]
    pub fn phalanx(self) -> S {
        let first = self.with_east_neighbor();
        first | first.up::<1>()
    }

    #[doc = about!(duos)]
    /// ```
    /// let (pawns, duos) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     P P . . . . . .    X X . . . . . .
    ///     . . . P P P . P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().duos(), duos);
    /// ```
    ///
    /// The run of three from d3 to f3 contains no duo.
    #[doc(alias = "duo")]
    #[inline(always)]
    pub fn duos(self) -> S {
        let first = alone(self.with_east_neighbor());
        first | first.up::<1>()
    }

    #[doc = about!(trios)]
    /// ```
    /// let (pawns, trios) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     P P . . . . . .    . . . . . . . .
    ///     . . . P P P . P    . . . X X X . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().trios(), trios);
    /// ```
    ///
    /// Shorter and longer runs contain no trio.
    #[inline(always)]
    pub fn trios(self) -> S {
        let two = self.with_east_neighbor();
        let first = alone(two & two.down::<1>());
        first | first.up::<1>() | first.up::<2>()
    }

    #[doc = about!(quarts)]
    /// ```
    /// let (pawns, quarts) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . P P P    . . . . . . . .
    ///     P P P P . . . .    X X X X . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().quarts(), quarts);
    /// ```
    ///
    /// A full rank is one run of eight, so it is neither duo, trio nor quart.
    #[inline(always)]
    pub fn quarts(self) -> S {
        let two = self.with_east_neighbor();
        let three = two & two.down::<1>();
        let first = alone(three & three.down::<1>());
        let two = first | first.up::<1>();
        two | two.up::<2>()
    }

    #[doc = about!(defended)]
    /// ```
    /// let (pawns, defended) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . P . . . .    . . . X . . . .
    ///     . . P . . . . .    . . X . . . . .
    ///     . P . P . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().defended(), defended);
    /// ```
    #[doc(alias("guarded", "protected", "supported"))]
    #[inline(always)]
    pub fn defended(self) -> S {
        self.own & self.any_attacks()
    }

    #[doc = about!(defended_from_west)]
    /// ```
    /// let (pawns, defended_from_west) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . P . . . .    . . . X . . . .
    ///     . . P . P . . .    . . X . . . . .
    ///     . P . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().defended_from_west(), defended_from_west);
    /// ```
    ///
    /// The defender stands in the west. A pawn with two defenders, such as d4, is also in
    /// [`defended_from_east`](Self::defended_from_east).
    #[doc(alias = "wPawnDefendedFromWest")]
    #[inline(always)]
    pub fn defended_from_west(self) -> S {
        self.own & self.east_attacks()
    }

    #[doc = about!(defended_from_east)]
    /// ```
    /// let (pawns, defended_from_east) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . p .    . . . . . . . .
    ///     . . . p . p . .    . . . . . X . .
    ///     . . . . p . . .    . . . . X . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().defended_from_east(), defended_from_east);
    /// ```
    ///
    /// The defender stands in the east, one rank nearer to Black's side: g7 defends f6, and f6
    /// defends e5.
    #[doc(alias = "wPawnDefendedFromEast")]
    #[inline(always)]
    pub fn defended_from_east(self) -> S {
        self.own & self.west_attacks()
    }

    #[doc = about!(defenders_from_west)]
    /// ```
    /// let (pawns, defenders_from_west) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . . P . P . . .    . . X . . . . .
    ///     . P . . . . P .    . X . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().defenders_from_west(), defenders_from_west);
    /// ```
    ///
    /// This set and [`defended_from_west`](Self::defended_from_west) are equally large, because
    /// each defender from the west defends one pawn.
    #[doc(alias = "wPawnDefendersFromWest")]
    #[inline(always)]
    pub fn defenders_from_west(self) -> S {
        self.own & west(C::behind(self.own))
    }

    #[doc = about!(defenders_from_east)]
    /// ```
    /// let (pawns, defenders_from_east) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . p .    . . . . . . X .
    ///     . . . p . p . .    . . . . . X . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().defenders_from_east(), defenders_from_east);
    /// ```
    ///
    /// This set and [`defended_from_east`](Self::defended_from_east) are equally large.
    #[doc(alias = "wPawnDefendersFromEast")]
    #[inline(always)]
    pub fn defenders_from_east(self) -> S {
        self.own & east(C::behind(self.own))
    }

    #[doc = about!(chain_links_west)]
    /// ```
    /// let (pawns, chain_links_west) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . . P . P . . .    . . X . . . . .
    ///     . P . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().chain_links_west(), chain_links_west);
    /// ```
    ///
    /// Both pawns of a link are on the same diagonal. Here d4 is defended on two diagonals and is a
    /// link on neither.
    #[doc(alias = "pawn chain")]
    #[inline(always)]
    pub fn chain_links_west(self) -> S {
        self.defended_from_west() & self.defenders_from_west()
    }

    #[doc = about!(chain_links_east)]
    /// ```
    /// let (pawns, chain_links_east) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . p .    . . . . . . . .
    ///     . . . p . p . .    . . . . . X . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().chain_links_east(), chain_links_east);
    /// ```
    ///
    /// The chain g7, f6, e5 runs from the east. The pawn on d6 belongs to a chain from the west.
    #[doc(alias = "pawn chain")]
    #[inline(always)]
    pub fn chain_links_east(self) -> S {
        self.defended_from_east() & self.defenders_from_east()
    }

    #[doc = about!(chain_bases_west)]
    /// ```
    /// let (pawns, chain_bases_west) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . . P . P . . .    . . . . . . . .
    ///     . P . . . . P .    . X . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().chain_bases_west(), chain_bases_west);
    /// ```
    ///
    /// A pawn without neighbors, such as g2, is not a base.
    #[doc(alias = "chain base")]
    #[inline(always)]
    pub fn chain_bases_west(self) -> S {
        self.defenders_from_west() & !self.defended_from_west()
    }

    #[doc = about!(chain_bases_east)]
    /// ```
    /// let (pawns, chain_bases_east) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . p .    . . . . . . X .
    ///     . . . p . p . .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().chain_bases_east(), chain_bases_east);
    /// ```
    ///
    /// Books advise attacking this pawn: no friendly pawn defends it on this diagonal.
    #[doc(alias = "chain base")]
    #[inline(always)]
    pub fn chain_bases_east(self) -> S {
        self.defenders_from_east() & !self.defended_from_east()
    }

    #[doc = about!(chain_peaks_west)]
    /// ```
    /// let (pawns, chain_peaks_west) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . P . . . .    . . . X . . . .
    ///     . . P . P . . .    . . . . . . . .
    ///     . P . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().chain_peaks_west(), chain_peaks_west);
    /// ```
    ///
    /// A peak on one diagonal may be a link on the other.
    #[doc(alias = "chain head")]
    #[inline(always)]
    pub fn chain_peaks_west(self) -> S {
        self.defended_from_west() & !self.defenders_from_west()
    }

    #[doc = about!(chain_peaks_east)]
    /// ```
    /// let (pawns, chain_peaks_east) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . p .    . . . . . . . .
    ///     . . . p . p . .    . . . . . . . .
    ///     . . . . p . . .    . . . . X . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().chain_peaks_east(), chain_peaks_east);
    /// ```
    ///
    /// Each chain from the east has one base and one peak.
    #[doc(alias = "chain head")]
    #[inline(always)]
    pub fn chain_peaks_east(self) -> S {
        self.defended_from_east() & !self.defenders_from_east()
    }

    #[doc = about!(connected)]
    /// ```
    /// let (pawns, connected) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . P    . . . . . . . .
    ///     . . . . . . . P    . . . . . . . .
    ///     . . . . P P . .    . . . . X X . .
    ///     . . P . . . . .    . . X . . . . .
    ///     . P . . . . . .    . X . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().connected(), connected);
    /// ```
    ///
    /// Pawns on the same file are not connected: h5 and h6 are not in the set.
    #[doc(alias("connected pawn", "supported"))]
    #[inline(always)]
    pub fn connected(self) -> S {
        connected_within(self.own)
    }

    #[doc = about!(isolated)]
    /// ```
    /// let (pawns, isolated) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . P . P . . . .    . . . X . . . .
    ///     . . . P . . . .    . . . X . . . .
    ///     . . . . . . . P    . . . . . . . .
    ///     P . . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().isolated(), isolated);
    /// ```
    ///
    /// Whole files count: a2 and b5 are not isolated, although they are far apart. Doubled pawns
    /// may be isolated. The isolated queen's pawn (IQP) is `isolated() & File::D.bitboard()`.
    #[doc(alias(
        "doubled isolated pawn",
        "IQP",
        "isolani",
        "isolated pawn",
        "isolated queen pawn"
    ))]
    #[inline(always)]
    pub fn isolated(self) -> S {
        self.own & !B::beside_files(self.own)
    }

    #[doc = about!(half_isolated)]
    /// ```
    /// let (pawns, half_isolated) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . P . . . . . .    . X . . . . . .
    ///     P . . . . P P P    X . . . . X . X
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().half_isolated(), half_isolated);
    /// ```
    ///
    /// The edge of the board counts as an empty file, so a2 and h2 are in the set. Both neighbor
    /// files of d4 are empty, so d4 is isolated and not in the set.
    #[doc(alias = "half isolani")]
    #[inline(always)]
    pub fn half_isolated(self) -> S {
        let files = self.file_fill();
        self.own & (east(files) ^ west(files))
    }

    #[doc = about!(hanging)]
    /// ```
    /// let (pawns, hanging) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P P . . . .    . . X X . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . P P P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().hanging(), hanging);
    /// ```
    ///
    /// A trio is not hanging, nor is a duo in which one pawn has an enemy pawn ahead.
    #[doc(alias = "hanging pawn")]
    #[inline(always)]
    pub fn hanging(self) -> S {
        // Half-isolated pawns side by side are a duo: in a longer run, one has friendly pawns on
        // both neighbor files.
        let candidates = self.open_pawns() & self.half_isolated();
        candidates & beside(candidates)
    }
}

/// Returns the squares where a run of exactly some length begins, of those where at least so many
/// pawns stand side by side.
///
/// None is on the h-file, where the squares that wrap around the edge end up.
#[inline(always)]
fn alone<S: SquareSet>(set: S) -> S {
    set & !(set.up::<1>() | set.down::<1>())
}

/// Returns the squares of a set that are beside or diagonal to another of its squares.
#[inline(always)]
pub(crate) fn connected_within<S: SquareSet>(set: S) -> S {
    set & beside(set | crate::north(set) | crate::south(set))
}
