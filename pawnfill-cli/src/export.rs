//! `pawnfill export`: writes the patterns in other languages, and the tables of a specification as plain sources.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
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

    /// Write a header for C11 and C++17 (c), a module for NumPy (python), macros for DuckDB (sql) or functions for Spark
    #[arg(long, value_parser = languages())]
    language: Language,

    /// Start the names of functions with this prefix
    #[arg(long)]
    prefix: Option<String>,

    /// Write to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replace the file even if this command did not write it
    #[arg(long)]
    force: bool,
}

fn languages() -> impl TypedValueParser<Value = Language> {
    let known = |name: String| Language::ALL.into_iter().find(|language| language.name() == name);
    PossibleValuesParser::new(Language::ALL.map(Language::name))
        .try_map(move |name| known(name).ok_or("unknown language"))
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
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    format: Format,

    /// Write to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replace the file even if this command did not write it
    #[arg(long)]
    force: bool,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.help()));
    let known = |name: String| Format::ALL.into_iter().find(|format| format.name() == name);
    PossibleValuesParser::new(values).try_map(move |name| known(name).ok_or("unknown format"))
}

pub(crate) fn run(Args { what }: Args) -> anyhow::Result<()> {
    match what {
        What::Patterns(args) => patterns(args),
        What::Tables(args) => tables(args),
    }
}

fn patterns(Patterns { pattern, language, prefix, output, force }: Patterns) -> anyhow::Result<()> {
    let selection: Vec<&str> = pattern.iter().map(String::as_str).collect();
    let text = emit(language, &selection, prefix.as_deref()).map_err(anyhow::Error::msg)?;
    let mut file = Output::create(&output, force || may_replace(&output), &[])?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

fn tables(Tables { specification: path, format, output, force }: Tables) -> anyhow::Result<()> {
    let label = path.display().to_string();
    let specification = Specification::read(&path, &label)?;
    let text = format
        .render(&specification, &format!("pawnfill export tables {label} --format {}", format.name()))?;
    let mut file = Output::create(&output, force || may_replace(&output), &[&path])?;
    file.write_all(text.as_bytes())?;
    file.finish()
}
