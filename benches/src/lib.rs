//! The measured operations on pawns, with each backend.

mod answer;
#[cfg(feature = "batch")]
pub mod batch;
pub mod by_hand;
pub mod by_patterns;
mod evaluation;
pub mod operations;

/// Tests the code in the README of the repository.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
