//! `cargo xtask structure`: shows the pawn structure of positions.

use std::process::ExitCode;

/// Shows the pawn structure of positions.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
