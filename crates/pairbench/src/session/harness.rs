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
    pub(super) notes: Vec<(String, String)>,
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
mod tests {
    use super::super::tests::description;
    use super::super::{Options, run as run_session};
    use super::*;
    use crate::protocol::{Sample, Task};

    /// Runs a script in place of a harness, and returns its samples and the result.
    fn run(script: &str) -> (Vec<Sample>, Result<(), String>) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).env("GREETING", "hello");
        let harness = Harness::new(command);
        let mut samples = Vec::new();
        let plan = Plan { seed: 7, limit: 9.0, task: Task::Describe };
        let result = harness.start(&plan, &mut |record| {
            if let Record::Sample(sample) = record {
                samples.push(sample);
            }
        });
        (samples, result.map_err(|error| error.to_string()))
    }

    const DONE: &str = "echo 'pairbench: \"done\"'";

    #[test]
    fn records_are_passed_on_until_the_harness_is_done() {
        let sample = Sample { cell: 3, ..Sample::default() };
        let record = serde_json::to_string(&Record::Sample(sample.clone())).unwrap();
        let send = format!("echo 'pairbench: {record}'; echo a line of the program");
        assert_eq!(run(&format!("{send}; {send}; {DONE}")), (vec![sample.clone(); 2], Ok(())));
        assert_eq!(run(&send), (vec![sample], Err("sh ended too early".to_owned())));
        assert_eq!(run(&format!("{DONE}; exit 3")).1, Err("sh failed (exit status: 3)".to_owned()));
    }

    #[test]
    fn a_failure_shows_what_the_harness_said_last() {
        let plan = r#"{"limit":9.0,"seed":7,"task":"describe"}"#;
        for (script, said) in [
            // It gets its plan and variables.
            (
                r#"read plan; echo "$plan $GREETING $PAIRBENCH_CHILD $RUST_BACKTRACE" >&2; exit 1"#,
                &*format!("{plan} hello 1 0"),
            ),
            ("for line in 1 2 3 4 5 6 7 8; do echo $line; echo; done >&2; exit 1", "3\n4\n5\n6\n7\n8"),
        ] {
            assert_eq!(run(script).1.unwrap_err(), format!("sh failed (exit status: 1)\n{said}"));
        }
        // A record that cannot be read ends the session, and the harness ends when its input does.
        assert!(run("echo 'pairbench: ?'; exec cat").1.unwrap_err().contains("cannot read a record"));
    }

    #[test]
    fn the_notes_of_a_harness_are_in_the_report() {
        let sample = Sample { times: vec![1.0; 4], logs: vec![0.0; 4], ..Sample::default() };
        let record = serde_json::to_string(&Record::Sample(sample)).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", &format!("echo 'pairbench: {record}'; {DONE}")]);
        let harness = Harness::new(command).note("commit", "abc");
        let options = Options { processes: 1, seconds: 0.0, ..Options::default() };
        let report = run_session(&harness, &description(), &options, &|_| ()).unwrap();
        assert_eq!(report.notes, [("commit".to_owned(), "abc".to_owned())]);
    }
}
