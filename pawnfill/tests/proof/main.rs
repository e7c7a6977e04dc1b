//! Theorems about every pattern, proved for all 2^128 inputs.
//!
//! `cargo test -p pawnfill --all-features --test proof` prints them; a word behind `--` picks those that contain it.

#![allow(unreachable_pub, reason = "nothing here is reachable from outside")]

#[path = "../oracle/mod.rs"]
mod oracle;
mod symbolic;
mod theorem;

use libtest_mimic::{Arguments, Trial};
use pawnfill::PATTERNS;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = PATTERNS.iter().flat_map(theorem::of).collect();
    trials.push(theorem::no_definition_without_a_pattern());
    libtest_mimic::run(&arguments, trials).exit();
}
