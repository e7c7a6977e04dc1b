//! Contact with enemy pawns: rams, and the levers of Hans Kmoch.

use crate::pawns::of_color;
use crate::{Backend, Bitboard, File, Side, SideView, SquareSet, east, west};

/// The own pawns of a class of contacts, by the direction in which they could capture.
///
/// A contact is a pair of pawns that attack each other. A pawn in contact on both sides is in both sets, and
/// its two contacts may belong to different classes; the union forgets which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contacts<S = Bitboard> {
    /// The own pawns whose contact stands on their eastern capture square.
    pub east: S,
    /// The own pawns whose contact stands on their western capture square.
    pub west: S,
}

impl<S: SquareSet> Contacts<S> {
    /// The own pawns in a contact of the class, in either direction.
    #[inline(always)]
    #[must_use]
    pub fn levers(self) -> S {
        self.east | self.west
    }

    /// The same operation on both directions of two classes.
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(S, S) -> S) -> Self {
        Self { east: f(self.east, other.east), west: f(self.west, other.west) }
    }
}

/// The squares of some files.
const fn files<const N: usize>(files: [File; N]) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < N {
        set = set.union(files[i].bitboard());
        i += 1;
    }
    set
}

/// # Contact with enemy pawns
///
/// A ram is an enemy pawn right ahead, a lever one that could be captured. The classes of levers are those of
/// Hans Kmoch's *Pawn Power in Chess*, made exact as classes of contacts: a contact is a pair of pawns that
/// attack each other, and a pawn with two may be in two classes. Inner, outer and center levers share out the
/// contacts, and so do loose, tight and stuck levers. The `…_levers` have the side's pawns of a class, the
/// `…_contacts` keep the two directions apart.
///
/// None of these has a fill, so all backends compute them alike.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    /// The own pawns with an enemy pawn right ahead.
    ///
    /// Formula: `P ∩ S(Q)`.
    /// Cost: 2 operations.
    ///
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
    /// Contact only: b3 and b5 have a square between them, d5 and d4 have passed each other. Black has as
    /// many rams as White.
    ///
    /// Source: [Pawn Rams (Bitboards)](https://www.chessprogramming.org/Pawn_Rams_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn rams(self) -> S {
        self.own & C::behind(self.enemy)
    }

    /// The rammed own pawns in no lever.
    ///
    /// Formula: `rams ∖ any_levers`.
    /// Cost: 11 operations.
    ///
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
    ///
    /// Source: [Pawn Rams (Bitboards)](https://www.chessprogramming.org/Pawn_Rams_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn immobile(self) -> S {
        self.rams() & !self.any_levers()
    }

    /// The own pawns with an enemy pawn on their eastern capture square.
    ///
    /// Formula: `P ∩ SW(Q)`.
    /// Cost: 3 operations.
    ///
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
    /// The lever of e4 with d5 is a west lever; h4 and a5 are neighbors in number only.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn east_levers(self) -> S {
        self.contacts().east
    }

    /// The own pawns with an enemy pawn on their western capture square.
    ///
    /// Formula: `P ∩ SE(Q)`.
    /// Cost: 3 operations.
    ///
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
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn west_levers(self) -> S {
        self.contacts().west
    }

    /// The own pawns with an enemy pawn on a capture square.
    ///
    /// Formula: `east_levers ∪ west_levers`.
    /// Cost: 7 operations.
    ///
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
    /// Both pawns of a contact attack each other, so it does not matter who is to move. A ram is none.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn any_levers(self) -> S {
        self.contacts().levers()
    }

    /// The own pawns with enemy pawns on both capture squares.
    ///
    /// Formula: `east_levers ∩ west_levers`.
    /// Cost: 7 operations.
    ///
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
    /// A fork of pawns: b4 has one contact only. On an edge file there is none.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn fork_levers(self) -> S {
        self.east_levers() & self.west_levers()
    }

    /// The own pawns in a lever that captures toward the center.
    ///
    /// Formula: `(east_levers ∩ abc) ∪ (west_levers ∩ fgh)`.
    /// Cost: 9 operations.
    ///
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
    /// A pawn may be in several classes: c4 captures d5 toward the center and b5 away from it, so it is
    /// inner here and outer in [`outer_levers`](Self::outer_levers).
    /// [`inner_contacts`](Self::inner_contacts) keeps the directions apart.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn inner_levers(self) -> S {
        self.inner_contacts().levers()
    }

    /// The own pawns in a lever that captures away from the center.
    ///
    /// Formula: `(east_levers ∩ efg) ∪ (west_levers ∩ bcd)`.
    /// Cost: 9 operations.
    ///
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
    /// White's inner contact is Black's outer: d5 captures c4, e5 captures f4, away from the center.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn outer_levers(self) -> S {
        self.outer_contacts().levers()
    }

    /// The own pawns in a lever between the d and the e file.
    ///
    /// Formula: `(east_levers ∩ d) ∪ (west_levers ∩ e)`.
    /// Cost: 9 operations.
    ///
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
    /// Neither toward the center nor away from it. The capture g4–f5 is inner.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn center_levers(self) -> S {
        self.center_contacts().levers()
    }

    /// The own pawns in a lever both of whose pawns can step past.
    ///
    /// Formula: `contacts whose two pawns can pass`.
    /// Cost: 13 operations.
    ///
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
    /// Either side could let the tension pass. A pawn right ahead of one of the two, of either color, takes
    /// that away.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn loose_levers(self) -> S {
        self.loose_contacts().levers()
    }

    /// The own pawns in a lever of which one pawn can step past and the other is rammed.
    ///
    /// Formula: `contacts of which one pawn can pass and the other is rammed`.
    /// Cost: 25 operations.
    ///
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
    /// White's d4 rams d5, while c4 is free to pass. In g4–h5 both are free, so that lever is loose.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn tight_levers(self) -> S {
        self.tight_contacts().levers()
    }

    /// The own pawns in a lever that is neither loose nor tight.
    ///
    /// Formula: `all other contacts`.
    /// Cost: 39 operations.
    ///
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
    /// Not both free, nor one free and the other rammed: d4–e5 and e4–d5 are rammed on both sides, and g4 is
    /// blocked by its own man, which is no ram.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn stuck_levers(self) -> S {
        self.stuck_contacts().levers()
    }

    /// The own pawns in a chain lever: two or more contacts in a diagonal row that neither side continues.
    ///
    /// Formula: `rows of two or more contacts that neither side continues`.
    /// Cost: 146 operations.
    ///
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
    /// The lone lever b4–c5 is no chain. The diagonals may run either way, and the chain may be longer than
    /// two.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn chain_levers(self) -> S {
        self.chain_contacts().levers()
    }

    /// The own pawns in a mute chain lever: two or more contacts in a diagonal row that both sides continue.
    ///
    /// Formula: `rows of two or more contacts that both sides continue`.
    /// Cost: 144 operations.
    ///
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
    /// Behind the contacts both chains go on, to c3 and to a7, and whoever captures is recaptured. The bases
    /// themselves are in no contact and not in the set.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn mute_chain_levers(self) -> S {
        self.mute_chain_contacts().levers()
    }

    /// The own pawns in a half-mute chain lever: two or more contacts in a diagonal row that one side
    /// continues.
    ///
    /// Formula: `rows of two or more contacts that one side continues`.
    /// Cost: 144 operations.
    ///
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
    /// Black's chain goes on to a7, White's ends with b4.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn half_mute_chain_levers(self) -> S {
        self.half_mute_chain_contacts().levers()
    }

    /// The own pawns whose step to an empty square makes a lever.
    ///
    /// Formula: `P ∩ S(Empty ∩ B), B = SE(Q) ∪ SW(Q)`.
    /// Cost: 10 operations.
    ///
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
    /// From e4 the pawn would attack d5. The pawn on g4 cannot step to g5, which h6 defends. A pawn that is
    /// in a lever now may be in the set as well.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn push_levers(self) -> S {
        self.own & C::behind(self.empty_squares() & self.opponent().any_attacks())
    }

    /// The own pawns whose double push over an empty square to an empty one makes a lever.
    ///
    /// Formula: `P ∩ rank2 ∩ S(Empty ∩ S(Empty ∩ B)), B = SE(Q) ∪ SW(Q)`.
    /// Cost: 13 operations.
    ///
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
    /// The square passed over has to be empty, which a3 prevents for a2; it may be attacked, as e3 is by f4.
    /// On g4 the pawn from g2 would attack nothing.
    ///
    /// Source: [Pawn Levers (Bitboards)](https://www.chessprogramming.org/Pawn_Levers_(Bitboards)).
    #[inline(always)]
    #[must_use]
    pub fn double_push_levers(self) -> S {
        let empty = self.empty_squares();
        let passed_over = empty & C::behind(empty & self.opponent().any_attacks());
        self.own & self.second_rank() & C::behind(passed_over)
    }

    /// All contacts, of which [`any_levers`](Self::any_levers) is the union.
    ///
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . p . p p . . .
    ///     . . P . . P . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// };
    /// let white = pawns.white();
    /// // The pawn on c4 is in two contacts, one of each class. The levers of a class forget which.
    /// assert_eq!(white.contacts().east, white.east_levers());
    /// assert_eq!(white.inner_contacts().east, pawnfill::Square::C4.bitboard());
    /// assert_eq!(white.outer_contacts().west, pawnfill::Square::C4.bitboard());
    /// assert_eq!(white.inner_levers(), white.inner_contacts().levers());
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn contacts(self) -> Contacts<S> {
        self.contacts_of(self.own, self.enemy)
    }

    /// The contacts of [`inner_levers`](Self::inner_levers).
    #[inline(always)]
    #[must_use]
    pub fn inner_contacts(self) -> Contacts<S> {
        self.contacts_on(
            const { files([File::A, File::B, File::C]) },
            const { files([File::F, File::G, File::H]) },
        )
    }

    /// The contacts of [`outer_levers`](Self::outer_levers).
    #[inline(always)]
    #[must_use]
    pub fn outer_contacts(self) -> Contacts<S> {
        self.contacts_on(
            const { files([File::E, File::F, File::G]) },
            const { files([File::B, File::C, File::D]) },
        )
    }

    /// The contacts of [`center_levers`](Self::center_levers).
    #[inline(always)]
    #[must_use]
    pub fn center_contacts(self) -> Contacts<S> {
        self.contacts_on(const { files([File::D]) }, const { files([File::E]) })
    }

    /// The contacts of [`loose_levers`](Self::loose_levers).
    #[inline(always)]
    #[must_use]
    pub fn loose_contacts(self) -> Contacts<S> {
        self.contacts_of(self.can_pass(), self.opponent().can_pass())
    }

    /// The contacts of [`tight_levers`](Self::tight_levers).
    #[inline(always)]
    #[must_use]
    pub fn tight_contacts(self) -> Contacts<S> {
        let enemy = self.opponent();
        let enemy_rammed = self.contacts_of(self.can_pass(), enemy.rams());
        let own_rammed = self.contacts_of(self.rams(), enemy.can_pass());
        enemy_rammed.zip(own_rammed, |a, b| a | b)
    }

    /// The contacts of [`stuck_levers`](Self::stuck_levers).
    #[inline(always)]
    #[must_use]
    pub fn stuck_contacts(self) -> Contacts<S> {
        let others = self.loose_contacts().zip(self.tight_contacts(), |a, b| a | b);
        self.contacts().zip(others, |all, others| all & !others)
    }

    /// The contacts of [`chain_levers`](Self::chain_levers).
    #[inline(always)]
    #[must_use]
    pub fn chain_contacts(self) -> Contacts<S> {
        self.chains(|row, own_goes_on, enemy_goes_on| row & !(own_goes_on | enemy_goes_on))
    }

    /// The contacts of [`mute_chain_levers`](Self::mute_chain_levers).
    #[inline(always)]
    #[must_use]
    pub fn mute_chain_contacts(self) -> Contacts<S> {
        self.chains(|row, own_goes_on, enemy_goes_on| row & own_goes_on & enemy_goes_on)
    }

    /// The contacts of [`half_mute_chain_levers`](Self::half_mute_chain_levers).
    #[inline(always)]
    #[must_use]
    pub fn half_mute_chain_contacts(self) -> Contacts<S> {
        self.chains(|row, own_goes_on, enemy_goes_on| row & (own_goes_on ^ enemy_goes_on))
    }

    /// The own pawns that can step past: the square ahead is on the board and holds no pawn.
    #[inline(always)]
    fn can_pass(self) -> S {
        self.own & C::behind(self.empty_squares())
    }

    /// The contacts between some of the own and some of the enemy pawns.
    #[inline(always)]
    fn contacts_of(self, own: S, enemy: S) -> Contacts<S> {
        let level = C::behind(enemy);
        Contacts { east: own & west(level), west: own & east(level) }
    }

    /// The contacts whose own pawn stands in `east` or in `west`, by the direction of the capture.
    #[inline(always)]
    fn contacts_on(self, east: Bitboard, west: Bitboard) -> Contacts<S> {
        let files = Contacts { east: S::splat(east), west: S::splat(west) };
        self.contacts().zip(files, |pawns, files| pawns & files)
    }

    /// The chain levers that `select` picks, given those in a row of two or more, and those in a row that the
    /// own and that the enemy pawns continue behind their rear member.
    #[inline(always)]
    fn chains(self, select: impl Fn(S, S, S) -> S) -> Contacts<S> {
        // The own pawns of a row of east contacts climb to the west, and its enemy pawns beside them: from each own
        // pawn, the enemy pawn behind the enemy pawn in contact stands two squares ahead, whichever way the row runs.
        let enemy_behind_enemy = C::behind(C::behind(self.enemy));
        let row = |contacts: S, climb: fn(S) -> S, descend: fn(S) -> S| {
            let linked = contacts & (climb(contacts) | descend(contacts));
            let own_goes_on = contacts & !climb(contacts) & climb(self.own);
            let enemy_goes_on = contacts & !descend(contacts) & enemy_behind_enemy;
            select(linked, along(own_goes_on, contacts, climb), along(enemy_goes_on, contacts, descend))
        };
        let Contacts { east: to_east, west: to_west } = self.contacts();
        Contacts {
            east: row(to_east, |set| west(C::ahead(set)), |set| east(C::behind(set))),
            west: row(to_west, |set| east(C::ahead(set)), |set| west(C::behind(set))),
        }
    }
}

/// All of `row` that can be reached from `start`, itself in `row`, by steps within `row`, up to seven.
#[inline(always)]
fn along<S: SquareSet>(start: S, row: S, step: impl Fn(S) -> S) -> S {
    let reached = start | (row & step(start));
    let two = row & step(row);
    let reached = reached | (two & step(step(reached)));
    let four = two & step(step(two));
    reached | (four & step(step(step(step(reached)))))
}

of_color! {
    SquareSet:
    contacts() -> Contacts<S>;
    inner_contacts() -> Contacts<S>;
    outer_contacts() -> Contacts<S>;
    center_contacts() -> Contacts<S>;
    loose_contacts() -> Contacts<S>;
    tight_contacts() -> Contacts<S>;
    stuck_contacts() -> Contacts<S>;
    chain_contacts() -> Contacts<S>;
    mute_chain_contacts() -> Contacts<S>;
    half_mute_chain_contacts() -> Contacts<S>;
}
