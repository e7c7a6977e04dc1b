//! `cargo xtask bench-compare`: which backend is faster here.

use std::process::ExitCode;

/// Tells which backend is faster on this machine and these positions.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
