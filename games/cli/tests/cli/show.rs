//! `pawnfill show` from the command line: arguments, output, errors and exit codes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pawnfill::pattern::{self, PATTERNS, Scope, columns};
use pawnfill_positions::Position;
use serde_json::{Map, Value};

use crate::run::{self, FEN, INITIAL, file_names, says};

fn command(args: &[&str]) -> Command {
    run::command(&[&["show"], args].concat())
}

#[track_caller]
fn outputs(args: &[&str], input: impl AsRef<[u8]> + Send, code: i32) -> (String, String) {
    run::outputs(&[&["show"], args].concat(), input, code)
}

fn objects(args: &[&str], input: impl AsRef<[u8]> + Send) -> Vec<Map<String, Value>> {
    let args = [&["--format", "json"], args].concat();
    let (out, err) = outputs(&args, input, 0);
    assert_eq!(err, "");
    out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

fn keys(group: &Value) -> Vec<&str> {
    group.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Compares each value with the library's, in the form of its kind.
#[test]
fn json_has_every_pattern_in_its_form() {
    let [object] = &objects(&[FEN], "")[..] else { panic!("one object") };
    assert_eq!(object.keys().collect::<Vec<_>>(), ["black", "board", "fen", "white"]);
    assert_eq!(object["fen"], FEN);
    let pawns = FEN.parse::<Position>().unwrap().pawns;
    for scope in Scope::ALL {
        let expected = columns().filter(|column| column.scope == scope).map(|column| {
            let value = match column.of(pawns) {
                pattern::Value::Set(set) => format!("{:#018x}", set.bits()).into(),
                pattern::Value::Files(files) => format!("{:#04x}", files.bits()).into(),
                pattern::Value::Number(number) => number.into(),
            };
            (column.pattern.name.to_owned(), value)
        });
        assert_eq!(object[scope.name()], Value::Object(expected.collect()));
    }
}

#[test]
fn positions_come_from_arguments_input_and_files() {
    let fens = |args: &[&str], input: &str| -> Vec<Value> {
        objects(args, input).into_iter().map(|mut object| object.remove("fen").expect("fen")).collect()
    };
    let input = format!("# two\r\n{INITIAL}\r\n\r\n{FEN}\r\n");
    assert_eq!(fens(&["-"], &input), [INITIAL, FEN]);
    assert_eq!(fens(&[FEN, "-", "8/8/8/8/8/8/8/8"], INITIAL), [FEN, INITIAL, "8/8/8/8/8/8/8/8"]);
    assert_eq!(fens(&["-"], &format!("{FEN} bm c4; id \"x\";")), [FEN]);
    assert_eq!(fens(&["-"], "[Result \"*\"]\n\n1. e4 *").len(), 2);
    assert_eq!(fens(&["-", FEN], "8/8/8/8/8/8/8/8 w - - bm e4;"), ["8/8/8/8/8/8/8/8 w - -", FEN]);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, "1. Nf3 *").unwrap();
    assert_eq!(fens(&[path.to_str().unwrap(), FEN], "").len(), 3);
}

#[test]
fn patterns_are_chosen_by_name() {
    for (chosen, board, white, black) in [
        ("passed,open_files", &["open_files"][..], &["passed"][..], &["passed"][..]),
        ("white.passed", &[], &["passed"], &[]),
        (
            "white.passed,black.passed,black.isolated,isolated",
            &[],
            &["isolated", "passed"],
            &["isolated", "passed"],
        ),
    ] {
        let [object] = &objects(&["--pattern", chosen, FEN], "")[..] else { panic!("one object") };
        assert_eq!(["board", "white", "black"].map(|group| keys(&object[group])), [board, white, black]);
    }
    // JSON parsers hide duplicate keys, so count them in the text.
    let twice = ["--pattern", "passed,passed", "--pattern", "passed", "--format", "json", FEN];
    let (out, _) = outputs(&twice, "", 0);
    assert_eq!(out.matches("\"passed\"").count(), 2, "once for each side: {out}");

    let (out, _) = outputs(&["--help"], "", 0);
    for pattern in PATTERNS {
        assert!(out.contains(&format!("{} ", pattern.name)), "{}", pattern.name);
    }
}

#[test]
fn text_fits_100_columns_and_has_no_color_in_a_pipe() {
    let fens = [INITIAL, FEN, "8/p1p2p2/1p2p3/1P1pPp2/3P1P1P/P1P4p/2P5/8"];
    let (out, _) = outputs(&fens, "", 0);
    assert!(!out.contains('\x1b'));
    for line in out.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    let chosen: Vec<_> = PATTERNS.iter().map(|pattern| pattern.name).collect();
    let (out, _) = outputs(&["--pattern", &chosen.join(","), FEN], "", 0);
    assert!(out.lines().all(|line| line.chars().count() <= 100));
    for pattern in PATTERNS {
        assert!(out.contains(pattern.name), "{}", pattern.name);
    }
}

#[test]
fn text_has_color_on_request_and_is_otherwise_the_same() {
    let color = |variable| {
        let output = command(&["--pattern", "doubled", FEN]).env(variable, "1").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (forced, none) = (color("CLICOLOR_FORCE"), color("NO_COLOR"));
    assert!(forced.contains("\x1b["), "{forced}");
    assert_eq!(anstream::adapter::strip_str(&forced).to_string(), none);
}

#[test]
fn a_position_without_pawns_has_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    outputs(&["--format", "svg", "--out", out, "8/8/8/8/8/8/8/8"], "", 0);
    assert_eq!(file_names(folder.path()), ["000001-position.svg"]);
    let picture = fs::read_to_string(folder.path().join("000001-position.svg")).unwrap();
    assert_eq!(picture, outputs(&["--format", "svg", "8/8/8/8/8/8/8/8"], "", 0).0);
}

/// Checks that a picture does not overwrite the input.
#[cfg(unix)]
#[test]
fn no_picture_is_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("000001-white-doubled.svg");
    fs::write(&input, FEN).unwrap();
    let out = folder.path().to_str().unwrap();
    let args =
        ["show", "--format", "svg", "--pattern", "white.doubled", "--out", out, input.to_str().unwrap()];
    says(&args, "", 2, "it is also an input");
    assert_eq!(fs::read_to_string(input).unwrap(), FEN);
}

/// Checks that each position is printed before the next is read. Otherwise both sides would wait forever.
#[test]
fn output_is_flushed_line_by_line() {
    for format in ["json", "text"] {
        let mut child = command(&["--format", format, "-"]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        let reader = thread::spawn(move || output.lines().try_for_each(|line| sender.send(line.unwrap())));
        for fen in [INITIAL, FEN] {
            writeln!(input, "{fen}").unwrap();
            while !lines.recv_timeout(Duration::from_secs(60)).expect("an answer").contains(fen) {}
        }
        drop((input, lines));
        let _ = reader.join().unwrap();
        assert!(child.wait().unwrap().success());
    }
}

/// Like `| head`: no message and no failure.
#[test]
fn a_closed_output_is_not_an_error() {
    for format in ["json", "text"] {
        let mut child = command(&["--format", format, "-"]).spawn().unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(format!("{FEN}\n").repeat(50).as_bytes());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
}

/// Like `2>&1 | head`: the exit code still reports the error.
#[test]
fn a_closed_standard_error_is_not_a_panic() {
    let mut child = command(&["-"]).spawn().unwrap();
    drop(child.stderr.take());
    child.stdin.take().unwrap().write_all(b"e9\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
}
