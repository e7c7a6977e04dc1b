//! `pairbench criterion`: compares two commits on the criterion benches of a package, without a
//! line changed.

mod program;
mod row;

use std::path::Path;
use std::process::ExitCode;

use regex_lite::Regex;

use crate::cli::{end, print, progress};
use crate::report::{Brief, Verdict, sum_up};
use crate::session::{Bench, Commit, Error, HERE, Harness, metadata};
use program::Program;
use row::Floors;

/// The turns of a look at a row, in each of which two processes of each commit measure.
const TURNS: usize = 12;
/// The looks at a row that stays undecided.
const LOOKS: usize = 3;
/// What the output says below the rows.
const LEGEND: &str = "The lowest time of the work tree divided by the commit's, with its interval. same: within 3 %, or up \
    to\n  twice that if two layouts of one program differ. Inputs are not compared.\n";

/// Compare the work tree with a commit on the criterion benches of this package
///
/// Exit codes: 0 nothing is slower; 1 something is slower; 2 the comparison cannot be made, or
/// nothing is decided.
#[derive(clap::Args, Clone, Debug)]
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
        let folder = std::env::current_dir().map_err(|error| Error::Harness(error.to_string()))?;
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
        let metadata = metadata(folder)?;
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let is_here = |manifest: &str| Path::new(manifest).parent() == Some(folder);
        let mut own =
            packages.filter(|package| package["manifest_path"].as_str().is_some_and(is_here));
        let targets = own.next().and_then(|package| package["targets"].as_array());
        let benches = targets
            .into_iter()
            .flatten()
            .filter(|target| target["kind"][0] == "bench");
        let names: Vec<_> = benches
            .filter_map(|bench| Some(bench["name"].as_str()?.to_owned()))
            .collect();
        if let Some(unknown) = self.benches.iter().find(|name| !names.contains(name)) {
            return Err(Error::Usage(format!(
                "--bench {unknown}: the package has {}",
                names.join(", ")
            )));
        }
        let is_chosen = |name: &String| self.benches.is_empty() || self.benches.contains(name);
        let chosen: Vec<_> = names.into_iter().filter(is_chosen).collect();
        if chosen.is_empty() {
            return Err(Error::Usage(format!(
                "no package in {} has a bench target",
                folder.display()
            )));
        }
        Ok(chosen)
    }

    /// Compares the benches of a target, and returns their verdicts.
    fn compare(&self, folder: &Path, target: &str) -> Result<Vec<Verdict>, Error> {
        let arguments = ["--profile", "bench", "--bench", target].map(str::to_owned);
        let bench = Bench {
            name: target.to_owned(),
            folder: folder.to_owned(),
            arguments: arguments
                .iter()
                .chain(&self.cargo)
                .map(Into::into)
                .collect(),
            ..Bench::default()
        };
        let new = Harness::build_for_turns(bench)?;
        let commit = Commit::new(&new, &self.against)?;
        let programs = [
            Program {
                harness: &commit.harness,
                folder: commit.place(),
            },
            Program {
                harness: &new,
                folder,
            },
        ];
        let [old, new] = [programs[0].list()?, programs[1].list()?];
        print(&format!("{target}: {}\n", commit.words))?;
        for (here, there, side) in [(&new, &old, HERE), (&old, &new, &*self.against)] {
            let only: Vec<_> = here
                .iter()
                .filter(|name| !there.contains(name))
                .cloned()
                .collect();
            if !only.is_empty() {
                print(&format!(
                    "Not compared, because only {side} has them: {}\n",
                    only.join(", ")
                ))?;
            }
        }
        let is_chosen = |name: &String| {
            old.contains(name)
                && self
                    .filter
                    .as_ref()
                    .is_none_or(|filter| filter.is_match(name))
        };
        let names: Vec<_> = new.into_iter().filter(is_chosen).collect();
        if names.is_empty() {
            return Err(Error::Usage(
                "no criterion bench is in both and matches".to_owned(),
            ));
        }
        if programs[0].bytes()? == programs[1].bytes()? {
            print("Both programs have the same bytes: the same, not measured\n")?;
            return Ok(vec![Verdict::Same; names.len()]);
        }
        let (progress, mut rows) = (progress(), Vec::new());
        for (number, name) in names.iter().enumerate() {
            progress([number + 1, names.len()], [number, names.len()]);
            rows.push(self.measure(&programs, name)?);
        }
        // A slower row must be slower in a second session, too.
        for row in rows.iter_mut().filter(|row| row.verdict == Verdict::Slower) {
            let again = self.measure(&programs, &row.name)?;
            if again.verdict != Verdict::Slower {
                *row = Brief {
                    verdict: Verdict::Undecided,
                    notes: vec!["slower in only one of two sessions".to_owned()],
                    ..again
                };
            }
        }
        Brief::print(&rows, LEGEND)?;
        Ok(rows.iter().map(|row| row.verdict).collect())
    }

    /// Measures a bench until it is decided.
    fn measure(&self, programs: &[Program<'_>; 2], name: &str) -> Result<Brief, Error> {
        let mut floors = Floors::default();
        let mut order = [(0, 0), (1, 0), (1, 1), (0, 1)];
        let mut row = Brief::default();
        for turn in 0..LOOKS * TURNS {
            for (side, copy) in order {
                let (floor, seconds) = programs[side].measure(name, 2 * turn + copy)?;
                if floors.is_empty() && seconds > self.limit {
                    let note = format!("a process takes {seconds:.1} s, more than --limit");
                    return Ok(Brief {
                        name: name.to_owned(),
                        notes: vec![note],
                        ..row
                    });
                }
                floors.add(side, copy, floor, seconds);
            }
            order.reverse();
            if (turn + 1) % TURNS == 0 {
                row = floors.row(name);
                if row.verdict.is_decided() {
                    break;
                }
            }
        }
        Ok(row)
    }
}
