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

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use claim::{Input, Judge, claim};
use libtest_mimic::{Arguments, Failed, Trial};
use pawnfill::pattern::{CONTACTS, QUESTIONS, columns};
use pawnfill::set::{Compare, Lanes, Reduce};
use pawnfill::{Color, Pawns, Square};
use pawnfill_export::{Language, Selection, emit};
use pawnfill_symbolic::{Symbolic, input};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use read::{Definition, Grammar, Module, Reader, Result, Value, tokens};

/// The helper of C whose arguments are numbers. Other languages have a builtin function.
const ABS_DIFF: &str = "detail_abs_diff";

/// A text and its parser.
struct Export {
    name: &'static str,
    /// The text, with unread parts replaced by blanks.
    text: String,
    module: Module,
    grammar: Grammar,
    function: fn(&mut Reader) -> Result<Definition>,
    /// The number of mutants that are equal to the original, if it has all functions.
    equivalent: Option<usize>,
}

impl Export {
    fn new(
        name: &'static str,
        language: Language,
        selection: &Selection,
        equivalent: Option<usize>,
    ) -> Result<Self> {
        let text = emit(language, selection)?;
        let lookup = name.contains("with tables");
        let grammar = match language {
            Language::C => c::GRAMMAR,
            Language::Python => python::GRAMMAR,
            Language::DuckDb => sql::DUCKDB,
            Language::Spark => sql::SPARK,
        };
        let text = match language {
            Language::C => c::preprocessed(&text, lookup),
            Language::Python => python::blanked(&text),
            Language::DuckDb | Language::Spark => sql::blanked(&text),
        };
        let module = match language {
            Language::C => c::read(&text)?,
            Language::Python => python::read(&text)?,
            Language::DuckDb | Language::Spark => sql::read(&text, grammar)?,
        };
        let function = match language {
            Language::C => c::function,
            Language::Python => python::function,
            Language::DuckDb | Language::Spark => sql::function,
        };
        Ok(Self { name, text, module, grammar, function, equivalent })
    }
}

/// Returns all functions in each language, and selections with a structure of their own.
fn exports() -> Result<Vec<Export>> {
    use Language::{C, DuckDb, Python, Spark};
    let complete = Selection::default();
    let some = Selection {
        patterns: &["white_passed", "is_candidate", "loose_contacts"],
        structure: &["pawnfill_open_file_set", "island_count", "candidates", "passed", "semi_closed_files"],
        prefix: None,
    };
    let side = Selection { structure: &["front_passed"], ..complete };
    let board = Selection { structure: &["interspan", "open_files"], ..complete };
    let exports = [
        ("C", C, &complete, Some(135)),
        ("C with tables", C, &complete, Some(141)),
        ("Python", Python, &complete, Some(135)),
        ("DuckDB", DuckDb, &complete, Some(137)),
        ("Spark", Spark, &complete, Some(623)),
        ("selection in C", C, &some, None),
        ("selection in C with tables", C, &some, None),
        ("selection in Python", Python, &some, None),
        ("selection in DuckDB", DuckDb, &some, None),
        ("selection in Spark", Spark, &some, None),
        ("side in C", C, &side, None),
        ("side in Python", Python, &side, None),
        ("side in DuckDB", DuckDb, &side, None),
        ("board in C", C, &board, None),
        ("board in Python", Python, &board, None),
        ("board in DuckDB", DuckDb, &board, None),
    ];
    THREADS.install(|| {
        let export =
            |(name, language, selection, equivalent)| Export::new(name, language, selection, equivalent);
        exports.into_par_iter().map(export).collect()
    })
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
            if claim(&name, &export.module).is_some() {
                let title = format!("{}: {name} equals the library's", export.name);
                let export = Arc::clone(&export);
                trials.push(trial(title, move || Ok(proved(&export, &name)?)));
            }
        }
        if export.module.functions.contains_key(ABS_DIFF) {
            let title = format!("{}: {ABS_DIFF} is exact for all bytes", export.name);
            let export = Arc::clone(&export);
            trials.push(Trial::test(title, move || Ok(exact(&export)?)));
        }
        let Some(equivalent) = export.equivalent else { continue };
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
            let names =
                columns().map(|column| column.to_string()).chain(sides).chain(["structure".to_owned()]);
            let functions = &complete.module.functions;
            let is_missing = |name: &String| {
                !functions.contains_key(name) && !functions.contains_key(&format!("detail_{name}"))
            };
            let missing: Vec<_> = names.filter(is_missing).collect();
            let fields: BTreeSet<_> = complete.module.columns().collect();
            if fields
                != Pawns::from_bits(0, 0)
                    .structure()
                    .columns()
                    .map(|(column, _)| column.to_string())
                    .collect()
            {
                return Err(format!("the structure has other fields: {fields:?}").into());
            }
            if missing.is_empty() { Ok(()) } else { Err(format!("missing: {}", missing.join(", ")).into()) }
        }));
        let title = format!("{}: every mutant is refuted", export.name);
        trials.push(trial(title, move || mutants_refuted(&export, equivalent)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Several boards, which are tried before all boards are.
type Boards = Lanes<LANES>;
const LANES: usize = 16;

/// Returns some pawns on random squares, each time with another square and color.
fn samples() -> impl Iterator<Item = Input<Boards>> {
    let mut state = 0x1234_5678_9abc_def1_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut boards = move || {
        Boards::new(std::array::from_fn(|lane| match lane % 4 {
            0 => random() & random() & random(),
            1 => random() & random(),
            2 => random(),
            _ => random() | random(),
        }))
    };
    (0..16).map(move |number| Input {
        boards: [boards(), boards()],
        square: Square::ALL[number * 5 % 64],
        color: Color::from_index(number),
    })
}

/// Returns all inputs, separately for each square and each color if the function takes one.
fn everything(definition: &Definition) -> Vec<Input<Symbolic>> {
    let has = |parameter: &str| definition.parameters.iter().any(|name| name == parameter);
    let squares = if has("square") { &Square::ALL[..] } else { &Square::ALL[..1] };
    let colors = if has("color") { &Color::ALL[..] } else { &Color::ALL[..1] };
    let inputs = |&square| colors.iter().map(move |&color| Input { boards: input(), square, color });
    squares.iter().flat_map(inputs).collect()
}

/// The threads of the trials. Their stacks are large, because SQL nests calls deeply. Each keeps the diagrams that it has
/// made for the next trial, which is often about the same function in another language.
static THREADS: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPoolBuilder::new().stack_size(256 << 20).build().expect("threads can be started"));

/// A trial that runs in one of these threads.
fn trial(title: String, run: impl FnOnce() -> std::result::Result<(), Failed> + Send + 'static) -> Trial {
    Trial::test(title, move || THREADS.install(run))
}

fn proved(export: &Export, name: &str) -> Result<()> {
    let definition = &export.module.functions[name];
    let claim = claim(name, &export.module).ok_or("the library has no such function")?;
    for input in everything(definition) {
        let value = export.module.run(definition, input.arguments(&definition.parameters)?)?;
        Symbolic::same(&value, &claim(input))?;
    }
    Ok(())
}

/// Checks the absolute difference of all numbers below 256. Patterns compute it of smaller ones.
fn exact(export: &Export) -> Result<()> {
    let definition = &export.module.functions[ABS_DIFF];
    for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
        let value = export.module.run::<Boards>(definition, vec![Value::Integer(a), Value::Integer(b)])?;
        Boards::same(&value, &Value::Integer(a.abs_diff(b))).map_err(|_| format!("wrong for {a} and {b}"))?;
    }
    Ok(())
}

/// Returns the values of a function for these inputs, each with its input.
fn values<S: Compare + Reduce>(
    module: &Module,
    function: &Definition,
    inputs: impl IntoIterator<Item = Input<S>>,
) -> Result<Vec<(Input<S>, Value<S>)>> {
    let value = |input: Input<S>| Ok((input, module.run(function, input.arguments(&function.parameters)?)?));
    inputs.into_iter().map(value).collect()
}

/// Returns `true` if the function has these values.
fn equal<S: Judge + Compare + Reduce>(
    module: &Module,
    mutant: &Definition,
    values: &[(Input<S>, Value<S>)],
) -> Result<bool> {
    for (input, original) in values {
        if S::same(&module.run(mutant, input.arguments(&mutant.parameters)?)?, original).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn mutants_refuted(export: &Export, expected: usize) -> std::result::Result<(), Failed> {
    let (mut invalid, mut same, mut refuted, mut equivalent) = (0, 0, 0, Vec::new());
    for (name, place) in &export.module.places {
        let Some(original) = export.module.functions.get(name) else { continue };
        // Its arguments are numbers, and `exact` checks it.
        if name == ABS_DIFF {
            continue;
        }
        let samples = values::<Boards>(&export.module, original, samples())?;
        let all_values = LazyCell::new(|| values::<Symbolic>(&export.module, original, everything(original)));
        for mutant in mutate::mutants(&export.text[place.clone()], &export.grammar) {
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
            match equal(&export.module, &read, &samples) {
                Err(_) => invalid += 1,
                Ok(false) => refuted += 1,
                Ok(true) => {
                    if equal(&export.module, &read, all_values.as_ref()?)? {
                        equivalent.push(format!("{name}: {}", mutant.change));
                    } else {
                        refuted += 1;
                    }
                }
            }
        }
    }
    let count = equivalent.len();
    println!(
        "{}: {refuted} mutants refuted, {count} proved equivalent; {same} unchanged, {invalid} invalid programs",
        export.name
    );
    if count != expected {
        return Err(
            format!("{count} mutants are equivalent, not {expected}:\n{}", equivalent.join("\n")).into()
        );
    }
    if refuted == 0 { Err("no mutant was refuted".into()) } else { Ok(()) }
}
