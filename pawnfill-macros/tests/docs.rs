//! Checks that the page on the generator lists all functions and limits.

use std::fs;

use pawnfill_codegen::tables::{FUNCTIONS, Function};
use pawnfill_codegen::{MAX_ENTRIES, MAX_NESTING, MAX_TERMS};

fn page() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../pawnfill/docs/generator.md")).unwrap()
}

#[test]
fn every_function_is_listed() {
    let row = |function: &Function| {
        let value = function.doc.trim().strip_prefix("Returns ").and_then(|doc| doc.strip_suffix('.'));
        format!("| `{}` | {} |", function.signature(), value.expect(function.name))
    };
    let expected: Vec<String> = FUNCTIONS.iter().map(row).collect();
    let page = page();
    let listed: Vec<&str> = page.lines().filter(|line| line.contains(") -> ")).collect();
    assert_eq!(listed, expected, "the rows should be\n{}\n", expected.join("\n"));
}

#[test]
fn the_limits_are_listed() {
    let page = page().replace(',', "").replace('\n', " ");
    let limits = format!("Limits: {MAX_ENTRIES} entries in one `tables!` {MAX_TERMS} terms in an expression");
    assert!(page.contains(&limits) && page.contains(&format!("brackets {MAX_NESTING} deep")));
}
