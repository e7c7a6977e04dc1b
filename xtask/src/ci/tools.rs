//! The programs other than Rust's that steps need, and how CI installs them.

use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

use crate::terminal::note;
use crate::workspace;

/// A program that a step needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tool {
    /// The name in messages.
    name: &'static str,
    /// A command that succeeds only if the program is installed.
    probe: &'static str,
    source: Source,
}

/// Where a program comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// Packages of Debian and Ubuntu.
    Apt(&'static str),
    /// The arguments of `cargo install`.
    Cargo(&'static str),
    /// A page that a person must visit.
    Page(&'static str),
}
use Source::{Apt, Cargo, Page};

pub(super) const PYTHON: Tool =
    Tool { name: "python3", probe: "python3 -m ensurepip --version", source: Apt("python3 python3-venv") };
pub(super) const CC: Tool = Tool { name: "cc", probe: "cc --version", source: Apt("gcc libc6-dev") };
pub(super) const CXX: Tool = Tool { name: "c++", probe: "c++ --version", source: Apt("g++") };
pub(super) const CLANG: Tool = Tool { name: "clang", probe: "clang --version", source: Apt("clang") };
pub(super) const CXX32: Tool = Tool {
    name: "g++ -m32",
    probe: "g++ -m32 -E -include bits/c++config.h -x c++ /dev/null",
    source: Apt("g++-multilib"),
};
pub(super) const CMAKE: Tool = Tool { name: "cmake", probe: "cmake --version", source: Apt("cmake") };
pub(super) const MAKE: Tool = Tool { name: "make", probe: "make --version", source: Apt("make") };
pub(super) const RUSTUP: Tool =
    Tool { name: "rustup", probe: "rustup --version", source: Page("https://rustup.rs") };
// Before version 18, it decompresses no streams.
pub(super) const NODE: Tool =
    Tool { name: "node", probe: "node --eval new(DecompressionStream)('deflate')", source: Apt("nodejs") };
pub(super) const CHROMIUM: Tool =
    Tool { name: "chromium", probe: "chromium --version", source: Apt("chromium") };
/// The compilers of C and C++ that tests start.
pub(super) const COMPILERS: &[Tool] = &[CC, CXX, CLANG];

// Without optimization, the program compiles in a fraction of the time.
pub(super) const DENY: Tool = Tool {
    name: "cargo-deny",
    probe: "cargo-deny --version",
    source: Cargo("--debug --no-default-features cargo-deny@0.20.2"),
};

impl Tool {
    /// Returns `true` if the probe succeeds.
    pub(super) fn is_installed(&self) -> bool {
        let mut words = self.probe.split(' ');
        let mut probe = Command::new(words.next().unwrap_or_default());
        probe.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        probe.status().is_ok_and(|status| status.success())
    }

    /// Returns the line that installs the program.
    fn line(&self) -> String {
        match self.source {
            Apt(packages) => format!("apt-get install --yes {packages}"),
            Cargo(arguments) => format!("cargo install --locked {arguments}"),
            Page(address) => address.to_owned(),
        }
    }

    fn install(&self) -> anyhow::Result<()> {
        ensure!(!matches!(self.source, Page(_)), "{}", self.described());
        start(&self.line()).with_context(|| format!("`{}`", self.name))?;
        ensure!(
            self.is_installed(),
            "`{}`: `{}` helps nothing: `{}` fails",
            self.name,
            self.line(),
            self.probe
        );
        Ok(())
    }

    /// Returns the name and the line that installs the program.
    pub(super) fn described(&self) -> String {
        format!("`{}` is not installed (`{}`)", self.name, self.line())
    }
}

/// Installs the missing programs, or fails with the lines that a person can type.
pub(super) fn install(mut missing: Vec<Tool>) -> anyhow::Result<()> {
    missing.sort();
    missing.dedup();
    if missing.iter().any(|tool| matches!(tool.source, Apt(_))) {
        // An old list of packages may still be good enough.
        let _ = start("apt-get update --quiet=2");
    }
    let failed: Vec<_> = missing.iter().filter_map(|tool| tool.install().err()).collect();
    let failed: String = failed.iter().map(|error| format!("\n  {error:#}")).collect();
    ensure!(
        failed.is_empty(),
        "steps need programs that cannot be installed; --skip leaves a step out{failed}"
    );
    Ok(())
}

/// Runs a line of words. A line of `apt-get` runs as root, asks nothing, and waits for other installations.
fn start(line: &str) -> anyhow::Result<()> {
    note(line);
    let is_root = || workspace::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let (before, after) = if line.starts_with("apt-get ") {
        let sudo = if is_root() { "" } else { "sudo --non-interactive " };
        let options = " -o DPkg::Lock::Timeout=600 -o APT::Install-Recommends=false";
        (format!("{sudo}env DEBIAN_FRONTEND=noninteractive "), options)
    } else {
        (String::new(), "")
    };
    let whole = before + line + after;
    let mut words = whole.split_whitespace();
    let mut command = Command::new(words.next().context("an empty line")?);
    let status = command.args(words).stdin(Stdio::null()).status().context("cannot start it")?;
    ensure!(status.success(), "`{line}`: {status}");
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) const ABSENT: Tool =
        Tool { name: "absent", probe: "no-such-program --version", source: Cargo("--no-such-option absent") };

    #[test]
    fn a_program_that_fails_is_not_installed() {
        let with = |probe| Tool { probe, ..ABSENT }.is_installed();
        assert!(with("cargo --version"));
        assert!(!with("cargo --no-such-option"));
        assert!(!with("no-such-program --version"));
        assert!(!with(""));
    }

    #[test]
    fn what_cannot_be_installed_is_an_error_with_the_line() {
        install(Vec::new()).unwrap();
        // The second is installed with success, but is still not there.
        let error =
            install(vec![ABSENT, Tool { name: "list", source: Cargo("--list"), ..ABSENT }]).unwrap_err();
        let lines = [
            "steps need programs that cannot be installed; --skip leaves a step out",
            "  `absent`: `cargo install --locked --no-such-option absent`: exit status: 1",
            "  `list`: `cargo install --locked --list` helps nothing: `no-such-program --version` fails",
        ];
        assert_eq!(error.to_string(), lines.join("\n"));
    }
}
