//! `cargo xtask build-cost`: measures the build time of the tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::terminal::say;
use crate::workspace;

/// Measure how long `pawnfill` and its tables take to build
///
/// Each case is built from scratch, including dependencies but not downloads, and again after `cargo clean` of its
/// last crate, as after an edit. The shortest of several runs counts, because disturbances only make builds slower.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Build each case this many times
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// A case: something to build.
struct Case {
    name: &'static str,
    /// The package that is cleaned before the second build.
    package: &'static str,
    manifest: PathBuf,
    features: &'static str,
}

pub(crate) fn run(Args { runs }: Args) -> anyhow::Result<ExitCode> {
    let folder = workspace::target("build-cost")?;
    let cases = cases(&folder)?;
    let target = folder.join("target");
    let title = "dev profile, seconds, shortest run";
    say(format_args!("{title:<44}  {:>14}  {:>14}", "from scratch", "after an edit"))?;
    for case in &cases {
        let mut shortest = [Duration::MAX; 2];
        for _ in 0..runs {
            if target.exists() {
                fs::remove_dir_all(&target).with_context(|| format!("cannot remove {}", target.display()))?;
            }
            let whole = case.build(&target)?;
            case.cargo(&["clean", "--package", case.package], &target)?;
            let again = case.build(&target)?;
            shortest = [shortest[0].min(whole), shortest[1].min(again)];
        }
        let [whole, again] = shortest.map(|time| time.as_secs_f64());
        say(format_args!("{:<44}  {whole:>14.2}  {again:>14.2}", case.name))?;
    }
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns `pawnfill` with each feature, and crates that contain only its tables.
fn cases(folder: &Path) -> anyhow::Result<Vec<Case>> {
    let pawnfill = |name, features| {
        let manifest = workspace::path("Cargo.toml");
        Case { name, package: "pawnfill", manifest, features }
    };
    let tables = |name, package, source: &str, dependency: &str| -> anyhow::Result<Case> {
        let crate_folder = folder.join(package);
        fs::create_dir_all(crate_folder.join("src"))?;
        // Everything is public, so the compiler keeps unused tables.
        fs::write(crate_folder.join("src/lib.rs"), source.replace("pub(crate)", "pub"))?;
        let manifest = crate_folder.join("Cargo.toml");
        let contents = format!(
            "[package]\nname = \"{package}\"\nedition = \"2024\"\n[dependencies]\n{dependency}\n[workspace]\n"
        );
        fs::write(&manifest, contents)?;
        fs::copy(workspace::path("Cargo.lock"), crate_folder.join("Cargo.lock"))?;
        Ok(Case { name, package, manifest, features: "" })
    };
    let read =
        |path| fs::read_to_string(workspace::path(path)).with_context(|| format!("cannot read {path}"));
    let macros = format!("pawnfill-macros = {{ path = '{}' }}", workspace::path("pawnfill-macros").display());
    Ok(vec![
        pawnfill("pawnfill", ""),
        pawnfill("pawnfill --features tables", "tables"),
        pawnfill("pawnfill --features macros", "macros"),
        tables("its tables alone, by tables!", "by-macro", &read("pawnfill/src/tables.rs")?, &macros)?,
        tables(
            "its tables alone, by const evaluation",
            "by-const",
            include_str!("build_cost/const_tables.rs"),
            "",
        )?,
        tables("its tables alone, as literals", "by-literals", &read("pawnfill/tables/tables.rs")?, "")?,
    ])
}

impl Case {
    fn build(&self, target: &Path) -> anyhow::Result<Duration> {
        let start = Instant::now();
        self.cargo(&["build", "--package", self.package, "--features", self.features], target)?;
        Ok(start.elapsed())
    }

    fn cargo(&self, arguments: &[&str], target: &Path) -> anyhow::Result<()> {
        let mut cargo = workspace::cargo();
        cargo.args(arguments).arg("--manifest-path").arg(&self.manifest).arg("--target-dir").arg(target);
        workspace::output(cargo.env("CARGO_INCREMENTAL", "0"))?;
        Ok(())
    }
}

#[cfg(test)]
mod const_tables;

#[cfg(test)]
mod tests {
    use super::const_tables as by_const;
    use super::*;

    #[test]
    fn every_form_of_the_tables_is_built() {
        let folder = tempfile::tempdir().unwrap();
        let cases = cases(folder.path()).unwrap();
        let packages: Vec<_> = cases.iter().map(|case| (case.package, case.features)).collect();
        assert_eq!(packages[..3], [("pawnfill", ""), ("pawnfill", "tables"), ("pawnfill", "macros")]);
        assert_eq!(packages[3..], [("by-macro", ""), ("by-const", ""), ("by-literals", "")]);
        assert!(cases.iter().all(|case| case.manifest.is_file()));
    }

    /// The comparison of build times is only fair for equal tables.
    #[test]
    fn const_evaluation_gives_the_same_tables() {
        let source = fs::read_to_string(workspace::path("pawnfill/src/tables.rs")).unwrap();
        let specification = pawnfill_codegen::specification(source.parse().unwrap()).unwrap();
        let tables = pawnfill_codegen::generate(specification).unwrap();
        let by_macro: Vec<_> = tables.iter().map(|table| (&*table.name, &table.entries[..])).collect();
        let by_const: [(&str, &[u64]); 9] = [
            ("FILES", &by_const::FILES),
            ("BESIDE_FILES", &by_const::BESIDE_FILES),
            ("FILE_MASK", &by_const::FILE_MASK),
            ("NORTH_RAY", &by_const::NORTH_RAY),
            ("SOUTH_RAY", &by_const::SOUTH_RAY),
            ("NEIGHBOR_FILES", &by_const::NEIGHBOR_FILES),
            ("FRONT_ATTACK_SPAN", by_const::FRONT_ATTACK_SPAN.as_flattened()),
            ("REAR_ATTACK_SPAN", by_const::REAR_ATTACK_SPAN.as_flattened()),
            ("PASSER_SPAN", by_const::PASSER_SPAN.as_flattened()),
        ];
        assert_eq!(by_const[..], by_macro);
    }
}
