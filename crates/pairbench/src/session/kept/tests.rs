use super::*;
use std::time::Duration;
use tempfile::TempDir;

use crate::protocol::Description;
use crate::session::{Against, Bench, Harness};

/// A repository with a package, whose commits have benches that print their texts.
struct Repository {
    folder: TempDir,
    bench: Bench,
}

impl Repository {
    fn new(texts: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let package = folder.path().join("repository/package");
        let bench = Bench {
            name: "pair".to_owned(),
            folder: package.clone(),
            arguments: ["--profile", "bench", "--bench", "pair"]
                .map(Into::into)
                .into(),
            ..Bench::default()
        };
        let manifest = "[package]\nname = \"one\"\nedition = \"2024\"\n[[bench]]\nname = \"pair\"\nharness = false\n";
        let repository = Self { folder, bench };
        repository.write("repository/package/Cargo.toml", manifest);
        repository.write("repository/package/.gitignore", "target\nCargo.lock\n");
        git(&package, &["init", "--quiet", ".."]).unwrap();
        for text in texts {
            repository.write(
                "repository/package/src/lib.rs",
                &format!("pub const TEXT: &str = \"{text}\";"),
            );
            repository.write(
                "repository/package/benches/pair.rs",
                "fn main() { println!(\"{}\", one::TEXT) }",
            );
            git(&package, &["add", "."]).unwrap();
            let author = ["-c", "user.name=a", "-c", "user.email=a@b", "commit"];
            git(
                &package,
                &[&author[..], &["--quiet", "--message=a"]].concat(),
            )
            .unwrap();
        }
        repository
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Keeps a commit, with what was compiled for a harness.
    fn keep(&self, revision: &str, harness: &Harness) -> Kept {
        let folder = &self.bench.folder;
        let commit = git(folder, &["rev-parse", revision]).unwrap();
        let target = self.bench.target().unwrap();
        Kept::new(folder, &commit, &target, &harness.profiles(&target)).unwrap()
    }
}

/// Makes all files of a folder an hour older.
fn age(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            age(&path);
        } else {
            let file = File::options().append(true).open(&path).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(3600))
                .unwrap();
        }
    }
}

fn printed(harness: &Harness) -> String {
    let mut program = Command::new(harness.program());
    String::from_utf8(program.output().unwrap().stdout).unwrap()
}

#[test]
fn a_kept_commit_is_built_once_and_from_its_own_sources() {
    let repository = Repository::new(&["old", "new"]);
    let new = Harness::build(repository.bench.clone()).unwrap();
    assert_eq!(printed(&new), "new\n");
    let mut programs = Vec::new();
    for _ in 0..2 {
        let kept = repository.keep("HEAD~1", &new);
        // The sources are older than the program that was built from others.
        age(&kept.place);
        let old = new
            .elsewhere(&repository.bench, &kept.place, &kept.target)
            .unwrap();
        assert_eq!((&*printed(&old), &*printed(&new)), ("old\n", "new\n"));
        let program = fs::metadata(old.program()).unwrap();
        programs.push((old.layouts(), program.modified().unwrap()));
    }
    assert_eq!(programs[0], programs[1]);
    let has_lld = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    assert!(programs[0].0 > 0 || !has_lld);
}

#[test]
fn a_commit_without_the_bench_is_known_before_it_is_built() {
    let mut repository = Repository::new(&["old"]);
    let kept = repository.keep("HEAD", &Harness::new(Command::new("sh")));
    assert!(repository.bench.is_in(&kept.place).unwrap());
    // The work tree around the commit has a package where the commit has none.
    assert!(!repository.bench.is_in(&kept.place.join("src")).unwrap());
    repository.bench.name = "new".to_owned();
    assert!(!repository.bench.is_in(&kept.place).unwrap());
    drop(kept);
    let mut harness = Harness::new(Command::new("sh"));
    harness.bench = Some(repository.bench);
    let error = Against::new(harness, Description::default(), "HEAD", 1.0)
        .err()
        .unwrap();
    let message = "--against HEAD: it has no target `new`. Commit ";
    assert!(error.to_string().starts_with(message), "{error}");
}

#[test]
fn a_change_in_a_kept_tree_is_undone_and_a_broken_tree_is_made_again() {
    let repository = Repository::new(&["old"]);
    let harness = Harness::new(Command::new("sh"));
    let file = |kept: &Kept| kept.place.join("src/lib.rs");
    // The lock file that git ignores is needed, too.
    repository.write("repository/Cargo.lock", "lock");
    repository.write("other/Cargo.toml", "");
    let kept = repository.keep("HEAD", &harness);
    assert!(kept.place.join("../Cargo.lock").exists());
    assert!(kept.place.join("../../other/Cargo.toml").exists());
    fs::write(file(&kept), "changed").unwrap();
    let present = repository.bench.folder.join("src/lib.rs");
    fs::write(&present, "present").unwrap();
    drop(kept);
    let kept = repository.keep("HEAD", &harness);
    assert!(fs::read_to_string(file(&kept)).unwrap().contains("old"));
    fs::remove_dir_all(kept.place.join("../.git")).unwrap();
    drop(kept);
    let kept = repository.keep("HEAD", &harness);
    assert!(kept.place.join("../.git").exists());
    // The work tree around it is as it was.
    assert_eq!(fs::read_to_string(present).unwrap(), "present");
}

#[test]
fn one_session_waits_for_another() {
    let repository = Repository::new(&["old"]);
    let harness = Harness::new(Command::new("sh"));
    let kept = repository.keep("HEAD", &harness);
    let all = repository.bench.target().unwrap().join("pairbench/commits");
    let waiting = std::thread::spawn(move || lock(&all).map(drop));
    std::thread::sleep(Duration::from_millis(100));
    assert!(!waiting.is_finished());
    drop(kept);
    waiting.join().unwrap().unwrap();
}

#[test]
fn only_what_was_downloaded_is_copied() {
    let folder = TempDir::new().unwrap();
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.unwrap_or_else(|| std::env::home_dir().unwrap().join(".cargo"));
    let downloaded = format!("a: {}/registry/src/a-1.0/src/lib.rs b", home.display());
    for (path, text) in [
        (".fingerprint/a-1/lib-a.json", ""),
        (".fingerprint/a-2/run-build-script-build.json", ""),
        (".fingerprint/b-3/lib-b.json", ""),
        ("build/a-2/output", ""),
        ("build/b-4/build_script_build-4.d", "b: /b/build.rs"),
        ("deps/a-1.d", &downloaded),
        ("deps/liba-1.rlib", ""),
        ("deps/b-3.d", "b: src/lib.rs"),
        ("deps/libb-3.rlib", &downloaded),
    ] {
        let path = from.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    age(&from);
    seed(&from, &to).unwrap();
    let copied = |path: &&str| to.join(path).exists();
    let expected = [
        ".fingerprint/a-1/lib-a.json",
        ".fingerprint/a-2",
        "build/a-2/output",
    ];
    assert!(expected.iter().all(copied));
    assert!(
        ![
            ".fingerprint/b-3",
            "build/b-4",
            "deps/b-3.d",
            "deps/libb-3.rlib"
        ]
        .iter()
        .any(copied)
    );
    let time = |folder: &Path| {
        fs::metadata(folder.join("deps/liba-1.rlib"))
            .unwrap()
            .modified()
    };
    assert_eq!(time(&from).unwrap(), time(&to).unwrap());
}

#[test]
fn the_commit_that_was_not_used_for_the_longest_time_is_removed() {
    let folder = TempDir::new().unwrap();
    let commit = |name: &str, hours: u64| {
        let path = folder.path().join(name);
        fs::create_dir(&path).unwrap();
        fs::write(path.join("program"), "1234567890").unwrap();
        let used = File::create(path.join(USED)).unwrap();
        let time = SystemTime::now() - Duration::from_secs(3600 * hours);
        used.set_modified(time).unwrap();
        path
    };
    let (own, new, old) = (commit("own", 3), commit("new", 1), commit("old", 2));
    remove_oldest(folder.path(), &own, 30).unwrap();
    assert!(old.exists());
    remove_oldest(folder.path(), &own, 29).unwrap();
    assert!(own.exists() && new.exists() && !old.exists());
}
