//! Builds a bench target with cargo, in one layout or several.
//!
//! Code that is not inlined exists once in a program, and is faster at one address than at another. In each layout, the
//! linker puts it elsewhere.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Error;

/// A bench target, and how cargo builds it.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// The name of the target.
    pub name: String,
    /// The folder in which cargo runs.
    pub folder: PathBuf,
    /// The arguments of `cargo rustc` that select the package, the target, the profile and the features.
    pub arguments: Vec<OsString>,
}

/// A program that cargo built.
pub(crate) struct Built {
    pub(crate) program: PathBuf,
    /// Whether it was built before, from the same sources.
    pub(crate) is_fresh: bool,
}

impl Bench {
    /// Builds the program, and shows cargo's progress.
    pub(crate) fn build(&self) -> Result<Built, Error> {
        self.run(false, &[])
    }

    /// Returns `true` if the program was built from the present sources.
    pub(crate) fn is_fresh(&self) -> Result<bool, Error> {
        Ok(self.run(true, &[])?.is_fresh)
    }

    /// Builds the program in a layout, which needs a linker that shuffles sections, such as LLD.
    pub(crate) fn layout(&self, layout: u64) -> Result<Built, Error> {
        let shuffled = format!("link-arg=-Wl,--shuffle-sections=.text*={}", layout + 1);
        self.run(true, &["--", "-C", &shuffled])
    }

    fn run(&self, is_quiet: bool, more: &[&str]) -> Result<Built, Error> {
        let failure = |error: std::io::Error| Error::Harness(format!("cannot run cargo: {error}"));
        let failed = |why: &str| Error::Harness(format!("{}: {why}", self.folder.display()));
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["rustc", "--message-format", "json-render-diagnostics"]);
        cargo.args(&self.arguments).args(more).current_dir(&self.folder).stdout(Stdio::piped());
        if is_quiet {
            cargo.stderr(Stdio::null());
        }
        let mut cargo = cargo.spawn().map_err(failure)?;
        let mut built = None;
        for line in cargo.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
            let message: Value = serde_json::from_str(&line.map_err(failure)?).unwrap_or_default();
            if message["target"]["name"] == self.name.as_str()
                && let Some(program) = message["executable"].as_str()
            {
                built = Some(Built { program: program.into(), is_fresh: message["fresh"] == true });
            }
        }
        if !cargo.wait().map_err(failure)?.success() {
            return Err(failed("the harness failed to build"));
        }
        built.ok_or_else(|| failed("cargo built no executable for the harness"))
    }
}
