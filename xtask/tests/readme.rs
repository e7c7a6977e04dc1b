//! What the README says of the commands is so.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn readme() -> String {
    fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap()
}

fn xtask() -> Command {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
}

#[test]
fn the_table_of_commands_is_whole() {
    let readme = readme();
    let told: BTreeSet<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| `cargo xtask ")?.split([' ', '`']).next())
        .collect();
    let help = xtask().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let there: BTreeSet<&str> = commands
        .lines()
        .take_while(|line| !line.is_empty())
        // What a description wraps to stands further right.
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|command| !["", "help"].contains(command))
        .collect();
    assert_eq!(told, there);
}

/// The command that makes the pictures is run as the README has it, but for the folder.
#[test]
fn the_pictures_are_those_of_the_command() {
    let readme = readme();
    let (_, command) = readme.split_once("```sh\ncargo xtask structure \"").unwrap();
    let (command, _) = command.split_once("\n```").unwrap();
    let (fen, options) = command.split_once('"').unwrap();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let options = options.replace('\\', " ");
    let mut options: Vec<_> = options.split_whitespace().collect();
    let pictures = Path::new(ROOT).join(options.pop().unwrap());

    let _ = fs::remove_dir_all(&out);
    let status = xtask().arg("structure").arg(fen).args(options).arg(&out).status().unwrap();
    assert!(status.success());
    let files = |folder: &Path| -> BTreeSet<_> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    };
    assert_eq!(files(&out), files(&pictures));
    for name in files(&out) {
        assert_eq!(fs::read(out.join(&name)).unwrap(), fs::read(pictures.join(&name)).unwrap(), "{name:?}");
        assert!(readme.contains(name.to_str().unwrap()), "the README does not show {name:?}");
    }
}

/// Links between files, and the map of folders.
#[test]
fn what_is_named_exists() {
    let mut named = 0;
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        let text = fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
        let links = text.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap());
        let pictures = text.split("src=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let map = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let paths = links.chain(pictures).chain(map.filter(|path| path.ends_with('/')));
        for path in paths.filter(|path| !path.starts_with("http")) {
            assert!(Path::new(ROOT).join(path).exists(), "{document} names {path}");
            named += 1;
        }
    }
    assert!(named > 20, "only {named} found");
}
