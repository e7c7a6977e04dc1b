//! Facts about this program and its machine.

use std::path::Path;
use std::process::Command;

use crate::barrier;
use crate::protocol::Facts;

/// Target features that change how compilers translate arithmetic.
macro_rules! features {
    ($($name:literal)*) => {
        [$(($name, cfg!(target_feature = $name))),*]
    };
}

/// Collects the facts. Missing ones remain `unknown`.
pub(crate) fn look() -> Facts {
    let features = features! {
        "sse2" "sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "avx" "avx2" "bmi1" "bmi2" "lzcnt" "fma" "avx512f"
        "avx512bw" "avx512vl" "avx512vbmi" "avx512vpopcntdq" "gfni" "neon" "sve" "sve2" "v" "zbb" "simd128"
    };
    Facts {
        cpu: cpu(),
        l1d: cache(0, "hw.l1dcachesize").unwrap_or(32 << 10),
        l2: cache(2, "hw.l2cachesize").unwrap_or(2 << 20),
        os: format!("{} {}", std::env::consts::OS, read("/proc/sys/kernel/osrelease")).trim_end().to_owned(),
        rustc: env!("PAIRBENCH_RUSTC").to_owned(),
        target: env!("PAIRBENCH_TARGET").to_owned(),
        opt_level: env!("PAIRBENCH_OPT_LEVEL").to_owned(),
        debug_assertions: cfg!(debug_assertions),
        rustflags: env!("PAIRBENCH_RUSTFLAGS").to_owned(),
        target_features: features.iter().filter(|(_, on)| *on).map(|(name, _)| (*name).to_owned()).collect(),
        register_barrier: barrier::IN_REGISTERS,
        governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        load: read("/proc/loadavg").split(' ').take(3).collect::<Vec<_>>().join(" "),
    }
}

fn cpu() -> String {
    let info = read("/proc/cpuinfo");
    let linux = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = linux.map_or_else(|| sysctl("machdep.cpu.brand_string"), |(_, name)| name.to_owned());
    if name.is_empty() { "unknown".to_owned() } else { name }
}

/// Returns the size of a cache.
fn cache(index: u32, name: &str) -> Option<usize> {
    let size = read(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size"));
    let kib = size.strip_suffix('K').and_then(|size| size.parse::<usize>().ok());
    kib.map(|kib| kib << 10).or_else(|| sysctl(name).parse().ok())
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).map_or_else(|_| String::new(), |text| text.trim().to_owned())
}

/// Returns a value from `sysctl` of macOS.
fn sysctl(name: &str) -> String {
    let output = Command::new("sysctl").args(["-n", name]).output();
    output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
