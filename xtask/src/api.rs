//! The listing of what `pawnfill` makes public, with all features.
//!
//! A change of the listing is a change that users can see: it belongs in the changelog, and a line that went away needs
//! a new major version.

use std::process::Command;

use anyhow::Context as _;

use crate::generated::File;
use crate::workspace;

pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    let target = workspace::target("api")?;
    // Only the describing of a crate as JSON is unstable; this unlocks it for a released compiler.
    let mut rustdoc = workspace::cargo();
    rustdoc.args(["rustdoc", "--quiet", "--package", "pawnfill", "--lib", "--all-features", "--target-dir"]);
    rustdoc
        .arg(&target)
        .args(["--", "-Zunstable-options", "--output-format=json"])
        .env("RUSTC_BOOTSTRAP", "1");
    workspace::output(&mut rustdoc)?;

    // A program of its own, since what it needs takes long to compile, and nobody should have to wait for that who wants
    // another command.
    let mut api = workspace::cargo();
    api.args(["run", "--quiet", "--release", "--package", "xtask", "--bin", "api", "--features", "api"]);
    let items = workspace::output(api.arg("--").arg(target.join("doc/pawnfill.json")))?;

    let version = workspace::output(Command::new("rustc").arg("--version"))?;
    // Without the number of the patch, as `rustc 1.95`.
    let (release, _patch) = version.rsplit_once('.').context("rustc says no version")?;
    let header =
        format!("# The public API with all features; written by `cargo xtask generate` with {release}.\n");
    Ok(vec![File { path: "pawnfill/api.txt".to_owned(), contents: Some(header + &items) }])
}
