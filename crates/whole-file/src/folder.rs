//! A folder of files, which appears when all of them are complete.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::temporary::{TemporaryFolder, builder, lock, parent};
use crate::{Existing, Writer, target, wrong};

/// A folder that is filled with files, and appears under its name when it is [finished](Self::finish).
///
/// If it is dropped before, and its files before it, nothing remains. A folder that exists is never replaced.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    temporary: TemporaryFolder,
}

impl Folder {
    /// Begins to write a folder.
    ///
    /// # Errors
    ///
    /// Returns the reason why the folder cannot be written. The kind of the error is
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if there is a folder or a file.
    pub fn create(path: &Path) -> io::Result<Self> {
        if fs::symlink_metadata(path).is_ok() {
            let error = format!("{} already exists", path.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, error));
        }
        let path = target(path)?.unwrap_or_default();
        let temporary = TemporaryFolder::make(|| builder(0o777).tempdir_in(parent(&path)));
        Ok(Self { temporary: temporary.map_err(|error| wrong(&path, &error))?, path })
    }

    /// Begins to write a file in a folder inside this one.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file cannot be written.
    pub fn file(&self, folder: &str, name: &str) -> io::Result<Writer> {
        let parent = self.temporary.path().join(folder);
        let lock = lock();
        fs::create_dir_all(&parent).map_err(|error| wrong(&parent, &error))?;
        drop(lock);
        Writer::create(&parent.join(name), Existing::Keep)
    }

    /// Completes the folder, whose files are finished.
    ///
    /// # Errors
    ///
    /// Returns the reason why the folder could not get its name, and the name that it has instead.
    pub fn finish(self) -> io::Result<()> {
        self.temporary.persist(&self.path).map_err(|error| wrong(&self.path, &error))
    }
}
