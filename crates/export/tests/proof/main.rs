//! Proves the exports: reads them, and proves that each function equals the library's
//! on every input.
//!
//! It also mutates them in many places, and must refute every mutant that changes a function.
//! `cargo test -p pawnfill-export --test proof` prints the theorems. A word after `--` selects
//! those that contain it.

#![allow(unreachable_pub, reason = "a test exports nothing")]

mod c;
mod claim;
mod go;
mod mutate;
mod python;
mod read;
mod sql;
mod wasm;

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread;

use claim::{Input, OWN, claim, same};
use libtest_mimic::{Arguments, Failed, Trial};
use mutate::Mutant;
use pawnfill::pattern::{CONTACTS, QUESTIONS, columns};
use pawnfill::{Bitboard, Color, Pawns, Square, SquareSet as _};
use pawnfill_condition::structures;
use pawnfill_export::{C, Dialect, GO, PYTHON, SQL, Selection, definitions, emit, module};
use pawnfill_symbolic::{Symbolic, input};
use read::{Computed, Definition, Grammar, Module, Result};

/// The helper of C whose arguments are numbers. Other languages have a builtin function.
const ABS_DIFF: &str = "detail_abs_diff";

/// A text or a module, and what was read from it.
struct Export {
    title: String,
    module: Module,
    /// Returns the mutants of a function.
    mutants: Box<Mutants>,
    /// Whether it has all functions.
    is_complete: bool,
}

type Mutants = dyn Fn(&str) -> Vec<Mutant> + Send + Sync;

/// The languages with their grammars.
const LANGUAGES: [(&str, &Dialect, Grammar); 4] = [
    ("C", &C, c::GRAMMAR),
    ("Go", &GO, go::GRAMMAR),
    ("Python", &PYTHON, python::GRAMMAR),
    ("DuckDB", &SQL, sql::GRAMMAR),
];

impl Export {
    fn text(
        title: String,
        language: &Dialect,
        grammar: Grammar,
        selection: &Selection,
    ) -> Result<Self> {
        let text = (grammar.code)(&emit(language, selection).map_err(|error| error.to_string())?);
        let module = grammar.read(&text)?;
        let places = module.places.clone();
        let mutants = Box::new(move |name: &str| {
            let Some(&(start, end)) = places.get(name) else {
                return Vec::new();
            };
            mutate::mutants(&text[start..end.unwrap_or(text.len())], &grammar)
        });
        Ok(Self {
            title,
            module,
            mutants,
            is_complete: selection.patterns.is_empty() && selection.terms.is_empty(),
        })
    }

    fn bytes(selection: &Selection) -> Result<Self> {
        let is_complete = selection.patterns.is_empty();
        Ok(Self {
            title: if is_complete {
                "WebAssembly"
            } else {
                "definitions in WebAssembly"
            }
            .to_owned(),
            module: wasm::read(&module(selection).map_err(|error| error.to_string())?)?,
            // Of a module with only this function.
            mutants: Box::new(|name| {
                let only = Selection {
                    patterns: &[name],
                    ..Selection::default()
                };
                wasm::mutants(&module(&only).unwrap_or_default(), name)
            }),
            is_complete,
        })
    }
}

/// Returns all functions in each language, and selections with terms of their own.
fn exports() -> Result<Vec<Export>> {
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
        ..complete
    };
    let board = Selection {
        terms: &["interspan", "open_files"],
        ..complete
    };
    // Each of them is a line of claims.
    let own: Vec<_> = OWN
        .iter()
        .map(|(name, text)| format!("{name} = {text}"))
        .collect();
    let own: Vec<&str> = own
        .iter()
        .map(String::as_str)
        .chain(["iqp", "ethereal.candidates"])
        .collect();
    // The page of patterns has all that are known.
    let known = Selection::names();
    let known = known
        .iter()
        .map(String::as_str)
        .filter(|name| !definitions(&[name], &[]).is_empty());
    let all: Vec<&str> = own.iter().copied().chain(known).collect();
    let all = Selection {
        patterns: &all,
        conditions: true,
        ..complete
    };
    // Together, they share truth values, which some of them negate.
    let structures = structures();
    let structures: Vec<&str> = structures.iter().map(|of| &of.name[..]).collect();
    let structures = Selection {
        terms: &structures,
        ..complete
    };
    let own = Selection {
        patterns: &own,
        conditions: true,
        terms: &[
            "passed",
            "weak",
            "iqp",
            "ethereal.candidates",
            "is_rich",
            "ethereal.passed",
            "w = white.passed",
            "p = own.pawns",
        ],
        ..complete
    };
    let selections = [
        ("", complete),
        ("selection in ", some),
        ("side in ", side),
        ("board in ", board),
        ("definitions in ", own),
        ("structures in ", structures),
    ];
    let texts = |(what, selection)| {
        LANGUAGES.map(|(name, language, grammar)| {
            Export::text(format!("{what}{name}"), language, grammar, &selection)
        })
    };
    thread::scope(|scope| {
        let running = selections.map(|selection| scope.spawn(move || texts(selection)));
        let texts = running.into_iter().flat_map(|run| run.join().unwrap());
        texts
            .chain([Export::bytes(&complete), Export::bytes(&all)])
            .collect()
    })
}

fn main() {
    let arguments = Arguments::from_args();
    let exports = match exports() {
        Ok(exports) => exports,
        Err(error) => panic!("cannot read an export: {error}"),
    };
    let mut trials = Vec::new();
    for export in exports.into_iter().map(Arc::new) {
        let mut trial = |title: String, proof: fn(&Export, &str) -> Result<()>, name: &str| {
            let (export, name) = (Arc::clone(&export), name.to_owned());
            let run = move || proof(&export, &name).map_err(Failed::from);
            trials.push(Trial::test(title, run));
        };
        let Export {
            title,
            module,
            is_complete,
            ..
        } = &*export;
        for name in module.functions.keys() {
            if name == ABS_DIFF {
                trial(
                    format!("{title}: {name} is exact for all bytes"),
                    exact,
                    name,
                );
            } else if claim(name, module).is_some() {
                trial(
                    format!("{title}: {name} equals the library's"),
                    proved,
                    name,
                );
            }
        }
        if *is_complete {
            trial(format!("{title}: no function is missing"), complete, "");
            trial(
                format!("{title}: every mutant is refuted or proved equal"),
                mutants_refuted,
                "",
            );
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Returns some pawns on random squares, each time with another square and color.
fn samples() -> impl Iterator<Item = Input> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut board = move |number| {
        let board = match number % 4 {
            0 => rng.u64(..) & rng.u64(..) & rng.u64(..),
            1 => rng.u64(..) & rng.u64(..),
            2 => rng.u64(..),
            _ => rng.u64(..) | rng.u64(..),
        };
        Symbolic::splat(Bitboard::from_bits(board))
    };
    (0..64).map(move |number| Input {
        boards: [board(number), board(number)],
        square: Square::ALL[number * 5 % 64],
        color: Color::from_index_wrapping(number / 4),
    })
}

/// Returns all inputs, separately for each square and each color if the function takes one.
fn everything(definition: &Definition) -> Vec<Input> {
    let has = |parameter: &str| definition.parameters.iter().any(|name| name == parameter);
    let squares = if has("square") {
        &Square::ALL[..]
    } else {
        &Square::ALL[..1]
    };
    let colors = if has("color") {
        &Color::ALL[..]
    } else {
        &Color::ALL[..1]
    };
    let inputs = |&square| {
        colors.iter().map(move |&color| Input {
            boards: input(),
            square,
            color,
        })
    };
    squares.iter().flat_map(inputs).collect()
}

fn proved(export: &Export, name: &str) -> Result<()> {
    let definition = &export.module.functions[name];
    let claim = claim(name, &export.module).ok_or("the library has no such function")?;
    for input in everything(definition) {
        let value = export
            .module
            .run(definition, input.arguments(&definition.parameters)?)?;
        same(&value, &claim(input))?;
    }
    Ok(())
}

/// Checks the absolute difference of all numbers below 256. Patterns compute it of smaller ones.
fn exact(export: &Export, name: &str) -> Result<()> {
    let definition = &export.module.functions[name];
    for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
        let value = export
            .module
            .run(definition, vec![Computed::Integer(a), Computed::Integer(b)])?;
        if !matches!(value, Computed::Integer(found) if found == a.abs_diff(b)) {
            return Err(format!("wrong for {a} and {b}"));
        }
    }
    Ok(())
}

/// Checks that each column, contact and question has its function, and the terms its columns.
fn complete(export: &Export, _: &str) -> Result<()> {
    let questions = QUESTIONS.iter().map(|question| question.name.to_owned());
    let contacts = CONTACTS
        .iter()
        .flat_map(|class| ["east", "west"].map(|side| format!("{}_{side}", class.name)));
    let sides = questions
        .chain(contacts)
        .flat_map(|name| Color::ALL.map(|color| format!("{color}_{name}")));
    let mut names = columns().map(|column| column.to_string()).chain(sides);
    if let Some(missing) = names.find(|name| !export.module.functions.contains_key(name)) {
        return Err(format!("{missing} is missing"));
    }
    if !export.module.functions.contains_key("terms") {
        // WebAssembly has only functions with one value, and no helpers.
        return match export
            .module
            .functions
            .keys()
            .find(|name| claim(name, &export.module).is_none())
        {
            Some(unknown) => Err(format!("{unknown} is unknown")),
            None => Ok(()),
        };
    }
    let fields: BTreeSet<_> = export.module.columns().collect();
    let terms = Pawns::from_bits(0, 0).terms();
    let is_equal = fields
        == terms
            .columns()
            .map(|(column, _)| column.to_string())
            .collect();
    if is_equal {
        Ok(())
    } else {
        Err(format!("the terms have other fields: {fields:?}"))
    }
}

/// The values of a function for some inputs.
type Values = Vec<(Input, Computed)>;

fn values(
    module: &Module,
    function: &Definition,
    inputs: impl IntoIterator<Item = Input>,
) -> Result<Values> {
    let value = |input: Input| {
        Ok((
            input,
            module.run(function, input.arguments(&function.parameters)?)?,
        ))
    };
    inputs.into_iter().map(value).collect()
}

/// Returns `true` if a function has these values. An invalid function is an error.
fn has(module: &Module, function: &Definition, values: &Values) -> Result<bool> {
    for (input, value) in values {
        if same(
            &module.run(function, input.arguments(&function.parameters)?)?,
            value,
        )
        .is_err()
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Counts the mutants of each kind that are refuted, and those that are proved equal
/// on every input.
fn mutants_refuted(export: &Export, _: &str) -> Result<()> {
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    // `exact` checks the function whose arguments are numbers. Of the others, many are alike.
    let functions = export
        .module
        .functions
        .iter()
        .filter(|(name, _)| *name != ABS_DIFF);
    let module = &export.module;
    for (name, original) in functions.step_by(4) {
        let samples = values(module, original, samples())?;
        let all = LazyCell::new(|| values(module, original, everything(original)));
        for Mutant {
            kind,
            change,
            function,
        } in (export.mutants)(name)
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
            let is_equal = seems_equal && has(module, &mutant, all.as_ref()?)?;
            if is_equal {
                println!("{}: {name} stays equal if {change}", export.title);
            }
            counts.entry(kind).or_default()[usize::from(is_equal)] += 1;
        }
    }
    println!(
        "{}: mutants that are refuted and proved equal: {counts:?}",
        export.title
    );
    // A proof that called everything equal would refute nothing.
    match counts.iter().find(|(_, [refuted, equal])| refuted <= equal) {
        Some((kind, _)) => Err(format!("most mutants of `{kind}` seem to be equal")),
        None if counts.is_empty() => Err("there are no mutants".to_owned()),
        None => Ok(()),
    }
}
