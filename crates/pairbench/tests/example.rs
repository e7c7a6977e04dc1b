//! The example with which the README begins.

/// A program that compares two functions, with its inputs and `main`.
const EXAMPLE: &str = include_str!("../benches/parity.rs");

#[test]
fn two_functions_take_twenty_lines() {
    assert!(EXAMPLE.lines().count() <= 20);
    assert!(EXAMPLE.lines().all(|line| line.len() <= 100));
}

#[test]
fn the_readme_shows_what_is_compiled() {
    assert!(include_str!("../README.md").contains(EXAMPLE));
}
