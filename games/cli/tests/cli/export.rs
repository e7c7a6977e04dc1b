//! `pawnfill export` from the command line.

use std::fs;

use pawnfill_export::{DIALECTS, PROVED, Selection, emit, module, with_note};

use crate::run::outputs;

#[test]
fn patterns_in_other_languages() {
    for language in DIALECTS {
        let name = language.name;
        let export = |args: &[&str]| {
            outputs(
                &[&["export", "patterns", "--language", name], args].concat(),
                "",
                0,
            )
        };
        let text = |selection| {
            let text = emit(language, &selection).unwrap();
            (with_note(&text, PROVED), String::new())
        };
        // All patterns take long; `cargo xtask generate --check` compares those of
        // the other languages.
        if name == "go" {
            assert_eq!(export(&[]), text(Selection::default()));
        }
        let few = &["passed", "open_files"][..];
        let own = Selection {
            patterns: few,
            terms: few,
            prefix: Some("pf_"),
            ..Selection::default()
        };
        let (names, prefix) = ("passed,open_files", "pf_");
        assert_eq!(
            export(&["--pattern", names, "--terms", names, "--prefix", prefix]),
            text(own)
        );
    }
}

#[test]
fn patterns_as_modules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.wasm");
    let file = path.to_str().unwrap();
    outputs(
        &[
            "export",
            "patterns",
            "--language",
            "wasm",
            "--pattern",
            "passed",
            "-o",
            file,
        ],
        "",
        0,
    );
    assert_eq!(
        fs::read(&path).unwrap(),
        module(&Selection {
            patterns: &["passed"],
            ..Selection::default()
        })
        .unwrap()
    );
    let path = folder.path().join("pawnfill.js");
    // A second run replaces what the first wrote.
    for _ in 0..2 {
        outputs(
            &[
                "export",
                "patterns",
                "--language",
                "javascript",
                "-o",
                path.to_str().unwrap(),
            ],
            "",
            0,
        );
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        pawnfill_export::javascript(&Selection::default()).unwrap()
    );
    let (declarations, _) = outputs(&["export", "patterns", "--language", "typescript"], "", 0);
    assert_eq!(declarations, pawnfill_export::typescript());
}
