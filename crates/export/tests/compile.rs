//! Checks that the header compiles without warnings in C and C++, with and without tables, if there is a compiler.

use std::path::Path;
use std::process::Command;

use pawnfill_export::{Language, emit};

#[test]
fn header_is_clean() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("pawnfill.h"), emit(Language::C, &[], None).expect("all patterns exist"))
        .unwrap();
    // Headers with different prefixes work in one program.
    std::fs::write(
        folder.join("few.h"),
        emit(Language::C, &["is_passed", "candidates"], Some("few_")).unwrap(),
    )
    .unwrap();
    let program = "#include \"pawnfill.h\"\n#include \"few.h\"\n\
        int main(void) { return (int)pawnfill_white_passed(1, 2) + few_black_is_passed(1, 2, 3); }\n";
    for (compiler, language, file) in [
        ("gcc", "c11", "clean.c"),
        ("g++", "c++17", "clean.cpp"),
        ("clang", "c11", "clean.c"),
        ("clang++", "c++17", "clean.cpp"),
    ] {
        std::fs::write(folder.join(file), program).unwrap();
        for tables in [&[][..], &["-DPAWNFILL_LOOKUP"]] {
            let compiled = Command::new(compiler)
                .args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only"])
                .arg(format!("-std={language}"))
                .args(tables)
                .arg(folder.join(file))
                .output();
            match compiled {
                Ok(output) => assert!(
                    output.status.success(),
                    "{compiler}: {}",
                    String::from_utf8_lossy(&output.stderr)
                ),
                Err(error) if std::env::var_os("CI").is_none() => println!("skipped: {compiler}: {error}"),
                Err(error) => panic!("{compiler}: {error}"),
            }
        }
    }
}

#[test]
fn selections() {
    let header = emit(Language::C, &["front_passed"], Some("pf_")).unwrap();
    assert!(header.contains("return pf_white_passed(white, black) & ~pf_white_behind_own(white, black);"));
    assert!(!header.contains("pf_white_candidates"), "unused functions are not written");
    assert_eq!(emit(Language::Python, &["passd"], None).unwrap_err(), "unknown pattern `passd`");
    assert_eq!(emit(Language::C, &[], Some("a b")).unwrap_err(), "`a b` is not a valid prefix");
}
