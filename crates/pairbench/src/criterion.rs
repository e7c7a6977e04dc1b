//! `pairbench criterion`: compares two commits on the criterion benches of a package, without a
//! line changed.

mod program;
mod row;

use std::path::Path;
use std::process::ExitCode;

use regex_lite::Regex;

use crate::cli::{end, print, progress};
use crate::report::{Brief, Verdict, sum_up};
use crate::session::{Bench, Commit, Error, HERE, Harness, left_out, targets};
use program::Program;
use row::Floors;

/// The turns of a look at a row, in each of which two processes of each commit measure.
const TURNS: usize = 12;
/// The looks at a row that stays undecided.
const LOOKS: usize = 3;
/// What the output says below the rows.
const LEGEND: &str = "The lowest time of the work tree divided by the commit's, with its interval.
same: within 3 %, or up to twice that if two layouts of one program differ. Inputs are not compared.\n";

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
        let new = Harness::build_for_turns(bench)?;
        let commit = Commit::new(&new, &self.against)?;
        let programs = [(&commit.harness, commit.place()), (&new, folder)]
            .map(|(harness, folder)| Program { harness, folder });
        print(&format!("{target}: {}\n", commit.words))?;
        let names = self.common(programs[0].list()?, programs[1].list()?)?;
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
