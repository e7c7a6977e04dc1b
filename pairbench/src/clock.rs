//! What tells the time, and whether a neighbor shares the core.

use std::hint::black_box;
use std::time::Instant;

use crate::barrier::opaque;

/// Tells the time in nanoseconds since some moment.
pub(crate) trait Clock {
    fn now(&self) -> f64;
}

/// The clock of the machine.
pub(crate) struct Real(Instant);

impl Real {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Real {
    fn now(&self) -> f64 {
        self.0.elapsed().as_nanos() as f64
    }
}

/// Returns how long a fixed piece of arithmetic takes that keeps the core busy: longer if a neighbor shares the core.
pub(crate) fn sentinel(clock: &dyn Clock) -> f64 {
    let start = clock.now();
    let mut chains = [1, 2, 3, 4_u64];
    for turn in 0..20_000 {
        for chain in &mut chains {
            *chain = opaque(*chain ^ turn).wrapping_add(turn);
        }
    }
    black_box(chains);
    clock.now() - start
}
