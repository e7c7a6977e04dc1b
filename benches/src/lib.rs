//! The measured operations on pawns, with each backend.

#[cfg(feature = "batch")]
pub mod batch;
pub mod by_hand;
pub mod by_patterns;
mod evaluation;
pub mod operations;

// Only a benchmark uses it, but dependencies for benchmarks cannot be optional, and Cargo warns
// about others.
#[cfg(feature = "criterion")]
use criterion as _;
use pairbench::{Suite, Whole};
use pawnfill::{Auto, Backend as _, Pawns, for_each_backend};

/// The search depth of the engine, which takes a few milliseconds.
const DEPTH: u8 = 2;

/// Returns the suite of `cargo xtask bench-compare`: every operation with each backend, a whole
/// engine, and batches.
///
/// It is compiled here, so that a program with another layout only has to be linked.
#[must_use]
pub fn suite<'a>(positions: &[Pawns]) -> Suite<'a> {
    let mut engine = Whole::new("engine", pawnfill_engine::bench::<Auto>(DEPTH))
        .about("the search of the example engine, which evaluates pawns at every leaf");
    for_each_backend!(B => engine = engine.function(B::NAME, || pawnfill_engine::bench::<B>(DEPTH)));
    let suite = operations::suite(positions)
        .group("engine", "node")
        .with(engine);
    #[cfg(feature = "batch")]
    let suite = batch::add_to(suite, positions);
    suite
}

/// Tests the code in the README of the repository.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
