//! The task runner of the workspace. This file only dispatches; each command is in its own file.

// They panic on a closed pipe; use `terminal`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod api;
mod bench_compare;
mod codegen;
mod corpus;
mod generate;
mod instructions;
mod terminal;
mod workspace;

use std::process::ExitCode;

use clap::Parser;
use pawnfill_positions as positions;

/// Tasks of the pawnfill workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    BenchCompare(Box<bench_compare::Args>),
    Codegen(codegen::Args),
    Corpus(corpus::Args),
    Generate(generate::Args),
    Instructions(instructions::Args),
}

fn main() -> ExitCode {
    if let Err(error) = whole_file::clean_up_on_signals() {
        return terminal::fail(&error.into());
    }
    let result = match Command::parse() {
        Command::BenchCompare(args) => Ok(bench_compare::run(*args)),
        Command::Codegen(args) => codegen::run(args),
        Command::Corpus(args) => corpus::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Instructions(args) => instructions::run(args),
    };
    result.unwrap_or_else(|error| match error.downcast::<clap::Error>() {
        Ok(wrong_arguments) => wrong_arguments.exit(),
        // Bad input exits with 2, like invalid arguments.
        Err(error) if error.is::<positions::Error>() => {
            terminal::fail(&terminal::BadInput::error(error))
        }
        Err(error) => terminal::fail(&error),
    })
}
