//! The bounds of verdicts: which differences are detectable, and which matter.

use serde::{Deserialize, Serialize};

use crate::protocol::Mode;

/// The bounds of all modes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The bounds of mode `throughput`.
    pub throughput: Bound,
    /// The bounds of mode `latency`.
    pub latency: Bound,
    /// The bounds of mode `l2`.
    pub l2: Bound,
    /// The bounds of mode `evicted`.
    pub evicted: Bound,
}

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

impl Default for Bounds {
    fn default() -> Self {
        let bound =
            |noise, tolerance, noise_ns, tolerance_ns| Bound { noise, tolerance, noise_ns, tolerance_ns };
        Self {
            throughput: bound(0.02, 0.03, 0.0, 0.01),
            latency: bound(0.007, 0.015, 0.0, 0.01),
            l2: bound(0.05, 0.15, 0.5, 1.5),
            evicted: bound(0.10, 0.25, 1.0, 4.0),
        }
    }
}

impl Bounds {
    /// Returns the bounds of a mode.
    ///
    /// The latency of functions that branch has the bounds of throughput: their chains also wait for branch predictions,
    /// which makes them as unsteady.
    #[must_use]
    pub fn of(&self, mode: Mode, branches: bool) -> Bound {
        match mode {
            Mode::Throughput => self.throughput,
            Mode::Latency if branches => self.throughput,
            Mode::Latency => self.latency,
            Mode::L2 => self.l2,
            Mode::Evicted => self.evicted,
        }
    }
}

impl Bound {
    /// Returns wider bounds, with at least this noise.
    pub(crate) fn widened(self, noise: f64) -> Self {
        let gap = self.tolerance - self.noise;
        let noise = noise.max(self.noise);
        Self { noise, tolerance: noise + gap, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_noise_widens_the_tolerance() {
        let bound = Bound { noise: 0.02, tolerance: 0.03, noise_ns: 0.1, tolerance_ns: 0.2 };
        let wide = bound.widened(0.05);
        assert!((wide.noise - 0.05).abs() < 1e-12 && (wide.tolerance - 0.06).abs() < 1e-12);
        assert_eq!(bound.widened(0.01), bound);
    }

    #[test]
    fn chains_of_branches_are_judged_as_throughput() {
        let bounds = Bounds::default();
        assert_eq!(bounds.of(Mode::Latency, true), bounds.throughput);
        assert_eq!(bounds.of(Mode::Latency, false), bounds.latency);
        assert_eq!([bounds.of(Mode::L2, true), bounds.of(Mode::Evicted, false)], [bounds.l2, bounds.evicted]);
        for bound in [bounds.throughput, bounds.latency, bounds.l2, bounds.evicted] {
            assert!(bound.noise < bound.tolerance && bound.noise_ns < bound.tolerance_ns);
        }
    }
}
