//! The bounds of verdicts: which differences are detectable, and which matter.

use serde::{Deserialize, Serialize};

use crate::protocol::Mode;

/// Bounds on the differences that are detectable, and on those that matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// How far code layout and other programs can separate two identical functions, as a fraction.
    pub noise: f64,
    /// The largest difference that does not matter, as a fraction.
    pub tolerance: f64,
    /// Like `noise`, in nanoseconds.
    pub noise_ns: f64,
    /// Like `tolerance`, in nanoseconds.
    pub tolerance_ns: f64,
}

impl Bound {
    /// Returns the bounds of a mode.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        let [noise, tolerance, noise_ns, tolerance_ns] = match mode {
            Mode::Throughput => [0.02, 0.03, 0.0, 0.01],
            // The same function in another loop differs by up to 4.5 %.
            Mode::Latency => [0.03, 0.045, 0.0, 0.01],
            Mode::L2 => [0.05, 0.15, 0.5, 1.5],
            Mode::Evicted => [0.10, 0.25, 1.0, 4.0],
        };
        Self {
            noise,
            tolerance,
            noise_ns,
            tolerance_ns,
        }
    }

    /// Returns wider bounds, with at least this noise. The tolerance at most doubles, because noise
    /// is no reason to call large differences the same.
    pub(crate) fn widened(self, noise: f64) -> Self {
        let wider = (noise - self.noise).max(0.0);
        Self {
            noise: self.noise + wider,
            tolerance: self.tolerance + wider.min(self.tolerance),
            ..self
        }
    }
}
