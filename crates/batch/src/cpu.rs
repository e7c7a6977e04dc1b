//! The instruction sets for which batches are compiled, and the choice between them at run time.

use std::fmt;

/// An instruction set of this machine, for which a [`Batch`](crate::Batch) can be computed.
///
/// `x86_64` has four: the baseline that the crate is compiled for, `avx2`, `avx512`, and
/// `avx512-popcnt`, which counts the squares of eight boards in one instruction
/// (AVX512-VPOPCNTDQ, since Ice Lake and Zen 4). Other targets have only the baseline, which
/// includes NEON on `aarch64`.
///
/// Results are the same on each. Only the speed differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cpu(Level);

/// Declares the levels above the baseline, narrowest first, with their features.
macro_rules! levels {
    ($($level:ident $function:ident $name:literal [$($feature:tt)*])*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        enum Level {
            Baseline,
            $(
                #[cfg(target_arch = "x86_64")]
                $level,
            )*
        }

        $(
            #[cfg(target_arch = "x86_64")]
            $(#[target_feature(enable = $feature)])*
            fn $function<T>(task: impl FnOnce() -> T) -> T {
                task()
            }
        )*

        impl Cpu {
            /// Returns the instruction sets of this machine, narrowest first.
            pub fn available() -> impl Iterator<Item = Self> {
                let all = [
                    (true, Level::Baseline),
                    $(
                        #[cfg(target_arch = "x86_64")]
                        (true $(&& is_x86_feature_detected!($feature))*, Level::$level),
                    )*
                ];
                all.into_iter().filter_map(|(has, level)| has.then_some(Self(level)))
            }

            /// Returns the name on the command line and in reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self.0 {
                    Level::Baseline => "baseline",
                    $(
                        #[cfg(target_arch = "x86_64")]
                        Level::$level => $name,
                    )*
                }
            }

            /// Runs a task that is compiled for this instruction set.
            ///
            /// The body of a closure is a separate function, and if it is not inlined, it is
            /// compiled for the baseline. Large closures are not inlined, so every task here is
            /// `#[inline(always)]`.
            #[inline]
            #[allow(unsafe_code, reason = "calls what only some machines can run")]
            pub(crate) fn run<T>(self, task: impl FnOnce() -> T) -> T {
                match self.0 {
                    Level::Baseline => task(),
                    $(
                        #[cfg(target_arch = "x86_64")]
                        // SAFETY: `available` alone makes this level, and only if the machine has
                        // all features that the function enables.
                        Level::$level => unsafe { $function(task) },
                    )*
                }
            }
        }
    };
}

levels! {
    Avx2 avx2 "avx2" ["popcnt" "avx2" "bmi1" "bmi2" "fma" "lzcnt"]
    Avx512 avx512 "avx512" [
        "popcnt" "avx2" "bmi1" "bmi2" "fma" "lzcnt"
        "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl"
    ]
    Avx512Popcnt avx512_popcnt "avx512-popcnt" [
        "popcnt" "avx2" "bmi1" "bmi2" "fma" "lzcnt"
        "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vpopcntdq"
    ]
}

impl Cpu {
    /// Returns the widest instruction set of this machine.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self(Level::Baseline))
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
