//! The clock, and the sentinel that detects a neighbor on the core.

use std::hint::black_box;
use std::time::Instant;

use crate::barrier::opaque;

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

/// Returns the time of a fixed piece of arithmetic that keeps the core busy. It is longer if a neighbor shares the core.
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_clock_counts_nanoseconds() {
        let (outer, clock) = (Instant::now(), Instant::now());
        let start = clock.now();
        std::thread::sleep(Duration::from_millis(2));
        let passed = clock.now() - start;
        assert!(passed >= 2e6 && passed <= outer.elapsed().as_nanos() as f64, "{passed}");
    }

    #[test]
    fn the_sentinel_takes_the_time_between_two_looks_at_the_clock() {
        struct Steps(Cell<f64>);
        impl Clock for Steps {
            fn now(&self) -> f64 {
                self.0.replace(self.0.get() + 7.0)
            }
        }
        assert_eq!(sentinel(&Steps(Cell::new(5.0))), 7.0);
    }
}
