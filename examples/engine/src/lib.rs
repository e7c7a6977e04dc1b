//! The search and the evaluation of a small chess engine on `cozy-chess`, which evaluates pawn
//! structure with `pawnfill`.
//!
//! It is an example for users, and measures the effect of the backend on a whole engine. Everything
//! is generic over
//! [`Backend`], and all backends must search exactly the same tree.

mod eval;
mod search;

pub use eval::evaluate;
pub use search::{MATE, Search, Verdict};

use pawnfill::Backend;

/// Positions with typical pawn structures, from the opening to pawn endings.
pub const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Isolated queen's pawn.
    "r1bq1rk1/pp2bppp/2n1pn2/8/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10",
    // Exchange Queen's Gambit: minority attack against c6 and d5.
    "r2q1rk1/pp2bppp/2p2n2/3p1b2/3P4/2N1PN2/PPQ1BPPP/R4RK1 w - - 0 11",
    // King's Indian: closed center, chains from c7 and e4.
    "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
    // French, advance: a chain on d4 and e5.
    "r1b1kbnr/pp3ppp/1qn1p3/2ppP3/3P4/2P2N2/PP3PPP/RNBQKB1R w KQkq - 3 6",
    // Hedgehog.
    "r2q1rk1/1b1nbppp/pp1ppn2/8/2P1P3/1PN2N2/PB2BPPP/R2Q1RK1 w - - 0 12",
    // Doubled c-pawns after a capture on c3.
    "r1bq1rk1/pp1n1ppp/2p1pn2/3p4/2PP4/P1P1PN2/5PPP/R1BQKB1R w KQ - 1 9",
    // Rook ending with a distant passed pawn.
    "8/5pk1/4p1p1/1P5p/7P/r4PP1/1R4K1/8 w - - 3 41",
    // Pawn ending: three against three, and the move decides.
    "8/ppp5/8/PPP5/6k1/8/6K1/8 w - - 0 50",
    // Pawn ending: protected passed pawn against two distant ones.
    "8/8/1p3k2/p1p1p3/P1P1P1p1/1P4P1/5K2/8 b - - 2 44",
];

/// Searches every position to a depth and returns the number of nodes. It measures speed, and is a
/// signature of the engine's behavior.
///
/// ```
/// use pawnfill::{Auto, KoggeStone};
///
/// assert_eq!(pawnfill_engine::bench::<Auto>(2), pawnfill_engine::bench::<KoggeStone>(2));
/// ```
///
/// # Panics
///
/// Never panics, because the positions are legal.
pub fn bench<B: Backend>(depth: u8) -> u64 {
    let nodes = |fen: &&str| Search::<B>::run(&fen.parse().expect("a legal position"), depth).nodes;
    POSITIONS.iter().map(nodes).sum()
}
