//! What is written for a selection, and which selections are refused.

use pawnfill::Color;
use pawnfill::pattern::{PATTERNS, Pattern, Scope};
use pawnfill_export::{C, DIALECTS, Error, Selection, emit, is_unedited};

fn selection<'a>(patterns: &'a [&'a str]) -> Selection<'a> {
    Selection {
        patterns,
        ..Selection::default()
    }
}

#[test]
fn selections_have_what_they_call() {
    let pf = Selection {
        prefix: Some("pf_"),
        ..selection(&["front_passed"])
    };
    let header = emit(&C, &pf).unwrap();
    for part in [
        "return pf_white_passed(white, black) & ~pf_white_behind_own(white, black);",
        "uint64_t pf_front_passed(pf_color color, uint64_t white, uint64_t black);",
        "int pf_count(uint64_t set);",
        "#define PF_PAWNFILL_VERSION",
        "`pawnfill export patterns --language c --pattern front_passed --prefix pf_`",
    ] {
        assert!(header.contains(part), "{part}");
    }
    // Unused functions are not written.
    for part in ["pf_white_candidates", "pawnfill_", " PAWNFILL_"] {
        let code = header.replacen("`pawnfill export", "", 1);
        assert!(!code.contains(part), "{part}");
    }
}

/// Checks that the comment at the top names the patterns without a form that takes a color.
#[test]
fn patterns_have_the_forms_of_the_comment() {
    let header = emit(&C, &Selection::default()).unwrap();
    let is_without = |pattern: &&'static Pattern| {
        pattern.column(Scope::Side(Color::White)).is_some()
            && !header.contains(&format!("pawnfill_{}(pawnfill_color color", pattern.name))
    };
    let without: Vec<_> = PATTERNS
        .iter()
        .filter(is_without)
        .map(|pattern| pattern.name)
        .collect();
    let text = format!(
        "\n * Of {}, only the first two forms exist",
        without.join(" and ")
    );
    assert!(header.contains(&text), "{without:?}");
}

#[test]
fn structures_share_parts() {
    let header = |terms: &[&str]| {
        emit(
            &C,
            &Selection {
                terms,
                ..Selection::default()
            },
        )
        .unwrap()
    };
    let names = "open_pawns passed half_free any_attacks holes any_levers file_fill passed";
    let open = header(&names.split(' ').collect::<Vec<_>>());
    for line in [
        "const uint64_t white_passed = white_open_pawns & black_holes;",
        "const uint64_t black_any_levers = black & white_any_attacks;",
        "const uint64_t white_half_free = white_open_pawns & t",
        "const uint64_t black_file_fill = pawnfill_detail_file_fill(black);",
        "uint64_t passed;",
    ] {
        assert_eq!(open.matches(&format!("\n    {line}")).count(), 1, "{line}");
    }
    let spans = header(&["front_span", "rear_span", "file_fill"]);
    assert!(spans.contains(" white_file_fill = white | white_front_span | white_rear_span;"));
}

#[test]
fn functions_of_one_side_are_selected_by_their_names() {
    for name in ["black_isolated", "pawnfill_black_isolated"] {
        let header = emit(&C, &selection(&[name])).unwrap();
        assert!(
            header.contains("pawnfill_black_isolated(")
                && !header.contains("pawnfill_white_isolated(")
        );
        assert!(
            !header.contains(" pawnfill_isolated("),
            "there is only one color"
        );
    }
}

#[test]
fn unknown_names_have_a_suggestion() {
    // No language makes a difference.
    let error = |patterns: &[&str], terms: &[&str]| {
        emit(
            &C,
            &Selection {
                terms,
                ..selection(patterns)
            },
        )
        .unwrap_err()
        .to_string()
    };
    let unknown = [
        ("passd", "; did you mean `passed`?"),
        ("white_pased", "; did you mean `white_passed`?"),
        ("queens", ""),
    ];
    for (name, hint) in unknown {
        assert_eq!(
            error(&[name], &[]),
            format!("unknown pattern `{name}`{hint}")
        );
    }
    let hint = "unknown pattern `isolatd`; did you mean `isolated`?";
    assert_eq!(error(&[], &["isolatd"]), hint);
    // Terms are no questions.
    let terms = "`is_passed` is about one square, and terms have none";
    assert_eq!(error(&[], &["is_passed"]), terms);
    for (definition, word) in [
        ("safe = !enemy.any_attacks", "`~`"),
        ("weak = own.isolated || own.backward", "`|`"),
        ("weak = own.isolated && !own.backward", "`&`"),
    ] {
        let items = [definition];
        assert!(error(&items, &[]).contains(word), "{definition}");
        let truth = Selection {
            conditions: true,
            ..selection(&items)
        };
        assert!(emit(&C, &truth).is_ok(), "{definition}");
    }
}

/// A definition has a name that means the same in each language, and takes the place of no other.
#[test]
fn names_of_definitions_are_free() {
    let taken = "white_x = white.isolated;x = own.passed|x = own.passed;white_x = white.isolated|x = own.passed;x = own.rams|\
                 a_1 = own.passed;a1 = own.rams|a__b = own.rams|a_ = own.rams|detail_file_fill = own.rams|t1 = own.rams|\
                 pawnfill_x = own.rams|loose_contacts_east = own.rams|ethereal_passed = own.rams;ethereal.passed|\
                 terms_of = own.rams|terms_t = own.rams|fen_pawns = own.rams|int = own.rams|class = white.rams|\
                 lambda = white.rams|func = white.rams|select = own.rams|uint64_t = own.rams|len = white.rams";
    let free = "attackers = enemy.any_attacks;weak = own.isolated & attackers|a_1 = own.rams;a_2 = own.rams|selected = own.rams|\
                passed|ethereal.passed;w = white.passed|\
                weak = own.isolated;x = own.weak|p = own.pawns;q = white.pawns;all_squares = full";
    // No language makes a difference.
    let written = |line: &str| {
        let items: Vec<&str> = line.trim().split(';').collect();
        emit(
            &C,
            &Selection {
                terms: &items,
                ..selection(&items)
            },
        )
    };
    for line in taken.split('|') {
        assert!(
            written(line).is_err_and(|error| error.to_string().contains("is taken")),
            "{line}"
        );
    }
    for line in free.split('|') {
        assert_eq!(written(line).err(), None, "{line}");
    }
    let text = written(free.split('|').next().unwrap()).unwrap();
    assert!(
        text.contains("return pawnfill_white_isolated(white, black) & pawnfill_black_any_attacks")
    );
}

#[test]
fn prefixes_are_names() {
    for language in DIALECTS {
        let keyword = (language.name == "go").then_some("func_");
        for prefix in ["a b", "1", "_a", "a__b", "é", "a-"]
            .into_iter()
            .chain(keyword)
        {
            let error = emit(
                language,
                &Selection {
                    prefix: Some(prefix),
                    ..Selection::default()
                },
            )
            .unwrap_err();
            assert_eq!(error, Error::Prefix(prefix.to_owned()));
        }
        let empty = emit(
            language,
            &Selection {
                prefix: Some(""),
                ..Selection::default()
            },
        );
        assert_eq!(empty.is_ok(), language.name == "python");
    }
}

#[test]
fn edited_files_are_noticed() {
    for language in DIALECTS {
        // The command is one line.
        let text = emit(language, &selection(&["x = own.passed &\n own.holes"])).unwrap();
        assert!(
            text.lines()
                .next()
                .unwrap()
                .contains("'x = own.passed & own.holes'`"),
            "{text}"
        );
        let text = emit(language, &selection(&["stops"])).unwrap();
        assert!(is_unedited(&text) && is_unedited(&text.replace('\n', "\r\n")));
        assert!(!is_unedited(&text.replacen("8", "7", 3)) && !is_unedited(&(text.clone() + "\n")));
        assert!(
            text.contains("export patterns --language")
                && text.contains("--pattern stops`, version 0.1.0")
        );
    }
    assert!(!is_unedited("") && !is_unedited("my notes\n\n"));
}

#[test]
fn headers_are_ascii() {
    let header = emit(&C, &Selection::default()).unwrap();
    assert_eq!(header.chars().find(|c| !c.is_ascii()), None);
    // Each formula is an expression with the operators of C.
    assert!(header.contains("Formula: `P & ~(X | E(X) | W(X)), X = S(Sfill(Q))`"));
    assert!(header.contains("Formula: `(pawns_on_file(s) & ~s) != 0`"));
}
