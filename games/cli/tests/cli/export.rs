//! `pawnfill export` from the command line.

use pawnfill_export::{DIALECTS, PROVED, Selection, emit, with_note};

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
