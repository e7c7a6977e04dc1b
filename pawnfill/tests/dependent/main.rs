//! Shows with the linker that the library has no `std`, no allocation and no panic, and what it says about a board that it
//! does not know.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

/// Builds the bare program in a folder of its own, with these features of its own or of `pawnfill`.
fn build(features: &str) -> Output {
    let pawnfill = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bare");
    let manifest = format!(
        "[package]\n\
         name = \"bare\"\n\
         edition = \"2024\"\n\
         [[bin]]\n\
         name = \"bare\"\n\
         path = '{}'\n\
         [features]\n\
         tables = [\"pawnfill/tables\"]\n\
         control = []\n\
         board = []\n\
         [dependencies.pawnfill]\n\
         path = '{}'\n\
         [profile.release]\n\
         panic = \"abort\"\n\
         lto = true\n\
         codegen-units = 1\n\
         [workspace]\n",
        pawnfill.join("tests/dependent/program.rs").display(),
        pawnfill.display(),
    );
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    // The same versions as in the workspace, so that nothing has to be downloaded.
    fs::copy(pawnfill.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--offline", "--features", features])
        .current_dir(folder)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap()
}

/// One test, because the builds share a folder.
#[test]
fn no_std_no_allocation_no_panic_and_no_unknown_board() {
    for features in ["", "tables"] {
        let output = build(features);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let output = build("control");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "a program that can panic links");
    assert!(message.contains("a_panic_is_reachable"), "{message}");
    let output = build("board");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("feature `cozy-chess-03`"), "{message}");
}
