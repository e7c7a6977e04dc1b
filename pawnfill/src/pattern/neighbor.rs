//! Own pawns beside and diagonal to one another: phalanxes, chains, isolated and hanging pawns.

use crate::{Backend, Side, SideView, SquareSet, beside, east, west};

/// # Neighbors, chains and isolated pawns
///
/// Own pawns beside and diagonal to one another. East and west tell where the other pawn stands, for both
/// sides alike: a pawn defended from the west has its defender in the west. Only [`hanging`](Self::hanging)
/// looks at enemy pawns.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    /// The own pawns with an own pawn right to the east.
    ///
    /// Formula: `P ∩ W(P)`.
    /// Cost: 3 operations.
    ///
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
    /// Numbers wrap around the edge, files do not: h3 and a4 are no neighbors.
    ///
    /// Source: [Duo Trio Quart (Bitboards)](https://www.chessprogramming.org/Duo_Trio_Quart_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn with_east_neighbor(self) -> S {
        self.own & west(self.own)
    }

    /// The own pawns with an own pawn right to the west.
    ///
    /// Formula: `P ∩ E(P)`.
    /// Cost: 3 operations.
    ///
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
    /// West is toward the a file for Black, too.
    ///
    /// Source: [Duo Trio Quart (Bitboards)](https://www.chessprogramming.org/Duo_Trio_Quart_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn with_west_neighbor(self) -> S {
        self.own & east(self.own)
    }

    /// The own pawns with an own pawn beside them.
    ///
    /// Formula: `P ∩ (E(P) ∪ W(P))`.
    /// Cost: 7 operations.
    ///
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
    /// Two or more abreast, however many.
    ///
    /// Source: [Duo Trio Quart (Bitboards)](https://www.chessprogramming.org/Duo_Trio_Quart_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn phalanx(self) -> S {
        self.with_east_neighbor() | self.with_west_neighbor()
    }

    /// The own pawns in a horizontal run of exactly two.
    ///
    /// Formula: `horizontal runs of exactly 2`.
    /// Cost: 15 operations.
    ///
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
    /// Exactly two: the three pawns from d3 to f3 are no duo and hold none.
    ///
    /// Source: [Duo Trio Quart (Bitboards)](https://www.chessprogramming.org/Duo_Trio_Quart_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn duos(self) -> S {
        let (first, next) = self.runs();
        let first = first & next & !west(next);
        first | east(first)
    }

    /// The own pawns in a horizontal run of exactly three.
    ///
    /// Formula: `horizontal runs of exactly 3`.
    /// Cost: 21 operations.
    ///
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
    /// Exactly three.
    ///
    /// Source: [Duo Trio Quart (Bitboards)](https://www.chessprogramming.org/Duo_Trio_Quart_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn trios(self) -> S {
        let (first, next) = self.runs();
        let first = first & next & west(next) & !west(west(next));
        first | east(first | east(first))
    }

    /// The own pawns in a horizontal run of exactly four.
    ///
    /// Formula: `horizontal runs of exactly 4`.
    /// Cost: 26 operations.
    ///
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
    /// Exactly four. A rank of eight is one run of eight, and neither duo, trio nor quart.
    ///
    /// Source: [Duo Trio Quart (Bitboards)](https://www.chessprogramming.org/Duo_Trio_Quart_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn quarts(self) -> S {
        let (first, next) = self.runs();
        let first = first & next & west(next) & west(west(next)) & !west(west(west(next)));
        let two = first | east(first);
        two | east(east(two))
    }

    /// The own pawns that an own pawn in the west defends.
    ///
    /// Formula: `P ∩ NE(P)`.
    /// Cost: 3 operations.
    ///
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
    /// From the west means that the defender stands in the west. A pawn with two defenders, as d4, is also
    /// in [`defended_from_east`](Self::defended_from_east).
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn defended_from_west(self) -> S {
        self.own & self.east_attacks()
    }

    /// The own pawns that an own pawn in the east defends.
    ///
    /// Formula: `P ∩ NW(P)`.
    /// Cost: 3 operations.
    ///
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
    /// The defender stands in the east, and a rank nearer to Black's side: g7 for f6, f6 for e5.
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn defended_from_east(self) -> S {
        self.own & self.west_attacks()
    }

    /// The own pawns that defend an own pawn in the east.
    ///
    /// Formula: `P ∩ SW(P)`.
    /// Cost: 3 operations.
    ///
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
    /// As many as there are pawns in [`defended_from_west`](Self::defended_from_west).
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn defenders_from_west(self) -> S {
        self.own & west(C::behind(self.own))
    }

    /// The own pawns that defend an own pawn in the west.
    ///
    /// Formula: `P ∩ SE(P)`.
    /// Cost: 3 operations.
    ///
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
    /// As many as there are pawns in [`defended_from_east`](Self::defended_from_east).
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn defenders_from_east(self) -> S {
        self.own & east(C::behind(self.own))
    }

    /// The own pawns inside a chain that runs from the west: defended, and defending on the same diagonal.
    ///
    /// Formula: `P ∩ NE(P) ∩ SW(P)`.
    /// Cost: 7 operations.
    ///
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
    /// Only along one diagonal: d4 is defended on two sides and links neither.
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn chain_links_west(self) -> S {
        self.defended_from_west() & self.defenders_from_west()
    }

    /// The own pawns inside a chain that runs from the east: defended, and defending on the same diagonal.
    ///
    /// Formula: `P ∩ NW(P) ∩ SE(P)`.
    /// Cost: 7 operations.
    ///
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
    /// The chain g7, f6, e5 runs from the east; d6 belongs to one from the west.
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn chain_links_east(self) -> S {
        self.defended_from_east() & self.defenders_from_east()
    }

    /// The own pawns at the rear end of a chain that runs from the west.
    ///
    /// Formula: `(P ∩ SW(P)) ∖ NE(P)`.
    /// Cost: 8 operations.
    ///
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
    /// A pawn alone, as g2, is no base.
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn chain_bases_west(self) -> S {
        self.defenders_from_west() & !self.defended_from_west()
    }

    /// The own pawns at the rear end of a chain that runs from the east.
    ///
    /// Formula: `(P ∩ SE(P)) ∖ NW(P)`.
    /// Cost: 8 operations.
    ///
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
    /// The pawn to attack, in the books: no own pawn defends it on this diagonal.
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn chain_bases_east(self) -> S {
        self.defenders_from_east() & !self.defended_from_east()
    }

    /// The own pawns at the front end of a chain that runs from the west.
    ///
    /// Formula: `(P ∩ NE(P)) ∖ SW(P)`.
    /// Cost: 8 operations.
    ///
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
    /// A peak of one diagonal may be a link of the other.
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn chain_peaks_west(self) -> S {
        self.defended_from_west() & !self.defenders_from_west()
    }

    /// The own pawns at the front end of a chain that runs from the east.
    ///
    /// Formula: `(P ∩ NW(P)) ∖ SE(P)`.
    /// Cost: 8 operations.
    ///
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
    /// As many as there are bases from the east, one for each chain.
    ///
    /// Source: [Defended Pawns (Bitboards)](https://www.chessprogramming.org/Defended_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn chain_peaks_east(self) -> S {
        self.defended_from_east() & !self.defenders_from_east()
    }

    /// The own pawns beside, defended by or defending an own pawn.
    ///
    /// Formula: `P ∩ (E ∪ W ∪ NE ∪ NW ∪ SE ∪ SW)(P)`.
    /// Cost: 10 operations.
    ///
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
    /// Nothing is connected along a file: h5 and h6 are not.
    ///
    /// Source: [Connected Pawns](https://www.chessprogramming.org/Connected_Pawns).
    #[inline(always)]
    #[must_use]
    pub fn connected(self) -> S {
        connected_within(self.own)
    }

    /// The own pawns without an own pawn on a neighbor file.
    ///
    /// Formula: `P ∖ (E(F(P)) ∪ W(F(P)))`.
    /// Cost: 13 operations; with `Lookup` 13 operations and 1 load.
    ///
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
    /// Whole files count, so a2 and b5 are not isolated, however far apart; doubled pawns may be.
    ///
    /// Source: [Isolated Pawns (Bitboards)](https://www.chessprogramming.org/Isolated_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn isolated(self) -> S {
        self.own & !beside(self.file_fill())
    }

    /// The own pawns with exactly one neighbor file empty of own pawns; beyond the edge of the board counts
    /// as empty.
    ///
    /// Formula: `(P ∖ W(F(P))) ⊕ (P ∖ E(F(P)))`.
    /// Cost: 12 operations; with `Lookup` 12 operations and 1 load.
    ///
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
    /// The edge counts as an empty file, so a2 and h2 are in it; d4 has both neighbor files empty and is
    /// isolated.
    ///
    /// Source: [Isolated Pawns (Bitboards)](https://www.chessprogramming.org/Isolated_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn half_isolated(self) -> S {
        let files = self.file_fill();
        self.own & (east(files) ^ west(files))
    }

    /// The hanging pawns: an exact duo, both open pawns, both half-isolated.
    ///
    /// Formula: `H ∩ (E(H) ∪ W(H)), H = open_pawns ∩ half_isolated ∩ duos`.
    /// Cost: 44 operations; with `Lookup` 51 operations and 8 loads.
    ///
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
    /// A trio does not hang, nor does a duo of which one pawn has an enemy pawn ahead.
    ///
    /// Source: [Isolated Pawns (Bitboards)](https://www.chessprogramming.org/Isolated_Pawns_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn hanging(self) -> S {
        let candidates = self.open_pawns() & self.half_isolated() & self.duos();
        candidates & beside(candidates)
    }

    /// The western ends of the horizontal runs, and all pawns with an own pawn right to the east.
    #[inline(always)]
    fn runs(self) -> (S, S) {
        (self.own & !east(self.own), self.with_east_neighbor())
    }
}

/// The squares of a set beside or diagonal to another of its squares.
#[inline(always)]
pub(crate) fn connected_within<S: SquareSet>(set: S) -> S {
    set & beside(set | crate::north(set) | crate::south(set))
}
