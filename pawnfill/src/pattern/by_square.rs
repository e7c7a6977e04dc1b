//! Questions about one square, for engines that evaluate pawn by pawn.
//!
//! Every question is about a pawn of the side on the square, as if one stood there: the answer is
//! `true` if the pattern of the same name, computed with that pawn added, contains the square.

use super::question::asks;
use crate::backend::front_ray;
use crate::set::Reduce;
use crate::{Backend, Bitboard, Side, SideView, Square, SquareSet, beside};

/// # By square: squares
///
/// The squares around one square, independent of the pawns. No set is filled:
/// [`KoggeStone`](crate::KoggeStone) shifts a constant, and `Lookup` reads a table if it has one.
/// In the formulas, `s` is the square.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = asks!(front_span_of)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let (pawns, span) = pawnfill::boards! {
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . X . . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().front_span_of(Square::D4), span);
    /// assert_eq!(pawns.black().rear_span_of(Square::D4), span);
    /// ```
    #[doc(alias("arrNortRay", "forward file"))]
    #[inline(always)]
    pub fn front_span_of(self, square: Square) -> Bitboard {
        front_ray::<C, B>(square)
    }

    #[doc = asks!(rear_span_of)]
    #[doc(alias = "arrSoutRay")]
    #[inline(always)]
    pub fn rear_span_of(self, square: Square) -> Bitboard {
        front_ray::<C::Enemy, B>(square)
    }

    #[doc = asks!(front_attack_span_of)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let (pawns, span) = pawnfill::boards! {
    ///     . . . . . . . .    . . X . X . . .
    ///     . . . . . . . .    . . X . X . . .
    ///     . . . . . . . .    . . X . X . . .
    ///     . . . . . . . .    . . X . X . . .
    ///     . . . P . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// let white = pawns.white();
    /// assert_eq!(white.front_attack_span_of(Square::D4), span);
    /// assert_eq!(white.rear_attack_span_of(Square::D4).count(), 8);
    /// assert_eq!(white.passer_span_of(Square::D4), span | white.front_span_of(Square::D4));
    /// ```
    #[doc(alias = "pawn attack span")]
    #[inline(always)]
    pub fn front_attack_span_of(self, square: Square) -> Bitboard {
        B::front_attack_span::<C>(square)
    }

    #[doc = asks!(rear_attack_span_of)]
    #[inline(always)]
    pub fn rear_attack_span_of(self, square: Square) -> Bitboard {
        B::rear_attack_span::<C>(square)
    }

    #[doc = asks!(passer_span_of)]
    #[doc(alias = "passed pawn mask")]
    #[inline(always)]
    pub fn passer_span_of(self, square: Square) -> Bitboard {
        B::passer_span::<C>(square)
    }
}

/// # By square: pawns
///
/// The pawns on the squares around one pawn.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = asks!(pawns_on_file)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let (pawns, on_file) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . . . .    . . . . . . . .
    ///     . . P . . . . .    . . X . . . . .
    ///     . . P . . P . .    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().pawns_on_file(Square::C2), on_file);
    /// ```
    ///
    /// [`count`](crate::Bitboard::count) of the set is their number. A pawn on the square
    /// itself is included.
    #[doc(alias = "wPawnsOnFile")]
    #[inline(always)]
    pub fn pawns_on_file(self, square: Square) -> S {
        self.own & S::splat(B::file_mask(square))
    }

    #[doc = asks!(stoppers_of)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let (pawns, stoppers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . . . .    . . X . . . . .
    ///     . . . . . . p .    . . . . . . . .
    ///     . . . . p . . .    . . . . X . . .
    ///     . . p P . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . p . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().stoppers_of(Square::D4), stoppers);
    /// ```
    ///
    /// The pawn on c4 is beside d4 and no longer stops it. A pawn on the last rank has no stoppers.
    #[inline(always)]
    pub fn stoppers_of(self, square: Square) -> S {
        self.enemy & S::splat(self.passer_span_of(square))
    }

    #[doc = asks!(sentries_of)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let (pawns, sentries) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . . . .    . . X . . . . .
    ///     . . . p . . p .    . . . . . . . .
    ///     . . . . p . . .    . . . . X . . .
    ///     . . p P . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().sentries_of(Square::D4), sentries);
    /// ```
    ///
    /// Unlike the set [`sentries`](Self::sentries), this does not require a half-free pawn: here d6
    /// blocks d4.
    #[inline(always)]
    pub fn sentries_of(self, square: Square) -> S {
        self.enemy & S::splat(self.front_attack_span_of(square))
    }

    #[doc = asks!(helpers_of)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let (pawns, helpers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     . . . P P . . .    . . . . X . . .
    ///     . . . . . . P .    . . . . . . . .
    ///     . . P . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().helpers_of(Square::D4), helpers);
    /// ```
    ///
    /// The pawn on c5 is ahead and no longer helps.
    #[inline(always)]
    pub fn helpers_of(self, square: Square) -> S {
        self.own & S::splat(self.rear_attack_span_of(square))
    }
}

/// # By square: questions
///
/// Each question is about a pawn of the side on the square, as if one stood there: the answer is
/// `true` if the pattern, computed with that pawn added, contains the square. To ask about all
/// pawns, compute the set. These methods are for single squares, such as the square of a pawn that
/// has just moved.
impl<C: Side, S: Reduce, B: Backend> SideView<C, B, S> {
    #[doc = asks!(is_doubled)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . P . . . . .
    ///     . . . . . . . .
    ///     . . p . . . . .
    ///     . . . . . . . .
    ///     . . P . . P . .
    ///     . . . . . . . .
    /// };
    /// assert!(pawns.white().is_doubled(Square::C6));
    /// assert!(!pawns.white().is_doubled(Square::F2));
    /// ```
    ///
    /// This agrees with [`doubled`](Self::doubled): the other pawn may be ahead or behind, with a
    /// gap or without.
    #[doc(alias = "doubled pawn")]
    #[inline(always)]
    #[must_use]
    pub fn is_doubled(self, square: Square) -> S::Mask {
        !(self.pawns_on_file(square) & S::splat(square.bitboard().complement())).is_empty()
    }

    #[doc = asks!(is_behind_own)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . p . . . . .
    ///     . . P . . . . .
    ///     . . . . . . . .
    ///     . . p . . . . .
    ///     . . . . . . . .
    ///     . . P . . P . .
    ///     . . . . . . . .
    /// };
    /// assert!(pawns.white().is_behind_own(Square::C2));
    /// assert!(!pawns.white().is_behind_own(Square::C6));
    /// assert!(pawns.black().is_behind_own(Square::C7));
    /// ```
    ///
    /// This agrees with [`behind_own`](Self::behind_own).
    #[inline(always)]
    #[must_use]
    pub fn is_behind_own(self, square: Square) -> S::Mask {
        !(self.own & S::splat(self.front_span_of(square))).is_empty()
    }

    #[doc = asks!(is_in_front_of_own)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . p . . . . .
    ///     . . P . . . . .
    ///     . . . . . . . .
    ///     . . p . . . . .
    ///     . . . . . . . .
    ///     . . P . . P . .
    ///     . . . . . . . .
    /// };
    /// assert!(pawns.white().is_in_front_of_own(Square::C6));
    /// assert!(!pawns.white().is_in_front_of_own(Square::C2));
    /// assert!(pawns.black().is_in_front_of_own(Square::C4));
    /// ```
    ///
    /// This agrees with [`in_front_of_own`](Self::in_front_of_own).
    #[inline(always)]
    #[must_use]
    pub fn is_in_front_of_own(self, square: Square) -> S::Mask {
        !(self.own & S::splat(self.rear_span_of(square))).is_empty()
    }

    #[doc = asks!(is_passed)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . p . . . . . .
    ///     . . . . . . . .
    ///     . . P . P p . .
    ///     . . . . P . . P
    ///     . . . . . . . .
    ///     . . . . . . . P
    ///     . . . . . . . .
    /// };
    /// assert!(pawns.white().is_passed(Square::E5));
    /// assert!(!pawns.white().is_passed(Square::E4));
    /// assert!(pawns.white().is_passed(Square::H2));
    /// ```
    ///
    /// This agrees with [`passed`](Self::passed): friendly pawns ahead do not matter, such as h4
    /// for h2.
    #[doc(alias("passed pawn", "passer"))]
    #[inline(always)]
    #[must_use]
    pub fn is_passed(self, square: Square) -> S::Mask {
        self.stoppers_of(square).is_empty()
    }

    #[doc = asks!(is_isolated)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . P . P . . . .
    ///     . . . P . . . .
    ///     . . . . . . . .
    ///     P . . . . . . .
    ///     . . . . . . . .
    /// };
    /// assert!(pawns.white().is_isolated(Square::D4));
    /// assert!(!pawns.white().is_isolated(Square::A2));
    /// ```
    ///
    /// This agrees with [`isolated`](Self::isolated): whole files count.
    #[doc(alias = "isolani")]
    #[inline(always)]
    #[must_use]
    pub fn is_isolated(self, square: Square) -> S::Mask {
        (self.own & S::splat(B::neighbor_files(square))).is_empty()
    }

    #[doc = asks!(is_backward)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . p .
    ///     . . . . p . . .
    ///     . . P . P . . P
    ///     . . . P . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// };
    /// assert!(pawns.white().is_backward(Square::D3));
    /// assert!(pawns.white().is_backward(Square::H4));
    /// assert!(!pawns.white().is_backward(Square::C4));
    /// ```
    ///
    /// This agrees with [`backward`](Self::backward), so isolated, rammed and lever pawns are
    /// included. On the last rank no pawn is backward.
    #[inline(always)]
    #[must_use]
    pub fn is_backward(self, square: Square) -> S::Mask {
        let stop = C::ahead(square.bitboard());
        let attackers = beside(C::ahead(stop));
        self.helpers_of(square).is_empty() & !(self.enemy & S::splat(attackers)).is_empty()
    }

    #[doc = asks!(is_candidate)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . p . . p . p
    ///     . P . . . . . .
    ///     . . P . . . . .
    ///     . . . . . . P .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// };
    /// let white = pawns.white();
    /// assert!(white.is_candidate(Square::B6));
    /// assert_eq!(white.sentries_of(Square::B6).count(), 1);
    /// assert_eq!(white.helpers_of(Square::B6).count(), 1);
    /// assert!(!white.is_candidate(Square::G4));
    /// ```
    ///
    /// This agrees with [`candidates`](Self::candidates). A pawn without sentries is passed and not
    /// a candidate.
    #[inline(always)]
    #[must_use]
    pub fn is_candidate(self, square: Square) -> S::Mask {
        let open = (self.enemy & S::splat(self.front_span_of(square))).is_empty();
        let sentries = self.sentries_of(square);
        open & !sentries.is_empty() & sentries.count_le(self.helpers_of(square))
    }

    #[doc = asks!(is_supported)]
    /// ```
    /// use pawnfill::Square;
    ///
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . P P . . . .
    ///     . P . . . . P .
    ///     . . . . . P . .
    ///     . . . . . . . .
    /// };
    /// let white = pawns.white();
    /// assert!(white.is_supported(Square::C4));
    /// assert!(white.is_supported(Square::G3));
    /// assert!(!white.is_supported(Square::F2));
    /// ```
    ///
    /// The corresponding set is `own ∩ (any_attacks ∪ phalanx)`. A pawn that only defends others is
    /// not supported.
    #[inline(always)]
    #[must_use]
    pub fn is_supported(self, square: Square) -> S::Mask {
        let square = square.bitboard();
        !(self.own & S::splat(beside(square | C::behind(square)))).is_empty()
    }
}
