//! Errors that the commands report before they start.

use std::process::Command;

#[test]
fn positions_are_read_before_anything_is_built() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command.args(["bench-compare", "--positions", "none"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.starts_with("error: --positions none: "), "{said}");
}
