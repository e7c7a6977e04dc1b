//! Errors that the commands report before they start.

use std::process::Command;

/// Runs the command with a variable of the environment, and returns the exit code and the standard error.
fn outcome(arguments: &str, (variable, value): (&str, &str)) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command.args(arguments.split(' ')).env(variable, value).output().unwrap();
    (output.status.code().expect("an exit code"), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn positions_are_read_before_anything_is_built() {
    let (code, said) = outcome("bench-compare --positions none", ("NONE", ""));
    assert!(code == 2 && said.starts_with("error: --positions none: "), "{code} {said}");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn compiler_flags() {
    for variable in
        ["RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_PROFILE_RELEASE_OPT_LEVEL"]
    {
        for command in ["instructions", "generate costs --check"] {
            let (code, said) = outcome(command, (variable, "x"));
            let expected = format!("{variable} is set to `x`, but instructions are counted without flags");
            assert!(code == 2 && said.contains(&expected), "{command}: {code} {said}");
        }
    }
}

#[test]
fn folders_that_cannot_be_made() {
    let (code, said) = outcome(
        "generate pictures",
        ("CARGO_TARGET_DIR", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")),
    );
    assert!(code == 1 && said.contains("/xtask/Cargo.toml/generate: Not a directory"), "{code} {said}");
}
