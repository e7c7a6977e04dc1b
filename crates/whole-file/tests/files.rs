//! Files are complete, and nothing is lost.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Command, Stdio};

use whole_file::{Existing, Folder, Writer, check, write};

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    ["input", "other"]
        .iter()
        .for_each(|name| fs::write(path(name), "").unwrap());
    fs::hard_link(path("input"), path("same")).unwrap();
    fs::create_dir(path("folder")).unwrap();
    let mut cases = vec![
        ("input", "a b folder/a", None),
        ("- none", "a", None),
        (
            "other input",
            "a folder/../input",
            Some("folder/../input: it is also an input"),
        ),
        ("input other", "same", Some("same: it is also an input")),
        (
            "",
            "a b folder/../a",
            Some("folder/../a: it is the same file as X/a"),
        ),
        ("", "folder", Some("folder: it is a folder")),
        ("", "none/a", Some("none/a: ")),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(path("none"), path("link")).unwrap();
        cases.push(("", "link", Some("link: it is a broken link")));
        cases.push((
            "",
            "input/a",
            Some("input/a: Not a directory (os error 20)"),
        ));
        // Windows shortens this to `folder`.
        cases.push((
            "",
            "folder/none/..",
            Some("folder/none/..: it is not the name of a file"),
        ));
    }
    for (inputs, outputs, expected) in cases {
        let [inputs, outputs] = [inputs, outputs].map(|names| names.split_whitespace().map(path));
        let (inputs, outputs): (Vec<_>, Vec<_>) = (inputs.collect(), outputs.collect());
        let [inputs, outputs] =
            [&inputs, &outputs].map(|paths| paths.iter().map(PathBuf::as_path).collect::<Vec<_>>());
        let error = check(&inputs, &outputs).err().map(|error| {
            error
                .to_string()
                .replace(folder.path().to_str().unwrap(), "X")
                .replace('\\', "/")
        });
        let expected = expected.map(|expected| format!("cannot write X/{expected}"));
        match expected.as_ref().filter(|expected| expected.ends_with(' ')) {
            // The system words the reason.
            Some(start) => assert!(
                error.is_some_and(|error| error.starts_with(start)),
                "{start}"
            ),
            None => assert_eq!(error, expected),
        }
    }
    // Devices are always allowed.
    let null = Path::new(if cfg!(windows) { "NUL" } else { "/dev/null" });
    assert!(check(&[null], &[null; 2]).is_ok());
    write(null, "nothing").unwrap();
}

#[test]
fn standard_output_is_no_file_and_only_one_output() {
    let [dash, other] = ["-", "/nonexistent/a"].map(Path::new);
    let error = check(&[], &[dash, dash]).unwrap_err().to_string();
    assert_eq!(
        error,
        "cannot write standard output: it is another output already"
    );
    assert!(check(&[], &[dash]).is_ok());
    assert!(
        check(&[], &[dash, other])
            .unwrap_err()
            .to_string()
            .contains("/nonexistent/a")
    );
    let no_file =
        "cannot write standard output: a file is needed here; `./-` is the file of this name";
    assert_eq!(write(dash, "text").unwrap_err().to_string(), no_file);
    assert!(!dash.exists());
}

/// A variable that is set where a test runs a second time, in a process of its own.
#[cfg(unix)]
const AGAIN: &str = "WHOLE_FILE_TEST";

/// Returns a command that runs a test a second time.
#[cfg(unix)]
fn again(test: &str, value: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", test]).env(AGAIN, value);
    again
}

#[cfg(unix)]
#[test]
fn an_output_is_not_the_file_of_standard_output() {
    const TEST: &str = "an_output_is_not_the_file_of_standard_output";
    if let Some(file) = std::env::var_os(AGAIN) {
        let [file, dash] = [Path::new(&file), Path::new("-")];
        let refused = |outputs: &[&Path]| check(&[], outputs).err().map(|error| error.to_string());
        let over_input = check(&[dash], &[dash]).err().map(|error| error.to_string());
        if file == Path::new("/dev/null") {
            // A terminal is often both.
            assert_eq!(over_input, None);
            return;
        }
        assert_eq!(
            over_input.as_deref(),
            Some("cannot write standard output: it is also an input")
        );
        let name = file.display();
        let same = Some(format!(
            "cannot write {name}: it is the same file as standard output"
        ));
        assert_eq!(refused(&[dash, file]), same);
        let same = Some(format!(
            "cannot write standard output: it is the same file as {name}"
        ));
        assert_eq!(refused(&[file, dash]), same);
        // A command that does not print may write it.
        assert_eq!(refused(&[file]), None);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let output = fs::File::create(&path).unwrap();
    assert!(
        again(TEST, "/dev/null")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .unwrap()
            .success()
    );
    let input = fs::File::open(&path).unwrap();
    assert!(
        again(TEST, &path)
            .stdin(input)
            .stdout(output)
            .status()
            .unwrap()
            .success()
    );
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
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let mut unfinished = Writer::create(&path, Existing::Replace).unwrap();
    unfinished.write_all(b"new").unwrap();
    assert_eq!(files(), 2);
    drop(unfinished);
    assert_eq!(
        (files(), fs::read_to_string(&path).unwrap().as_str()),
        (1, "")
    );
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("file", &link).unwrap();
        write(&link, "linked").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "linked");
    }
}

#[cfg(unix)]
#[test]
fn pipes_are_written_directly() {
    use std::os::unix::fs::FileTypeExt as _;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    let reader = std::thread::spawn({
        let path = path.clone();
        move || fs::read_to_string(path).unwrap()
    });
    write(&path, "text").unwrap();
    // Nobody would write to a pipe that was replaced.
    assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    assert_eq!(reader.join().unwrap(), "text");
}

/// The signals are raised in a second process, while it writes two files with names that have no
/// folder, and one in a temporary folder.
#[cfg(unix)]
#[test]
fn signals_remove_unfinished_files() {
    use std::os::unix::process::ExitStatusExt as _;

    use libc::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};

    const TEST: &str = "signals_remove_unfinished_files";
    if let Ok(signal) = std::env::var(AGAIN) {
        let (signal, wait) = signal.split_once(' ').unwrap();
        whole_file::clean_up_on_signals().unwrap();
        let _unfinished =
            ["a", "b"].map(|name| Writer::create(name.as_ref(), Existing::Replace).unwrap());
        let unfinished = whole_file::TemporaryFolder::create(&std::env::temp_dir(), "c").unwrap();
        fs::write(unfinished.path().join("d"), "").unwrap();
        signal_hook::low_level::raise(signal.parse().unwrap()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait.parse().unwrap()));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ] {
        // Whoever runs the tests may have ignored it, as `nohup` does, and children inherit that.
        let own = Command::new("sh")
            .args(["-c", &format!("kill -{signal} $$; echo ignored")])
            .output();
        if own.unwrap().stdout.is_empty() {
            let mut again = again(TEST, format!("{signal} 60000"));
            // The process ends by the signal itself, which shells need to know.
            assert_eq!(
                again
                    .current_dir(&folder)
                    .env("TMPDIR", folder.path())
                    .status()
                    .unwrap()
                    .signal(),
                Some(signal)
            );
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{signal}");
        }
    }
    let mut ignoring = Command::new("sh");
    ignoring
        .args(["-c", "trap '' HUP; exec \"$0\" --exact \"$1\""])
        .arg(std::env::current_exe().unwrap());
    ignoring
        .arg(TEST)
        .env(AGAIN, format!("{SIGHUP} 200"))
        .current_dir(&folder);
    assert!(ignoring.status().unwrap().success());
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

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let error = write(Path::new("/dev/full"), "text").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StorageFull);
    assert!(
        error
            .to_string()
            .starts_with("cannot write /dev/full: No space left"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn permissions_stay() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let [path, usual] = ["file", "usual"].map(|name| folder.path().join(name));
    fs::write(&usual, "").unwrap();
    write(&path, "").unwrap();
    let [mode, usual] =
        [&path, &usual].map(|path| fs::metadata(path).unwrap().permissions().mode());
    assert_eq!(mode, usual);
    for mode in [0o640, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        write(&path, "text").unwrap();
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            mode
        );
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let error = write(&path, "text").unwrap_err().to_string();
    assert!(error.ends_with(": the file is read-only"), "{error}");
}

#[test]
fn a_folder_appears_when_it_is_complete() {
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path().join("x");
    let names = || fs::read_dir(outer.path()).unwrap().count();
    let begun = || {
        let folder = Folder::create(&path).unwrap();
        let mut file = folder.file("a", "b").unwrap();
        file.write_all(b"c").unwrap();
        assert!(!path.exists() && names() == 1);
        // Windows removes no open file, so the file is dropped first.
        (file, folder)
    };
    drop(begun());
    assert_eq!(names(), 0);
    let (file, folder) = begun();
    file.finish().unwrap();
    assert_eq!(
        folder.file("a", "b").unwrap_err().kind(),
        ErrorKind::AlreadyExists
    );
    assert_eq!(folder.finish(Existing::Keep).unwrap(), [Path::new("a/b")]);
    assert_eq!(
        (fs::read_to_string(path.join("a/b")).unwrap(), names()),
        ("c".to_owned(), 1)
    );
    // Like any new folder, it is not private.
    let other = outer.path().join("x/other");
    fs::create_dir(&other).unwrap();
    let permissions = |path: &Path| fs::metadata(path).unwrap().permissions();
    assert_eq!(permissions(&path), permissions(&other));
    // Other files stay, and one of the same name as asked.
    fs::write(path.join("a/other"), "").unwrap();
    for (existing, expected) in [(Existing::Keep, "c"), (Existing::Replace, "new")] {
        let folder = Folder::create(&path).unwrap();
        let mut file = folder.file("a", "b").unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        let error = folder.finish(existing).err().map(|error| error.kind());
        assert_eq!(error, (expected == "c").then_some(ErrorKind::AlreadyExists));
        assert_eq!(fs::read_to_string(path.join("a/b")).unwrap(), expected);
        assert_eq!(
            [&path, &path.join("a")].map(|path| fs::read_dir(path).unwrap().count()),
            [2, 2]
        );
    }
    assert_eq!(
        Folder::create(&path.join("a/b")).unwrap_err().kind(),
        ErrorKind::InvalidInput
    );
}
