//! Runs the fuzz targets for a short time, from the inputs that are checked in.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};

use crate::terminal::note;
use crate::workspace;

/// Seconds per target. CONTRIBUTING.md says how to run one for longer.
const SECONDS: u32 = 10;

/// Fewer runs check next to nothing.
const MIN_RUNS: u64 = 100;

/// Builds and runs all targets.
pub(super) fn run() -> anyhow::Result<()> {
    let folder = workspace::path("fuzz");
    // In the folder, whose configuration has the flags for coverage.
    let mut build = workspace::cargo();
    build.args(["build", "--locked", "--profile", "ci"]).current_dir(&folder).env_remove("RUSTFLAGS");
    ensure!(build.status().context("cannot start cargo")?.success(), "the fuzz targets do not compile");
    let targets = targets(&folder)?;
    ensure!(!targets.is_empty(), "there is no fuzz target");
    let failures = workspace::target("fuzz")?;
    for target in targets {
        let seeds = folder.join("seeds").join(&target);
        ensure!(seeds.read_dir().is_ok_and(|mut seeds| seeds.next().is_some()), "{target} has no seeds");
        let mut fuzz = workspace::cargo();
        fuzz.args(["run", "--locked", "--profile", "ci", "--quiet", "--bin", &target, "--"])
            .current_dir(&folder);
        // New inputs go to the first folder.
        let corpus = tempfile::tempdir_in(&failures)?;
        fuzz.arg(corpus.path()).arg(&seeds).arg(format!("-max_total_time={SECONDS}"));
        fuzz.args(["-rss_limit_mb=512", "-timeout=20"]);
        fuzz.arg(format!("-artifact_prefix={}/{target}-", failures.display())).env_remove("RUSTFLAGS");
        let runs = runs(&mut fuzz).with_context(|| format!("the fuzz target `{target}`"))?;
        note(format_args!("{target}: {runs} inputs"));
    }
    Ok(())
}

/// Returns the names of the targets.
fn targets(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut targets = Vec::new();
    for file in folder.join("fuzz_targets").read_dir()? {
        let file = file?.path();
        targets.extend(file.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
    }
    targets.sort();
    Ok(targets)
}

/// Returns the number of inputs that a target ran without a failure.
fn runs(fuzz: &mut Command) -> anyhow::Result<u64> {
    let output = fuzz.output().context("cannot start cargo")?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}\n{text}", output.status);
    let done = text.lines().rev().find_map(|line| line.strip_prefix("Done ")?.split(' ').next());
    let runs =
        done.and_then(|runs| runs.parse().ok()).with_context(|| format!("no number of runs in\n{text}"))?;
    ensure!(runs >= MIN_RUNS, "it ran only {runs} inputs");
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_run() {
        let targets = targets(&workspace::path("fuzz")).unwrap();
        let manifest = std::fs::read_to_string(workspace::path("fuzz/Cargo.toml")).unwrap();
        for target in &targets {
            assert!(manifest.contains(&format!("name = \"{target}\"\n")), "{target}");
        }
        assert_eq!(manifest.matches("[[bin]]").count(), targets.len());
        // The longer runs of the workflow.
        let workflow = std::fs::read_to_string(workspace::path(".github/workflows/ci.yml")).unwrap();
        assert!(workflow.contains(&format!("target: [{}]\n", targets.join(", "))));
    }

    #[test]
    fn runs_are_counted() {
        let of =
            |script: &str| runs(Command::new("sh").args(["-c", script])).map_err(|error| error.to_string());
        assert_eq!(of("echo INFO >&2; echo 'Done 100 runs in 1 second(s)' >&2"), Ok(100));
        assert_eq!(of("echo 'Done 99 runs in 1 second(s)' >&2"), Err("it ran only 99 inputs".to_owned()));
        assert!(
            of("echo 'Done 100 runs in 1 second(s)' >&2; exit 77")
                .unwrap_err()
                .starts_with("exit status: 77")
        );
        assert!(of("echo INFO >&2").unwrap_err().starts_with("no number of runs"));
    }
}
