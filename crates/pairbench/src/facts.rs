//! Facts about this program and its machine.

use std::hash::{DefaultHasher, Hasher as _};
use std::process::Command;

use crate::barrier;
use crate::protocol::Facts;

/// Returns the text of a file of Linux, or a value of the system of macOS or Windows, or nothing.
type Source<'a> = &'a dyn Fn(&str) -> String;

/// Collects the facts. Missing ones remain `unknown`.
pub(crate) fn look() -> Facts {
    collect(&read, &system)
}

fn collect(read: Source<'_>, system: Source<'_>) -> Facts {
    let release = read("/proc/sys/kernel/osrelease");
    let load = read("/proc/loadavg");
    let load: Vec<_> = load.split(' ').take(3).collect();
    Facts {
        build: build().unwrap_or_default(),
        cpu: cpu(read, system),
        l1d: cache(read, 0)
            .or_else(|| system("hw.l1dcachesize").parse().ok())
            .unwrap_or(32 << 10),
        l2: cache(read, 2)
            .or_else(|| system("hw.l2cachesize").parse().ok())
            .unwrap_or(2 << 20),
        os: format!("{} {release}", std::env::consts::OS)
            .trim_end()
            .to_owned(),
        rustc: env!("PAIRBENCH_RUSTC").to_owned(),
        target: env!("PAIRBENCH_TARGET").to_owned(),
        debug_assertions: cfg!(debug_assertions),
        rustflags: env!("PAIRBENCH_RUSTFLAGS").to_owned(),
        register_barrier: barrier::IN_REGISTERS,
        load: load.join(" "),
    }
}

/// Returns a hash of the file of this program, even if another file has taken its place
/// since it started.
pub(crate) fn build() -> Option<String> {
    let running = std::path::Path::new("/proc/self/exe");
    let bytes = std::fs::read(running)
        .or_else(|_| std::fs::read(std::env::current_exe()?))
        .ok()?;
    Some(hash(&bytes))
}

/// Returns a hash in 16 digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

fn cpu(read: Source<'_>, system: Source<'_>) -> String {
    let info = read("/proc/cpuinfo");
    let linux = [value(&info, "model name"), arm(&info)];
    let others = ["machdep.cpu.brand_string", "PROCESSOR_IDENTIFIER"];
    let mut names = linux
        .into_iter()
        .flatten()
        .chain(others.into_iter().map(system));
    let known = names.find(|name| !name.is_empty());
    known.unwrap_or_else(|| "unknown".to_owned())
}

fn value(info: &str, name: &str) -> Option<String> {
    let mut lines = info.lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.split_once(": "))?;
    Some(line.1.to_owned())
}

/// On ARM, numbers stand for the name.
fn arm(info: &str) -> Option<String> {
    let [implementer, part] = [value(info, "CPU implementer")?, value(info, "CPU part")?];
    Some(format!("ARM {implementer} part {part}"))
}

/// Returns the size of a cache on Linux.
fn cache(read: Source<'_>, index: u32) -> Option<usize> {
    let size = read(&format!(
        "/sys/devices/system/cpu/cpu0/cache/index{index}/size"
    ));
    let kib: usize = size.strip_suffix('K')?.parse().ok()?;
    Some(kib << 10)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path)
        .unwrap_or_default()
        .trim()
        .to_owned()
}

/// Returns a value from `sysctl` of macOS, or an environment variable of Windows.
fn system(name: &str) -> String {
    if cfg!(windows) {
        return std::env::var(name).unwrap_or_default();
    }
    match Command::new("sysctl").args(["-n", name]).output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests;
