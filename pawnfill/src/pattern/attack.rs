//! Squares that pawns attack or can step to.

use super::column::about;
use crate::{Backend, Rank, Side, SideView, SquareSet, east, west};

/// # Attacks and pushes
///
/// The squares that pawns attack or can step to. East and west are the same for both sides, and no
/// step wraps around the edge. Pieces other than pawns are ignored, and en passant is not modeled.
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
    /// It does not matter what stands on these squares. A pawn on the h-file or on the last rank
    /// attacks nothing to the east.
    #[doc(alias("wPawnEastAttacks", "bPawnEastAttacks"))]
    #[inline(always)]
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
    /// West is toward the a-file for Black, too. A pawn on the a-file attacks nothing to the west.
    #[doc(alias("wPawnWestAttacks", "bPawnWestAttacks"))]
    #[inline(always)]
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
    /// A square that two pawns attack, such as e5, is in the set like any other.
    #[doc(alias("wPawnAnyAttacks", "pawn attack"))]
    #[inline(always)]
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
    /// The two pawns stand on the same rank with one file between them. Pawns of one color cannot
    /// attack a square more than twice.
    #[doc(alias("wPawnDblAttacks", "double attack"))]
    #[inline(always)]
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
    /// The square e5 is not in the set, because d4 and f4 both attack it.
    #[doc(alias = "wPawnSingleAttacks")]
    #[inline(always)]
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
    /// Two black pawns and one white pawn attack e5, so it is not safe. One black pawn and no white
    /// pawn attacks g5, so it is not safe either. Each side attacks c5 once, so it is safe. On an
    /// empty board every square is safe.
    #[doc(alias = "wSafePawnSquares")]
    #[inline(always)]
    pub fn safe_squares(self) -> S {
        let enemy = self.opponent();
        self.double_attacks()
            | !enemy.any_attacks()
            | (self.any_attacks() & !enemy.double_attacks())
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
    /// Only pawns block, because the library knows no other pieces;
    /// [`push_targets_into`](Self::push_targets_into) takes the empty squares of your board. A pawn
    /// on the last rank has no target.
    #[doc(alias = "wSinglePushTargets")]
    #[inline(always)]
    pub fn push_targets(self) -> S {
        self.push_targets_into(self.empty_squares())
    }

    /// Returns the squares of a set that are directly ahead of friendly pawns: with the empty
    /// squares of your board, the targets of pushes among pieces.
    ///
    /// Formula: `N(P) ∩ Empty`
    ///
    /// ```
    /// use pawnfill::{Square, north};
    ///
    /// let (pawns, targets) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . . . . P . . .    . . . . . . . .
    ///     . . . . . . . .    . X . . . . . .
    ///     . P . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// let view = pawns.white();
    /// // A knight on g3.
    /// let empty = view.empty_squares() - Square::G3.bitboard();
    /// assert_eq!(view.push_targets_into(empty), targets);
    ///
    /// // The squares that pawns reach with several pushes.
    /// let reached = (0..5).fold(targets, |reached, _| reached | (north(reached) & empty));
    /// assert_eq!(reached, Square::B2.bitboard().north_fill() - Square::B2.bitboard());
    /// ```
    #[inline(always)]
    pub fn push_targets_into(self, empty: S) -> S {
        self.stops() & empty
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
    /// Both squares have to be empty, which holds for e2 alone. The pawn on a4 blocks a2, c3 blocks
    /// c2, and g3 has left its rank.
    #[doc(alias = "wDblPushTargets")]
    #[inline(always)]
    pub fn double_push_targets(self) -> S {
        self.double_push_targets_into(self.empty_squares())
    }

    /// Returns the squares that friendly pawns can reach with a double push over and onto squares
    /// of a set: the empty squares of your board.
    ///
    /// Formula: `N(N(P ∩ rank2) ∩ Empty) ∩ Empty`
    ///
    /// ```
    /// use pawnfill::Square;
    ///
    /// let (pawns, targets) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . X . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . P . P . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// let view = pawns.white();
    /// // Knights on d4 and g3.
    /// let knights = Square::D4.bitboard() | Square::G3.bitboard();
    /// assert_eq!(view.double_push_targets_into(view.empty_squares() - knights), targets);
    /// ```
    #[inline(always)]
    pub fn double_push_targets_into(self, empty: S) -> S {
        C::ahead(C::ahead(self.own & self.second_rank()) & empty) & empty
    }

    /// Returns the rank from which friendly pawns can push twice.
    #[inline(always)]
    pub(crate) fn second_rank(self) -> S {
        S::splat(C::orient(const { Rank::Second.bitboard() }))
    }
}
