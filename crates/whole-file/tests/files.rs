//! Files are complete, and nothing is lost.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use whole_file::{Existing, Writer, check, write};

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("input"), "").unwrap();
    fs::hard_link(path("input"), path("same")).unwrap();
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
    assert_eq!(refused(&["input"], &["same"]), error("cannot write X/same: it is also an input"));
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
fn standard_output_is_no_file_and_only_one_output() {
    let [dash, other] = ["-", "/nonexistent/a"].map(Path::new);
    let error = check(&[], &[dash, dash]).unwrap_err().to_string();
    assert_eq!(error, "cannot write standard output: it is another output already");
    assert!(check(&[], &[dash]).is_ok());
    assert!(check(&[], &[dash, other]).unwrap_err().to_string().contains("/nonexistent/a"));
    let no_file = "cannot write standard output: a file is needed here; `./-` is the file of this name";
    assert_eq!(write(dash, "text").unwrap_err().to_string(), no_file);
    assert!(!dash.exists());
}

/// Runs this test again with standard output in a file.
#[cfg(unix)]
#[test]
fn an_output_is_not_the_file_of_standard_output() {
    const FILE: &str = "WHOLE_FILE_TEST";
    if let Some(file) = std::env::var_os(FILE) {
        let [file, dash] = [Path::new(&file), Path::new("-")];
        let refused = |outputs: &[&Path]| check(&[], outputs).err().map(|error| error.to_string());
        let name = file.display();
        let same = Some(format!("cannot write {name}: it is the same file as standard output"));
        assert_eq!(refused(&[dash, file]), same);
        let same = Some(format!("cannot write standard output: it is the same file as {name}"));
        assert_eq!(refused(&[file, dash]), same);
        // A command that does not print may write it.
        assert_eq!(refused(&[file]), None);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "an_output_is_not_the_file_of_standard_output"]).env(FILE, &path);
    assert!(again.stdout(fs::File::create(&path).unwrap()).status().unwrap().success());
    assert!(fs::read_to_string(&path).unwrap().contains("1 passed"));
}

#[test]
fn files_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for contents in ["one\n", "two\nthree\n", ""] {
        write(&path, contents).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), contents);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_existing_file_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut writer = Writer::create(&path, Existing::Keep).unwrap();
    writer.write_all(b"new").unwrap();
    fs::write(&path, "precious").unwrap();
    let error = writer.finish().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    let error = error.to_string();
    let (reason, kept) = error.rsplit_once(' ').unwrap();
    let name = path.display();
    assert_eq!(
        reason,
        format!("cannot write {name}: it has appeared in the meantime; the new contents are in")
    );
    assert_eq!(fs::read_to_string(kept).unwrap(), "new");
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");

    let error = Writer::create(&path, Existing::Keep).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert_eq!(error.to_string(), format!("{name} already exists"));
}

#[test]
fn an_unfinished_file_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let writer = Writer::create(&path, Existing::Replace).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    drop(writer);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let error = write(Path::new("/dev/full"), "text").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StorageFull);
    assert!(error.to_string().starts_with("cannot write /dev/full: No space left"), "{error}");
}

#[cfg(unix)]
#[test]
fn permissions_stay() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "").unwrap();
    for mode in [0o640, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        write(&path, "text").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let error = write(&path, "text").unwrap_err().to_string();
    assert!(error.ends_with(": the file is read-only"), "{error}");
}
