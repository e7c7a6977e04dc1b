//! Tests `tables!` in a separate crate that renames the dependency `pawnfill`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[test]
fn both_editions() {
    ["2021", "2024"].into_iter().for_each(test_dependent_crate);
}

fn test_dependent_crate(edition: &str) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = target.join(format!("dependent-{edition}"));
    fs::create_dir_all(&folder).unwrap();
    let manifest = format!(
        "[package]\n\
         name = \"dependent-{edition}\"\n\
         edition = \"{edition}\"\n\
         [lib]\n\
         path = '{}'\n\
         [dependencies.engine_pawns]\n\
         package = \"pawnfill\"\n\
         path = '{}'\n\
         features = [\"tables-macro\"]\n\
         [workspace]\n",
        workspace
            .join("pawnfill-macros/tests/dependent/lib.rs")
            .display(),
        workspace.join("pawnfill").display(),
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    // The versions of the workspace, so that no download is needed.
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let status = Command::new(env!("CARGO"))
        .args(["test", "--quiet", "--offline", "--target-dir"])
        .arg(target.join("dependent"))
        .current_dir(&folder)
        .env("RUSTFLAGS", "--deny warnings")
        .status()
        .unwrap();
    assert!(status.success(), "the tests of {} fail", folder.display());
}
