//! Starts the child processes, which measure.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Lines, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::thread::JoinHandle;

use super::build::{Built, list};
use super::{Bench, Error, Start, core};
use serde_json::Value;

use crate::options::unique;
use crate::protocol::{CHILD, MARK, Plan, Record};

/// A program that measures by calling [`child`](crate::child()) or [`main`](crate::main()).
#[derive(Debug)]
pub struct Harness {
    command: Command,
    /// How cargo builds it, unless it is a given program.
    pub(crate) bench: Option<Bench>,
    built: Option<Built>,
    /// The program of the first process, which all must have unless they are different layouts.
    measured: OnceLock<String>,
    pub(crate) notes: Vec<(String, String)>,
}

/// The number of output lines shown when a process fails.
const LINES: usize = 6;

impl Harness {
    /// Returns the harness that this command starts, with its arguments and variables.
    #[must_use]
    pub fn new(command: Command) -> Self {
        Self {
            command,
            bench: None,
            built: None,
            measured: OnceLock::new(),
            notes: Vec::new(),
        }
    }

    /// Builds a harness, whose processes have different layouts if the linker can shuffle sections.
    ///
    /// # Errors
    ///
    /// Returns an error if cargo cannot build it.
    pub fn build(bench: Bench) -> Result<Self, Error> {
        let built = bench.build()?;
        let command = Command::new(&built.program);
        Ok(Self {
            bench: Some(bench),
            built: Some(built),
            ..Self::new(command)
        })
    }

    /// Sets a variable of the processes.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Returns the folders in this target folder for the profile of the program: that of programs
    /// that run while cargo builds, and that of the target.
    pub(super) fn profiles(&self, target: &Path) -> Vec<PathBuf> {
        // Cargo keeps benches in a folder of the profile, and binaries in the profile itself.
        let mut folders = self.program().ancestors().skip(1);
        let profile = folders.find(|folder| !folder.ends_with("deps"));
        let profile = profile.and_then(|profile| profile.strip_prefix(target).ok());
        let name = profile.and_then(Path::file_name).map(Path::new);
        unique(name.into_iter().chain(profile).map(PathBuf::from))
    }

    /// Builds a bench target in another folder, with a target folder of its own, as the one
    /// of this harness.
    pub(super) fn elsewhere(
        &self,
        bench: &Bench,
        folder: &Path,
        target: &Path,
    ) -> Result<Self, Error> {
        let mut bench = Bench {
            folder: folder.to_owned(),
            ..bench.clone()
        };
        // Also if the user has one folder for what is built before the programs.
        let build = format!("build.build-dir='{}'", target.display());
        let target = ["--target-dir".into(), target.into()];
        bench.arguments.extend(target);
        bench.arguments.extend(["--config".into(), build.into()]);
        let mut harness = Self::build(bench)?;
        copy_variables(&self.command, &mut harness.command);
        Ok(harness)
    }

    /// Builds its layouts, unless they are built.
    pub(super) fn link(&mut self) -> Result<(), Error> {
        if let (Some(bench), None) = (&self.bench, &self.built) {
            self.built = Some(bench.build()?);
        }
        Ok(())
    }

    /// Returns the features with which cargo built a library of the program.
    #[must_use]
    pub fn features(&self, library: &str) -> Vec<String> {
        let mut features = Vec::new();
        for artifact in self.built.iter().flat_map(|built| &built.artifacts) {
            if artifact["target"]["name"] == library {
                let own = list(&artifact["features"]).filter_map(Value::as_str);
                features.extend(own.map(str::to_owned));
            }
        }
        features
    }

    /// Returns the program itself.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        std::fs::read(self.program()).map_err(|error| failed(self.program(), &format!(": {error}")))
    }

    /// Returns the program that it starts.
    pub(crate) fn program(&self) -> &Path {
        Path::new(self.command.get_program())
    }

    /// Returns the program of a process.
    pub(crate) fn layout(&self, process: usize) -> &Path {
        match &self.built {
            Some(built) if !built.layouts.is_empty() => {
                &built.layouts[process % built.layouts.len()]
            }
            _ => self.program(),
        }
    }

    /// Returns the number of its layouts.
    pub(crate) fn layouts(&self) -> usize {
        self.built.as_ref().map_or(0, |built| built.layouts.len())
    }

    /// Adds a fact to the reports, such as the commit of the build.
    #[must_use]
    pub fn note(mut self, name: &str, value: &str) -> Self {
        self.notes.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Starts a process with a plan.
    pub(super) fn spawn(&self, plan: &Plan) -> Result<Process<'_>, Error> {
        // Without this check, a program that forgets to call `child` would start
        // itself without end.
        if std::env::var_os(CHILD).is_some() {
            return Err(Error::Harness(
                "a harness must call `pairbench::child` first".to_owned(),
            ));
        }
        let program = if plan.cells.is_empty() {
            self.program()
        } else {
            self.layout(plan.process)
        };
        let program = program.to_owned();
        let mut command = Command::new(&program);
        command.args(self.command.get_args());
        copy_variables(&self.command, &mut command);
        // A backtrace would push the panic message out of the kept lines.
        command.env("RUST_BACKTRACE", "0").env(CHILD, "1");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = command.spawn();
        let mut child = child.map_err(|error| failed(&program, &format!(": {error}")))?;
        if plan.turns > 0 {
            // Where it is forbidden, the process measures wherever it is.
            core::pin(&child, plan.process / 2);
        }
        let (Some(output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(failed(&program, " has no output"));
        };
        let (input, lines, errors) = (
            child.stdin.take(),
            BufReader::new(output).lines(),
            last_lines(errors),
        );
        let mut process = Process {
            harness: self,
            program,
            child,
            input,
            lines,
            errors,
            build: None,
        };
        process.say(&serde_json::json!(plan).to_string());
        Ok(process)
    }
}

impl Start for Harness {
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error> {
        let mut process = self.spawn(plan)?;
        while let Some(record) = process.next()? {
            on_record(record);
        }
        process.end()
    }

    fn finish(&self) -> Result<(), Error> {
        match (&self.bench, &self.built) {
            (Some(bench), Some(built)) if !bench.is_fresh(built)? => Err(Error::Harness(
                "the sources changed while they were measured".to_owned(),
            )),
            _ => Ok(()),
        }
    }
}

/// A process that measures.
pub(super) struct Process<'h> {
    harness: &'h Harness,
    program: PathBuf,
    child: Child,
    /// The child ends when this end of the pipe closes, however this process ends.
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    errors: JoinHandle<String>,
    /// The program, at the end of the plan.
    build: Option<String>,
}

impl Process<'_> {
    /// Sends a line. If the child has already ended, its own message is more useful than
    /// a broken pipe.
    pub(super) fn say(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// Returns the next record, or `None` after the last one.
    pub(super) fn next(&mut self) -> Result<Option<Record>, Error> {
        for line in self.lines.by_ref() {
            let line = line.map_err(|error| failed(&self.program, &format!(": {error}")))?;
            let Some(record) = line.strip_prefix(MARK) else {
                let _ = writeln!(std::io::stderr(), "{line}");
                continue;
            };
            match serde_json::from_str(record) {
                Ok(Record::Done(build)) => self.build = Some(build),
                Ok(record) => return Ok(Some(record)),
                Err(error) => {
                    return Err(failed(
                        &self.program,
                        &format!(": cannot read a record: {error}"),
                    ));
                }
            }
        }
        Ok(None)
    }

    /// Waits for the end of the process, or returns the error with which it ended.
    pub(super) fn end(mut self) -> Result<(), Error> {
        while self.next()?.is_some() {}
        let status = self.child.wait();
        let status = status.map_err(|error| failed(&self.program, &format!(": {error}")))?;
        let said = self.errors.join().unwrap_or_default();
        if let Some(build) = self.build.take().filter(|_| status.success()) {
            let Harness { measured, .. } = self.harness;
            if self.harness.layouts() > 0 || *measured.get_or_init(|| build.clone()) == build {
                return Ok(());
            }
            return Err(Error::Harness(
                "another program took the place of the measured one".to_owned(),
            ));
        }
        let ended = if status.success() {
            "ended too early"
        } else {
            &format!("failed ({status})")
        };
        Err(failed(
            &self.program,
            format!(" {ended}\n{said}").trim_end(),
        ))
    }
}

/// Gives a command the variables of another one.
fn copy_variables(from: &Command, to: &mut Command) {
    for (name, value) in from.get_envs() {
        if let Some(value) = value {
            to.env(name, value);
        }
    }
}

fn failed(program: &Path, why: &str) -> Error {
    Error::Harness(format!("{}{why}", program.display()))
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
