//! What commands print and return, as recorded in the files of `tests/transcripts`.

use std::path::Path;
use std::process::Command;
use std::{env, fmt::Write as _};

use pawnfill_testing::transcript;

/// Returns the exit code of a command, and all that it prints. Times differ, and are left out.
fn answer(command: &str, folder: &Path) -> (Option<i32>, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_pawnfill")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .envs([("PATH", &*path), ("LC_ALL", "C")]);
    let output = shell.env_remove("CLICOLOR_FORCE").output().unwrap();
    let mut answer = String::new();
    for (mark, text) in [("  ", output.stdout), ("! ", output.stderr)] {
        for line in String::from_utf8(text).unwrap().lines() {
            let timed = line.split_once(" in ");
            let timed =
                timed.and_then(|(read, speed)| Some((read, speed.split_once(" per second")?.1)));
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
    transcript::compare(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts"),
        answer,
    );
}
