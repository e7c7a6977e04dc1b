//! Measures the effect of a pawn cache on the search of the example engine.
//!
//! ```sh
//! cargo bench -p pawnfill-benches --no-default-features --features search --bench pawn_hash
//! ```

use std::process::ExitCode;

use pairbench::{Suite, Whole};
use pawnfill::KoggeStone;
use pawnfill_engine::{LastPawns, PawnHash, Uncached, bench_with};

/// A few milliseconds per call.
const DEPTH: u8 = 4;

fn main() -> ExitCode {
    let search = Whole::new("search", bench_with::<KoggeStone, Uncached>(DEPTH))
        .about("the search of the example engine")
        .function("uncached", || bench_with::<KoggeStone, Uncached>(DEPTH))
        .function("last-pawns", || bench_with::<KoggeStone, LastPawns>(DEPTH))
        .function("pawn-hash", || bench_with::<KoggeStone, PawnHash>(DEPTH));
    pairbench::main(&Suite::new().group("pawn hash", "node").with(search))
}
