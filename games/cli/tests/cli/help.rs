//! The help of each command.

#[cfg(unix)]
use std::{env, fs, path::Path, process::Command};

use pawnfill::pattern::PATTERNS;

#[cfg(unix)]
use crate::run::FEN;
use crate::run::outputs;

#[test]
fn help_has_all_names() {
    let (help, _) = outputs(&["find", "--help"], "", 0);
    let (_, names) = help.split_once("\nStructures:\n").unwrap();
    assert!(
        ["iqp", "lopez"]
            .iter()
            .all(|name| names.split_whitespace().any(|other| other == *name)),
        "{help}"
    );
    let (of_show, _) = outputs(&["show", "--help"], "", 0);
    for names in [names, &of_show].map(|text| text.split_whitespace().collect::<Vec<_>>()) {
        assert!(
            PATTERNS.iter().all(|pattern| names.contains(&pattern.name)),
            "{names:?}"
        );
    }
}

/// Runs each command of the page, with files of the names that it uses.
#[cfg(unix)]
#[test]
fn the_commands_of_the_page_run() {
    let game = "[White \"Hou, Yifan\"]\n[Result \"1-0\"]\n\n1. e4 e6 2. d4 d5 3. exd5 exd5 4. c4 dxc4 5. Bxc4 1-0\n\n";
    let program = Path::new(env!("CARGO_BIN_EXE_pawnfill")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    let mut commands = 0;
    let mut is_shell = false;
    for line in include_str!("../../README.md").lines() {
        is_shell = if line.starts_with("```") {
            line == "```sh"
        } else {
            is_shell
        };
        if !is_shell || !line.starts_with("pawnfill ") {
            continue;
        }
        if line.contains("parquet") && cfg!(not(feature = "parquet")) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        for name in ["games.pgn", "2024.pgn.zst", "2025.pgn.zst"] {
            fs::write(folder.path().join(name), game).unwrap();
        }
        let line = line.replace("FEN --", &format!("\"{FEN}\" --"));
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &line])
            .current_dir(&folder)
            .env("PATH", &path);
        let output = shell.output().unwrap();
        assert!(
            output.status.success(),
            "{line}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        commands += 1;
    }
    assert!(commands >= 20, "{commands} commands");
}
