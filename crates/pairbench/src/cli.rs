//! The command line.

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
    let path = std::env::current_exe().map_err(failure)?;
    let mut harness = Harness::new(Command::new(&path));
    harness.bench = against.then(|| own_bench(&path)).transpose()?;
    Ok(harness)
}

/// Returns how cargo builds this bench target, whose program has its name and a hash.
fn own_bench(program: &Path) -> Result<Bench, Error> {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let stem = program
        .file_stem()
        .and_then(|stem| stem.to_str()?.rsplit_once('-'));
    let (Some(folder), Some((name, _))) = (folder, stem) else {
        return Err(Error::Usage(
            "--against: start this program with `cargo bench`".to_owned(),
        ));
    };
    let mut arguments = same_build(&parent_arguments());
    if !arguments
        .iter()
        .any(|argument| argument.starts_with("--profile"))
    {
        arguments.extend(["--profile", "bench"].map(str::to_owned));
    }
    arguments.extend(["--bench".to_owned(), name.to_owned()]);
    Ok(Bench {
        name: name.to_owned(),
        folder,
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
    let ps = Command::new("ps")
        .args(["-o", "args=", "-p", &parent])
        .output();
    let line = ps.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    line.unwrap_or_default()
        .split_whitespace()
        .map(str::to_owned)
        .collect()
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
    let chosen = arguments
        .iter()
        .take_while(|argument| *argument != "--")
        .filter(|argument| {
            let name = argument.split('=').next().unwrap_or_default();
            let is_chosen = is_value || FLAGS.contains(&name) || WITH_VALUE.contains(&name);
            is_value = !is_value && WITH_VALUE.contains(&argument.as_str());
            is_chosen
        });
    chosen.cloned().collect()
}

fn failure(error: std::io::Error) -> Error {
    Error::Harness(error.to_string())
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
        self.json.as_deref().map_or(Ok(()), check_output)?;
        let harness = build()?;
        let options = &self.options;
        let mut notes = harness.notes.clone();
        let description = harness.describe(options.seconds())?;
        let (harness, mut description): (Box<dyn Start>, _) = match &options.against {
            None => (Box::new(harness), description),
            Some(revision) => {
                // Building the commit takes long.
                self.check_filter(&session::names(&description))?;
                let (against, description) =
                    Against::new(harness, description, revision, options.seconds())?;
                notes.extend(
                    against
                        .words
                        .iter()
                        .map(|words| ("against".to_owned(), words.clone())),
                );
                (Box::new(against), description)
            }
        };
        let names: Vec<_> = description
            .comparisons
            .iter()
            .map(|info| info.name.clone())
            .collect();
        self.check_filter(&names)?;
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
            options,
            progress: &progress(),
        };
        let report = Report {
            notes,
            ..session::report(setup)?
        };
        let lines = if options.against.is_some() {
            report.answer()
        } else {
            answer(&report)
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
            let json = serde_json::to_string_pretty(&report).map_err(std::io::Error::other);
            json.and_then(|json| whole_file::write(path, json + "\n"))
                .map_err(failure)?;
        }
        printed?;
        Ok(if report.summary.trusted { 0 } else { 3 })
    }

    fn is_selected(&self, name: &str) -> bool {
        self.filter
            .as_ref()
            .is_none_or(|filter| filter.is_match(name))
    }

    /// Rejects a filter that matches none of these names.
    fn check_filter(&self, names: &[String]) -> Result<(), Error> {
        match (&self.filter, names.first()) {
            (Some(filter), Some(first)) if !names.iter().any(|name| self.is_selected(name)) => {
                Err(Error::Usage(format!(
                    "--filter {filter}: no comparison matches; names are like `{first}`, and --list shows all"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Rejects names of functions that are not compared.
    fn check_functions(&self, description: &Description) -> Result<(), Error> {
        let Options {
            baseline,
            candidates,
            ..
        } = &self.options;
        let compared: Vec<_> = description
            .comparisons
            .iter()
            .map(|info| self.options.functions(info))
            .collect();
        let is_baseline = |name: &String| {
            compared
                .iter()
                .any(|functions| functions.first() == Some(name))
        };
        let is_candidate = |name: &String| {
            compared
                .iter()
                .any(|functions| functions.iter().skip(1).any(|other| other == name))
        };
        let baseline = baseline
            .iter()
            .find(|name| !is_baseline(name))
            .map(|name| ("--baseline", name));
        let candidate = || {
            candidates
                .iter()
                .find(|name| !is_candidate(name))
                .map(|name| ("--candidate", name))
        };
        baseline
            .or_else(candidate)
            .map_or(Ok(()), |(option, name)| {
                Err(Error::Usage(format!(
                    "{option} {name}: not measured; --list shows all comparisons"
                )))
            })
    }
}

/// Checks before measuring that a file can be written.
fn check_output(path: &Path) -> Result<(), Error> {
    // The table goes to standard output.
    whole_file::check(&[], &[Path::new("-"), path])
        // Opening a pipe waits for its reader, who would see its end before the report.
        .and_then(|()| match path.exists() && !path.is_file() {
            true => Ok(()),
            false => whole_file::Writer::create(path, Existing::Replace).map(drop),
        })
        .map_err(|error| Error::Usage(error.to_string()))
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
    let width = comparisons
        .iter()
        .map(|info| info.name.chars().count())
        .max()
        .unwrap_or(0);
    let line = |info: &ComparisonInfo| {
        let functions: Vec<_> = info
            .functions
            .iter()
            .map(|function| function.name.as_str())
            .collect();
        format!(
            "{:width$}  {}  ({}; ns per {})\n",
            info.name,
            functions.join(", "),
            info.about,
            info.unit
        )
    };
    comparisons.iter().map(line).collect()
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
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Error::Harness(
            format!("cannot write to standard output: {error}"),
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
