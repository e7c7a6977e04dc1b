//! The command line.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::{ArgGroup, Parser as _};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use regex_lite::Regex;
use whole_file::Existing;

use crate::protocol::{ComparisonInfo, Description, Mode};
use crate::report::{Report, Row, Verdict, printable};
use crate::session::{self, Error, Harness, Instructions, Options, PROCESSES, Progress};
use crate::suite::Suite;

// A doc comment would become the help text of commands that flatten this.
#[allow(missing_docs, reason = "the options document themselves")]
#[derive(clap::Args, Clone, Debug)]
#[command(group = ArgGroup::new("measuring").multiple(true), group = ArgGroup::new("showing").multiple(true))]
pub struct Args {
    /// Compare only the comparisons whose name matches
    #[arg(long, value_name = "REGEX", help_heading = "Selection")]
    pub filter: Option<Regex>,
    /// Measure only these modes: throughput, latency, l2, evicted
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', value_parser = mode, help_heading = "Selection")]
    pub mode: Vec<Mode>,
    /// Compare the candidates with this function [default: the first]
    #[arg(long, value_name = "FUNCTION", group = "measuring", help_heading = "Selection")]
    pub baseline: Option<String>,
    /// Compare these functions with the baseline [default: all others]
    #[arg(
        long,
        value_name = "FUNCTION,…",
        value_delimiter = ',',
        group = "measuring",
        help_heading = "Selection"
    )]
    pub candidate: Vec<String>,
    /// List the comparisons and exit
    #[arg(
        long,
        conflicts_with_all = ["measuring", "showing", "self_test", "from", "quiet"],
        help_heading = "Selection"
    )]
    pub list: bool,

    /// Measure for this many seconds [default: 40]
    #[arg(long, value_name = "S", value_parser = |text: &str| number(text, 0.1), group = "measuring", help_heading = "Measurement")]
    pub time: Option<f64>,
    /// Start with this many processes [default: 8]
    ///
    /// Undecided rows get more.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=50), group = "measuring", help_heading = "Measurement")]
    pub processes: Option<u8>,
    /// Run on this core only (requires taskset)
    #[arg(
        long,
        value_name = "CORE",
        group = "measuring",
        help_heading = "Measurement",
        hide_short_help = true
    )]
    pub core: Option<usize>,
    /// Shuffle inputs and orders with this seed [default: 1]
    #[arg(long, value_name = "N", group = "measuring", help_heading = "Measurement", hide_short_help = true)]
    pub seed: Option<u64>,
    /// Also count the instructions of each function, which repeat exactly (requires valgrind)
    #[arg(long, group = "measuring", help_heading = "Measurement", hide_short_help = true)]
    pub counts: bool,
    /// Test the method: run this many sessions with clones that do 5 % more work, and count the wrong verdicts
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = ["showing", "counts", "from"],
        help_heading = "Measurement",
        hide_short_help = true
    )]
    pub self_test: Option<u32>,
    /// Show the report in this JSON file instead of measuring
    #[arg(long, value_name = "FILE", conflicts_with_all = ["measuring", "quiet"], help_heading = "Measurement")]
    pub from: Option<PathBuf>,

    /// Fail unless the row is faster, slower or the same
    ///
    /// A row is COMPARISON/MODE, or COMPARISON/MODE/CANDIDATE with several candidates: `parity/latency:faster`.
    #[arg(long, value_name = "ROW:VERDICT", value_parser = expectation, group = "showing", help_heading = "Evaluation")]
    pub expect: Vec<Expectation>,
    /// Fail if a candidate is slower by more than this percentage
    ///
    /// The lower end of the row's interval must exceed this percentage and the noise bound (2 % in throughput). This
    /// includes rows that the table calls the same, and excludes untrusted ones.
    #[arg(long, value_name = "PCT", value_parser = |text: &str| number(text, 0.0), group = "showing", help_heading = "Evaluation")]
    pub fail_if_slower: Option<f64>,

    /// Show the changes since an older JSON file
    ///
    /// Both must be from the same program on the same machine. Only rows with a trusted ratio in both are compared.
    #[arg(long, value_name = "OLD.JSON", group = "showing", help_heading = "Evaluation")]
    pub compare: Option<PathBuf>,

    /// Print every row with its interval
    #[arg(long, group = "showing", help_heading = "Output")]
    pub rows: bool,
    /// Write the whole report as JSON
    #[arg(long, value_name = "FILE", group = "showing", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Write an HTML page with plots
    #[arg(long, value_name = "FILE", group = "showing", help_heading = "Output")]
    pub html: Option<PathBuf>,
    /// Write a Markdown table for forums and pull requests
    #[arg(long, value_name = "FILE", group = "showing", help_heading = "Output")]
    pub markdown: Option<PathBuf>,
    /// Hide the progress line
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

/// The maximum size of a report.
const MOST_BYTES: u64 = 64 << 20;

/// The verdict that `--expect` requires of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// `COMPARISON/MODE` or `COMPARISON/MODE/CANDIDATE`.
    row: String,
    verdict: Verdict,
}

impl Expectation {
    fn is_of(&self, row: &Row) -> bool {
        self.row == format!("{}/{}", row.comparison, row.mode.id()) || self.row == row.name()
    }
}

fn expectation(text: &str) -> Result<Expectation, String> {
    let parts = text.rsplit_once(':').filter(|(row, _)| row.contains('/'));
    let (row, word) = parts.ok_or("expected COMPARISON/MODE:VERDICT")?;
    let verdicts = [Verdict::Faster, Verdict::Slower, Verdict::Same];
    let verdict = verdicts.into_iter().find(|verdict| verdict.id() == word);
    let wrong = || format!("`{word}` is not a verdict: expected faster, slower or same");
    Ok(Expectation { row: row.to_owned(), verdict: verdict.ok_or_else(wrong)? })
}

fn mode(text: &str) -> Result<Mode, String> {
    let mode = Mode::ALL.into_iter().find(|mode| mode.id() == text);
    mode.ok_or_else(|| format!("`{text}` is not a mode: expected throughput, latency, l2 or evicted"))
}

fn number(text: &str, least: f64) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (least..1e6).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number between {least} and 1000000"))
}

/// Find out which function is faster on this machine
///
/// Exit codes: 0 decided; 1 violation of --expect or --fail-if-slower; 2 invalid arguments; 3 nothing decided; 4 the
/// functions disagree; 5 the harness fails to build or to run.
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

/// A format of output files.
#[derive(Clone, Copy, Debug)]
enum Format {
    Json,
    Html,
    Markdown,
}

impl Format {
    fn render(self, report: &Report, answer: &[String]) -> Result<String, Error> {
        match self {
            Self::Json => serde_json::to_string_pretty(report)
                .map(|text| text + "\n")
                .map_err(|error| Error::Harness(error.to_string())),
            Self::Html => Ok(report.html(answer)),
            Self::Markdown => Ok(report.markdown(answer)),
        }
    }
}

fn usage(message: impl Into<String>) -> Error {
    Error::Usage(message.into())
}

fn incomparable(why: String) -> Error {
    usage(format!("--compare: {why}"))
}

impl Args {
    /// Runs the command. `build` is called at most once, after the arguments are checked, and only to measure or to
    /// list; `answer` returns the lines above the table of a report.
    pub fn run(
        &self,
        build: impl FnOnce() -> Result<Harness, Error>,
        answer: &dyn Fn(&Report) -> Vec<String>,
    ) -> ExitCode {
        let code = self.try_run(build, answer).unwrap_or_else(|error| {
            let _ = writeln!(std::io::stderr(), "error: {}", printable(&error.to_string()));
            error.exit_code()
        });
        ExitCode::from(code)
    }

    fn try_run(
        &self,
        build: impl FnOnce() -> Result<Harness, Error>,
        answer: &dyn Fn(&Report) -> Vec<String>,
    ) -> Result<u8, Error> {
        self.check_repetitions()?;
        let outputs = self.check_outputs()?;
        let old = self.compare.as_deref().map(|path| read("--compare", path)).transpose()?;
        let check_comparable = |report: &Report| {
            old.as_ref().map_or(Ok(()), |old| report.check_comparable(old)).map_err(incomparable)
        };
        let report = if let Some(path) = &self.from {
            let report = self.narrowed(read("--from", path)?)?;
            self.check_rows(&report.rows)?;
            check_comparable(&report)?;
            report
        } else {
            let mut harness = build()?;
            if let Some(core) = self.core {
                check_core(core)?;
                harness = harness.on_core(core);
            }
            let options = self.options();
            let mut description = harness.describe(options.seconds)?;
            self.select(&mut description)?;
            if self.list {
                return print(&list(&description.comparisons)).map(|()| 0);
            }
            let unmeasured = Report {
                facts: description.facts.clone(),
                comparisons: description.comparisons.clone(),
                rows: session::unmeasured(&description, &options),
                ..Report::default()
            };
            self.check_rows(&unmeasured.rows)?;
            if let Some(sessions) = self.self_test {
                return self.self_test(&harness, &description, &options, sessions);
            }
            check_comparable(&unmeasured)?;
            // Counting comes first, so that it fails before the time for measuring is spent.
            let counts =
                self.counts.then(|| Instructions::count(&harness, &description, &options)).transpose()?;
            let mut report = session::run(&harness, &description, &options, &self.progress())?;
            if let Some(counts) = counts {
                counts.add_to(&mut report);
            }
            report
        };
        // A report that decides nothing says so itself, and has an exit code of its own.
        let old = old.as_ref().filter(|_| report.summary.trusted);
        let changes = old.map_or(Ok(Vec::new()), |old| report.changes(old));
        let mut answer = answer(&report);
        answer.extend(changes.iter().flatten().cloned());
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        // The terminal comes first, so that a file that cannot be written does not hide the answer.
        let printed = print(&if self.rows {
            report.table_of_rows(&answer, width)
        } else {
            report.table(&answer, width)
        });
        for (format, path) in outputs {
            whole_file::write(path, &format.render(&report, &answer)?)
                .map_err(|error| Error::Harness(error.to_string()))?;
        }
        printed?;
        let code = self.code(&report);
        changes.map_err(incomparable).map(|_| code)
    }

    /// Returns the options of the session.
    #[must_use]
    pub fn options(&self) -> Options {
        Options {
            baseline: self.baseline.clone(),
            candidates: self.candidate.clone(),
            modes: self.modes(),
            processes: self.processes.map_or(PROCESSES, usize::from),
            seconds: self.time.unwrap_or(Options::default().seconds),
            seed: self.seed.unwrap_or(1),
            ..Options::default()
        }
    }

    fn modes(&self) -> Vec<Mode> {
        match &self.mode[..] {
            [] => Mode::ALL.to_vec(),
            modes => Mode::ALL.into_iter().filter(|mode| modes.contains(mode)).collect(),
        }
    }

    /// Rejects arguments that are repeated or have no effect.
    fn check_repetitions(&self) -> Result<(), Error> {
        let modes = self.mode.iter().map(|mode| ("--mode", mode.id()));
        let candidates = self.candidate.iter().map(|name| ("--candidate", name.as_str()));
        let mut seen = BTreeSet::new();
        if let Some((option, name)) = modes.chain(candidates).find(|named| !seen.insert(*named)) {
            return Err(usage(format!("{option}: {name} is given twice")));
        }
        if let Some(both) = self.baseline.as_ref().filter(|name| self.candidate.contains(name)) {
            return Err(usage(format!(
                "--candidate {both}: this is also the --baseline; controls run in every session without it"
            )));
        }
        if self.counts && !self.mode.is_empty() && !self.mode.contains(&Mode::Throughput) {
            return Err(usage("--counts requires throughput among the modes of --mode"));
        }
        Ok(())
    }

    /// Returns the files to write, after checking before measuring that they can be written.
    fn check_outputs(&self) -> Result<Vec<(Format, &Path)>, Error> {
        let outputs =
            [(Format::Json, &self.json), (Format::Html, &self.html), (Format::Markdown, &self.markdown)];
        let outputs: Vec<_> =
            outputs.into_iter().filter_map(|(format, path)| Some((format, path.as_deref()?))).collect();
        let inputs: Vec<_> = [&self.from, &self.compare].into_iter().filter_map(Option::as_deref).collect();
        let paths: Vec<_> = outputs.iter().map(|(_, path)| *path).collect();
        // The table goes to standard output.
        let all = [&[Path::new("-")], &paths[..]].concat();
        let writable = |path: &&Path| whole_file::Writer::create(path, Existing::Replace).map(drop);
        // Opening a pipe waits for its reader, who would see its end before the report.
        let mut files = paths.iter().filter(|path| path.is_file() || !path.exists());
        whole_file::check(&inputs, &all)
            .and_then(|()| files.try_for_each(writable))
            .map_err(|error| usage(error.to_string()))?;
        Ok(outputs)
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

    /// Keeps the selected rows.
    fn narrowed(&self, mut report: Report) -> Result<Report, Error> {
        let keep = |comparison: &str, mode: Mode| {
            self.filter.as_ref().is_none_or(|filter| filter.is_match(comparison))
                && (self.mode.is_empty() || self.mode.contains(&mode))
        };
        report.rows.retain(|row| keep(&row.comparison, row.mode));
        report.controls.retain(|control| keep(&control.comparison, control.mode));
        if report.rows.is_empty() {
            return Err(usage("the report has no row that --filter and --mode select"));
        }
        report.summary = session::summary(&report.rows, &report.controls, report.summary.failure.clone());
        Ok(report)
    }

    /// Rejects names that none of these rows has.
    fn check_rows(&self, rows: &[Row]) -> Result<(), Error> {
        let any = |is_it: &dyn Fn(&Row) -> bool| rows.iter().any(is_it);
        let baseline =
            self.baseline.iter().map(|name| ("--baseline", name, any(&|row| row.baseline == *name)));
        let candidates =
            self.candidate.iter().map(|name| ("--candidate", name, any(&|row| row.candidate == *name)));
        let expected = self.expect.iter();
        let expected =
            expected.map(|expectation| ("--expect", &expectation.row, any(&|row| expectation.is_of(row))));
        match baseline.chain(candidates).chain(expected).find(|(.., exists)| !exists) {
            Some((option, name, _)) => {
                Err(usage(format!("{option} {name}: not measured; --list shows all comparisons")))
            }
            None => Ok(()),
        }
    }

    fn self_test(
        &self,
        harness: &Harness,
        description: &Description,
        options: &Options,
        sessions: u32,
    ) -> Result<u8, Error> {
        let mut show = |line: String| print(&(line + "\n"));
        let counts =
            session::self_test(harness, description, options, sessions, &self.progress(), &mut show)?;
        for (mode, counts) in &counts {
            show(format!("{} {}: {counts}", mode.id(), counts.word()))?;
        }
        Ok(if counts.iter().all(|(_, counts)| counts.word() == "PASS") { 0 } else { 3 })
    }

    /// Returns what shows the progress: a bar on standard error, if that is a terminal.
    fn progress(&self) -> impl Fn(Progress) + use<> {
        show_progress(if self.quiet { ProgressBar::hidden() } else { ProgressBar::new(1) })
    }

    /// Returns the exit code of a report, and writes violations to standard error.
    fn code(&self, report: &Report) -> u8 {
        if report.summary.failure.is_some() {
            return 5;
        }
        if !report.summary.trusted {
            return 3;
        }
        let mut codes = Vec::new();
        let mut complain = |code: u8, what: &str, row: &Row, words: &str| {
            let _ = writeln!(std::io::stderr(), "error: {what}: {}: {words}", printable(&row.name()));
            codes.push(code);
        };
        for row in &report.rows {
            for expected in self.expect.iter().filter(|expected| expected.is_of(row)) {
                let is_same = row.verdict == Verdict::Identical && expected.verdict == Verdict::Same;
                if !row.verdict.is_decided() {
                    complain(3, "not decided", row, &row.words());
                } else if row.verdict != expected.verdict && !is_same {
                    complain(1, "violated", row, &row.words());
                }
            }
            if let (Some(percent), Some(ratio)) = (self.fail_if_slower, row.least_slower())
                && ratio > 1.0 + percent / 100.0
            {
                complain(1, "violated", row, &format!("slower by at least {:.1} %", 100.0 * (ratio - 1.0)));
            }
        }
        codes.into_iter().min().unwrap_or(0)
    }
}

/// Shows the progress in a bar, which disappears at the end.
fn show_progress(bar: ProgressBar) -> impl Fn(Progress) {
    let bar = bar.with_finish(ProgressFinish::AndClear);
    let style = ProgressStyle::with_template("{msg}  {bar:30}  {percent} %");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    move |progress| {
        bar.set_message(format!("process {} of {}", progress.process, progress.processes));
        bar.set_length(progress.cells as u64);
        bar.set_position(progress.cell as u64);
    }
}

fn list(comparisons: &[ComparisonInfo]) -> String {
    let width = comparisons.iter().map(|info| info.name.chars().count()).max().unwrap_or(0);
    let line = |info: &ComparisonInfo| {
        let functions: Vec<_> = info.functions.iter().map(|function| function.name.as_str()).collect();
        format!("{:width$}  {}  ({}; ns per {})\n", info.name, functions.join(", "), info.about, info.unit)
    };
    comparisons.iter().map(line).collect()
}

/// Returns `true` if processes can run on this core.
fn check_core(core: usize) -> Result<(), Error> {
    let mut taskset = Command::new("taskset");
    taskset.args(["--cpu-list", &core.to_string(), "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    match taskset.status() {
        Err(error) => Err(usage(format!("--core requires taskset, which cannot be started: {error}"))),
        Ok(status) if status.success() => Ok(()),
        Ok(_) => {
            let count =
                std::thread::available_parallelism().map_or_else(|_| "?".to_owned(), |n| n.to_string());
            Err(usage(format!(
                "--core {core}: no process can run there; {count} cores are available, from 0"
            )))
        }
    }
}

fn read(option: &str, path: &Path) -> Result<Report, Error> {
    let read = || {
        let mut text = Vec::new();
        let file = File::open(path).map_err(|error| error.to_string())?;
        file.take(MOST_BYTES + 1).read_to_end(&mut text).map_err(|error| error.to_string())?;
        if text.len() as u64 > MOST_BYTES {
            return Err(format!("no report has more than {} MiB", MOST_BYTES >> 20));
        }
        Report::parse(&text)
    };
    read().map_err(|why| usage(format!("{option} {}: {why}", path.display())))
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
mod tests {
    use super::*;

    #[test]
    fn options_of_the_command_line() {
        let options = |arguments: &[&str]| {
            let program = Program::parse_from([&["program"], arguments].concat());
            let Options { modes, seconds, processes, seed, .. } = program.args.options();
            (modes, seconds, processes, seed)
        };
        assert_eq!(options(&[]), (Mode::ALL.to_vec(), 40.0, PROCESSES, 1));
        let given = ["--time", "0.5", "--mode", "latency,throughput", "--processes", "3", "--seed", "7"];
        assert_eq!(options(&given), (vec![Mode::Throughput, Mode::Latency], 0.5, 3, 7));
    }

    #[test]
    fn the_bar_shows_the_cells_of_a_process() {
        let shown = ProgressBar::hidden();
        let show = show_progress(shown.clone());
        show(Progress { process: 2, processes: 8, cell: 7, cells: 30 });
        assert_eq!((shown.message().as_str(), shown.length()), ("process 2 of 8", Some(30)));
        assert_eq!((shown.position(), shown.is_finished()), (7, false));
    }
}
