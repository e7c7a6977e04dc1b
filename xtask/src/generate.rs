//! `cargo xtask generate`: writes the generated files of the repository.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::builder::PossibleValuesParser;

use crate::terminal::say;
use crate::workspace::{self, File};
use crate::{api, instructions};

/// A group of generated files: its name, and the function that generates them.
type Group = (&'static str, fn() -> anyhow::Result<Vec<File>>);

/// All groups. Only this command writes these files, and CI checks them.
const GROUPS: &[Group] = &[
    ("exports", exports),
    ("page", page),
    ("pictures", pictures),
    ("costs", instructions::files),
    ("api", api::files),
];

/// The position of the page and of the pictures.
const FEN: &str = "4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1";

/// The patterns in the pictures.
const PATTERNS: &str = "white.front_span,white.half_open_files,white.any_levers,white.backward";

/// Write every generated file of the repository
///
/// The groups are `exports` (the patterns in other languages), `page` (to drag pawns on), `pictures` (of the README),
/// `costs` (the page of the docs) and `api` (the public items of the library).
///
/// Exit code 1: a file is stale (--check) or cannot be written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write only these groups
    #[arg(value_name = "GROUP", value_parser = PossibleValuesParser::new(GROUPS.iter().map(|group| group.0)))]
    only: Vec<String>,
    /// Write nothing; fail if a file is stale
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(Args { only, check }: Args) -> anyhow::Result<ExitCode> {
    let mut stale = Vec::new();
    for (name, generate) in GROUPS {
        if !only.is_empty() && !only.iter().any(|only| only == name) {
            continue;
        }
        if check && ["costs", "api"].contains(name) && !api::is_of_this_compiler()? {
            say(format_args!("skipped {name}, which another compiler wrote"))?;
            continue;
        }
        for (path, contents) in generate().with_context(|| format!("cannot generate the group `{name}`"))? {
            if !update(&workspace::path(&path), &path, &contents, check)? {
                stale.push(path);
            }
        }
    }
    ensure!(stale.is_empty(), "stale files, run `cargo xtask generate`: {}", stale.join(", "));
    Ok(ExitCode::SUCCESS)
}

/// Writes a file, unless it has these contents already, ignoring the line endings of the platform. Returns `false` if it
/// has others and was only to be checked.
pub(crate) fn update(path: &Path, shown: &str, contents: &str, only_check: bool) -> anyhow::Result<bool> {
    let is_equal = |current: String| current.replace('\r', "") == contents.replace('\r', "");
    // A device may be endless.
    if path.is_file() && fs::read_to_string(path).is_ok_and(is_equal) {
        say(format_args!("{shown} is up to date"))?;
    } else if only_check {
        return Ok(false);
    } else {
        whole_file::write(path, contents)?;
        say(format_args!("wrote {shown}"))?;
    }
    Ok(true)
}

fn exports() -> anyhow::Result<Vec<File>> {
    let files = [
        ("c", "c/pawnfill.h"),
        ("python", "python/pawnfill/__init__.py"),
        ("sql", "sql/pawnfill.sql"),
        ("javascript", "js/pawnfill.js"),
        ("typescript", "js/pawnfill.d.ts"),
    ];
    let file = |(language, path)| {
        let contents = program(&["export", "patterns", "--language", language])?;
        Ok((format!("crates/export/{path}"), contents))
    };
    files.into_iter().map(file).collect()
}

fn page() -> anyhow::Result<Vec<File>> {
    Ok(vec![("pawnfill/docs/page.html".to_owned(), program(&["show", FEN, "--format", "html"])?)])
}

fn pictures() -> anyhow::Result<Vec<File>> {
    let folder = tempfile::tempdir_in(workspace::target("generate")?)?;
    let path = folder.path().to_str().context("the name of the target folder is not UTF-8")?;
    program(&["show", FEN, "--format", "svg", "--pattern", PATTERNS, "--out", path])?;
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let path = format!("pawnfill/docs/pictures/{}", entry.file_name().display());
        files.push((path, fs::read_to_string(entry.path())?));
    }
    ensure!(!files.is_empty(), "the command drew no picture");
    files.sort();
    Ok(files)
}

/// Returns what the program `pawnfill` prints.
pub(crate) fn program(arguments: &[&str]) -> anyhow::Result<String> {
    workspace::output(workspace::cargo("run --quiet --locked --bin pawnfill --").args(arguments))
}
