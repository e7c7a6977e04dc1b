#![doc = include_str!("../README.md")]

mod folder;
mod signals;
mod temporary;

use std::fmt::Display;
use std::path::{Component, Path, PathBuf, Prefix, PrefixComponent};
use std::{fs, io};

use same_file::Handle;

pub use folder::Folder;
pub use signals::clean_up_on_signals;
use tempfile::TempPath;
pub use temporary::TemporaryFolder;
use temporary::lock;

/// Checks the outputs of a command before it starts: none is an input or another output under a
/// second name.
///
/// `-` is standard input or standard output, which can be files, too. Only one output can be `-`,
/// and a command that prints besides writing files lists `-` among its outputs. Devices and pipes
/// are otherwise always allowed.
///
/// # Errors
///
/// Returns the reason why one of the outputs must not be written. It can also be a folder or a
/// broken link.
pub fn check(inputs: &[&Path], outputs: &[&Path]) -> io::Result<()> {
    let inputs: Vec<Handle> = inputs
        .iter()
        .filter_map(|input| handle(input, Handle::stdin))
        .collect();
    let standard = outputs.iter().find(|output| is_standard(output));
    let standard = standard.and_then(|output| handle(output, Handle::stdout));
    let mut earlier: Vec<(PathBuf, &Path)> = Vec::new();
    for &output in outputs {
        let handle = handle(output, Handle::stdout);
        if handle
            .as_ref()
            .is_some_and(|handle| inputs.contains(handle))
        {
            return Err(invalid(output, "it is also an input"));
        }
        let file = if is_standard(output) || (handle.is_some() && handle == standard) {
            STANDARD.into()
        } else {
            let Some(file) = target(output)? else {
                continue;
            };
            file
        };
        if let Some((_, same)) = earlier.iter().find(|(earlier, _)| *earlier == file) {
            return Err(if is_standard(output) && is_standard(same) {
                invalid(output, "it is another output already")
            } else {
                invalid(
                    output,
                    format_args!("it is the same file as {}", name(same)),
                )
            });
        }
        earlier.push((file, output));
    }
    Ok(())
}

/// The name of standard input and standard output.
const STANDARD: &str = "-";

fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

fn name(path: &Path) -> String {
    if is_standard(path) {
        "standard output".into()
    } else {
        path.display().to_string()
    }
}

/// Returns the identity of an existing regular file. Others are not opened, because opening a pipe
/// can wait.
fn handle(path: &Path, standard: fn() -> io::Result<Handle>) -> Option<Handle> {
    let handle = match path {
        _ if is_standard(path) => standard(),
        _ if path.is_file() => Handle::from_path(path),
        _ => return None,
    };
    let handle = handle.ok()?;
    let is_file = handle.as_file().metadata().ok()?.is_file();
    is_file.then_some(handle)
}

/// Writes a file and replaces an old one. Devices and pipes are written directly.
///
/// # Errors
///
/// Returns the reason why the file was not written. An old file is then unchanged.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut writer = Writer::create(path, Existing::Replace)?;
    io::Write::write_all(&mut writer, contents.as_ref())?;
    writer.finish()
}

/// What to do with a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Replace it when the new one is complete.
    Replace,
    /// Keep it and fail, even if it appears while the new one is written.
    Keep,
}

/// A file that is written piece by piece, and appears under its name when it is
/// [finished](Self::finish).
///
/// Every error names the file. If the writer is dropped before, nothing remains.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    open: fs::File,
    /// The folder of the temporary file, and the path that it will have. Devices and pipes are
    /// written directly.
    moved: Option<(TemporaryFolder, PathBuf)>,
    existing: Existing,
}

impl Writer {
    /// Begins to write a file. Devices and pipes are written directly. `-` is not a file, but `./-`
    /// can be one.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file cannot be written. With [`Existing::Keep`], the kind of the
    /// error is
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if there is a file.
    pub fn create(path: &Path, existing: Existing) -> io::Result<Self> {
        let (open, moved) = match target(path)? {
            None => (
                naming(path, fs::OpenOptions::new().write(true).open(path))?,
                None,
            ),
            Some(file) if existing == Existing::Keep && file.exists() => {
                let error = format!("{} already exists", path.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, error));
            }
            Some(file) => {
                let (open, folder) = naming(path, temporary(&file))?;
                (open, Some((folder, file)))
            }
        };
        Ok(Self {
            path: path.to_owned(),
            open,
            moved,
            existing,
        })
    }

    /// Completes the file, and replaces the old one.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file could not be replaced. The old file is then
    /// unchanged. If it appeared in the meantime and must be kept, the error names the file
    /// that has the contents instead.
    pub fn finish(self) -> io::Result<()> {
        let Some((folder, file)) = self.moved else {
            return Ok(());
        };
        naming(&self.path, self.open.sync_all())?;
        let new = folder.path().join(NEW);
        let renamed = match rename(&new, &file, self.existing) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                folder.keep();
                let reason = "it has appeared in the meantime; the new contents are in";
                let reason = format!("{reason} {}", new.display());
                Err(io::Error::new(io::ErrorKind::AlreadyExists, reason))
            }
            renamed => renamed,
        };
        naming(&self.path, renamed)
    }
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.open.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            written => naming(&self.path, written),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // Files have no buffer.
        Ok(())
    }
}

/// The name of a file in its temporary folder.
const NEW: &str = "new";

/// Makes a temporary file, with the permissions of the file that it will replace.
fn temporary(file: &Path) -> io::Result<(fs::File, TemporaryFolder)> {
    let old = fs::metadata(file).ok();
    let permissions = old.as_ref().map(fs::Metadata::permissions);
    if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        ));
    }
    let folder = TemporaryFolder::create(parent(file), ".new-")?;
    let lock = lock();
    let open = fs::File::create(folder.path().join(NEW))?;
    drop(lock);
    if let Some(permissions) = permissions {
        open.set_permissions(permissions)?;
    }
    Ok((open, folder))
}

/// Renames a complete file.
fn rename(from: &Path, to: &Path, existing: Existing) -> io::Result<()> {
    let _lock = lock();
    match existing {
        Existing::Replace => fs::rename(from, to),
        Existing::Keep => match TempPath::try_from_path(from)?.persist_noclobber(to) {
            Ok(()) => Ok(()),
            Err(error) => {
                let _ = error.path.keep();
                Err(error.error)
            }
        },
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}

/// Follows links to the actual file, which need not exist. `None` is a device or a pipe.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    if is_standard(path) {
        return Err(invalid(
            path,
            "a file is needed here; `./-` is the file of this name",
        ));
    }
    // Windows has no metadata of devices, such as `NUL`.
    let absolute = std::path::absolute(path).unwrap_or_default();
    let is_device = |prefix: PrefixComponent| matches!(prefix.kind(), Prefix::DeviceNS(_));
    if matches!(absolute.components().next(), Some(Component::Prefix(prefix)) if is_device(prefix))
    {
        return Ok(None);
    }
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(invalid(path, "it is a folder")),
        Ok(metadata) if !metadata.is_file() => Ok(None),
        Ok(_) => naming(path, fs::canonicalize(path)).map(Some),
        Err(error) if error.kind() != io::ErrorKind::NotFound => naming(path, Err(error)),
        Err(_) if fs::symlink_metadata(path).is_ok() => Err(invalid(path, "it is a broken link")),
        Err(_) => {
            let Some(name) = path.file_name() else {
                return Err(invalid(path, "it is not the name of a file"));
            };
            let parent = Path::new(".").join(parent(path));
            let parent = naming(path, fs::canonicalize(parent))?;
            Ok(Some(parent.join(name)))
        }
    }
}

fn invalid(path: &Path, reason: impl Display) -> io::Error {
    wrong(
        path,
        &io::Error::new(io::ErrorKind::InvalidInput, reason.to_string()),
    )
}

/// Adds the name of the file to an error.
fn naming<T>(path: &Path, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|error| wrong(path, &error))
}

fn wrong(path: &Path, error: &io::Error) -> io::Error {
    let name = name(path);
    io::Error::new(error.kind(), format!("cannot write {name}: {error}"))
}
