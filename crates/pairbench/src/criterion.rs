//! `pairbench criterion`: compares two commits on the criterion benches of a package, without a
//! line changed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use regex_lite::Regex;
use serde::Deserialize;

use crate::bounds::Bound;
use crate::cli::{end, print};
use crate::gate::Call;
use crate::protocol::Mode;
use crate::report::{Brief, Verdict, sum_up};
use crate::session::{Bench, Commit, Error, HERE, Harness, left_out, targets};
use crate::turns::{Program, Turns};

/// The arguments for many short samples of one bench.
const SHORT: [&str; 9] = [
    "--warm-up-time",
    "0.02",
    "--measurement-time",
    "0.06",
    "--sample-size",
    "60",
    "--nresamples",
    "1000",
    "--noplot",
];
/// The seconds of a row.
const SECONDS: f64 = 45.0;
/// What the output says below the rows.
const LEGEND: &str = "The lowest time of the work tree divided by the commit's, with its interval.
same: within 3 %, or up to twice that if runs of one program differ. Inputs are not compared.\n";

/// Compare the work tree with a commit on the criterion benches of this package
///
/// Exit codes: 0 nothing is slower; 1 something is slower; 2 the comparison cannot be made, or
/// nothing is decided.
#[derive(clap::Args, Clone, Debug)]
#[non_exhaustive]
pub struct Args {
    /// Compare the work tree with this commit
    #[arg(long, value_name = "REV")]
    pub against: String,
    /// Run only these bench targets [default: all of the package]
    #[arg(long = "bench", value_name = "NAME,…", value_delimiter = ',')]
    pub benches: Vec<String>,
    /// Compare only the benches whose name matches
    #[arg(long, value_name = "REGEX")]
    pub(crate) filter: Option<Regex>,
    /// Leave out benches that set their own times and take more than this for each process
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    pub limit: f64,
    /// Pass these arguments to cargo, such as `--features`
    #[arg(last = true, value_name = "CARGO ARGUMENTS")]
    pub cargo: Vec<String>,
}

impl Args {
    /// Runs the command.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        end(self.try_run().map_err(Error::of_usage))
    }

    fn try_run(&self) -> Result<u8, Error> {
        let folder = std::env::current_dir()?;
        let mut verdicts = Vec::new();
        for name in self.targets(&folder)? {
            // A target that cannot be compared must not hide the others.
            match self.compare(&folder, &name) {
                Ok(more) => verdicts.extend(more),
                Err(Error::Usage(why)) => print(&format!("{name}: not compared: {why}\n"))?,
                Err(error) => return Err(error),
            }
        }
        sum_up(&verdicts)
    }

    /// Returns the names of the bench targets.
    fn targets(&self, folder: &Path) -> Result<Vec<String>, Error> {
        let names = targets(folder, "bench")?;
        for unknown in &self.benches {
            if !names.contains(unknown) {
                let names = names.join(", ");
                return Err(Error::Usage(format!(
                    "--bench {unknown}: the package has {names}"
                )));
            }
        }
        if names.is_empty() {
            let folder = folder.display();
            return Err(Error::Usage(format!(
                "no package in {folder} has a bench target"
            )));
        }
        if self.benches.is_empty() {
            Ok(names)
        } else {
            Ok(self.benches.clone())
        }
    }

    /// Compares the benches of a target, and returns their verdicts.
    fn compare(&self, folder: &Path, target: &str) -> Result<Vec<Verdict>, Error> {
        let own = ["--profile", "bench", "--bench", target].map(Into::into);
        let bench = Bench {
            name: target.to_owned(),
            folder: folder.to_owned(),
            arguments: own
                .into_iter()
                .chain(self.cargo.iter().map(Into::into))
                .collect(),
            ..Bench::default()
        };
        let new = Harness::build(bench)?;
        let commit = Commit::new(&new, &self.against)?;
        let programs = [
            Program::new(&self.against, &commit.harness, commit.place())?,
            Program::new(HERE, &new, folder)?,
        ];
        print(&format!("{target}: {}\n", commit.words))?;
        let names = self.common(benches(&programs[0])?, benches(&programs[1])?)?;
        if commit.harness.bytes()? == new.bytes()? {
            print("Both programs have the same bytes: the same, not measured\n")?;
            return Ok(vec![Verdict::Same; names.len()]);
        }
        let mut rows = Vec::new();
        for name in &names {
            let mut row = self.measure(&programs, name)?;
            // It must be slower in a second session, too.
            if row.verdict == Verdict::Slower {
                row = self.measure(&programs, name)?;
                if row.verdict != Verdict::Slower {
                    row.verdict = Verdict::Undecided;
                    row.notes
                        .push("slower in only one of two sessions".to_owned());
                }
            }
            rows.push(row);
        }
        Brief::print(&rows, LEGEND)?;
        Ok(rows.iter().map(|row| row.verdict).collect())
    }

    /// Returns the names that both programs have, and says which are left out.
    fn common(&self, old: Vec<String>, new: Vec<String>) -> Result<Vec<String>, Error> {
        for (here, there, side) in [(&new, &old, HERE), (&old, &new, &*self.against)] {
            let mut only = here.clone();
            only.retain(|name| !there.contains(name));
            if let Some(words) = left_out(&format!("only {side} has them"), &only) {
                print(&(words + "\n"))?;
            }
        }
        let mut names = new;
        names.retain(|name| old.contains(name));
        if let Some(filter) = &self.filter {
            names.retain(|name| filter.is_match(name));
        }
        if names.is_empty() {
            let none = "no criterion bench is in both and matches";
            return Err(Error::Usage(none.to_owned()));
        }
        Ok(names)
    }

    /// Measures a bench until it is decided.
    fn measure(&self, programs: &[Program; 2], name: &str) -> Result<Brief, Error> {
        let mut arguments = ["--bench", "--exact", name].to_vec();
        arguments.extend(SHORT);
        let call = Call::new(arguments.into_iter().map(str::to_owned).collect(), "")?;
        let first = &programs[0];
        let start = Instant::now();
        call.together(&[(&first.files[0], &first.folder)])?;
        let seconds = start.elapsed().as_secs_f64();
        if seconds > self.limit {
            let note = format!("a process takes {seconds:.1} s, more than --limit");
            return Ok(Brief {
                name: name.to_owned(),
                notes: vec![note],
                ..Brief::default()
            });
        }
        let turns = Turns {
            name,
            programs: programs.each_ref(),
            seconds: SECONDS,
            bound: Bound::new(Mode::Throughput),
            run: &|files| {
                let mut floors = Vec::new();
                for run in call.together(files)? {
                    // Criterion ends with success even if it knows no bench of this name.
                    match floor(&run.home) {
                        Some(floor) => floors.push(floor),
                        None => return Err(Error::Harness(format!("`{name}` measured nothing"))),
                    }
                }
                Ok(floors)
            },
        };
        let mut row = turns.row()?;
        // Usually a process takes a part of a second, and longer if the bench sets its own times.
        if seconds > 1.5 {
            row.notes.push(format!("{seconds:.1} s a process"));
        }
        Ok(row)
    }
}

/// Returns the names of the benches of a program.
fn benches(program: &Program) -> Result<Vec<String>, Error> {
    let call = Call::new(["--bench", "--list"].map(str::to_owned).into(), "")?;
    let run = call
        .together(&[(&program.files[0], &program.folder)])?
        .remove(0);
    let names = run
        .said
        .lines()
        .filter_map(|line| line.strip_suffix(": benchmark"));
    Ok(names.map(str::to_owned).collect())
}

/// The samples that criterion writes.
#[derive(Deserialize)]
struct Samples {
    iters: Vec<f64>,
    times: Vec<f64>,
}

/// Returns the lowest time of an iteration of the only bench in a folder of criterion. A neighbor
/// makes times longer but never shorter, so the lowest agree where medians do not.
fn floor(folder: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(samples(folder)?).ok()?;
    let Samples { times, iters } = serde_json::from_str(&text).ok()?;
    let times = times
        .into_iter()
        .zip(iters)
        .map(|(time, count)| time / count);
    times.filter(|time| *time > 0.0).min_by(f64::total_cmp)
}

/// Returns the file with the samples of the only bench in a folder of criterion.
fn samples(folder: &Path) -> Option<PathBuf> {
    let file = folder.join("new/sample.json");
    if file.exists() {
        return Some(file);
    }
    let mut entries = std::fs::read_dir(folder).ok()?.flatten();
    entries.find_map(|entry| samples(&entry.path()))
}
