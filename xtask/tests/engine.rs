//! `bench-compare --engine` on small engines, with a small library in place of pawnfill.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

const LIBRARY: &str = r#"
pub const NAME: &str = if cfg!(feature = "hybrid") { "hybrid" } else if cfg!(feature = "lookup") { "lookup" } else { "" };
pub fn work() -> usize { (0..20_000_000).fold(NAME.len(), |sum, n| std::hint::black_box(sum ^ n)) }
"#;

/// Returns what the command says of an engine with this dependency on the library and this main.
fn said(folder: &Path, dependency: &str, main: &str, arguments: &[&str]) -> String {
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let package = |name: &str, rest: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{rest}\n")
    };
    let features = "[features]\nhybrid = []\nlookup = []\n[workspace]";
    write("library/Cargo.toml", &package("pawnfill", features));
    write("library/src/lib.rs", LIBRARY);
    write(
        "engine/Cargo.toml",
        &package(
            "small",
            &format!("[dependencies]\n{dependency}\n[workspace]"),
        ),
    );
    write("engine/src/main.rs", &format!("fn main() {{ {main} }}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["bench-compare", "--engine", "engine", "--time", "5"]);
    let output = command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    format!(
        "{:?} {}",
        output.status.code(),
        String::from_utf8_lossy(&said)
    )
}

#[test]
#[ignore = "builds engines and measures for a minute; `.ci/run criterion` runs it"]
fn what_is_said_of_engines() {
    let folder = tempfile::tempdir().unwrap();
    let usual = "pf = { package = \"pawnfill\", path = \"../library\" }";
    let hybrid = "pf = { package = \"pawnfill\", path = \"../library\", features = [\"hybrid\"] }";
    for (dependency, main, expected) in [
        (
            usual,
            "println!(\"5 nodes\")",
            "Some(2)|your engine names its backend in code",
        ),
        (
            hybrid,
            "println!(\"{} nodes\", pf::work())",
            "Some(2)|enables `hybrid` by itself: for the comparison, remove it",
        ),
        (
            "",
            "println!(\"5 nodes\")",
            "Some(2)|your engine does not depend on pawnfill: name the package",
        ),
        (
            usual,
            "println!(\"{} nodes\", pf::NAME.len())",
            "Some(2)|kogge-stone searches 0 nodes, and lookup 6",
        ),
        (
            usual,
            "assert!(pf::NAME != \"hybrid\", \"no board\"); println!(\"5 nodes\")",
            "Some(5)|failed (exit status: 101)|no board",
        ),
        (
            usual,
            "std::thread::spawn(|| println!(\"{} nodes\", pf::work() & 1)).join().unwrap()",
            "Some(2)|kogge-stone has several threads",
        ),
        (
            usual,
            "pf::work(); println!(\"5 nodes {}\", pf::NAME)",
            "judged after 1, 2, 5 s|\nlookup  |\nhybrid  |Load: ",
        ),
    ] {
        let said = said(folder.path(), dependency, main, &[]);
        for part in expected.split('|') {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    let usage = said(folder.path(), usual, "", &["--rows"]);
    assert!(usage.contains("cannot be used with"), "{usage}");
}
