//! The temporary files of this process, which a signal removes.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use tempfile::{TempDir, TempPath};

use crate::Existing;

static ALL: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Files are made, renamed and removed under this lock, so that a signal finds each of them in the list.
pub(crate) fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files and folders. While the result lives, no further ones can be made.
pub(crate) fn remove_all() -> impl Drop {
    let paths = lock();
    for path in paths.iter() {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
    paths
}

/// Returns a maker of temporary files or folders, whose mode is that of new ones, within the user's mask, and not private.
pub(crate) fn builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".new");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder
}

pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}

/// A temporary file, which is removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Temporary {
    /// `None` after the file has got its final name.
    path: Option<TempPath>,
}

impl Temporary {
    /// Makes a temporary file in the folder of the file that it will replace, with the same permissions.
    pub(crate) fn create(file: &Path) -> io::Result<(fs::File, Self)> {
        let permissions = fs::metadata(file).map(|metadata| metadata.permissions()).ok();
        if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        let mut paths = lock();
        let (open, path) = builder(0o666).tempfile_in(parent(file))?.into_parts();
        paths.push(path.to_path_buf());
        drop(paths);
        let temporary = Self { path: Some(path) };
        if let Some(permissions) = permissions {
            open.set_permissions(permissions)?;
        }
        Ok((open, temporary))
    }

    /// Renames the file.
    pub(crate) fn persist(mut self, file: &Path, existing: Existing) -> io::Result<()> {
        let Some(path) = self.path.take() else { return Ok(()) };
        let mut paths = lock();
        paths.retain(|other| **other != *path);
        let persisted = match existing {
            Existing::Replace => path.persist(file),
            Existing::Keep => path.persist_noclobber(file),
        };
        match persisted {
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                let kept = error.path.keep().map_err(|error| error.error)?;
                let reason =
                    format!("it has appeared in the meantime; the new contents are in {}", kept.display());
                Err(io::Error::new(io::ErrorKind::AlreadyExists, reason))
            }
            // Dropping the error removes the file.
            persisted => persisted.map_err(|error| error.error),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let Some(path) = self.path.take() else { return };
        let mut paths = lock();
        paths.retain(|other| **other != *path);
        // The file is removed before the lock is released.
        drop(path);
    }
}

/// A temporary folder, which is removed with its contents when it is dropped, or when
/// [a signal](crate::clean_up_on_signals) ends the process.
#[derive(Debug)]
pub struct TemporaryFolder(
    /// `None` while it is dropped.
    Option<TempDir>,
);

impl TemporaryFolder {
    /// Makes a folder in another one, whose name begins with this prefix.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be made.
    pub fn create(parent: &Path, prefix: &str) -> io::Result<Self> {
        Self::make(|| TempDir::with_prefix_in(prefix, parent))
    }

    pub(crate) fn make(make: impl FnOnce() -> io::Result<TempDir>) -> io::Result<Self> {
        let mut paths = lock();
        let folder = make()?;
        paths.push(folder.path().to_owned());
        Ok(Self(Some(folder)))
    }

    /// Returns its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.as_ref().map_or(Path::new(""), TempDir::path)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let Some(folder) = self.0.take() else { return };
        let mut paths = lock();
        paths.retain(|other| other != folder.path());
        // The folder is removed before the lock is released.
        drop(folder);
    }
}
