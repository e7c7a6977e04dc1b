//! Compares the C header with the library on ten core sets.
//!
//! Both sides are called through the same C interface, so neither is inlined into the loop.

use std::process::ExitCode;

use pairbench::{Comparison, Suite};
use pawnfill::{Backend, KoggeStone, Lookup, Pawns};
use pawnfill_benches::by_patterns::ten_sets;
use pawnfill_positions::embedded;

unsafe extern "C" {
    safe fn ten_sets_fills(white: u64, black: u64) -> u64;
    safe fn ten_sets_tables(white: u64, black: u64) -> u64;
}

/// Returns the sets combined into one number, which fits into a register.
#[inline(never)]
extern "C" fn library<B: Backend>(white: u64, black: u64) -> u64 {
    let sets = ten_sets(Pawns::<B>::new(white.into(), black.into()));
    sets.into_iter().fold(0, |sum: u64, set| sum.rotate_left(1) ^ set.bits())
}

fn main() -> ExitCode {
    let games = embedded::distinct(&embedded::positions());
    let boards: Vec<(u64, u64)> =
        games.iter().map(|pawns| (pawns.white().own().bits(), pawns.black().own().bits())).collect();
    type TenSets = extern "C" fn(u64, u64) -> u64;
    let compared = |name, about, rust: TenSets, c: TenSets| {
        Comparison::new(name, &boards)
            .about(about)
            .without_branches()
            .long()
            .function("Rust", move |(white, black)| rust(white, black))
            .function("C", move |(white, black)| c(white, black))
    };
    let suite = Suite::new().group("ten sets", "position");
    pairbench::main(
        &suite
            .with(compared("fills", "KoggeStone and the header", library::<KoggeStone>, ten_sets_fills))
            .with(compared(
                "tables",
                "Lookup and the header with PAWNFILL_LOOKUP",
                library::<Lookup>,
                ten_sets_tables,
            )),
    )
}
