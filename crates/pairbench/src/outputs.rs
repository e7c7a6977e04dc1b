//! Output files, which are written completely or not at all.

use std::error::Error;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// An option and the path that it names, if it is given.
type PathOption<'a> = (&'static str, &'a Option<PathBuf>);

/// A file that will be written.
#[derive(Clone, Debug)]
pub(crate) struct OutputFile<'a> {
    /// The option that named it.
    pub(crate) option: &'static str,
    /// The path as given.
    given: &'a Path,
    /// The path without links, so that two names of one file are equal.
    real: PathBuf,
}

/// Checks before measuring that the files can be written, and that none is an input or another output.
pub(crate) fn check<'a>(
    outputs: &[PathOption<'a>],
    inputs: &[PathOption<'_>],
) -> Result<Vec<OutputFile<'a>>, String> {
    let mut checked: Vec<OutputFile<'_>> = Vec::new();
    for &(option, given) in outputs {
        let Some(given) = given else { continue };
        let wrong = |why: &dyn Display| format!("{option} {}: {why}", given.display());
        let real = real(given).map_err(|why| wrong(&why))?;
        let is_it = |path: &PathBuf| path.canonicalize().is_ok_and(|path| path == real);
        let input = inputs.iter().find(|(_, path)| path.as_ref().is_some_and(is_it));
        let output = checked.iter().find(|before| before.real == real && is_file_or_new(&real));
        if let Some(other) = input.map(|input| input.0).or(output.map(|output| output.option)) {
            return Err(wrong(&format!("this is also the file of {other}")));
        }
        if real.exists() {
            OpenOptions::new().append(true).open(&real).map_err(|error| wrong(&error))?;
        }
        if is_file_or_new(&real) {
            tempfile::NamedTempFile::new_in(folder(&real)).map_err(|error| wrong(&error))?;
        }
        checked.push(OutputFile { option, given, real });
    }
    Ok(checked)
}

/// Returns the path without links. The file itself need not exist.
fn real(path: &Path) -> Result<PathBuf, Box<dyn Error>> {
    if path.is_symlink() && !path.exists() {
        return Err("the target of this link does not exist".into());
    }
    if path.is_dir() {
        return Err("this is a folder".into());
    }
    if path.exists() {
        return Ok(path.canonicalize()?);
    }
    let name = path.file_name().ok_or("this is not the name of a file")?;
    Ok(folder(&std::path::absolute(path)?).canonicalize()?.join(name))
}

/// Returns the folder of an absolute path.
fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// Tests if the path is a regular file, which can be replaced, and not a device or a pipe.
fn is_file_or_new(path: &Path) -> bool {
    path.is_file() || !path.exists()
}

impl OutputFile<'_> {
    /// Writes the file. On failure the old file remains.
    pub(crate) fn write(&self, text: &str) -> Result<(), String> {
        let result =
            if is_file_or_new(&self.real) { self.replace(text) } else { std::fs::write(&self.real, text) };
        result.map_err(|error| format!("{} {}: {error}", self.option, self.given.display()))
    }

    fn replace(&self, text: &str) -> std::io::Result<()> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder(&self.real))?;
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
        assert!(is_file_or_new(&file));
        std::fs::write(&file, "").unwrap();
        assert!(is_file_or_new(&file));
        assert!(!is_file_or_new(Path::new("/dev/null")));
    }
}
