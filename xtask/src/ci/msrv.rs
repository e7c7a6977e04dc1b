//! Compiles each published package with the oldest Rust that it promises.

use std::process::Command;

use anyhow::{Context as _, ensure};
use cargo_metadata::Package;

use crate::workspace;

/// Returns what is compiled: the version of Rust, and the features.
///
/// `package.metadata.rust-version` names features that need a newer Rust than the package itself.
pub(super) fn promised(package: &Package) -> anyhow::Result<Vec<(String, String)>> {
    let name = &package.name;
    let own = package.rust_version.as_ref().with_context(|| format!("{name} has no rust-version"))?;
    let newer = &package.metadata["rust-version"];
    let older = package.features.keys().filter(|&feature| newer.get(feature).is_none());
    let older = older.cloned().collect::<Vec<_>>().join(",");
    let mut promised = vec![(own.to_string(), String::new()), (own.to_string(), older)];
    promised.dedup();
    for (feature, version) in newer.as_object().into_iter().flatten() {
        ensure!(package.features.contains_key(feature), "{name} has no feature `{feature}`");
        let version = version.as_str().with_context(|| format!("{name}: the version of `{feature}`"))?;
        promised.push((version.to_owned(), feature.clone()));
    }
    Ok(promised)
}

/// Returns the command for one of them.
pub(super) fn arguments(package: &Package, (version, features): &(String, String)) -> String {
    format!(
        "run --install {version} cargo check --locked --package {} --no-default-features --features={features}",
        package.name
    )
}

/// Runs rustup with these arguments.
pub(super) fn rustup(arguments: &str) -> anyhow::Result<()> {
    // Cargo sets these for programs that it starts. They would select its own toolchain.
    let mut rustup = Command::new("rustup");
    rustup.args(arguments.split(' ')).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
    let status = rustup.current_dir(workspace::ROOT).status().context("cannot start rustup")?;
    ensure!(status.success(), "`rustup {arguments}`: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ci::packages;

    #[test]
    fn features_can_need_a_newer_rust() {
        let metadata = packages::metadata().unwrap();
        let published = packages::published(&metadata);
        let package = |name: &str| *published.iter().find(|package| *package.name == name).unwrap();
        let library = promised(package("pawnfill")).unwrap();
        let versions: Vec<_> = library.iter().map(|(version, _)| version.as_str()).collect();
        assert_eq!(versions, ["1.85.0", "1.85.0", "1.89"]);
        let batch: Vec<_> = library
            .iter()
            .map(|(_, features)| features.split(',').any(|feature| feature == "batch"))
            .collect();
        assert_eq!(batch, [false, false, true]);
        assert_eq!(
            arguments(package("pawnfill"), &library[2]),
            "run --install 1.89 cargo check --locked --package pawnfill --no-default-features --features=batch"
        );
        assert_eq!(promised(package("pawnfill-symbolic")).unwrap(), [("1.85.0".to_owned(), String::new())]);

        let mut wrong = package("pawnfill").clone();
        wrong.metadata["rust-version"] = serde_json::json!({"bach": "1.89"});
        assert_eq!(promised(&wrong).unwrap_err().to_string(), "pawnfill has no feature `bach`");
    }
}
