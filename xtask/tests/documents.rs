//! Checks the names and links in the pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{BrokenLink, Event, Options, Parser, Tag};

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

/// Returns the pages below a folder, without those that are made.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !["target", "node_modules"].contains(&&*name)
        {
            all.extend(pages(&path));
        } else if name.ends_with(".md") {
            all.push(path);
        }
    }
    all
}

/// Returns the links and pictures of a text, and the names in brackets that are no links.
fn links(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut links, mut broken) = (Vec::new(), Vec::new());
    let mut note = |link: BrokenLink| {
        broken.push(link.reference.into_string());
        None
    };
    let parser =
        Parser::new_with_broken_link_callback(text, Options::ENABLE_TABLES, Some(&mut note));
    for event in parser {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            links.push(dest_url.into_string());
        }
    }
    for rest in text.split("src=\"").skip(1) {
        links.push(rest.split('"').next().unwrap().to_owned());
    }
    broken.retain(|name| name != "Unreleased");
    (links, broken)
}

/// Returns what follows `#` in the address of a heading.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    words
        .replace(' ', "-")
        .replace(|c: char| !c.is_alphanumeric() && c != '-', "")
}

/// Checks the links of all pages as forges show them, and that no example has hidden lines.
#[test]
fn links_lead_to_files() {
    let mut checked = 0;
    for page in pages(Path::new(ROOT)) {
        let text = fs::read_to_string(&page).unwrap();
        for code in text.split("```rust").skip(1) {
            let is_hidden = code.split("```").next().unwrap().contains("\n# ");
            assert!(!is_hidden, "{}: {code}", page.display());
        }
        let (links, broken) = links(&text);
        assert!(broken.is_empty(), "{}: {broken:?}", page.display());
        for link in links.iter().filter(|link| !link.starts_with("http")) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let path = match file {
                "" => page.clone(),
                _ => page.with_file_name(file),
            };
            let is_there = path.exists()
                && (place.is_empty()
                    || fs::read_to_string(path)
                        .unwrap()
                        .lines()
                        .any(|line| anchor(line) == place));
            assert!(is_there, "{}: {link}", page.display());
            checked += 1;
        }
    }
    assert!(checked > 60, "only {checked} found");
}

/// Checks the links of the library's pages as rustdoc shows them, whose definitions of links come
/// first. That these lead to items is checked by rustdoc itself.
#[test]
fn links_in_rustdoc_lead_to_items() {
    let library = Path::new(ROOT).join("pawnfill");
    let source = fs::read_to_string(library.join("src/docs.rs")).unwrap();
    let literal = source.split('"').nth(1).unwrap().replace("\\n", "");
    let definitions: Vec<&str> = literal.split("\\\n").map(str::trim).collect();
    for page in pages(&library.join("docs")) {
        let text = definitions.join("\n") + "\n\n" + &fs::read_to_string(&page).unwrap();
        for link in links(&text).0 {
            let is_right = ["http", "#", "crate::"]
                .iter()
                .any(|start| link.starts_with(start));
            assert!(is_right, "{}: {link}", page.display());
        }
    }
}

/// Checks the map of folders.
#[test]
fn named_folders_exist() {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    for row in text.split("\n| `").skip(1) {
        let folder = row.split('`').next().unwrap();
        let is_there = !folder.ends_with('/') || Path::new(ROOT).join(folder).exists();
        assert!(is_there, "{folder}");
    }
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
