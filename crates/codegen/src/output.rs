//! Writes files atomically: an old file is replaced completely or stays unchanged.

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use tempfile::{NamedTempFile, TempPath};

/// The reason why a file cannot be written.
#[derive(Debug)]
pub struct Error(String);

impl Error {
    fn new(path: &Path, reason: impl fmt::Display) -> Self {
        Self(format!("cannot write {}: {reason}", path.display()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Checks the outputs of a command before it starts. An output must not be an input, another output under a second
/// name, a folder, or a broken link.
///
/// Devices and pipes are always allowed.
///
/// # Errors
///
/// Returns the first output that cannot be written.
pub fn check(inputs: &[&Path], outputs: &[&Path]) -> Result<(), Error> {
    let inputs = inputs.iter().filter_map(|input| fs::canonicalize(input).ok());
    let mut taken: Vec<_> = inputs.map(|input| (input, "it is also an input".to_owned())).collect();
    for &output in outputs {
        let Some(file) = file(output)? else { continue };
        if let Some((_, reason)) = taken.iter().find(|(taken, _)| *taken == file) {
            return Err(Error::new(output, reason));
        }
        taken.push((file, format!("it is the same file as {}", output.display())));
    }
    Ok(())
}

/// Tests if a file has these contents, ignoring the line endings of the platform.
#[must_use]
pub fn is_current(path: &Path, contents: &[u8]) -> bool {
    let lines = |text: &[u8]| text.iter().copied().filter(|&byte| byte != b'\r').collect::<Vec<_>>();
    // A device may be endless.
    path.is_file() && fs::read(path).is_ok_and(|current| lines(&current) == lines(contents))
}

/// Writes a file through a temporary file in the same folder. Devices and pipes are written directly.
///
/// # Errors
///
/// Returns the reason why the file was not written.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Error> {
    let mut writer = Writer::create(path)?;
    writer.write_all(contents.as_ref()).map_err(|error| Error::new(path, error))?;
    writer.finish()
}

/// A file that is written piece by piece. The old file stays until [`finish`](Self::finish).
pub struct Writer {
    path: PathBuf,
    open: fs::File,
    /// The path of a temporary file, and the path that it will have. Devices and pipes are written directly.
    moved: Option<(TempPath, PathBuf)>,
}

impl Writer {
    /// Begins to write a file. Devices and pipes are written directly.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let opened = match file(path)? {
            None => fs::OpenOptions::new().write(true).open(path).map(|device| (device, None)),
            Some(file) => temporary(&file).map(|temporary| {
                let (open, temporary) = temporary.into_parts();
                (open, Some((temporary, file)))
            }),
        };
        let (open, moved) = opened.map_err(|error| Error::new(path, error))?;
        Ok(Self { path: path.to_owned(), open, moved })
    }

    /// Completes the file, and replaces the old one.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file could not be replaced. The old file is then unchanged.
    pub fn finish(self) -> Result<(), Error> {
        let Some((temporary, file)) = self.moved else { return Ok(()) };
        let synced = self.open.sync_all();
        let moved = synced.and_then(|()| temporary.persist(file).map_err(|error| error.error));
        moved.map_err(|error| Error::new(&self.path, error))
    }
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        // Files have no buffer.
        Ok(())
    }
}

/// Makes a temporary file in the folder of the file that it will replace, with the same permissions.
fn temporary(file: &Path) -> io::Result<NamedTempFile> {
    let permissions = fs::metadata(file).map(|metadata| metadata.permissions()).ok();
    if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".new");
    // Temporary files are private by default. These are the permissions of a new file, within the user's mask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let temporary = builder.tempfile_in(file.parent().unwrap_or(Path::new("/")))?;
    if let Some(permissions) = permissions {
        temporary.as_file().set_permissions(permissions)?;
    }
    Ok(temporary)
}

/// Follows links to the actual file, which need not exist. `None` is a device or a pipe.
fn file(path: &Path) -> Result<Option<PathBuf>, Error> {
    let wrong = |reason: &str| Err(Error::new(path, reason));
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => wrong("it is a folder"),
        Ok(metadata) if !metadata.is_file() => Ok(None),
        Ok(_) => fs::canonicalize(path).map(Some).map_err(|error| Error::new(path, error)),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::new(path, error)),
        Err(_) if fs::symlink_metadata(path).is_ok() => wrong("it is a broken link"),
        Err(_) => {
            let parent = path.parent().filter(|parent| *parent != OsStr::new("")).unwrap_or(Path::new("."));
            let Some(name) = path.file_name() else { return wrong("it is not the name of a file") };
            match fs::canonicalize(parent) {
                Ok(parent) => Ok(Some(parent.join(name))),
                Err(error) => Err(Error::new(path, error)),
            }
        }
    }
}
