//! Builds a bench target with cargo, in one layout or several.
//!
//! Code that is not inlined exists once in a program, and is faster at one address than at another.
//! In each layout, the linker puts it elsewhere. All layouts are linked from the same objects, so
//! that code is generated only once, even by link-time optimization.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::Error;

/// A bench target, and how cargo builds it.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// The name of the target.
    pub name: String,
    /// The folder in which cargo runs.
    pub folder: PathBuf,
    /// The arguments of `cargo rustc` that select the package, the target, the profile
    /// and the features.
    pub arguments: Vec<OsString>,
}

/// The script that rustc calls as its linker. It links a program for each layout, which needs a
/// linker that shuffles sections, such as LLD: at least four, and up to `MOST` until twenty seconds
/// are over. They stay beside the program, so that cargo links them only when the program changes.
const LINKER: &str = r#"#!/bin/sh
for word; do
    [ "$before" = -o ] && layouts=$word.layouts
    before=$word
done
rm -rf "${layouts:?}" && mkdir "$layouts" || exit
end=$(($(date +%s) + 20)) layout=0
while [ $layout -lt MOST ] && { [ $layout -lt 4 ] || [ $(date +%s) -lt $end ]; }; do
    layout=$((layout + 1))
    cc "$@" "-Wl,--shuffle-sections=.text*=$layout" -o "$layouts/$layout" 2> /dev/null || break
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
}

impl Bench {
    /// Builds the program in several layouts, at most this many, and shows cargo's progress.
    pub(crate) fn build(&self, most: usize) -> Result<Built, Error> {
        let linker = self.linker(most)?;
        let shuffled = if cfg!(unix) {
            self.run(false, Some(&linker)).ok()
        } else {
            None
        };
        let (program, linker) = match shuffled {
            Some((program, _)) => (program, Some(linker)),
            None => (self.run(false, None)?.0, None),
        };
        let mut folder = program.clone().into_os_string();
        folder.push(".layouts");
        let layouts = (1..)
            .map(|number| Path::new(&folder).join(number.to_string()))
            .take_while(|layout| linker.is_some() && layout.exists())
            .collect();
        Ok(Built {
            program,
            layouts,
            linker,
        })
    }

    /// Writes the script that links this many layouts. Cargo links again if it has another path.
    fn linker(&self, most: usize) -> Result<PathBuf, Error> {
        let folder = self.target()?.join(format!("pairbench/link-{most}"));
        // By the name of the file, rustc knows how to call it.
        let linker = folder.join("cc");
        let script = LINKER.replace("MOST", &most.to_string());
        let write = || {
            std::fs::create_dir_all(&folder)?;
            if std::fs::read_to_string(&linker).is_ok_and(|old| old == script) {
                return Ok(());
            }
            whole_file::write(&linker, &script)?;
            #[cfg(unix)]
            std::fs::set_permissions(&linker, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
            Ok(())
        };
        write()
            .map(|()| linker.clone())
            .map_err(|error: std::io::Error| {
                Error::Harness(format!("cannot write {}: {error}", linker.display()))
            })
    }

    /// Returns the target folder of its workspace.
    pub(crate) fn target(&self) -> Result<PathBuf, Error> {
        let target = metadata(&self.folder)?["target_directory"]
            .as_str()
            .map(PathBuf::from);
        // A program knows only the real path of itself.
        Ok(target
            .map(|target| target.canonicalize().unwrap_or(target))
            .unwrap_or_default())
    }

    /// Returns `true` if the package in a folder, or one of its workspace, has this target.
    pub(crate) fn is_in(&self, folder: &Path) -> Result<bool, Error> {
        // Without this check, cargo would find a package around the folder.
        if !folder.join("Cargo.toml").exists() {
            return Ok(false);
        }
        let metadata = metadata(folder)?;
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let mut targets = packages
            .flat_map(|package| package["targets"].as_array())
            .flatten();
        Ok(targets.any(|target| target["name"] == self.name.as_str()))
    }

    /// Returns `true` if the program was built from the present sources.
    pub(crate) fn is_fresh(&self, built: &Built) -> Result<bool, Error> {
        Ok(self.run(true, built.linker.as_deref())?.1)
    }

    /// Runs cargo, and returns the program and whether it was built before, from the same sources.
    fn run(&self, is_quiet: bool, linker: Option<&Path>) -> Result<(PathBuf, bool), Error> {
        let failed = |why: &str| Error::Harness(format!("{}: {why}", self.folder.display()));
        let mut cargo = cargo(&self.folder);
        cargo.args(["rustc", "--message-format", "json-render-diagnostics"]);
        cargo.args(&self.arguments);
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
        let Output { status, stdout, .. } = cargo.output().map_err(no_cargo)?;
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

fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

fn no_cargo(error: std::io::Error) -> Error {
    Error::Harness(format!("cannot run cargo: {error}"))
}

/// Returns what cargo knows of the workspace of a folder.
pub(crate) fn metadata(folder: &Path) -> Result<Value, Error> {
    let mut cargo = cargo(folder);
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]);
    let Output {
        status,
        stdout,
        stderr,
    } = cargo.output().map_err(no_cargo)?;
    let said = String::from_utf8_lossy(&stderr);
    serde_json::from_slice(&stdout)
        .ok()
        .filter(|_| status.success())
        .ok_or_else(|| Error::Harness(format!("{}: {}", folder.display(), said.trim())))
}
