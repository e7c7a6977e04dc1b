//! Several own pawns on a file.

use crate::{Backend, Side, SideView, SquareSet};

/// # Several own pawns on a file
///
/// What engines call a doubled pawn is the front one, the rear one, each of them, or only neighbors on the
/// file. So each of these sets has a name of its own. Enemy pawns do not matter to any of them, nor do gaps.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    /// The own pawns with an own pawn somewhere ahead on the file: the rear members of each stack.
    ///
    /// Formula: `P ∩ rear_span`.
    /// Cost: 8 operations; with `Lookup` 15 operations and 7 loads.
    ///
    /// ```
    /// let (pawns, behind_own) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . P . .    . . . . . . . .
    ///     P . . . . . . .    . . . . . . . .
    ///     p . p . . P . .    . . . . . X . .
    ///     . . P . . P . P    . . X . . X . .
    ///     P . P . . P . .    X . X . . X . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().behind_own(), behind_own);
    /// ```
    ///
    /// The rear member of each pair, all but the front pawn of each stack. A gap does not matter, nor an
    /// enemy pawn in between, as a4.
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn behind_own(self) -> S {
        self.own & self.rear_span()
    }

    /// The own pawns with an own pawn somewhere behind on the file: the front members of each stack.
    ///
    /// Formula: `P ∩ front_span`.
    /// Cost: 8 operations; with `Lookup` 15 operations and 7 loads.
    ///
    /// ```
    /// let (pawns, in_front_of_own) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . P . .    . . X . . X . .
    ///     P . . . . . . .    X . . . . . . .
    ///     p . p . . P . .    . . . . . X . .
    ///     . . P . . P . P    . . X . . X . .
    ///     P . P . . P . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().in_front_of_own(), in_front_of_own);
    /// ```
    ///
    /// All but the rear pawn of each stack: other squares than [`behind_own`](Self::behind_own), but always
    /// as many.
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn in_front_of_own(self) -> S {
        self.own & self.front_span()
    }

    /// The own pawns on files that hold two or more.
    ///
    /// Formula: `behind_own ∪ in_front_of_own`.
    /// Cost: 8 operations.
    ///
    /// ```
    /// let (pawns, doubled) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . P . .    . . X . . X . .
    ///     P . . . . . . .    X . . . . . . .
    ///     p . p . . P . .    . . . . . X . .
    ///     . . P . . P . P    . . X . . X . .
    ///     P . P . . P . .    X . X . . X . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().doubled(), doubled);
    /// ```
    ///
    /// Every member counts, however many. Engines that count the front or the rear member alone mean
    /// [`in_front_of_own`](Self::in_front_of_own) or [`behind_own`](Self::behind_own).
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn doubled(self) -> S {
        self.own & B::file_span(self.own)
    }

    /// The own pawns with an own pawn ahead and one behind on the file.
    ///
    /// Formula: `behind_own ∩ in_front_of_own`.
    /// Cost: 17 operations; with `Lookup` 31 operations and 8 loads.
    ///
    /// ```
    /// let (pawns, triple_middles) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . P . .    . . . . . . . .
    ///     P . . . . . . .    . . . . . . . .
    ///     . . . . . P . .    . . . . . X . .
    ///     . . P . . P . P    . . X . . X . .
    ///     P . P . . P . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().triple_middles(), triple_middles);
    /// ```
    ///
    /// A stack of three has one, a stack of four two, and a full file, of six pawns in a legal position,
    /// four.
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn triple_middles(self) -> S {
        self.behind_own() & self.in_front_of_own()
    }

    /// The own pawns on files that hold three or more.
    ///
    /// Formula: `P ∩ F(triple_middles)`.
    /// Cost: 24 operations; with `Lookup` 38 operations and 9 loads.
    ///
    /// ```
    /// let (pawns, tripled) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . P . .    . . X . . X . .
    ///     P . . . . . . .    . . . . . . . .
    ///     . . . . . P . .    . . . . . X . .
    ///     . . P . . P . P    . . X . . X . .
    ///     P . P . . P . .    . . X . . X . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().tripled(), tripled);
    /// ```
    ///
    /// Three or more, so the four pawns of the f file are in it.
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn tripled(self) -> S {
        self.own & B::file_fill(self.triple_middles())
    }

    /// The files that hold exactly three own pawns.
    ///
    /// Formula: `F(M) ∖ F(M ∩ front_span(M)), M = triple_middles`.
    /// Cost: 39 operations; with `Lookup` 60 operations and 17 loads.
    ///
    /// ```
    /// let (pawns, triple_files) = pawnfill::boards! {
    ///     . . . . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . X . . . . .
    ///     . . P . . P . .    . . X . . . . .
    ///     P . . . . . . .    . . X . . . . .
    ///     . . . . . P . .    . . X . . . . .
    ///     . . P . . P . P    . . X . . . . .
    ///     P . P . . P . .    . . X . . . . .
    ///     . . . . . . . .    . . X . . . . .
    /// };
    /// assert_eq!(pawns.white().triple_files(), triple_files);
    /// ```
    ///
    /// Exactly three: neither two (a) nor four (f).
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn triple_files(self) -> S {
        let middles = self.triple_middles();
        B::file_fill(middles) & !B::file_fill(middles & C::front_span::<B, S>(middles))
    }

    /// The rear pawn of each file that holds exactly two.
    ///
    /// Formula: `behind_own ∖ F(triple_middles)`.
    /// Cost: 25 operations; with `Lookup` 39 operations and 9 loads.
    ///
    /// ```
    /// let (pawns, rear_twins) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . P . .    . . . . . . . .
    ///     P . . . . . . .    . . . . . . . .
    ///     . . . . . P . .    . . . . . . . .
    ///     . . P . . P . P    . . . . . . . .
    ///     P . P . . P . .    X . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().rear_twins(), rear_twins);
    /// ```
    ///
    /// Exactly two: the stacks of three and four have no twins.
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn rear_twins(self) -> S {
        self.behind_own() & !B::file_fill(self.triple_middles())
    }

    /// The front pawn of each file that holds exactly two.
    ///
    /// Formula: `in_front_of_own ∖ F(triple_middles)`.
    /// Cost: 25 operations; with `Lookup` 39 operations and 9 loads.
    ///
    /// ```
    /// let (pawns, front_twins) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . P . .    . . . . . . . .
    ///     P . . . . . . .    X . . . . . . .
    ///     . . . . . P . .    . . . . . . . .
    ///     . . P . . P . P    . . . . . . . .
    ///     P . P . . P . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().front_twins(), front_twins);
    /// ```
    ///
    /// The other half of each pair of [`rear_twins`](Self::rear_twins).
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn front_twins(self) -> S {
        self.in_front_of_own() & !B::file_fill(self.triple_middles())
    }

    /// The last pawn of each stack of two or more.
    ///
    /// Formula: `behind_own ∖ in_front_of_own`.
    /// Cost: 18 operations; with `Lookup` 32 operations and 8 loads.
    ///
    /// ```
    /// let (pawns, rearmost) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     p . p . . . . .    X . X . . . . .
    ///     . . p . . . . p    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . .    . . . . . . . .
    ///     . . p . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().rearmost(), rearmost);
    /// ```
    ///
    /// One for each stack, none for a pawn alone on its file. The rear is toward rank 8 for Black.
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn rearmost(self) -> S {
        self.behind_own() & !self.in_front_of_own()
    }

    /// The first pawn of each stack of two or more.
    ///
    /// Formula: `in_front_of_own ∖ behind_own`.
    /// Cost: 18 operations; with `Lookup` 32 operations and 8 loads.
    ///
    /// ```
    /// let (pawns, frontmost) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     p . p . . . . .    . . . . . . . .
    ///     . . p . . . . p    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . .    X . . . . . . .
    ///     . . p . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().frontmost(), frontmost);
    /// ```
    ///
    /// One for each stack. The front pawn of every file, alone or not, is `own ∖ behind_own`.
    ///
    /// Source: [Double and Triple (Bitboards)](https://www.chessprogramming.org/Double_and_Triple_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn frontmost(self) -> S {
        self.in_front_of_own() & !self.behind_own()
    }
}
