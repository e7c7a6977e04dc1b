//! What engines ask pawn by pawn.
//!
//! Every question is about a pawn of the side on the square, as if one stood there:
//! the answer is whether the pattern of the same name, computed with that pawn added, has the square.

use crate::backend::front_ray;
use crate::{Backend, Query, Side, SideView, Square, SquareSet, beside};

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// The own pawns on the file of the square.
    #[inline(always)]
    #[must_use]
    pub fn pawns_on_file(self, square: Square) -> S {
        self.own & S::splat(B::file_mask(square))
    }

    /// The enemy pawns that stop a pawn on the square from being passed.
    #[inline(always)]
    #[must_use]
    pub fn stoppers_of(self, square: Square) -> S {
        self.enemy & S::splat(B::passer_span::<C>(square))
    }

    /// The enemy pawns on a neighbour file strictly ahead of the square.
    #[inline(always)]
    #[must_use]
    pub fn sentries_of(self, square: Square) -> S {
        self.enemy & S::splat(B::front_attack_span::<C>(square))
    }

    /// The own pawns on a neighbour file, level with the square or behind.
    #[inline(always)]
    #[must_use]
    pub fn helpers_of(self, square: Square) -> S {
        self.own & S::splat(B::rear_attack_span::<C>(square))
    }
}

impl<C: Side, S: Query, B: Backend> SideView<C, S, B> {
    /// Has a pawn on the square another own pawn on its file?
    #[inline(always)]
    #[must_use]
    pub fn is_doubled(self, square: Square) -> S::Truth {
        !(self.pawns_on_file(square) & S::splat(square.bitboard().complement())).is_empty()
    }

    /// Has a pawn on the square an own pawn ahead on its file?
    #[inline(always)]
    #[must_use]
    pub fn has_own_ahead(self, square: Square) -> S::Truth {
        !(self.own & S::splat(front_ray::<C, B>(square))).is_empty()
    }

    /// Has a pawn on the square an own pawn behind on its file?
    #[inline(always)]
    #[must_use]
    pub fn has_own_behind(self, square: Square) -> S::Truth {
        !(self.own & S::splat(front_ray::<C::Enemy, B>(square))).is_empty()
    }

    /// Is a pawn on the square passed?
    #[inline(always)]
    #[must_use]
    pub fn is_passed(self, square: Square) -> S::Truth {
        self.stoppers_of(square).is_empty()
    }

    /// Is a pawn on the square isolated?
    #[inline(always)]
    #[must_use]
    pub fn is_isolated(self, square: Square) -> S::Truth {
        (self.own & S::splat(B::neighbour_files(square))).is_empty()
    }

    /// Is a pawn on the square backward?
    #[inline(always)]
    #[must_use]
    pub fn is_backward(self, square: Square) -> S::Truth {
        let stop = C::ahead(square.bitboard());
        let attackers = beside(C::ahead(stop));
        self.helpers_of(square).is_empty() & !(self.enemy & S::splat(attackers)).is_empty()
    }

    /// Is a pawn on the square a candidate?
    #[inline(always)]
    #[must_use]
    pub fn is_candidate(self, square: Square) -> S::Truth {
        let open = (self.enemy & S::splat(front_ray::<C, B>(square))).is_empty();
        let sentries = self.sentries_of(square);
        open & !sentries.is_empty() & sentries.at_most(self.helpers_of(square))
    }

    /// Is a pawn on the square supported: does an own pawn defend it, or stand beside it?
    #[inline(always)]
    #[must_use]
    pub fn is_supported(self, square: Square) -> S::Truth {
        let square = square.bitboard();
        !(self.own & S::splat(beside(square | C::behind(square)))).is_empty()
    }
}
