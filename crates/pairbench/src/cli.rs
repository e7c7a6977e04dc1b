//! The command line.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser as _;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use regex_lite::Regex;
use whole_file::Existing;

use crate::protocol::{ComparisonInfo, Description, Mode};
use crate::report::{Report, Row};
use crate::session::{self, Error, Harness, Options, Progress, Setup};
use crate::suite::Suite;

// A doc comment would become the help text of commands that flatten this.
#[allow(missing_docs, reason = "the options document themselves")]
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Compare only the comparisons whose name matches
    #[arg(long, value_name = "REGEX", help_heading = "Selection")]
    pub filter: Option<Regex>,
    /// Measure only these modes: throughput, latency, l2, evicted
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', value_parser = mode, help_heading = "Selection")]
    pub mode: Vec<Mode>,
    /// Compare the candidates with this function [default: the first]
    #[arg(long, value_name = "FUNCTION", help_heading = "Selection")]
    pub baseline: Option<String>,
    /// Compare these functions with the baseline [default: all others]
    #[arg(long, value_name = "FUNCTION,…", value_delimiter = ',', help_heading = "Selection")]
    pub candidate: Vec<String>,
    /// List the comparisons and exit
    #[arg(long, conflicts_with_all = MEASURING, conflicts_with_all = OUTPUTS, help_heading = "Selection")]
    pub list: bool,

    /// Measure for this many seconds [default: 40]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Measurement")]
    pub time: Option<f64>,
    /// Start with this many processes [default: 8]
    ///
    /// Undecided rows get more.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=50), help_heading = "Measurement")]
    pub processes: Option<u8>,
    /// Shuffle inputs and orders with this seed [default: 1]
    #[arg(long, value_name = "N", help_heading = "Measurement", hide_short_help = true)]
    pub seed: Option<u64>,
    /// Test the method: run this many sessions with clones that do 5 % more work, and count the wrong verdicts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = OUTPUTS)]
    #[arg(help_heading = "Measurement", hide_short_help = true)]
    pub self_test: Option<u32>,

    /// Print every row with its interval
    #[arg(long, help_heading = "Output")]
    pub rows: bool,
    /// Write the whole report as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Write a Markdown table for forums and pull requests
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub markdown: Option<PathBuf>,
    /// Hide the progress line
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

/// The options without effect on a list, and on a list or a self-test.
const MEASURING: [&str; 5] = ["baseline", "candidate", "time", "processes", "self_test"];
const OUTPUTS: [&str; 3] = ["rows", "json", "markdown"];

fn mode(text: &str) -> Result<Mode, String> {
    let mode = Mode::ALL.into_iter().find(|mode| mode.id() == text);
    mode.ok_or_else(|| format!("`{text}` is not a mode: expected throughput, latency, l2 or evicted"))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..1e6).contains(seconds));
    seconds.ok_or_else(|| format!("`{text}` is not a number between 0.1 and 1000000"))
}

/// Find out which function is faster on this machine
///
/// Exit codes: 0 decided; 2 invalid arguments; 3 nothing decided; 4 the functions disagree; 5 the harness fails to build
/// or to run.
#[derive(clap::Parser)]
#[command(version)]
struct Program {
    #[command(flatten)]
    args: Args,
    /// Passed by cargo to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

/// Runs the command line, or measures for a parent process. Call it as the `main` of a bench target.
///
/// ```no_run
#[doc = include_str!("../benches/parity.rs")]
/// ```
pub fn main(suite: &Suite) -> ExitCode {
    if let Some(code) = crate::child(suite) {
        return code;
    }
    let program = Program::parse();
    let harness = || {
        let program = std::env::current_exe().map_err(|error| Error::Harness(error.to_string()))?;
        Ok(Harness::new(Command::new(program)))
    };
    program.args.run(harness, &Report::answer)
}

fn usage(message: impl Into<String>) -> Error {
    Error::Usage(message.into())
}

impl Args {
    /// Runs the command. `build` is called at most once, after the arguments are checked; `answer` returns the lines
    /// above the table of a report.
    pub fn run(
        &self,
        build: impl FnOnce() -> Result<Harness, Error>,
        answer: &dyn Fn(&Report) -> Vec<String>,
    ) -> ExitCode {
        let code = self.try_run(build, answer).unwrap_or_else(|error| {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            error.exit_code()
        });
        ExitCode::from(code)
    }

    fn try_run(
        &self,
        build: impl FnOnce() -> Result<Harness, Error>,
        answer: &dyn Fn(&Report) -> Vec<String>,
    ) -> Result<u8, Error> {
        self.check_outputs()?;
        let harness = build()?;
        let options = self.options();
        let mut description = harness.describe(options.seconds)?;
        self.select(&mut description)?;
        if self.list {
            return print(&list(&description.comparisons)).map(|()| 0);
        }
        self.check_functions(&session::unmeasured(&description, &options))?;
        let progress = self.progress();
        if let Some(sessions) = self.self_test {
            let setup = Setup {
                harness: &harness,
                description: &description,
                options: &options,
                progress: &progress,
            };
            return self_test(setup, sessions);
        }
        let report = session::run(&harness, &description, &options, &progress)?;
        self.show(&report, &answer(&report))?;
        Ok(if report.summary.trusted { 0 } else { 3 })
    }

    /// Prints the report and writes its files.
    fn show(&self, report: &Report, answer: &[String]) -> Result<(), Error> {
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        // The terminal comes first, so that a file that cannot be written does not hide the answer.
        let printed =
            print(&if self.rows { report.table_of_rows(answer, width) } else { report.table(answer, width) });
        let write = |path: &Path, text: String| {
            whole_file::write(path, &text).map_err(|error| Error::Harness(error.to_string()))
        };
        if let Some(path) = &self.json {
            let text =
                serde_json::to_string_pretty(report).map_err(|error| Error::Harness(error.to_string()))?;
            write(path, text + "\n")?;
        }
        if let Some(path) = &self.markdown {
            write(path, report.markdown(answer))?;
        }
        printed
    }

    /// Returns the options of the session.
    #[must_use]
    pub fn options(&self) -> Options {
        let default = Options::default();
        let is_selected = |mode: &Mode| self.mode.is_empty() || self.mode.contains(mode);
        Options {
            baseline: self.baseline.clone(),
            candidates: self.candidate.clone(),
            modes: default.modes.into_iter().filter(is_selected).collect(),
            processes: self.processes.map_or(default.processes, usize::from),
            seconds: self.time.unwrap_or(default.seconds),
            seed: self.seed.unwrap_or(default.seed),
        }
    }

    /// Checks before measuring that the files can be written.
    fn check_outputs(&self) -> Result<(), Error> {
        let paths: Vec<_> =
            [&self.json, &self.markdown].into_iter().flatten().map(PathBuf::as_path).collect();
        // The table goes to standard output.
        let all = [&[Path::new("-")], &paths[..]].concat();
        let writable = |path: &&Path| whole_file::Writer::create(path, Existing::Replace).map(drop);
        // Opening a pipe waits for its reader, who would see its end before the report.
        let mut files = paths.iter().filter(|path| path.is_file() || !path.exists());
        whole_file::check(&[], &all)
            .and_then(|()| files.try_for_each(writable))
            .map_err(|error| usage(error.to_string()))
    }

    /// Keeps the selected comparisons.
    fn select(&self, description: &mut Description) -> Result<(), Error> {
        if let Some(filter) = &self.filter {
            description.comparisons.retain(|info| filter.is_match(&info.name));
            if description.comparisons.is_empty() {
                return Err(usage(format!("--filter {filter}: no comparison matches; --list shows all")));
            }
        }
        Ok(())
    }

    /// Rejects functions that none of these rows has.
    fn check_functions(&self, rows: &[Row]) -> Result<(), Error> {
        let is_unknown = |name: &&String, of: fn(&Row) -> &String| rows.iter().all(|row| of(row) != *name);
        let baseline = self.baseline.iter().find(|name| is_unknown(name, |row| &row.baseline));
        let candidate = self.candidate.iter().find(|name| is_unknown(name, |row| &row.candidate));
        match baseline.map(|name| ("--baseline", name)).or(candidate.map(|name| ("--candidate", name))) {
            Some((option, name)) => {
                Err(usage(format!("{option} {name}: not measured; --list shows all comparisons")))
            }
            None => Ok(()),
        }
    }

    /// Returns what shows the progress: a bar on standard error, if that is a terminal, which disappears at the end.
    fn progress(&self) -> impl Fn(Progress) + use<> {
        let bar = if self.quiet { ProgressBar::hidden() } else { ProgressBar::new(1) };
        let bar = bar.with_finish(ProgressFinish::AndClear);
        let style = ProgressStyle::with_template("{msg}  {bar:30}  {percent} %");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        move |progress| {
            bar.set_message(format!("process {} of {}", progress.process, progress.processes));
            bar.set_length(progress.cells as u64);
            bar.set_position(progress.cell as u64);
        }
    }
}

/// Runs sessions whose correct verdicts are known, and prints how often the method is wrong.
fn self_test(setup: Setup<'_>, sessions: u32) -> Result<u8, Error> {
    let mut show = |line: String| print(&(line + "\n"));
    let counts = session::self_test(setup, sessions, &mut show)?;
    for (mode, counts) in &counts {
        show(format!("{} {}: {counts}", mode.id(), counts.word()))?;
    }
    Ok(if counts.iter().all(|(_, counts)| counts.word() == "PASS") { 0 } else { 3 })
}

fn list(comparisons: &[ComparisonInfo]) -> String {
    let width = comparisons.iter().map(|info| info.name.chars().count()).max().unwrap_or(0);
    let line = |info: &ComparisonInfo| {
        let functions: Vec<_> = info.functions.iter().map(|function| function.name.as_str()).collect();
        format!("{:width$}  {}  ({}; ns per {})\n", info.name, functions.join(", "), info.about, info.unit)
    };
    comparisons.iter().map(line).collect()
}

/// Prints to standard output. A closed pipe is not an error.
fn print(text: &str) -> Result<(), Error> {
    let mut output = anstream::stdout();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::Harness(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
