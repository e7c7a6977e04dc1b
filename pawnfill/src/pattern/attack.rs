//! Squares that pawns attack or can step to.

use super::list::about;
use crate::{Backend, Rank, Side, SideView, SquareSet, east, west};

/// # Attacks and pushes
///
/// What pawns attack and where they can step. East and west are the board's for both sides, and no step
/// leaves one edge to come back at the other. Of pieces other than pawns the sets know nothing; en passant is
/// no pattern.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = about!(east_attacks)]
    /// ```
    /// let (pawns, east_attacks) = pawnfill::boards! {
    ///     . P . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . p . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . X . . .
    ///     . . . P . . . P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().east_attacks(), east_attacks);
    /// ```
    ///
    /// What stands there does not matter. A pawn of the h file or the last rank attacks nothing to the east.
    #[inline(always)]
    #[must_use]
    pub fn east_attacks(self) -> S {
        east(self.stops())
    }

    #[doc = about!(west_attacks)]
    /// ```
    /// let (pawns, west_attacks) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . p . .    . . . . . . . .
    ///     p . . p . . . .    . . . . X . . .
    ///     . . . . . . . .    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().west_attacks(), west_attacks);
    /// ```
    ///
    /// West is toward the a file for Black, too. A pawn of the a file attacks nothing to the west.
    #[inline(always)]
    #[must_use]
    pub fn west_attacks(self) -> S {
        west(self.stops())
    }

    #[doc = about!(any_attacks)]
    /// ```
    /// let (pawns, any_attacks) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . X . X . X .
    ///     . . . P . P . .    . X . . . . . .
    ///     P . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().any_attacks(), any_attacks);
    /// ```
    ///
    /// A square that two pawns attack, as e5, is in it once.
    #[inline(always)]
    #[must_use]
    pub fn any_attacks(self) -> S {
        self.east_attacks() | self.west_attacks()
    }

    #[doc = about!(double_attacks)]
    /// ```
    /// let (pawns, double_attacks) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . X . . .
    ///     . . . P . P . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . P . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().double_attacks(), double_attacks);
    /// ```
    ///
    /// Two pawns of one rank with a file between them; two attacks are the most a square can get from pawns.
    #[inline(always)]
    #[must_use]
    pub fn double_attacks(self) -> S {
        self.east_attacks() & self.west_attacks()
    }

    #[doc = about!(single_attacks)]
    /// ```
    /// let (pawns, single_attacks) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . X . . . X .
    ///     . . . P . P . .    . X . . . . . .
    ///     P . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().single_attacks(), single_attacks);
    /// ```
    ///
    /// The square between d4 and f4 is attacked twice and missing.
    #[inline(always)]
    #[must_use]
    pub fn single_attacks(self) -> S {
        self.east_attacks() ^ self.west_attacks()
    }

    #[doc = about!(safe_squares)]
    /// ```
    /// let (pawns, safe_squares) = pawnfill::boards! {
    ///     . . . . . . . .    X X X X X X X X
    ///     . . . . . . . .    X X X X X X X X
    ///     . . . p . p . .    X X X X X X X X
    ///     . . . . . . . .    X X X X . X . X
    ///     . . . P . . . .    X X X X X X X X
    ///     . . . . . . . .    X X X X X X X X
    ///     . . . . . . . .    X X X X X X X X
    ///     . . . . . . . .    X X X X X X X X
    /// };
    /// assert_eq!(pawns.white().safe_squares(), safe_squares);
    /// ```
    ///
    /// Missing are e5, which two black pawns attack and one white, and g5, which one attacks and none
    /// defends; c5 is attacked once by either side and safe. On the empty board every square is safe.
    #[inline(always)]
    #[must_use]
    pub fn safe_squares(self) -> S {
        let enemy = self.opponent();
        self.double_attacks() | !enemy.any_attacks() | (self.single_attacks() & !enemy.double_attacks())
    }

    #[doc = about!(push_targets)]
    /// ```
    /// let (pawns, push_targets) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . X
    ///     . . . . . . . P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . . . . P . . .    . . . . . . . .
    ///     . . . . . . . .    . X . . . . . .
    ///     . P . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().push_targets(), push_targets);
    /// ```
    ///
    /// Only pawns block: of other pieces the library knows nothing. A pawn on the last rank has no target.
    #[inline(always)]
    #[must_use]
    pub fn push_targets(self) -> S {
        self.stops() & self.empty_squares()
    }

    #[doc = about!(double_push_targets)]
    /// ```
    /// let (pawns, double_push_targets) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . .    . . . . X . . .
    ///     . . p . . . P .    . . . . . . . .
    ///     P . P . P . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().double_push_targets(), double_push_targets);
    /// ```
    ///
    /// Both squares have to be empty, as for e2 alone: a2 is stopped by a4, c2 by c3, and g3 has left its
    /// rank.
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
