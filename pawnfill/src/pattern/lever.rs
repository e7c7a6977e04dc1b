//! Contacts with enemy pawns: rams, and the levers of Hans Kmoch.

use super::column::about;
use crate::{Backend, Side, SideView, SquareSet, east, west};

/// # Contact with enemy pawns
///
/// A ram is an enemy pawn directly ahead. A lever is a contact: a pair of pawns that attack each
/// other. The classes of levers are those of Hans Kmoch's *Pawn Power in Chess*, made exact as
/// classes of contacts. A pawn with two contacts may be in two classes. Each contact is either
/// inner, outer or center, and either loose, tight or stuck. The `…_levers` hold the friendly pawns
/// of a class. The `…_contacts` keep its two directions apart.
///
/// None of these uses a fill, so all backends compute them in the same way.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = about!(rams)]
    /// ```
    /// let (pawns, rams) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . p . P p . . .    . . . . . . . .
    ///     . . . p P . . .    . . . . X . . .
    ///     . P . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().rams(), rams);
    /// ```
    ///
    /// Only contact counts: b3 and b5 have a square between them, and d5 and d4 have passed each
    /// other. Both sides have the same number of rams.
    #[doc(alias("blocked", "blocked pawn", "fixed pawn", "locked pawn"))]
    #[inline(always)]
    pub fn rams(self) -> S {
        self.own & C::behind(self.enemy)
    }

    #[doc = about!(immobile)]
    /// ```
    /// let (pawns, immobile) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . p . p p . . .    . . . . . . . .
    ///     . P . . P . . .    . X . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().immobile(), immobile);
    /// ```
    ///
    /// The pawn on e4 is rammed but can capture d5.
    #[doc(alias("fixed pawn", "locked pawn"))]
    #[inline(always)]
    pub fn immobile(self) -> S {
        self.rams() & !self.any_levers()
    }

    #[doc = about!(east_levers)]
    /// ```
    /// let (pawns, east_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . p . . . .    . . . . . . . .
    ///     . . P . P . . P    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().east_levers(), east_levers);
    /// ```
    ///
    /// The lever of e4 with d5 is a west lever. The squares h4 and a5 are not neighbors.
    #[doc(alias("wEastLever", "bEastLever"))]
    #[inline(always)]
    pub fn east_levers(self) -> S {
        self.contacts().east
    }

    #[doc = about!(west_levers)]
    /// ```
    /// let (pawns, west_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . p . . . .    . . . X . . . .
    ///     . . P . P . . P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().west_levers(), west_levers);
    /// ```
    ///
    /// White's east lever c4–d5 is Black's west lever.
    #[doc(alias("wWestLever", "bWestLever"))]
    #[inline(always)]
    pub fn west_levers(self) -> S {
        self.contacts().west
    }

    #[doc = about!(any_levers)]
    /// ```
    /// let (pawns, any_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . p . . p .    . . . . . . . .
    ///     . . P . P . P .    . . X . X . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().any_levers(), any_levers);
    /// ```
    ///
    /// Both pawns of a contact attack each other, so it does not matter whose turn it is. A ram is
    /// not a lever.
    #[doc(alias("wAnyLever", "lever", "tension"))]
    #[inline(always)]
    pub fn any_levers(self) -> S {
        self.contacts().levers()
    }

    #[doc = about!(fork_levers)]
    /// ```
    /// let (pawns, fork_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p p . p . .    . . . . . . . .
    ///     . P . . P . . .    . . . . X . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().fork_levers(), fork_levers);
    /// ```
    ///
    /// Only pawns count; [`fork_levers_with`](Self::fork_levers_with) takes the pieces of your
    /// board. The pawn on b4 has only one contact. A pawn on an edge file is never in the set.
    #[doc(alias = "pawn fork")]
    #[inline(always)]
    pub fn fork_levers(self) -> S {
        self.east_levers() & self.west_levers()
    }

    /// Returns the friendly pawns that attack two enemy units, at least one of which is a pawn,
    /// given the enemy's pieces.
    ///
    /// Formula: `any_levers ∩ SE(Q ∪ Pieces) ∩ SW(Q ∪ Pieces)`
    ///
    /// ```
    /// use pawnfill::Square;
    ///
    /// let (pawns, fork_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . p . .    . . . . . . . .
    ///     . P . . P . P .    . X . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// // A knight on a5.
    /// assert_eq!(pawns.white().fork_levers_with(Square::A5.bitboard()), fork_levers);
    /// ```
    #[inline(always)]
    pub fn fork_levers_with(self, pieces: S) -> S {
        let units = C::behind(self.enemy | pieces);
        self.any_levers() & east(units) & west(units)
    }

    #[doc = about!(inner_levers)]
    /// ```
    /// let (pawns, inner_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . p . p p . . .    . . . . . . . .
    ///     . . P . . P . .    . . X . . X . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().inner_levers(), inner_levers);
    /// ```
    ///
    /// A pawn may be in several classes. Here c4 captures d5 toward the center and b5 away from it,
    /// so it is also in
    /// [`outer_levers`](Self::outer_levers). [`inner_contacts`](Self::inner_contacts) keeps the
    /// directions apart.
    #[doc(alias = "wInnerLever")]
    #[inline(always)]
    pub fn inner_levers(self) -> S {
        self.inner_contacts().levers()
    }

    #[doc = about!(outer_levers)]
    /// ```
    /// let (pawns, outer_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . p . p p . . .    . . . X X . . .
    ///     . . P . . P . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().outer_levers(), outer_levers);
    /// ```
    ///
    /// An inner contact for White is an outer contact for Black: d5 captures c4 and e5 captures f4,
    /// both away from the center.
    #[doc(alias = "wOuterLever")]
    #[inline(always)]
    pub fn outer_levers(self) -> S {
        self.outer_contacts().levers()
    }

    #[doc = about!(center_levers)]
    /// ```
    /// let (pawns, center_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . p p . .    . . . . . . . .
    ///     . . . P . . P .    . . . X . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().center_levers(), center_levers);
    /// ```
    ///
    /// Such a capture is neither toward the center nor away from it. The capture g4–f5 is inner.
    #[doc(alias = "wCenterLever")]
    #[inline(always)]
    pub fn center_levers(self) -> S {
        self.center_contacts().levers()
    }

    #[doc = about!(loose_levers)]
    /// ```
    /// let (pawns, loose_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . p . . . .    . . . . . . . .
    ///     . P . . P . . .    . X . . X . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().loose_levers(), loose_levers);
    /// ```
    ///
    /// Either side could end the tension with a push. A pawn of either color directly ahead of one
    /// of the two prevents this.
    #[inline(always)]
    pub fn loose_levers(self) -> S {
        self.loose_contacts().levers()
    }

    #[doc = about!(tight_levers)]
    /// ```
    /// let (pawns, tight_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . . . p . . . p    . . . . . . . .
    ///     . . P P . . P .    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().tight_levers(), tight_levers);
    /// ```
    ///
    /// The black pawn on d5 is rammed by d4, while c4 can step past. In g4–h5 both pawns can, so
    /// that lever is loose.
    #[inline(always)]
    pub fn tight_levers(self) -> S {
        self.tight_contacts().levers()
    }

    #[doc = about!(stuck_levers)]
    /// ```
    /// let (pawns, stuck_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . p p . P p    . . . . . . . .
    ///     . . . P P . P .    . . . X X . X .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().stuck_levers(), stuck_levers);
    /// ```
    ///
    /// In d4–e5 and e4–d5 both pawns are rammed. The pawn on g4 is blocked by a friendly pawn,
    /// which is not a ram.
    #[inline(always)]
    pub fn stuck_levers(self) -> S {
        self.stuck_contacts().levers()
    }

    #[doc = about!(chain_levers)]
    /// ```
    /// let (pawns, chain_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . p .    . . . . . . . .
    ///     . . p . . P . p    . . . . . X . .
    ///     . P . . . . P .    . . . . . . X .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().chain_levers(), chain_levers);
    /// ```
    ///
    /// A single lever, such as b4–c5, is not a chain. The diagonal may run either way, and the
    /// chain may be longer than two.
    #[inline(always)]
    pub fn chain_levers(self) -> S {
        self.chain_contacts().levers()
    }

    #[doc = about!(mute_chain_levers)]
    /// ```
    /// let (pawns, mute_chain_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . .    . . . . . . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     P . p . . . . .    X . . . . . . .
    ///     . P . . . . . .    . X . . . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().mute_chain_levers(), mute_chain_levers);
    /// ```
    ///
    /// Both chains continue behind the contacts, to c3 and to a7, so every capture can be answered
    /// with a capture. The bases are in no contact and not in the set.
    #[inline(always)]
    pub fn mute_chain_levers(self) -> S {
        self.mute_chain_contacts().levers()
    }

    #[doc = about!(half_mute_chain_levers)]
    /// ```
    /// let (pawns, half_mute_chain_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . .    . . . . . . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     P . p . . . . .    X . . . . . . .
    ///     . P . . . . . .    . X . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().half_mute_chain_levers(), half_mute_chain_levers);
    /// ```
    ///
    /// Black's chain continues to a7. White's ends with b4.
    #[inline(always)]
    pub fn half_mute_chain_levers(self) -> S {
        self.half_mute_chain_contacts().levers()
    }

    #[doc = about!(push_levers)]
    /// ```
    /// let (pawns, push_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . p    . . . . . . . .
    ///     . . . p . . p .    . . . . . . . .
    ///     . . . . . . P .    . . . . . . . .
    ///     . . . . P . . .    . . . . X . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().push_levers(), push_levers);
    /// ```
    ///
    /// From e4 the pawn would attack d5. The pawn on g4 is blocked by g5. A pawn that is in a lever
    /// now may also be in the set.
    #[doc(alias("break", "pawn break"))]
    #[inline(always)]
    pub fn push_levers(self) -> S {
        self.own & C::behind(self.empty_squares() & self.opponent().any_attacks())
    }

    #[doc = about!(double_push_levers)]
    /// ```
    /// let (pawns, double_push_levers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . p . p . . . .    . . . . . . . .
    ///     . . . . . p . .    . . . . . . . .
    ///     p . . . . . . .    . . . . . . . .
    ///     P . . . P . P .    . . . . X . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().double_push_levers(), double_push_levers);
    /// ```
    ///
    /// The square in between must be empty: a3 stops a2. It may be attacked, as e3 is by f4. On g4,
    /// the pawn from g2 would attack nothing.
    #[doc(alias("break", "pawn break"))]
    #[inline(always)]
    pub fn double_push_levers(self) -> S {
        let empty = self.empty_squares();
        let passed_over = empty & C::behind(empty & self.opponent().any_attacks());
        self.own & self.second_rank() & C::behind(passed_over)
    }
}
