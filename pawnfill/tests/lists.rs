//! Checks that the lists are complete: every name occurs once, and finds its item.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use pawnfill::pattern::{
    CONTACTS, Column, ContactClass, PATTERNS, Pattern, QUESTIONS, Question, Scope, WORDS, Word,
    columns,
};
use pawnfill::{Auto, Backend, Color, KoggeStone, for_each_backend};

#[test]
fn every_column_is_there_once_and_found_by_its_name() {
    let names: HashSet<_> = columns().map(|column| column.name).collect();
    assert_eq!(names.len(), columns().count());
    for column in columns() {
        let (name, pattern) = (column.name, column.pattern.name);
        let expected = match column.scope {
            Scope::Side(color) => format!("{color}_{pattern}"),
            _ => pattern.to_owned(),
        };
        assert_eq!(
            (name, column.to_string().as_str()),
            (expected.as_str(), name)
        );
        assert_eq!(Column::from_name(name), Some(column));
        assert_eq!(column.pattern.column(column.scope), Some(column));
    }
    let of = |scope| columns().filter(|column| column.scope == scope).count();
    assert_eq!(of(Scope::Side(Color::White)), of(Scope::Side(Color::Black)));
    assert_eq!(
        of(Scope::Board) + of(Scope::Side(Color::White)),
        PATTERNS.len()
    );
}

#[test]
fn a_board_pattern_has_no_color_and_a_side_pattern_has_no_board() {
    let column = |name, scope| Pattern::from_name(name).unwrap().column(scope);
    assert_eq!(column("open_files", Scope::Side(Color::White)), None);
    assert_eq!(column("passed", Scope::Board), None);
    assert_eq!(Column::from_name("white_open_files"), None);
    assert_eq!(Column::from_name("passed"), None);
    assert_eq!(Column::from_name("whitepassed"), None);
}

/// Checks that the lists name exactly the public methods of the families, so that loops over a list
/// are complete.
#[test]
fn every_public_method_of_the_families_is_in_a_list() {
    let patterns = PATTERNS.iter().map(|pattern| pattern.name);
    let questions = QUESTIONS.iter().map(|question| question.name);
    let listed: BTreeSet<_> = patterns
        .chain(questions)
        .chain(CONTACTS.iter().map(|class| class.name))
        .collect();
    let files = fs::read_dir("src/pattern").unwrap();
    let sources: Vec<_> = files
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let families = sources
        .iter()
        .filter(|source| source.contains("> SideView<C, B, S> {"));
    let methods = families
        .flat_map(|source| source.lines())
        .filter_map(|line| {
            let (name, arguments) = line.strip_prefix("    pub fn ")?.split_once('(')?;
            // The only other public method of `Contacts`, and the hidden parts of several patterns.
            let others = ["levers", "contact_rows", "more_sentries_than_helpers"];
            // Functions of pawns and another set are no patterns.
            let is_listed = arguments.starts_with("self") && !arguments.contains(": S)");
            (is_listed && !others.contains(&name)).then_some(name)
        });
    assert_eq!(methods.collect::<BTreeSet<_>>(), listed);
}

#[test]
fn every_backend_is_listed_once_and_auto_is_one_of_them() {
    let mut names = Vec::new();
    for_each_backend!(B => names.push(B::NAME));
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    assert_eq!(names[0], KoggeStone::NAME);
    // Only these two features change what others compute, and `hybrid` takes precedence.
    let active = match (cfg!(feature = "lookup"), cfg!(feature = "hybrid")) {
        (_, true) => "hybrid",
        (true, false) => "lookup",
        (false, false) => "kogge-stone",
    };
    assert_eq!(Auto::NAME, active);
    assert!(names.contains(&active), "{names:?}");
    assert_eq!(names.contains(&"lookup"), cfg!(feature = "table-backends"));
}

#[test]
fn every_line_has_one_sentence_and_a_name_of_its_own() {
    let mut names = HashSet::new();
    let patterns = PATTERNS.iter().map(|pattern| (pattern.name, pattern.about));
    let questions = QUESTIONS
        .iter()
        .map(|question| (question.name, question.about));
    for (name, about) in patterns.chain(questions) {
        assert!(names.insert(name), "{name} is there twice");
        assert!(about.starts_with("Returns "), "{name}: {about}");
        assert!(
            about.ends_with('.') && about.matches(". ").count() == 0,
            "{name}: {about}"
        );
    }
    assert!(
        CONTACTS
            .iter()
            .all(|class| names.insert(class.name) && names.contains(class.levers.name))
    );
    assert!(
        QUESTIONS
            .iter()
            .all(|question| Question::from_name(question.name) == Some(question))
    );
    assert!(
        CONTACTS
            .iter()
            .all(|class| ContactClass::from_name(class.name) == Some(class))
    );
}

/// Checks that the search of the documentation finds the terms of players and the names
/// of the wiki.
#[test]
fn the_search_finds_the_words_of_players_and_of_the_wiki() {
    fn sources(folder: &Path, text: &mut String) {
        for entry in folder
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if entry.is_dir() {
                sources(&entry, text);
            } else {
                text.push_str(&fs::read_to_string(entry).unwrap());
            }
        }
    }
    let mut text = String::new();
    sources(Path::new("src"), &mut text);
    let attributes = text
        .split("doc(alias")
        .skip(1)
        .filter_map(|rest| rest.split(']').next());
    let aliases = attributes.flat_map(|attribute| attribute.split('"').skip(1).step_by(2));
    // The search ignores case and `_`.
    let plain = |name: &str| name.to_lowercase().replace('_', "");
    let searchable: HashSet<_> = aliases
        .chain(PATTERNS.iter().map(|pattern| pattern.name))
        .map(plain)
        .collect();

    let wiki = include_str!("../docs/wiki.md");
    let cells = wiki
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    let names = cells
        .flat_map(|cell| cell.split('`').step_by(2))
        .map(|name| name.trim_end_matches("[sq]"));
    let names: Vec<_> = names.collect();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        assert!(
            searchable.contains(&plain(name)),
            "the search does not find {name}"
        );
    }
    for pattern in PATTERNS {
        let (before, _) = text
            .split_once(&format!("    pub fn {}(", pattern.name))
            .unwrap();
        let attributes = &before[before.rfind("///").unwrap()..];
        let aliases: Vec<_> = attributes.split('"').skip(1).step_by(2).collect();
        let words: Vec<_> = pattern.words().collect();
        let others = aliases.strip_suffix(&words[..]);
        let is_right =
            others.is_some_and(|others| !others.iter().any(|alias| alias.contains([' ', '-'])));
        assert!(
            is_right,
            "the aliases of `{}` end with {words:?}",
            pattern.name
        );
    }
}

#[test]
fn every_word_has_one_meaning() {
    let meaning = |text: &str| Word::find(text).map(|word| (word.names, word.near));
    for word in WORDS {
        let expected = Some((word.names, word.near));
        let upper = word.text.to_uppercase().replace([' ', '-'], "_");
        assert_eq!(meaning(&upper), expected, "{}", word.text);
        let many = format!("{}s", word.text);
        assert_eq!(meaning(&many), expected, "{}", word.text);
        assert_eq!(word.patterns().count(), word.names.len(), "{}", word.text);
        assert!(
            word.names.is_empty() == word.near.is_some() && Pattern::from_name(word.text).is_none()
        );
    }
    assert!(
        Pattern::called("Half-Open File")
            .map(|pattern| pattern.name)
            .eq(["half_open_files"])
    );
    assert_eq!(
        (Word::find(""), Word::find("safe square"), Word::find("fil")),
        (None, None, None)
    );
}
