//! Prints which backend `Auto` is, as a program that depends on pawnfill sees it.
//!
//! ```sh
//! cargo run --package pawnfill-choice
//! cargo run --package pawnfill-choice --features pawnfill/lookup
//! ```

use pawnfill::{Auto, Backend};

fn main() {
    println!("{}", Auto::NAME);
}
