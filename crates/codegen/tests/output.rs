//! Tests of writing files atomically.
#![cfg(feature = "emit")]

use std::fs;
use std::path::{Path, PathBuf};

use pawnfill_codegen::output::{check, is_current, write};

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("input"), "").unwrap();
    fs::create_dir(path("folder")).unwrap();
    let refused = |inputs: &[&str], outputs: &[&str]| {
        let [inputs, outputs] =
            [inputs, outputs].map(|names| names.iter().map(|name| path(name)).collect::<Vec<_>>());
        let [inputs, outputs] =
            [&inputs, &outputs].map(|paths| paths.iter().map(PathBuf::as_path).collect::<Vec<_>>());
        check(&inputs, &outputs)
            .err()
            .map(|error| error.to_string().replace(folder.path().to_str().unwrap(), "X"))
    };
    let error = |text: &str| Some(text.to_owned());
    assert_eq!(refused(&["input"], &["a", "b", "folder/a"]), None);
    assert_eq!(refused(&["-", "none"], &["a"]), None);
    assert_eq!(
        refused(&["input"], &["a", "folder/../input"]),
        error("cannot write X/folder/../input: it is also an input")
    );
    assert_eq!(
        refused(&[], &["a", "b", "folder/../a"]),
        error("cannot write X/folder/../a: it is the same file as X/a")
    );
    assert_eq!(refused(&[], &["folder"]), error("cannot write X/folder: it is a folder"));
    assert_eq!(
        refused(&[], &["folder/none/.."]),
        error("cannot write X/folder/none/..: it is not the name of a file")
    );
    let missing = refused(&[], &["none/a"]).unwrap();
    assert!(missing.starts_with("cannot write X/none/a: "), "{missing}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(path("none"), path("link")).unwrap();
        assert_eq!(refused(&[], &["link"]), error("cannot write X/link: it is a broken link"));
        let below_file = refused(&[], &["input/a"]).unwrap();
        assert!(below_file.starts_with("cannot write X/input/a: Not a directory"), "{below_file}");
        // Devices are always allowed.
        assert!(check(&[Path::new("/dev/null")], &[Path::new("/dev/null"); 2]).is_ok());
    }
}

#[test]
fn files_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    assert!(!is_current(&path, b""));
    for contents in ["one\n", "two\nthree\n", ""] {
        write(&path, contents).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        assert!(is_current(&path, contents.as_bytes()) && !is_current(&path, b"other"));
    }
    fs::write(&path, "one\r\ntwo\r\n").unwrap();
    assert!(is_current(&path, b"one\ntwo\n"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    #[cfg(unix)]
    assert!(!is_current(Path::new("/dev/zero"), b""));
}
