//! `cargo xtask api`: the listing of what `pawnfill` makes public.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, bail};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const LISTING: &str = "pawnfill/api.txt";

/// Lists the public API of `pawnfill`, with all features, in pawnfill/api.txt.
///
/// A change of the listing is a change that users can see: it belongs in the changelog, and a line that went
/// away needs a new major version.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Compare with the file and show what differs, write nothing
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(Args { check }: Args) -> anyhow::Result<ExitCode> {
    let path = Path::new(ROOT).join(LISTING);
    let current = listing()?;
    let listed = fs::read_to_string(&path).unwrap_or_default();
    if current == listed {
        println!("{LISTING} is up to date");
    } else if check {
        for line in differences(&listed, &current) {
            println!("{line}");
        }
        bail!("{LISTING} is stale; `cargo xtask api` writes it");
    } else {
        fs::write(&path, current).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {LISTING}");
    }
    Ok(ExitCode::SUCCESS)
}

/// What the program `api` prints. It is one of its own, since what it needs takes long to compile, and nobody should
/// have to wait for that who wants another command.
fn listing() -> anyhow::Result<String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--release", "--package", "xtask", "--bin", "api", "--features", "api"])
        .current_dir(ROOT)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the public API could not be listed");
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The lines that went away, then the lines that are new.
fn differences(before: &str, after: &str) -> Vec<String> {
    let [old, new] = [before, after].map(|text| text.lines().collect::<BTreeSet<_>>());
    let gone = old.difference(&new).map(|line| format!("- {line}"));
    gone.chain(new.difference(&old).map(|line| format!("+ {line}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_the_lines() {
        assert_eq!(differences("a\nb\n", "b\nc\n"), ["- a", "+ c"]);
        assert_eq!(differences("a\n", "a\n"), [""; 0]);
    }
}
