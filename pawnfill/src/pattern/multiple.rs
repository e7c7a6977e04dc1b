//! Several own pawns on a file.

use super::list::about;
use crate::{Backend, Side, SideView, SquareSet};

/// # Several own pawns on a file
///
/// What engines call a doubled pawn is the front one, the rear one, each of them, or only neighbors on the
/// file. So each of these sets has a name of its own. Enemy pawns do not matter to any of them, nor do gaps.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = about!(behind_own)]
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
    #[inline(always)]
    #[must_use]
    pub fn behind_own(self) -> S {
        self.own & self.rear_span()
    }

    #[doc = about!(in_front_of_own)]
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
    #[inline(always)]
    #[must_use]
    pub fn in_front_of_own(self) -> S {
        self.own & self.front_span()
    }

    #[doc = about!(doubled)]
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
    #[inline(always)]
    #[must_use]
    pub fn doubled(self) -> S {
        self.own & B::file_span(self.own)
    }

    #[doc = about!(triple_middles)]
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
    #[inline(always)]
    #[must_use]
    pub fn triple_middles(self) -> S {
        self.behind_own() & self.in_front_of_own()
    }

    #[doc = about!(tripled)]
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
    #[inline(always)]
    #[must_use]
    pub fn tripled(self) -> S {
        self.own & self.at_least_triple_files()
    }

    #[doc = about!(triple_files)]
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
    #[inline(always)]
    #[must_use]
    pub fn triple_files(self) -> S {
        let middles = self.triple_middles();
        self.at_least_triple_files() & !B::file_fill(middles & C::front_span::<B, S>(middles))
    }

    #[doc = about!(at_least_triple_files)]
    /// ```
    /// let (pawns, at_least_triple_files) = pawnfill::boards! {
    ///     . . . . . . . .    . . X . . X . .
    ///     . . . . . . . .    . . X . . X . .
    ///     . . P . . P . .    . . X . . X . .
    ///     P . . . . . . .    . . X . . X . .
    ///     . . . . . P . .    . . X . . X . .
    ///     . . P . . P . P    . . X . . X . .
    ///     P . P . . P . .    . . X . . X . .
    ///     . . . . . . . .    . . X . . X . .
    /// };
    /// assert_eq!(pawns.white().at_least_triple_files(), at_least_triple_files);
    /// ```
    ///
    /// The wiki's `fileWithAtLeastTriple`. The f-file holds four pawns, so it is not one of the
    /// [`triple_files`](Self::triple_files).
    #[inline(always)]
    #[must_use]
    pub fn at_least_triple_files(self) -> S {
        B::file_fill(self.triple_middles())
    }

    #[doc = about!(rear_twins)]
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
    #[inline(always)]
    #[must_use]
    pub fn rear_twins(self) -> S {
        self.behind_own() & !self.at_least_triple_files()
    }

    #[doc = about!(front_twins)]
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
    #[inline(always)]
    #[must_use]
    pub fn front_twins(self) -> S {
        self.in_front_of_own() & !self.at_least_triple_files()
    }

    #[doc = about!(rearmost)]
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
    #[inline(always)]
    #[must_use]
    pub fn rearmost(self) -> S {
        self.behind_own() & !self.in_front_of_own()
    }

    #[doc = about!(frontmost)]
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
    #[inline(always)]
    #[must_use]
    pub fn frontmost(self) -> S {
        self.in_front_of_own() & !self.behind_own()
    }
}
