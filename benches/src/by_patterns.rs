//! Functions of typical evaluations, written with the patterns.
//!
//! [`by_hand`](crate::by_hand) has the same functions on `u64`. The patterns must not cost more:
//! `cargo xtask instructions --check` compares them.

use pawnfill::{Backend, Bitboard, Pawns, Side, SideView, SquareSet};

/// Returns the passed, isolated, doubled and backward pawns of White, then of Black, the open
/// files, and the half-open files of either side.
#[inline(always)]
#[must_use]
pub fn ten_sets<B: Backend, S: SquareSet>(pawns: Pawns<B, S>) -> [S; 10] {
    let (white, black) = (pawns.white(), pawns.black());
    // The sets of whole files come first, which compiles to fewer instructions.
    let (white_isolated, white_doubled) = (white.isolated(), white.doubled());
    let (black_isolated, black_doubled) = (black.isolated(), black.doubled());
    let (open, half_open) = (
        pawns.open_files(),
        white.half_open_files() | black.half_open_files(),
    );
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
