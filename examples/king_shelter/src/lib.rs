//! The pawns that shelter a king, counted with a table of plain source, for projects that cannot
//! use a proc-macro.

/// The table that `cargo xtask codegen` wrote.
pub mod generated;
pub mod tables;

use pawnfill::{Bitboard, Color, Pawns, Square};

/// Returns the number of pawns that shelter the king of their color.
///
/// ```
/// use pawnfill::{Color, Pawns, Square};
///
/// let pawns = Pawns::from_fen("6k1/5p1p/6p1/8/8/8/5PP1/6K1 w - - 0 1").unwrap();
/// assert_eq!(pawnfill_king_shelter::count(pawns, Color::White, Square::G1), 2);
/// assert_eq!(pawnfill_king_shelter::count(pawns, Color::Black, Square::G8), 3);
/// ```
#[must_use]
pub fn count(pawns: Pawns, color: Color, king: Square) -> u32 {
    let shelter = Bitboard::from_bits(generated::SHELTER[color.index()][king.index()]);
    (pawns.side(color).own() & shelter).count()
}
