//! Notes about words whose meaning surprises, and texts that may be meant.

use pawnfill_condition::{Query, ask, structures};

const FILES: &str = "`open_files` has eight squares for each file";
const ALONE: &str = "asks only whether there is such a file: `&` asks for squares on it";

#[test]
fn notes_stand_where_words_surprise() {
    let names = structures();
    for (condition, expected) in [
        (
            "count(open_files) > 2",
            vec![format!(
                "{FILES}, so `count(open_file_set) > 2` may be meant"
            )],
        ),
        (
            "own.iqp && open_files",
            vec![format!("`open_files` {ALONE}")],
        ),
        (
            "own.isolated && enemy.half_open_files",
            vec![format!("`enemy.half_open_files` {ALONE}")],
        ),
        ("own.isolated & enemy.half_open_files", vec![]),
        ("open_files", vec![]),
        (
            "own.bishops & (light_squares) && !(enemy.pawns & dark_squares)",
            vec![
                "where the side is Black, `light_squares` are the dark squares".to_owned(),
                "where the side is Black, `dark_squares` are the light squares".to_owned(),
            ],
        ),
        ("black.bishops & light_squares", vec![]),
        ("own.passed & rank_7", vec![]),
    ] {
        let (_, notes) = ask(condition, &names, Vec::new).unwrap();
        assert_eq!(notes, expected, "{condition}");
    }
}

#[test]
fn files_that_are_meant_are_proposed() {
    for (condition, reason, meant) in [
        (
            "mine.backward & open_files",
            "never share a square",
            "mine.backward & theirs.half_open_files",
        ),
        (
            "open_files & black.isolated & d",
            "never share a square",
            "white.half_open_files & black.isolated & d",
        ),
        ("count(open_files) == 4", FILES, "count(open_file_set) == 4"),
        (
            "closed_files != 4",
            "cannot be compared",
            "count(closed_file_set) != 4",
        ),
    ] {
        let refused = ask(condition, &[], Vec::new).unwrap_err();
        assert!(
            refused.mistake.message.contains(reason),
            "{condition}: {refused:?}"
        );
        assert_eq!(refused.meant.as_deref(), Some(meant), "{condition}");
    }
}

#[test]
fn own_is_either_side_for_a_player() {
    let names = structures();
    for (condition, has_note) in [
        ("own.iqp", true),
        ("mine.iqp", false),
        ("iqp", false),
        ("white.iqp", false),
    ] {
        let query = Query::parse(condition, &names).unwrap();
        assert_eq!(query.note_for_player().is_some(), has_note, "{condition}");
    }
}
