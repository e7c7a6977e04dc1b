//! Starts the child processes, which measure.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use super::{Error, Start};
use crate::protocol::{CHILD, MARK, Plan, Record};

/// A program that measures by calling [`child`](crate::child()) or [`main`](crate::main()).
#[derive(Clone, Debug)]
pub struct Harness {
    pub(super) program: PathBuf,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    core: Option<usize>,
    pub(super) notes: Vec<(String, String)>,
}

/// The number of output lines shown when a process fails.
const LINES: usize = 6;

impl Harness {
    /// Returns the harness for this executable file.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            variables: Vec::new(),
            core: None,
            notes: Vec::new(),
        }
    }

    /// Adds an argument for the program.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Sets an environment variable for the program.
    #[must_use]
    pub fn variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Adds a fact to the reports, such as the commit of the build.
    #[must_use]
    pub fn note(mut self, name: &str, value: &str) -> Self {
        self.notes.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Runs the program on this core only, with `taskset`.
    #[must_use]
    pub fn on_core(mut self, core: Option<usize>) -> Self {
        self.core = core;
        self
    }

    /// Runs a plan with this command, which may wrap the harness in another program.
    pub(crate) fn execute(
        &self,
        mut command: Command,
        plan: &Plan,
        on_record: &mut dyn FnMut(Record),
    ) -> Result<(), Error> {
        // A backtrace would push the panic message out of the kept lines.
        command.env("RUST_BACKTRACE", "0").env(CHILD, "1");
        command.args(&self.arguments).envs(self.variables.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failure = |error: std::io::Error| Error::Harness(format!("{}: {error}", self.program.display()));
        let mut process = Process(command.spawn().map_err(failure)?);
        let errors = process.0.stderr.take().map(last_lines);
        // The child ends when this end of the pipe closes, however this process ends.
        let mut input = process.0.stdin.take();
        let mut text = serde_json::to_string(plan).map_err(|error| Error::Harness(error.to_string()))?;
        text.push('\n');
        // If the child has already ended, its own message is more useful than a broken pipe.
        let _ = input.as_mut().map(|input| input.write_all(text.as_bytes()));
        let mut done = false;
        for line in process.0.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
            let line = line.map_err(failure)?;
            match line.strip_prefix(MARK) {
                Some(record) => match serde_json::from_str(record).map_err(|error| {
                    Error::Harness(format!("{}: cannot read a record: {error}", self.program.display()))
                })? {
                    Record::Done => done = true,
                    record => on_record(record),
                },
                None => eprintln!("{line}"),
            }
        }
        let status = process.0.wait().map_err(failure)?;
        let said = errors.and_then(|errors| errors.join().ok()).unwrap_or_default();
        if status.success() && done {
            return Ok(());
        }
        let ended =
            if status.success() { "ended too early".to_owned() } else { format!("failed ({status})") };
        Err(Error::Harness(format!("{} {ended}\n{said}", self.program.display()).trim_end().to_owned()))
    }

    fn command(&self) -> Command {
        match self.core {
            None => Command::new(&self.program),
            Some(core) => {
                let mut command = Command::new("taskset");
                command.arg("--cpu-list").arg(core.to_string()).arg(&self.program);
                command
            }
        }
    }
}

impl Start for Harness {
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error> {
        self.execute(self.command(), plan, on_record)
    }
}

/// A process that is killed when this is dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads all lines in a thread, so that the process never blocks, and keeps the last ones.
fn last_lines(source: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut lines = VecDeque::new();
        for line in
            BufReader::new(source).lines().map_while(Result::ok).filter(|line| !line.trim().is_empty())
        {
            lines.push_back(line);
            if lines.len() > LINES {
                lines.pop_front();
            }
        }
        Vec::from(lines).join("\n")
    })
}
