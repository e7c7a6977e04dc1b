//! `pawnfill export`: writes the patterns in other languages.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::ValueEnum;
use pawnfill::Color;
use pawnfill::pattern::{PATTERNS, Scope, Value};
use pawnfill_condition::{Definition, Relation, define, relation_to};
use pawnfill_export::{Language, Selection, definitions, emit, is_unedited, javascript, module, typescript};
use pawnfill_find::examples;

use crate::find::{ALL_NAMES, apart, known};
use crate::input::say;
use crate::output::Output;

/// Write code for projects that do not use the library
#[derive(clap::Args)]
#[command(help_template = help!("pawnfill export patterns --language c -o pawns.h"))]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Patterns(Patterns),
}

/// Write patterns, and the functions they call, in C, Go, Python, SQL, WebAssembly or JavaScript
///
/// Each function takes the white and the black pawns, with a1 as bit 0. Without --pattern and --structure, this writes
/// everything.
///
/// Among the names are those of structures, and what engines mean by a pattern, such as `iqp` and `ethereal.candidates`.
/// A definition of your own has a name and an expression in the language of `pawnfill find`, such as
/// `weak = own.isolated | own.backward`: with `own` and `enemy` for each color, with `white` and `black` for the board.
#[derive(clap::Args)]
#[command(help_template = help!(
    "pawnfill export patterns --language c --pattern passed,isolated -o pawns.h",
    "pawnfill export patterns --language c --pattern 'weak = own.isolated | own.backward'"
))]
struct Patterns {
    /// Write only these names or definitions, separated by commas
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    pattern: Vec<String>,

    /// Write a function that computes these names or definitions together, separated by commas
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    structure: Vec<String>,

    /// Let definitions name your structures, from a file as in `pawnfill find`
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    names: Option<PathBuf>,

    /// Write a definition that joins sets with `&&` and `||`, or negates one with `!`, as a truth value
    #[arg(long, help_heading = "Selection")]
    condition: bool,

    /// Print the names that --pattern accepts, and write nothing
    #[arg(long, exclusive = true, help_heading = "Selection")]
    list: bool,

    /// Write this language
    #[arg(long, value_enum, required_unless_present = "list")]
    language: Option<Target>,

    /// Start the names of functions with this prefix
    #[arg(long)]
    prefix: Option<String>,

    /// Write to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replace the file even if this command did not write it, or it was edited
    #[arg(long)]
    force: bool,
}

/// A language of patterns.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// A header for C and C++
    C,
    /// A package for Go. The prefix is its name
    Go,
    /// A module for NumPy
    Python,
    /// Macros for DuckDB
    Sql,
    /// A WebAssembly module
    Wasm,
    /// A module with the WebAssembly inside
    #[value(name = "javascript")]
    JavaScript,
    /// The declarations of the JavaScript module
    #[value(name = "typescript")]
    TypeScript,
}

/// Returns the items of a list. A comma in parentheses belongs to an item.
fn items(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    list.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
    .map(str::trim)
}

/// Proves a definition, and says what it is on a board, how its set relates to the pattern of the name, and which pattern has
/// the same set.
fn notes(name: &str, text: &str, names: &[Arc<Definition>]) -> Result<Vec<String>, String> {
    let (query, mut notes) = define(text, names, examples).map_err(|refused| refused.message(ALL_NAMES))?;
    notes.insert(0, query.kind().to_owned());
    let boards = examples();
    let found =
        boards.iter().find_map(|&pawns| Some((pawns, query.set(pawns).filter(|set| !set.is_empty())?)));
    notes.extend(found.map(|(pawns, set)| {
        let squares: String = set.squares().map(|square| format!(" {square}")).collect();
        format!("for example, White's{squares} in {}", pawns.placement())
    }));
    let white = Scope::Side(Color::White);
    for (pattern, column) in PATTERNS.iter().filter_map(|pattern| Some((pattern, pattern.column(white)?))) {
        let before = name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix(pattern.name);
        let is_named = before.is_some_and(|before| before.is_empty() || before.ends_with(['.', '_']));
        // Most patterns differ in some position of a game, which is found sooner than a proof.
        let differs =
            boards.iter().find(|&&pawns| query.set(pawns).map(Value::Set) != Some(column.of(pawns)));
        if !is_named && differs.is_some() {
            continue;
        }
        let about = match (relation_to(&query, pattern), differs) {
            (Some(Relation::Same), _) => "has the same squares as".to_owned(),
            (Some(Relation::Implies), _) if is_named => "is a part of".to_owned(),
            (Some(Relation::Implied), _) if is_named => "contains".to_owned(),
            (Some(Relation::Overlaps(fen)), _) if is_named => format!("has another square in {fen} than"),
            (Some(Relation::Unknown), Some(pawns)) => format!("differs in {} from", pawns.placement()),
            _ => continue,
        };
        notes.push(format!("{about} `{}`", pattern.name));
    }
    Ok(notes)
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let What::Patterns(args) = args.what;
    let Patterns { pattern, structure, names: path, condition, list, language, prefix, output, force } = args;
    let Some(language) = language.filter(|_| !list) else {
        let names: String = Selection::names().iter().map(|name| format!("{name}\n")).collect();
        return Output::standard().complete(&names);
    };
    let [patterns, structure] =
        [&pattern, &structure].map(|lists| lists.iter().flat_map(|list| items(list)).collect::<Vec<_>>());
    let mut said = Vec::new();
    let names = known(path.as_deref())?;
    let items: Vec<_> = patterns.iter().chain(&structure).copied().collect();
    for (name, text) in definitions(&items) {
        let notes =
            apart(|| notes(&name, &text, &names)).with_context(|| format!("the definition of `{name}`"))?;
        said.extend(notes.into_iter().map(|note| format!("note: {name}: {note}")));
    }
    let selection = Selection {
        patterns: &patterns,
        structure: &structure,
        prefix: prefix.as_deref(),
        names: &names,
        conditions: condition,
    };
    let is_partial = !patterns.is_empty() || !structure.is_empty() || prefix.is_some();
    let text = |language| emit(language, &selection).map(String::into_bytes);
    let contents = match language {
        Target::C => text(Language::C),
        Target::Go => text(Language::Go),
        Target::Python => text(Language::Python),
        Target::Sql => text(Language::DuckDb),
        Target::Wasm if structure.is_empty() && prefix.is_none() => module(&selection),
        Target::Wasm => Err("a WebAssembly module has no --structure and no --prefix".to_owned()),
        _ if is_partial => Err("--pattern, --structure and --prefix are for other languages".to_owned()),
        Target::JavaScript => Ok(javascript().into_bytes()),
        Target::TypeScript => Ok(typescript().into_bytes()),
    };
    let contents = contents.map_err(anyhow::Error::msg)?;
    said.into_iter().for_each(say);
    let is_ours = |text: String| text.is_empty() || is_unedited(&text);
    let inputs: Vec<_> = path.as_deref().into_iter().collect();
    // Reading a device may never end.
    let may_replace = output.is_file() && fs::read_to_string(&output).is_ok_and(is_ours);
    Output::create(&output, force || may_replace, &inputs)?.complete(contents)
}
