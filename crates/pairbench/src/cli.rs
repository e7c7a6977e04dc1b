//! The command line.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser as _;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use regex_lite::Regex;
use whole_file::Existing;

use crate::protocol::{ComparisonInfo, Description};
use crate::report::Report;
use crate::session::{self, Against, Bench, Error, Harness, Options, Setup, Start};
use crate::suite::Suite;

// A doc comment would become the help text of commands that flatten this.
#[allow(missing_docs, reason = "the options document themselves")]
#[derive(clap::Args, Clone, Debug)]
#[non_exhaustive]
pub struct Args {
    /// Compare only the comparisons whose name matches
    #[arg(long, value_name = "REGEX", help_heading = "Selection")]
    pub(crate) filter: Option<Regex>,
    #[command(flatten)]
    pub options: Options,
    /// List the comparisons and exit
    #[arg(long, conflicts_with_all = NO_LIST, help_heading = "Selection")]
    pub list: bool,

    /// Print every row with its interval
    #[arg(long, help_heading = "Output")]
    pub rows: bool,
    /// Write the whole report as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
}

/// The options without effect on a list.
const NO_LIST: [&str; 7] = [
    "baseline",
    "candidates",
    "against",
    "time",
    "processes",
    "rows",
    "json",
];

/// Find out which function is faster on this machine
///
/// Exit codes: 0 decided; 2 invalid arguments; 3 nothing decided; 4 the functions disagree; 5 the
/// harness fails to build or to run.
#[derive(clap::Parser)]
#[command(version)]
struct Program {
    #[command(flatten)]
    args: Args,
    /// Passed by cargo to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

/// Runs the command line, or measures for a parent process. Call it as the `main` of
/// a bench target.
///
/// ```no_run
#[doc = include_str!("../benches/parity.rs")]
/// ```
pub fn main(suite: &Suite) -> ExitCode {
    if let Some(code) = crate::child(suite) {
        return code;
    }
    let program = Program::parse();
    // Without it, only a signal would leave a temporary file or folder behind.
    let _ = whole_file::clean_up_on_signals();
    let against = program.args.options.against.is_some();
    program.args.run(|| own_harness(against), &Report::answer)
}

/// Returns the harness that is this program. To compare it with a commit, cargo builds it again.
fn own_harness(against: bool) -> Result<Harness, Error> {
    let path = std::env::current_exe()?;
    let mut harness = Harness::new(Command::new(&path));
    harness.bench = against.then(|| own_bench(&path)).transpose()?;
    Ok(harness)
}

/// Returns how cargo builds this bench target, whose program has its name and a hash.
fn own_bench(program: &Path) -> Result<Bench, Error> {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR");
    let stem = program
        .file_stem()
        .and_then(OsStr::to_str)
        .unwrap_or_default();
    let (Some(folder), Some((name, _))) = (folder, stem.rsplit_once('-')) else {
        return Err(Error::Usage(
            "--against: start this program with `cargo bench`".to_owned(),
        ));
    };
    let mut arguments = same_build(&parent_arguments());
    let mut profiles = arguments
        .iter()
        .filter(|name| name.starts_with("--profile"));
    if profiles.next().is_none() {
        arguments.extend(["--profile", "bench"].map(str::to_owned));
    }
    arguments.extend(["--bench".to_owned(), name.to_owned()]);
    Ok(Bench {
        name: name.to_owned(),
        folder: folder.into(),
        arguments: arguments.into_iter().map(Into::into).collect(),
        ..Bench::default()
    })
}

/// Returns the arguments of the cargo that started this program, or nothing if the system
/// does not tell.
#[cfg(unix)]
fn parent_arguments() -> Vec<String> {
    let parent = std::os::unix::process::parent_id().to_string();
    if let Ok(line) = std::fs::read_to_string(format!("/proc/{parent}/cmdline")) {
        return line.split('\0').map(str::to_owned).collect();
    }
    let mut ps = Command::new("ps");
    let line = match ps.args(["-o", "args=", "-p", &parent]).output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(_) => String::new(),
    };
    line.split_whitespace().map(str::to_owned).collect()
}

#[cfg(not(unix))]
fn parent_arguments() -> Vec<String> {
    Vec::new()
}

/// Returns those arguments of cargo that choose features, profile, target and versions.
fn same_build(arguments: &[String]) -> Vec<String> {
    const FLAGS: [&str; 5] = [
        "--all-features",
        "--no-default-features",
        "--locked",
        "--offline",
        "--frozen",
    ];
    const WITH_VALUE: [&str; 5] = ["--features", "-F", "--profile", "--target", "--config"];
    let mut is_value = false;
    let mut chosen = Vec::new();
    for argument in arguments {
        if argument == "--" {
            break;
        }
        let name = argument.split('=').next().unwrap_or_default();
        if is_value || FLAGS.contains(&name) || WITH_VALUE.contains(&name) {
            chosen.push(argument.clone());
        }
        is_value = !is_value && WITH_VALUE.contains(&argument.as_str());
    }
    chosen
}

impl Args {
    /// Runs the command. `build` is called at most once, after the arguments are checked; `answer`
    /// returns the lines above the table of a report.
    pub fn run(
        &self,
        build: impl FnOnce() -> Result<Harness, Error>,
        answer: &dyn Fn(&Report) -> Vec<String>,
    ) -> ExitCode {
        end(self.try_run(build, answer))
    }

    fn try_run(
        &self,
        build: impl FnOnce() -> Result<Harness, Error>,
        answer: &dyn Fn(&Report) -> Vec<String>,
    ) -> Result<u8, Error> {
        if let Some(path) = &self.json {
            check_output(path)?;
        }
        let harness = build()?;
        let mut notes = harness.notes.clone();
        let mut description = harness.describe(self.options.seconds())?;
        let harness: Box<dyn Start> = match &self.options.against {
            None => Box::new(harness),
            Some(revision) => {
                // Building the commit takes long.
                self.check_filter(&session::names(&description))?;
                let seconds = self.options.seconds();
                let (against, common) = Against::new(harness, description, revision, seconds)?;
                for words in &against.words {
                    notes.push(("against".to_owned(), words.clone()));
                }
                description = common;
                Box::new(against)
            }
        };
        let names = description.comparisons.iter().map(|info| info.name.clone());
        self.check_filter(&names.collect::<Vec<_>>())?;
        description
            .comparisons
            .retain(|info| self.is_selected(&info.name));
        if self.list {
            return print(&list(&description.comparisons)).map(|()| 0);
        }
        self.check_functions(&description)?;
        let setup = Setup {
            harness: &*harness,
            description: &description,
            options: &self.options,
            progress: &progress(),
        };
        let report = Report {
            notes,
            ..session::report(setup)?
        };
        self.show(&report, answer)
    }

    /// Prints and writes a report, and returns the exit code.
    fn show(&self, report: &Report, answer: &dyn Fn(&Report) -> Vec<String>) -> Result<u8, Error> {
        let lines = match self.options.against {
            Some(_) => report.answer(),
            None => answer(report),
        };
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let table = if self.rows {
            report.table_of_rows(&lines, width)
        } else {
            report.table(&lines, width)
        };
        // The terminal comes first, so that a file that cannot be written does not hide the answer.
        let printed = print(&table);
        if let Some(path) = &self.json {
            write_json(path, report)?;
        }
        printed?;
        Ok(if report.summary.trusted { 0 } else { 3 })
    }

    fn is_selected(&self, name: &str) -> bool {
        match &self.filter {
            Some(filter) => filter.is_match(name),
            None => true,
        }
    }

    /// Rejects a filter that matches none of these names.
    fn check_filter(&self, names: &[String]) -> Result<(), Error> {
        let (Some(filter), Some(first)) = (&self.filter, names.first()) else {
            return Ok(());
        };
        if names.iter().any(|name| self.is_selected(name)) {
            return Ok(());
        }
        Err(Error::Usage(format!(
            "--filter {filter}: no comparison matches; \
             names are like `{first}`, and --list shows all"
        )))
    }

    /// Rejects names of functions that are not compared.
    fn check_functions(&self, description: &Description) -> Result<(), Error> {
        let mut baselines = Vec::new();
        let mut candidates = Vec::new();
        for info in &description.comparisons {
            let mut functions = self.options.functions(info).into_iter();
            baselines.extend(functions.next());
            candidates.extend(functions);
        }
        let Options {
            baseline,
            candidates: asked,
            ..
        } = &self.options;
        let baseline = baseline.iter().map(|name| ("--baseline", name, &baselines));
        let asked = asked.iter().map(|name| ("--candidate", name, &candidates));
        for (option, name, measured) in baseline.chain(asked) {
            if !measured.contains(name) {
                return Err(Error::Usage(format!(
                    "{option} {name}: not measured; --list shows all comparisons"
                )));
            }
        }
        Ok(())
    }
}

fn write_json(path: &Path, report: &Report) -> std::io::Result<()> {
    let json = serde_json::to_string_pretty(report)?;
    whole_file::write(path, json + "\n")
}

fn usage(error: std::io::Error) -> Error {
    Error::Usage(error.to_string())
}

/// Checks before measuring that a file can be written.
fn check_output(path: &Path) -> Result<(), Error> {
    // The table goes to standard output.
    whole_file::check(&[], &[Path::new("-"), path]).map_err(usage)?;
    // Opening a pipe waits for its reader, who would see its end before the report.
    if path.is_file() || !path.exists() {
        whole_file::Writer::create(path, Existing::Replace).map_err(usage)?;
    }
    Ok(())
}

/// Returns a bar on standard error, if that is a terminal, which disappears at the end.
pub(crate) fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64).with_finish(ProgressFinish::AndClear);
    let style = ProgressStyle::with_template("{msg}  {bar:30}  {percent} %");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Returns what shows the progress of a session.
pub(crate) fn progress() -> impl Fn([usize; 2], [usize; 2]) {
    let bar = bar(1);
    move |[process, processes], [cell, cells]| {
        bar.set_message(format!("process {process} of {processes}"));
        bar.set_length(cells as u64);
        bar.set_position(cell as u64);
    }
}

fn list(comparisons: &[ComparisonInfo]) -> String {
    let names = comparisons.iter().map(|info| info.name.chars().count());
    let width = names.max().unwrap_or(0);
    let mut list = String::new();
    for ComparisonInfo {
        name,
        about,
        unit,
        functions,
        ..
    } in comparisons
    {
        let functions: Vec<_> = functions.iter().map(|function| &*function.name).collect();
        let functions = functions.join(", ");
        list += &format!("{name:width$}  {functions}  ({about}; ns per {unit})\n");
    }
    list
}

/// Returns the exit code of a command, and prints its error.
pub fn end(code: Result<u8, Error>) -> ExitCode {
    let code = code.unwrap_or_else(|error| {
        let _ = writeln!(std::io::stderr(), "error: {error}");
        error.exit_code()
    });
    ExitCode::from(code)
}

/// Prints to standard output. A closed pipe is not an error.
pub(crate) fn print(text: &str) -> Result<(), Error> {
    let mut output = anstream::stdout();
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Error::Harness(
            format!("cannot write to standard output: {error}"),
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
