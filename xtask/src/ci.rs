//! `cargo xtask ci`: what CI runs.

use std::process::ExitCode;

/// Runs what CI runs.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
