//! Checks the names and links in the documents at the top level.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Tests run in the folder of their package, even in a checkout that was copied with its programs.
const ROOT: &str = "..";

fn xtask() -> Command {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
}

/// Also checks that the short help of each command fits a screen.
#[test]
fn the_table_of_commands_is_complete() {
    let contributing = fs::read_to_string(Path::new(ROOT).join("CONTRIBUTING.md")).unwrap();
    let told: BTreeSet<&str> = contributing
        .lines()
        .filter_map(|line| {
            line.strip_prefix("| `cargo xtask ")?
                .split([' ', '`'])
                .next()
        })
        .collect();
    let help = xtask().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let there: BTreeSet<&str> = commands
        .lines()
        .take_while(|line| !line.is_empty())
        // Continued descriptions are indented further.
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|command| !["", "help"].contains(command))
        .collect();
    assert_eq!(told, there);
    for command in there {
        let help = xtask().args([command, "-h"]).output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        assert!(
            help.starts_with(char::is_uppercase) && help.lines().count() <= 40,
            "{help}"
        );
    }
}

/// Checks the links between files, and the map of folders.
#[test]
fn named_files_exist() {
    let mut named = 0;
    for document in [
        "README.md",
        "ARCHITECTURE.md",
        "COMPARE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ] {
        let text = fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
        let links = text
            .split("](")
            .skip(1)
            .map(|rest| rest.split([')', '#']).next().unwrap());
        let pictures = text
            .split("src=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap());
        let map = text
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let paths = links
            .chain(pictures)
            .chain(map.filter(|path| path.ends_with('/')));
        for path in paths.filter(|path| !path.starts_with("http")) {
            assert!(
                Path::new(ROOT).join(path).exists(),
                "{document} names {path}"
            );
            named += 1;
        }
    }
    assert!(named > 20, "only {named} found");
}

/// Checks that the lines of the recipe for a pattern have the form of those of other patterns.
#[test]
fn the_recipe_has_the_form_of_its_files() {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let (mut file, mut path, mut checked) = (String::new(), "", 0);
    for line in text
        .split("```")
        .find_map(|block| block.strip_prefix("diff\n"))
        .unwrap()
        .lines()
    {
        if let Some(next) = line.strip_prefix("--- ") {
            (path, file) = (
                next,
                fs::read_to_string(Path::new(ROOT).join(next)).unwrap(),
            );
        } else if line.contains("free") {
            let other = if path.starts_with("benches") {
                "passed"
            } else {
                "unfree"
            };
            // What follows is about the pattern.
            let form = line[1..]
                .split(['"', '&'])
                .next()
                .unwrap()
                .split(" b.")
                .next()
                .unwrap();
            assert!(
                file.contains(&form.replace("free", other)),
                "{path} has no line like {form}"
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 5);
}
