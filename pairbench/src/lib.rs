//! Tells which of two functions is faster.

mod barrier;
mod child;
#[cfg(feature = "cli")]
pub mod cli;
mod clock;
mod facts;
pub mod input;
mod kernel;
#[cfg(feature = "cli")]
mod outputs;
mod protocol;
#[cfg(feature = "session")]
pub mod report;
mod sampler;
#[cfg(feature = "session")]
pub mod session;
#[cfg(feature = "session")]
mod stats;
mod suite;

pub use barrier::{IN_REGISTERS, opaque};
pub use child::child;
#[cfg(feature = "cli")]
pub use cli::main;
pub use input::{Input, Link, Output};
pub use protocol::{ComparisonInfo, Facts, FunctionInfo, Mode};
pub use suite::{Comparison, Measured, Suite, Whole};
