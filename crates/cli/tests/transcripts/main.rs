//! What commands print and return, in the files beside this one.
#![cfg(unix)]

mod transcript;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Returns the exit code of a command, and all that it prints. Times differ, and are left out.
fn answer(command: &str, folder: &Path) -> (Option<i32>, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_pawnfill")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).env_remove("CLICOLOR_FORCE");
    let output = shell.output().unwrap();
    let mut answer = String::new();
    for (mark, text) in [("  ", output.stdout), ("! ", output.stderr)] {
        for line in String::from_utf8(text).unwrap().lines() {
            let timed = line.split_once(" in ");
            let timed = timed.and_then(|(read, speed)| Some((read, speed.split_once(" per second")?.1)));
            let line = timed.map_or(line.to_owned(), |(read, end)| format!("{read}{end}"));
            // The argument parser ends each mistake with the same words.
            if mark == "  " || !line.is_empty() && !line.starts_with("For more information") {
                writeln!(answer, "{mark}{line}").unwrap();
            }
        }
    }
    (output.status.code(), answer)
}

#[test]
fn commands_answer_as_before() {
    transcript::compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts"), answer);
}
