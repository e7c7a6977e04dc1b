//! What commands print and return, as recorded in the files of `transcripts`.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use pawnfill_testing::transcript;

fn answer(command: &str, folder: &Path) -> (Option<i32>, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_xtask")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .envs([("PATH", &*path), ("LC_ALL", "C")]);
    let output = shell.output().unwrap();
    let mut answer = String::new();
    for (mark, text) in [("  ", output.stdout), ("! ", output.stderr)] {
        for line in String::from_utf8(text)
            .unwrap()
            .lines()
            .filter(|line| !line.is_empty())
        {
            writeln!(answer, "{mark}{line}").unwrap();
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
