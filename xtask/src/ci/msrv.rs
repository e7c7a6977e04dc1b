//! The compiler that the published packages promise to build with, held against what their dependencies declare.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Context as _, bail};
use cargo_metadata::{CargoOpt, DependencyKind, MetadataCommand, PackageId};

/// Follows the dependencies of every published package, with all features, but not those of tests.
pub(super) fn check() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new()
        .manifest_path(super::MANIFEST)
        .features(CargoOpt::AllFeatures)
        .other_options(["--locked".to_owned()])
        .exec()?;
    let graph = metadata.resolve.as_ref().context("cargo metadata resolved nothing")?;
    let nodes: HashMap<_, _> = graph.nodes.iter().map(|node| (&node.id, node)).collect();

    for package in super::published(&metadata) {
        let name = &package.name;
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
        eprintln!("{name}: Rust {promised} suffices for {} packages as they declare", reached.len());
    }
    Ok(())
}
