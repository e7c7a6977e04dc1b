//! The program `pawnfill`. This file only dispatches; each command has its own module.

// They panic on a closed pipe.
#![deny(clippy::print_stdout, clippy::print_stderr)]

/// The help of a command: what it does, examples, arguments and options.
macro_rules! help {
    ($($example:literal),+) => {
        concat!(
            "{about-with-newline}\n",
            $("  ", $example, "\n",)+
            "\n{usage-heading} {usage}\n\n{all-args}{after-help}"
        )
    };
}

mod conditions;
mod export;
mod find;
mod labels;
mod output;
mod patterns;
mod positions;
mod progress;
mod show;
mod source;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use pawnfill_expression::text::printable_lines;

/// Show, find and tabulate the pawn structure of chess positions
#[derive(Parser)]
#[command(name = "pawnfill", version)]
#[command(help_template = help!("pawnfill find iqp games.pgn", "pawnfill show games.pgn"))]
enum Command {
    Show(show::Args),
    Find(find::Args),
    Positions(positions::Args),
    Export(export::Args),
}

fn main() -> ExitCode {
    if let Err(error) = whole_file::clean_up_on_signals() {
        return report(error.into());
    }
    // Shells of Windows leave `*.pgn` to the program.
    let result = match Command::try_parse_from(wild::args_os()) {
        Ok(Command::Show(args)) => show::run(args),
        Ok(Command::Find(args)) => find::run(args),
        Ok(Command::Positions(args)) => positions::run(args),
        Ok(Command::Export(args)) => export::run(args),
        Err(wrong_arguments) => exit(&wrong_arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report(error),
    }
}

/// Ends the program because of its arguments.
fn exit(error: &clap::Error) -> ! {
    // To cmd.exe, a single quote is a letter and `&` ends the command.
    if error.use_stderr()
        && std::env::args_os().any(|argument| argument.as_encoded_bytes().starts_with(b"'"))
    {
        let _ = writeln!(
            io::stderr(),
            "note: in cmd.exe, write double quotes: \"white.isolated & d\""
        );
    }
    error.exit()
}

/// Reports an error. The exit code is 2 for bad input, as for invalid arguments, and 1
/// for output errors.
fn report(error: anyhow::Error) -> ExitCode {
    let error = match error.downcast::<clap::Error>() {
        Ok(wrong_arguments) => exit(&wrong_arguments),
        Err(error) => error,
    };
    if output::is_closed_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    // A closed pipe must not cause a panic.
    let _ = writeln!(
        io::stderr(),
        "error: {}",
        printable_lines(&format!("{error:#}"))
    );
    let is_output = error.chain().any(|cause| cause.is::<io::Error>());
    ExitCode::from(if is_output { 1 } else { 2 })
}
