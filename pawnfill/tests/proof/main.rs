//! Theorems about every pattern, proved for all 2^128 inputs.
//!
//! `cargo test -p pawnfill --all-features --test proof` prints them. A word after `--` selects
//! theorems by name.

#![allow(unreachable_pub, reason = "a test exports nothing")]

#[macro_use]
#[path = "../backends/mod.rs"]
mod backends;
mod by_square;
mod contacts;
mod formulas;
mod laws;
#[path = "../oracle/mod.rs"]
mod oracle;
mod theorem;
mod together;

use libtest_mimic::{Arguments, Trial};
use pawnfill::pattern::PATTERNS;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = PATTERNS.iter().flat_map(theorem::trials).collect();
    trials.push(theorem::no_definition_without_a_use());
    trials.extend(contacts::all());
    trials.extend(together::all());
    trials.extend(formulas::all());
    trials.extend(by_square::all());
    trials.extend(laws::all());
    libtest_mimic::run(&arguments, trials).exit();
}
