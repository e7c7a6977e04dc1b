//! The instruction sets for which batches are compiled, and the choice between them at run time.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::mem::discriminant;

#[cfg(target_arch = "x86_64")]
use pulp::x86::{V3, V4};

/// A computation that is compiled once for each [`Cpu`].
///
/// This is a trait and not a closure. The body of a closure is a separate function, and if it is not inlined, it is
/// compiled for the baseline. Large closures are not inlined. Every implementation here is `#[inline(always)]`.
pub(super) trait Task {
    type Output;

    fn run(self) -> Self::Output;
}

/// An instruction set of this machine, for which a [`Batch`](super::Batch) can be computed.
///
/// `x86_64` has four: the baseline that the crate is compiled for, `avx2`, `avx512`, and `avx512-popcnt`,
/// which counts the squares of eight boards in one instruction (AVX512-VPOPCNTDQ, since Ice Lake and Zen 4).
/// Other targets have only the baseline, which includes NEON on `aarch64`.
///
/// Results are the same on each. Only the speed differs.
#[derive(Clone, Copy, Debug)]
pub struct Cpu(Level);

/// Each level except the first contains a token that proves its availability.
#[derive(Clone, Copy, Debug)]
enum Level {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2(V3),
    #[cfg(target_arch = "x86_64")]
    Avx512(V4),
    #[cfg(target_arch = "x86_64")]
    Avx512Popcnt(Popcnt),
}

impl Cpu {
    /// Returns the widest instruction set of this machine.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self(Level::Baseline))
    }

    /// Returns the instruction sets of this machine, narrowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let levels = [
            Some(Level::Baseline),
            #[cfg(target_arch = "x86_64")]
            V3::try_new().map(Level::Avx2),
            #[cfg(target_arch = "x86_64")]
            V4::try_new().map(Level::Avx512),
            #[cfg(target_arch = "x86_64")]
            Popcnt::try_new().map(Level::Avx512Popcnt),
        ];
        levels.into_iter().flatten().map(Self)
    }

    /// Returns the name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512Popcnt(_) => "avx512-popcnt",
        }
    }

    /// Returns the instruction set for work without counts, which saves compiling one copy.
    pub(super) fn without_counts(self) -> Self {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512Popcnt(_) => V4::try_new().map_or(self, |simd| Self(Level::Avx512(simd))),
            _ => self,
        }
    }

    /// Runs a task that is compiled for this instruction set.
    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Level::Baseline => task.run(),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(simd) => simd.vectorize(Call(task)),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(simd) => simd.vectorize(Call(task)),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512Popcnt(simd) => simd.vectorize(Call(task)),
        }
    }
}

/// Instruction sets are equal if they have the same name.
impl PartialEq for Cpu {
    fn eq(&self, other: &Self) -> bool {
        discriminant(&self.0) == discriminant(&other.0)
    }
}

impl Eq for Cpu {}

impl Hash for Cpu {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(&self.0).hash(state);
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

/// Adapts a task to pulp.
#[cfg(target_arch = "x86_64")]
struct Call<T>(T);

#[cfg(target_arch = "x86_64")]
impl<T: Task> pulp::NullaryFnOnce for Call<T> {
    type Output = T::Output;

    #[inline(always)]
    fn call(self) -> T::Output {
        self.0.run()
    }
}
