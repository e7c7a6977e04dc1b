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
    Facts {
        build: build().unwrap_or_default(),
        cpu: cpu(read, system),
        l1d: cache(read, 0).or_else(|| system("hw.l1dcachesize").parse().ok()).unwrap_or(32 << 10),
        l2: cache(read, 2).or_else(|| system("hw.l2cachesize").parse().ok()).unwrap_or(2 << 20),
        os: format!("{} {}", std::env::consts::OS, read("/proc/sys/kernel/osrelease")).trim_end().to_owned(),
        rustc: env!("PAIRBENCH_RUSTC").to_owned(),
        target: env!("PAIRBENCH_TARGET").to_owned(),
        opt_level: env!("PAIRBENCH_OPT_LEVEL").to_owned(),
        debug_assertions: cfg!(debug_assertions),
        rustflags: env!("PAIRBENCH_RUSTFLAGS").to_owned(),
        target_features: env!("PAIRBENCH_TARGET_FEATURES").split(',').map(str::to_owned).collect(),
        register_barrier: barrier::IN_REGISTERS,
        load: read("/proc/loadavg").split(' ').take(3).collect::<Vec<_>>().join(" "),
    }
}

/// Returns a hash of the file of this program, even if another file has taken its place since it started.
pub(crate) fn build() -> Option<String> {
    let running = std::path::Path::new("/proc/self/exe");
    let bytes = std::fs::read(running).or_else(|_| std::fs::read(std::env::current_exe()?)).ok()?;
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    Some(format!("{:016x}", hasher.finish()))
}

fn cpu(read: Source<'_>, system: Source<'_>) -> String {
    let info = read("/proc/cpuinfo");
    let linux = |name| Some(info.lines().find_map(|line| line.strip_prefix(name)?.split_once(": "))?.1);
    // On ARM, numbers stand for the name.
    let arm = || Some(format!("ARM {} part {}", linux("CPU implementer")?, linux("CPU part")?));
    let name = linux("model name").map(str::to_owned).or_else(arm);
    let others = ["machdep.cpu.brand_string", "PROCESSOR_IDENTIFIER"].into_iter().map(system);
    let found = name.into_iter().chain(others).find(|name| !name.is_empty());
    found.unwrap_or_else(|| "unknown".to_owned())
}

/// Returns the size of a cache on Linux.
fn cache(read: Source<'_>, index: u32) -> Option<usize> {
    let size = read(&format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size"));
    let kib: usize = size.strip_suffix('K')?.parse().ok()?;
    Some(kib << 10)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).map_or_else(|_| String::new(), |text| text.trim().to_owned())
}

/// Returns a value from `sysctl` of macOS, or an environment variable of Windows.
fn system(name: &str) -> String {
    if cfg!(windows) {
        return std::env::var(name).unwrap_or_default();
    }
    let output = Command::new("sysctl").args(["-n", name]).output();
    output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_: &str) -> String {
        String::new()
    }

    #[test]
    fn facts_of_linux() {
        let read = |path: &str| {
            let text = match path.rsplit_once('/').expect("a path").1 {
                "cpuinfo" => "processor\t: 0\nmodel name\t: A: fast\nmodel name\t: B",
                "osrelease" => "6.1",
                "loadavg" => "0.50 0.40 0.30 1/99 7",
                "size" if path.contains("index0") => "48K",
                "size" if path.contains("index2") => "1024K",
                _ => unreachable!("{path}"),
            };
            text.to_owned()
        };
        let facts = collect(&read, &nothing);
        assert_eq!((facts.cpu.as_str(), facts.l1d, facts.l2), ("A: fast", 48 << 10, 1 << 20));
        assert_eq!(facts.os, format!("{} 6.1", std::env::consts::OS));
        assert_eq!(facts.load, "0.50 0.40 0.30");
    }

    #[test]
    fn processors_without_a_model_name() {
        let arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c";
        assert_eq!(cpu(&|_| arm.to_owned(), &nothing), "ARM 0x41 part 0xd0c");
        let windows = |name: &str| if name == "PROCESSOR_IDENTIFIER" { "Intel64" } else { "" }.to_owned();
        assert_eq!(cpu(&nothing, &windows), "Intel64");
    }

    #[test]
    fn facts_of_macos() {
        let values =
            [("machdep.cpu.brand_string", "A"), ("hw.l1dcachesize", "65536"), ("hw.l2cachesize", "4194304")];
        let sysctl = |name: &str| values.iter().find(|value| value.0 == name).expect(name).1.to_owned();
        let facts = collect(&nothing, &sysctl);
        assert_eq!((facts.cpu.as_str(), facts.l1d, facts.l2), ("A", 1 << 16, 1 << 22));
        #[cfg(target_os = "macos")]
        assert_eq!(super::system("kern.ostype"), "Darwin");
        assert_eq!(super::system("no.such.name"), "");
    }

    #[test]
    fn missing_facts() {
        let facts = collect(&nothing, &nothing);
        assert_eq!((facts.cpu.as_str(), facts.l1d, facts.l2), ("unknown", 32 << 10, 2 << 20));
        assert_eq!((facts.os.as_str(), facts.load.as_str()), (std::env::consts::OS, ""));
        assert_eq!((look().target, read("/no/such/file")), (facts.target, String::new()));
    }
}
