//! Starts the child processes, which measure.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::JoinHandle;

use super::{Bench, Error, Start};
use crate::protocol::{CHILD, MARK, Plan, Record, Task};

/// A program that measures by calling [`child`](crate::child()) or [`main`](crate::main()).
#[derive(Debug)]
pub struct Harness {
    command: Command,
    /// What is built again for each process, in another layout.
    bench: Option<Bench>,
    pub(crate) notes: Vec<(String, String)>,
}

/// The number of output lines shown when a process fails.
const LINES: usize = 6;

impl Harness {
    /// Returns the harness that this command starts, with its arguments and variables.
    #[must_use]
    pub fn new(command: Command) -> Self {
        Self { command, bench: None, notes: Vec::new() }
    }

    /// Builds a harness, whose processes have different layouts if the linker can shuffle sections.
    ///
    /// # Errors
    ///
    /// Returns an error if cargo cannot build it.
    pub fn build(bench: Bench) -> Result<Self, Error> {
        let command = Command::new(bench.build()?.program);
        let has_layouts = bench.layout(0).is_ok();
        Ok(Self { bench: has_layouts.then_some(bench), ..Self::new(command) })
    }

    /// Sets a variable of the processes.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Returns `true` if every process has another layout.
    pub(crate) fn has_layouts(&self) -> bool {
        self.bench.is_some()
    }

    /// Returns the program that measures in this process.
    fn program(&self, plan: &Plan) -> Result<PathBuf, Error> {
        match (&self.bench, &plan.task) {
            (Some(bench), Task::Measure { .. }) => Ok(bench.layout(plan.process)?.program),
            _ => Ok(self.command.get_program().into()),
        }
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
        let program = self.program(plan)?;
        let mut command = Command::new(&program);
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

    fn finish(&self) -> Result<(), Error> {
        if self.bench.as_ref().map_or(Ok(true), Bench::is_fresh)? {
            return Ok(());
        }
        Err(Error::Harness("the sources changed while they were measured".to_owned()))
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
