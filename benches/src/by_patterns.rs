//! Functions of typical evaluations, written with the patterns.
//!
//! [`by_hand`](crate::by_hand) has the same functions on `u64`. The patterns must not cost more: `cargo xtask instructions --check`
//! compares them.

use pawnfill::{Backend, Bitboard, Pawns, Side, SideView, Square, SquareSet};

/// Returns the passed, isolated, doubled and backward pawns of White, then of Black, the open files, and the half-open
/// files of either side.
#[inline(always)]
#[must_use]
pub fn ten_sets<B: Backend, S: SquareSet>(pawns: Pawns<B, S>) -> [S; 10] {
    let (white, black) = (pawns.white(), pawns.black());
    // The sets of whole files come first, which compiles to fewer instructions.
    let (white_isolated, white_doubled) = (white.isolated(), white.doubled());
    let (black_isolated, black_doubled) = (black.isolated(), black.doubled());
    let (open, half_open) = (pawns.open_files(), white.half_open_files() | black.half_open_files());
    [
        white.passed(),
        white_isolated,
        white_doubled,
        white.backward(),
        black.passed(),
        black_isolated,
        black_doubled,
        black.backward(),
        open,
        half_open,
    ]
}

/// Returns the sets that the evaluation of `examples/engine` reads, of White, then of Black.
#[inline(always)]
pub fn engine<B: Backend>(pawns: Pawns<B>) -> [[Bitboard; 11]; 2] {
    #[inline(always)]
    fn side<C: Side, B: Backend>(view: SideView<C, B>) -> [Bitboard; 11] {
        [
            view.front_passed(),
            view.half_open_files(),
            view.behind_own(),
            view.protected_passed(),
            view.outposts(),
            view.connected(),
            view.isolated(),
            view.open_files(),
            view.candidates(),
            view.backward() - view.isolated(),
            u64::from(view.island_west_files().bits()).into(),
        ]
    }
    [side(pawns.white()), side(pawns.black())]
}

/// Returns the sets of a pawn evaluation that also looks at the kings, of White, then of Black.
///
/// Its terms are those of Simbelmyne's `KingPawnStructure` at c94435f: passed pawns, files without friendly pawns,
/// outposts that no enemy pawn reaches within three steps, two classes of candidates, the pawns that shelter the king and
/// that storm the other king, doubled pawns that can be fixed, phalanxes, defended and isolated pawns.
#[inline(always)]
pub fn king_pawns<B: Backend>(
    pawns: Pawns<B>,
    white_king: Square,
    black_king: Square,
) -> [[Bitboard; 11]; 2] {
    #[inline(always)]
    fn side<C: Side, B: Backend>(view: SideView<C, B>, king: Square, enemy_king: Square) -> [Bitboard; 11] {
        let enemy = view.opponent();
        let soon_attacked = {
            let attacked_after_one_step = enemy.any_attacks() | C::behind(enemy.any_attacks());
            attacked_after_one_step | C::behind(C::behind(attacked_after_one_step))
        };
        // Enemy pawns stop a candidate only from the squares that it attacks now or after one step. On these, they attack
        // its next square at most as often as friendly pawns.
        let far_stopped = C::behind(C::behind(!enemy.holes()));
        let candidates = view.half_free()
            & C::behind(view.safe_squares())
            & !far_stopped
            & !(view.phalanx() & view.any_attacks())
            & !(view.fork_levers() & !view.any_attacks());
        [
            view.passed(),
            view.half_open_or_open_files(),
            view.any_attacks() & !soon_attacked,
            candidates & view.safe_squares(),
            candidates & !view.safe_squares(),
            view.own() & B::passer_span::<C>(king),
            view.own() & B::passer_span::<C::Enemy>(enemy_king),
            view.own() & C::behind(view.own()) & !enemy.any_attacks(),
            view.phalanx(),
            view.own() & view.any_attacks(),
            view.isolated(),
        ]
    }
    [side(pawns.white(), white_king, black_king), side(pawns.black(), black_king, white_king)]
}
