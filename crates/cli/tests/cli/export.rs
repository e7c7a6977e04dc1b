//! `pawnfill export` from the command line.

use std::fs;

use crate::run::outputs;

const SPECIFICATION: &str = "/// Beside a file.\nconst BESIDE: [u64; 8] = |file| beside(file);\n";

#[test]
fn tables_of_a_specification() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(name("spec.rs"), SPECIFICATION).unwrap();
    let args = |more: &[&str]| {
        [&["export", "tables"], more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |more: &[&str], code| {
        let args = args(more);
        outputs(&args.iter().map(String::as_str).collect::<Vec<_>>(), "", code)
    };
    let (out, _) = run(&[&name("spec.rs"), "--format", "c"], 0);
    assert!(out.contains("static const uint64_t BESIDE[8] = {"), "{out}");
    // Only files that this command wrote are replaced.
    for _ in 0..2 {
        run(&[&name("spec.rs"), "--format", "rust", "-o", &name("out.rs")], 0);
    }
    assert!(fs::read_to_string(name("out.rs")).unwrap().contains("BESIDE: [u64; 8]"));
    fs::write(name("mine.rs"), "precious").unwrap();
    let (_, err) = run(&[&name("spec.rs"), "--format", "rust", "-o", &name("mine.rs")], 2);
    assert!(err.contains("mine.rs already exists; use --force to replace it"), "{err}");
    let (_, err) = run(&[&name("spec.rs"), "--format", "rust", "--force", "-o", &name("spec.rs")], 2);
    assert!(err.contains("it is also an input"), "{err}");
    assert_eq!(fs::read_to_string(name("spec.rs")).unwrap(), SPECIFICATION);

    fs::write(name("bad.rs"), "const BESIDE: [u64; 8] = |file| besides(file);").unwrap();
    let (_, err) = run(&[&name("bad.rs"), "--format", "json"], 2);
    assert!(err.contains("bad.rs:1:") && err.contains("did you mean `beside`?"), "{err}");
}

#[test]
fn patterns_in_other_languages() {
    for (language, part) in [
        ("c", "pawnfill_white_front_passed(uint64_t white, uint64_t black)"),
        ("python", "def white_front_passed(white: Boards, black: Boards)"),
        ("sql", "MACRO pawnfill_white_front_passed(white, black) AS"),
        ("spark", "FUNCTION pawnfill_white_front_passed("),
    ] {
        let (out, err) =
            outputs(&["export", "patterns", "--language", language, "--pattern", "front_passed"], "", 0);
        assert!(out.contains(part) && err.is_empty(), "{out}");
        assert!(!out.contains("white_sneakers"), "{language}");
    }
    let (out, _) =
        outputs(&["export", "patterns", "--language", "c", "--pattern", "passed", "--prefix", "pf_"], "", 0);
    assert!(out.contains("pf_white_passed("), "{out}");
    // Only files that this command wrote are replaced.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.h").to_str().unwrap().to_owned();
    let to_file = ["export", "patterns", "--language", "c", "--pattern", "passed", "-o", &file];
    for _ in 0..2 {
        outputs(&to_file, "", 0);
        assert!(fs::read_to_string(&file).unwrap().contains("pawnfill_white_passed("));
    }
    fs::write(&file, "precious").unwrap();
    outputs(&to_file, "", 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    let (_, err) = outputs(&["export", "patterns", "--language", "c", "--pattern", "pased"], "", 2);
    assert!(err.contains("unknown pattern `pased`"), "{err}");
    let (_, err) = outputs(&["export", "patterns", "--language", "c", "--prefix", "1"], "", 2);
    assert!(err.contains("`1` is not a valid prefix"), "{err}");
}
