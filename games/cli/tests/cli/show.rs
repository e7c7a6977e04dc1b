//! `pawnfill show` from the command line: arguments, output, errors and exit codes.

use std::io::{BufRead, BufReader, Write};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::run::{self, FEN, INITIAL};

fn command(args: &[&str]) -> Command {
    run::command(&[&["show"], args].concat())
}

#[test]
fn text_has_color_on_request_and_is_otherwise_the_same() {
    let color = |variable| {
        let output = command(&["--pattern", "doubled", FEN])
            .env(variable, "1")
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (forced, none) = (color("CLICOLOR_FORCE"), color("NO_COLOR"));
    assert!(forced.contains("\x1b["), "{forced}");
    assert_eq!(anstream::adapter::strip_str(&forced).to_string(), none);
}

/// Checks that each position is printed before the next is read. Otherwise both sides
/// would wait forever.
#[test]
fn output_is_flushed_line_by_line() {
    for format in ["json", "text"] {
        let mut child = command(&["--format", format, "-"]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        let reader = thread::spawn(move || {
            output
                .lines()
                .try_for_each(|line| sender.send(line.unwrap()))
        });
        for fen in [INITIAL, FEN] {
            writeln!(input, "{fen}").unwrap();
            while !lines
                .recv_timeout(Duration::from_secs(60))
                .expect("an answer")
                .contains(fen)
            {}
        }
        drop((input, lines));
        let _ = reader.join().unwrap();
        assert!(child.wait().unwrap().success());
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
