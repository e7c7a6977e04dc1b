//! The packages of the workspace, and how CI tests them.

use std::collections::{BTreeSet, HashMap};
use std::process::Command;

use anyhow::Context as _;
use cargo_metadata::{Metadata, MetadataCommand, Package, PackageId};

use crate::workspace;

/// Compiles a package with its tests.
const CHECK: &str = "check --all-targets";

/// Returns the metadata of the workspace, without dependencies.
pub(super) fn metadata() -> anyhow::Result<Metadata> {
    Ok(MetadataCommand::new().manifest_path(workspace::path("Cargo.toml")).no_deps().exec()?)
}

/// Returns the packages without `publish = false`.
pub(super) fn published(metadata: &Metadata) -> Vec<&Package> {
    metadata.workspace_packages().into_iter().filter(|package| package.publish.is_none()).collect()
}

/// Returns the features that each package has in a run over the whole workspace.
pub(super) fn features_in_workspace() -> anyhow::Result<HashMap<PackageId, BTreeSet<String>>> {
    let compiler = workspace::output(Command::new("rustc").arg("-vV"))?;
    let host =
        compiler.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    // For one platform, so that Cargo downloads nothing that the tests do not need.
    let metadata = MetadataCommand::new()
        .manifest_path(workspace::path("Cargo.toml"))
        .other_options(["--locked", "--filter-platform", host].map(str::to_owned))
        .exec()?;
    let graph = metadata.resolve.context("cargo metadata resolved nothing")?;
    let features = |node: cargo_metadata::Node| node.features.iter().map(ToString::to_string).collect();
    Ok(graph.nodes.into_iter().map(|node| (node.id.clone(), features(node))).collect())
}

/// Returns the commands that test a package alone: without features, with each, and with all of them. Each command
/// comes with its features. A package without features has no commands.
///
/// A run over the whole workspace enables every feature that some member asks for, so it never tests the default.
/// With a single feature the tests are only compiled, because many tests build further programs. So they are with all
/// features if the package has all of them in that run, too.
pub(super) fn feature_matrix(
    package: &Package,
    in_workspace: &BTreeSet<String>,
) -> Vec<(&'static str, String)> {
    let each: Vec<_> = package.features.keys().filter(|&name| name != "default").cloned().collect();
    if each.is_empty() {
        return Vec::new();
    }
    let is_tested = each.iter().all(|feature| in_workspace.contains(feature));
    let together = (if is_tested { CHECK } else { "test" }, each.join(","));
    let single = if each.len() == 1 { Vec::new() } else { each };
    let checks = single.into_iter().map(|feature| (CHECK, feature));
    [("test", String::new())].into_iter().chain(checks).chain([together]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_packages_and_their_features() {
        let metadata = metadata().unwrap();
        let published = published(&metadata);
        let in_workspace = features_in_workspace().unwrap();
        let matrix = |name: &str| {
            let package = published.iter().find(|package| *package.name == name).unwrap();
            feature_matrix(package, &in_workspace[&package.id])
        };
        assert!(published.iter().all(|package| *package.name != "xtask"));
        assert_eq!(matrix("pawnfill-symbolic"), []);
        assert_eq!(matrix("pawnfill-codegen"), [("test", String::new()), (CHECK, "emit".to_owned())]);
        let of_library = matrix("pawnfill");
        let lookup = of_library.iter().find(|(_, features)| features == "lookup");
        assert_eq!(lookup.map(|(command, _)| *command), Some(CHECK));
        assert_eq!(of_library[0], ("test", String::new()));
        // `xtask` and the program need all features of the exports, but nothing the tables in Parquet.
        assert_eq!(matrix("pawnfill-export").last().unwrap().0, CHECK);
        assert_eq!(matrix("pawnfill-cli").last().unwrap(), &("test", "parquet".to_owned()));
        let (command, features) = of_library.last().unwrap();
        assert!(*command == "test" && features.split(',').count() == of_library.len() - 2, "{features}");
    }
}
