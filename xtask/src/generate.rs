//! `cargo xtask generate`: every file of the repository that a program writes.

use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;

use crate::generated::{File, update};
use crate::{api, codegen, instructions, pictures};

/// A group of generated files, and what gives them.
type Group = (&'static str, fn() -> anyhow::Result<Vec<File>>);

/// All groups. What is here is written by this command alone, and checked by CI.
const GROUPS: &[Group] = &[
    ("tables", codegen::files),
    ("exports", codegen::exports),
    ("pictures", pictures::files),
    ("costs", instructions::files),
    ("api", api::files),
];

/// Writes every generated file of the repository
///
/// `tables` are the tables of the library as plain sources, `exports` the patterns in other
/// languages, `pictures` those of the README, `costs` the operations and instructions in the docs, and `api` the list of
/// what the library makes public.
///
/// Exit code 1: a file is stale (--check) or cannot be written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these groups
    #[arg(value_name = "GROUP", value_parser = PossibleValuesParser::new(GROUPS.iter().map(|group| group.0)))]
    only: Vec<String>,
    /// Write nothing, fail if a file is not what would be written
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(Args { only, check }: Args) -> anyhow::Result<ExitCode> {
    let mut files = Vec::new();
    for (name, generate) in GROUPS {
        if only.is_empty() || only.iter().any(|only| only == name) {
            files.extend(generate().with_context(|| format!("cannot generate the group `{name}`"))?);
        }
    }
    update(files, check)
}
