//! `pairbench criterion` on a package with two commits.

use std::path::Path;
use std::process::Command;

const MANIFEST: &str = r#"
[package]
name = "one"
edition = "2024"
[dev-dependencies]
criterion = { version = "0.8", default-features = false }
[[bench]]
name = "work"
harness = false
"#;

/// The benches of a commit: `changes` does the first work.
fn bench(first: u64, only: &str, last: u64) -> String {
    format!(
        r#"
use criterion::{{Criterion, criterion_group, criterion_main}};
use std::{{hint::black_box, time::Duration}};

fn work(rounds: u64) -> u64 {{
    (0..black_box(rounds)).fold(1, |sum, n| black_box(sum).wrapping_mul(n | 1))
}}

fn all(criterion: &mut Criterion) {{
    criterion.bench_function("changes", |b| b.iter(|| work({first})));
    criterion.bench_function("stays", |b| b.iter(|| work(1000)));
    criterion.bench_function("{only}", |b| b.iter(|| work(1000)));
    let mut group = criterion.benchmark_group("patient");
    group.measurement_time(Duration::from_secs(8));
    group.bench_function("bench", |b| b.iter(|| work({last})));
}}
criterion_group!(benches, all);
criterion_main!(benches);
"#
    )
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

#[test]
#[ignore = "compiles criterion and measures for a minute; `.ci/run criterion` runs it"]
fn two_commits_of_a_package() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    let write = |name: &str, text: &str| std::fs::write(path.join(name), text).unwrap();
    for folder in ["src", "benches"] {
        std::fs::create_dir(path.join(folder)).unwrap();
    }
    write("Cargo.toml", MANIFEST);
    write("src/lib.rs", "");
    write(".gitignore", "target\nCargo.lock\n");
    write("benches/work.rs", &bench(1000, "old", 9));
    let name = [
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit",
        "--quiet",
        "--message=a",
    ];
    for arguments in [&["init", "--quiet"][..], &["add", "."], &name] {
        assert_eq!(run(&path, "git", arguments).0, Some(0));
    }
    let compare = |more: &[&str]| {
        let arguments = [&["criterion", "--against", "HEAD"], more].concat();
        run(&path, env!("CARGO_BIN_EXE_pairbench"), &arguments)
    };
    let (code, said) = compare(&[]);
    assert!(code == Some(0) && said.contains("the same bytes"), "{said}");
    assert!(
        said.contains("4 of 4 rows decided: 0 slower, 0 faster, 4 the same\n"),
        "{said}"
    );
    write("benches/work.rs", &bench(1200, "new", 10));
    let (code, said) = compare(&["--limit", "4"]);
    assert!(
        code == Some(1) && said.contains("\nchanges        1."),
        "{said}"
    );
    assert!(said.contains("only work tree has them: new\n"), "{said}");
    assert!(said.contains("only HEAD has them: old\n"), "{said}");
    assert!(
        said.contains("more than --limit") && !said.contains("stays          1."),
        "{said}"
    );
    write("benches/work.rs", &bench(800, "new", 10));
    let (code, said) = compare(&["--filter", "changes"]);
    assert!(
        code == Some(0) && said.contains("1 of 1 rows decided: 0 slower, 1 faster"),
        "{said}"
    );
    let (code, said) = compare(&["--filter", "nothing"]);
    assert!(
        code == Some(2) && said.contains("0 of 0 rows decided"),
        "{said}"
    );
}
