//! On what a run was made.

use std::path::Path;
use std::process::Command;

use pawnfill_benches::protocol::Caches;

use super::report::Environment;

/// The sizes of caches where the system does not tell.
const USUAL: Caches = Caches { l1d: 32 << 10, l2: 2 << 20 };

/// What can be found out; a question without an answer stays `unknown`.
pub(super) fn look(pinned: Option<usize>) -> Environment {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let verbose = output(&rustc, &["-vV"]);
    let field = |name: &str| {
        let value = verbose.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        value.map_or_else(unknown, str::to_owned)
    };
    let rustflags = rustflags();
    let flags: Vec<_> = rustflags.split_whitespace().collect();
    let cfg = output(&rustc, &[&["--print", "cfg"], flags.as_slice()].concat());
    let target_features = cfg
        .lines()
        .filter_map(|line| Some(line.strip_prefix("target_feature=\"")?.strip_suffix('"')?.to_owned()));
    let target_cpu = rustflags.split("target-cpu=").nth(1).and_then(|rest| rest.split_whitespace().next());
    Environment {
        cpu: cpu(),
        caches: caches(),
        os: format!("{} {}", std::env::consts::OS, read("/proc/sys/kernel/osrelease")).trim_end().to_owned(),
        rustc: verbose.lines().next().map_or_else(unknown, str::to_owned),
        target: field("host"),
        target_cpu: target_cpu.unwrap_or("default").to_owned(),
        target_features: target_features.collect(),
        rustflags,
        profile: "bench".to_owned(),
        git: git(),
        load_before: read("/proc/loadavg").split(' ').take(3).collect::<Vec<_>>().join(" "),
        pinned,
        governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
    }
}

fn unknown() -> String {
    "unknown".to_owned()
}

fn rustflags() -> String {
    let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").ok();
    let encoded = encoded.map(|flags| flags.replace('\x1f', " "));
    encoded.or_else(|| std::env::var("RUSTFLAGS").ok()).unwrap_or_default()
}

fn cpu() -> String {
    let info = read("/proc/cpuinfo");
    let linux = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    match linux {
        Some((_, name)) => name.to_owned(),
        None => non_empty(output("sysctl", &["-n", "machdep.cpu.brand_string"])),
    }
}

fn caches() -> Caches {
    let size = |index: u32, sysctl: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size");
        let kib = read(&path).strip_suffix('K').and_then(|size| size.parse::<usize>().ok());
        kib.map(|kib| kib << 10).or_else(|| output("sysctl", &["-n", sysctl]).parse().ok())
    };
    Caches {
        l1d: size(0, "hw.l1dcachesize").unwrap_or(USUAL.l1d),
        l2: size(2, "hw.l2cachesize").unwrap_or(USUAL.l2),
    }
}

fn git() -> String {
    let commit = non_empty(output("git", &["rev-parse", "--short=12", "HEAD"]));
    let changed = !output("git", &["status", "--porcelain", "--untracked-files=no"]).is_empty();
    commit + if changed { " and changes" } else { "" }
}

fn non_empty(text: String) -> String {
    if text.is_empty() { unknown() } else { text }
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).map_or_else(|_| String::new(), |text| text.trim().to_owned())
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
