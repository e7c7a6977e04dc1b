//! Pawns from boards of other crates, and boards in other orders.
//!
//! Every set of this crate is a plain `u64` with a1 = bit 0, b1 = bit 1 and h8 = bit 63. A board in
//! that order needs only [`Pawns::from_bits`]. For any other order, [`Bitboard`] has a constructor:
//!
//! | bit 0, bit 1, … bit 63 | constructor | used by |
//! |---|---|---|
//! | a1, b1, … h8 | [`Bitboard::from_bits`] | most: cozy-chess, chess, shakmaty |
//! | a8, b8, … h1 | [`Bitboard::from_bits_a8_first`] | owlchess; boards filled in the order of a FEN |
//! | h1, g1, … a8 | [`Bitboard::from_bits_h1_first`] | engines that write bitboards as binary literals |
//! | a1, a2, … h8 | [`Bitboard::from_bits_file_major`] | engines that keep the squares of a file together |
//!
//! A board read in the wrong order still looks like pawns, and the starting position looks the same
//! in two of the four orders. [`Pawns::on_last_ranks`] is a cheap sign;
//! [`docs::porting`](crate::docs::porting) has a check that finds each mistake.
//!
//! # Your own board
//!
//! [`HasPawns`] has one method. [`Pawns::from`] converts every board that implements it. For a
//! board type of a sibling crate, see [`docs::porting`](crate::docs::porting).
//!
//! ```
//! use pawnfill::{Bitboard, Color, HasPawns, Pawns};
//!
//! struct Position {
//!     pawns: u64,
//!     colors: [u64; 2],
//! }
//!
//! impl HasPawns for Position {
//!     fn pawns_of(&self, color: Color) -> Bitboard {
//!         Bitboard::from_bits(self.pawns & self.colors[color.index()])
//!     }
//! }
//!
//! let position = Position { pawns: 0x00ff_0000_0000_ff00, colors: [0xffff, 0xffff << 48] };
//! let pawns = Pawns::from(&position);
//! assert_eq!(pawns.white().own().bits(), 0xff00);
//! assert_eq!(pawns.black().own().bits(), 0x00ff_0000_0000_0000);
//! ```
//!
//! # cozy-chess
//!
//! With feature `cozy-chess-03`, its boards implement [`HasPawns`], and its bitboards, squares,
//! files, ranks and colors convert in both directions with `From` and `Into`. With another version,
//! pass `set.0` to [`Pawns::from_bits`].
//!
//! ```
//! # #[cfg(feature = "cozy-chess-03")]
//! # fn main() -> Result<(), cozy_chess::FenParseError> {
//! use pawnfill::{Bitboard, Pawns, Square};
//!
//! let board: cozy_chess::Board = "4k3/5ppp/8/2P5/8/8/8/4K3 w - - 0 1".parse()?;
//! let pawns = Pawns::from(&board);
//! assert_eq!(pawns.white().passed(), Bitboard::from(Square::C5));
//!
//! let passed: cozy_chess::BitBoard = pawns.white().passed().into();
//! assert!(passed.has(cozy_chess::Square::C5));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "cozy-chess-03"))]
//! # fn main() {}
//! ```
//!
// The recipes for other crates run as doctests of the package in `examples/boards`, which depends
// on those crates.
#![cfg_attr(not(doctest), doc = include_str!("../../docs/boards.md"))]

#[cfg(feature = "cozy-chess-03")]
mod cozy_chess_03;

use crate::{Bitboard, Color, Pawns};

/// A board with pawns.
///
/// Implement its one method to convert your board with [`Pawns::from`]. [`interop`](crate::interop)
/// has an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a board for `Pawns::from`",
    note = "a `cozy_chess::Board` of version 0.3 is one with feature `cozy-chess-03` of `pawnfill`",
    note = "for other boards, implement `HasPawns` or pass the bits to `Pawns::from_bits`"
)]
pub trait HasPawns {
    /// Returns the pawns of one color.
    fn pawns_of(&self, color: Color) -> Bitboard;
}

/// Returns the pawns of a board.
///
/// To use another backend than [`Auto`](crate::Auto), call [`with_backend`](Pawns::with_backend),
/// which costs nothing.
impl<T: HasPawns + ?Sized> From<&T> for Pawns {
    #[inline]
    fn from(board: &T) -> Self {
        Self::new(board.pawns_of(Color::White), board.pawns_of(Color::Black))
    }
}
