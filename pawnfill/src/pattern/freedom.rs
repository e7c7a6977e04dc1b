//! Freedom to advance: passed, candidate, backward and weak pawns, holes and outposts.

use core::array;

use crate::pattern::neighbour::connected_within;
use crate::{Backend, Bitboard, Rank, Side, SideView, SquareSet, beside, east, west};

/// The squares from one rank to another.
const fn ranks(first: Rank, last: Rank) -> Bitboard {
    let up_to_last = !0 >> (56 - 8 * last as u64);
    let below_first = Bitboard::from_bits((1 << (8 * first as u64)) - 1);
    Bitboard::from_bits(up_to_last).difference(below_first)
}

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
    /// The own pawns with an enemy pawn ahead on the file.
    #[inline(always)]
    #[must_use]
    pub fn unfree(self) -> S {
        self.own & self.opponent().front_span()
    }

    /// The own pawns without an enemy pawn ahead on the file.
    #[inline(always)]
    #[must_use]
    pub fn open_pawns(self) -> S {
        self.own & !self.opponent().front_span()
    }

    /// The own pawns with no enemy pawn ahead on their own or a neighbour file.
    #[inline(always)]
    #[must_use]
    pub fn passed(self) -> S {
        self.own & !self.opponent().passer_span()
    }

    /// The passed pawns without an own pawn ahead on the file.
    #[inline(always)]
    #[must_use]
    pub fn front_passed(self) -> S {
        self.passed() & !self.behind_own()
    }

    /// The passed pawns that an own pawn defends.
    #[inline(always)]
    #[must_use]
    pub fn protected_passed(self) -> S {
        self.passed() & self.any_attacks()
    }

    /// The passed pawns beside, defended by or defending a passed pawn.
    #[inline(always)]
    #[must_use]
    pub fn connected_passed(self) -> S {
        connected_within(self.passed())
    }

    /// The own pawns that are open but not passed.
    #[inline(always)]
    #[must_use]
    pub fn half_free(self) -> S {
        self.open_pawns() & !self.passed()
    }

    /// The enemy pawns on a neighbour file strictly ahead of a half-free pawn.
    #[inline(always)]
    #[must_use]
    pub fn sentries(self) -> S {
        self.enemy & beside(C::front_span::<B, S>(self.half_free()))
    }

    /// The own pawns on a neighbour file of a half-free pawn, level with it or behind.
    #[inline(always)]
    #[must_use]
    pub fn helpers(self) -> S {
        self.own & beside(C::rear_fill::<B, S>(self.half_free()))
    }

    /// The half-free pawns with at least as many helpers as sentries.
    #[inline(always)]
    #[must_use]
    pub fn candidates(self) -> S {
        self.half_free() & !self.more_sentries_than_helpers()
    }

    /// The half-free pawns with fewer helpers than sentries.
    #[inline(always)]
    #[must_use]
    pub fn fakers(self) -> S {
        self.half_free() & self.more_sentries_than_helpers()
    }

    /// The rammed, defended own pawns beyond the middle in no lever, with no square ahead on the file attacked.
    #[inline(always)]
    #[must_use]
    pub fn sneakers(self) -> S {
        let beyond_the_middle = S::splat(C::orient(const { ranks(Rank::Fifth, Rank::Eighth) }));
        let attacked_ahead = C::rear_span::<B, S>(self.opponent().any_attacks());
        self.rams() & beyond_the_middle & self.any_attacks() & !self.any_levers() & !attacked_ahead
    }

    /// The own pawns whose stop an enemy pawn attacks and no own pawn can ever defend.
    #[inline(always)]
    #[must_use]
    pub fn backward(self) -> S {
        C::behind(self.stops() & self.opponent().any_attacks() & !self.front_attack_span())
    }

    /// The backward open pawns on the second and third rank.
    #[inline(always)]
    #[must_use]
    pub fn stragglers(self) -> S {
        let home = S::splat(C::orient(const { ranks(Rank::Second, Rank::Third) }));
        self.backward() & self.open_pawns() & home
    }

    /// The own pawns that no own pawn can ever defend, with a stop that none attacks now.
    #[inline(always)]
    #[must_use]
    pub fn weak_pawns(self) -> S {
        self.own & !self.front_attack_span() & !C::behind(self.any_attacks())
    }

    /// The squares that no own pawn attacks now or after advancing.
    #[inline(always)]
    #[must_use]
    pub fn holes(self) -> S {
        !self.front_attack_span()
    }

    /// The squares on ranks 4 to 6 that an own pawn attacks and no enemy pawn can ever attack.
    #[inline(always)]
    #[must_use]
    pub fn outposts(self) -> S {
        let advanced = S::splat(C::orient(const { ranks(Rank::Fourth, Rank::Sixth) }));
        advanced & self.any_attacks() & self.opponent().holes()
    }

    /// The squares on whose neighbour files more enemy pawns stand strictly ahead than own pawns level or behind.
    #[inline(always)]
    fn more_sentries_than_helpers(self) -> S {
        let helpers = count_beside(self.own, C::ahead);
        let sentries = count_beside(C::behind(self.enemy), C::behind);
        less(helpers, sentries)
    }
}

/// A number from 0 to 31 on each square, as the sets of squares on which each binary digit is one.
type Digits<S> = [S; 5];

/// On each square, how many squares of the set lie on the neighbour files, level with it or where `step` comes from.
///
/// A parallel prefix sum along the files: after three doublings each square has counted all eight ranks.
#[inline(always)]
fn count_beside<S: SquareSet>(set: S, step: impl Fn(S) -> S) -> Digits<S> {
    let (east, west, none) = (east(set), west(set), S::splat(Bitboard::EMPTY));
    let two = |set| step(step(set));
    let one_rank = [east ^ west, east & west, none, none, none];
    let two_ranks = add(one_rank, one_rank.map(&step));
    let four_ranks = add(two_ranks, two_ranks.map(&two));
    add(four_ranks, four_ranks.map(|set| two(two(set))))
}

/// The sums, square by square.
#[inline(always)]
fn add<S: SquareSet>(a: Digits<S>, b: Digits<S>) -> Digits<S> {
    let mut carry = S::splat(Bitboard::EMPTY);
    array::from_fn(|i| {
        let (a, b, c) = (a[i], b[i], carry);
        carry = (a & b) | (c & (a ^ b));
        a ^ b ^ c
    })
}

/// The squares on which the first number is less than the second: where subtracting borrows.
#[inline(always)]
fn less<S: SquareSet>(a: Digits<S>, b: Digits<S>) -> S {
    let none = S::splat(Bitboard::EMPTY);
    core::iter::zip(a, b).fold(none, |borrow, (a, b)| (!a & b) | (borrow & !(a ^ b)))
}
