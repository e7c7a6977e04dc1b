//! `cargo xtask corpus`: rebuilds the embedded positions from a PGN.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use pawnfill::Pawns;
use pawnfill_positions::{self as positions, embedded};

use crate::terminal::{BadInput, say};
use crate::workspace;

/// Rebuild the embedded positions from a PGN file
///
/// `crates/positions/games/README.md` names the source of the games.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Read games from this file; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pgn: PathBuf,

    /// Compare with the embedded positions instead of writing them
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(Args { pgn, check }: Args) -> anyhow::Result<ExitCode> {
    let games = games(&pgn)?;
    let positions: usize = games.iter().map(Vec::len).sum();
    let summary = format!("{} games, {positions} positions", games.len());
    let bytes = embedded::encode(games);
    if check {
        if bytes != embedded::BYTES {
            bail!(
                "{} differs from the embedded positions: {summary}",
                pgn.display()
            );
        }
        say(format_args!("{summary}, equal to the embedded ones"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = workspace::path("crates/positions/games").join(embedded::FILE_NAME);
    whole_file::check(&[&pgn], &[&path]).map_err(BadInput::error)?;
    whole_file::write(&path, &bytes)?;
    say(format_args!("{summary}, {} bytes", bytes.len()))?;
    Ok(ExitCode::SUCCESS)
}

fn games(pgn: &Path) -> anyhow::Result<Vec<Vec<Pawns>>> {
    let positions: Vec<_> = positions::open(pgn)?.collect::<Result<_, _>>()?;
    if positions.is_empty() {
        return Err(BadInput::error(format_args!(
            "{}: no game found",
            pgn.display()
        )));
    }
    let games = positions.chunk_by(|_, next| next.ply > 0);
    Ok(games
        .map(|game| game.iter().map(|position| position.pawns).collect())
        .collect())
}
