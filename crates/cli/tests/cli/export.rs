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
}
