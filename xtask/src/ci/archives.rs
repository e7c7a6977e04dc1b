//! What is published, packed and unpacked again.

use std::fs;
use std::io::ErrorKind;
use std::process::Command;

use anyhow::{Context as _, ensure};
use cargo_metadata::{Metadata, Package};

use super::packages;
use crate::workspace;

/// Returns the folder in which the archive of a package is unpacked.
pub(super) fn folder(metadata: &Metadata, package: &Package) -> String {
    metadata.target_directory.join("archives").join(name(package)).into_string()
}

fn name(package: &Package) -> String {
    format!("{}-{}", package.name, package.version)
}

/// Unpacks the archives anew, with a configuration in which each stands for the published package of its name.
pub(super) fn unpack() -> anyhow::Result<()> {
    let metadata = packages::metadata()?;
    let packed = metadata.target_directory.join("package");
    let folder = metadata.target_directory.join("archives");
    fs::create_dir_all(folder.join(".cargo")).with_context(|| format!("cannot make {folder}"))?;
    let mut configuration = format!("build.target-dir = {:?}\n", metadata.target_directory.as_str());
    for package in packages::published(&metadata) {
        let name = name(package);
        // What an older archive had and this one lacks must not be found.
        if let Err(error) = fs::remove_dir_all(folder.join(&name))
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error.into());
        }
        // -m: all files of an archive are of one old date, by which cargo would not see that they changed.
        let mut tar = Command::new("tar");
        tar.arg("-xzmf").arg(packed.join(format!("{name}.crate"))).current_dir(&folder);
        workspace::output(&mut tar)?;
        configuration += &format!("patch.crates-io.{}.path = {name:?}\n", package.name);
    }
    ensure!(configuration.contains("patch"), "no package is published");
    fs::write(folder.join(".cargo/config.toml"), configuration)
        .with_context(|| format!("cannot write to {folder}"))
}
