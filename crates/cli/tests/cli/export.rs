//! `pawnfill export` from the command line.

use std::fs;

use pawnfill_export::{Language, Selection, emit};

use crate::run::{outputs, says};

#[test]
fn patterns_in_other_languages() {
    for (name, language) in [
        ("c", Language::C),
        ("go", Language::Go),
        ("python", Language::Python),
        ("sql", Language::DuckDb),
        ("spark", Language::Spark),
    ] {
        let export =
            |args: &[&str]| outputs(&[&["export", "patterns", "--language", name], args].concat(), "", 0);
        let text = |selection| (emit(language, &selection).unwrap(), String::new());
        let (all, few) = (Selection::default(), &["passed", "open_files"][..]);
        assert_eq!(export(&[]), text(all));
        assert_eq!(export(&["--structure", "passed,open_files"]), text(Selection { structure: few, ..all }));
        let own = Selection { patterns: few, prefix: Some("pf_"), ..all };
        assert_eq!(export(&["--pattern", "passed,open_files", "--prefix", "pf_"]), text(own));
    }
    // Only files that this command wrote are replaced.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.h").to_str().unwrap().to_owned();
    let to_file = ["export", "patterns", "--language", "c", "--pattern", "passed", "-o", &file];
    for _ in 0..2 {
        outputs(&to_file, "", 0);
        assert!(fs::read_to_string(&file).unwrap().contains("pawnfill_white_passed("));
    }
    for edited in ["precious".to_owned(), fs::read_to_string(&file).unwrap().replacen(">> 8", ">> 9", 1)] {
        fs::write(&file, &edited).unwrap();
        says(&to_file, "", 2, "already exists; use --force to replace it");
        assert_eq!(fs::read_to_string(&file).unwrap(), edited);
    }
    let wrong = |args: &[&str]| outputs(&[&["export", "patterns"], args].concat(), "", 2).1;
    let err = wrong(&["--language", "c", "--pattern", "pased"]);
    assert!(err.contains("unknown pattern `pased`; did you mean `passed`?"), "{err}");
    assert!(wrong(&[]).contains("--language"));
}

#[test]
fn definitions_of_ones_own() {
    let export =
        |items: &str, code| outputs(&["export", "patterns", "--language", "c", "--pattern", items], "", code);
    // The comma in parentheses separates no items.
    let (out, err) =
        export("x = own.isolated & front_span(enemy.pawns, enemy), passed, iqp, topple.passed", 0);
    for name in
        ["uint64_t pawnfill_white_x", "uint64_t pawnfill_passed", "bool pawnfill_black_iqp", "topple_passed"]
    {
        assert!(out.contains(name), "{name}");
    }
    assert!(
        out.contains(
            "--pattern 'x = own.isolated & front_span(enemy.pawns, enemy),passed,iqp,topple.passed'`"
        )
    );
    assert!(err.ends_with("\nnote: topple.passed: has the same squares as `passed`\n"), "{err}");
    for (items, note) in [
        ("mobile_passed2 = own.passed & own.any_attacks", "mobile_passed2: is a part of `passed`"),
        ("ethereal.candidates", "ethereal.candidates: differs in "),
        ("x = own.file_fill & a2", "x: for example, White's a2 in "),
        ("stockfish.connected", "stockfish.connected: is a part of `connected`"),
        ("stockfish.passed", "has another square in 8/6p1/7P/8/8/8/8/8 than `passed`"),
        ("x = own.pawns & own.passed", "x: `own.pawns` changes nothing in `own.pawns & own.passed`"),
    ] {
        let err = export(items, 0).1;
        assert!(err.contains(note), "{err}");
    }
    for (items, message) in [
        ("x = own.pased", "the definition of `x`: unknown pattern `own.pased`; did you mean `own.passed`?"),
        ("x = own.passed & own.holes & own.pawns & rank_1", "no position meets"),
        ("x = own.knights", "other pieces than pawns are only for searches"),
        ("x = mine.passed", "`mine` and `theirs` are only for searches"),
        ("x = either.passed", "`either` has no color: write `own`"),
        ("x = count(own.passed) + 1 > 2", "only counts of sets are compared, without sums"),
        ("x = own.dispersion > 2", "only counts of sets are compared, without sums"),
        ("x = count(own.passed) < 65 && own.passed", "every position meets `count(own.passed) < 65`"),
        ("passed = own.isolated", "the name `passed` is taken"),
        ("white_passed = own.isolated", "the name `white_passed` is taken"),
        ("t7 = own.isolated", "the name `t7` is taken"),
        ("x = own.isolated,x = own.passed", "the name `x` is taken"),
        ("X = own.isolated", "a name consists of lower-case letters"),
        ("topple.pased", "unknown pattern `topple.pased`; did you mean `topple.passed`?"),
    ] {
        let (out, err) = export(items, 2);
        assert!(out.is_empty() && err.contains(message), "{items}: {err}");
    }
}

#[test]
fn names_are_listed() {
    let (out, _) = outputs(&["export", "patterns", "--list"], "", 0);
    assert!(
        ["passed", "is_passed", "open_files", "iqp", "ethereal.candidates"]
            .iter()
            .all(|name| out.lines().any(|line| line == *name))
    );
    outputs(&["export", "patterns", "--list", "--language", "c"], "", 2);
}

#[test]
fn patterns_as_modules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.wasm");
    let file = path.to_str().unwrap();
    outputs(&["export", "patterns", "--language", "wasm", "--pattern", "passed", "-o", file], "", 0);
    assert_eq!(fs::read(&path).unwrap(), pawnfill_export::module(&["passed"]).unwrap());
    let path = folder.path().join("pawnfill.js");
    // A second run replaces what the first wrote.
    for _ in 0..2 {
        outputs(&["export", "patterns", "--language", "javascript", "-o", path.to_str().unwrap()], "", 0);
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), pawnfill_export::javascript());
    let (declarations, _) = outputs(&["export", "patterns", "--language", "typescript"], "", 0);
    assert_eq!(declarations, pawnfill_export::typescript());
    for (language, option, value, message) in [
        ("wasm", "--prefix", "my_", "a WebAssembly module has no --structure and no --prefix"),
        ("wasm", "--pattern", "passd", "unknown pattern `passd`"),
        ("javascript", "--pattern", "passed", "--pattern, --structure and --prefix are for other languages"),
    ] {
        let (out, err) = outputs(&["export", "patterns", "--language", language, option, value], "", 2);
        assert!(out.is_empty() && err.contains(message), "{err}");
    }
}
