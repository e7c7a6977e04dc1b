//! Output and errors of commands.

use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use pawnfill_expression::text::printable_lines;

/// Bad input, one line per mistake. The exit code is 2.
#[derive(Debug)]
pub(crate) struct BadInput(String);

impl BadInput {
    pub(crate) fn error<M: fmt::Display>(mistakes: M) -> anyhow::Error {
        Self(mistakes.to_string()).into()
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('\n', "\nerror: "))
    }
}

impl std::error::Error for BadInput {}

/// Prints a line to the standard output. `println!` would panic on a closed pipe.
pub(crate) fn say(line: impl fmt::Display) -> anyhow::Result<()> {
    print(format_args!("{line}\n"))
}

/// Prints a text to the standard output.
pub(crate) fn print(text: impl fmt::Display) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    write!(output, "{text}")
        .and_then(|()| output.flush())
        .context("cannot write to the standard output")
}

/// Prints a line to the standard error. A closed pipe is ignored.
pub(crate) fn note(line: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Reports why a command failed, unless the reader closed the pipe.
pub(crate) fn fail(error: &anyhow::Error) -> ExitCode {
    let closed = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    if error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(closed))
    {
        return ExitCode::SUCCESS;
    }
    // Errors quote specifications, which must not control the terminal.
    note(printable_lines(&format!("error: {error:#}")));
    if error.is::<BadInput>() {
        ExitCode::from(2)
    } else {
        ExitCode::FAILURE
    }
}
