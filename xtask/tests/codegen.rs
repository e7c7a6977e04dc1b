//! `cargo xtask codegen` from the command line.

use std::fs;
use std::path::Path;
use std::process::Command;

const SPECIFICATION: &str = "static ISLANDS: [u8; 256] = |files| count(files - (files >> 1));\n";

/// Runs `codegen` with these arguments, separated by spaces, and returns the exit code and the
/// standard error.
fn codegen(folder: &Path, arguments: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command
        .arg("codegen")
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    (
        output.status.code().expect("an exit code"),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn docs_of_our_tables_state_their_size() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["codegen", "--emit", "rust"])
        .output()
        .unwrap();
    let source = String::from_utf8(output.stdout).unwrap();
    let docs = source.lines().filter_map(|line| line.strip_prefix("/// "));
    let (mut total, mut before) = (0, "");
    for doc in docs {
        if let Some((size, _)) = doc.split_once(" bytes, crc32 ") {
            let bytes: u64 = size.rsplit(' ').next().unwrap().parse().unwrap();
            assert!(before.ends_with(&format!(" {bytes} bytes.")), "{before}");
            total += bytes;
        }
        before = doc;
    }
    let together = format!("All of them together are {total} bytes.");
    let own = fs::read_to_string("../pawnfill/src/tables.rs").unwrap();
    assert!(
        own.contains(&together),
        "pawnfill/src/tables.rs does not say: {together}"
    );
}

#[test]
fn a_file_of_the_same_tables_is_current() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spec = folder.join("spec.rs");
    fs::write(&spec, SPECIFICATION).unwrap();
    for (format, file) in [("rust", "t.rs"), ("c", "t.h")] {
        let arguments = format!("--spec spec.rs --emit {format} --out {file}");
        let check = format!("{arguments} --check");
        assert_eq!(codegen(folder, &arguments), (0, String::new()));
        assert_eq!(codegen(folder, &check), (0, String::new()));
        // Git may check files out like this.
        fs::write(
            folder.join(file),
            fs::read_to_string(folder.join(file))
                .unwrap()
                .replace('\n', "\r\n"),
        )
        .unwrap();
        assert_eq!(codegen(folder, &check), (0, String::new()));
    }
}
