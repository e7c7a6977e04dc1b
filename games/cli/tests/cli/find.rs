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
