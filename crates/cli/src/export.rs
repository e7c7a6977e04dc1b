//! `pawnfill export`: writes the patterns in other languages, and the tables of a specification as plain sources.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;
use pawnfill_codegen::emit::{Format, Specification, may_replace};
use pawnfill_export::{Language, Selection, emit, is_unedited, javascript, module, typescript};

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
    Tables(Tables),
}

/// Write patterns, and the functions they call, in C, Python, SQL, WebAssembly or JavaScript
///
/// Each function takes the white and the black pawns, with a1 as bit 0. Without --pattern and --structure, this writes
/// everything.
#[derive(clap::Args)]
#[command(help_template = help!(
    "pawnfill export patterns --language c --pattern passed,isolated -o pawns.h"
))]
struct Patterns {
    /// Write only these patterns, questions about a square or functions, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Selection")]
    pattern: Vec<String>,

    /// Write a function that computes these patterns together, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Selection")]
    structure: Vec<String>,

    /// Print the names that --pattern accepts, and write nothing
    #[arg(long, exclusive = true, help_heading = "Selection")]
    list: bool,

    /// Write this language
    #[arg(long, value_enum, required_unless_present = "list")]
    language: Option<Target>,

    /// Start the names of functions with this prefix
    #[arg(long)]
    prefix: Option<String>,

    #[command(flatten)]
    destination: Destination,
}

/// A language of patterns: a text with functions, or a module.
#[derive(Clone, Copy)]
enum Target {
    Text(Language),
    Wasm,
    JavaScript,
    TypeScript,
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        use Language::{C, DuckDb, Python, Spark};
        use Target::{JavaScript, Text, TypeScript, Wasm};
        &[Text(C), Text(Python), Text(DuckDb), Text(Spark), Wasm, JavaScript, TypeScript]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Text(language) => return language.to_possible_value(),
            Self::Wasm => PossibleValue::new("wasm").help("A WebAssembly module"),
            Self::JavaScript => PossibleValue::new("javascript").help("A module with the WebAssembly inside"),
            Self::TypeScript => {
                PossibleValue::new("typescript").help("The declarations of the JavaScript module")
            }
        })
    }
}

/// Write the tables of a specification as a plain source
///
/// A specification contains items in the syntax of `pawnfill::tables!`. It can also be a Rust source that contains
/// `tables!`. Mistakes are reported with file, line and column.
#[derive(clap::Args)]
#[command(help_template = help!("pawnfill export tables my-tables.rs --format c -o tables.h"))]
struct Tables {
    /// Read the specification from this file
    #[arg(value_name = "SPECIFICATION")]
    specification: PathBuf,

    /// Write this format
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Format,

    #[command(flatten)]
    destination: Destination,
}

#[derive(clap::Args)]
struct Destination {
    /// Write to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replace the file even if this command did not write it, or it was edited
    #[arg(long)]
    force: bool,
}

impl Destination {
    fn write(
        &self,
        contents: impl AsRef<[u8]>,
        inputs: &[&Path],
        may_replace: impl Fn(&Path) -> bool,
    ) -> anyhow::Result<()> {
        Output::create(&self.output, self.force || may_replace(&self.output), inputs)?.complete(contents)
    }
}

pub(crate) fn run(Args { what }: Args) -> anyhow::Result<()> {
    match what {
        What::Patterns(args) => patterns(args),
        What::Tables(args) => tables(args),
    }
}

fn patterns(args: Patterns) -> anyhow::Result<()> {
    let Patterns { pattern, structure, list, language, prefix, destination } = args;
    let Some(language) = language.filter(|_| !list) else {
        let names: String = Selection::names().iter().map(|name| format!("{name}\n")).collect();
        return destination.write(&names, &[], |_| false);
    };
    let [patterns, structure] =
        [&pattern, &structure].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    let selection = Selection { patterns: &patterns, structure: &structure, prefix: prefix.as_deref() };
    let is_partial = !pattern.is_empty() || !structure.is_empty() || prefix.is_some();
    let contents = match language {
        Target::Text(language) => emit(language, &selection).map(String::into_bytes),
        Target::Wasm if structure.is_empty() && prefix.is_none() => module(&patterns),
        Target::Wasm => Err("a WebAssembly module has no --structure and no --prefix".to_owned()),
        _ if is_partial => Err("--pattern, --structure and --prefix are for other languages".to_owned()),
        Target::JavaScript => Ok(javascript().into_bytes()),
        Target::TypeScript => Ok(typescript().into_bytes()),
    };
    let contents = contents.map_err(anyhow::Error::msg)?;
    let is_ours = |text: String| text.is_empty() || is_unedited(&text);
    destination.write(contents, &[], |file| file.is_file() && fs::read_to_string(file).is_ok_and(is_ours))
}

fn tables(Tables { specification: path, format, destination }: Tables) -> anyhow::Result<()> {
    let label = path.display().to_string();
    let name = format.to_possible_value().expect("no format is hidden");
    let command = format!("pawnfill export tables {label} --format {}", name.get_name());
    let text = Specification::read(&path, &label).and_then(|tables| format.render(&tables, &command));
    let text = text.map_err(anyhow::Error::msg)?;
    destination.write(&text, &[&path], may_replace)
}
