//! A pawn evaluation of typical size: a score from sets, and a bonus for each passed pawn.

use pawnfill::{Backend, Bitboard, Pawns, Side, SideView};

/// Returns the score for White in centipawns.
#[inline(always)]
pub(crate) fn evaluate<B: Backend>(pawns: Pawns<B>) -> i32 {
    score(pawns.white()) - score(pawns.black())
}

#[inline(always)]
fn score<C: Side, B: Backend>(view: SideView<C, B>) -> i32 {
    const PASSED_BY_RANK: [i32; 8] = [0, 5, 10, 20, 40, 70, 120, 0];
    let count = |set: Bitboard| set.count() as i32;
    let passed = view.passed();
    let weak =
        12 * count(view.isolated()) + 10 * count(view.doubled()) + 8 * count(view.backward());
    let strong = 6 * count(view.phalanx())
        + 7 * count(view.candidates())
        + 4 * count(view.half_open_files());
    let passers = passed.squares().map(|square| {
        let advanced = C::orient(square.bitboard()).bits().trailing_zeros() as usize / 8;
        let supported = i32::from(view.is_supported(square));
        PASSED_BY_RANK[advanced] * (2 + supported) / 2 - 3 * i32::from(view.is_behind_own(square))
    });
    strong - weak + passers.sum::<i32>()
}
