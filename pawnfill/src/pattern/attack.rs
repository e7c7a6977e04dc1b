//! Squares that pawns attack or can step to.

use crate::{Backend, Rank, Side, SideView, SquareSet, east, west};

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// The squares that own pawns attack to the east.
    #[inline(always)]
    #[must_use]
    pub fn east_attacks(self) -> S {
        east(self.stops())
    }

    /// The squares that own pawns attack to the west.
    #[inline(always)]
    #[must_use]
    pub fn west_attacks(self) -> S {
        west(self.stops())
    }

    /// The squares that at least one own pawn attacks.
    #[inline(always)]
    #[must_use]
    pub fn any_attacks(self) -> S {
        self.east_attacks() | self.west_attacks()
    }

    /// The squares that two own pawns attack.
    #[inline(always)]
    #[must_use]
    pub fn double_attacks(self) -> S {
        self.east_attacks() & self.west_attacks()
    }

    /// The squares that exactly one own pawn attacks.
    #[inline(always)]
    #[must_use]
    pub fn single_attacks(self) -> S {
        self.east_attacks() ^ self.west_attacks()
    }

    /// The squares that at least as many own as enemy pawns attack.
    #[inline(always)]
    #[must_use]
    pub fn safe_squares(self) -> S {
        let enemy = self.opponent();
        self.double_attacks() | !enemy.any_attacks() | (self.single_attacks() & !enemy.double_attacks())
    }

    /// The empty squares right ahead of own pawns.
    #[inline(always)]
    #[must_use]
    pub fn push_targets(self) -> S {
        self.stops() & self.empty_squares()
    }

    /// The squares that own pawns reach by a double push: from the second rank over an empty square to an empty square.
    #[inline(always)]
    #[must_use]
    pub fn double_push_targets(self) -> S {
        let pushed = C::ahead(self.own & self.second_rank()) & self.empty_squares();
        C::ahead(pushed) & self.empty_squares()
    }

    /// The rank from which own pawns push twice.
    #[inline(always)]
    pub(crate) fn second_rank(self) -> S {
        S::splat(C::orient(const { Rank::Second.bitboard() }))
    }
}
