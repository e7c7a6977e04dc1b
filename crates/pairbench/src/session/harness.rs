//! Starts the child processes, which measure.

use std::fmt::Display;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;

use super::{Error, Start};
use crate::protocol::{CHILD, MARK, Plan, Record};

/// A program that measures by calling [`child`](crate::child()) or [`main`](crate::main()).
#[derive(Debug)]
pub struct Harness {
    command: Command,
    pub(crate) notes: Vec<(String, String)>,
}

/// The number of output lines shown when a process fails.
const LINES: usize = 6;

impl Harness {
    /// Returns the harness that this command starts, with its arguments and variables.
    #[must_use]
    pub fn new(command: Command) -> Self {
        Self { command, notes: Vec::new() }
    }

    /// Adds a fact to the reports, such as the commit of the build.
    #[must_use]
    pub fn note(mut self, name: &str, value: &str) -> Self {
        self.notes.push((name.to_owned(), value.to_owned()));
        self
    }
}

impl Start for Harness {
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error> {
        // Without this check, a program that forgets to call `child` would start itself without end.
        if std::env::var_os(CHILD).is_some() {
            return Err(Error::Harness("a harness must call `pairbench::child` first".to_owned()));
        }
        let program = self.command.get_program();
        let mut command = Command::new(program);
        command.args(self.command.get_args());
        command.envs(self.command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        // A backtrace would push the panic message out of the kept lines.
        command.env("RUST_BACKTRACE", "0").env(CHILD, "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |why: &dyn Display| Error::Harness(format!("{}{why}", program.display()));
        let failure = |error: std::io::Error| failed(&format_args!(": {error}"));
        let mut process = command.spawn().map_err(failure)?;
        let errors = process.stderr.take().map(last_lines);
        // The child ends when this end of the pipe closes, however this process ends.
        let mut input = process.stdin.take();
        let text = format!("{}\n", serde_json::json!(plan));
        // If the child has already ended, its own message is more useful than a broken pipe.
        let _ = input.as_mut().map(|input| input.write_all(text.as_bytes()));
        let mut done = false;
        for line in process.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
            let line = line.map_err(failure)?;
            match line.strip_prefix(MARK) {
                Some(record) => match serde_json::from_str(record)
                    .map_err(|error| failed(&format_args!(": cannot read a record: {error}")))?
                {
                    Record::Done => done = true,
                    record => on_record(record),
                },
                None => {
                    let _ = writeln!(std::io::stderr(), "{line}");
                }
            }
        }
        let status = process.wait().map_err(failure)?;
        let said = errors.and_then(|errors| errors.join().ok()).unwrap_or_default();
        if status.success() && done {
            return Ok(());
        }
        let ended = if status.success() { "ended too early" } else { &format!("failed ({status})") };
        Err(failed(&format!(" {ended}\n{said}").trim_end()))
    }
}

/// Reads all lines in a thread, so that the process never blocks, and returns the last ones.
fn last_lines(source: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(|| {
        let lines = BufReader::new(source).lines().map_while(Result::ok);
        let lines: Vec<_> = lines.filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(LINES)..].join("\n")
    })
}

#[cfg(all(test, unix))]
mod tests;
