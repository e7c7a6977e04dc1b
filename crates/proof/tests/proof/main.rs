//! Proves the exports, and refutes mutants of them.
//!
//! `cargo test -p pawnfill-proof -- --nocapture` prints what is proved.

mod mutate;
mod wasm;

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use mutate::Mutant;
use pawnfill::Pawns;
use pawnfill::pattern::{CONTACTS, QUESTIONS, columns};
use pawnfill_condition::structures;
use pawnfill_export::{DIALECTS, Dialect, Selection, definitions, emit, module};
use pawnfill_proof::claim::{Claims, Input};
use pawnfill_proof::computed::Computed;
use pawnfill_proof::read::{Definition, Module, Result};
use pawnfill_proof::{Error, Export, everything, grammar, prove, samples};

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
    let (module, _) = complete(DIALECTS[0]);
    let function = &module.functions[ABS_DIFF];
    for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
        let value = module.run(function, vec![Computed::Integer(a), Computed::Integer(b)]);
        assert!(
            matches!(value, Ok(Computed::Integer(found)) if found == a.abs_diff(b)),
            "{a} {b}"
        );
    }
}

/// Returns all functions in a language, and the code that was read.
fn complete(language: &Dialect) -> (Module, String) {
    let grammar = grammar(language.name).unwrap();
    let text = emit(language, &Selection::default()).unwrap();
    let code = (grammar.code)(&text, language.prefix);
    (grammar.read(&code, language.prefix).unwrap(), code)
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
        let ((module, _), grammar) = (complete(language), grammar(language.name).unwrap());
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

/// The values of a function for some inputs.
type Values = Vec<(Input, Computed)>;

fn values(
    module: &Module,
    function: &Definition,
    inputs: impl IntoIterator<Item = Input>,
) -> Result<Values> {
    let mut values = Vec::new();
    for input in inputs {
        let arguments = input.arguments(&function.parameters)?;
        values.push((input, module.run(function, arguments)?));
    }
    Ok(values)
}

/// Returns `true` if a function has these values. An invalid function is an error.
fn has(module: &Module, function: &Definition, values: &Values) -> Result<bool> {
    for (input, value) in values {
        let found = module.run(function, input.arguments(&function.parameters)?)?;
        let columns = std::iter::zip(found.flattened(), value.clone().flattened());
        for (found, value) in columns {
            if found.differ(&value).ok() != Some(false.into()) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Counts the mutants of each kind that are refuted, and those that are proved equal
/// on every input.
fn refute_mutants(title: &str, module: &Module, mutants: impl Fn(&str) -> Vec<Mutant>) {
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    // Another test checks the function whose arguments are numbers. Many of the others are alike.
    let functions = module
        .functions
        .iter()
        .filter(|(name, _)| *name != ABS_DIFF);
    for (name, original) in functions.step_by(4) {
        let samples = values(module, original, samples().step_by(4)).unwrap();
        let all = LazyCell::new(|| values(module, original, everything(original)).unwrap());
        for Mutant {
            kind,
            change,
            function,
        } in mutants(name)
        {
            let Some(mutant) = function.ok().filter(|mutant| mutant != original) else {
                continue;
            };
            let seems_equal = mutant.parameters == original.parameters
                && match has(module, &mutant, &samples) {
                    Ok(seems_equal) => seems_equal,
                    // Invalid programs need no proof.
                    Err(_) => continue,
                };
            let is_equal = seems_equal && has(module, &mutant, &all).unwrap();
            if is_equal {
                println!("{title}: {name} stays equal if {change}");
            }
            counts.entry(kind).or_default()[usize::from(is_equal)] += 1;
        }
    }
    println!("{title}: mutants that are refuted and proved equal: {counts:?}");
    assert!(!counts.is_empty());
    // A proof that called everything equal would refute nothing.
    for (kind, [refuted, equal]) in counts {
        assert!(
            refuted > equal,
            "{title}: most mutants of `{kind}` seem to be equal"
        );
    }
}

fn refute_mutants_of(language: &Dialect) {
    let ((module, code), grammar) = (complete(language), grammar(language.name).unwrap());
    refute_mutants(language.name, &module, |name| {
        let (start, end) = module.places[name];
        let code = &code[start..end.unwrap_or(code.len())];
        mutate::mutants(code, grammar, &module.prefix)
    });
}

#[test]
fn mutants_of_c_are_refuted() {
    refute_mutants_of(DIALECTS[0]);
}

#[test]
fn mutants_of_other_languages_are_refuted() {
    DIALECTS[1..].iter().copied().for_each(refute_mutants_of);
}

#[test]
fn mutants_of_modules_are_refuted() {
    let all = wasm::read(&module(&Selection::default()).unwrap()).unwrap();
    refute_mutants("WebAssembly", &all, |name| {
        // Of a module with only this function.
        let only = Selection {
            patterns: &[name],
            ..Selection::default()
        };
        wasm::mutants(&module(&only).unwrap(), name)
    });
}
