//! The pictures of the README, drawn by `pawnfill show`.

use std::fs;

use anyhow::{Context as _, ensure};

use crate::generated::{File, superfluous};
use crate::page::FEN;
use crate::workspace;

const FOLDER: &str = "pawnfill/docs/pictures";

/// The patterns that the README shows.
const PATTERNS: &str = "white.front_span,white.half_open_files,white.any_levers,white.backward";

pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    let folder = tempfile::tempdir_in(workspace::target("generate")?)?;
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--package", "pawnfill-cli", "--", "show", FEN]);
    command.args(["--format", "svg", "--pattern", PATTERNS, "--out"]).arg(folder.path());
    workspace::output(&mut command)?;
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).context("a file name is not UTF-8")?;
        files.push(File { path: format!("{FOLDER}/{name}"), contents: Some(fs::read_to_string(&path)?) });
    }
    ensure!(!files.is_empty(), "the command drew no picture");
    files.sort_by(|left, right| left.path.cmp(&right.path));
    files.extend(superfluous(FOLDER, &files)?);
    Ok(files)
}
