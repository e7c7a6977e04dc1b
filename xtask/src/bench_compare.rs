//! `cargo xtask bench-compare`: finds the fastest backend on this machine.
//!
//! This file builds the harness and turns its report into advice for an engine. `pairbench`
//! measures, judges and reports.

mod advice;
mod engine;
mod rule;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use pairbench::INPUTS;
use pairbench::session::{Bench, Error, Harness};
use pawnfill::{Pawns, Placement};
use pawnfill_positions::{self as positions, embedded};
use tempfile::NamedTempFile;

use crate::workspace;

/// The name of the bench target.
const HARNESS: &str = "compare";
/// The variable that gives the harness its file of positions.
const POSITIONS: &str = "PAWNFILL_POSITIONS";
/// The name of the note in the report that says how many positions were used.
const POSITIONS_NOTE: &str = "positions";
/// Processors learn fewer positions by heart.
const ENOUGH: usize = 500;

/// Find the fastest backend on this machine, and the line for your Cargo.toml
///
/// Exit codes: 0 decided; 2 invalid arguments or positions; 3 nothing decided; 4 the backends
/// disagree; 5 the harness fails to build or to run.
#[derive(clap::Args)]
#[command(help_template = "{about-with-newline}
  cargo xtask bench-compare --positions games.pgn

{usage-heading} {usage}

{all-args}{after-help}")]
#[group(id = "bench-compare")] // The flattened options already have the group `Args`.
pub(crate) struct Args {
    #[command(flatten)]
    compare: pairbench::cli::Args,
    /// Use the positions of this file (FEN, EPD, PGN)
    ///
    /// `-` is standard input. Each structure counts once, and of more than 16,384, evenly spaced
    /// ones are used.
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    positions: Option<PathBuf>,
    /// Also compare batches with one position at a time
    #[arg(long, help_heading = "Selection")]
    batch: bool,
    /// Compare the backends in your engine, whose package is in this folder
    ///
    /// It is judged after 1, 2 and 5 minutes, or at the end of `--time`.
    #[arg(long, value_name = "FOLDER", help_heading = "Engine")]
    #[arg(conflicts_with_all = NOT_OF_ENGINES)]
    engine: Option<PathBuf>,
    /// The package of its workspace that depends on pawnfill [default: that of the engine]
    #[arg(
        long,
        short,
        value_name = "NAME",
        requires = "engine",
        help_heading = "Engine"
    )]
    package: Option<String>,
    #[command(flatten)]
    programs: pairbench::programs::Running,
    /// Pass these arguments to the `cargo rustc` that builds the harness, such as `--target`, or
    /// to the engine [default: bench]
    #[arg(last = true, value_name = "ARGUMENTS", hide_short_help = true)]
    more: Vec<String>,
}

/// The options that an engine does not have.
const NOT_OF_ENGINES: [&str; 11] = [
    "filter",
    "baseline",
    "candidates",
    "against",
    "modes",
    "processes",
    "list",
    "rows",
    "json",
    "positions",
    "batch",
];

pub(crate) fn run(args: Args) -> ExitCode {
    if let Some(folder) = &args.engine {
        let package = args.package.as_deref();
        let seconds = args.compare.options.time;
        let found = engine::run(folder, package, &args.more, &args.programs, seconds);
        return pairbench::cli::end(found);
    }
    // The temporary file must outlive the processes that read it.
    let mut file = None;
    let build = || {
        // Bad positions are known before building.
        let prepared = args.positions.as_deref().map(prepare).transpose()?;
        let mut harness = Harness::build(bench(&args))?.note("commit", &commit());
        if let Some((positions, used)) = prepared {
            harness = harness.env(POSITIONS, positions.path());
            harness = harness.note(POSITIONS_NOTE, &used);
            file = Some(positions);
        }
        Ok(harness)
    };
    args.compare.run(build, &advice::lines)
}

/// Returns the commit of the checkout, regardless of the current folder, or `unknown`
/// outside of git.
fn commit() -> String {
    let mut git = Command::new("git");
    git.args(["describe", "--always", "--dirty", "--exclude=*"])
        .current_dir(workspace::root());
    workspace::output(&mut git)
        .map_or_else(|_| "unknown".to_owned(), |commit| commit.trim().to_owned())
}

/// Reads positions and writes each structure to a temporary file. Also describes how many
/// positions are used.
fn prepare(path: &Path) -> Result<(NamedTempFile, String), Error> {
    let usage = |error: positions::Error| Error::Usage(format!("--positions {error}"));
    let read = positions::open(path).map_err(usage)?;
    let mut pawns = Vec::new();
    for position in read {
        pawns.push(position.map_err(usage)?.pawns);
    }
    if pawns.is_empty() {
        return Err(Error::Usage(format!(
            "--positions {}: no position found",
            path.display()
        )));
    }
    let distinct = embedded::distinct(&pawns);
    let used = used(distinct.len().min(INPUTS), pawns.len(), path);
    let file = write(&distinct);
    let file =
        file.map_err(|error| Error::Harness(format!("cannot write a temporary file: {error}")))?;
    Ok((file, used))
}

fn write(distinct: &[Pawns]) -> std::io::Result<NamedTempFile> {
    let mut file = NamedTempFile::with_prefix("pawnfill-positions")?;
    for &pawns in distinct {
        writeln!(file, "{}", Placement::from(pawns))?;
    }
    Ok(file)
}

/// Describes how many positions of a file are used, and warns if they are few.
fn used(used: usize, read: usize, path: &Path) -> String {
    let used_of_file = format!("{used} of {read} positions of {}", path.display());
    if used >= ENOUGH {
        return used_of_file;
    }
    format!(
        "{used_of_file} (caution: too few for typical times, \
         use at least {ENOUGH} different structures)"
    )
}

/// Returns how cargo builds the harness with the requested functions.
fn bench(args: &Args) -> Bench {
    let own = [
        "--profile",
        "xtask",
        "--package",
        "xtask",
        "--bench",
        HARNESS,
    ];
    let mut arguments: Vec<OsString> = own.map(Into::into).into();
    if args.batch {
        arguments.push("--features=pawnfill-benches/batch".into());
    }
    arguments.extend(args.more.iter().map(Into::into));
    Bench {
        name: HARNESS.to_owned(),
        folder: workspace::root(),
        arguments,
        ..Bench::default()
    }
}

#[cfg(test)]
mod tests;
