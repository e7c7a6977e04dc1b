//! The commands of the README give what it shows.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The command that makes the pictures is run as the README has it, but for the folder.
#[test]
fn the_pictures_are_those_of_the_command() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let (_, command) = readme.split_once("```sh\npawnfill show \"").unwrap();
    let (command, _) = command.split_once("\n```").unwrap();
    let (fen, options) = command.split_once('"').unwrap();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let options = options.replace('\\', " ");
    let mut options: Vec<_> = options.split_whitespace().collect();
    let pictures = Path::new(ROOT).join(options.pop().unwrap());

    let _ = fs::remove_dir_all(&out);
    let status = Command::new(env!("CARGO_BIN_EXE_pawnfill"))
        .arg("show")
        .arg(fen)
        .args(options)
        .arg(&out)
        .status()
        .unwrap();
    assert!(status.success());
    let files = |folder: &Path| -> BTreeSet<_> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    };
    assert_eq!(files(&out), files(&pictures));
    for name in files(&out) {
        let same = fs::read(out.join(&name)).unwrap() == fs::read(pictures.join(&name)).unwrap();
        assert!(same, "{name:?}");
        assert!(readme.contains(name.to_str().unwrap()), "the README does not show {name:?}");
    }
}
