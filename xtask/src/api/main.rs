//! Prints the public API of `pawnfill`, one line for each item, and the compiler that described them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn main() -> anyhow::Result<()> {
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
    println!("# The public API with all features; written by `cargo xtask api` with {}.", compiler()?);
    for item in api.items() {
        println!("{item}");
    }
    Ok(())
}

/// The release of the compiler without its patch number, as `rustc 1.95`.
fn compiler() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("--version").output().context("cannot start rustc")?;
    let version = String::from_utf8(output.stdout)?;
    let (release, _patch) = version.rsplit_once('.').context("rustc tells no version")?;
    Ok(release.to_owned())
}
