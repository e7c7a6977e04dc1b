//! `cargo xtask codegen`: the tables as plain sources.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pawnfill_codegen::emit::{Format, Specification, may_replace};
use pawnfill_codegen::output;

use crate::generated::{File, update};
use crate::terminal::{BadInput, print, say};
use crate::workspace;

/// The specification of `pawnfill` itself, from the folder of the workspace.
const OWN: &str = "pawnfill/src/tables.rs";

/// Writes tables as plain sources, for projects that cannot use a proc-macro.
///
/// Without --emit it writes the tables of `pawnfill` itself, from pawnfill/src/tables.rs to pawnfill/tables/.
///
/// Exit code 1: a file is stale (--check) or cannot be written. 2: wrong arguments, or mistakes in the
/// specification; then nothing is written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A specification of your own: items as `tables!` takes them, or a Rust source with `tables!` in it
    ///
    /// Each mistake is reported with file, line and column.
    #[arg(long, value_name = "FILE", requires = "emit")]
    spec: Option<PathBuf>,
    /// What to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    emit: Option<Format>,
    /// Where to write, the standard output by default
    ///
    /// A file that this command did not write is never replaced.
    #[arg(long, value_name = "PATH", requires = "emit")]
    out: Option<PathBuf>,
    /// Write nothing, fail if a file is not what would be written
    #[arg(long)]
    check: bool,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.help()));
    let known = |name: String| Format::ALL.into_iter().find(|format| format.name() == name);
    PossibleValuesParser::new(values).try_map(move |name| known(name).ok_or("no such format"))
}

pub(crate) fn run(Args { spec, emit, out, check }: Args) -> anyhow::Result<ExitCode> {
    let Some(format) = emit else { return update(files()?, check) };
    let (spec, label) = match spec {
        Some(spec) => (spec.clone(), spec.display().to_string()),
        None => (workspace::path(OWN), OWN.to_owned()),
    };
    let out = out.filter(|out| out.as_os_str() != "-");
    match &out {
        None if check => return Err(BadInput::error("--check needs a file to compare with: --out PATH")),
        Some(out) if !check => {
            output::check(&[&spec], &[out]).map_err(BadInput::error)?;
            if !may_replace(out) {
                let path = out.display();
                let message = format_args!("{path} was not written by this command: choose another path");
                return Err(BadInput::error(message));
            }
        }
        _ => {}
    }
    let shown = out.as_ref().map_or("-".to_owned(), |out| out.display().to_string());
    let command = format!("cargo xtask codegen --spec {label} --emit {} --out {shown}", format.name());
    let contents = Specification::read(&spec, &label)
        .and_then(|specification| format.render(&specification, &command))
        .map_err(BadInput::error)?;
    match out {
        None => print(contents)?,
        Some(out) if output::is_current(&out, contents.as_bytes()) => {
            say(format_args!("{shown} is up to date"))?
        }
        Some(_) if check => bail!("{shown} is stale; the same command without --check writes it"),
        Some(out) => {
            output::write(&out, contents)?;
            say(format_args!("wrote {shown}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The tables of `pawnfill` in every format.
pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    let specification = Specification::read(&workspace::path(OWN), OWN).map_err(BadInput::error)?;
    let file = |format: Format| {
        let contents = format.render(&specification, "cargo xtask generate").map_err(BadInput::error)?;
        let path = format!("pawnfill/tables/tables.{}", format.extension());
        Ok(File { path, contents: Some(contents) })
    };
    Format::ALL.into_iter().map(file).collect()
}
