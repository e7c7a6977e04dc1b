//! Builds a program with cargo, in one layout or several.
//!
//! Code that is not inlined exists once in a program, and is faster at one address than at another.
//! In each layout, the linker puts it elsewhere. All layouts are linked from the same objects, so
//! that code is generated only once, even by link-time optimization.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::Error;

/// A target, and how cargo builds it.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// The name of the target.
    pub name: String,
    /// The folder in which cargo runs.
    pub folder: PathBuf,
    /// The arguments of cargo that select the package, the target, the profile
    /// and the features.
    pub arguments: Vec<OsString>,
    /// Whether `cargo build` builds it, which knows several packages, and not `cargo rustc`, which
    /// links only the target anew if the linker changes.
    pub several_packages: bool,
}

/// The script that rustc calls as its linker. It links a program for each layout, which needs a
/// linker that shuffles sections, such as LLD: at least four, and until twenty seconds are over, as
/// many as a session has processes. They have no line tables, which take a third of the time. They stay beside the program, so that cargo links them only when the program changes.
const LINKER: &str = r#"#!/bin/sh
for word; do
    [ "$before" = -o ] && program=$word
    before=$word
done
case ${program##*/} in NAME-*) ;; *) exec cc "$@" ;; esac
layouts=$program.layouts
rm -rf "${layouts:?}" && mkdir "$layouts" || exit
end=$(($(date +%s) + 20)) layout=0
while [ $layout -lt 20 ] && { [ $layout -lt 4 ] || [ $(date +%s) -lt $end ]; }; do
    layout=$((layout + 1))
    cc "$@" -Wl,--strip-debug "-Wl,--shuffle-sections=.text*=$layout" -o "$layouts/$layout" 2> /dev/null || break
done
exec cc "$@"
"#;

/// A program that cargo built.
#[derive(Debug, Default)]
pub(crate) struct Built {
    pub(crate) program: PathBuf,
    /// The same program in several layouts, or nothing if the linker cannot shuffle.
    pub(crate) layouts: Vec<PathBuf>,
    linker: Option<PathBuf>,
    /// Whether it was built before, from the same sources.
    is_fresh: bool,
    /// What cargo says of each target.
    pub(crate) artifacts: Vec<Value>,
}

impl Bench {
    /// Builds the program in several layouts, and shows cargo's progress.
    pub(crate) fn build(&self) -> Result<Built, Error> {
        let linker = self.linker()?;
        if cfg!(unix)
            && let Ok(mut built) = self.run(false, Some(&linker))
        {
            built.layouts = layouts(&built.program);
            return Ok(built);
        }
        self.run(false, None)
    }

    /// Writes the script that links the layouts.
    fn linker(&self) -> Result<PathBuf, Error> {
        let folder = self.target()?.join("pairbench/link").join(&self.name);
        // By the name of the file, rustc knows how to call it.
        let linker = folder.join("cc");
        let script = LINKER.replace("NAME", &self.name.replace('-', "[-_]"));
        match write_script(&folder, &linker, &script) {
            Ok(()) => Ok(linker),
            Err(error) => Err(Error::Harness(format!(
                "cannot write {}: {error}",
                linker.display()
            ))),
        }
    }

    /// Returns the target folder of its workspace.
    pub(crate) fn target(&self) -> Result<PathBuf, Error> {
        let metadata = metadata(&self.folder)?;
        let target = PathBuf::from(metadata["target_directory"].as_str().unwrap_or_default());
        // A program knows only the real path of itself.
        Ok(target.canonicalize().unwrap_or(target))
    }

    /// Returns `true` if the package in a folder, or one of its workspace, has this target.
    pub(crate) fn is_in(&self, folder: &Path) -> Result<bool, Error> {
        // Without this check, cargo would find a package around the folder.
        if !folder.join("Cargo.toml").exists() {
            return Ok(false);
        }
        let metadata = metadata(folder)?;
        let mut targets = list(&metadata["packages"]).flat_map(|package| list(&package["targets"]));
        Ok(targets.any(|target| target["name"] == self.name.as_str()))
    }

    /// Returns `true` if the program was built from the present sources.
    pub(crate) fn is_fresh(&self, built: &Built) -> Result<bool, Error> {
        Ok(self.run(true, built.linker.as_deref())?.is_fresh)
    }

    /// Runs cargo, with this linker for the program.
    fn run(&self, is_quiet: bool, linker: Option<&Path>) -> Result<Built, Error> {
        let failed = |why: &str| Error::Harness(format!("{}: {why}", self.folder.display()));
        let mut cargo = cargo(&self.folder);
        cargo.arg(if self.several_packages {
            "build"
        } else {
            "rustc"
        });
        cargo
            .args(["--message-format", "json-render-diagnostics"])
            .args(&self.arguments);
        if let Some(linker) = linker.map(Path::display) {
            if self.several_packages {
                let target = env!("PAIRBENCH_TARGET");
                cargo.args(["--config", &format!("target.{target}.linker='{linker}'")]);
            } else {
                cargo.args(["--", "-C", &format!("linker={linker}")]);
            }
        }
        cargo.stderr(if is_quiet {
            Stdio::null()
        } else {
            Stdio::inherit()
        });
        let Output { status, stdout, .. } = cargo.output().map_err(no_cargo)?;
        if !status.success() {
            return Err(failed("it failed to build"));
        }
        let mut built = Built {
            linker: linker.map(Path::to_owned),
            ..Built::default()
        };
        for line in stdout.split(|byte| *byte == b'\n') {
            // Other lines belong to build scripts.
            let Ok(message) = serde_json::from_slice::<Value>(line) else {
                continue;
            };
            let program = message["executable"].as_str();
            if let Some(program) =
                program.filter(|_| message["target"]["name"] == self.name.as_str())
            {
                built.program = program.into();
                built.is_fresh = message["fresh"] == true;
            }
            built.artifacts.push(message);
        }
        if built.program.as_os_str().is_empty() {
            return Err(failed("cargo built no executable"));
        }
        Ok(built)
    }
}

/// Returns the layouts of a program.
fn layouts(program: &Path) -> Vec<PathBuf> {
    let mut layouts = Vec::new();
    for number in 1.. {
        let layout = beside(program).join(number.to_string());
        if !layout.exists() {
            break;
        }
        layouts.push(layout);
    }
    layouts
}

/// Returns the folder that the linker wrote beside a program. Cargo gives binaries another name
/// after they are linked.
fn beside(program: &Path) -> PathBuf {
    let folder = PathBuf::from(format!("{}.layouts", program.display()));
    let linked = program
        .parent()
        .map(|parent| super::kept::entries(&parent.join("deps")));
    for other in linked.into_iter().flatten() {
        let is_folder = other.extension().is_some_and(|end| end == "layouts");
        if is_folder && fs::read(other.with_extension("")).ok() == fs::read(program).ok() {
            return other;
        }
    }
    folder
}

/// Writes a script, unless it is there.
fn write_script(folder: &Path, path: &Path, script: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    if fs::read_to_string(path).is_ok_and(|old| old == script) {
        return Ok(());
    }
    whole_file::write(path, script)?;
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

fn no_cargo(error: io::Error) -> Error {
    Error::Harness(format!("cannot run cargo: {error}"))
}

/// Returns what cargo knows of the workspace of a folder.
///
/// # Errors
///
/// Returns an error if cargo finds no package there.
pub fn metadata(folder: &Path) -> Result<Value, Error> {
    let mut cargo = cargo(folder);
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]);
    let output = cargo.output().map_err(no_cargo)?;
    match serde_json::from_slice(&output.stdout) {
        Ok(metadata) if output.status.success() => Ok(metadata),
        _ => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(Error::Harness(format!(
                "{}: {}",
                folder.display(),
                said.trim()
            )))
        }
    }
}

/// Returns the names of the targets of this kind that the package in a folder has.
pub(crate) fn targets(folder: &Path, kind: &str) -> Result<Vec<String>, Error> {
    let metadata = metadata(folder)?;
    let mut names = Vec::new();
    for package in list(&metadata["packages"]) {
        let manifest = package["manifest_path"].as_str().map(Path::new);
        if manifest.and_then(Path::parent) == Some(folder) {
            let mut targets: Vec<_> = list(&package["targets"]).collect();
            targets.retain(|target| target["kind"][0] == kind);
            names.extend(targets.iter().filter_map(|target| target["name"].as_str()));
            return Ok(names.into_iter().map(str::to_owned).collect());
        }
    }
    Ok(Vec::new())
}

/// Returns the values of a list of JSON.
pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
