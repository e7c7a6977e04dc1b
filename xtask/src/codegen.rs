//! `cargo xtask codegen`: writes tables as plain sources.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use pawnfill_codegen::emit::{SourceFormat, Specification, may_replace};

use crate::generate::update;
use crate::terminal::{BadInput, print};
use crate::workspace;

/// The specification of `pawnfill` itself, relative to the workspace.
const OWN: &str = "pawnfill/src/tables.rs";

/// Write tables as plain sources, for projects that cannot use a proc-macro
///
/// Exit codes: 1 the file is stale (--check) or cannot be written; 2 invalid arguments, or mistakes
/// in the specification. With exit code 2, no file is written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Read this specification: items in the syntax of `tables!`, or a Rust source
    /// that contains `tables!`
    /// [default: the tables of `pawnfill` itself]
    ///
    /// Mistakes are reported with file, line and column.
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// Write this format
    #[arg(long, value_name = "FORMAT", value_enum)]
    emit: SourceFormat,
    /// Write to this file [default: standard output]
    ///
    /// Existing files are replaced only if this command wrote them.
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Write nothing; fail if the file is stale
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(
    Args {
        spec,
        emit,
        out,
        check,
    }: Args,
) -> anyhow::Result<ExitCode> {
    let label = shown(spec.as_ref(), OWN);
    let spec = spec.unwrap_or_else(|| workspace::path(OWN));
    let out = out.filter(|out| out.as_os_str() != "-");
    let shown = shown(out.as_ref(), "-");
    match &out {
        None if check => {
            return Err(BadInput::error(
                "--check needs a file to compare with: --out PATH",
            ));
        }
        Some(out) if !check => {
            whole_file::check(&[&spec], &[out]).map_err(BadInput::error)?;
            if !may_replace(out) {
                let message = "was not written by this command: choose another path";
                return Err(BadInput::error(format_args!("{shown} {message}")));
            }
        }
        _ => {}
    }
    let format = emit.to_possible_value();
    let format = format.as_ref().map_or("", PossibleValue::get_name);
    let command = format!("cargo xtask codegen --spec {label} --emit {format} --out {shown}");
    let tables = Specification::read(&spec, &label);
    let contents = tables.and_then(|tables| emit.render(&tables, &command));
    let contents = contents.map_err(|error| BadInput::error(error.lines(&label)))?;
    match out {
        None => print(contents)?,
        Some(out) => ensure!(
            update(&out, &shown, &contents, check)?,
            "{shown} is stale; run the same command without --check to update it"
        ),
    }
    Ok(ExitCode::SUCCESS)
}

fn shown(path: Option<&PathBuf>, default: &str) -> String {
    path.map_or(default.to_owned(), |path| path.display().to_string())
}
