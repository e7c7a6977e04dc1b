//! Several friendly pawns on a file.

use super::column::about;
use crate::{Backend, Side, SideView, SquareSet};

/// # Several friendly pawns on a file
///
/// Depending on the engine, the front pawn is doubled, or the rear pawn, or both, or only pawns
/// that touch. Each of these sets therefore has its own name. Enemy pawns and gaps never matter.
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
    /// These are all pawns of a stack except the front one. Gaps do not matter, nor do enemy pawns
    /// in between, such as a4.
    #[doc(alias = "wPawnsBehindOwn")]
    #[inline(always)]
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
    /// These are all pawns of a stack except the rear one. The squares differ from
    /// [`behind_own`](Self::behind_own), but their number is always the same.
    #[doc(alias = "wPawnsInfrontOwn")]
    #[inline(always)]
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
    /// Every member of a stack counts. Engines that count only front or only rear members mean
    /// [`in_front_of_own`](Self::in_front_of_own) or [`behind_own`](Self::behind_own).
    #[doc(alias("doubled isolated pawn", "doubled pawn", "tandem"))]
    #[inline(always)]
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
    /// A stack of three has one such pawn, and a stack of four has two. In a legal position, a file
    /// has at most six pawns, four of them middles.
    #[doc(alias = "wPawnsInfrontAndBehindOwn")]
    #[inline(always)]
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
    /// The four pawns of the f-file are included, because three or more count.
    #[doc(alias("triple pawn", "tripled pawn"))]
    #[inline(always)]
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
    /// The a-file has two pawns and the f-file has four, so neither is in the set.
    #[inline(always)]
    pub fn triple_files(self) -> S {
        let middles = self.triple_middles();
        B::file_fill(middles & !B::file_span(middles))
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
    #[doc(alias = "fileWithAtLeastTriple")]
    #[inline(always)]
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
    /// The stacks of three and four have no twins.
    #[doc(alias = "rearTwin")]
    #[inline(always)]
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
    /// These are the partners of [`rear_twins`](Self::rear_twins).
    #[doc(alias = "frontTwin")]
    #[inline(always)]
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
    /// Each stack has one such pawn. A pawn alone on its file is not in the set. For Black, the
    /// rear is toward rank 8.
    #[inline(always)]
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
    /// Each stack has one such pawn. The front pawns of all files, alone or not, are
    /// `own ∖ behind_own`.
    #[inline(always)]
    pub fn frontmost(self) -> S {
        self.in_front_of_own() & !self.behind_own()
    }
}
