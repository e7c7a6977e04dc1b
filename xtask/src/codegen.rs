//! `cargo xtask codegen`: the tables as plain sources.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pawnfill_codegen::emit::{Format, Mistakes, Specification, may_replace};
use pawnfill_codegen::output;

use crate::terminal::{BadInput, print, say};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The specification of `pawnfill` itself, and what is checked in of it; from the root of the workspace.
const OWN: &str = "pawnfill/src/tables.rs";
const CHECKED_IN: &str = "pawnfill/tables/tables";

const COMMAND: &str = "cargo xtask codegen";

/// Writes tables as plain sources, for projects that cannot use a proc-macro.
///
/// Without --spec and --out it writes the checked-in files: the tables of `pawnfill` itself, from
/// pawnfill/src/tables.rs to pawnfill/tables/.
///
/// Exit code 1: a file is stale (--check) or cannot be written. 2: wrong arguments, or mistakes in the
/// specification; then nothing is written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A specification of your own: items as `tables!` takes them, or a Rust source with `tables!` in it
    ///
    /// Each mistake is reported with file, line and column. The result goes to the standard output unless --out says
    /// otherwise.
    #[arg(long, value_name = "FILE", requires = "emit")]
    spec: Option<PathBuf>,
    /// What to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    emit: Option<Format>,
    /// Where to write; `-` is the standard output
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

/// A file to write.
struct Output {
    /// `None` is the standard output.
    path: Option<PathBuf>,
    contents: String,
}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    let check = args.check;
    let mut stale = Vec::new();
    for Output { path, contents } in outputs(args)? {
        let Some(path) = path else {
            print(contents)?;
            continue;
        };
        let shown = path.strip_prefix(ROOT).unwrap_or(&path).display();
        if output::is_current(&path, contents.as_bytes()) {
            say(format_args!("{shown} is up to date"))?;
        } else if check {
            stale.push(format!("{shown} is stale; the same command without --check writes it"));
        } else {
            output::write(&path, contents)?;
            say(format_args!("wrote {shown}"))?;
        }
    }
    anyhow::ensure!(stale.is_empty(), stale.join("\nerror: "));
    Ok(ExitCode::SUCCESS)
}

/// Everything that is to be written, or nothing if there is any mistake.
fn outputs(Args { spec, emit, out, check }: Args) -> anyhow::Result<Vec<Output>> {
    let own = spec.is_none();
    let spec = spec.unwrap_or_else(|| Path::new(ROOT).join(OWN));
    let label = if own { OWN.to_owned() } else { spec.display().to_string() };
    let bad = |mistakes: Mistakes| BadInput::error(mistakes);
    let specification = Specification::read(&spec, &label).map_err(bad)?;

    let out = out.or_else(|| (!own).then(|| PathBuf::from("-")));
    let formats = emit.map_or_else(|| Format::ALL.to_vec(), |format| vec![format]);
    let mut outputs = Vec::new();
    for format in formats {
        let (path, command) = match &out {
            None => {
                let file = format!("{CHECKED_IN}.{}", format.extension());
                (Some(Path::new(ROOT).join(file)), COMMAND.to_owned())
            }
            Some(out) => {
                let spec = if own { String::new() } else { format!(" --spec {label}") };
                let command = format!("{COMMAND}{spec} --emit {} --out {}", format.name(), out.display());
                ((out.as_os_str() != "-").then(|| out.clone()), command)
            }
        };
        match &path {
            None if check => return Err(BadInput::error("--check needs a file to compare with: --out PATH")),
            Some(path) if !check => {
                output::check(&[&spec], &[path]).map_err(BadInput::error)?;
                if !may_replace(path) {
                    let message = format_args!(
                        "{} was not written by this command: choose another path",
                        path.display()
                    );
                    return Err(BadInput::error(message));
                }
            }
            _ => {}
        }
        outputs.push(Output { path, contents: format.render(&specification, &command).map_err(bad)? });
    }
    Ok(outputs)
}
