//! What is measured: operations on pawns, as each backend does them.

mod answer;
#[cfg(feature = "batch")]
pub mod batch;
mod evaluation;
#[cfg(feature = "naive")]
mod naive;
pub mod operations;
pub mod ten_sets;

/// Runs the code of the README of the repository.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
