//! The lists are whole: every name is there once, and leads to what bears it.

use std::collections::HashSet;

use pawnfill::pattern::{CONTACTS, Scope, columns};
use pawnfill::{Color, Column, PATTERNS, Pattern, QUESTIONS, Question};

#[test]
fn every_column_is_there_once_and_found_by_its_name() {
    let names: HashSet<_> = columns().map(|column| column.to_string()).collect();
    assert_eq!(names.len(), columns().count());
    for column in columns() {
        assert_eq!(Column::from_name(&column.to_string()), Some(column));
        assert_eq!(column.pattern().column(column.scope()), Some(column));
    }
    let of = |scope| columns().filter(|column| column.scope() == scope).count();
    assert_eq!(of(Scope::Side(Color::White)), of(Scope::Side(Color::Black)));
    assert_eq!(of(Scope::Board) + of(Scope::Side(Color::White)), PATTERNS.len());
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

/// Each sentence says what the method does, in one sentence.
#[test]
fn every_line_has_one_sentence_and_a_name_of_its_own() {
    let mut names = HashSet::new();
    let patterns = PATTERNS.iter().map(|pattern| (pattern.name, pattern.about));
    let questions = QUESTIONS.iter().map(|question| (question.name, question.about));
    for (name, about) in patterns.chain(questions) {
        assert!(names.insert(name), "{name} is there twice");
        assert!(about.starts_with("Returns ") || about.starts_with("Tests if "), "{name}: {about}");
        assert!(about.ends_with('.') && about.matches(". ").count() == 0, "{name}: {about}");
    }
    assert!(CONTACTS.iter().all(|class| names.insert(class.name) && names.contains(class.levers)));
    assert!(QUESTIONS.iter().all(|question| Question::from_name(question.name) == Some(question)));
}
