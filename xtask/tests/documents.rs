//! Checks the names and links in the pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{BrokenLink, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

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

/// A page as it is read: its links, the names in brackets that are none, and what can be linked to.
#[derive(Default)]
struct Read {
    links: Vec<String>,
    broken: Vec<String>,
    anchors: Vec<String>,
    /// The lines of examples that only rustdoc hides.
    hidden: Vec<String>,
}

fn read(text: &str) -> Read {
    let (mut read, mut broken) = (Read::default(), Vec::new());
    let mut is_broken = |link: BrokenLink| {
        broken.push(link.reference.into_string());
        None
    };
    let options = Options::ENABLE_TABLES;
    let parser = Parser::new_with_broken_link_callback(text, options, Some(&mut is_broken));
    let (mut heading, mut in_rust) = (None, false);
    for event in parser {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                read.links.push(dest_url.into_string());
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let sources = html.split("src=\"").skip(1);
                read.links
                    .extend(sources.map(|rest| rest.split('"').next().unwrap().to_owned()));
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let words = heading.take().unwrap().to_lowercase().replace(' ', "-");
                read.anchors
                    .push(words.replace(|c: char| !c.is_alphanumeric() && !"-_".contains(c), ""));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                in_rust = kind.starts_with("rust");
            }
            Event::End(TagEnd::CodeBlock) => in_rust = false,
            Event::Text(text) if in_rust => {
                let lines = text.lines().filter(|line| line.starts_with("# "));
                read.hidden.extend(lines.map(str::to_owned));
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    *heading += &text;
                }
            }
            _ => {}
        }
    }
    broken.retain(|name| name != "Unreleased");
    read.broken = broken;
    read
}

/// Checks the links of all pages as forges show them.
#[test]
fn links_lead_to_files() {
    let mut links = 0;
    for page in pages(Path::new(ROOT)) {
        let read_page = read(&fs::read_to_string(&page).unwrap());
        let [page_name, folder] = [&page, page.parent().unwrap()].map(|path| path.display());
        assert!(
            read_page.hidden.is_empty(),
            "{page_name}: {:?}",
            read_page.hidden
        );
        assert!(
            read_page.broken.is_empty(),
            "{page_name}: {:?}",
            read_page.broken
        );
        for link in &read_page.links {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file.starts_with("http") {
                continue;
            }
            let path = if file.is_empty() {
                page.clone()
            } else {
                page.with_file_name(file)
            };
            assert!(path.exists(), "{page_name}: {link}, beside {folder}");
            let is_there = anchor.is_empty()
                || read(&fs::read_to_string(path).unwrap())
                    .anchors
                    .iter()
                    .any(|of| of == anchor);
            assert!(is_there, "{page_name}: {link}");
            links += 1;
        }
    }
    assert!(links > 80, "only {links} found");
}

/// Checks the links of the library's pages as rustdoc shows them, whose definitions of links come
/// first. That these lead to items is checked by rustdoc itself.
#[test]
fn links_in_rustdoc_lead_to_items() {
    let library = Path::new(ROOT).join("pawnfill");
    let source = fs::read_to_string(library.join("src/docs.rs")).unwrap();
    let literal = source.split('"').nth(1).unwrap().replace("\\n", "");
    let definitions: Vec<&str> = literal.split("\\\n").map(str::trim).collect();
    let definitions = definitions.join("\n");
    let mut links = 0;
    for page in pages(&library.join("docs")) {
        let text = fs::read_to_string(&page).unwrap();
        for link in read(&format!("{definitions}\n\n{text}")).links {
            let is_right = ["http", "#", "crate::"]
                .iter()
                .any(|start| link.starts_with(start));
            assert!(is_right, "{}: {link}", page.display());
            links += 1;
        }
    }
    assert!(links > 40, "only {links} found");
}

/// Checks the map of folders.
#[test]
fn named_folders_exist() {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    for folder in rows.filter(|name| name.ends_with('/')) {
        assert!(Path::new(ROOT).join(folder).exists(), "{folder}");
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
