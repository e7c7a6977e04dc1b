//! Refutes broken writers: each of them makes one mistake wherever it can.

use pawnfill_condition::structures;
use pawnfill_export::{DIALECTS, Dialect, Selection, definitions, emit};
use pawnfill_proof::{Error, Export, grammar};

const PATTERNS: [&str; 4] = [
    "backward",
    "is_candidate",
    "distortion",
    "mixed = count(own.passed & a) >= 2 && own.rams || !(own.rams) && enemy.holes & h4",
];

const TERMS: [&str; 5] = ["passed", "open_files", "holes", "iqp", "mixed"];

/// What writers could confuse: operators, a lost `!`, other squares of a mask, names, and colors.
/// Languages spell some of it alone.
const MISTAKES: [(&str, &str); 33] = [
    (" & ", " | "),
    (" | ", " & "),
    ("~", ""),
    ("^(", "("),
    ("_not(", "("),
    (" ^ ", " | "),
    ("xor(", "abs("),
    (" << 8", " << 7"),
    ("_up(set, 8)", "_up(set, 7)"),
    (">> 8", ">> 7"),
    (">> 16", ">> 8"),
    (" && ", " || "),
    (" || ", " && "),
    (" AND ", " OR "),
    (" OR ", " AND "),
    ("!= 0", "== 0"),
    ("== 0", "!= 0"),
    ("<> 0", "= 0"),
    (" = 0)", " <> 0)"),
    ("2 <= ", "1 <= "),
    ("0xfefefefefefefefe", "0xfcfcfcfcfcfcfcfc"),
    ("0x7f7f7f7f7f7f7f7f", "0x3f3f3f3f3f3f3f3f"),
    ("18374403900871474942", "18229723555195321596"),
    ("9187201950435737471", "4557430888798830399"),
    ("8000000000", "4000000000"),
    ("549755813888", "274877906944"),
    ("(white, black)", "(black, white)"),
    ("white_passed, white_holes", "white_holes, white_passed"),
    ("t6", "t3"),
    ("north(white)", "south(white)"),
    ("south(black)", "north(black)"),
    ("north_span(white)", "south_span(white)"),
    ("file_fill(white)", "file_fill(black)"),
];

fn code(language: &Dialect, text: &str) -> String {
    (grammar(language.name).unwrap().code)(text, language.prefix)
}

#[test]
fn broken_writers_are_refuted() {
    let structures = structures();
    let selection = Selection {
        patterns: &PATTERNS,
        terms: &TERMS,
        conditions: true,
        ..Selection::default()
    };
    let definitions = definitions(&[&PATTERNS[..], &TERMS].concat(), &structures);
    let prove = |language: &Dialect, text: &str| {
        let export = Export {
            language: language.name,
            prefix: language.prefix,
            text,
            definitions: &definitions,
            structures: &structures,
        };
        export.prove(&|_, _| {})
    };
    for language in DIALECTS {
        let text = emit(language, &selection).unwrap();
        assert_eq!(prove(language, &text), Ok(()), "{}", language.name);
        // What is before the functions is not proved.
        let start = text.find("he patterns.").unwrap_or_default();
        let start = start.max(text.find("{\n    return").unwrap_or_default());
        let (mut refuted, mut tried) = (0, 0);
        for (right, wrong) in MISTAKES {
            let broken = text[..start].to_owned() + &text[start..].replace(right, wrong);
            // Comments are not read.
            if tried == 20 || code(language, &broken) == code(language, &text) {
                continue;
            }
            tried += 1;
            let error = prove(language, &broken);
            println!("{} {right:?} to {wrong:?}: {error:?}", language.name);
            match error.expect_err(right) {
                Error::Refuted { board, .. } => {
                    assert!(board.lines().count() > 8, "{board}");
                    refuted += 1;
                }
                Error::Unread(error) => assert!(error.contains('`'), "{error}"),
                error => panic!("{right}: {error}"),
            }
        }
        assert!(
            refuted >= 15 && tried == 20,
            "{}: {refuted} of {tried}",
            language.name
        );
    }
}
