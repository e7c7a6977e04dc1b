//! `pairbench programs`: finds out which of two programs takes less time for the same work.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use regex_lite::Regex;

use crate::bounds::Bound;
use crate::cli::{end, print};
use crate::facts;
use crate::gate::Call;
use crate::options::seconds;
use crate::report::{Brief, Verdict, sum_up};
use crate::session::{Bench, Commit, Error, Harness, targets};
pub use crate::turns::Program;
use crate::turns::{LOOKS, Turns};

/// The seconds of a row, if nothing else is asked for.
const SECONDS: f64 = 300.0;
/// The difference beyond which a program is faster or slower, if each run has another layout.
const BOUND: f64 = 0.003;
/// The same for given files, whose layout stays, and the tolerance.
const TOLERANCE: f64 = 0.01;
/// The seconds of a run that are measured well.
const GOOD: std::ops::RangeInclusive<f64> = 0.05..=2.0;
/// The kilobytes of a run, beyond which four compete for the caches.
const MUCH: u64 = 100 << 10;
/// The number of nodes as engines print it.
const NODES: &str = r"(?i)nodes searched *: *(\d+)|(\d+) nodes\b";
const LEGEND: &str = "User and system time of four runs at once on one core, divided by that of
  the first program. same: within 1 %. control: runs of the same program.
This compares what cargo builds, or files, not what a Makefile or a profile would make of them.\n";

/// How the programs run.
// A doc comment would become the help text of commands that flatten this.
#[derive(clap::Args, Clone, Debug)]
pub struct Running {
    /// Give this text to each run as its input
    #[arg(long, value_name = "TEXT", help_heading = "Programs")]
    pub(crate) stdin: Option<String>,
    /// Find the number of nodes, which must be the same in all runs, by this
    #[arg(long, value_name = "REGEX", help_heading = "Programs")]
    pub(crate) nodes: Option<Regex>,
}

/// Compare two programs that do the same work, such as `bench` of two engines
///
/// Exit codes: 0 nothing is slower; 1 it is slower; 2 the comparison cannot be made, or nothing
/// is decided.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The two files: the old program and the new one
    #[arg(num_args = 2, value_name = "FILE", required_unless_present = "against")]
    files: Vec<PathBuf>,
    /// Compare the program of the package in this folder with that of a commit
    #[arg(long, value_name = "REV", conflicts_with = "files")]
    against: Option<String>,
    /// Choose one of several programs of the package
    #[arg(long, value_name = "NAME", requires = "against")]
    bin: Option<String>,
    #[command(flatten)]
    options: Running,
    /// Measure for at most this many seconds
    #[arg(long, value_name = "S", default_value_t = SECONDS, value_parser = seconds)]
    time: f64,
    /// Run the programs with these arguments [default: bench, unless there is --stdin]
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
}

impl Args {
    /// Runs the command.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        end(self.try_run().map_err(Error::of_usage))
    }

    fn try_run(&self) -> Result<u8, Error> {
        let folder = std::env::current_dir()?;
        let verdicts = match (&self.against, &self.files[..]) {
            (Some(revision), _) => {
                let new = Harness::build(self.bench(&folder)?)?;
                let commit = Commit::new(&new, revision)?;
                print(&format!("{}\n", commit.words))?;
                let old = Program::new(revision, &commit.harness, commit.place())?;
                self.compare(&[old, Program::new("work tree", &new, &folder)?])?
            }
            (None, files) => {
                let mut programs = Vec::new();
                for file in files {
                    let name = file.display().to_string();
                    programs.push(Program::copies(&name, file, &folder)?);
                }
                self.compare(&programs)?
            }
        };
        sum_up(&verdicts)
    }

    fn compare(&self, programs: &[Program]) -> Result<Vec<Verdict>, Error> {
        let found = compare(programs, &self.arguments, &self.options, Some(self.time))?;
        Ok(found.into_iter().map(|(verdict, _)| verdict).collect())
    }

    /// Returns how cargo builds the program of the package in a folder.
    fn bench(&self, folder: &Path) -> Result<Bench, Error> {
        let names = targets(folder, "bin")?;
        let name = match (&self.bin, &names[..]) {
            (Some(bin), _) if names.contains(bin) => bin,
            (None, [only]) => only,
            _ => {
                let (folder, names) = (folder.display(), names.join(", "));
                return Err(Error::Usage(format!(
                    "choose one of the programs of {folder} by --bin: {names}"
                )));
            }
        };
        Ok(Bench::program(name, folder, Vec::new()))
    }
}

impl Bench {
    /// Returns how cargo builds a program for release, with further arguments.
    #[must_use]
    pub fn program(name: &str, folder: &Path, more: Vec<OsString>) -> Self {
        // Without symbols, equal code is equal bytes.
        let strip = ["--config", "profile.release.strip=true"];
        let own = ["--release", "--bin", name]
            .into_iter()
            .chain(strip)
            .map(Into::into);
        Self {
            name: name.to_owned(),
            folder: folder.to_owned(),
            arguments: own.chain(more).collect(),
            several_packages: true,
        }
    }
}

/// Compares all programs with the first, prints a row for each, and returns their verdicts
/// and ratios.
///
/// # Errors
///
/// Returns an error if a run fails, or if not all runs do the same work.
pub fn compare(
    programs: &[Program],
    arguments: &[String],
    options: &Running,
    seconds: Option<f64>,
) -> Result<Vec<(Verdict, f64)>, Error> {
    let Some((first, others)) = programs.split_first() else {
        return Ok(Vec::new());
    };
    let mut arguments = arguments.to_vec();
    if arguments.is_empty() && options.stdin.is_none() {
        arguments.push("bench".to_owned());
    }
    let input = options.stdin.as_deref().unwrap_or_default();
    let work = Work {
        call: Call::new(arguments, input)?,
        regex: options.nodes.as_ref(),
    };
    let expected = work.check(programs)?;
    let seconds = seconds.unwrap_or(SECONDS);
    let looks = LOOKS
        .map(|look| format!("{:.0}", look * seconds))
        .join(", ");
    print(&format!(
        "Each row takes up to {seconds:.0} s, and is judged after {looks} s.\n"
    ))?;
    let is_relinked = programs.iter().all(|program| program.is_relinked);
    let mut rows = Vec::new();
    for other in others {
        let turns = Turns {
            name: &other.name,
            programs: [first, other],
            seconds,
            bound: Bound {
                noise: if is_relinked { BOUND } else { TOLERANCE },
                tolerance: TOLERANCE,
                ..Bound::default()
            },
            run: &|files| {
                let mut times = Vec::new();
                for run in work.call.together(files)? {
                    work.same("a program", &expected, "a later run", &run.said)?;
                    times.push(run.seconds);
                }
                Ok(times)
            },
        };
        rows.push(turns.row()?);
    }
    let load = facts::look().load;
    Brief::print(&rows, &format!("Load: {load}. {LEGEND}"))?;
    let mut found = Vec::new();
    for row in rows {
        found.push((row.verdict, row.ratio.map_or(1.0, |ratio| ratio.point)));
    }
    Ok(found)
}

/// What all runs do, and how it is known.
struct Work<'r> {
    call: Call,
    /// What finds the number of nodes, if it is not printed as usual.
    regex: Option<&'r Regex>,
}

impl Work<'_> {
    /// Runs all programs alone, checks that they can be compared, says what makes it harder, and
    /// returns what the first run said.
    fn check(&self, programs: &[Program]) -> Result<String, Error> {
        let mut expected = None;
        let (mut memory, mut time) = (0, 0.0_f64);
        for program in programs {
            let Program {
                name,
                files,
                folder,
                ..
            } = program;
            let mut own = None;
            for file in &files[..2] {
                let run = self.call.together(&[(file, folder)])?.remove(0);
                let cause = match run.seen.threads {
                    2.. => Some("has several threads"),
                    _ if run.seen.is_elsewhere => Some("chooses its own core"),
                    _ => None,
                };
                if let Some(cause) = cause {
                    return Err(Error::Usage(format!(
                        "{name} {cause}, but all runs share one: \
                         let it search with one thread, and bind nothing"
                    )));
                }
                memory = memory.max(run.seen.kilobytes);
                time = time.max(run.seconds);
                let own = own.get_or_insert_with(|| run.said.clone());
                self.same(name, own, name, &run.said)?;
            }
            let own = own.unwrap_or_default();
            let expected = expected.get_or_insert_with(|| own.clone());
            self.same(&programs[0].name, expected, name, &own)?;
        }
        if !GOOD.contains(&time) {
            let wanted = if time < 1.0 { "deeper" } else { "shallower" };
            print(&format!(
                "A run takes {time:.3} s. A {wanted} search, of 0.1 to 1 s, \
                 is decided sooner: give its depth.\n"
            ))?;
        }
        if memory > MUCH {
            let memory = memory >> 10;
            print(&format!(
                "A run uses {memory} MB, and four at once share the cache: \
                 take a smaller hash table.\n"
            ))?;
        }
        if programs.iter().any(|program| !program.is_relinked) {
            print(
                "A file has one layout, which alone can make a difference: \
                 only more than 1 % is a verdict.\n",
            )?;
        }
        Ok(expected.unwrap_or_default())
    }

    /// Checks that two runs searched the same number of nodes.
    fn same(&self, one: &str, said: &str, other: &str, other_said: &str) -> Result<(), Error> {
        let (nodes, other_nodes) = (nodes(said, self.regex), nodes(other_said, self.regex));
        let (Some(nodes), Some(other_nodes)) = (nodes, other_nodes) else {
            return Err(Error::Usage(format!(
                "{other} prints no number of nodes, so it is unknown if all runs do the same: \
                 say by --nodes how it is found"
            )));
        };
        if nodes == other_nodes {
            return Ok(());
        }
        let why = match one == other {
            true => {
                "fix what is random in it, such as the seed of its keys or the order of a hash map"
            }
            false => "only programs that do the same work can be compared",
        };
        Err(Error::Usage(format!(
            "{one} searches {nodes} nodes, and {other} {other_nodes}: {why}"
        )))
    }
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
