//! What commands print and return, in the files beside this one. With the variable `RECORD`, the answers are written anew,
//! and the difference is to be read.
//!
//! A line `= NAME` begins a file, whose lines have the mark `| `. A command has the mark `$ ` behind its exit code, unless
//! that is 0. Two spaces mark what it prints, and `! ` what it says on standard error.
#![cfg(unix)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, thread};

/// Returns the exit code of a command, and all that it prints. Times differ, and are left out.
fn answer(command: &str, folder: &Path) -> (Option<i32>, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_pawnfill")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).env_remove("CLICOLOR_FORCE");
    let output = shell.output().unwrap();
    let mut answer = String::new();
    for (mark, text) in [("  ", output.stdout), ("! ", output.stderr)] {
        for line in String::from_utf8(text).unwrap().lines() {
            let timed = line
                .split_once(" in ")
                .and_then(|(read, speed)| Some((read, speed.split_once(" per second")?.1)));
            let line = timed.map_or(line.to_owned(), |(read, end)| format!("{read}{end}"));
            if mark == "  " || !line.is_empty() && !line.starts_with("For more information") {
                writeln!(answer, "{mark}{line}").unwrap();
            }
        }
    }
    (output.status.code(), answer)
}

/// Returns a transcript with the answers of now.
fn answered(transcript: &str) -> String {
    let (folder, mut file, mut now) = (tempfile::tempdir().unwrap(), PathBuf::new(), String::new());
    for line in transcript.lines() {
        let command = line.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix("$ ");
        if let Some(command) = command {
            let (code, answer) = answer(command, folder.path());
            let code = code.filter(|&code| code != 0).map_or(String::new(), |code| code.to_string());
            write!(now, "{code}$ {command}\n{answer}").unwrap();
            continue;
        }
        match line.split_at_checked(2) {
            Some(("  " | "! ", _)) => continue,
            Some(("= ", name)) => {
                file = folder.path().join(name);
                fs::write(&file, "").unwrap();
            }
            Some(("| ", text)) => fs::write(&file, fs::read_to_string(&file).unwrap() + text + "\n").unwrap(),
            _ if line == "|" => fs::write(&file, fs::read_to_string(&file).unwrap() + "\n").unwrap(),
            _ => {}
        }
        now += line;
        now += "\n";
    }
    now
}

/// Answers the commands of a file, or returns the first line that is another.
fn first_difference(path: &Path) -> Option<String> {
    let before = fs::read_to_string(path).unwrap();
    let now = answered(&before);
    if env::var_os("RECORD").is_some() {
        fs::write(path, now).unwrap();
        return None;
    }
    let mut lines = before.lines().chain(["the end"]).zip(now.lines().chain(["the end"])).enumerate();
    let (number, (before, now)) = lines.find(|(_, (before, now))| before != now)?;
    Some(format!("{}, line {}:\n{before}\n{now}\n", path.display(), number + 1))
}

#[test]
fn commands_answer_as_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "txt")).collect();
    assert!(paths.len() >= 7);
    thread::scope(|scope| {
        let running: Vec<_> = paths.iter().map(|path| scope.spawn(|| first_difference(path))).collect();
        let differences: Vec<_> = running.into_iter().filter_map(|run| run.join().unwrap()).collect();
        assert!(differences.is_empty(), "{}", differences.concat());
    });
}
