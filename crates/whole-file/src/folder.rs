//! Files in a folder, which appear when all of them are complete.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::temporary::{TemporaryFolder, lock};
use crate::{Existing, Writer, invalid, naming, parent, rename, target};

/// Files that are written together, and appear in a folder when they are [finished](Self::finish).
///
/// If it is dropped before, and its files before it, nothing remains. Several processes can add
/// files to a folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    temporary: TemporaryFolder,
}

impl Folder {
    /// Begins to write files for a folder, which need not exist.
    ///
    /// # Errors
    ///
    /// Returns the reason why the folder cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let is_folder = path.is_dir();
        let path = if is_folder {
            naming(path, fs::canonicalize(path))?
        } else {
            match target(path)? {
                Some(new) if !new.exists() => new,
                _ => return Err(invalid(path, "it is not a folder")),
            }
        };
        // Files cannot be moved to another file system, and the folder may be one.
        let beside = if is_folder { &path } else { parent(&path) };
        let temporary = naming(&path, TemporaryFolder::create(beside, ".new-"))?;
        Ok(Self { path, temporary })
    }

    /// Begins to write a file in a folder inside this one.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file cannot be written.
    pub fn file(&self, folder: &str, name: &str) -> io::Result<Writer> {
        let parent = self.temporary.path().join(folder);
        let lock = lock();
        naming(&parent, fs::create_dir_all(&parent))?;
        drop(lock);
        Writer::create(&parent.join(name), Existing::Keep)
    }

    /// Moves the files, which are finished, to the folder, in the order of their names. Returns
    /// their paths in it.
    ///
    /// # Errors
    ///
    /// Returns the reason why a file could not be moved. Only those before it were.
    pub fn finish(self, existing: Existing) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for folder in names(self.temporary.path())? {
            let (from, to) = (self.temporary.path().join(&folder), self.path.join(&folder));
            naming(&to, fs::create_dir_all(&to))?;
            for name in names(&from)? {
                let to = to.join(&name);
                naming(&to, rename(&from.join(&name), &to, existing))?;
                files.push(Path::new(&folder).join(name));
            }
        }
        Ok(files)
    }
}

/// Returns the sorted names in a folder.
fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name());
    }
    names.sort_unstable();
    Ok(names)
}
