//! What the benchmarks, the task runner and their tests share: positions.

pub mod corpus;
pub mod positions;
