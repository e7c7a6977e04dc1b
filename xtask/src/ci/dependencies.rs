//! Checks the dependencies of the published packages.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Context as _, bail, ensure};
use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, PackageId};

use super::packages;
use crate::terminal::note;
use crate::workspace;

/// Checks that the library has no dependency by default, and that no published package depends on a crate whose
/// `rust-version` is newer than its own.
///
/// The check covers all features of every published package, but not the dependencies of tests. It knows nothing of
/// crates that declare no version, which the step `msrv` compiles.
pub(super) fn check() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new()
        .manifest_path(workspace::path("Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(["--locked".to_owned()])
        .exec()?;
    judge(&metadata)
}

fn judge(metadata: &Metadata) -> anyhow::Result<()> {
    let graph = metadata.resolve.as_ref().context("cargo metadata resolved nothing")?;
    let nodes: HashMap<_, _> = graph.nodes.iter().map(|node| (&node.id, node)).collect();

    for package in packages::published(metadata) {
        let name = &package.name;
        let needed = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal && !dependency.optional);
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
        reached.remove(&package.id);
        let (declared, silent): (Vec<_>, Vec<_>) =
            reached.iter().map(|&id| &metadata[id]).partition(|needed| needed.rust_version.is_some());
        let silent: Vec<_> = silent.iter().map(|needed| needed.name.as_str()).collect();
        let silent = if silent.is_empty() { "none".to_owned() } else { silent.join(", ") };
        note(format_args!(
            "{name}: {} of {} packages it needs declare Rust {promised} or older, and no version: {silent}",
            declared.len(),
            reached.len()
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The name of a package, its version of Rust, and its dependencies with their kinds.
    type Declared<'a> = (&'a str, &'a str, &'a [(&'a str, Option<&'a str>)]);

    /// Returns the metadata of packages. The first is the only one of the workspace, and also declares the fields.
    fn metadata(packages: &[Declared<'_>], fields: Value) -> Metadata {
        let package = |&(name, rust, _): &Declared<'_>| {
            let mut package = json!({
                "name": name, "id": name, "version": "1.0.0", "rust_version": rust, "manifest_path": "Cargo.toml",
                "dependencies": [], "targets": [], "features": {},
            });
            if name == packages[0].0 {
                package.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            }
            package
        };
        let node = |&(name, _, needs): &Declared<'_>| {
            let needed = |&(name, kind)| json!({"name": name, "pkg": name, "dep_kinds": [{"kind": kind, "target": null}]});
            json!({"id": name, "dependencies": [], "deps": needs.iter().map(needed).collect::<Vec<_>>()})
        };
        serde_json::from_value(json!({
            "version": 1, "workspace_root": "", "target_directory": "", "workspace_members": [packages[0].0],
            "packages": packages.iter().map(package).collect::<Vec<_>>(),
            "resolve": {"root": null, "nodes": packages.iter().map(node).collect::<Vec<_>>()},
        }))
        .unwrap()
    }

    #[test]
    fn no_dependency_declares_a_newer_rust() {
        let judged = |b: &str, c: &str, kind| {
            let packages: [Declared<'_>; 3] =
                [("a", "1.85", &[("b", None)]), ("b", b, &[("c", kind)]), ("c", c, &[])];
            judge(&metadata(&packages, json!({}))).map_err(|error| error.to_string())
        };
        let newer = |name| Err(format!("a promises Rust 1.85.0, but {name} 1.0.0 declares 1.86.0"));
        assert_eq!(judged("1.85", "1.84", None), Ok(()));
        assert_eq!(judged("1.86", "1.84", None), newer("b"));
        assert_eq!(judged("1.85", "1.86", None), newer("c"));
        assert_eq!(judged("1.85", "1.86", Some("build")), newer("c"));
        assert_eq!(judged("1.85", "1.86", Some("dev")), Ok(()));
    }

    #[test]
    fn the_library_needs_nothing_by_default() {
        let dependency = |kind: Option<&str>, optional: bool| {
            json!({"dependencies": [{
                "name": "b", "req": "1", "kind": kind, "optional": optional, "uses_default_features": true,
                "features": [],
            }]})
        };
        let judged = |name, fields| {
            judge(&metadata(&[(name, "1.85", &[])], fields)).map_err(|error| error.to_string())
        };
        let default = json!({"features": {"default": []}});
        let wrong = |count| Err(format!("pawnfill needs {count} crates by default"));
        assert_eq!(judged("pawnfill", json!({})), Ok(()));
        assert_eq!(judged("pawnfill", dependency(None, true)), Ok(()));
        assert_eq!(judged("pawnfill", dependency(Some("dev"), false)), Ok(()));
        assert_eq!(judged("pawnfill", dependency(None, false)), wrong(1));
        assert_eq!(judged("pawnfill", default.clone()), wrong(0));
        assert_eq!(judged("other", dependency(None, false)), Ok(()));
        assert_eq!(judged("other", default), Ok(()));
    }
}
