//! Runs programs that are held at a gate and released at the same moment, on one core.

use std::io::{self, PipeReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use regex_lite::Regex;

use crate::session::{Error, core};

/// A shell that says that it is at the gate, waits until the gate opens, which ends its input, and
/// becomes the program with another input.
const GATE: &str = r#"echo; read -r gate; input=$1; shift; exec "$@" <"$input""#;
/// How often a run that is looked at is looked at.
const LOOK: Duration = Duration::from_millis(2);
/// The number of nodes as engines print it.
const NODES: &str = r"(?i)nodes searched *: *(\d+)|(\d+) nodes\b";
/// The number of output lines that an error shows.
const SHOWN: usize = 6;

/// How programs are run.
pub(super) struct Call {
    pub(super) arguments: Vec<String>,
    /// The file that is their input.
    pub(super) input: PathBuf,
    /// What finds the number of nodes, if it is not printed as usual.
    pub(super) nodes: Option<Regex>,
    /// How long a run may take.
    pub(super) limit: Duration,
}

/// A run that ended.
pub(super) struct Run {
    /// The time of user and system, without that of the shell at the gate.
    pub(super) seconds: f64,
    pub(super) nodes: Option<String>,
}

/// What is seen of a run from outside.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) threads: u64,
    pub(super) kilobytes: u64,
    /// Whether it left its core.
    pub(super) is_elsewhere: bool,
}

/// A process at the gate, or running.
struct Held<'p> {
    program: &'p Path,
    child: Child,
    /// What it says until it ends.
    said: Receiver<String>,
    /// The seconds at the gate.
    before: f64,
    /// The cores that it may use, in the words of the system.
    cores: String,
}

impl Call {
    /// Runs programs at the same moment, each in a folder.
    pub(super) fn together(&self, runs: &[(&Path, &Path)]) -> Result<Vec<Run>, Error> {
        let mut held = self.hold(runs)?;
        let mut ended = Vec::new();
        for held in &mut held {
            ended.push(self.end(held, self.limit, &mut |_| ())?);
        }
        Ok(ended)
    }

    /// Runs a program alone, and looks at it meanwhile.
    pub(super) fn alone(&self, program: &Path, folder: &Path) -> Result<(Run, Seen), Error> {
        let mut seen = Seen::default();
        let mut held = self.hold(&[(program, folder)])?;
        let run = self.end(&mut held[0], LOOK, &mut |held| held.look(&mut seen))?;
        Ok((run, seen))
    }

    /// Starts processes, and opens the gate when all have reached it.
    fn hold<'p>(&self, runs: &[(&'p Path, &Path)]) -> Result<Vec<Held<'p>>, Error> {
        let cannot = |error: io::Error| Error::Harness(format!("cannot start `sh`: {error}"));
        let (gate, opener) = io::pipe().map_err(cannot)?;
        let mut held = Vec::new();
        for (program, folder) in runs {
            let input = gate.try_clone().map_err(cannot)?;
            held.push(self.start(program, folder, input).map_err(cannot)?);
        }
        // All see the end of their input in the same moment.
        drop(opener);
        Ok(held)
    }

    fn start<'p>(
        &self,
        program: &'p Path,
        folder: &Path,
        gate: PipeReader,
    ) -> io::Result<Held<'p>> {
        let mut command = Command::new("sh");
        command
            .args(["-c", GATE, "sh"])
            .arg(&self.input)
            .arg(program);
        command
            .args(&self.arguments)
            .current_dir(folder)
            .stdin(gate);
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
        let before = before.ok_or_else(|| io::Error::other("it cannot be kept on a core"))?;
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
            before,
            cores,
        })
    }

    /// Waits for the end of a run, and looks at it after each of these times.
    fn end(
        &self,
        held: &mut Held<'_>,
        every: Duration,
        look: &mut dyn FnMut(&Held<'_>),
    ) -> Result<Run, Error> {
        let start = Instant::now();
        let said = loop {
            match held.said.recv_timeout(every) {
                Ok(said) => break said,
                Err(_) if start.elapsed() < self.limit => look(held),
                Err(_) => {
                    return Err(held.failed(&format!("did not end within {:?}", self.limit), ""));
                }
            }
        };
        let seconds = core::seconds_at_end(&held.child);
        match held.child.wait() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(held.failed(&format!("failed ({status})"), &said)),
            Err(error) => return Err(held.failed(&format!("failed ({error})"), &said)),
        }
        let seconds = seconds.ok_or_else(|| held.failed("has no time", ""))?;
        let nodes = nodes(&said, self.nodes.as_ref());
        Ok(Run {
            seconds: seconds - held.before,
            nodes,
        })
    }
}

impl Held<'_> {
    fn look(&self, seen: &mut Seen) {
        let number = |name| status(&self.child, name).and_then(|text| text.parse().ok());
        seen.threads = seen.threads.max(number("Threads").unwrap_or(0));
        seen.kilobytes = seen.kilobytes.max(number("VmHWM").unwrap_or(0));
        let cores = status(&self.child, "Cpus_allowed_list");
        seen.is_elsewhere |= cores.is_some_and(|cores| cores != self.cores);
    }

    fn failed(&self, why: &str, said: &str) -> Error {
        let lines: Vec<_> = said.lines().collect();
        let end = lines[lines.len().saturating_sub(SHOWN)..].join("\n");
        Error::Harness(
            format!("{} {why}\n{end}", self.program.display())
                .trim_end()
                .to_owned(),
        )
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

/// Returns a value that the system knows of a process, without its unit.
fn status(child: &Child, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(value.split_whitespace().next()?.to_owned())
}

/// Returns the last number of nodes in an output.
fn nodes(said: &str, own: Option<&Regex>) -> Option<String> {
    if let Some(own) = own {
        let last = own.captures_iter(said).last()?;
        return Some(last.get(1).or(last.get(0))?.as_str().to_owned());
    }
    let usual = Regex::new(NODES).ok()?;
    let mut last = None;
    // The lines of a search have other numbers before the word.
    for line in said.lines().filter(|line| !line.starts_with("info ")) {
        // What follows may be their rate.
        if let Some(found) = usual.captures(line) {
            last = found.get(1).or(found.get(2));
        }
    }
    last.map(|last| last.as_str().to_owned())
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
