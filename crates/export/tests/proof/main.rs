//! Proves the exported texts: parses them, and proves that each function equals the library's on every input.
//!
//! It also mutates the texts in many places, and must refute every mutant that changes a function.
//! `cargo test -p pawnfill-export --test proof` prints the theorems. A word after `--` selects those that contain it.

#![allow(unreachable_pub, reason = "a test exports nothing")]

mod c;
mod claim;
mod mutate;
mod python;
mod read;
mod sql;
mod wasm;

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use claim::{Input, Judge, expected};
use libtest_mimic::{Arguments, Failed, Trial};
use pawnfill::pattern::{CONTACTS, QUESTIONS, columns};
use pawnfill::set::{Compare, Reduce};
use pawnfill::{Bitboard, Color, Square};
use pawnfill_export::{Language, emit};
use pawnfill_symbolic::{Symbolic, input};
use read::{Definition, Grammar, Module, Reader, Result, Value, tokens};

/// A text and its parser.
struct Export {
    name: &'static str,
    /// The text, with unread parts replaced by blanks.
    text: String,
    module: Module,
    grammar: Grammar,
    function: fn(&mut Reader) -> Result<Definition>,
    /// The mutants that are equal to the original, one per line.
    equivalent: &'static str,
}

fn exports() -> Result<Vec<Export>> {
    let header = emit(Language::C, &[], None)?;
    let c = |name, lookup, equivalent| -> Result<Export> {
        Ok(Export {
            name,
            text: c::preprocessed(&header, lookup),
            module: c::read(&header, lookup)?,
            grammar: c::GRAMMAR,
            function: c::function,
            equivalent,
        })
    };
    let python = python::blanked(&emit(Language::Python, &[], None)?);
    let sql = |name, language, grammar, equivalent| -> Result<Export> {
        let text = sql::blanked(&emit(language, &[], None)?);
        Ok(Export {
            name,
            module: sql::read(&text, grammar)?,
            text,
            grammar,
            function: sql::function,
            equivalent,
        })
    };
    Ok(vec![
        c("C", false, include_str!("equivalent/c.txt"))?,
        c("C with tables", true, include_str!("equivalent/c-lookup.txt"))?,
        Export {
            name: "Python",
            module: python::read(&python)?,
            text: python,
            grammar: python::GRAMMAR,
            function: python::function,
            equivalent: include_str!("equivalent/python.txt"),
        },
        sql("DuckDB", Language::DuckDb, sql::DUCKDB, include_str!("equivalent/duckdb.txt"))?,
        sql("Spark", Language::Spark, sql::SPARK, include_str!("equivalent/spark.txt"))?,
    ])
}

fn main() {
    let arguments = Arguments::from_args();
    let exports = match exports() {
        Ok(exports) => exports,
        Err(error) => panic!("cannot parse an export: {error}"),
    };
    let mut trials = wasm::trials();
    for export in exports.into_iter().map(Arc::new) {
        let mut names: Vec<_> = export.module.functions.keys().cloned().collect();
        names.sort();
        for name in names {
            if expected(&name, sample(0), &export.module).is_some() {
                let title = format!("{}: {name} equals the library's", export.name);
                let export = Arc::clone(&export);
                trials.push(Trial::test(title, move || deep(move || Ok(proved(&export, &name)?))));
            }
        }
        if export.module.functions.contains_key("abs_diff") {
            let title = format!("{}: abs_diff is exact for all bytes", export.name);
            let export = Arc::clone(&export);
            trials.push(Trial::test(title, move || Ok(exact(&export)?)));
        }
        let complete = Arc::clone(&export);
        trials.push(Trial::test(format!("{}: no function is missing", export.name), move || {
            let questions = QUESTIONS.iter().map(|question| question.name.to_owned());
            let contacts = CONTACTS
                .iter()
                .flat_map(|class| ["east", "west"].map(|side| format!("{}_{side}", class.name)));
            let chains = ["own", "enemy"]
                .into_iter()
                .flat_map(|whose| ["east", "west"].map(|side| format!("{whose}_chain_goes_on_{side}")));
            let sides = questions
                .chain(contacts)
                .chain(chains)
                .chain(["more_sentries_than_helpers".to_owned()])
                .flat_map(|name| Color::ALL.map(|color| format!("{color}_{name}")));
            let all = columns().map(|column| column.to_string()).chain(sides).chain(["structure".to_owned()]);
            let missing: Vec<_> = all.filter(|name| !complete.module.functions.contains_key(name)).collect();
            if missing.is_empty() { Ok(()) } else { Err(format!("missing: {}", missing.join(", ")).into()) }
        }));
        trials.push(Trial::test(format!("{}: every mutant is refuted", export.name), move || {
            deep(move || mutants_refuted(&export))
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Returns some pawns on random squares, and a square.
fn sample(number: u64) -> Input<Bitboard> {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678_9abc_def1);
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut board = || {
        let (a, b, c) = (random(), random(), random());
        Bitboard::from_bits(match number % 4 {
            0 => a & b & c,
            1 => a & b,
            2 => a,
            _ => a | b,
        })
    };
    Input { boards: [board(), board()], square: Square::ALL[number as usize % 64] }
}

/// Returns all inputs, separately for each square if the function takes one.
fn everything(definition: &Definition) -> Vec<Input<Symbolic>> {
    let squares = if definition.parameters.iter().any(|name| name == "square") {
        &Square::ALL[..]
    } else {
        &Square::ALL[..1]
    };
    squares.iter().map(|&square| Input { boards: input(), square }).collect()
}

/// Runs a trial with a large stack, because SQL nests calls deeply.
fn deep(
    trial: impl FnOnce() -> std::result::Result<(), Failed> + Send + 'static,
) -> std::result::Result<(), Failed> {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(trial)?;
    thread.join().map_err(|_| "it panicked")?
}

fn proved(export: &Export, name: &str) -> Result<()> {
    let definition = &export.module.functions[name];
    for input in everything(definition) {
        let found = export.module.run(definition, input.arguments(&definition.parameters)?)?;
        let expected = expected(name, input, &export.module).ok_or("the library has no such function")?;
        Symbolic::same(&found, &expected)?;
    }
    Ok(())
}

/// Checks the absolute difference of all numbers below 256. Patterns compute it of smaller ones.
fn exact(export: &Export) -> Result<()> {
    let definition = &export.module.functions["abs_diff"];
    for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
        let found = export.module.run::<Bitboard>(definition, vec![Value::Integer(a), Value::Integer(b)])?;
        Bitboard::same(&found, &Value::Integer(a.abs_diff(b)))
            .map_err(|_| format!("wrong for {a} and {b}"))?;
    }
    Ok(())
}

/// Tests if two functions of a module are equal for these inputs.
fn equal<S: Judge + Compare + Reduce>(
    module: &Module,
    [original, mutant]: [&Definition; 2],
    inputs: impl IntoIterator<Item = Input<S>>,
) -> Result<bool> {
    for input in inputs {
        let value = |function: &Definition| module.run(function, input.arguments(&function.parameters)?);
        if S::same(&value(mutant)?, &value(original)?).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn mutants_refuted(export: &Export) -> std::result::Result<(), Failed> {
    let (mut invalid, mut same, mut refuted, mut equivalent) = (0, 0, 0, String::new());
    for (name, place) in &export.module.places {
        let Some(original) = export.module.functions.get(name) else { continue };
        // Its arguments are numbers, and `exact` checks it.
        if name == "abs_diff" {
            continue;
        }
        for mutant in mutate::mutants(&export.text[place.clone()]) {
            let tokens = tokens(&mutant.text);
            let mut reader = Reader { grammar: export.grammar, tokens: &tokens };
            let Ok(read) = (export.function)(&mut reader) else {
                invalid += 1;
                continue;
            };
            if read == *original {
                same += 1;
                continue;
            }
            // Invalid programs need no proof.
            match equal::<Bitboard>(&export.module, [original, &read], (0..256).map(sample)) {
                Err(_) => invalid += 1,
                Ok(false) => refuted += 1,
                Ok(true) => {
                    if equal::<Symbolic>(&export.module, [original, &read], everything(original))? {
                        writeln!(equivalent, "{name}: {}", mutant.change)?;
                    } else {
                        refuted += 1;
                    }
                }
            }
        }
    }
    let count = equivalent.lines().count();
    println!(
        "{}: {refuted} mutants refuted, {count} proved equivalent; {same} unchanged, {invalid} invalid programs",
        export.name
    );
    static BLESS: Mutex<()> = Mutex::new(());
    if equivalent != export.equivalent {
        let _blessing = BLESS.lock();
        if std::env::var_os("PAWNFILL_BLESS").is_some() {
            let file = export.name.to_lowercase().replace(" with tables", "-lookup");
            let path = format!("{}/tests/proof/equivalent/{file}.txt", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(path, &equivalent)?;
        }
        let old: Vec<_> = export.equivalent.lines().collect();
        let new = equivalent.lines().filter(|line| !old.contains(line)).collect::<Vec<_>>().join("\n");
        return Err(format!("equal to the original, but not in tests/proof/equivalent:\n{new}").into());
    }
    if refuted == 0 { Err("no mutant was refuted".into()) } else { Ok(()) }
}
