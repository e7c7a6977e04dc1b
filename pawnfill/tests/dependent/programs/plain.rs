//! A library that enables no feature of `pawnfill` and computes with `Auto`.

use pawnfill::{Auto, Backend, Pawns, Square};

/// The function whose machine code is compared.
#[unsafe(no_mangle)]
pub extern "C" fn plain_pattern(white: u64, black: u64, square: u8) -> u64 {
    let white = Pawns::from_bits(white, black).white();
    let sets = white.passed() | white.backward();
    sets.bits() ^ u64::from(white.is_passed(Square::from_index(square.into())))
}

pub fn auto() -> &'static str {
    Auto::NAME
}
