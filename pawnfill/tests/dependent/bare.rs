//! Shows with the linker that the library has no `std`, no allocation and no panic.

use std::process::Output;

use crate::{cargo, pawnfill};

/// Builds the bare program with these features of its own or of `pawnfill`.
fn build(features: &str) -> Output {
    let pawnfill = pawnfill();
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
         [dependencies.pawnfill]\n\
         path = '{}'\n\
         [profile.release]\n\
         panic = \"abort\"\n\
         lto = true\n\
         codegen-units = 1\n\
         [workspace]\n",
        pawnfill.join("tests/dependent/programs/bare.rs").display(),
        pawnfill.display(),
    );
    let mut cargo = cargo("bare", &[("Cargo.toml", &manifest)]);
    cargo.args(["build", "--release", "--quiet", "--offline", "--features", features]).output().unwrap()
}

/// One test, because the builds share a folder.
#[test]
fn neither_std_nor_allocation_nor_panic() {
    for features in ["", "tables"] {
        let output = build(features);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let output = build("control");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "a program that can panic links");
    assert!(message.contains("a_panic_is_reachable"), "{message}");
}
