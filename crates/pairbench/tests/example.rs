//! The example with which the README begins.

#[test]
fn the_readme_shows_what_is_compiled() {
    assert!(include_str!("../README.md").contains(include_str!("../benches/parity.rs")));
}
