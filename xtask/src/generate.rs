//! `cargo xtask generate`: writes the generated files of the repository.

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::builder::PossibleValuesParser;

use crate::generated::{File, update};
use crate::{api, codegen, instructions, page, pictures};

/// A group of generated files: its name, and the function that generates them.
type Group = (&'static str, fn() -> anyhow::Result<Vec<File>>);

/// All groups. Only this command writes these files, and CI checks them.
const GROUPS: &[Group] = &[
    ("tables", codegen::files),
    ("exports", codegen::exports),
    ("pictures", pictures::files),
    ("page", page::files),
    ("costs", instructions::files),
    ("api", api::files),
];

/// Write every generated file of the repository
///
/// The groups are `tables` (of the library, as plain sources), `exports` (the patterns in other languages), `pictures`
/// (of the README), `page` (to drag pawns on, and the JavaScript module), `costs` (the page of the docs) and `api` (the
/// public items of the library).
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
    let mut files = Vec::new();
    for (name, generate) in GROUPS {
        if only.is_empty() || only.iter().any(|only| only == name) {
            let group = generate().with_context(|| format!("cannot generate the group `{name}`"))?;
            // Only the costs need x86-64.
            ensure!(cfg!(not(target_arch = "x86_64")) || !group.is_empty(), "the group `{name}` has no file");
            files.extend(group);
        }
    }
    update(files, check)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_exports_are_current() {
        for files in [codegen::files(), codegen::exports()].map(Result::unwrap) {
            assert!(!files.is_empty());
            update(files, true).unwrap();
        }
    }
}
