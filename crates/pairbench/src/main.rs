//! The program `pairbench`, which compares benches that were written for another library.

use std::process::ExitCode;

use clap::Parser as _;

/// Find out if a change makes benches slower
#[derive(clap::Parser)]
#[command(version)]
enum Program {
    Criterion(pairbench::criterion::Args),
}

fn main() -> ExitCode {
    let Program::Criterion(args) = Program::parse();
    args.run()
}
