//! The help of each command.

use pawnfill::pattern::PATTERNS;

use crate::run::outputs;

#[test]
fn short_help_begins_with_an_example_and_fits_a_screen() {
    let commands: [&[&str]; 6] =
        [&[], &["show"], &["find"], &["positions"], &["export"], &["export", "patterns"]];
    for command in commands {
        let (help, _) = outputs(&[command, &["-h"]].concat(), "", 0);
        let example = format!("\n\n  {} ", [&["pawnfill"], command].concat().join(" "));
        assert!(help.contains(&example) && help.lines().count() <= 40, "{help}");
    }
}

#[test]
fn help_of_find_has_all_names() {
    let (help, _) = outputs(&["find", "--help"], "", 0);
    let (_, names) = help.split_once("\nStructures:\n").unwrap();
    let names: Vec<&str> = names.split_whitespace().collect();
    for name in PATTERNS.iter().map(|pattern| pattern.name).chain(["iqp", "lopez"]) {
        assert!(names.contains(&name), "{name}: {help}");
    }
}
