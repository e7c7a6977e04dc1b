//! Builds a bench target with cargo, in one layout or several.
//!
//! Code that is not inlined exists once in a program, and is faster at one address than at another.
//! In each layout, the linker puts it elsewhere. All layouts are linked from the same objects, so
//! that code is generated only once, even by link-time optimization.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use whole_file::TemporaryFolder;

use super::Error;

/// A bench target, and how cargo builds it.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// The name of the target.
    pub name: String,
    /// The folder in which cargo runs.
    pub folder: PathBuf,
    /// The arguments of `cargo rustc` that select the package, the target, the profile and the
    /// features.
    pub arguments: Vec<OsString>,
}

/// The script that rustc calls as its linker. It links a program for each layout, which needs a
/// linker that shuffles sections, such as LLD: at least four, and up to `MOST` until twenty seconds
/// are over.
const LINKER: &str = r#"#!/bin/sh
end=$(($(date +%s) + 20)) layout=0
while [ $layout -lt MOST ] && { [ $layout -lt 4 ] || [ $(date +%s) -lt $end ]; }; do
    layout=$((layout + 1))
    cc "$@" "-Wl,--shuffle-sections=.text*=$layout" -o "$0-$layout" 2> /dev/null || break
done
exec cc "$@"
"#;

/// A program that cargo built.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) program: PathBuf,
    /// The same program in several layouts, or nothing if the linker cannot shuffle.
    pub(crate) layouts: Vec<PathBuf>,
    linker: Option<PathBuf>,
    /// Contains the layouts.
    _folder: TemporaryFolder,
}

impl Bench {
    /// Builds the program in several layouts, at most this many, and shows cargo's progress.
    pub(crate) fn build(&self, most: usize) -> Result<Built, Error> {
        let failure = |error: std::io::Error| {
            Error::Harness(format!("cannot make a temporary file: {error}"))
        };
        let folder =
            TemporaryFolder::create(&std::env::temp_dir(), "pairbench").map_err(failure)?;
        let linker = folder.path().join("cc");
        std::fs::write(&linker, LINKER.replace("MOST", &most.to_string())).map_err(failure)?;
        #[cfg(unix)]
        std::fs::set_permissions(&linker, std::os::unix::fs::PermissionsExt::from_mode(0o700))
            .map_err(failure)?;
        let shuffled = if cfg!(unix) {
            self.run(false, Some(&linker)).ok()
        } else {
            None
        };
        let (program, linker) = match shuffled {
            Some((program, _)) => (program, Some(linker)),
            None => (self.run(false, None)?.0, None),
        };
        let layout = |number| folder.path().join(format!("cc-{number}"));
        let layouts = (1..)
            .map(layout)
            .take_while(|layout| layout.exists())
            .collect();
        Ok(Built {
            program,
            layouts,
            linker,
            _folder: folder,
        })
    }

    /// Returns `true` if the program was built from the present sources.
    pub(crate) fn is_fresh(&self, built: &Built) -> Result<bool, Error> {
        Ok(self.run(true, built.linker.as_deref())?.1)
    }

    /// Runs cargo, and returns the program and whether it was built before, from the same sources.
    fn run(&self, is_quiet: bool, linker: Option<&Path>) -> Result<(PathBuf, bool), Error> {
        let failure = |error: std::io::Error| Error::Harness(format!("cannot run cargo: {error}"));
        let failed = |why: &str| Error::Harness(format!("{}: {why}", self.folder.display()));
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["rustc", "--message-format", "json-render-diagnostics"]);
        cargo.args(&self.arguments).current_dir(&self.folder);
        if let Some(linker) = linker {
            cargo
                .args(["--", "-C"])
                .arg(format!("linker={}", linker.display()));
        }
        cargo.stderr(if is_quiet {
            Stdio::null()
        } else {
            Stdio::inherit()
        });
        let Output { status, stdout, .. } = cargo.output().map_err(failure)?;
        if !status.success() {
            return Err(failed("the harness failed to build"));
        }
        // Other lines belong to build scripts.
        let messages = stdout
            .split(|byte| *byte == b'\n')
            .filter_map(|line| serde_json::from_slice(line).ok());
        let own =
            messages.filter(|message: &Value| message["target"]["name"] == self.name.as_str());
        own.filter_map(|message| {
            Some((
                message["executable"].as_str()?.into(),
                message["fresh"] == true,
            ))
        })
        .next_back()
        .ok_or_else(|| failed("cargo built no executable for the harness"))
    }
}
