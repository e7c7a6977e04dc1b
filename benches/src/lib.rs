//! What the benchmarks, the task runner and their tests share: positions, and how a comparison is asked for.

pub mod agreement;
pub mod barrier;
#[cfg(feature = "batch")]
pub mod batch;
pub mod core_sets;
pub mod naive;
pub mod protocol;
