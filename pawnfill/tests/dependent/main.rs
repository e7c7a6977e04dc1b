//! Writes packages that depend on the library to their own folders, and builds them there.
//!
//! These tests wait for Cargo most of the time, so they are one program, which runs them at the same time.

#![cfg(target_os = "linux")]

mod bare;
mod features;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn pawnfill() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Writes files to a folder of this name, and returns a command that runs Cargo there.
fn cargo(name: &str, files: &[(&str, &str)]) -> Command {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (path, text) in files {
        let path: PathBuf = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // Unchanged files are not written, so that Cargo does not rebuild them.
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).unwrap();
        }
    }
    // The same versions as in the workspace, so that nothing has to be downloaded.
    fs::copy(pawnfill().parent().unwrap().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    command
}
