//! Checks the dependencies of the published packages.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Context as _, bail, ensure};
use cargo_metadata::{CargoOpt, DependencyKind, MetadataCommand, PackageId};

use super::packages;
use crate::terminal::note;
use crate::workspace;

/// Checks that the library has no dependency by default, and that no published package depends on a crate whose
/// `rust-version` is newer than its own.
///
/// The check covers all features of every published package, but not the dependencies of tests.
pub(super) fn check() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new()
        .manifest_path(workspace::path("Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(["--locked".to_owned()])
        .exec()?;
    let graph = metadata.resolve.as_ref().context("cargo metadata resolved nothing")?;
    let nodes: HashMap<_, _> = graph.nodes.iter().map(|node| (&node.id, node)).collect();

    for package in packages::published(&metadata) {
        let name = &package.name;
        let needed =
            package.dependencies.iter().filter(|one| one.kind == DependencyKind::Normal && !one.optional);
        let (needed, default) = (needed.count(), package.features.contains_key("default"));
        ensure!(*name != "pawnfill" || needed == 0 && !default, "pawnfill needs {needed} crates by default");
        let promised = package.rust_version.clone().with_context(|| format!("{name} has no rust-version"))?;

        let mut reached: BTreeSet<&PackageId> = BTreeSet::new();
        let mut open = vec![&package.id];
        while let Some(id) = open.pop() {
            if !reached.insert(id) {
                continue;
            }
            let needed = nodes[id].deps.iter().filter(|dependency| {
                dependency.dep_kinds.iter().any(|kind| kind.kind != DependencyKind::Development)
            });
            open.extend(needed.map(|dependency| &dependency.pkg));
            if let Some(declared) = &metadata[id].rust_version
                && *declared > promised
            {
                let dependency = &metadata[id];
                bail!(
                    "{name} promises Rust {promised}, but {} {} declares {declared}",
                    dependency.name,
                    dependency.version
                );
            }
        }
        let count = reached.len();
        note(format_args!("{name}: the {count} packages it needs all declare Rust {promised} or older"));
    }
    Ok(())
}
