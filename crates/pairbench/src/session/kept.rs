//! A commit that stays checked out and built inside the target folder, where
//! `cargo clean` removes it.
//!
//! Each commit has a target folder of its own: in one of another tree, cargo would take a program
//! of that tree for its own if the sources are older than the program.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use super::Error;

/// The bytes of all commits, beyond which those that were not used for the longest
/// time are removed.
const MOST: u64 = 2 << 30;
/// The file of a commit whose age is the time since it was used.
const USED: &str = "used";

/// A checked out commit. While it lives, other processes wait for theirs.
pub(super) struct Kept {
    /// The place that corresponds to the folder in the work tree.
    pub(super) place: PathBuf,
    pub(super) target: PathBuf,
    pub(super) _lock: File,
}

impl Kept {
    /// Checks out a commit of the repository of this folder, unless it is there, inside this target
    /// folder. Its own target folder begins with the dependencies that were compiled for these
    /// profiles, which are paths in the target folder.
    pub(super) fn new(
        folder: &Path,
        commit: &str,
        target: &Path,
        profiles: &[PathBuf],
    ) -> Result<Self, Error> {
        let failure = |error: io::Error| {
            Error::Harness(format!(
                "cannot keep {commit:.9} in {}: {error}",
                target.display()
            ))
        };
        let all = target.join("pairbench/commits");
        let lock = lock(&all).map_err(failure)?;
        let [top, prefix] =
            ["--show-toplevel", "--show-prefix"].map(|what| git(folder, &["rev-parse", what]));
        let (top, prefix) = (PathBuf::from(top?), prefix?);
        let own = all.join(commit);
        let own_target = own.join("target");
        // Below a folder of this name, cargo does not look for the workspace above it.
        let package = own_target.join("package");
        let tree = package.join(top.strip_prefix("/").unwrap_or(Path::new("tree")));
        if check_out(&tree, commit).is_err() {
            let _ = fs::remove_dir_all(&own);
            fs::create_dir_all(&tree).map_err(failure)?;
            // A clone that shares the objects, so the repository knows nothing of it.
            let shown = [&top, &tree].map(|path| path.to_string_lossy());
            let clone = ["clone", "--quiet", "--shared", "--no-checkout", "--"];
            git(folder, &[&clone[..], &[&shown[0], &shown[1]]].concat())?;
            check_out(&tree, commit)?;
            for profile in profiles {
                seed(&target.join(profile), &own_target.join(profile)).map_err(failure)?;
            }
        }
        // Without a lock file, cargo would choose other versions of the dependencies.
        let is_tracked = !git(&tree, &["ls-files", "Cargo.lock"])?.is_empty();
        if !is_tracked && top.join("Cargo.lock").exists() {
            fs::copy(top.join("Cargo.lock"), tree.join("Cargo.lock")).map_err(failure)?;
        }
        link_neighbors(&top, &tree);
        fs::write(own.join(USED), "").map_err(failure)?;
        remove_oldest(&all, &own, MOST).map_err(failure)?;
        Ok(Self {
            place: tree.join(prefix),
            target: own_target,
            _lock: lock,
        })
    }
}

/// Waits until no other process uses a commit.
fn lock(all: &Path) -> io::Result<File> {
    fs::create_dir_all(all)?;
    let lock = File::create(all.join("lock"))?;
    if lock.try_lock().is_err() {
        let _ = writeln!(io::stderr(), "waiting for another session");
        lock.lock()?;
    }
    Ok(lock)
}

/// Checks out a commit in a clone. Unless it is named, git would take the repository around it.
fn check_out(tree: &Path, commit: &str) -> Result<String, Error> {
    let own = ["--git-dir=.git", "--work-tree=."];
    let check_out = ["checkout", "--quiet", "--force", "--detach", commit];
    git(tree, &[&own[..], &check_out].concat())
}

/// Links the folders beside the repository, and beside each folder around it, so that relative
/// paths of dependencies are right.
fn link_neighbors(top: &Path, tree: &Path) {
    #[cfg(unix)]
    for (real, kept) in top.ancestors().zip(tree.ancestors()) {
        let (Some(real), Some(kept)) = (real.parent(), kept.parent()) else {
            return;
        };
        for neighbor in fs::read_dir(real).into_iter().flatten().flatten() {
            let name = neighbor.file_name();
            // Cargo finds the configuration of the folders around by itself.
            if !name.as_encoded_bytes().starts_with(b".") && neighbor.path().is_dir() {
                // Those that exist remain.
                let _ = std::os::unix::fs::symlink(neighbor.path(), kept.join(name));
            }
        }
    }
}

/// Copies what cargo compiled for a profile of what it had downloaded, with the times of the files.
fn seed(from: &Path, to: &Path) -> io::Result<()> {
    let home = match std::env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => std::env::home_dir().unwrap_or_default().join(".cargo"),
    };
    let (build, libraries) = (entries(&from.join("build")), entries(&from.join("deps")));
    let mut compiled = libraries.clone();
    for unit in &build {
        compiled.extend(entries(unit));
    }
    compiled.retain(|file| is_below(file, &home));
    let downloaded: HashSet<_> = compiled.iter().filter_map(|file| hash(file)).collect();
    let fingerprints = entries(&from.join(".fingerprint"));
    // They come last, because cargo trusts them.
    for path in build.iter().chain(&libraries).chain(&fingerprints) {
        let name = path.file_name().unwrap_or_default();
        // A build script runs again if it is compiled again.
        let is_run = from.join("build").join(name).join("output").exists();
        if is_run || hash(path).is_some_and(|hash| downloaded.contains(&hash)) {
            copy(path, &to.join(path.strip_prefix(from).unwrap_or(path)))?;
        }
    }
    Ok(())
}

/// Returns the paths in a folder, if there is one.
pub(super) fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Returns `true` if this file says that something was compiled of a source below this folder.
fn is_below(dependencies: &Path, folder: &Path) -> bool {
    if dependencies.extension() != Some("d".as_ref()) {
        return false;
    }
    let text = fs::read_to_string(dependencies).unwrap_or_default();
    match text.split_once(": ") {
        Some((_, sources)) => Path::new(sources).starts_with(folder),
        None => false,
    }
}

/// Returns the hash at the end of a name, which cargo gives to all files of a unit.
fn hash(path: &Path) -> Option<String> {
    Some(path.file_stem()?.to_str()?.rsplit_once('-')?.1.to_owned())
}

/// Copies a file or a folder with the times of the files.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            copy(&from.join(&name), &to.join(&name))?;
        }
        return fs::create_dir_all(to);
    }
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::copy(from, to)?;
    let modified = fs::metadata(from)?.modified()?;
    File::options()
        .append(true)
        .open(to)?
        .set_modified(modified)
}

/// Removes the commits that were not used for the longest time, until all have at most this many
/// bytes, but never this one.
fn remove_oldest(all: &Path, own: &Path, most: u64) -> io::Result<()> {
    let mut kept = Vec::new();
    for path in entries(all) {
        if path.is_dir() && path != own {
            let used = fs::metadata(path.join(USED)).and_then(|used| used.modified());
            kept.push((used.unwrap_or(SystemTime::UNIX_EPOCH), size(&path)?, path));
        }
    }
    kept.sort();
    let mut sum = kept.iter().map(|(_, size, _)| size).sum::<u64>() + size(own)?;
    for (_, size, path) in kept {
        if sum > most {
            fs::remove_dir_all(path)?;
            sum -= size;
        }
    }
    Ok(())
}

/// Returns the bytes of the files in a folder.
fn size(folder: &Path) -> io::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let own = entry.metadata()?;
        sum += match own.is_dir() {
            true => size(&entry.path())?,
            false => own.len(),
        };
    }
    Ok(sum)
}

/// Runs git in a folder, and returns the line that it prints.
pub(super) fn git(folder: &Path, arguments: &[&str]) -> Result<String, Error> {
    let mut git = Command::new("git");
    git.args(arguments).current_dir(folder);
    // Hooks of git set these for their own repository.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        git.env_remove(name);
    }
    let output = git.output();
    let output = output.map_err(|error| Error::Harness(format!("cannot run git: {error}")))?;
    if !output.status.success() {
        let (asked, said) = (arguments.join(" "), String::from_utf8_lossy(&output.stderr));
        return Err(Error::Harness(format!("git {asked}: {}", said.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(all(test, unix))]
mod tests;
