//! The temporary folders of this process, which a signal removes.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use tempfile::TempDir;

static ALL: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What is in temporary folders is made, renamed and removed under this lock, so that a signal
/// leaves nothing of it.
pub(crate) fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary folders. While the result lives, no further ones can be made.
pub(crate) fn remove_all() -> impl Drop {
    let paths = lock();
    for path in paths.iter() {
        let _ = fs::remove_dir_all(path);
    }
    paths
}

/// A temporary folder, which is removed with its contents when it is dropped, or when
/// [a signal](crate::clean_up_on_signals) ends the process.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes a folder in another one, whose name begins with this prefix.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be made.
    pub fn create(parent: &Path, prefix: &str) -> io::Result<Self> {
        let mut paths = lock();
        let path = TempDir::with_prefix_in(prefix, parent)?.keep();
        paths.push(path.clone());
        Ok(Self(path))
    }

    /// Returns its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Leaves the folder where it is.
    pub(crate) fn keep(self) {
        lock().retain(|path| *path != self.0);
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let mut paths = lock();
        if let Some(place) = paths.iter().position(|path| *path == self.0) {
            paths.swap_remove(place);
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
