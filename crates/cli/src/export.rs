//! `pawnfill export`: writes the patterns in other languages, and the tables of a specification as plain sources.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use pawnfill_codegen::emit::{Format, Specification, may_replace};
use pawnfill_export::{Language, emit};

use crate::output::Output;

/// Write code for projects that do not use the library
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Patterns(Patterns),
    Tables(Tables),
}

/// Write patterns, and the functions they call, in C, Python or SQL
///
/// Each function takes the white and the black pawns, with a1 as bit 0.
#[derive(clap::Args)]
struct Patterns {
    /// Write only these patterns, separated by commas; may be given several times
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pattern: Vec<String>,

    /// Write this language
    #[arg(long, value_enum)]
    language: Language,

    /// Start the names of functions with this prefix
    #[arg(long)]
    prefix: Option<String>,

    #[command(flatten)]
    destination: Destination,
}

/// Write the tables of a specification as a plain source
///
/// A specification contains items in the syntax of `pawnfill::tables!`. It can also be a Rust source that contains
/// `tables!`. Mistakes are reported with file, line and column.
#[derive(clap::Args)]
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

    /// Replace the file even if this command did not write it
    #[arg(long)]
    force: bool,
}

impl Destination {
    fn write(&self, text: &str, inputs: &[&Path]) -> anyhow::Result<()> {
        Output::create(&self.output, self.force || may_replace(&self.output), inputs)?.complete(text)
    }
}

pub(crate) fn run(Args { what }: Args) -> anyhow::Result<()> {
    match what {
        What::Patterns(args) => patterns(args),
        What::Tables(args) => tables(args),
    }
}

fn patterns(Patterns { pattern, language, prefix, destination }: Patterns) -> anyhow::Result<()> {
    let selection: Vec<&str> = pattern.iter().map(String::as_str).collect();
    let text = emit(language, &selection, prefix.as_deref()).map_err(anyhow::Error::msg)?;
    destination.write(&text, &[])
}

fn tables(Tables { specification: path, format, destination }: Tables) -> anyhow::Result<()> {
    let label = path.display().to_string();
    let name = format.to_possible_value().expect("no format is hidden");
    let command = format!("pawnfill export tables {label} --format {}", name.get_name());
    let text = Specification::read(&path, &label).and_then(|tables| format.render(&tables, &command));
    let text = text.map_err(anyhow::Error::msg)?;
    destination.write(&text, &[&path])
}
