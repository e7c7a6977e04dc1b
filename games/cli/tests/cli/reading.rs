//! Reading games from the command line: illegal moves, threads, and inputs that are damaged or many.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::run::{INITIAL, outputs, says};

const CONDITION: &str = "white.pawns & e4";

#[test]
fn only_legal_plays_every_move() {
    let game = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. Kh1 *\n";
    says(&["find", CONDITION, "-"], game, 0, "; legality not checked\n");
    let (out, err) = outputs(&["find", CONDITION, "-", "--legal"], game, 2);
    assert!(err.contains("line 3: 4. \"Kh1\" is illegal"), "{err}");
    assert!(out.lines().count() <= 2, "{out}");
    // A game counts up to its first illegal move, in all formats.
    let games = "[White \"A\"]\n\n1. e4 e5 2. Ke3 d6 3. d4 *\n\n[White \"B\"]\n\n1. e4 d6 2. d4 *\n";
    for (condition, found) in
        [(CONDITION, "5 positions of 2 games"), ("white.pawns & d4", "1 position of 1 game")]
    {
        for format in ["text", "json", "csv", "html", "fen", "pgn"] {
            let args = ["find", condition, "-", "--legal", "--skip-bad", "--format", format];
            let (_, err) = outputs(&args, games, 0);
            assert!(
                err.contains("skipped 1 bad") && err.ends_with(&format!("found {found}\n")),
                "{format}: {err}"
            );
        }
    }
    let (_, err) = outputs(&["find", CONDITION, "-", "--legal"], "[White \"A\"]\n\n1. e4 e5 *\n", 0);
    assert!(!err.contains("legality"), "{err}");
    // The same positions are read for a table with a board.
    for args in [&["find", CONDITION, "-", "--legal"][..], &["positions", "-"]] {
        says(&[args, &["--skip-bad"]].concat(), games, 0, "standard input: 7 positions in ");
    }
    // The pawns alone fill these columns.
    let (out, err) = outputs(&["positions", "-", "--columns", "ply,white"], game, 0);
    assert!(out.lines().count() == 9 && err.contains("; legality not checked\n"), "{out}{err}");
    says(&["positions", "-", "--columns", "ply,fen"], game, 2, "4. \"Kh1\" is illegal");
}

#[test]
fn games_without_a_result_are_counted() {
    let games = "[White \"A\"]\n\n1. e4 e5\n\n[White \"B\"]\n\n1. e4 d6 2. d4 *\n";
    for args in [&["find", CONDITION, "-"][..], &["positions", "-"]] {
        let counted =
            |games: &str| outputs(args, games, 0).1.matches("1 game without a result at the end").count();
        assert_eq!((counted(games), counted(&games[23..])), (1, 0));
    }
    let (_, err) = outputs(&["find", CONDITION, "-"], &games[..47], 2);
    assert!(err.contains("line 7: the game ends between the number of a move and the move"), "{err}");
}

#[test]
fn threads_keep_the_order() {
    let games: String =
        (0..20_000).map(|game| format!("[White \"{game}\"]\n\n1. e4 e5 2. d4 d5 *\n\n")).collect();
    let [one, four] =
        ["1", "4"].map(|threads| outputs(&["find", CONDITION, "-", "-j", threads], &games, 0).0);
    assert_eq!(one.lines().count(), 20_001);
    assert_eq!(one, four);
}

/// Checks that what was read before the damage is not lost, and that the exit code tells of it even with `--skip-bad`.
#[test]
fn an_input_that_ends_early() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    for game in 0..20_000 {
        write!(encoder, "[White \"{game}\"]\n\n1. e4 e5 2. d4 d5 *\n\n").unwrap();
    }
    let whole = encoder.finish().unwrap();
    fs::write(name("a.pgn.gz"), &whole[..whole.len() / 2]).unwrap();
    fs::write(name("z.pgn.gz"), &whole[..whole.len() / 4]).unwrap();
    fs::write(name("b.pgn"), "[White \"B\"]\n\n1. e4 *\n").unwrap();
    let inputs = ["z.pgn.gz", "a.pgn.gz", "b.pgn"].map(name);
    let args = [&["find", CONDITION, "--skip-bad"][..], &inputs.each_ref().map(|name| &name[..])].concat();
    let (out, err) = outputs(&args, "", 2);
    assert!(out.lines().count() > 4_000 && out.lines().last().unwrap().contains("\tB\t"), "{out}");
    assert!(err.ends_with("a.pgn.gz was not read to its end\n"), "{err}");
    says(&[&args[..], &["--by", "color"]].concat(), "", 2, "a.pgn.gz was not read to its end");
    // Side by side, compressed inputs are read as one after the other.
    fs::write(name("c.pgn.gz"), &whole).unwrap();
    let inputs = ["z.pgn.gz", "c.pgn.gz", "a.pgn.gz"].map(name);
    let args =
        [&["find", "white.pawns & d4", "--skip-bad"][..], &inputs.each_ref().map(|name| &name[..])].concat();
    let found = |threads| outputs(&[&args[..], &["-j", threads]].concat(), "", 2).0;
    assert!(found("1").lines().count() > 30_000 && found("1") == found("3"));
    // Of the lines, only the last bytes are lost.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(format!("{INITIAL}\n").repeat(999).as_bytes()).unwrap();
    let whole = encoder.finish().unwrap();
    fs::write(name("l.fen.gz"), &whole[..whole.len() - 9]).unwrap();
    for (input, least) in [("a.pgn.gz", 4_000), ("l.fen.gz", 900)] {
        let table = name(&format!("{input}.csv"));
        let (_, err) = outputs(&["positions", &name(input), "-o", &table], "", 2);
        assert!(err.contains(&format!("{input}, line ")) && err.contains(": cannot be read"), "{err}");
        assert!(err.contains("no table was written") && !Path::new(&table).exists(), "{err}");
        let (_, err) = outputs(&["positions", &name(input), "-o", &table, "--skip-bad"], "", 2);
        assert!(err.ends_with(&format!("{input} was not read to its end\n")), "{err}");
        assert!(fs::read_to_string(&table).unwrap().lines().count() > least, "{input}");
    }
}

/// Checks that inputs are opened one by one, since a system limits the number of open files.
#[cfg(unix)]
#[test]
fn more_inputs_than_open_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 32 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_pawnfill")]);
    shell.args(["find", CONDITION, "-j", "2"]);
    for game in 0..64 {
        let path = folder.path().join(format!("{game}.pgn"));
        fs::write(&path, "[White \"A\"]\n\n1. e4 *\n").unwrap();
        shell.arg(path);
    }
    let output = shell.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && err.ends_with("found 64 positions of 64 games\n"), "{err}");
}
