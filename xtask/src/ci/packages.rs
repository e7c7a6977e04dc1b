//! The packages of the workspace, and how CI tests them.

use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::workspace;

/// Returns the metadata of the workspace, without dependencies.
pub(super) fn metadata() -> anyhow::Result<Metadata> {
    Ok(MetadataCommand::new().manifest_path(workspace::path("Cargo.toml")).no_deps().exec()?)
}

/// Returns the packages without `publish = false`.
pub(super) fn published(metadata: &Metadata) -> Vec<&Package> {
    metadata.workspace_packages().into_iter().filter(|package| package.publish.is_none()).collect()
}

/// Returns the commands that test a package alone: without features, with each, and with all of them. Each command
/// comes with its features. A package without features has no commands.
///
/// A run over the whole workspace enables every feature that some member asks for, so it never tests the default.
/// With a single feature the tests are only compiled, because many tests build further programs.
pub(super) fn feature_matrix(package: &Package) -> Vec<(&'static str, String)> {
    let each: Vec<_> = package.features.keys().filter(|&name| name != "default").cloned().collect();
    if each.is_empty() {
        return Vec::new();
    }
    let all = ("test", each.join(","));
    let single = if each.len() == 1 { Vec::new() } else { each };
    let checks = single.into_iter().map(|feature| ("check --all-targets", feature));
    [("test", String::new())].into_iter().chain(checks).chain([all]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_packages_and_their_features() {
        let metadata = metadata().unwrap();
        let published = published(&metadata);
        let matrix = |name: &str| {
            let package = published.iter().find(|package| *package.name == name).unwrap();
            feature_matrix(package)
        };
        assert!(published.iter().all(|package| *package.name != "xtask"));
        assert_eq!(matrix("pawnfill-symbolic"), []);
        assert_eq!(matrix("pawnfill-codegen"), [("test", String::new()), ("test", "emit".to_owned())]);
        let of_library = matrix("pawnfill");
        let lookup = of_library.iter().find(|(_, features)| features == "lookup");
        assert_eq!(lookup.map(|(command, _)| *command), Some("check --all-targets"));
        assert_eq!(of_library[0], ("test", String::new()));
        let (command, all) = of_library.last().unwrap();
        assert!(*command == "test" && all.split(',').count() == of_library.len() - 2, "{all}");
    }
}
