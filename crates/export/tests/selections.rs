//! What is written for a selection, and which selections are refused.

use pawnfill_export::{Language, Selection, emit, is_unedited};

const ALL: [Language; 4] = [Language::C, Language::Python, Language::DuckDb, Language::Spark];

fn selection<'a>(patterns: &'a [&'a str]) -> Selection<'a> {
    Selection { patterns, ..Selection::default() }
}

#[test]
fn selections_have_what_they_call() {
    let pf = Selection { prefix: Some("pf_"), ..selection(&["front_passed"]) };
    let header = emit(Language::C, &pf).unwrap();
    assert!(header.contains("return pf_white_passed(white, black) & ~pf_white_behind_own(white, black);"));
    assert!(header.contains("uint64_t pf_front_passed(pf_color color, uint64_t white, uint64_t black);"));
    assert!(header.contains("unsigned pf_count(uint64_t set);") && header.contains("#define PF_VERSION"));
    assert!(!header.contains("pf_white_candidates"), "unused functions are not written");
    assert!(!header.contains("pawnfill_") && !header.contains("PAWNFILL_"));
}

#[test]
fn functions_of_one_side_are_selected_by_their_names() {
    for name in ["black_isolated", "pawnfill_black_isolated"] {
        let header = emit(Language::C, &selection(&[name])).unwrap();
        assert!(header.contains("pawnfill_black_isolated(") && !header.contains("pawnfill_white_isolated("));
        assert!(!header.contains(" pawnfill_isolated("), "there is only one color");
    }
}

#[test]
fn all_names_can_be_selected() {
    let names = Selection::names();
    assert!(["passed", "is_passed", "loose_contacts", "open_files"].iter().all(|name| names.contains(name)));
    emit(Language::C, &selection(&names)).unwrap();
}

#[test]
fn unknown_names_have_a_suggestion() {
    for language in ALL {
        let error = |selection: &Selection| emit(language, selection).unwrap_err();
        assert_eq!(error(&selection(&["passd"])), "unknown pattern `passd`; did you mean `passed`?");
        assert_eq!(
            error(&selection(&["white_pased"])),
            "unknown pattern `white_pased`; did you mean `white_passed`?"
        );
        assert_eq!(error(&selection(&["queens"])), "unknown pattern `queens`");
        let structure = Selection { structure: &["isolatd"], ..Selection::default() };
        assert_eq!(error(&structure), "unknown pattern `isolatd`; did you mean `isolated`?");
        // A structure has only patterns.
        let structure = Selection { structure: &["is_passed"], ..Selection::default() };
        assert!(error(&structure).starts_with("unknown pattern `is_passed`"));
    }
}

#[test]
fn prefixes_are_names() {
    for language in ALL {
        for prefix in ["a b", "1", "_a", "a__b", "é", "a-"] {
            let error =
                emit(language, &Selection { prefix: Some(prefix), ..Selection::default() }).unwrap_err();
            assert!(error.starts_with(&format!("`{prefix}` is not a valid prefix")), "{error}");
        }
        let empty = emit(language, &Selection { prefix: Some(""), ..Selection::default() });
        assert_eq!(empty.is_ok(), language == Language::Python);
    }
}

#[test]
fn edited_files_are_noticed() {
    for language in ALL {
        let text = emit(language, &selection(&["stops"])).unwrap();
        assert!(is_unedited(&text) && is_unedited(&text.replace('\n', "\r\n")));
        assert!(!is_unedited(&text.replacen("8", "7", 3)) && !is_unedited(&(text.clone() + "\n")));
        assert!(
            text.contains("export patterns --language") && text.contains("--pattern stops`, version 0.1.0")
        );
    }
    assert!(!is_unedited("") && !is_unedited("my notes\n\n"));
}

#[test]
fn headers_are_ascii() {
    let header = emit(Language::C, &Selection::default()).unwrap();
    assert_eq!(header.chars().find(|c| !c.is_ascii()), None);
    // Each formula is an expression with the operators of C.
    assert!(header.contains("Formula: `P & ~(X | E(X) | W(X)), X = S(Sfill(Q))`"));
    assert!(header.contains("Formula: `(pawns_on_file(s) & ~s) != 0`"));
}
