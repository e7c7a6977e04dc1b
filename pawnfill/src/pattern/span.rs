//! Spans: what lies strictly ahead of or behind the pawns, on their own files and on the neighbour files.

use crate::{Backend, Pawns, Side, SideView, SquareSet, beside, east, west};

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// All squares strictly ahead of some own pawn on its file.
    #[inline(always)]
    #[must_use]
    pub fn front_span(self) -> S {
        C::front_span::<B, S>(self.own)
    }

    /// All squares strictly behind some own pawn on its file.
    #[inline(always)]
    #[must_use]
    pub fn rear_span(self) -> S {
        C::rear_span::<B, S>(self.own)
    }

    /// The squares right ahead of the own pawns.
    #[inline(always)]
    #[must_use]
    pub fn stops(self) -> S {
        C::ahead(self.own)
    }

    /// All squares two or more ahead of some own pawn on its file.
    #[inline(always)]
    #[must_use]
    pub fn telestops(self) -> S {
        C::front_span::<B, S>(self.stops())
    }

    /// All squares that an own pawn attacks to the east now, or after advancing.
    #[inline(always)]
    #[must_use]
    pub fn east_front_attack_span(self) -> S {
        east(self.front_span())
    }

    /// All squares that an own pawn attacks to the west now, or after advancing.
    #[inline(always)]
    #[must_use]
    pub fn west_front_attack_span(self) -> S {
        west(self.front_span())
    }

    /// The squares of the eastern neighbour file level with or behind an own pawn.
    #[inline(always)]
    #[must_use]
    pub fn east_rear_attack_span(self) -> S {
        east(self.rear_fill())
    }

    /// The squares of the western neighbour file level with or behind an own pawn.
    #[inline(always)]
    #[must_use]
    pub fn west_rear_attack_span(self) -> S {
        west(self.rear_fill())
    }

    /// The front span and both front attack spans: where an enemy pawn stops one of the own pawns.
    #[inline(always)]
    #[must_use]
    pub fn passer_span(self) -> S {
        self.front_span() | self.front_attack_span()
    }

    /// `AFS`: all squares that an own pawn attacks now, or after advancing.
    #[inline(always)]
    pub(crate) fn front_attack_span(self) -> S {
        beside(self.front_span())
    }
}

impl<S: SquareSet, B: Backend> Pawns<S, B> {
    /// The squares ahead of some white and of some black pawn.
    #[inline(always)]
    #[must_use]
    pub fn interspan(self) -> S {
        self.white().front_span() & self.black().front_span()
    }
}
