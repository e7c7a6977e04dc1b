//! A backend of your own. `tests/proof.rs` proves it, and
//! `cargo bench -p pawnfill-own-backend --bench own_backend` measures it beside those of the
//! library.

use pawnfill::{Backend, Bitboard, Side, Square, SquareSet, tables};

tables! {
    /// Square → the squares north of it on its file.
    static NORTH_RAY: [u64; 64] = |sq| north_ray(sq);

    /// Square → the squares south of it on its file.
    static SOUTH_RAY: [u64; 64] = |sq| south_ray(sq);

    /// Color, square → the squares where an enemy pawn stops a passed pawn.
    static PASSER_SPAN: [[u64; 64]; 2] = |color, sq| passer_span(sq, color);
}

/// Fills with single shifts, and reads the masks of a square from tables. With fewer than seven
/// shifts, it is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shifts<const N: usize = 7>;

impl<const N: usize> Backend for Shifts<N> {
    const NAME: &'static str = "shifts";

    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        (0..N).fold(set, |fill, _| set | fill.up::<8>())
    }

    #[inline(always)]
    fn south_fill<S: SquareSet>(set: S) -> S {
        (0..N).fold(set, |fill, _| set | fill.down::<8>())
    }

    #[inline(always)]
    fn north_ray(square: Square) -> Bitboard {
        Bitboard::from_bits(NORTH_RAY[square.index()])
    }

    #[inline(always)]
    fn south_ray(square: Square) -> Bitboard {
        Bitboard::from_bits(SOUTH_RAY[square.index()])
    }

    #[inline(always)]
    fn passer_span<C: Side>(square: Square) -> Bitboard {
        Bitboard::from_bits(PASSER_SPAN[C::COLOR.index()][square.index()])
    }
}
