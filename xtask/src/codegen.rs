//! `cargo xtask codegen`: the tables as plain sources.

use std::process::ExitCode;

/// Writes the tables as plain sources for projects that cannot use a proc-macro.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
