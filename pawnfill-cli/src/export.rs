//! `pawnfill export`: tables of a specification as plain sources.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pawnfill_codegen::emit::{Format, Specification, may_replace};

use crate::output::Output;

/// Writes code for projects that do not use the library.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Tables(Tables),
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
        What::Tables(args) => tables(args),
    }
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
