//! `pairbench programs`: finds out which of two programs takes less time for the same work.
//!
//! Two runs of each share a core at the same moment, so that whatever slows one slows all. Each has
//! another layout, drawn anew in each turn: a fixed one would be measured as if it were the code.

mod gate;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fastrand::Rng;
use regex_lite::Regex;
use whole_file::TemporaryFolder;

use crate::cli::{bar, end, print};
use crate::facts;
use crate::report::{Brief, Interval, Verdict, sum_up};
use crate::session::{Bench, Commit, Error, Harness, targets};
use gate::{Call, Run};

/// The ends of the looks, as fractions of the time, which is five minutes by default.
const LOOKS: [f64; 3] = [0.2, 0.4, 1.0];
const SECONDS: f64 = 300.0;
/// The quantile of the normal distribution for intervals of 98.3 %, so that all looks together are
/// wrong in at most 5 % of cases.
const QUANTILE: f64 = 2.394;
/// The difference beyond which a program is faster or slower, if each run has another layout.
const BOUND: f64 = 0.003;
/// The same for given files, whose layout stays, and the tolerance.
const TOLERANCE: f64 = 0.01;
/// The tolerance before the last look.
const CLEAR: f64 = 0.005;
/// The copies of a file, which differ in where the system puts them.
const COPIES: usize = 8;
/// The seconds of a run that are measured well.
const GOOD: std::ops::RangeInclusive<f64> = 0.05..=2.0;
/// How long a run may take.
const LIMIT: Duration = Duration::from_secs(60);
/// The kilobytes of a run, beyond which four compete for the caches.
const MUCH: u64 = 100 << 10;
const LEGEND: &str =
    "User and system time of four runs at once on one core, divided by that of the first program.
same: within 1 %. control: runs of the same program. This compares what cargo builds or the files
  that are given, not what a Makefile or a profile-guided build would make of them.\n";

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
    #[arg(long, value_name = "S", default_value_t = SECONDS, value_parser = crate::options::seconds)]
    time: f64,
    /// Run the programs with these arguments [default: bench, unless there is --stdin]
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
}

/// A program, in several files of which each run takes one.
#[derive(Debug)]
pub struct Program {
    name: String,
    files: Vec<PathBuf>,
    /// Where it runs.
    folder: PathBuf,
    is_relinked: bool,
    _copies: Option<TemporaryFolder>,
}

impl Program {
    /// Returns a program that cargo built, or else copies of it.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be copied.
    pub fn new(name: &str, harness: &Harness, folder: &Path) -> Result<Self, Error> {
        if harness.layouts() < 2 {
            return Self::copies(name, harness.program(), folder);
        }
        Ok(Self {
            name: name.to_owned(),
            files: (0..harness.layouts())
                .map(|number| harness.layout(number).to_owned())
                .collect(),
            folder: folder.to_owned(),
            is_relinked: true,
            _copies: None,
        })
    }

    /// Returns a program in copies of a file.
    fn copies(name: &str, file: &Path, folder: &Path) -> Result<Self, Error> {
        let failed = |error| Error::Usage(format!("cannot copy {}: {error}", file.display()));
        let copies = TemporaryFolder::create(&std::env::temp_dir(), "pairbench").map_err(failed)?;
        let mut files = Vec::new();
        for number in 0..COPIES {
            let copy = copies.path().join(number.to_string());
            std::fs::copy(file, &copy).map_err(failed)?;
            files.push(copy);
        }
        Ok(Self {
            name: name.to_owned(),
            files,
            folder: folder.to_owned(),
            is_relinked: false,
            _copies: Some(copies),
        })
    }
}

impl Args {
    /// Runs the command.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        end(self.try_run().map_err(Error::of_usage))
    }

    fn try_run(&self) -> Result<u8, Error> {
        let folder = std::env::current_dir().map_err(|error| Error::Harness(error.to_string()))?;
        let verdicts = match (&self.against, &self.files[..]) {
            (Some(revision), _) => {
                let new = Harness::build(self.bench(&folder)?)?;
                let commit = Commit::new(&new, revision)?;
                print(&format!("{}\n", commit.words))?;
                let old = Program::new(revision, &commit.harness, commit.place())?;
                self.compare(&[old, Program::new("work tree", &new, &folder)?])?
            }
            (None, [old, new]) => {
                let name = |file: &PathBuf| file.display().to_string();
                let old = Program::copies(&name(old), old, &folder)?;
                self.compare(&[old, Program::copies(&name(new), new, &folder)?])?
            }
            _ => Vec::new(),
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
        let own = ["--release", "--bin", name].map(Into::into);
        Self {
            name: name.to_owned(),
            folder: folder.to_owned(),
            arguments: own.into_iter().chain(more).collect(),
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
    let failed = |error: std::io::Error| Error::Harness(error.to_string());
    let folder = TemporaryFolder::create(&std::env::temp_dir(), "pairbench").map_err(failed)?;
    let input = folder.path().join("input");
    std::fs::write(&input, options.stdin.as_deref().unwrap_or_default()).map_err(failed)?;
    let mut arguments = arguments.to_vec();
    if arguments.is_empty() && options.stdin.is_none() {
        arguments.push("bench".to_owned());
    }
    let nodes = options.nodes.clone();
    let call = Call {
        arguments,
        input,
        nodes,
        limit: LIMIT,
    };
    let Some((first, others)) = programs.split_first() else {
        return Ok(Vec::new());
    };
    let nodes = check(&call, programs)?;
    let seconds = seconds.unwrap_or(SECONDS);
    let looks = LOOKS
        .map(|look| format!("{:.0}", look * seconds))
        .join(", ");
    print(&format!(
        "Each row takes up to {seconds:.0} s, and is judged after {looks} s.\n"
    ))?;
    let mut rows = Vec::new();
    for other in others {
        let mut row = Comparison {
            call: &call,
            programs: [first, other],
            nodes: &nodes,
            layouts: first.files.len().min(other.files.len()),
            rng: Rng::new(),
            logs: Vec::new(),
            controls: Vec::new(),
        };
        rows.push(row.measure(seconds)?);
    }
    let load = facts::look().load;
    Brief::print(&rows, &format!("Load: {load}. {LEGEND}"))?;
    let ratio = |row: &Brief| row.ratio.map_or(1.0, |ratio| ratio.point);
    Ok(rows.iter().map(|row| (row.verdict, ratio(row))).collect())
}

/// Runs all programs alone, checks that they can be compared, says what makes it harder, and returns
/// the number of nodes.
fn check(call: &Call, programs: &[Program]) -> Result<String, Error> {
    let mut expected: Option<String> = None;
    let (mut memory, mut times) = (0, Vec::new());
    for program in programs {
        let name = &program.name;
        let mut own: Option<String> = None;
        for file in &program.files[..2] {
            let (Run { seconds, nodes }, seen) = call.alone(file, &program.folder)?;
            let Some(nodes) = nodes else {
                return Err(Error::Usage(format!(
                    "{name} prints no number of nodes, so it is unknown if all runs do the same: say by --nodes how it is found"
                )));
            };
            if seen.threads > 1 || seen.is_elsewhere {
                let what = if seen.is_elsewhere {
                    "chooses its own core"
                } else {
                    "has several threads"
                };
                return Err(Error::Usage(format!(
                    "{name} {what}, which cannot be compared on one core: let it search with one thread, and bind nothing"
                )));
            }
            memory = memory.max(seen.kilobytes);
            times.push(seconds);
            let own = own.get_or_insert_with(|| nodes.clone());
            if *own != nodes {
                return Err(itself(name, own, &nodes));
            }
        }
        let own = own.unwrap_or_default();
        let expected = expected.get_or_insert_with(|| own.clone());
        if *expected != own {
            return Err(each_other(&programs[0].name, expected, name, &own));
        }
    }
    let time = times.iter().copied().fold(0.0, f64::max);
    if !GOOD.contains(&time) {
        let wanted = if time < 1.0 { "deeper" } else { "shallower" };
        print(&format!(
            "A run takes {time:.3} s. A {wanted} search, of 0.1 to 1 s, is decided sooner: give its depth to the command.\n"
        ))?;
    }
    if memory > MUCH {
        print(&format!(
            "A run uses {} MB, and four at once share the cache: a smaller hash table is closer to one run.\n",
            memory >> 10
        ))?;
    }
    if programs.iter().any(|program| !program.is_relinked) {
        print(
            "Given files have one layout each, which alone can make a difference, so only more than 1 % is a verdict.\n",
        )?;
    }
    Ok(expected.unwrap_or_default())
}

/// Returns the error if runs of one program differ.
fn itself(name: &str, one: &str, other: &str) -> Error {
    Error::Usage(format!(
        "{name} differs from itself: {one} and {other} nodes. Fix what is random in it, such as the seed of its keys or the order of a hash map."
    ))
}

/// Returns the error if two programs differ.
fn each_other(name: &str, one: &str, other_name: &str, other: &str) -> Error {
    Error::Usage(format!(
        "{name} searches {one} nodes, and {other_name} {other}: only programs that do the same work can be compared"
    ))
}

/// A program that is compared with another one.
struct Comparison<'c> {
    call: &'c Call,
    /// The old one and the new one.
    programs: [&'c Program; 2],
    nodes: &'c str,
    /// The files of each. If one had more, they would be in the caches less often.
    layouts: usize,
    rng: Rng,
    /// The logarithm of the ratio in each turn.
    logs: Vec<f64>,
    /// The same of runs of the same program.
    controls: Vec<f64>,
}

impl Comparison<'_> {
    /// Takes turns until a look decides.
    fn measure(&mut self, seconds: f64) -> Result<Brief, Error> {
        let (start, name) = (Instant::now(), self.programs[1].name.clone());
        let bar = bar(seconds as usize);
        let mut row = Brief::default();
        for look in LOOKS {
            while start.elapsed().as_secs_f64() < look * seconds {
                self.turn()?;
                let done = start.elapsed().as_secs_f64();
                bar.set_message(format!(
                    "{name}: at most {:.0} s left",
                    (seconds - done).max(0.0)
                ));
                bar.set_position(done as u64);
            }
            row = self.row();
            // A difference that is smaller than the tolerance may still be found.
            let is_clear = self.log().is_some_and(|log| log.is_within(CLEAR));
            if row.verdict.is_different() || row.verdict == Verdict::Same && is_clear {
                break;
            }
        }
        Ok(row)
    }

    /// Runs two files of each program at once.
    fn turn(&mut self) -> Result<(), Error> {
        let mut files = Vec::new();
        for program in self.programs {
            let mut drawn: Vec<_> = program.files[..self.layouts].iter().collect();
            self.rng.shuffle(&mut drawn);
            for file in &drawn[..2] {
                files.push((file.as_path(), program.folder.as_path()));
            }
        }
        let mut order = [0, 1, 2, 3];
        self.rng.shuffle(&mut order);
        let runs = self.call.together(&order.map(|place| files[place]))?;
        let mut times = [0.0; 4];
        for (run, place) in runs.into_iter().zip(order) {
            times[place] = run.seconds;
            let nodes = run.nodes.unwrap_or_default();
            if nodes != self.nodes {
                return Err(itself(&self.programs[place / 2].name, self.nodes, &nodes));
            }
        }
        let [old, other_old, new, other_new] = times;
        self.logs.push(((new + other_new) / (old + other_old)).ln());
        self.controls
            .push((other_new / new * other_old / old).ln() / 2.0);
        Ok(())
    }

    fn log(&self) -> Option<Interval> {
        Interval::from_means(&self.logs, QUANTILE)
    }

    /// Judges the turns until now.
    fn row(&self) -> Brief {
        let row = Brief {
            name: self.programs[1].name.clone(),
            ..Brief::default()
        };
        let control = Interval::from_means(&self.controls, QUANTILE);
        let (Some(log), Some(control)) = (self.log(), control) else {
            let notes = vec![format!("too few turns ({})", self.logs.len())];
            return Brief { notes, ..row };
        };
        let is_relinked = self.programs.iter().all(|program| program.is_relinked);
        let bound = if is_relinked { BOUND } else { TOLERANCE };
        let [ratio, control_ratio] = [log, control].map(|log| log.map(f64::exp));
        Brief {
            ratio: Some(ratio),
            verdict: verdict(log, control, bound),
            notes: vec![
                format!("control {}", control_ratio.text(4)),
                format!("{} turns", self.logs.len()),
            ],
            ..row
        }
    }
}

/// Returns the verdict for the logarithm of a ratio and of its control.
fn verdict(log: Interval, control: Interval, bound: f64) -> Verdict {
    if control.lo > 0.0 || control.hi < 0.0 {
        Verdict::Untrusted
    } else if log.lo > bound.ln_1p() {
        Verdict::Slower
    } else if log.hi < -bound.ln_1p() {
        Verdict::Faster
    } else if log.is_within(TOLERANCE.ln_1p()) {
        Verdict::Same
    } else {
        Verdict::Undecided
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
