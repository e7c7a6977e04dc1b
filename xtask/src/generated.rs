//! Writes generated files, or checks that they are up to date.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};

use crate::terminal::say;
use crate::workspace;

/// A generated file, with its path relative to the workspace.
pub(crate) struct File {
    pub(crate) path: String,
    /// `None` if the file should not exist.
    pub(crate) contents: Option<String>,
}

/// Writes stale files. With `check`, fails and names them instead.
pub(crate) fn update(files: Vec<File>, check: bool) -> anyhow::Result<ExitCode> {
    let mut stale = Vec::new();
    for File { path, contents } in files {
        let place = workspace::path(&path);
        let done = match contents {
            Some(contents) if is_current(&place, contents.as_bytes()) => {
                say(format_args!("{path} is up to date"))?;
                continue;
            }
            _ if check => {
                stale.push(path);
                continue;
            }
            Some(contents) => whole_file::write(&place, contents).map(|()| "wrote")?,
            None => fs::remove_file(&place).with_context(|| path.clone()).map(|()| "removed")?,
        };
        say(format_args!("{done} {path}"))?;
    }
    ensure!(stale.is_empty(), "stale files, run `cargo xtask generate`: {}", stale.join(", "));
    Ok(ExitCode::SUCCESS)
}

/// Returns `true` if a file has these contents, ignoring the line endings of the platform.
pub(crate) fn is_current(path: &Path, contents: &[u8]) -> bool {
    let lines = |text: &[u8]| text.iter().copied().filter(|&byte| byte != b'\r').collect::<Vec<_>>();
    // A device may be endless.
    path.is_file() && fs::read(path).is_ok_and(|current| lines(&current) == lines(contents))
}

/// Returns the other files in a folder, which should not exist.
pub(crate) fn superfluous(folder: &str, files: &[File]) -> anyhow::Result<Vec<File>> {
    let mut gone = Vec::new();
    for entry in fs::read_dir(workspace::path(folder)).with_context(|| folder.to_owned())? {
        let path = Path::new(folder).join(entry?.file_name()).display().to_string();
        if !files.iter().any(|file| file.path == path) {
            gone.push(File { path, contents: None });
        }
    }
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_endings_do_not_matter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert!(!is_current(&path, b""));
        fs::write(&path, "one\r\ntwo\r\n").unwrap();
        assert!(is_current(&path, b"one\ntwo\n") && !is_current(&path, b"one\n"));
        #[cfg(unix)]
        assert!(!is_current(Path::new("/dev/zero"), b""));
    }

    #[test]
    fn stale_files_are_named_or_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let files = || {
            let file = |name, contents: Option<&str>| File {
                path: path(name),
                contents: contents.map(str::to_owned),
            };
            vec![
                file("current", Some("a\n")),
                file("old", Some("b\n")),
                file("new", Some("c\n")),
                file("gone", None),
            ]
        };
        for (name, contents) in [("current", "a\r\n"), ("old", "a\n"), ("gone", "d\n")] {
            fs::write(path(name), contents).unwrap();
        }
        let error = update(files(), true).unwrap_err().to_string();
        let named = ["old", "new", "gone"].map(path).join(", ");
        assert_eq!(error, format!("stale files, run `cargo xtask generate`: {named}"));
        assert_eq!(fs::read_to_string(path("old")).unwrap(), "a\n");

        update(files(), false).unwrap();
        assert_eq!(["old", "new"].map(|name| fs::read_to_string(path(name)).unwrap()), ["b\n", "c\n"]);
        assert!(!Path::new(&path("gone")).exists());
        let gone = files().into_iter().filter(|file| file.contents.is_some()).collect::<Vec<_>>();
        update(gone, true).unwrap();
        let more = superfluous(folder.path().to_str().unwrap(), &files()[1..]).unwrap();
        assert_eq!(more.iter().map(|file| &file.path).collect::<Vec<_>>(), [&path("current")]);
    }
}
