//! The workspace of this program, and its cargo.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, ensure};

/// A path relative to the workspace, and the contents of the file.
pub(crate) type File = (String, String);

/// Returns the root of the workspace whose cargo runs this program, which may have been compiled
/// elsewhere: a checkout can be copied with its programs.
pub(crate) fn root() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or(".".into(), |package| Path::new(&package).join(".."))
}

/// Returns the path of a file of the workspace.
pub(crate) fn path(file: impl AsRef<Path>) -> PathBuf {
    root().join(file)
}

/// Returns the cargo that runs this program, started in the root of the workspace with these
/// arguments, which are separated by spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(arguments.split_whitespace())
        .current_dir(root());
    command
}

/// Returns the version of the compiler.
pub(crate) fn rustc() -> anyhow::Result<String> {
    output(Command::new("rustc").arg("--version"))
}

/// Runs a program that must succeed, and returns its standard output.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let shown = format!("{command:?}").replace('"', "");
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .output()
        .with_context(|| format!("cannot start {shown}"))?;
    ensure!(
        status.success(),
        "{shown}: {status}\n{}",
        String::from_utf8_lossy(&stderr).trim_end()
    );
    String::from_utf8(stdout).with_context(|| shown)
}

/// Makes and returns a folder inside cargo's target folder, in which this program is.
pub(crate) fn target(folder: &str) -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let folder = program
        .ancestors()
        .nth(2)
        .context("this program is not in a target folder")?
        .join(folder);
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}
