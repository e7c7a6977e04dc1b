//! Unpacks the archives of the published packages and checks them.

use std::fs;
use std::path::{Component, Path};
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

/// Unpacks the archives into a folder whose configuration replaces the registry's packages with them.
pub(super) fn unpack() -> anyhow::Result<()> {
    let metadata = packages::metadata()?;
    let packed = metadata.target_directory.join("package");
    let folder = metadata.target_directory.join("archives");
    fs::create_dir_all(folder.join(".cargo")).with_context(|| format!("cannot make {folder}"))?;
    let mut configuration = format!("build.target-dir = {:?}\n", metadata.target_directory.as_str());
    for package in packages::published(&metadata) {
        let name = name(package);
        let unpacked = folder.join(&name);
        // Files of an older archive must not remain.
        if unpacked.exists() {
            fs::remove_dir_all(&unpacked).with_context(|| format!("cannot remove {unpacked}"))?;
        }
        // -m: files in archives share one old date, so cargo would not notice changes.
        let mut tar = Command::new("tar");
        tar.arg("-xzmf").arg(packed.join(format!("{name}.crate"))).current_dir(&folder);
        workspace::output(&mut tar)?;
        for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let text = |path| fs::read(path).with_context(|| format!("the archive {name}"));
            let (packed, ours) = (text(unpacked.join(license).into())?, text(workspace::path(license))?);
            ensure!(packed == ours, "{license} in the archive {name} is not the one of the repository");
        }
        let readme = fs::read_to_string(unpacked.join("README.md"))
            .with_context(|| format!("cannot read README.md in the archive {name}"))?;
        let broken = broken_links(&readme, unpacked.as_std_path());
        ensure!(broken.is_empty(), "README.md in the archive {name} has broken links: {}", broken.join(", "));
        configuration += &format!("patch.crates-io.{}.path = {name:?}\n", package.name);
    }
    ensure!(configuration.contains("patch"), "there is no published package");
    fs::write(folder.join(".cargo/config.toml"), configuration)
        .with_context(|| format!("cannot write to {folder}"))
}

/// Returns the relative links and pictures of a README that do not lead to a file in its archive.
fn broken_links<'a>(readme: &'a str, archive: &Path) -> Vec<&'a str> {
    let after = |opening| readme.split(opening).skip(1);
    let inline = after("](").filter_map(|rest| rest.split([')', ' ']).next());
    let html = after("src=\"").chain(after("href=\"")).filter_map(|rest| rest.split('"').next());
    let reference = readme.lines().filter_map(|line| Some(line.strip_prefix('[')?.split_once("]: ")?.1));
    let is_file = |link: &str| {
        let path = Path::new(link.split('#').next().unwrap_or(link));
        path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
            && archive.join(path).exists()
    };
    let links = inline.chain(html).chain(reference);
    links.filter(|link| !link.contains(':') && !is_file(link)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_unpacked_by_name_and_version() {
        let metadata = packages::metadata().unwrap();
        let package = packages::published(&metadata)[0];
        let expected = format!("/archives/{}-{}", package.name, package.version);
        let folder = folder(&metadata, package);
        assert!(folder.ends_with(&expected), "{folder}");
    }

    #[test]
    fn links_must_lead_into_the_archive() {
        let archive = Path::new(env!("CARGO_MANIFEST_DIR"));
        let good = "[a](src/main.rs) [b](Cargo.toml#features) [c](https://docs.rs/x) [d](#top)\n\
            <img src=\"src/ci.rs\" width=\"170\" alt=\"some text\">\n[e]: src";
        assert_eq!(broken_links(good, archive), [""; 0]);
        let bad = "[a](none.md) ![b](../README.md) <img src=\"docs/none.svg\">\n[c]: /etc/passwd";
        assert_eq!(broken_links(bad, archive), ["none.md", "../README.md", "docs/none.svg", "/etc/passwd"]);
    }
}
