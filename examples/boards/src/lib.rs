//! Recipes for the boards of other crates. `cargo test` compiles them and runs each on
//! a known position.
#![doc = include_str!("../../../pawnfill/docs/boards.md")]
