//! The program of `cargo xtask bench-compare`: compares every operation with each backend, a whole
//! engine, and batches.

use std::io::Write as _;
use std::process::ExitCode;

use pawnfill::Pawns;
use pawnfill_positions::{Error, embedded, open};

/// The variable with a file of positions. By default, the embedded positions are used.
const POSITIONS: &str = "PAWNFILL_POSITIONS";

fn main() -> ExitCode {
    let positions = match positions() {
        Ok(positions) => embedded::distinct(&positions),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            return ExitCode::from(2);
        }
    };
    pairbench::child(&pawnfill_benches::suite(&positions)).unwrap_or_else(|| {
        // `cargo test --benches` and `cargo bench` start every bench target.
        println!("`cargo xtask bench-compare` starts this program");
        ExitCode::SUCCESS
    })
}

fn positions() -> Result<Vec<Pawns>, Error> {
    match std::env::var_os(POSITIONS) {
        Some(path) => open(path.as_ref())?
            .map(|position| Ok(position?.pawns))
            .collect(),
        None => Ok(embedded::positions()),
    }
}
