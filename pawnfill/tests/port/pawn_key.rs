use pawnfill::Pawns;

/// Returns a number whose bits all depend on all pawns.
pub fn pawn_key(pawns: Pawns) -> u64 {
    // Neither factor is 0, because the constants have squares of the first rank, where no pawn
    // can stand.
    let white = pawns.white().own().bits() ^ 0x9e37_79b9_7f4a_7c15;
    let black = pawns.black().own().bits() ^ 0xd1b5_4a32_d192_ed03;
    let product = u128::from(white) * u128::from(black);
    product as u64 ^ (product >> 64) as u64
}
