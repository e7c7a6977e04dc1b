//! Spans: the squares strictly ahead of or behind the pawns, on their own files and on
//! the neighbor files.

use super::column::about;
use crate::{Backend, Pawns, Side, SideView, SquareSet, beside, east, west};

/// # Spans
///
/// The squares that a fill adds to its pawns: the squares that a pawn may cross and, on the
/// neighbor files, the squares that it may attack on its way. Like fills, spans ignore everything
/// in the way.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = about!(front_span)]
    /// ```
    /// let (pawns, front_span) = pawnfill::boards! {
    ///     . . . . . . . P    X . . . X . . .
    ///     . . . . . . . .    X . . . X . . .
    ///     . . . . . . . .    X . . . X . . .
    ///     . . . . . . . .    X . . . X . . .
    ///     P . . . P . . .    X . . . . . . .
    ///     . . . . . . . .    X . . . . . . .
    ///     P . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().front_span(), front_span);
    /// ```
    ///
    /// The span is one file wide. [`passer_span`](Self::passer_span) is the span of three files
    /// that some engines call a front span. A front pawn is ahead of the doubled pawn behind it, so
    /// a4 is in the set.
    #[doc(alias("wFrontSpans", "bFrontSpans", "forward file"))]
    #[inline(always)]
    pub fn front_span(self) -> S {
        C::front_span::<B, S>(self.own)
    }

    #[doc = about!(rear_span)]
    /// ```
    /// let (pawns, rear_span) = pawnfill::boards! {
    ///     . . . . . . . p    X . . . X . . .
    ///     . . . . . . . .    X . . . X . . .
    ///     . . . . p . . .    X . . . . . . .
    ///     p . . . . . . .    X . . . . . . .
    ///     . . . . . . . .    X . . . . . . .
    ///     . . . . . . . .    X . . . . . . .
    ///     p . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().rear_span(), rear_span);
    /// ```
    ///
    /// A rear pawn is behind the doubled pawn ahead of it, so a5 is in the set. The black pawn on
    /// h8, which no legal position has, has nothing behind it.
    #[doc(alias("wRearSpans", "bRearSpans"))]
    #[inline(always)]
    pub fn rear_span(self) -> S {
        C::rear_span::<B, S>(self.own)
    }

    #[doc = about!(stops)]
    /// ```
    /// let (pawns, stops) = pawnfill::boards! {
    ///     . . . . . . . P    . . . . . . X .
    ///     . . . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . P . . . .    . . . X . . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().stops(), stops);
    /// ```
    ///
    /// A stop may hold a pawn of either color, such as d5 here.
    /// [`push_targets`](Self::push_targets) returns the empty stops. A pawn on the last rank
    /// has no stop.
    #[doc(alias = "stop square")]
    #[inline(always)]
    pub fn stops(self) -> S {
        C::ahead(self.own)
    }

    #[doc = about!(telestops)]
    /// ```
    /// let (pawns, telestops) = pawnfill::boards! {
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . . . . P .    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().telestops(), telestops);
    /// ```
    ///
    /// The set contains the telestops of all pawns: d6 is the stop of d5, but also a telestop of
    /// d4. A pawn on the seventh rank has none.
    #[inline(always)]
    pub fn telestops(self) -> S {
        C::ahead(self.front_span())
    }

    #[doc = about!(east_front_attack_span)]
    /// ```
    /// let (pawns, east_front_attack_span) = pawnfill::boards! {
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().east_front_attack_span(), east_front_attack_span);
    /// ```
    ///
    /// There is no file east of the h-file, so h2 adds nothing.
    #[doc(alias = "attack span")]
    #[inline(always)]
    pub fn east_front_attack_span(self) -> S {
        east(self.front_span())
    }

    #[doc = about!(west_front_attack_span)]
    /// ```
    /// let (pawns, west_front_attack_span) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . p . . . .    . . . . . . . .
    ///     . . . . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . X . . . . .
    ///     p . . . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . X . . . . .
    /// };
    /// assert_eq!(pawns.black().west_front_attack_span(), west_front_attack_span);
    /// ```
    ///
    /// East and west are the same for both sides: for Black, too, west is toward the a-file. Here
    /// a3 adds nothing.
    #[doc(alias = "attack span")]
    #[inline(always)]
    pub fn west_front_attack_span(self) -> S {
        west(self.front_span())
    }

    #[doc = about!(east_rear_attack_span)]
    /// ```
    /// let (pawns, east_rear_attack_span) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . . . . . P    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    /// };
    /// assert_eq!(pawns.white().east_rear_attack_span(), east_rear_attack_span);
    /// ```
    ///
    /// Unlike the front attack span, this includes the square beside the pawn. From there and from
    /// behind, a friendly pawn can still come to its defense.
    #[inline(always)]
    pub fn east_rear_attack_span(self) -> S {
        east(self.rear_fill())
    }

    #[doc = about!(west_rear_attack_span)]
    /// ```
    /// let (pawns, west_rear_attack_span) = pawnfill::boards! {
    ///     . . . . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . X . . . . .
    ///     . . . p . . . .    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().west_rear_attack_span(), west_rear_attack_span);
    /// ```
    ///
    /// For Black, behind is toward rank 8.
    #[inline(always)]
    pub fn west_rear_attack_span(self) -> S {
        west(self.rear_fill())
    }

    #[doc = about!(passer_span)]
    /// ```
    /// let (pawns, passer_span) = pawnfill::boards! {
    ///     . . . . . . . .    X X . X X X . .
    ///     . . . . . . . .    X X . X X X . .
    ///     . . . . . . . .    X X . X X X . .
    ///     . . . . P . . .    X X . . . . . .
    ///     P . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().passer_span(), passer_span);
    /// ```
    ///
    /// The span is three files wide, or two for a pawn on an edge file. The squares beside a pawn
    /// are not in it, because an enemy pawn there no longer stops it.
    #[doc(alias = "passed pawn mask")]
    #[inline(always)]
    pub fn passer_span(self) -> S {
        self.front_span() | self.front_attack_span()
    }

    /// Returns `AFS`: all squares that a friendly pawn attacks now or after advancing.
    #[inline(always)]
    pub(crate) fn front_attack_span(self) -> S {
        beside(self.front_span())
    }
}

impl<S: SquareSet, B: Backend> Pawns<B, S> {
    #[doc = about!(interspan)]
    /// ```
    /// let (pawns, interspan) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . P . . . . . .    . . . . X . . .
    ///     . . . . . . p .    . . . . X . . .
    ///     . . . . P . P .    . . . . X . . .
    ///     . p . . . . . .    . . . . X . . .
    ///     . . . . P . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.interspan(), interspan);
    /// ```
    ///
    /// The squares between opposing pawns. They may hold pawns, such as e4. Rammed pawns (g4, g5)
    /// and pawns that have passed each other (b6, b3) have no squares between them.
    #[doc(alias = "interspans")]
    #[inline(always)]
    pub fn interspan(self) -> S {
        self.white().front_span() & self.black().front_span()
    }
}
