//! Proves the exports, and refutes mutants of modules. `broken.rs` breaks the writers of texts.

mod wasm;

use std::collections::BTreeSet;

use pawnfill::Pawns;
use pawnfill::pattern::{CONTACTS, QUESTIONS, columns};
use pawnfill_condition::structures;
use pawnfill_export::{DIALECTS, Dialect, Selection, definitions, emit, module};
use pawnfill_proof::claim::Claims;
use pawnfill_proof::computed::Computed;
use pawnfill_proof::read::Module;
use pawnfill_proof::{Error, Export, grammar, prove};

/// The helper of C whose arguments are numbers. Other languages have a builtin function.
const ABS_DIFF: &str = "detail_abs_diff";

/// Definitions of one's own, and what they are.
const CUSTOM: [&str; 8] = [
    "weak = (own.backward - own.isolated | own.isolated - own.backward) & front_span(enemy.pawns, enemy)",
    "is_rich = count(own.passed & a) >= 1 && !(count(enemy.pawns & c) > count(own.pawns & c) || own.isolated & h)",
    "weakness_count = count(own.isolated & (a | b))",
    "on_open_files = file_fill(white.pawns) & file_fill(open_file_set) | flip_horizontal(black.pawns)",
    "has_few = black.island_count == 1 && white.pawns == white.defended && count(~(black.pawns & d)) < 64",
    "north_of = own.north_fill & flip_vertical(south(enemy.pawns)) - north_east(own.pawns) & rank_3",
    "changes_sides = (own.passed) && (own.rams) || !(own.passed) && (enemy.holes)",
    "has_as_many = count(own.pawns & a) == count(enemy.pawns & b) && own.rams || count(own.pawns & a) != count(enemy.pawns & b) && enemy.holes",
];

fn proved(language: &Dialect, selection: &Selection) -> std::result::Result<(), Error> {
    let text = emit(language, selection).unwrap();
    let items = [selection.patterns, selection.terms].concat();
    let structures = structures();
    let export = Export {
        language: language.name,
        prefix: selection.prefix.unwrap_or(language.prefix),
        text: &text,
        definitions: &definitions(&items, &structures),
        structures: &structures,
    };
    export.prove(&|_, _| {})
}

#[test]
fn selections_are_proved() {
    let complete = Selection::default();
    let some = Selection {
        patterns: &["white_passed", "is_candidate", "loose_contacts"],
        terms: &[
            "pawnfill_open_file_set",
            "island_count",
            "candidates",
            "passed",
            "semi_closed_files",
        ],
        ..complete
    };
    let side = Selection {
        terms: &["front_passed"],
        prefix: Some("x_"),
        ..complete
    };
    let board = Selection {
        terms: &["interspan", "open_files"],
        prefix: Some("white"),
        ..complete
    };
    let patterns = [
        &CUSTOM[..],
        &["iqp", "ethereal.candidates", "minic.backward"],
    ]
    .concat();
    let custom = Selection {
        patterns: &patterns,
        conditions: true,
        terms: &[
            "passed",
            "weak",
            "iqp",
            "ethereal.candidates",
            "fruit_2_1.passed",
            "is_rich",
            "ethereal.passed",
            "w = white.passed",
            "p = own.pawns",
            "files_now = open_files",
        ],
        prefix: Some("my_"),
        ..complete
    };
    // Together, they share truth values, which some of them negate.
    let structures = structures();
    let structures: Vec<&str> = structures.iter().map(|of| &of.name[..]).collect();
    let structures = Selection {
        terms: &structures,
        ..complete
    };
    for selection in [complete, some, side, board, custom, structures] {
        for language in DIALECTS {
            let result = proved(language, &selection);
            assert_eq!(result, Ok(()), "{} {selection:?}", language.name);
        }
    }
}

/// The page of patterns has all that are known.
#[test]
fn modules_are_proved() {
    let known = Selection::names();
    let structures = structures();
    let is_defined = |name: &&str| !definitions(&[name], &structures).is_empty();
    let known = known.iter().map(String::as_str).filter(is_defined);
    let all: Vec<&str> = CUSTOM.into_iter().chain(known).collect();
    let all = Selection {
        patterns: &all,
        conditions: true,
        ..Selection::default()
    };
    for selection in [Selection::default(), all] {
        let definitions = definitions(selection.patterns, &structures);
        let claims = Claims::new(&definitions, &structures, str::to_owned);
        let module = wasm::read(&module(&selection).unwrap()).unwrap();
        // It has only functions with one value, and no helpers.
        let names: Vec<_> = module.functions.keys().cloned().collect();
        assert_eq!(prove(&module, &claims, &|_, _| {}), Ok(names));
    }
}

/// Checks the absolute difference of all numbers below 256. Patterns compute it of smaller ones.
#[test]
fn absolute_differences_are_exact() {
    let module = complete(DIALECTS[0]);
    let function = &module.functions[ABS_DIFF];
    for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
        let value = module.run(function, vec![Computed::Integer(a), Computed::Integer(b)]);
        assert!(
            matches!(value, Ok(Computed::Integer(found)) if found == a.abs_diff(b)),
            "{a} {b}"
        );
    }
}

/// Returns all functions in a language.
fn complete(language: &Dialect) -> Module {
    let grammar = grammar(language.name).unwrap();
    let text = emit(language, &Selection::default()).unwrap();
    let code = (grammar.code)(&text, language.prefix);
    grammar.read(&code, language.prefix).unwrap()
}

/// Checks that each column, contact and question has its function, and the terms their columns.
#[test]
fn no_function_is_missing() {
    let mut names: Vec<String> = columns().map(|column| column.to_string()).collect();
    for color in ["white", "black"] {
        names.extend(
            QUESTIONS
                .iter()
                .map(|question| format!("{color}_{}", question.name)),
        );
        for class in CONTACTS {
            names.extend(["east", "west"].map(|side| format!("{color}_{}_{side}", class.name)));
        }
    }
    let terms = Pawns::from_bits(0, 0).terms();
    let terms: BTreeSet<_> = terms
        .columns()
        .map(|(column, _)| column.to_string())
        .collect();
    for language in DIALECTS {
        let (module, grammar) = (complete(language), grammar(language.name).unwrap());
        let structures = structures();
        let claims = Claims::new(&[], &structures, grammar.spelled);
        for name in &names {
            let name = (grammar.spelled)(name);
            assert!(module.functions.contains_key(&name), "{name}");
            assert_eq!(claims.claims(&name, &module).len(), 1, "{name}");
        }
        let squash = |name: &String| name.replace('_', "").to_lowercase();
        let found: BTreeSet<_> = module.columns().iter().map(squash).collect();
        assert_eq!(
            found,
            terms.iter().map(squash).collect(),
            "{}",
            language.name
        );
    }
}

/// Inverts bits of a module: each is refused by the decoder, refuted, or proved equal.
#[test]
fn mutants_of_modules_are_refuted() {
    let selection = Selection {
        patterns: &["passed", "is_passed", "island_count"],
        ..Selection::default()
    };
    let bytes = module(&selection).unwrap();
    let claims = Claims::new(&[], &[], str::to_owned);
    let proved = prove(&wasm::read(&bytes).unwrap(), &claims, &|_, _| {}).unwrap();
    let (mut refuted, mut equal) = (0, 0);
    for bit in (0..8 * bytes.len()).step_by(37) {
        let mut mutant = bytes.clone();
        mutant[bit / 8] ^= 1 << (bit % 8);
        match wasm::read(&mutant).map(|mutant| prove(&mutant, &claims, &|_, _| {})) {
            Ok(Err(Error::Refuted { .. })) => refuted += 1,
            // Others have another name.
            Ok(Ok(names)) if names == proved => equal += 1,
            _ => {}
        }
    }
    println!("{refuted} are refuted, and {equal} are equal");
    // A proof that called everything equal would refute nothing.
    assert!(refuted > 2 * equal && refuted > 20, "{refuted} {equal}");
}
