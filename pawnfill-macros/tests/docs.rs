//! Checks that the page on the generator lists all functions and limits.

use std::fs;

use pawnfill_codegen::{MAX_ENTRIES, MAX_NESTING, MAX_TERMS};
use pawnfill_expression::{Builtin, FUNCTIONS};

fn page() -> String {
    fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../pawnfill/docs/generator.md"
    ))
    .unwrap()
}

#[test]
fn every_function_is_listed() {
    let page = page();
    let mut listed = Vec::new();
    for row in page.lines().filter(|line| line.contains(") -> ")) {
        let mut cells = row.split(" | ");
        let names = cells.next().unwrap().trim_start_matches("| ").split(", ");
        let signature = cells.next().unwrap().trim_matches('`');
        listed.extend(names.map(|name| format!("{}{signature}", name.trim_matches('`'))));
    }
    let mut expected: Vec<String> = FUNCTIONS.iter().map(Builtin::signature).collect();
    listed.sort();
    expected.sort();
    assert_eq!(listed, expected);
}

#[test]
fn the_limits_are_listed() {
    let page = page().replace(',', "").replace('\n', " ");
    let limits = format!(
        "Limits: {MAX_ENTRIES} entries in one `tables!` {MAX_TERMS} terms in an expression"
    );
    assert!(page.contains(&limits) && page.contains(&format!("brackets {MAX_NESTING} deep")));
}
