//! `cargo xtask api`: the listing of what `pawnfill` makes public.

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

/// Runs this command again, compiled with what it needs and the others do not.
#[cfg(not(feature = "api"))]
pub(crate) fn run(Args { check }: Args) -> anyhow::Result<std::process::ExitCode> {
    use std::process::ExitCode;

    use anyhow::Context as _;

    let status = std::process::Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "--release", "--package", "xtask", "--features", "api", "--", "api"])
        .args(check.then_some("--check"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(feature = "api")]
pub(crate) use listing::run;

#[cfg(feature = "api")]
mod listing {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;
    use std::process::{Command, ExitCode};

    use anyhow::{Context as _, bail, ensure};

    use super::Args;

    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    const LISTING: &str = "pawnfill/api.txt";

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

    /// The lines that went away, then the lines that are new.
    fn differences(before: &str, after: &str) -> Vec<String> {
        let [old, new] = [before, after].map(|text| text.lines().collect::<BTreeSet<_>>());
        let gone = old.difference(&new).map(|line| format!("- {line}"));
        gone.chain(new.difference(&old).map(|line| format!("+ {line}"))).collect()
    }

    /// One line per public item, and the compiler that described them.
    fn listing() -> anyhow::Result<String> {
        let json = Path::new(ROOT).join("target/api/doc/pawnfill.json");
        // Only the describing of a crate as JSON is unstable; this unlocks it for a released compiler.
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["rustdoc", "--quiet", "--package", "pawnfill", "--lib", "--all-features"])
            .args(["--target-dir", "target/api", "--", "-Zunstable-options", "--output-format=json"])
            .env("RUSTC_BOOTSTRAP", "1")
            .current_dir(ROOT)
            .output()
            .context("cannot start cargo")?;
        ensure!(output.status.success(), "rustdoc failed: {}", String::from_utf8_lossy(&output.stderr));

        let api = public_api::Builder::from_rustdoc_json(&json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .build()
            .with_context(|| {
                format!("cannot read {}, perhaps for its format, which each compiler changes", json.display())
            })?;
        let mut lines = format!(
            "# The public API with all features; written by `cargo xtask api` with {}.\n",
            compiler()?
        );
        for item in api.items() {
            lines += &format!("{item}\n");
        }
        Ok(lines)
    }

    /// The release of the compiler without its patch number, as `rustc 1.95`.
    fn compiler() -> anyhow::Result<String> {
        let output = Command::new("rustc").arg("--version").output().context("cannot start rustc")?;
        let version = String::from_utf8(output.stdout)?;
        let (release, _patch) = version.rsplit_once('.').context("rustc tells no version")?;
        Ok(release.to_owned())
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn differences_name_the_lines() {
            assert_eq!(super::differences("a\nb\n", "b\nc\n"), ["- a", "+ c"]);
            assert_eq!(super::differences("a\n", "a\n"), [""; 0]);
        }
    }
}
