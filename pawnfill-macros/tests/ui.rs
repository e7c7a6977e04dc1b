//! Checks the error messages: each rule of the grammar has a case that breaks it. The compiler's
//! own errors about a table must also point at its tokens.
//!
//! After changing a message, run this with `TRYBUILD=overwrite` and read the diff.

use std::process::Command;

#[test]
fn each_mistake_is_reported_at_its_token() {
    let rustc = Command::new("rustc")
        .arg("--version")
        .output()
        .expect("rustc runs")
        .stdout;
    if !String::from_utf8_lossy(&rustc).starts_with("rustc 1.95.") {
        return eprintln!("skipped: the expected errors are those of rustc 1.95");
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
