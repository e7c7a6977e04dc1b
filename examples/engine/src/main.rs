//! Measures the engine: `bench [DEPTH]` prints the nodes of a search and their rate.

use std::process::ExitCode;
use std::time::Instant;

use pawnfill::{Auto, Backend as _};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let depth = match &arguments[..] {
        [bench] if bench == "bench" => Some(6),
        [bench, depth] if bench == "bench" => {
            depth.parse().ok().filter(|depth| (1..=100).contains(depth))
        }
        _ => None,
    };
    let Some(depth) = depth else {
        eprintln!("error: expected `bench`, or `bench DEPTH` with a depth from 1 to 100");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let nodes = pawnfill_engine::bench::<Auto>(depth);
    let rate = nodes as f64 / start.elapsed().as_secs_f64();
    println!(
        "backend {}, depth {depth}: {nodes} nodes, {rate:.0} nodes per second",
        Auto::NAME
    );
    ExitCode::SUCCESS
}
