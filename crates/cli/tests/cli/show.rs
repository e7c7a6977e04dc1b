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
fn bad_positions_end_the_run_after_those_before() {
    for (format, shown) in [("json", "\"fen\":"), ("text", "position")] {
        let input = format!("{INITIAL}\n\n{FEN}\n8/8/8/8/8/8/8/7x w - - 0 1\n{FEN}\n");
        let (out, err) = outputs(&["--format", format, "-"], input, 2);
        assert_eq!(out.matches(shown).count(), 2, "{out}");
        assert!(err.contains("standard input, line 4: 'x' is neither a piece"), "{err}");
    }
    let (out, err) = outputs(&["--format", "json", FEN, "e4"], "", 2);
    assert_eq!(out.lines().count(), 1);
    assert!(
        err.contains("argument 2: 'e' is neither a piece nor a number from 1 to 8, at byte 0 of \"e4\" (and no file has this name)"),
        "{err}"
    );
    says(&["show", "no/such/file"], "", 2, "\"no/such/file\" (and no file has this name)");
    says(&["show", "-"], b"\xff\0", 2, "standard input, line 1: this is not UTF-8 text");
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

    let (_, err) = outputs(&["--pattern", "pased", FEN], "", 2);
    assert!(
        err.contains("invalid value 'pased'")
            && err.contains("no pattern has this name; did you mean `passed`?"),
        "{err}"
    );
    says(&["show", "--pattern", "white.pased", FEN], "", 2, "did you mean `white.passed`?");
    let (_, err) = outputs(&["--pattern", "nosuch", FEN], "", 2);
    assert!(err.contains("no pattern has this name (`pawnfill show --help` lists all)"), "{err}");
    assert!(err.lines().count() < 5, "{err}");
    let (out, _) = outputs(&["--help"], "", 0);
    for pattern in PATTERNS {
        assert!(out.contains(&format!("{} ", pattern.name)), "{}", pattern.name);
    }
}

#[test]
fn an_input_without_positions_is_an_error() {
    says(&["show"], "", 2, "<FEN|FILE|->...");
    for args in [&["-"][..], &["--format", "json", "-"], &["--format", "svg", "-"]] {
        let (out, err) = outputs(args, "\n# nothing\n", 2);
        assert_eq!((&*out, &*err), ("", "error: standard input: no positions found\n"));
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let (_, err) = outputs(&[path], "", 2);
    assert_eq!(err, format!("error: {path}: no positions found\n"));
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
fn text_omits_uninformative_sets() {
    let (out, _) = outputs(&[FEN], "", 0);
    assert!(out.contains("doubled "), "{out}");
    // Files that are not drawn are named, unless there are none.
    assert!(out.contains("file_set a.c.e..h"), "{out}");
    assert!(!outputs(&["8/8/8/8/8/8/8/8"], "", 0).0.contains("island_east_files"));
    // An empty set, a fill, and a second name for a set.
    for absent in ["tripled", "north_fill"] {
        assert!(!out.contains(absent), "{absent}\n{out}");
    }
    assert!(out.lines().any(|line| line.contains("rearmost = ") || line.contains("= rearmost")), "{out}");
}

/// Checks that an isolated queen pawn has this name, although other sets have the same square.
#[test]
fn sets_that_players_name_come_first() {
    let (out, _) = outputs(&["4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3 w - - 0 1"], "", 0);
    let (_, white) = out.split_once("\nWHITE\n").unwrap();
    let (white, black) = white.split_once("\nBLACK\n").unwrap();
    let titles: Vec<_> = white.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(titles, ["isolated", "backward", "half_open_files", "half_open_or_open_files"], "{white}");
    let (_, none) = white.split_once("none: ").unwrap();
    assert_eq!(none.trim_end(), "passed, doubled, candidates, any_levers", "{white}");
    assert!(black.contains("none: isolated, passed, doubled, backward, candidates, any_levers\n"), "{black}");
    // With --pattern, empty sets are drawn and not listed as missing.
    let (out, _) = outputs(&["--pattern", "doubled", FEN], "", 0);
    assert!(!out.contains("none:"), "{out}");
}

#[test]
fn svg_is_a_file_per_position_and_pattern() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a/b");
    let args =
        ["--format", "svg", "--out", out.to_str().unwrap(), "--pattern", "open_files,doubled", INITIAL, FEN];
    let wrote = format!("wrote 6 pictures to {}\n", out.display());
    assert_eq!(outputs(&args, "", 0), (String::new(), wrote));
    let names = file_names(&out);
    let per_position = ["black-doubled", "board-open_files", "white-doubled"];
    let expected: Vec<_> =
        [1, 2].iter().flat_map(|n| per_position.map(|name| format!("{n:06}-{name}.svg"))).collect();
    assert_eq!(names, expected);
    let picture = fs::read_to_string(out.join("000002-white-doubled.svg")).unwrap();
    assert!(picture.contains(&format!("<title>doubled (white): {FEN}</title>")), "{picture}");
    // Existing pictures are only replaced on request.
    let (_, err) = outputs(&args, "", 2);
    assert!(err.contains("000001-board-open_files.svg already exists; use --force to replace it"), "{err}");
    outputs(&[&args[..], &["--force"]].concat(), "", 0);
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

#[test]
fn one_picture_goes_to_standard_output() {
    let (out, _) = outputs(&["--format", "svg", "--pattern", "white.doubled", FEN], "", 0);
    assert!(out.starts_with("<svg ") && out.ends_with("</svg>\n"), "{out}");
    for coordinate in [
        r#"x="0.50" y="8.40">a<"#,
        r#"x="7.50" y="8.40">h<"#,
        r#"x="-0.27" y="7.62">1<"#,
        r#"x="-0.27" y="0.62">8<"#,
    ] {
        assert_eq!(out.matches(coordinate).count(), 1, "{out}");
    }
    assert!(out.contains(r#"<path id="p" d="M.5.19a"#), "{out}");
    let (out, _) = outputs(&["--format", "svg", "--pieces", FEN], "", 0);
    assert!(
        out.contains(&format!("<title>{FEN}</title>")) && out.contains(r##"href="#k" x="4" y="0""##),
        "{out}"
    );
}

#[test]
fn svg_needs_a_folder_and_sets() {
    for args in [&["--pattern", "doubled", FEN][..], &[FEN, INITIAL]] {
        let (out, err) = outputs(&[&["--format", "svg"], args].concat(), "", 2);
        assert!(out.is_empty() && err.contains("--out DIR"), "{err}");
    }
    says(&["show", "--out", "x", FEN], "", 2, "error: --out requires --format svg\n");
    says(&["show", "--pieces", FEN], "", 2, "error: --pieces requires --format svg\n");
    let (_, err) = outputs(&["--format", "svg", "--out", "x", "--pattern", "dispersion", FEN], "", 2);
    assert!(err.contains("dispersion is a number or a set of files"), "{err}");
}

#[test]
fn a_page_shows_one_position() {
    let fen = "r3k2r/pp3ppp/4p3/8/3P4/8/PP3PPP/R3K2R w KQkq - 0 1";
    let (page, err) = outputs(&["--format", "html", fen], "", 0);
    assert_eq!(err, "");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains(&format!(r#"<body data-fen="{fen}" data-pattern="white.backward">"#)));
    let (page, _) = outputs(&["--format", "html", "--pattern", "black.isolated,passed", fen], "", 0);
    assert!(
        page.contains(r#"data-pattern="black.isolated">"#),
        "the page shows the first of the chosen patterns"
    );
    let (_, err) = outputs(&["--format", "html", fen, FEN], "", 2);
    assert_eq!(err, "error: --format html shows one position, but there are several\n");
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
    child.stdin.take().unwrap().write_all(b"e4\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
}
