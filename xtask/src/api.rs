//! The list of the public items of `pawnfill`, with all features.
//!
//! Users see every change of this list, so it belongs in the changelog. A removed line needs a
//! breaking version.

use std::fs;

use anyhow::Context as _;

use crate::workspace::{self, File};

pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    let target = workspace::target("api")?;
    let mut rustdoc =
        workspace::cargo("rustdoc --quiet --package pawnfill --lib --all-features --target-dir");
    rustdoc
        .arg(&target)
        .args(["--", "-Zunstable-options", "--output-format=json"]);
    // The JSON output of rustdoc is unstable; this enables it on a stable compiler.
    workspace::output(rustdoc.env("RUSTC_BOOTSTRAP", "1"))?;

    // A separate program, because its dependencies compile slowly and no other command needs them.
    let mut api =
        workspace::cargo("run --quiet --profile xtask --package xtask --bin api --features api --");
    let items = workspace::output(api.arg(target.join("doc/pawnfill.json")))?;

    Ok(vec![(FILE.to_owned(), header()? + &items)])
}

const FILE: &str = "pawnfill/api.txt";

fn header() -> anyhow::Result<String> {
    let version = workspace::rustc()?;
    // The patch number is left out: `rustc 1.95`.
    let (release, _patch) = version
        .rsplit_once('.')
        .context("rustc printed no version")?;
    Ok(format!(
        "# The public API with all features, written by `cargo xtask generate` with {release}.\n"
    ))
}

/// Returns `true` if this compiler wrote the list. Others print other items, and
/// count other instructions.
pub(crate) fn is_of_this_compiler() -> anyhow::Result<bool> {
    let list = fs::read_to_string(workspace::path(FILE))?.replace('\r', "");
    Ok(list.starts_with(&header()?))
}
