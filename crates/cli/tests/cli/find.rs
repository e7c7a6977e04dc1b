//! `pawnfill find` from the command line: matches, and errors in conditions.

use std::fs;

use pawnfill::{Bitboard, Pawns};
use pawnfill_positions::{Position, embedded};

use crate::run::{self, FEN, INITIAL};

/// An isolated queen pawn from ply 5 to 6, and a game without one.
const GAMES: &str = "\
[White \"Anna\"]
[Black \"Boris\"]
[Date \"2025.05.01\"]
[Result \"1-0\"]

1. e4 {a comment} c5 2. d4 cxd4 3. c3 dxc3 1-0

[White \"Carla\"]
[FEN \"4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3 w - - 0 1\"]

1. Kd2 d5 *
";

const ISOLATED: &str = "white.isolated & d && !(black.pawns & c)";

fn outputs(args: &[&str], input: impl AsRef<[u8]>, code: i32) -> (String, String) {
    run::outputs(&[&["find"], args].concat(), input, code)
}

/// Returns the error of a condition.
fn wrong(condition: &str) -> String {
    let (out, err) = outputs(&[condition, "-"], INITIAL, 2);
    assert_eq!(out, "", "{condition}");
    err
}

#[test]
fn games_positions_and_texts() {
    let games = GAMES.replace("d5 *", "Kd7 2. Ke3 Kd6 *");
    let (out, err) = outputs(&[ISOLATED, "-"], &games, 0);
    assert_eq!(out, "2\t0-4\tCarla - ?, ?, ?\n");
    assert!(err.ends_with("found 5 positions of 1 games\n"), "{err}");
    let (out, _) = outputs(&["white.pawns & d4", "-", "--print", "fen"], &games, 0);
    let fens: Vec<_> = out.lines().collect();
    assert_eq!(fens.len(), 1 + 5, "{out}");
    assert_eq!(fens[1], "4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3 w - - 0 1");
    let (out, _) = outputs(&["white.pawns & d4 && black.pawns & c5", "-", "--print", "pgn"], &games, 0);
    assert_eq!(out, games.split_inclusive("1-0\n\n").next().unwrap());
}

#[test]
fn runs_of_plies_and_names_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<_> = ["a.pgn", "b.pgn"]
        .map(|name| folder.path().join(name).to_str().unwrap().to_owned())
        .into_iter()
        .inspect(|path| fs::write(path, "1. e4 d5 2. d4 e6 3. exd5 exd5 *").unwrap())
        .collect();
    let (out, _) = outputs(
        &["black.pawns & d5 && !(white.pawns & e4) || white.pawns & e2", &names[0], &names[1]],
        "",
        0,
    );
    let line = |name: &String| format!("{name}:1\t0,6\t? - ?, ?, ?\n");
    assert_eq!(out, line(&names[0]) + &line(&names[1]));
    // FEN lines do not belong to games, and are printed unchanged.
    let (out, err) = outputs(&["black.isolated & h", "-"], format!("{INITIAL}\n{FEN}\n"), 0);
    assert_eq!(out, format!("{FEN}\n"));
    assert!(err.ends_with("found 1 positions\n"), "{err}");
}

/// Compares conditions of each form with the library.
#[test]
fn conditions_agree_with_the_library() {
    let file_d = Bitboard::from_bits(0x0808_0808_0808_0808);
    let rank_6 = Bitboard::from_bits(0xff << 40);
    type IsMet = fn(Pawns, Bitboard, Bitboard) -> bool;
    let conditions: [(&str, IsMet); 14] = [
        ("white.isolated & d", |pawns, d, _| !(pawns.white().isolated() & d).is_empty()),
        ("!(black.pawns & file_d)", |pawns, d, _| (pawns.black().own() & d).is_empty()),
        ("!!white.doubled", |pawns, _, _| !pawns.white().doubled().is_empty()),
        ("passed(white) & rank_6 || open_files & d", |pawns, d, six| {
            !(pawns.white().passed() & six).is_empty() || !(pawns.open_files() & d).is_empty()
        }),
        ("count(black.passed) == 2", |pawns, _, _| pawns.black().passed().count() == 2),
        ("count(white.passed)", |pawns, _, _| !pawns.white().passed().is_empty()),
        ("white != white || black == black && count(white.passed) == 1", |pawns, _, _| {
            pawns.white().passed().count() == 1
        }),
        ("white.island_count > black.island_count + 1", |pawns, _, _| {
            pawns.white().island_count() > pawns.black().island_count() + 1
        }),
        ("white.island_count <= 2 && white.island_count != 1", |pawns, _, _| {
            matches!(pawns.white().island_count(), 0 | 2)
        }),
        ("count(white.pawns) < count(black.pawns)", |pawns, _, _| {
            pawns.white().own().count() < pawns.black().own().count()
        }),
        ("count(white.file_set) >= 7", |pawns, _, _| pawns.white().file_set().count() >= 7),
        ("white.passed == black.passed", |pawns, _, _| pawns.white().passed() == pawns.black().passed()),
        ("front_span(white.pawns & d, white) & black.pawns", |pawns, d, _| {
            !(Pawns::from_bits((pawns.white().own() & d).bits(), 0).white().front_span()
                & pawns.black().own())
            .is_empty()
        }),
        ("if count(white.rams) == 0 { white.passed } else { empty }", |pawns, _, _| {
            pawns.white().rams().is_empty() && !pawns.white().passed().is_empty()
        }),
    ];
    let fens: Vec<String> = embedded::distinct(&embedded::positions())
        .iter()
        .step_by(20)
        .map(|pawns| {
            let board = pawns.to_string().replace('.', "1").replace(' ', "").replace('\n', "/");
            (2..=8).rev().fold(board, |board, run| board.replace(&"1".repeat(run), &run.to_string()))
        })
        .collect();
    assert!(fens.len() > 300);
    for (condition, is_met) in conditions {
        let (out, _) = outputs(&[condition, "-"], fens.join("\n"), 0);
        let met = |fen: &&String| is_met(fen.parse::<Position>().unwrap().pawns, file_d, rank_6);
        let expected: Vec<&String> = fens.iter().filter(met).collect();
        assert_eq!(out.lines().collect::<Vec<_>>(), expected, "{condition}");
        assert!(!expected.is_empty() && expected.len() < fens.len(), "{condition}: {}", expected.len());
    }
}

#[test]
fn mistakes_are_shown_at_their_place() {
    for (condition, message, marks) in [
        ("white.pased & d", "unknown pattern `white.pased`; did you mean `white.passed`?", "      ^^^^^"),
        ("d & whit.passed", "unknown side `whit`: patterns belong to `white` or `black`", "    ^^^^"),
        ("open_file", "unknown name `open_file`; did you mean `open_files`?", "^^^^^^^^^"),
        ("passed & d", "`passed` is a pattern of one side: `white.passed` or `black.passed`", "^^^^^^"),
        (
            "white & d",
            "`&` takes two sets of squares or two file sets, not a color and a set of squares",
            "      ^",
        ),
        ("white.passed &", "unexpected end of input, expected a name", "             ^"),
        ("white.passed d", "expected an operator", "             ^"),
        ("(d && e) & f", "expected a set of squares, a file set or a number, found a condition", "   ^"),
        (
            "white.passed < d",
            "only numbers can be compared like this, not a set of squares",
            "             ^",
        ),
        ("count(d) == d", "a number cannot equal a set of squares", "         ^"),
        ("white", "a color is not a condition", "^^^^^"),
        ("frontspan(d, white)", "unknown function `frontspan`; did you mean `front_span`?", "^^^^^^^^^"),
        ("\"", "the condition contains an invalid character or an unclosed bracket", ""),
        ("", "unexpected end of input", ""),
    ] {
        let error = wrong(condition);
        assert!(error.contains(message), "{condition}: {error}");
        assert!(
            marks.is_empty() || error.contains(&format!("\n  {condition}\n  {marks}\n")),
            "{condition}: {error}"
        );
    }
    let deep = "(".repeat(100) + "d" + &")".repeat(100);
    assert!(wrong(&deep).contains("nested more than"), "{deep}");
    assert!(wrong(&vec!["d"; 300].join("&")).contains("more than 256 terms"));
}

#[test]
fn conditions_that_no_position_meets() {
    for (condition, why) in [
        (
            "black.half_open_files & !file_fill(white.pawns)",
            "`black.half_open_files` and `!file_fill(white.pawns)` never share a square",
        ),
        ("white.passed & d & black.candidates", "`white.passed` and `black.candidates` never share a square"),
        ("white.pawns & rank_1 & e", "`white.pawns` and `rank_1` never share a square"),
        ("black.pawns & rank_8", "`black.pawns` and `rank_8` never share a square"),
        (
            "white.file_set - file_set(white.pawns)",
            "`(white.file_set - file_set(white.pawns))` is always empty",
        ),
        ("white.passed - white.pawns", "`(white.passed - white.pawns)` is always empty"),
        ("white.rams && !black.rams", "its parts contradict one another"),
        ("1 > 2", "its parts contradict one another"),
        // The left side decides, although the right side has no value for all positions at once.
        ("white.rams & rank_1 && white.island_count == 1", "its parts contradict one another"),
        ("!(full || white.island_count == 1)", "its parts contradict one another"),
    ] {
        let error = wrong(condition);
        assert!(
            error.ends_with(&format!(
                "error: no position meets this condition: {why}
"
            )),
            "{condition}: {error}"
        );
    }
    for condition in [
        "!(white.passed & white.unfree)",
        "white.rams || !black.rams",
        "full || white.rams",
        "full",
        "1",
        "!(white.file_set - white.file_set)",
    ] {
        let (out, err) = outputs(&[condition, "-"], INITIAL, 0);
        assert_eq!(out, format!("{INITIAL}\n"));
        assert!(err.ends_with("found 1 positions\n"), "{condition}: {err}");
    }
    // Counts and comparisons of sets are not decided for all positions at once.
    for condition in ["white.island_count", "if white.passed == black.passed { full } else { empty }"] {
        let (out, err) = outputs(&[condition, "-"], INITIAL, 0);
        assert_eq!(out, format!("{INITIAL}\n"));
        assert!(err.ends_with("found 1 positions\n"), "{condition}: {err}");
    }
    // A possible condition without matches gets no message.
    for condition in [
        "white.doubled",
        "white.rams || black.rams",
        "white.rams | black.rams",
        "count(white.doubled)",
        "!(count(white.pawns) - 8 || white.pawns)",
        "if white.pawns == black.pawns { full } else { empty }",
    ] {
        let (_, err) = outputs(&[condition, "-"], INITIAL, 0);
        assert!(err.ends_with("found 0 positions\n"), "{condition}: {err}");
    }
}

#[test]
fn bad_input_ends_the_search_after_what_was_found() {
    let games = format!("{GAMES}\n[White \"D\"]\n1. d4 *\n");
    let (out, err) = outputs(&["white.pawns & d4", "-"], &games, 2);
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(err.contains("standard input, line 11: 1... \"d5\" is impossible"), "{err}");
    let (out, err) = outputs(&["white.pawns & d4", "-", "--skip-bad"], &games, 0);
    assert_eq!(out.lines().last(), Some("3\t1\tD - ?, ?, ?"), "{out}");
    assert!(err.contains("skipped 1 bad lines or games"), "{err}");
    let (out, err) = outputs(&["d", "no-such-file", "-"], INITIAL, 2);
    assert!(out.is_empty() && err.starts_with("error: no-such-file: "), "{err}");
}
