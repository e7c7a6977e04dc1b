//! Freedom to advance: passed, candidate, backward and weak pawns, holes and outposts.

use core::array;

use super::column::about;
use crate::pattern::neighbor::connected_within;
use crate::{
    Backend, Bitboard, Color, File, Rank, Side, SideView, SquareSet, beside, north, south,
};

/// Returns the squares from one rank to another.
const fn ranks(first: Rank, last: Rank) -> Bitboard {
    let up_to_last = !0 >> (56 - 8 * last as u64);
    let below_first = Bitboard::from_bits((1 << (8 * first as u64)) - 1);
    Bitboard::from_bits(up_to_last).difference(below_first)
}

/// # Freedom to advance
///
/// How far a pawn can advance, and which squares pawns can never guard again. Each open pawn is
/// either passed, a candidate or a faker. These sets depend on pawns alone, and not on whose turn
/// it is.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = about!(unfree)]
    /// ```
    /// let (pawns, unfree) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     P . p . P . . .    X . . . X . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . P . . .    . . . . X . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().unfree(), unfree);
    /// ```
    ///
    /// A file with an unfree white pawn has an unfree black pawn. On the c-file the pawns have
    /// passed each other. The wiki page calls a pawn unfree if it is in the opponent's front
    /// *fill*; here it is the front *span*. They agree in legal positions, where no square holds
    /// two pawns.
    #[doc(alias("wUnfreePawns", "opposed"))]
    #[inline(always)]
    pub fn unfree(self) -> S {
        self.own & self.opponent().front_span()
    }

    #[doc = about!(open_pawns)]
    /// ```
    /// let (pawns, open_pawns) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     p . . . . . . p    . . . . . . . X
    ///     . . . . p . . .    . . . . . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     P . p . P . . .    . . X . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . P . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.black().open_pawns(), open_pawns);
    /// ```
    ///
    /// Friendly pawns ahead do not matter. Every pawn that is not [`unfree`](Self::unfree) is open,
    /// even if its path is guarded. Here, g2 guards the path of h7.
    #[doc(alias("wOpenPawns", "unopposed"))]
    #[inline(always)]
    pub fn open_pawns(self) -> S {
        self.own & !self.opponent().front_span()
    }

    #[doc = about!(passed)]
    /// ```
    /// let (pawns, passed) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . P p . .    . . . . X . . .
    ///     . . . . P . . P    . . . . . . . X
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . P    . . . . . . . X
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().passed(), passed);
    /// ```
    ///
    /// A rear doubled pawn counts, such as h2; [`front_passed`](Self::front_passed) excludes it. An
    /// enemy pawn on the same rank no longer stops a pawn: f5 stops e4, but not e5. Without enemy
    /// pawns, all pawns are passed.
    #[doc(alias("wPassedPawns", "passed pawn", "passer"))]
    #[inline(always)]
    pub fn passed(self) -> S {
        self.own & !self.opponent().passer_span()
    }

    #[doc = about!(front_passed)]
    /// ```
    /// let (pawns, front_passed) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . p . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . P p . .    . . . . X . . .
    ///     . . . . P . . P    . . . . . . . X
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().front_passed(), front_passed);
    /// ```
    ///
    /// A file has at most one: h4 is ahead of h2.
    #[inline(always)]
    pub fn front_passed(self) -> S {
        self.passed() & !self.behind_own()
    }

    #[doc = about!(protected_passed)]
    /// ```
    /// let (pawns, protected_passed) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . . . .    . . . . . . . .
    ///     . . . . P . . .    . . . . X . . .
    ///     . . . P . . . P    . . . . . . . X
    ///     . . . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().protected_passed(), protected_passed);
    /// ```
    ///
    /// The defender does not have to be passed: d4 is not.
    #[doc(alias = "protected passer")]
    #[inline(always)]
    pub fn protected_passed(self) -> S {
        self.passed() & self.any_attacks()
    }

    #[doc = about!(connected_passed)]
    /// ```
    /// let (pawns, connected_passed) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . p . . . .    . . . . . . . .
    ///     P P P . . . . .    X X . . . . . .
    ///     . . . . . P . P    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().connected_passed(), connected_passed);
    /// ```
    ///
    /// Only passed pawns count: d6 stops c5, so c5 adds nothing to b5. The pawn on f4 is one file
    /// too far from h4.
    #[doc(alias = "connected passer")]
    #[inline(always)]
    pub fn connected_passed(self) -> S {
        connected_within(self.passed())
    }

    #[doc = about!(half_free)]
    /// ```
    /// let (pawns, half_free) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . p . p    . . . . . . . .
    ///     . P . . . . . .    . X . . . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     . . . . . . P .    . . . . . . X .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().half_free(), half_free);
    /// ```
    ///
    /// Only pawns on the neighbor files can stop them: c7 stops b6, f7 and h7 stop g4.
    /// They are either
    /// [`candidates`](Self::candidates) or [`fakers`](Self::fakers).
    #[inline(always)]
    pub fn half_free(self) -> S {
        self.open_pawns() & !self.passed()
    }

    #[doc = about!(sentries)]
    /// ```
    /// let (pawns, sentries) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . p . p    . . X . . X . X
    ///     . P . . . . . .    . . . . . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     . . . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().sentries(), sentries);
    /// ```
    ///
    /// This is the only pattern of a side that returns enemy pawns.
    #[inline(always)]
    pub fn sentries(self) -> S {
        // An open pawn with a sentry is half-free.
        self.enemy & beside(C::front_span::<B, S>(self.open_pawns()))
    }

    #[doc = about!(helpers)]
    /// ```
    /// let (pawns, helpers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . p . p    . . . . . . . .
    ///     . P . . . . . .    . . . . . . . .
    ///     . . P . . . . .    . . X . . . . .
    ///     . . . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().helpers(), helpers);
    /// ```
    ///
    /// The set contains the helpers of all half-free pawns. [`candidates`](Self::candidates) counts
    /// them for each pawn.
    #[inline(always)]
    pub fn helpers(self) -> S {
        self.own & beside(C::rear_fill::<B, S>(self.half_free()))
    }

    #[doc = about!(candidates)]
    /// ```
    /// let (pawns, candidates) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . p . p    . . . . . . . .
    ///     . P . . . . . .    . X . . . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     . . . . . . P .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// let white = pawns.white();
    /// assert_eq!(white.candidates(), candidates);
    ///
    /// // The same in a loop.
    /// let has_help = |&pawn: &_| white.helpers_of(pawn).count() >= white.sentries_of(pawn).count();
    /// assert_eq!(white.half_free().squares().filter(has_help).collect::<pawnfill::Bitboard>(), candidates);
    /// ```
    ///
    /// Helpers and sentries are counted for each pawn: b6 has the helper c5 and the sentry c7.
    /// Blocked and attacked helpers count.
    ///
    /// Half-free pawns are few, so for single positions the loop is faster on a CPU with POPCNT,
    /// most of all for one color.
    #[doc(alias = "candidate passer")]
    #[inline(always)]
    pub fn candidates(self) -> S {
        let [unfree, more_sentries] = self.unfree_and_more_sentries();
        (self.own & beside(unfree)) - unfree - more_sentries
    }

    #[doc = about!(fakers)]
    /// ```
    /// let (pawns, fakers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . p . p    . . . . . . . .
    ///     . P . . . . . .    . . . . . . . .
    ///     . . P . . . . .    . . . . . . . .
    ///     . . . . . . P .    . . . . . . X .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().fakers(), fakers);
    /// ```
    ///
    /// The pawn on g4 has two sentries, f7 and h7, and no helper.
    #[inline(always)]
    pub fn fakers(self) -> S {
        // An open pawn with a sentry is half-free.
        self.open_pawns() & self.more_sentries_than_helpers()
    }

    #[doc = about!(sneakers)]
    /// ```
    /// let (pawns, sneakers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . . . p    . . . . . . . .
    ///     . . P . . . p .    . . X . . . . .
    ///     . P . . . . P .    . . . . . . . .
    ///     . . . . . P . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().sneakers(), sneakers);
    /// ```
    ///
    /// If b5–b6 lures c7 away, c6 runs. The pawn on g5 is not a sneaker, because h7 controls the
    /// square ahead of it. A pawn in its own half is never a sneaker, but one whose only helper is
    /// rammed itself is: g6 with the helper h5 in `6k1/6p1/6Pp/p1p4P/1p6/1P6/1pK2P2/3N4`.
    #[doc(alias = "hidden passer")]
    #[inline(always)]
    pub fn sneakers(self) -> S {
        let beyond_the_middle = S::splat(C::orient(const { ranks(Rank::Fifth, Rank::Eighth) }));
        // A pawn on an attacked square is in a lever.
        let attacked_from_here = C::rear_fill::<B, S>(self.opponent().any_attacks());
        self.rams() & beyond_the_middle & self.any_attacks() & !attacked_from_here
    }

    #[doc = about!(backward)]
    /// ```
    /// let (pawns, backward) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . p .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . . P . P . . P    . . . . . . . X
    ///     . . . P . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().backward(), backward);
    /// ```
    ///
    /// Isolated, rammed and lever pawns are included, such as h4 here. Subtract those you
    /// do not mean;
    /// [definitions](crate::docs::definitions) writes the flags of well-known engines in this way.
    /// A pawn on the last rank has no stop and is not backward.
    #[doc(alias = "backward pawn")]
    #[inline(always)]
    pub fn backward(self) -> S {
        self.own & C::behind(self.opponent().any_attacks() & !self.front_attack_span())
    }

    #[doc = about!(stragglers)]
    /// ```
    /// let (pawns, stragglers) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . p .    . . . . . . . .
    ///     . . . . p . . .    . . . . . . . .
    ///     . . P . P . . P    . . . . . . . .
    ///     . . . P . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().stragglers(), stragglers);
    /// ```
    ///
    /// Of the backward pawns d3 and h4, only d3 is open and on these ranks. For Black they are
    /// ranks 7 and 6.
    #[doc(alias = "semi-backward")]
    #[inline(always)]
    pub fn stragglers(self) -> S {
        let home = S::splat(C::orient(const { ranks(Rank::Second, Rank::Third) }));
        self.backward() & self.open_pawns() & home
    }

    #[doc = about!(weak_pawns)]
    /// ```
    /// let (pawns, weak_pawns) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . P . P . . P    . . . . . . . X
    ///     . . . P . . . .    . . . X . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().weak_pawns(), weak_pawns);
    /// ```
    ///
    /// Enemy pawns do not matter. A pawn on the last rank has no stop, so it is weak unless it lies
    /// in a front attack span.
    #[inline(always)]
    pub fn weak_pawns(self) -> S {
        self.own & !C::front_fill::<B, _>(C::behind(self.any_attacks()))
    }

    #[doc = about!(holes)]
    /// ```
    /// let (pawns, holes) = pawnfill::boards! {
    ///     . . . . . . . .    X . . . . X . X
    ///     . . . . . . . .    X . . . . X . X
    ///     . . . . . . . .    X . . . . X . X
    ///     . . . . . . . .    X . . . . X . X
    ///     . . . P . . . .    X . X . . X . X
    ///     . . P . . P . .    X X X X X X X X
    ///     . . . . . . . .    X X X X X X X X
    ///     . . . . . . . .    X X X X X X X X
    /// };
    /// assert_eq!(pawns.white().holes(), holes);
    /// ```
    ///
    /// Ranks 1 and 2 are always holes, unless a pawn stands on rank 1. Without pawns, every square
    /// is a hole.
    #[doc(alias = "weak square")]
    #[inline(always)]
    pub fn holes(self) -> S {
        !self.front_attack_span()
    }

    #[doc = about!(outposts)]
    /// ```
    /// let (pawns, outposts) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . p . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . X . .
    ///     . . . . P . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().outposts(), outposts);
    /// ```
    ///
    /// The pawn on e4 attacks d5 and f5. The pawn on c7 can attack d5 later. Pieces on these
    /// squares do not matter. Many engines count outposts on every rank: see
    /// [`outposts_on_all_ranks`](Self::outposts_on_all_ranks).
    #[inline(always)]
    pub fn outposts(self) -> S {
        let advanced = S::splat(C::orient(const { ranks(Rank::Fourth, Rank::Sixth) }));
        advanced & self.outposts_on_all_ranks()
    }

    #[doc = about!(outposts_on_all_ranks)]
    /// ```
    /// let (pawns, outposts) = pawnfill::boards! {
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . p . .    X . X . . . . .
    ///     . P . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    ///     . . . . . . . .    . . . X . X . .
    ///     . . . . P . . .    . . . . . . . .
    ///     . . . . . . . .    . . . . . . . .
    /// };
    /// assert_eq!(pawns.white().outposts_on_all_ranks(), outposts);
    /// ```
    ///
    /// The pawn on f7 can never attack a square on the f-file, such as f3, nor one two files away,
    /// such as c7.
    #[inline(always)]
    pub fn outposts_on_all_ranks(self) -> S {
        self.any_attacks() & self.opponent().holes()
    }

    /// The squares on whose neighbor files more enemy pawns stand strictly ahead than friendly
    /// pawns level or behind. Public only for programs that write the patterns in other languages.
    #[doc(hidden)]
    #[inline(always)]
    pub fn more_sentries_than_helpers(self) -> S {
        let [_, more_sentries] = self.unfree_and_more_sentries();
        more_sentries
    }

    /// Returns the squares with an enemy pawn ahead on the file, and those with more
    /// sentries than helpers.
    #[inline(always)]
    fn unfree_and_more_sentries(self) -> [S; 2] {
        let pawns = self.pawns();
        let helpers = count_on_file(pawns.white().own(), north);
        let sentries = count_on_file(south(pawns.black().own()), south);
        let [fewer, more] = signs_of_sums_beside(subtract(helpers, sentries));
        match C::COLOR {
            Color::White => [any_digit(sentries), fewer.down::<1>()],
            // One rank on, White's helpers are Black's sentries and the other way round, so both
            // colors share the sums.
            Color::Black => [north(any_digit(helpers)), more.up::<7>()],
        }
    }
}

/// Returns the squares whose number is not 0.
#[inline(always)]
fn any_digit<S: SquareSet>([ones, twos, fours]: [S; 3]) -> S {
    ones | twos | fours
}

/// Adds three binary digits on each square. Returns the sum and the carry.
#[inline(always)]
fn add<S: SquareSet>(a: S, b: S, c: S) -> [S; 2] {
    [a ^ b ^ c, (a & b) | (c & (a ^ b))]
}

/// Counts for each square the squares of the set on its file, on its own rank and the six in the
/// direction from which `step` comes. The result has one set of squares for each binary digit.
///
/// The eighth rank does not matter: no pawn that has seven ranks behind it is half-free.
#[inline(always)]
fn count_on_file<S: SquareSet>(set: S, step: impl Fn(S) -> S) -> [S; 3] {
    let next = step(set);
    let [sum, carry] = add(set, next, step(next));
    let [ones, more] = add(set, step(sum), four_steps(sum, &step));
    let [twos, fours] = add(step(carry), four_steps(carry, &step), more);
    [ones, twos, fours]
}

#[inline(always)]
fn four_steps<S>(set: S, step: &impl Fn(S) -> S) -> S {
    step(step(step(step(set))))
}

/// Returns the differences, square by square. The last digit is the sign.
#[inline(always)]
fn subtract<S: SquareSet>(a: [S; 3], b: [S; 3]) -> [S; 4] {
    let mut borrow = S::splat(Bitboard::EMPTY);
    let [ones, twos, fours] = array::from_fn(|i| {
        let (a, b, c) = (a[i], b[i], borrow);
        borrow = c ^ ((a ^ b) & (b ^ c));
        a ^ b ^ c
    });
    [ones, twos, fours, borrow]
}

/// Adds the numbers of the two squares beside each square. Returns the squares with a negative and
/// with a positive sum, each moved to the next square, so that each digit takes one shift.
#[inline(always)]
fn signs_of_sums_beside<S: SquareSet>(digits: [S; 4]) -> [S; 2] {
    // What wraps around the edge is left out.
    let [a_file, b_file] = [File::A, File::B].map(|file| S::splat(file.bitboard()));
    let [low @ .., (a, b)] = digits.map(|digit| (digit - a_file, digit.up::<2>() - b_file));
    let none = S::splat(Bitboard::EMPTY);
    let [carry, differs] = low
        .into_iter()
        .fold([none, none], |[carry, differs], (a, b)| {
            let [sum, carry] = add(a, b, carry);
            [carry, differs | sum]
        });
    let negative = (a & b) | ((a | b) - carry);
    let positive = (differs | (a ^ b ^ carry)) - negative;
    [negative, positive]
}
