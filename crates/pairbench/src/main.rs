//! The program `pairbench`, which compares benches of another library, and whole programs.

use std::process::ExitCode;

use clap::Parser as _;

/// Find out if a change makes benches or programs slower
#[derive(clap::Parser)]
#[command(version)]
enum Program {
    Criterion(pairbench::criterion::Args),
    Programs(pairbench::programs::Args),
}

fn main() -> ExitCode {
    // Without it, only a signal would leave a temporary folder behind.
    let _ = whole_file::clean_up_on_signals();
    match Program::parse() {
        Program::Criterion(args) => args.run(),
        Program::Programs(args) => args.run(),
    }
}
