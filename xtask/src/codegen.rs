//! `cargo xtask codegen`: writes the tables as plain sources, and the patterns in other languages.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use pawnfill_codegen::emit::{Format, Specification, may_replace};
use pawnfill_export::Language;

use crate::generated::{File, is_current, update};
use crate::terminal::{BadInput, print, say};
use crate::workspace;

/// The specification of `pawnfill` itself, relative to the workspace.
const OWN: &str = "pawnfill/src/tables.rs";

/// Write tables as plain sources, for projects that cannot use a proc-macro, or patterns in other languages
///
/// Without --emit, this writes the tables of `pawnfill` itself, from pawnfill/src/tables.rs to pawnfill/tables/. With
/// --patterns, it writes patterns in the language of --emit, or without --emit in all languages to export/.
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
    /// Write patterns instead of tables
    #[arg(long, conflicts_with = "spec")]
    patterns: bool,
    /// Write this format: rust, c, json or text for tables; c, python, sql or spark for patterns
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    emit: Option<String>,
    /// Write only this pattern or question about a square, and the functions it calls; may be given several times
    #[arg(long, value_name = "NAME", num_args = 1.., requires_all = ["patterns", "emit"])]
    pattern: Vec<String>,
    /// Start the names of functions with this prefix
    #[arg(long, value_name = "PREFIX", requires_all = ["patterns", "emit"])]
    prefix: Option<String>,
    /// Write to this file [default: standard output]
    ///
    /// Existing files are replaced only if this command wrote them.
    #[arg(long, value_name = "PATH", requires = "emit")]
    out: Option<PathBuf>,
    /// Write nothing; fail if the file is stale
    #[arg(long)]
    check: bool,
}

fn formats() -> PossibleValuesParser {
    let tables = Format::value_variants().iter().filter_map(Format::to_possible_value);
    let patterns = Language::value_variants().iter().filter_map(Language::to_possible_value);
    let patterns = patterns.filter(|language| Format::from_str(language.get_name(), false).is_err());
    PossibleValuesParser::new(tables.chain(patterns))
}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    let Args { spec, patterns, emit, pattern, prefix, out, check } = args;
    let Some(emit) = emit else { return update(if patterns { exports()? } else { files()? }, check) };
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
    let contents = if patterns {
        let selection: Vec<_> = pattern.iter().map(String::as_str).collect();
        Language::from_str(&emit, false)
            .map_err(|_| format!("--emit {emit} is not available for patterns"))
            .and_then(|language| pawnfill_export::emit(language, &selection, prefix.as_deref()))
    } else {
        let command = format!("cargo xtask codegen --spec {label} --emit {emit} --out {shown}");
        Format::from_str(&emit, false)
            .map_err(|_| format!("--emit {emit} is only available for patterns: add --patterns"))
            .and_then(|format| format.render(&Specification::read(&spec, &label)?, &command))
    };
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
        let contents = pawnfill_export::emit(language, &[], None).map_err(BadInput::error)?;
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
