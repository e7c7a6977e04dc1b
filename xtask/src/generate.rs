//! `cargo xtask generate`: writes the generated files of the repository.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::builder::PossibleValuesParser;

use crate::terminal::say;
use crate::workspace::{self, File};
use crate::{api, instructions};

/// A group of generated files: its name, and the function that generates them, unless `products`
/// does.
type Group = (&'static str, Option<fn() -> anyhow::Result<Vec<File>>>);

/// All groups. Only this command writes these files, and CI checks them.
const GROUPS: [Group; 6] = [
    ("exports", None),
    ("pairs", None),
    ("page", None),
    ("pictures", None),
    ("costs", Some(instructions::files)),
    ("api", Some(api::files)),
];

/// Write every generated file of the repository
///
/// The groups are `exports` (the patterns in other languages), `pairs` (what moves change), `page`
/// (to drag pawns on), `pictures` (of the README), `costs` (the page of the docs) and `api` (the
/// public items of the library).
///
/// Exit code 1: a file is stale (--check) or cannot be written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write only these groups
    #[arg(value_name = "GROUP", value_parser = names())]
    only: Vec<String>,
    /// Write nothing; fail if a file is stale
    #[arg(long)]
    check: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(GROUPS.map(|(name, _)| name))
}

pub(crate) fn run(Args { only, check }: Args) -> anyhow::Result<ExitCode> {
    let mut stale = Vec::new();
    for (name, generate) in GROUPS {
        if !only.is_empty() && !only.iter().any(|only| only == name) {
            continue;
        }
        if check && ["costs", "api"].contains(&name) && !api::is_of_this_compiler()? {
            say(format_args!("skipped {name}, which another compiler wrote"))?;
            continue;
        }
        let files = generate.map_or_else(|| products(name), |generate| generate());
        let files = files.with_context(|| format!("cannot generate the group `{name}`"))?;
        for (path, contents) in files {
            if !update(&workspace::path(&path), &path, &contents, check)? {
                stale.push(path);
            }
        }
    }
    ensure!(
        stale.is_empty(),
        "stale files, run `cargo xtask generate`: {}",
        stale.join(", ")
    );
    Ok(ExitCode::SUCCESS)
}

/// Writes a file, unless it has these contents already, ignoring the line endings of the platform.
/// Returns `false` if it has others and was only to be checked.
pub(crate) fn update(
    path: &Path,
    shown: &str,
    contents: &str,
    only_check: bool,
) -> anyhow::Result<bool> {
    // A device may be endless.
    let current = path
        .is_file()
        .then(|| fs::read_to_string(path).ok())
        .flatten();
    let current = current.map(|current| current.replace('\r', ""));
    if current == Some(contents.replace('\r', "")) {
        say(format_args!("{shown} is up to date"))?;
    } else if only_check {
        return Ok(false);
    } else {
        whole_file::write(path, contents)?;
        say(format_args!("wrote {shown}"))?;
    }
    Ok(true)
}

/// Returns the files of a group that `products` writes.
fn products(group: &str) -> anyhow::Result<Vec<File>> {
    // A program of its own, because only it needs exports and drawings.
    // With the features of all packages, for which the tests have compiled everything.
    let mut cargo =
        workspace::cargo("run --quiet --locked --features xtask/products --bin products --");
    let files = workspace::output(cargo.arg(group))?;
    Ok(serde_json::from_str(&files)?)
}
