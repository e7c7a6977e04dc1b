//! `pawnfill find` from the command line: matches, and errors in conditions.

use pawnfill::pattern::WORDS;
use pawnfill_condition::{Query, structures};

use crate::run::{self, INITIAL};

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

/// A game whose pawns on d4 stand from the third half-move to the ninth, and again from the
/// eleventh on, with tags.
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

#[test]
fn pages_have_no_markup_of_games() {
    let condition = "white.pawns & d4 || count(white.pawns) < 3";
    let page = |game: &str| outputs(&[condition, "-", "--format", "html"], game, 0).0;
    let out = page(TAGGED);
    assert!(
        out.contains("<a href=\"https://example.org/game\">"),
        "{out}"
    );
    assert!(
        out.contains("A &quot;&lt;b&gt;&quot; &amp; cup") && !out.contains("<b>\""),
        "{out}"
    );
    assert_eq!(out.matches("&lt; 3<").count(), 2, "{out}");
    assert!(
        out.contains("<summary>moves 2-4</summary>2. d4 ") && out.contains("7. exd4 dxe4<"),
        "{out}"
    );
    for scheme in ["javascript:alert(1)//https", "httpfoo", " https"] {
        let out = page(&TAGGED.replace("https", scheme));
        let addresses = || out.split("<a href=\"").skip(1);
        assert!(out.contains(scheme) && addresses().count() == 2, "{out}");
        assert!(
            addresses().all(|address| address.starts_with("https://lichess.org/analysis/")),
            "{out}"
        );
    }
    let out = page(&TAGGED.replace("org/game", "org/<i>"));
    assert!(
        out.contains("org/&lt;i&gt;") && !out.contains("<i>"),
        "{out}"
    );
    // Black sees its own side below.
    let game = "[Round \"1\"]\n\n1. a3 d5 2. a4 d4 *";
    let (out, _) = outputs(&["own.pawns & rank_5", "-", "--format", "html"], game, 0);
    assert!(
        out.contains("<text x=\"0.50\" y=\"8.40\">h</text>"),
        "{out}"
    );
}

/// None of these overflows the stack.
#[test]
fn long_and_deep_conditions() {
    for (deep, message) in [
        (
            "(".repeat(100) + "d" + &")".repeat(100),
            "nested more than 64 levels deep",
        ),
        (
            "!".repeat(255) + "white.passed",
            "nested more than 64 levels deep",
        ),
        (
            "north(".repeat(65) + "d" + &")".repeat(65),
            "nested more than 64 levels deep",
        ),
        (vec!["white.passed"; 129].join("&"), "more than 256 terms"),
    ] {
        assert!(wrong(&deep).contains(message), "{deep}");
    }
    let chain = |operator| vec!["white.passed"; 100].join(operator);
    for condition in [
        "white.pawns&".repeat(127) + "~a",
        "!".repeat(64) + "white.pawns",
        "(".repeat(64) + "white.pawns" + &")".repeat(64),
        "north(".repeat(6) + "white.pawns" + &")".repeat(6),
        "(white.pawns && ".repeat(64) + "black.pawns" + &")".repeat(64),
        format!("!({})", chain(" && ")),
        format!("!({})", chain(" || ")),
        format!("!({})", chain(" & ")),
        format!(
            "{} >= 0 || white.isolated",
            vec!["count(white.passed & a)"; 50]
                .join(" + ")
                .replacen('+', "-", 49)
        ),
    ] {
        let (out, _) = outputs(&[&condition, "-"], INITIAL, 0);
        assert!(condition.contains(">=") || !out.is_empty(), "{condition}");
    }
}

/// Words that people typed, with the patterns that they mean.
const WORDS_OF_PEOPLE: [(&str, &str); 22] = [
    ("protected passed pawn", "protected_passed"),
    ("connected passed pawns", "connected_passed"),
    ("candidate passed pawn", "candidates"),
    ("Candidate Passed Pawn", "candidates"),
    ("hidden passed pawn", "sneakers"),
    ("backwards pawn", "backward"),
    ("half-isolated pawn", "half_isolated"),
    ("doubled isolated pawn", "doubled isolated"),
    ("triple pawn", "tripled"),
    ("pawn rams", "rams"),
    ("locked pawns", "rams immobile"),
    ("fixed pawns", "rams immobile"),
    ("unfree pawns", "unfree"),
    ("pawn levers", "any_levers"),
    ("pawn sentries", "sentries"),
    ("passed pawns", "passed"),
    ("pawn islands", "island_count"),
    ("supported pawns", "defended connected"),
    ("weak squares", "holes"),
    ("pawn breaks", "push_levers double_push_levers"),
    ("isolated queen pawns", "isolated"),
    ("half-isolani pawns", "half_isolated"),
];

/// Checks that a PGN has no game that swallows the next ones, with a reader that knows only
/// brackets and results.
#[test]
fn written_games_can_be_read_by_others() {
    let broken = [
        "{ open",
        "( 1. d4 d5",
        "2. Kx {",
        "2. ( { ) *",
        "2. Nf3 ; } {\n} *",
    ];
    let whole = [
        "{ ( } ( 1. d4 { ) } d5 ) 1-0",
        "; a ( note",
        "",
        "*\n\n1. d4 1-0\n\n1. e4 1/2-1/2",
    ];
    let moves = broken
        .iter()
        .flat_map(|broken| whole.map(|whole| [broken, whole]))
        .flatten();
    let games: String = moves
        .enumerate()
        .map(|(number, moves)| format!("[White \"{number}\"]\n\n1. e4 {moves}\n\n"))
        .collect();
    let games = format!("[White open\n\n1. e4 *\n\n{games}");
    let find = |games: &str, format| {
        outputs(
            &["white.pawns & e4", "-", "--skip-bad", "--format", format],
            games,
            0,
        )
    };
    let (written, err) = find(&games, "pgn");
    let (mut in_comment, mut depth, mut results) = (false, 0, 0);
    for line in written.lines() {
        assert!(
            !line.starts_with('[') || !in_comment && depth == 0,
            "{written}"
        );
        for word in line.split(' ') {
            match word {
                _ if word.ends_with('}') => in_comment = false,
                _ if in_comment => {}
                _ if word.starts_with('{') => in_comment = true,
                ";" => break,
                "(" => depth += 1,
                ")" => depth -= 1,
                "1-0" | "1/2-1/2" | "*" if depth == 0 => results += 1,
                _ => {}
            }
        }
    }
    assert_eq!(results, 25, "{written}");
    assert!(
        err.ends_with("found 25 positions of 25 games, and left out 20 games with mistakes\n"),
        "{err}"
    );
    let players = |games: &str| -> Vec<Option<u32>> {
        let (out, _) = find(games, "csv");
        out.lines()
            .skip(1)
            .map(|row| row.split(',').nth(7).unwrap().parse().ok())
            .collect()
    };
    let is_whole = |player: &Option<u32>| player.is_none_or(|number| number % 2 == 1);
    assert_eq!(
        players(&written),
        players(&games)
            .into_iter()
            .filter(is_whole)
            .collect::<Vec<_>>()
    );
}

/// Asks for each word of players at every door.
#[test]
fn every_door_knows_the_words_of_players() {
    // A structure has the name `iqp`.
    for (number, word) in WORDS.iter().filter(|word| word.text != "IQP").enumerate() {
        let name = word.text.to_lowercase().replace([' ', '-'], "_");
        let (list, _) = outputs(&["--list", word.text], "", 0);
        let mut doors = vec![
            run::outputs(
                &["show", INITIAL, "--pattern", &format!("white.{name}")],
                "",
                2,
            )
            .1,
            wrong(&name),
            wrong(&format!("white.{name}")),
        ];
        // This door answers slowly, from the same list.
        if number % 4 == 0 {
            let export = ["export", "patterns", "--language", "c", "--pattern", &name];
            doors.push(run::outputs(&export, "", 2).1);
        }
        for pattern in word.patterns() {
            assert!(
                list.contains(&format!("  {} ", pattern.name)),
                "{name}: {list}"
            );
            let is_meant = |said: &String| {
                let (_, meant) = said
                    .split_once("did you mean `")
                    .unwrap_or_else(|| panic!("{said}"));
                meant
                    .split('`')
                    .any(|of| of.trim_start_matches("white.") == pattern.name)
            };
            assert!(doors.iter().all(is_meant), "{name}: {doors:?}");
        }
        if let Some(near) = word.near {
            let list = list.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                list.contains(near) && doors.iter().all(|said| said.contains(near)),
                "{name}: {doors:?}"
            );
            for text in near.split('`').skip(1).step_by(2) {
                assert!(Query::parse(text, &structures()).is_ok(), "{text}");
            }
        }
    }
    for (word, found) in WORDS_OF_PEOPLE {
        let list = outputs(&["--list", word], "", 0).0;
        let said = wrong(word);
        for name in found.split(' ') {
            assert!(list.contains(&format!("  {name} ")), "{word}: {list}");
            assert!(said.contains(name), "{word}: {said}");
        }
    }
    let (all, _) = outputs(&["--list"], "", 0);
    assert!(all.lines().all(|line| line.chars().count() <= 80), "{all}");
}
