//! `cargo xtask corpus --check` from the command line.

use std::fs;
use std::process::Command;

#[test]
fn check_rejects_other_games_and_bad_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    for (pgn, code, message) in [
        ("1. e4 e5 *", 1, "differs from the embedded positions: 1 games, 3 positions"),
        ("1. e4 *\n\n1. d4 d5 *\n\n*\n", 1, "differs from the embedded positions: 2 games, 5 positions"),
        ("1. e4\nd4 *", 2, "games.pgn, line 2: 1... \"d4\" is impossible: no pawn can move there"),
        ("", 2, "games.pgn: no game found"),
        ("; a comment\n", 2, "games.pgn: no game found"),
    ] {
        fs::write(&path, pgn).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let output = command.args(["corpus", "--check", "--pgn"]).arg(&path).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{error}");
        assert_eq!(output.status.code(), Some(code), "{error}");
    }
}
