//! `pawnfill export`: the patterns in other languages, and tables of a specification as plain sources.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pawnfill_codegen::emit::{Format, Specification, may_replace};
use pawnfill_export::{Language, emit};

use crate::output::Output;

/// Writes code for projects that do not use the library.
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

/// Writes patterns, and all that they call, for C and C++, Python and SQL.
///
/// Each function takes the white and the black pawns, with a1 = bit 0.
#[derive(clap::Args)]
struct Patterns {
    /// Writes these patterns only, separated by commas or with the option given again
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pattern: Vec<String>,

    /// What to write: a header for C11 and C++17, a module for NumPy, or macros for DuckDB (sql) or Spark
    #[arg(long, value_parser = languages())]
    language: Language,

    /// What the names of functions begin with
    #[arg(long)]
    prefix: Option<String>,

    /// Where to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replaces the file even if this command did not write it
    #[arg(long)]
    force: bool,
}

fn languages() -> impl TypedValueParser<Value = Language> {
    let known = |name: String| Language::ALL.into_iter().find(|language| language.name() == name);
    PossibleValuesParser::new(Language::ALL.map(Language::name))
        .try_map(move |name| known(name).ok_or("no language"))
}

/// Writes the tables of a specification as a plain source.
///
/// A specification has items as `pawnfill::tables!` takes them; a Rust source with `tables!` in it is one, too. Each
/// mistake is reported with file, line and column.
#[derive(clap::Args)]
struct Tables {
    /// The specification
    #[arg(value_name = "SPECIFICATION")]
    specification: PathBuf,

    /// What to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    format: Format,

    /// Where to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replaces the file even if this command did not write it
    #[arg(long)]
    force: bool,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.help()));
    let known = |name: String| Format::ALL.into_iter().find(|format| format.name() == name);
    PossibleValuesParser::new(values).try_map(move |name| known(name).ok_or("no such format"))
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
