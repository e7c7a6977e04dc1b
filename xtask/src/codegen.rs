//! `cargo xtask codegen`: writes tables as plain sources.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::ValueEnum;
use pawnfill_codegen::emit::{Format, Specification, may_replace};
use pawnfill_export::{Language, Selection, emit};

use crate::generated::{File, is_current, update};
use crate::terminal::{BadInput, print, say};
use crate::workspace;

/// The specification of `pawnfill` itself, relative to the workspace.
const OWN: &str = "pawnfill/src/tables.rs";

/// Write tables as plain sources, for projects that cannot use a proc-macro
///
/// Without --emit, this writes the tables of `pawnfill` itself, from pawnfill/src/tables.rs to pawnfill/tables/.
///
/// Exit codes: 1 a file is stale (--check) or cannot be written; 2 invalid arguments, or mistakes in the
/// specification. With exit code 2, no file is written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Read this specification: items in the syntax of `tables!`, or a Rust source that contains `tables!`
    ///
    /// Mistakes are reported with file, line and column.
    #[arg(long, value_name = "FILE", requires = "emit")]
    spec: Option<PathBuf>,
    /// Write this format
    #[arg(long, value_name = "FORMAT", value_enum)]
    emit: Option<Format>,
    /// Write to this file [default: standard output]
    ///
    /// Existing files are replaced only if this command wrote them.
    #[arg(long, value_name = "PATH", requires = "emit")]
    out: Option<PathBuf>,
    /// Write nothing; fail if the file is stale
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    let Args { spec, emit, out, check } = args;
    let Some(emit) = emit else { return update(files()?, check) };
    let spec = spec.map(|spec| (spec.display().to_string(), spec));
    let (label, spec) = spec.unwrap_or_else(|| (OWN.to_owned(), workspace::path(OWN)));
    let out = out.filter(|out| out.as_os_str() != "-");
    let shown = out.as_ref().map_or("-".to_owned(), |out| out.display().to_string());
    match &out {
        None if check => return Err(BadInput::error("--check needs a file to compare with: --out PATH")),
        Some(out) if !check => {
            whole_file::check(&[&spec], &[out]).map_err(BadInput::error)?;
            if !may_replace(out) {
                let message = "was not written by this command: choose another path";
                return Err(BadInput::error(format_args!("{shown} {message}")));
            }
        }
        _ => {}
    }
    let format = emit.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let command = format!("cargo xtask codegen --spec {label} --emit {format} --out {shown}");
    let contents = Specification::read(&spec, &label).and_then(|tables| emit.render(&tables, &command));
    let contents = contents.map_err(BadInput::error)?;
    match out {
        None => print(contents)?,
        Some(out) if is_current(&out, contents.as_bytes()) => say(format_args!("{shown} is up to date"))?,
        Some(_) if check => bail!("{shown} is stale; run the same command without --check to update it"),
        Some(out) => {
            whole_file::write(&out, contents)?;
            say(format_args!("wrote {shown}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the patterns in every language.
pub(crate) fn exports() -> anyhow::Result<Vec<File>> {
    let paths = [
        (Language::C, "crates/export/c/pawnfill.h"),
        (Language::Python, "crates/export/python/pawnfill.py"),
        (Language::DuckDb, "crates/export/sql/pawnfill.sql"),
        (Language::Spark, "crates/export/sql/pawnfill-spark.sql"),
    ];
    let file = |(language, path): (Language, &str)| {
        let contents = emit(language, &Selection::default()).map_err(BadInput::error)?;
        Ok(File { path: path.to_owned(), contents: Some(contents) })
    };
    paths.into_iter().map(file).collect()
}

/// Returns the tables of `pawnfill` in every format.
pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    let specification = Specification::read(&workspace::path(OWN), OWN).map_err(BadInput::error)?;
    let file = |format: &Format| {
        let contents = format.render(&specification, "cargo xtask generate").map_err(BadInput::error)?;
        let path = format!("pawnfill/tables/tables.{}", format.extension());
        Ok(File { path, contents: Some(contents) })
    };
    Format::value_variants().iter().map(file).collect()
}
