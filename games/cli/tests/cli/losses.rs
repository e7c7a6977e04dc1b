//! Nothing is lost: not an input, not a file that appears, and not by a signal, a full disk or a
//! second run.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use crate::run::{self, INITIAL, file_names};

const GAME: &str = "[White \"Anna\"]\n\n1. e4 *\n";

/// Starts to write a table from standard input, and returns after the output is opened.
fn started(command: &mut Command, folder: &Path) -> Child {
    let before = fs::read_dir(folder).unwrap().count();
    let mut child = command.spawn().unwrap();
    // On a busy machine, this takes any time.
    while fs::read_dir(folder).unwrap().count() == before {
        assert!(child.try_wait().unwrap().is_none(), "no output is open");
        thread::sleep(Duration::from_millis(1));
    }
    child
}

/// Ends the input and returns standard error.
fn ended(mut child: Child, input: &str, code: i32) -> String {
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{err}");
    err
}

#[test]
fn two_runs_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    let args = ["positions", "-", "-o", path.to_str().unwrap(), "--force"];
    let first = started(&mut run::command(&args), folder.path());
    let second = started(&mut run::command(&args), folder.path());
    ended(first, GAME, 0);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3);
    ended(second, INITIAL, 0);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
    assert_eq!(file_names(folder.path()), ["x.csv"]);
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_only_the_old_file() {
    use std::os::unix::process::ExitStatusExt as _;

    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(name("x.csv"), "precious").unwrap();
    let (file, parts) = (name("x.csv"), name("parts.csv"));
    for args in [
        &["-o", &file, "--force"][..],
        &["-o", &parts, "--partition", "year"],
    ] {
        let mut child = started(
            &mut run::command(&[&["positions", "-"], args].concat()),
            folder.path(),
        );
        // Waiting would end the input, and the program could be done before it handles the signal.
        let mut input = child.stdin.take().unwrap();
        input.write_all(GAME.as_bytes()).unwrap();
        assert!(
            Command::new("kill")
                .arg(child.id().to_string())
                .status()
                .unwrap()
                .success()
        );
        // The program ends by the signal itself, which shells need to know.
        assert_eq!(child.wait().unwrap().signal(), Some(15));
        drop(input);
        assert_eq!(file_names(folder.path()), ["x.csv"], "{args:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let full = "error: cannot write /dev/full: No space left";
    run::says(&["positions", "-", "-o", "/dev/full"], INITIAL, 1, full);
    // Reading this device would never end.
    run::says(
        &["export", "patterns", "--language", "c", "-o", "/dev/full"],
        "",
        1,
        full,
    );
    for args in [
        &["positions", "-"][..],
        &["show", "-"],
        &["show", "-", "--format", "json"],
    ] {
        let mut command = run::command(args);
        let mut child = command
            .stdout(OpenOptions::new().write(true).open("/dev/full").unwrap())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(INITIAL.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(
            err.contains("error: cannot write standard output: No space left"),
            "{args:?}: {err}"
        );
    }
}

/// Tags and names of files must not control a terminal or break columns, in any format.
#[test]
fn control_characters_are_not_shown() {
    let hidden = "a\u{1b}[31m\u{9b}b\u{202e}c\u{7f}\td";
    let folder = tempfile::tempdir().unwrap();
    // Windows allows no such names.
    let name = if cfg!(windows) {
        "games".to_owned()
    } else {
        hidden.replace('\t', "")
    };
    let path = folder.path().join(format!("{name}.pgn"));
    let tags = ["White", "Black", "Event", "Site", "Date", "Result"]
        .map(|tag| format!("[{tag} \"{hidden}\"]\n"));
    fs::write(&path, format!("{}\n1. e4 *\n", tags.concat())).unwrap();
    let path = path.to_str().unwrap();
    let find = ["text", "json", "csv", "html"]
        .map(|format| vec!["find", "white.pawns & e4", path, "--format", format]);
    let others = [
        vec!["positions", path, "--columns", "default,file,Event"],
        vec!["show", path],
    ];
    for args in find.into_iter().chain(others) {
        let (out, err) = run::outputs(&args, "", 0);
        let is_hidden = |c: char| c != '\n' && c != '\t' && (c.is_control() || c == '\u{202e}');
        assert!(
            !out.contains(is_hidden) && !err.contains(is_hidden),
            "{args:?}: {out:?} {err:?}"
        );
        assert!(
            args[0] == "show" || out.contains("a\u{fffd}[31m\u{fffd}b\u{fffd}c\u{fffd} d"),
            "{args:?}: {out:?}"
        );
        if args.contains(&"text") {
            assert_eq!(
                out.lines()
                    .map(|line| line.matches('\t').count())
                    .collect::<Vec<_>>(),
                [7, 7]
            );
        }
    }
    // The text of a game is written as it is, but not to a terminal.
    let find = ["find", "white.pawns & e4", path, "--format", "pgn"];
    assert!(run::outputs(&find, "", 0).0.contains(hidden));
    #[cfg(target_os = "linux")]
    {
        use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};

        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let terminal = openpt(flags).unwrap();
        unlockpt(&terminal).unwrap();
        for args in [&find[..], &find[..3]] {
            let mut command = run::command(args);
            command.stdout(ioctl_tiocgptpeer(&terminal, flags).unwrap());
            assert!(command.status().unwrap().success());
        }
        let mut shown = Vec::new();
        // Reading fails at the end, because the other side is closed.
        let _ = File::from(terminal).read_to_end(&mut shown);
        let shown = String::from_utf8(shown).unwrap();
        assert!(
            shown.contains("[White \"a\u{fffd}[31m\u{fffd}b\u{fffd}c\u{fffd} d\"]\r\n"),
            "{shown:?}"
        );
        // The list is as wide as a terminal of unknown size.
        let line = "\n1      1            a\u{fffd}[31m\u{fffd}b\u{fffd}c\u{fffd} d   a";
        assert!(shown.contains(line) && !shown.contains('\t'), "{shown:?}");
        assert!(
            !shown.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
            "{shown:?}"
        );
    }
    let (_, err) = run::outputs(&["show", "no\u{1b}such\u{202e}"], "", 2);
    assert!(!err.contains(['\u{1b}', '\u{202e}']), "{err:?}");
}
