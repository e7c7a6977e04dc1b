//! Runs the program.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub(crate) const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White a2 c2 c3 e5 h4, Black a7 d5 e6 h5: a position with most patterns.
pub(crate) const FEN: &str = "4k3/p7/4p3/3pP2p/7P/2P5/P1P5/4K3 b - - 3 40";

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pawnfill"));
    command
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str], input: impl AsRef<[u8]> + Send) -> Output {
    let mut child = command(args).spawn().expect("pawnfill runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // A run can write before it has read everything. One that fails early does not read, so
        // errors are ignored.
        scope.spawn(move || drop(stdin.write_all(input.as_ref())));
        child.wait_with_output().expect("pawnfill ends")
    })
}

/// Returns the standard output and standard error of a run, and checks its exit code.
#[track_caller]
pub(crate) fn outputs(
    args: &[&str],
    input: impl AsRef<[u8]> + Send,
    code: i32,
) -> (String, String) {
    let output = run(args, input);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{err}");
    (out, err)
}

/// Checks the exit code of a run, and that its standard error has this message.
#[track_caller]
pub(crate) fn says(args: &[&str], input: impl AsRef<[u8]> + Send, code: i32, message: &str) {
    let (_, err) = outputs(args, input, code);
    assert!(err.contains(message), "{args:?} without {message:?}: {err}");
}

/// Returns the sorted names of the files in a folder.
pub(crate) fn file_names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names
}
