//! `cargo xtask corpus`: rebuilds the embedded positions from a PGN.

use std::process::ExitCode;

/// Rebuilds the embedded positions from a PGN.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
