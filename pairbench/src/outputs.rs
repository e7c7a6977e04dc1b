//! Output files, which are written completely or not at all.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A file that will be written.
#[derive(Clone, Debug)]
pub(crate) struct OutputFile {
    /// The option that named it.
    pub(crate) option: &'static str,
    /// The path as given.
    given: PathBuf,
    /// The path without links, so that two names of one file are equal.
    real: PathBuf,
}

/// Checks before measuring that the files can be written, and that none is an input or another output.
pub(crate) fn check(
    outputs: &[(&'static str, &Path)],
    inputs: &[(&'static str, &Path)],
) -> Result<Vec<OutputFile>, String> {
    let mut checked: Vec<OutputFile> = Vec::new();
    for &(option, given) in outputs {
        let wrong = |why: &str| format!("{option} {}: {why}", given.display());
        let real = real(given).map_err(|why| wrong(&why))?;
        for (other, path) in inputs {
            if path.canonicalize().is_ok_and(|path| path == real) {
                return Err(wrong(&format!("this is also the file of {other}")));
            }
        }
        if let Some(before) = checked.iter().find(|before| before.real == real && real.is_file_or_new()) {
            return Err(wrong(&format!("this is also the file of {}", before.option)));
        }
        let folder = real.parent().unwrap_or(Path::new("."));
        if real.exists() {
            OpenOptions::new().append(true).open(&real).map_err(|error| wrong(&error.to_string()))?;
        }
        if real.is_file_or_new() {
            tempfile::NamedTempFile::new_in(folder).map_err(|error| wrong(&error.to_string()))?;
        }
        checked.push(OutputFile { option, given: given.to_owned(), real });
    }
    Ok(checked)
}

/// Returns the path without links. The file itself need not exist.
fn real(path: &Path) -> Result<PathBuf, String> {
    if path.is_symlink() && !path.exists() {
        return Err("the target of this link does not exist".to_owned());
    }
    if path.is_dir() {
        return Err("this is a folder".to_owned());
    }
    if path.exists() {
        return path.canonicalize().map_err(|error| error.to_string());
    }
    let name = path.file_name().ok_or("this is not the name of a file")?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(folder.canonicalize().map_err(|error| error.to_string())?.join(name))
}

/// Tests if the path is a regular file, which can be replaced, and not a device or a pipe.
trait Replaceable {
    fn is_file_or_new(&self) -> bool;
}

impl Replaceable for Path {
    fn is_file_or_new(&self) -> bool {
        self.is_file() || !self.exists()
    }
}

impl OutputFile {
    /// Writes the file. On failure the old file remains.
    pub(crate) fn write(&self, text: &str) -> Result<(), String> {
        let result =
            if self.real.is_file_or_new() { self.replace(text) } else { std::fs::write(&self.real, text) };
        result.map_err(|error| format!("{} {}: {error}", self.option, self.given.display()))
    }

    fn replace(&self, text: &str) -> std::io::Result<()> {
        let folder = self.real.parent().unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        if let Ok(old) = self.real.metadata() {
            file.as_file().set_permissions(old.permissions())?;
        }
        file.persist(&self.real)?;
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_can_be_replaced_and_devices_cannot() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        assert!(file.is_file_or_new());
        std::fs::write(&file, "").unwrap();
        assert!(file.is_file_or_new());
        assert!(!Path::new("/dev/null").is_file_or_new());
    }
}
