//! Compares answers with those in files. With the variable `RECORD`, they are written anew, and the
//! difference is to be read.
//!
//! A line `= NAME` begins a file, whose lines have the mark `| `. What is asked has the mark `$ `
//! behind the exit code of its answer, unless that is 0. Two spaces mark what is printed, and `! `
//! what is said on standard error.

use std::path::{Path, PathBuf};
use std::{env, fs, thread};

/// Returns the exit code of what is asked in a folder, and the lines of the answer
/// with their marks.
pub type Answer = fn(&str, &Path) -> (Option<i32>, String);

/// Returns a transcript with the answers of now.
fn answered(transcript: &str, answer: Answer) -> String {
    let (folder, mut file, mut now) = (tempfile::tempdir().unwrap(), PathBuf::new(), String::new());
    let add = |file: &Path, text: &str| {
        fs::write(file, fs::read_to_string(file).unwrap() + text + "\n").unwrap()
    };
    for line in transcript.lines() {
        match line
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .split_at_checked(2)
        {
            Some(("$ ", asked)) => {
                let (code, answer) = answer(asked, folder.path());
                let code = code
                    .filter(|&code| code != 0)
                    .map_or(String::new(), |code| code.to_string());
                now.push_str(&format!("{code}$ {asked}\n{answer}"));
                continue;
            }
            Some(("  " | "! ", _)) => continue,
            Some(("= ", name)) => {
                file = folder.path().join(name);
                fs::write(&file, "").unwrap();
            }
            Some(("| ", text)) => add(&file, text),
            _ if line == "|" => add(&file, ""),
            _ => assert!(
                line.is_empty() || line.starts_with('#'),
                "no line of a transcript: {line}"
            ),
        }
        now += line;
        now += "\n";
    }
    now
}

/// Answers what a file asks, or returns the first line that is another.
fn first_difference(path: &Path, answer: Answer) -> Option<String> {
    let before = fs::read_to_string(path).unwrap();
    let now = answered(&before, answer);
    assert!(now.contains("$ "), "{} asks nothing", path.display());
    if env::var_os("RECORD").is_some() {
        fs::write(path, now).unwrap();
        return None;
    }
    let mut lines = before
        .lines()
        .chain(["the end"])
        .zip(now.lines().chain(["the end"]))
        .enumerate();
    let (number, (before, now)) = lines.find(|(_, (before, now))| before != now)?;
    Some(format!(
        "{}, line {}:\n{before}\n{now}\n",
        path.display(),
        number + 1
    ))
}

/// Compares the answers to all files of a folder.
pub fn compare(folder: &Path, answer: Answer) {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    assert!(!paths.is_empty());
    thread::scope(|scope| {
        let running: Vec<_> = paths
            .iter()
            .map(|path| scope.spawn(|| first_difference(path, answer)))
            .collect();
        let differences: Vec<_> = running
            .into_iter()
            .filter_map(|run| run.join().unwrap())
            .collect();
        assert!(
            differences.is_empty(),
            "{}If this is meant, record it with RECORD=1.",
            differences.concat()
        );
    });
}
