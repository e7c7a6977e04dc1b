//! Runs programs that are held at a gate and released at the same moment, on one core.

use std::io::{self, PipeReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use whole_file::TemporaryFolder;

use crate::session::{Error, core};
use crate::turns::Files;

/// A shell that says that it is at the gate, waits until the gate opens, which ends its input, and
/// becomes the program with another input.
const GATE: &str = r#"echo; read -r gate; input=$1; shift; exec "$@" <"$input""#;
/// How often a run that is looked at is looked at.
const LOOK: Duration = Duration::from_millis(2);
/// The number of output lines that an error shows.
const SHOWN: usize = 6;

/// How programs are run.
#[derive(Debug)]
pub(crate) struct Call {
    arguments: Vec<String>,
    /// The folder with their input and what each run writes.
    folder: TemporaryFolder,
    /// How long a run may take.
    limit: Duration,
}

/// A run that ended.
#[derive(Debug)]
pub(crate) struct Run {
    /// The time of user and system, without that of the shell at the gate.
    pub(crate) seconds: f64,
    pub(crate) said: String,
    /// Where criterion writes.
    pub(crate) home: PathBuf,
    pub(crate) seen: Seen,
}

/// What is seen of a run from outside, if it is looked at.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) threads: u64,
    pub(crate) kilobytes: u64,
    /// Whether it left its core.
    pub(crate) is_elsewhere: bool,
}

/// A process at the gate, or running.
struct Held<'p> {
    program: &'p Path,
    child: Child,
    /// What it says until it ends.
    said: Receiver<String>,
    home: PathBuf,
    /// The seconds at the gate.
    before: f64,
    /// The cores that it may use, in the words of the system.
    cores: String,
}

impl Call {
    pub(crate) fn new(arguments: Vec<String>, input: &str) -> Result<Self, Error> {
        let folder = TemporaryFolder::create(&std::env::temp_dir(), "pairbench")?;
        std::fs::write(folder.path().join("input"), input)?;
        Ok(Self {
            arguments,
            folder,
            limit: Duration::from_secs(60),
        })
    }

    /// Runs programs at the same moment, each in a folder.
    pub(crate) fn together(&self, files: &Files<'_>) -> Result<Vec<Run>, Error> {
        let (gate, opener) = io::pipe()?;
        let mut held = Vec::new();
        for (number, (program, folder)) in files.iter().enumerate() {
            let home = self.folder.path().join(number.to_string());
            let _ = std::fs::remove_dir_all(&home);
            let gate = gate.try_clone()?;
            held.push(self.start(program, folder, home, gate)?);
        }
        // All see the end of their input in the same moment.
        drop(opener);
        let every = if held.len() == 1 { LOOK } else { self.limit };
        held.into_iter()
            .map(|held| held.end(self.limit, every))
            .collect()
    }

    fn start<'p>(
        &self,
        program: &'p Path,
        folder: &Path,
        home: PathBuf,
        gate: PipeReader,
    ) -> io::Result<Held<'p>> {
        let mut command = Command::new("sh");
        command
            .args(["-c", GATE, "sh"])
            .arg(self.folder.path().join("input"))
            .arg(program);
        command
            .args(&self.arguments)
            .current_dir(folder)
            .stdin(gate);
        command
            .env("CRITERION_HOME", &home)
            .env("CARGO_MANIFEST_DIR", folder);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (Some(mut output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(io::Error::other("it has no output"));
        };
        let is_pinned = core::pin(&child, 0);
        output.read_exact(&mut [0])?;
        let before = core::seconds(&child).filter(|_| is_pinned);
        let before =
            before.ok_or_else(|| io::Error::other("this system keeps no program on a core"))?;
        let (sender, said) = channel();
        thread::spawn(move || {
            let errors = thread::spawn(move || text(errors));
            let output = text(output);
            let _ = sender.send(output + &errors.join().unwrap_or_default());
        });
        let cores = status(&child, "Cpus_allowed_list").unwrap_or_default();
        Ok(Held {
            program,
            child,
            said,
            home,
            before,
            cores,
        })
    }
}

impl Held<'_> {
    /// Waits for the end of a run, and looks at it after each of these times.
    fn end(mut self, limit: Duration, every: Duration) -> Result<Run, Error> {
        let (start, mut seen) = (Instant::now(), Seen::default());
        let said = loop {
            match self.said.recv_timeout(every) {
                Ok(said) => break said,
                Err(_) if start.elapsed() < limit => self.look(&mut seen),
                Err(_) => return Err(self.failed(&format!("did not end within {limit:?}"), "")),
            }
        };
        let after = core::seconds_at_end(&self.child);
        match (self.child.wait(), after) {
            (Ok(status), Some(after)) if status.success() => Ok(Run {
                seconds: after - self.before,
                said,
                home: std::mem::take(&mut self.home),
                seen,
            }),
            (Ok(status), _) => Err(self.failed(&format!("failed ({status})"), &said)),
            (Err(error), _) => Err(self.failed(&format!("failed ({error})"), &said)),
        }
    }

    fn look(&self, seen: &mut Seen) {
        seen.threads = seen.threads.max(number(&self.child, "Threads"));
        seen.kilobytes = seen.kilobytes.max(number(&self.child, "VmHWM"));
        let cores = status(&self.child, "Cpus_allowed_list");
        seen.is_elsewhere |= cores.is_some_and(|cores| cores != self.cores);
    }

    fn failed(&self, why: &str, said: &str) -> Error {
        let lines: Vec<_> = said.lines().collect();
        let end = lines[lines.len().saturating_sub(SHOWN)..].join("\n");
        let program = self.program.display();
        Error::Harness(format!("{program} {why}\n{end}").trim_end().to_owned())
    }
}

impl Drop for Held<'_> {
    /// Ends the process if something failed.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(mut source: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = source.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn number(child: &Child, name: &str) -> u64 {
    status(child, name).unwrap_or_default().parse().unwrap_or(0)
}

/// Returns a value that the system knows of a process, without its unit.
fn status(child: &Child, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(value.split_whitespace().next()?.to_owned())
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
