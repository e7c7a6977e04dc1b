//! `pawnfill find` from the command line: matches, and errors in conditions.

use std::fs;

use crate::run::{self, FEN, INITIAL, says};

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

#[track_caller]
fn outputs(args: &[&str], input: impl AsRef<[u8]> + Send, code: i32) -> (String, String) {
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
    assert_eq!(out, format!("{COLUMNS}2\t0-2\tCarla\t\t\t\t\t\n"));
    assert!(err.ends_with("found 5 positions of 1 game\n"), "{err}");
    let (out, _) = outputs(&["white.pawns & d4", "-", "--format", "fen"], &games, 0);
    let fens: Vec<_> = out.lines().collect();
    assert_eq!(fens.len(), 1 + 5, "{out}");
    assert_eq!(fens[1], "4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3 w - - 0 1");
    let text = ["white.pawns & d4 && black.pawns & c5", "-", "--format", "pgn"];
    let (out, _) = outputs(&text, &games, 0);
    let marked = games.replacen("2. d4 ", "2. d4 {pawnfill: 2} ", 1);
    assert_eq!(out, marked.split_inclusive("1-0\n\n").next().unwrap());
}

#[test]
fn repeated_games_are_left_out() {
    // The second has another first name, comments and evaluations; the others another player of either color.
    let second = TAGGED.replace("Fischer, Robert", "FISCHER,R.").replace("2. d4", "2. d4! {a comment} ");
    let others = [("Fischer, Robert", "Fischer Spassky"), ("Bora\u{17e}", "Tal")];
    let games = [TAGGED, &second].concat() + &others.map(|(name, by)| TAGGED.replace(name, by)).concat();
    for (args, found) in [
        (&["white.pawns & d4", "-"][..], "21 positions of 3 games; left out 1 repeated game"),
        (&["white.pawns & d4", "--by", "color", "-"], "counted 3 games; left out 1 repeated game"),
    ] {
        let (_, err) = outputs(&[args, &["--unique"]].concat(), &games, 0);
        assert!(err.contains(": 60 positions in ") && err.trim_end().ends_with(found), "{err}");
    }
    says(&["find", "white.pawns & d4", "-", "--limit", "3"], &games, 0, "found 21 positions of 3 games");
    says(&["find", "white.pawns", "-", "--unique"], INITIAL, 2, "--unique needs games");
}

/// The columns of text.
const COLUMNS: &str = "game\tmoves\twhite\tblack\tevent\tdate\tresult\tsite\n";

#[test]
fn runs_of_moves_and_names_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    names.iter().for_each(|path| fs::write(path, "1. e4 d5 2. d4 e6 3. exd5 exd5 *").unwrap());
    let condition = "black.pawns & d5 && !(white.pawns & e4) || white.pawns & e2";
    let (out, _) = outputs(&[condition, &names[0], &names[1]], "", 0);
    let line = |name: &String| format!("{name}\t1\t0, 3\t\t\t\t\t\t\n");
    assert_eq!(out, format!("file\t{COLUMNS}{}{}", line(&names[0]), line(&names[1])));
    // The columns of records are others than those of games.
    let lines = folder.path().join("c.fen").to_str().unwrap().to_owned();
    fs::write(&lines, FEN).unwrap();
    let (out, _) = outputs(&["black.pawns & d5", &names[0], &lines], "", 0);
    let game = format!("{}\t1\t1-2, 3\t\t\t\t\t\t\n", names[0]);
    assert_eq!(out, format!("file\t{COLUMNS}{game}file\tfen\n{lines}\t{FEN}\n"));
    // FEN lines do not belong to games, and are printed unchanged.
    let (out, err) = outputs(&["black.isolated & h", "-"], format!("{INITIAL}\n{FEN}\n"), 0);
    assert_eq!(out, format!("fen\n{FEN}\n"));
    assert!(err.ends_with("found 1 position\n"), "{err}");
}

/// A game whose pawns on d4 stand from the third half-move to the ninth, and again from the eleventh on, with tags.
const TAGGED: &str = "\
[Event \"A \\\"<b>\\\" &\tcup\"]
[Site \"https://example.org/game\"]
[Date \"1972.07.11\"]
[White \"Fischer, Robert\"]
[Black \"Bora\u{17e}\"]
[Result \"0-1\"]
[WhiteElo \"2785\"]
[BlackElo \"2660\"]

1. Nf3 Nf6 2. d4 c5 3. Nc3 Nc6 4. Ne4 cxd4 5. Nxd4 Nxd4 6. e3 d5 7. exd4 dxe4 0-1
";

/// Returns the squares in color on each board of a page.
fn colored(page: &str) -> Vec<&str> {
    let boards = page.split("fill=\"#3f9d6b\"").skip(1);
    boards.map(|board| board.split('"').find(|text| text.starts_with('M')).unwrap()).collect()
}

#[test]
fn each_format() {
    let args = |format| ["white.pawns & d4", "-", "--format", format];
    let (out, _) = outputs(&args("text"), TAGGED, 0);
    let row = "1\t2-4, 7\tFischer, Robert\tBora\u{17e}\tA \"<b>\" & cup\t1972.07.11\t0-1\thttps://example.org/game\n";
    assert_eq!(out, format!("{COLUMNS}{row}"));
    let (out, _) = outputs(&args("csv"), TAGGED, 0);
    let mut rows = csv::Reader::from_reader(out.as_bytes());
    assert_eq!(rows.headers().unwrap().len(), 16);
    let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
    assert_eq!(
        rows.iter().map(|row| row.iter().skip(1).take(6).collect()).collect::<Vec<Vec<_>>>(),
        [["1", "", "2", "4", "3", "7"], ["1", "", "7", "7", "13", "14"],]
    );
    let tags = [
        "Fischer, Robert",
        "Bora\u{17e}",
        "A \"<b>\" & cup",
        "1972.07.11",
        "0-1",
        "https://example.org/game",
    ];
    assert!(rows.iter().all(|row| row.iter().skip(7).take(6).eq(tags)), "{out}");
    let fens = [
        "rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq d3 0 2",
        // The pawn on d5 captures in the next half-move.
        "r1bqkb1r/pp2pppp/5n2/8/3Pp3/8/PPP2PPP/R1BQKB1R w KQkq - 0 8",
    ];
    assert_eq!([&rows[0][13], &rows[0][14], &rows[1][13], &rows[1][14]], ["3", fens[0], "14", fens[1]]);
    let (out, _) = outputs(&args("json"), TAGGED, 0);
    let line: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(line["event"], "A \"<b>\" & cup");
    assert_eq!((&line["runs"][1]["first_ply"], &line["runs"][1]["fen"]), (&13.into(), &fens[1].into()));
    assert_eq!(line["runs"][0]["side"], serde_json::Value::Null);
    // A part that is not met has no squares.
    let either = "white.pawns & d4 || count(white.pawns) < 3";
    let (out, _) = outputs(&[either, "-", "--format", "html"], TAGGED, 0);
    assert_eq!(out.matches("<article>").count(), 2);
    assert!(out.contains("<a href=\"https://example.org/game\">"), "{out}");
    assert_eq!(out.matches("&lt; 3<").count(), 2, "{out}");
    let analysis = format!("analysis/{}\">black to move<", fens[0].replace(' ', "_"));
    assert!(out.contains(&analysis) && out.contains(&format!("<code>{}<", fens[0])), "{out}");
    assert!(out.contains("1972.07.11, game 1<"), "{out}");
    for scheme in ["javascript:alert(1)//https", "httpfoo", " https"] {
        let game = TAGGED.replace("https", scheme);
        let (out, _) = outputs(&[either, "-", "--format", "html"], game, 0);
        let addresses = || out.split("<a href=\"").skip(1);
        assert!(out.contains(scheme) && addresses().count() == 2, "{out}");
        assert!(addresses().all(|address| address.starts_with("https://lichess.org/analysis/")), "{out}");
    }
    let (page, _) = outputs(&[either, "-", "--format", "html"], TAGGED.replace("org/game", "org/<i>"), 0);
    assert!(page.contains("org/&lt;i&gt;") && !page.contains("<i>"), "{page}");
    assert!(out.contains("A &quot;&lt;b&gt;&quot; &amp; cup") && !out.contains("<b>\""), "{out}");
    assert!(
        out.contains(">here after 2. d4,")
            && out.contains("<summary>moves 2-4</summary>2. d4 ")
            && out.contains("<summary>move 7</summary>7. exd4 dxe4<")
            && out.contains("7 positions of 1 game. <code>pawnfill show"),
        "{out}"
    );
    // The square d4 is in color, and no other.
    assert_eq!(colored(&out), ["M3 4h1v1h-1z"; 2], "{out}");
    // Records have only a FEN.
    let (out, _) = outputs(&["black.isolated & h", "-", "--format", "csv"], FEN, 0);
    assert!(out.ends_with(&format!("standard input,,,,,,,,,,,,,,{FEN},1\n")), "{out}");
    let (out, _) = outputs(&["black.isolated & h", "-", "--format", "html"], FEN, 0);
    assert_eq!(colored(&out), ["M7 3h1v1h-1z"]);
    let (out, _) = outputs(&["black.isolated & h", "-", "--format", "json"], FEN, 0);
    assert!(out.contains("\"game_in_file\":null") && out.contains(FEN), "{out}");
    // Nothing is found.
    assert_eq!(outputs(&["white.doubled", "-", "--format", "csv"], TAGGED, 0).0.lines().count(), 1);
    assert_eq!(outputs(&["white.doubled", "-"], TAGGED, 0).0, "");
}

#[test]
fn the_side_of_conditions_about_either() {
    let game = "[Round \"1\"]\n1. d4 e5 2. dxe5 c5 3. b4 cxb4 4. a3 d5 5. exd6 *";
    let (out, err) = outputs(&["either.isolated & d", "-"], game, 0);
    assert_eq!(out, format!("{COLUMNS}1\t3-4 black\t\t\t\t\t\t\n"), "{err}");
    let (out, _) = outputs(&["own.isolated & d && !(enemy.pawns & d)", "-", "--format", "json"], game, 0);
    assert!(out.contains("\"side\":\"black\""), "{out}");
    // Black's seventh rank is rank 2.
    for (condition, games) in [
        ("either.pawns & rank_7 & e", 1),
        ("own.pawns & rank_7 && !(enemy.pawns & rank_7)", 1),
        ("black.pawns & rank_7", 0),
    ] {
        let (out, _) = outputs(&[condition, "-"], "4k3/8/8/8/8/8/4p3/6K1 w - - 0 1", 0);
        assert_eq!(out.lines().skip(1).count(), games, "{condition}");
    }
    // The square of Black's pawn is in color.
    let args = ["either.pawns & rank_7 & e", "-", "--format", "html"];
    let (out, _) = outputs(&args, "4k3/8/8/8/8/8/4p3/6K1 w - - 0 1", 0);
    assert_eq!(colored(&out), ["M4 6h1v1h-1z"]);
}

/// Checks the order of the runs of both sides, and that their common positions count once.
#[test]
fn runs_of_both_sides() {
    let game = "[Round \"1\"]\n1. a3 d5 2. a4 d4 3. a5 h6 4. h3 h5 5. h4 d3 *";
    let (out, err) = outputs(&["either.pawns & rank_5", "-"], game, 0);
    assert_eq!(out, format!("{COLUMNS}1\t2-5 black, 3-5 white\t\t\t\t\t\t\n"));
    assert!(err.ends_with("found 7 positions of 1 game\n"), "{err}");
    let (out, _) = outputs(&["either.pawns & rank_5", "-", "--format", "html"], game, 0);
    assert_eq!(colored(&out), ["M4 3h1v1h-1z", "M0 3h1v1h-1z"]);
    assert!(out.contains("<text x=\"0.50\" y=\"8.40\">h</text>"), "as Black sees it: {out}");
}

#[test]
fn tags_are_shown() {
    let game = "[White \"?\"]\n[Black \"Ann\"]\n[Black \"Bob\"]\n[Date \"????.??.??\"]\n[Site \"Oslo\"]\n\
                [Link \"https://example.org/1\"]\n\n1. e4 *\n";
    let (out, _) = outputs(&["white.pawns & e4", "-"], game, 0);
    assert_eq!(out, format!("{COLUMNS}1\t1\t\tAnn\t\t????.??.??\t\thttps://example.org/1\n"));
}

#[test]
fn options_need_games_and_values() {
    let fen = "[FEN \"4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3 b - - 0 40\"]\n\n40... Kd7 41. Kd2 Kd6 *";
    let (out, _) = outputs(&["white.pawns & d4", "-", "--format", "html"], fen, 0);
    assert!(out.contains("<summary>moves 40-41</summary>40... Kd7 41. Kd2 Kd6</details>"), "{out}");
    let (_, err) = outputs(&["white.pawns", "-", "--player", "Spasky", "--year", "1972"], TAGGED, 0);
    let asked = "a player with the name in --player and a date in the years of --year";
    assert!(err.contains(&format!("found 0 positions: no game has {asked}")), "{err}");
    for (option, value) in [
        ("--for", "2"),
        ("--moves", "2"),
        ("--player", "a"),
        ("--elo", "1-"),
        ("--year", "1999"),
        ("--format", "pgn"),
    ] {
        let shown = if option == "--format" { "--format pgn" } else { option };
        let message = format!("error: {shown} needs games, but standard input has single positions");
        says(&["find", "white.pawns", "-", option, value], INITIAL, 2, &message);
    }
    for args in [
        ["--for", "0"],
        ["--for", "soon"],
        ["--moves", "9-3"],
        ["--elo", "x"],
        ["--elo", "2400"],
        ["--material", "RR"],
        ["--year", "72"],
        ["--player", ""],
    ] {
        outputs(&["white.pawns", "-", args[0], args[1]], "", 2);
    }
    // Pieces of records count, too.
    let records = "4k3/8/8/3p4/8/8/4R3/r3K3 w - - 0 1\n4k3/8/8/3p4/8/8/4R3/q3K3 w - - 0 1\n";
    let (out, _) = outputs(&["black.pawns", "-", "--material", "QvR"], records, 0);
    assert_eq!(out, format!("fen\n{}\n", records.lines().nth(1).unwrap()));
}

#[test]
fn single_quotes_of_cmd_are_explained() {
    let note = "note: in cmd.exe, write double quotes";
    says(&["find", "'white.isolated"], "", 2, note);
    let (_, err) = outputs(&["white.isolated"], "", 2);
    assert!(!err.contains(note), "{err}");
}

#[test]
fn mistakes_are_shown_at_their_place() {
    for (condition, message, marks) in [
        ("white.pased & d", "unknown pattern `white.pased`; did you mean `white.passed`?", "      ^^^^^"),
        ("white.pased & D", "unknown pattern `white.pased`; did you mean `white.passed`?", "      ^^^^^"),
        ("white.passed & d\u{e9}", "the character 'é' has no meaning here", "                ^"),
        ("d & whit.passed", "unknown side `whit`: it is `white`, `black`, ", "    ^^^^"),
        ("open_file", "unknown name `open_file`; did you mean `open_files`?", "^^^^^^^^^"),
        ("nosuch", "unknown name `nosuch`; `pawnfill find --list` prints all names", "^^^^^^"),
        ("passed & d", "`passed` needs a side: `white.passed`, `black.passed` or `either.passed`", "^^^^^^"),
        (
            "white & d",
            "`white` is a side, not a set: write `white.pawns`; did you mean `white.pawns & d`?",
            "^^^^^",
        ),
        ("north & d", "`north` is a function: `north(white.pawns)`", "^^^^^"),
        (
            "white.passed &",
            "the condition ends where a name, a number, `!` or `(` should follow",
            "              ^",
        ),
        ("white.passed d", "expected an operator", "             ^"),
        ("(white.passed", "a `(` is not closed", "             ^"),
        ("white.passed)", "expected an operator", "            ^"),
        ("(d && e) & f", "expected a set of squares or a number, found a condition", "^^^^^^^^"),
        ("1 < 2 < 3", "comparisons cannot follow one another", "      ^"),
        ("white.passed < d", "only numbers have an order, not a set of squares", "^^^^^^^^^^^^^^^^"),
        ("count(d) == d", "a number and a set of squares cannot be compared", "^^^^^^^^^^^^^"),
        ("count(d) + d", "`+` takes two numbers, not a number and a set of squares", "^^^^^^^^^^^^"),
        ("count(d) + 1 - e", "`-` takes two sets or two numbers, not a number and a set", "           ^^^^^"),
        (
            "white.file_set & white.pawns",
            "`&` takes two sets, not a set of files and a set of squares; `file_fill` makes squares of files",
            "^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        ),
        ("count(d) == 256", "a number must be an integer from 0 to 255", "            ^^^"),
        ("!count(d) + 1", "`!` takes a set or a condition, not a number", "^^^^^^^^^"),
        ("frontspan(d, white)", "unknown function `frontspan`; did you mean `front_span`?", "^^^^^^^^^"),
        // Without its color, the answer would be that for White.
        (
            "front_span(d)",
            "takes a set and the color of its pawns: `front_span(white.pawns, white)`",
            "^^^^^^^^^^",
        ),
        (
            "front_span(d, d)",
            "expected `white`, `black`, `own`, `enemy`, `mine` or `theirs`",
            "              ^",
        ),
        ("north(d, white)", "`north` takes only a set: `north(white.pawns)`", "         ^^^^^"),
        ("beside(white.file_set)", "`beside` takes a set of squares, not a set of files", "^^^^^^"),
        ("passed(white)", "`passed` is a pattern, not a function: `white.passed`", "^^^^^^"),
        ("d \" e", "the character '\"' has no meaning here", "  ^"),
        ("", "the condition ends where", "^"),
    ] {
        let error = wrong(condition);
        assert!(error.contains(message), "{condition}: {error}");
        assert!(error.contains(&format!("\n  {condition}\n  {marks}\n")), "{condition}: {error}");
    }
    assert!(wrong("white.passed\n&& white.pased").ends_with("\n  && white.pased\n           ^^^^^\n"));
}

/// None of these overflows the stack.
#[test]
fn long_and_deep_conditions() {
    for (deep, message) in [
        ("(".repeat(100) + "d" + &")".repeat(100), "nested more than 64 levels deep"),
        ("!".repeat(255) + "white.passed", "nested more than 64 levels deep"),
        ("north(".repeat(65) + "d" + &")".repeat(65), "nested more than 64 levels deep"),
        (vec!["white.passed"; 129].join("&"), "more than 256 terms"),
    ] {
        assert!(wrong(&deep).contains(message), "{deep}");
    }
    let chain = |operator| vec!["white.passed"; 100].join(operator);
    for condition in [
        "white.pawns&".repeat(127) + "!a",
        "!".repeat(64) + "white.pawns",
        "(".repeat(64) + "white.pawns" + &")".repeat(64),
        "north(".repeat(6) + "white.pawns" + &")".repeat(6),
        "(white.pawns && ".repeat(64) + "black.pawns" + &")".repeat(64),
        format!("!({})", chain(" && ")),
        format!("!({})", chain(" || ")),
        format!("!({})", chain(" & ")),
        format!(
            "{} >= 0 || white.isolated",
            vec!["count(white.passed & a)"; 50].join(" + ").replacen('+', "-", 49)
        ),
    ] {
        let (code, least) = if condition.contains(">=") { (0, 0) } else { (0, 1) };
        let (out, _) = outputs(&[&condition, "-"], INITIAL, code);
        assert!(out.lines().count() >= least, "{condition}");
    }
}

/// These are valid, but have another meaning than one would think. Each suggestion has no such mistake itself.
#[test]
fn conditions_that_cannot_be_meant() {
    for (condition, message, meant) in [
        ("white.isolated && d", "every position meets `d`", "white.isolated & d"),
        ("d && white.isolated", "every position meets `d`", "d & white.isolated"),
        (
            "white.isolated & d && !black.pawns & c",
            "every position meets `!black.pawns & c`",
            "white.isolated & d && !(black.pawns & c)",
        ),
        ("!white.isolated & d", "every position meets `!white.isolated & d`", "!(white.isolated & d)"),
        ("d & !white.isolated", "every position meets `d & !white.isolated`", "!(d & white.isolated)"),
        ("white.isolated and d", "`and` is written `&&`", "white.isolated & d"),
        ("white.isolated OR black.isolated", "`or` is written `||`", "white.isolated || black.isolated"),
        ("not white.isolated & d", "`not` is written `!`", "!(white.isolated & d)"),
        (
            "white.isolated and d and not black.pawns and c",
            "`and` is written `&&`",
            "white.isolated & d && !(black.pawns & c)",
        ),
        ("count(white.passed) = 2", "equality is written `==`", "count(white.passed) == 2"),
        ("count(white.passed) => 2", "`=>` is written `>=`", "count(white.passed) >= 2"),
        ("count(white.passed) =< 2", "`=<` is written `<=`", "count(white.passed) <= 2"),
        (
            "White.Isolated & D",
            "unknown name `White.Isolated`: names are in lower case",
            "white.isolated & d",
        ),
        ("white.half_open", "unknown pattern `white.half_open`", "white.half_open_files"),
        ("white.d4", "`d4` belongs to no side", "white.pawns & d4"),
        ("white.open_files", "`open_files` belongs to the board", "open_files"),
        (
            "white.isolated & d > 1",
            "a set of squares and a number cannot be compared",
            "count(white.isolated & d) > 1",
        ),
        (
            "either.isolated & d && !(enemy.pawns & c)",
            "`either.isolated` may be about another side than `enemy.pawns`: write `own.isolated`",
            "own.isolated & d && !(enemy.pawns & c)",
        ),
    ] {
        let error = wrong(condition);
        assert!(error.starts_with(&format!("error: {message}")), "{condition}: {error}");
        assert!(error.contains(&format!("did you mean `{meant}`?\n  {condition}\n")), "{condition}: {error}");
        outputs(&[meant, "-"], INITIAL, 0);
    }
    for (condition, message) in [
        ("own.passed && white.isolated", "`own` and `enemy` stand for either color"),
        ("theirs.passed && white.isolated", "`mine` and `theirs` stand for either color"),
        ("mine.passed && enemy.isolated", "`mine` and `theirs` do not go together with `own` and `enemy`"),
        ("either.passed & white.isolated", "`either` stands for both colors"),
        ("full", "every position meets `full`"),
        ("!(d && e)", "every position meets `d`"),
        ("count(white.pawns) >= 0", "every position meets `count(white.pawns) >= 0`"),
        ("count(white.pawns) <= 48", "every position meets `count(white.pawns) <= 48`"),
        ("white.island_count < 5", "every position meets `white.island_count < 5`"),
        // Its diagrams are too large, but it has no other values.
        (
            "count(white.half_mute_chain_levers | black.mute_chain_levers) <= 64",
            "every position meets `count(white.half_mute_chain_levers | black.mute_chain_levers) <= 64`",
        ),
        ("white.island_count - 5 < 0", "every position meets"),
        (
            "white.rams || !black.rams",
            "every position meets `white.rams || !black.rams`: `white.rams` and `!black.rams` leave nothing out",
        ),
        ("count(own.rams) >= count(enemy.rams)", "every position meets"),
    ] {
        let error = wrong(condition);
        assert!(error.starts_with(&format!("error: {message}")), "{condition}: {error}");
    }
}

#[test]
fn parts_that_change_nothing_are_noted() {
    for (condition, notes) in [
        ("white.isolated & d && black.pawns & c", &[][..]),
        (
            "white.isolated & d && white.pawns & d",
            &["`white.pawns & d` changes nothing, because it is implied by `white.isolated & d`"],
        ),
        (
            "white.pawns & d || white.isolated & d",
            &["`white.isolated & d` changes nothing, because it is included in `white.pawns & d`"],
        ),
        (
            "white.rams && black.rams",
            &["`black.rams` changes nothing, because it is implied by `white.rams`"],
        ),
        ("white.pawns & a && (black.pawns & b && white.pawns & (a | c))", &[]),
        (
            "white.isolated & white.pawns & d",
            &["`white.pawns` changes nothing in `white.isolated & white.pawns & d`"],
        ),
        (
            "count(white.pawns - white.holes - rank_1) > 0",
            &["`rank_1` changes nothing in `white.pawns - white.holes - rank_1`"],
        ),
        (
            "1 < count(white.passed | white.front_passed)",
            &["`white.front_passed` changes nothing in `white.passed | white.front_passed`"],
        ),
        (
            "white.pawns & a && white.pawns & b && (white.pawns & a || black.pawns)",
            &[
                "`(white.pawns & a || black.pawns)` changes nothing, because it is implied by `white.pawns & a`",
            ],
        ),
    ] {
        let (_, err) = outputs(&[condition, "-"], INITIAL, 0);
        let printed: Vec<_> = err.lines().filter_map(|line| line.strip_prefix("note: ")).collect();
        assert_eq!(printed, notes, "{condition}");
    }
    // Nothing is claimed where diagrams are too large and no example is known.
    let large = "count(white.half_mute_chain_levers | black.mute_chain_levers) > 3";
    let (_, err) = outputs(&[large, "-"], INITIAL, 0);
    assert!(
        err.starts_with("note: this condition is too large to find out if every position meets it"),
        "{err}"
    );
}

#[test]
fn conditions_that_no_position_meets() {
    for (condition, why) in [
        (
            "black.half_open_files & !file_fill(white.pawns)",
            ": `black.half_open_files` and `!file_fill(white.pawns)` never share a square",
        ),
        (
            "white.passed & d & black.candidates",
            ": `white.passed` and `black.candidates` never share a square",
        ),
        ("white.pawns & d4 & e4", ": `d4` and `e4` never share a square"),
        ("white.pawns & rank_1 & e", ": `white.pawns` and `rank_1` never share a square"),
        ("black.pawns & rank_8", ": `black.pawns` and `rank_8` never share a square"),
        ("white.file_set - file_set(white.pawns)", ""),
        ("white.pawns & (white.passed - white.pawns)", ": `(white.passed - white.pawns)` is always empty"),
        ("white.rams && !black.rams", ": `white.rams` and `!black.rams` exclude each other"),
        ("1 > 2", ""),
        ("count(white.pawns) > 48", ""),
        (
            "white.island_count > 2 && white.island_count < 2",
            ": `white.island_count > 2` and `white.island_count < 2` exclude each other",
        ),
    ] {
        let error = wrong(condition);
        let line = error.lines().next().unwrap();
        assert_eq!(line, format!("error: no position meets `{condition}`{why}"));
    }
    // The mark is at the part.
    assert!(wrong("white.passed || white.pawns & rank_1").ends_with(&format!(
        "\n  {:16}{}\n",
        "",
        "^".repeat(20)
    )));
    // A possible condition without matches is no mistake.
    for condition in [
        "white.doubled",
        "white.rams || black.rams",
        "white.rams | black.rams",
        "count(white.doubled)",
        "white.pawns == black.pawns",
        "white.passed == black.rams && white.isolated",
    ] {
        let (_, err) = outputs(&[condition, "-"], INITIAL, 0);
        assert!(err.ends_with("found 0 positions\n"), "{condition}: {err}");
    }
}

#[test]
fn bad_input_ends_the_search_after_what_was_found() {
    let games = format!("{GAMES}\n[White \"D\"]\n1. d4 *\n");
    let (out, err) = outputs(&["white.pawns & d4", "-"], &games, 2);
    assert_eq!(out.lines().count(), 1 + 2, "{out}");
    assert!(err.contains("standard input, line 11: 1... \"d5\" is impossible"), "{err}");
    let (out, err) = outputs(&["white.pawns & d4", "-", "--skip-bad"], &games, 0);
    assert_eq!(out.lines().last(), Some("3\t1\tD\t\t\t\t\t"), "{out}");
    assert!(err.contains("skipped 1 bad line or game\n"), "{err}");
    let (out, err) = outputs(&["white.pawns", "no-such-file", "-"], INITIAL, 2);
    assert!(out.is_empty() && err.starts_with("error: no-such-file: "), "{err}");
}

#[test]
fn files_and_limits() {
    let folder = tempfile::tempdir().unwrap();
    let (input, path) = (folder.path().join("in.pgn"), folder.path().join("out.csv"));
    fs::write(&input, format!("{GAMES}\n1. e4 *\n")).unwrap();
    let (input, name) = (input.to_str().unwrap(), path.to_str().unwrap());
    let find = |args: &[&str], code| {
        outputs(&[&["white.pawns & d4", input, "--format", "csv"], args].concat(), "", code)
    };
    let (_, err) = find(&["-o", name], 2);
    assert!(err.contains("no file was written") && err.contains("line 11: 1... \"d5\""), "{err}");
    assert!(!path.exists(), "{err}");
    // The limit is reached before the mistake.
    let (out, err) = find(&["-o", name, "--limit", "1"], 0);
    assert!(
        out.is_empty() && err.ends_with("found 1 position of 1 game, and stopped there because of --limit\n"),
        "{err}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), find(&["--limit", "1"], 0).0);
    assert!(find(&["-o", name, "--skip-bad"], 2).1.contains("use --force"), "{err}");
    find(&["-o", name, "--skip-bad", "--force"], 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), find(&["--skip-bad"], 0).0);
    assert!(find(&["--limit", "2", "--skip-bad"], 0).1.contains("skipped 1 bad line or game\n"));
    says(&["find", "white.pawns & d4", input, "-o", input, "--force"], "", 2, "it is also an input");
    assert!(find(&["-o", "out.json"], 2).1.contains("out.json means json, but the format is csv"));
    let written = folder.path().join("found.json");
    outputs(&["white.pawns & d4", input, "--skip-bad", "-o", written.to_str().unwrap()], "", 0);
    assert!(fs::read_to_string(&written).unwrap().starts_with("{\"file\":"));
    let again = folder.path().join("..").join(folder.path().file_name().unwrap()).join("in.pgn");
    says(&["find", "white.pawns", input, again.to_str().unwrap()], "", 2, "in.pgn is given twice");
    says(&["find", "white.pawns", input, "-o", "out.csv.gz"], "", 2, "out.csv.gz: find writes no .gz");
    let (out, err) = outputs(&["white.pawns", "-", "--limit", "2"], format!("{FEN}\n").repeat(3), 0);
    assert!(out.lines().count() == 3 && err.contains("found 2 positions, and stopped"), "{err}");
}

/// Checks that a PGN has no game that swallows the next ones, with a reader that knows only brackets and results.
#[test]
fn written_games_can_be_read_by_others() {
    let broken = ["{ open", "( 1. d4 d5", "2. Kx {", "2. ( { ) *", "2. Nf3 ; } {\n} *"];
    let whole = ["{ ( } ( 1. d4 { ) } d5 ) 1-0", "; a ( note", "", "*\n\n1. d4 1-0\n\n1. e4 1/2-1/2"];
    let moves = broken.iter().flat_map(|broken| whole.map(|whole| [broken, whole])).flatten();
    let games: String = moves
        .enumerate()
        .map(|(number, moves)| format!("[White \"{number}\"]\n\n1. e4 {moves}\n\n"))
        .collect();
    let games = format!("[White \"open]\n\n1. e4 *\n\n{games}");
    let find =
        |games: &str, format| outputs(&["white.pawns & e4", "-", "--skip-bad", "--format", format], games, 0);
    let (written, err) = find(&games, "pgn");
    let (mut in_comment, mut depth, mut results) = (false, 0, 0);
    for line in written.lines() {
        assert!(!line.starts_with('[') || !in_comment && depth == 0, "{written}");
        for word in line.split(' ') {
            match word {
                "}" => in_comment = false,
                _ if in_comment => {}
                "{" => in_comment = true,
                ";" => break,
                "(" => depth += 1,
                ")" => depth -= 1,
                "1-0" | "1/2-1/2" | "*" if depth == 0 => results += 1,
                _ => {}
            }
        }
    }
    assert_eq!(results, 25, "{written}");
    assert!(err.ends_with("found 25 positions of 25 games, and left out 20 games with mistakes\n"), "{err}");
    let players = |games: &str| -> Vec<Option<u32>> {
        let (out, _) = find(games, "csv");
        out.lines().skip(1).map(|row| row.split(',').nth(7).unwrap().parse().ok()).collect()
    };
    let is_whole = |player: &Option<u32>| player.is_none_or(|number| number % 2 == 1);
    assert_eq!(players(&written), players(&games).into_iter().filter(is_whole).collect::<Vec<_>>());
}

#[test]
fn names_of_structures() {
    let games = "[White \"A\"]\n1. e4 e6 2. d4 d5 3. exd5 exd5 4. c4 dxc4 5. Bxc4 *";
    let text_of = |condition: &str| {
        outputs(&[condition, "-"], games, 0).0.lines().nth(1).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(text_of("iqp"), "1\t4-5 white\tA\t\t\t\t\t");
    assert_eq!(text_of("white.iqp"), "1\t4-5\tA\t\t\t\t\t");
    assert_eq!(text_of("black.iqp"), "");
    assert_eq!(text_of("!iqp && white.pawns & c4"), "1\t4\tA\t\t\t\t\t");
    assert_eq!(text_of("exchange_french && !(white.pawns & c4)"), "1\t3\tA\t\t\t\t\t");
    for (condition, message) in [
        ("iqp & d", "`iqp` is a condition, not a set: combine it with `&&`"),
        (
            "iqp && own.passed",
            "`iqp` may be about another side than `own.passed`: write `own.iqp`; did you mean `own.iqp && own.passed`?",
        ),
        ("hedghog", "unknown name `hedghog`; did you mean `hedgehog`?"),
        ("white.hedghog", "unknown pattern `white.hedghog`; did you mean `white.hedgehog`?"),
        ("white.iqp && white.hanging_pawns", "no position meets `white.iqp && white.hanging_pawns`"),
    ] {
        assert!(wrong(condition).starts_with(&format!("error: {message}")), "{}", wrong(condition));
    }
    let note = "note: `white.kid_chain` changes nothing, because it is implied by `black.czech_benoni`";
    says(&["find", "black.czech_benoni && white.kid_chain", "-"], INITIAL, 0, note);
}

#[test]
fn names_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names.txt");
    let path = path.to_str().unwrap();
    let run = |names: &str, condition: &str, code| {
        fs::write(path, names).unwrap();
        outputs(&[condition, "-", "--names", path], FEN, code)
    };
    let names = "# mine\n\nram_e\n  white e5\n  black e6 d5/d4, no c f\n\nboth\n  condition ram_e && white.pawns & c2\n";
    assert_eq!(run(names, "white.ram_e", 0).0, format!("fen\n{FEN}\n"));
    assert_eq!(run(names, "both && !iqp", 0).0, format!("fen\n{FEN}\n"));
    assert_eq!(run(names, "black.both", 0).0, "");
    // An example with pieces, of which only the bishop on c8 is on a light square.
    let bishop = "x_1\n  condition black.bishops & light_squares & c8\n  example 2b1kb2/8/8/8/8/8/8/4K3\n";
    assert_eq!(run(bishop, "x_1", 0).0, "");
    for (names, message) in [
        (&bishop.replace("2b1kb2", "4kb2")[..], "line 3: this is no example of `x_1`"),
        ("a_name\n", "line 1: `a_name` has no condition"),
        ("  white e4\n", "line 1: a name must come first"),
        ("x y\n  white e4\n", "line 1: a name consists of lower-case letters, digits and `_`, not `x y`"),
        ("iqp\n  white e4\n", "line 1: the name `iqp` is taken"),
        ("passed\n  white e4\n", "line 1: the name `passed` is taken"),
        ("own\n  white e4\n", "line 1: the name `own` is taken"),
        ("kings\n  white e4\n", "line 1: the name `kings` is taken"),
        ("two\n  white e4\n\ntwo\n  white e5\n", "line 4: the name `two` is taken"),
        ("x_1\n  white e9\n", "line 2: `e9` is neither a square nor a file"),
        ("x_1\n  whte e4\n", "line 2: unknown line `whte e4`"),
        ("x_1\n  white\n", "line 2: expected squares and files"),
        ("x_1\n  white no c, d4\n", "line 2: no comma follows `no`: pawns stand before it"),
        ("x_1\n  white d4, no c, e\n", "line 2: no comma follows `no`"),
        ("x_1\n  white d4 no, c\n", "line 2: no comma follows `no`"),
        ("x_1\n  white d4\n  example 8/8/8/8/8/8/8/9\n", "line 3: "),
        ("x_1\n  example 8/8/8/8/4P3/8/8/8\n  white d4\n", "line 2: this is no example of `x_1`"),
        ("x_1\n  white d4, no\n", "line 2: expected squares and files after `no`"),
        ("x_1\n  white c, d4, c\n", "line 2: `c` stands twice"),
        ("x_1\n  condition mine.isolated\n", "line 1: `mine` and `theirs` are only for searches"),
        (
            "x_1\n  white h4\n  condition white.isolated && d\n",
            "line 1: every position meets `d`; did you mean",
        ),
    ] {
        let (_, err) = run(names, "white.passed", 2);
        assert!(err.starts_with(&format!("error: {path}, {message}")), "{err}");
    }
    fs::write(path, "two_lines\n  white c4/d4\n  white no b\n  black e6\n").unwrap();
    let (about, _) = outputs(&["--list", "two_lines", "--names", path], "", 0);
    assert!(about.contains("\n  free      white a e f g h\n  free      black a b c d f g h\n"), "{about}");
    // Black may meet the example, and a table searches for structures with alternatives or pieces.
    let game = "[Result \"1-0\"]\n\n1. e4 e6 2. d4 d5 3. exd5 exd5 4. c4 dxc4 5. Bxc4 1-0";
    let either = "d4_or_h7\n  condition own.pawns & d4 || own.pawns & h7\n  example 4k3/8/8/3p4/8/8/8/4K3\nlight\n  condition own.bishops & c4\n";
    fs::write(path, either).unwrap();
    let (table, _) = outputs(&["--by", "structure", "--names", path, "-"], game, 0);
    assert!(["\nd4_or_h7 ", "\nlight "].iter().all(|row| table.contains(row)), "{table}");
    // The own side is the one that has the name.
    let own = "weak\n  condition own.isolated & h && enemy.pawns & e6\n";
    assert_eq!(run(own, "white.weak", 0).0, format!("fen\n{FEN}\n"));
    assert_eq!(run(own, "black.weak", 0).0, "");
    assert_eq!(run(own, "!weak", 0).0, "");
    let levels = |levels| {
        let above = (1..levels).map(|level| format!("n{level}\n  condition n{}\n", level - 1));
        "n0\n  white e5\n".to_owned() + &above.collect::<String>()
    };
    assert_eq!(run(&levels(16), "white.n15", 0).0, format!("fen\n{FEN}\n"));
    let (_, err) = run(&levels(17), "n3", 2);
    assert!(err.contains("definitions nest more than 16 levels deep"), "{err}");
    let (_, err) = outputs(&["iqp", "-", "--names", "no-such-file"], FEN, 2);
    assert!(err.starts_with("error: no-such-file: "), "{err}");
}

#[test]
fn lists_of_names() {
    let (names, _) = outputs(&["--list"], "", 0);
    for name in ["iqp ", "open_files ", "passed ", "front_span(white.pawns, white) ", "hedgehog "] {
        assert!(names.contains(&format!("\n  {name}")), "{name}: {names}");
    }
    let (about, _) = outputs(&["--list", "black.czech_benoni"], "", 0);
    assert!(about.starts_with("czech_benoni\n  title     Czech Benoni"), "{about}");
    assert!(about.contains("\n  free      white a b f g h\n"), "{about}");
    assert!(about.contains("\n  black.czech_benoni implies white.kid_chain\n"), "{about}");
    let (about, _) = outputs(&["--list", "majority_3_3_v_4_2"], "", 0);
    assert!(!about.contains("\n  free "), "its condition is about more files: {about}");
    let (relations, _) = outputs(&["--list", "relations"], "", 0);
    assert!(relations.contains("\n  white.hanging_pawns excludes the 62 others\n"), "{relations}");
    assert!(relations.contains("\n  black.czech_benoni implies white.kid_chain\n"), "{relations}");
    let (pattern, _) = outputs(&["--list", "passed"], "", 0);
    assert!(pattern.starts_with("passed: Returns the friendly pawns"), "{pattern}");
    let (pattern, _) = outputs(&["--list", "backward"], "", 0);
    assert!(pattern.contains("write `white.backward - white.isolated`"), "{pattern}");
    // An isolated pawn is backward if an enemy pawn attacks its stop.
    let (out, _) = outputs(&["white.backward & white.isolated", "-"], "8/8/8/4p3/8/3P4/8/8", 0);
    assert_eq!(out.lines().count(), 2);
    says(&["find", "--list", "nosuch"], "", 2, "nothing is called `nosuch` or about it");
    let (found, _) = outputs(&["--list", "light_squares"], "", 0);
    assert!(found.starts_with("  light_squares, dark_squares  squares of one color;"), "{found}");
    for (word, name) in [("Isolani", "iqp"), ("minority", "carlsbad"), ("Maroczy", "maroczy")] {
        let (found, _) = outputs(&["--list", word], "", 0);
        assert!(found.contains(&format!("  {name} ")), "{word}: {found}");
        assert!(found.lines().count() < 6, "{word}: {found}");
    }
    outputs(&["--list", "iqp", "white.passed", "-"], "", 2);
}

#[test]
fn tables_of_results() {
    let moves = "1. e4 e6 2. d4 d5 3. exd5 exd5";
    let event = "a name that is too long for a line of eighty characters";
    let games = format!(
        "[Event \"{event}\"]\n[White \"Hou, Yifan\"]\n[Result \"1-0\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n\n\
         {moves} 4. c4 dxc4 5. Bxc4 1-0\n\n[Black \"Hou,Y\"]\n[Result \"0-1\"]\n[WhiteElo \"0\"]\n[BlackElo \"2500\"]\n\n{moves} 0-1\n\n{moves} *\n"
    );
    let by = |args: &[&str], code| outputs(&[args, &["-"]].concat(), &games, code);
    let (out, err) = by(&["--by", "structure,event"], 0);
    assert!(
        out.starts_with("structure       event            games score       95 %   Elo  diff usual chance\n"),
        "{out}"
    );
    let isolani = "iqp             a name that i…       1 100.0 20.7-100.0  64.0  +0.0 100.0 yes";
    assert!(out.lines().any(|line| line == isolani), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let unrated = out.lines().find(|line| line.starts_with("exchange_french ?")).unwrap();
    assert_eq!(unrated.split_whitespace().count(), 8, "no Elo: {unrated}");
    assert!(err.ends_with("counted 2 games; left out 1 game without a result\n"), "{err}");
    let (out, _) = by(&["--by", "structure", "--player", "hou", "--format", "csv"], 0);
    let expected = "structure,games,won,drawn,lost,score,low,high,rated,expected,difference,usual,chance\n\
                    mine.exchange_french,2,2,0,0,1.0,0.3424,1.0,1,0.6401,0.0,1.0,true\n";
    assert!(out.starts_with(expected), "{out}");
    let (out, _) = by(&["iqp", "--by", "color,event", "--format", "json"], 0);
    let row: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&row["color"], &row["event"], &row["games"]), (&"white".into(), &event.into(), &1.into()));
    for (args, message) in [
        (&["--by", "structure", "iqp"][..], "there is no file `iqp`, and --by structure takes no condition"),
        (&["--by", "colour", "iqp"], "expected structure, color, player"),
        (&["--by", "color", "iqp", "--format", "html"], "is written as text, csv or json"),
        (&["--by", "color", "mine.isolated"], "are the sides of --player NAME"),
        (&["--by", "color", "iqp", "--result", "lost"], "needs games of all results"),
        (&["--by", "color,year,color", "iqp"], "the key `color` is given twice"),
    ] {
        let (_, err) = by(args, 2);
        assert!(err.contains(message), "{err}");
    }
    for (args, end) in
        [(&["--by", "structure"][..], "\n"), (&["iqp", "--by", "color"], " after the condition: iqp\n")]
    {
        assert!(outputs(args, "", 2).1.contains(&format!("no files of games are given{end}")), "{args:?}");
    }
    let (_, err) = by(&["--by", "structure", "--elo", "2700-"], 0);
    assert!(err.ends_with("counted 0 games: no game has two ratings in the range of --elo\n"), "{err}");
    let (_, err) = outputs(&["--by", "structure", "-"], INITIAL, 2);
    assert!(err.contains("--by needs games, but standard input has single positions"), "{err}");
}

#[test]
fn conditions_in_order() {
    let games = "[White \"A\"]\n\n1. e4 e6 2. d4 d5 3. exd5 exd5 4. c4 dxc4 5. Bxc4 *";
    let then = |args: &[&str]| {
        let (out, _) = outputs(&[args, &["-"]].concat(), games, 0);
        out.lines().nth(1).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(
        then(&["exchange_french", "--then", "iqp"]),
        "1\t3 white, 3 black, then 4-5 white\tA\t\t\t\t\t"
    );
    assert_eq!(
        then(&["own.exchange_french", "--then", "own.iqp"]),
        "1\t3 white, then 4-5 white\tA\t\t\t\t\t"
    );
    assert_eq!(then(&["iqp", "--then", "exchange_french"]), "");
    let csv = ["own.exchange_french", "--then", "own.iqp", "--format", "csv"];
    assert!(then(&csv).ends_with(",1"), "{}", then(&csv));
    let html = ["own.exchange_french", "--then", "own.iqp", "-", "--format", "html"];
    assert!(outputs(&html, games, 0).0.contains("<summary>then moves 4-5 white</summary>4."));
    let html = ["white.pawns & e4", "--then", "white.pawns & d4", "-", "--format", "html"];
    assert_eq!(colored(&outputs(&html, games, 0).0)[..2], ["M4 4h1v1h-1z", "M3 4h1v1h-1z"]);
    let (out, _) = outputs(&["black.pawns & e6", "-", "--format", "html"], games, 0);
    assert!(out.contains(">here after 1... e6"), "{out}");
    // Each condition is proved.
    let (_, err) = outputs(&["iqp", "--then", "white.isolated && d", "-"], games, 2);
    assert!(err.starts_with("error: every position meets `d`"), "{err}");
    says(&["find", "white.pawns", "--then", "iqp", "-"], INITIAL, 2, "--then needs games");
    says(&["find", "--then", "iqp", "--by", "structure", "-"], games, 2, "--then needs a first condition");
}
