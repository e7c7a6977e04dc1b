//! The clock, which tests replace.

use std::time::Instant;

/// Returns the time in nanoseconds since a fixed moment.
pub(crate) trait Clock {
    fn now(&self) -> f64;
}

/// The clock of the machine.
impl Clock for Instant {
    fn now(&self) -> f64 {
        self.elapsed().as_nanos() as f64
    }
}
