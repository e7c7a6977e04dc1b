//! The instruction sets for which batches are compiled, and the choice between them at run time.

use core::fmt;
use core::iter;

#[cfg(target_arch = "x86_64")]
use pulp::x86::{V3, V4};

/// An instruction set of this machine, for which a [`Batch`](super::Batch) can be computed.
///
/// `x86_64` has four: the baseline that the crate is compiled for, `avx2`, `avx512`, and
/// `avx512-popcnt`, which counts the squares of eight boards in one instruction (AVX512-VPOPCNTDQ,
/// since Ice Lake and Zen 4). Other targets have only the baseline, which includes NEON on
/// `aarch64`.
///
/// Results are the same on each. Only the speed differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cpu(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "other targets have one level")
)]
enum Level {
    Baseline,
    Avx2,
    Avx512,
    Avx512Popcnt,
}

impl Cpu {
    /// Returns the widest instruction set of this machine.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self(Level::Baseline))
    }

    /// Returns the instruction sets of this machine, narrowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wider = [
            V3::try_new().map(|_| Level::Avx2),
            V4::try_new().map(|_| Level::Avx512),
            Popcnt::try_new().map(|_| Level::Avx512Popcnt),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wider = [None];
        iter::once(Level::Baseline)
            .chain(wider.into_iter().flatten())
            .map(Self)
    }

    /// Returns the name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Baseline => "baseline",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
            Level::Avx512Popcnt => "avx512-popcnt",
        }
    }

    /// Runs a task that is compiled for this instruction set.
    ///
    /// The body of a closure is a separate function, and if it is not inlined, it is compiled for
    /// the baseline. Large closures are not inlined, so every task here is `#[inline(always)]`.
    #[inline]
    pub(super) fn run<T>(self, task: impl FnOnce() -> T) -> T {
        #[cfg(target_arch = "x86_64")]
        match (self.0, V3::try_new(), V4::try_new(), Popcnt::try_new()) {
            (Level::Avx2, Some(simd), ..) => return simd.vectorize(task),
            (Level::Avx512, _, Some(simd), _) => return simd.vectorize(task),
            (Level::Avx512Popcnt, .., Some(simd)) => return simd.vectorize(task),
            _ => {}
        }
        task()
    }
}

impl Default for Cpu {
    fn default() -> Self {
        Self::detect()
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(target_arch = "x86_64")]
pulp::simd_type! {
    /// [`V4`] with per-lane population counts. pulp has no level for these.
    struct Popcnt {
        popcnt: "popcnt", avx2: "avx2", bmi1: "bmi1", bmi2: "bmi2", fma: "fma", lzcnt: "lzcnt",
        avx512f: "avx512f", avx512bw: "avx512bw", avx512cd: "avx512cd", avx512dq: "avx512dq", avx512vl: "avx512vl",
        avx512vpopcntdq: "avx512vpopcntdq",
    }
}
