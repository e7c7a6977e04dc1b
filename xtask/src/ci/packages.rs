//! The packages of the workspace that are published.

use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::workspace;

/// Returns the packages of the workspace, without what they depend on.
pub(super) fn metadata() -> anyhow::Result<Metadata> {
    Ok(MetadataCommand::new().manifest_path(workspace::path("Cargo.toml")).no_deps().exec()?)
}

/// Returns the packages that are published: those that do not say otherwise.
pub(super) fn published(metadata: &Metadata) -> Vec<&Package> {
    metadata.workspace_packages().into_iter().filter(|package| package.publish.is_none()).collect()
}

/// Returns the sets of features with which a package is tested on its own: none, each, and all. Nothing if it has none.
///
/// A run over the whole workspace enables whatever any member asks for, and so never sees the default.
pub(super) fn feature_matrix(package: &Package) -> Vec<String> {
    let each: Vec<_> = package.features.keys().filter(|&name| name != "default").cloned().collect();
    match &each[..] {
        [] => each,
        [only] => vec![String::new(), only.clone()],
        _ => [vec![String::new()], each.clone(), vec![each.join(",")]].concat(),
    }
}
