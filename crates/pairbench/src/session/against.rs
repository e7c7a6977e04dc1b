//! Compares the work tree with another commit: the programs of both are processes of one session.
//!
//! A process of the session is four that run in turn, two of each commit in different layouts, so
//! the control of a program is the same program in another layout. They share a core, because a
//! neighbor slows one and not another.

use std::collections::BTreeMap;
use std::iter::zip;
use std::path::Path;

use fastrand::Rng;

use super::harness::Process;
use super::kept::{Kept, git};
use super::{Error, Harness, Start};
use crate::protocol::{Cell, ComparisonInfo, Description, FunctionInfo, Plan, Record, Sample};
use crate::sampler::SAMPLES;

/// The name of the candidate.
pub(crate) const HERE: &str = "work tree";
/// The nanoseconds of a turn, in which the machine hardly changes.
const TURN: f64 = 4_000_000.0;

/// The programs of a commit and of the work tree.
pub(crate) struct Against {
    old: Harness,
    new: Harness,
    _kept: Kept,
    /// The comparison and the function of each name.
    units: BTreeMap<String, [String; 2]>,
    /// What is compared with what, in words.
    pub(crate) words: Vec<String>,
}

/// Returns the names of what is compared, if another commit has it, too.
pub(crate) fn names(description: &Description) -> Vec<String> {
    Unit::all(description)
        .into_iter()
        .map(|unit| unit.name)
        .collect()
}

/// A function of a comparison in one of the programs.
struct Unit<'d> {
    name: String,
    info: &'d ComparisonInfo,
    function: &'d str,
    results: &'d str,
}

impl Unit<'_> {
    fn all(description: &Description) -> Vec<Unit<'_>> {
        let mut units = Vec::new();
        for (info, results) in zip(&description.comparisons, &description.results) {
            for FunctionInfo {
                name: function,
                same_as,
            } in &info.functions
            {
                if same_as.is_none() {
                    units.push(Unit {
                        name: format!("{}/{function}", info.name),
                        info,
                        function,
                        results,
                    });
                }
            }
        }
        units
    }

    /// Returns the comparison with the same function of another commit.
    fn against(&self, before: &Unit<'_>, revision: &str) -> ComparisonInfo {
        let mut info = self.info.clone();
        info.name.clone_from(&self.name);
        info.modes.retain(|mode| before.info.modes.contains(mode));
        info.long |= before.info.long;
        info.functions = [revision, HERE].map(FunctionInfo::new).into();
        info
    }
}

/// A commit whose program is built.
pub(crate) struct Commit {
    kept: Kept,
    pub(crate) harness: Harness,
    /// What is compared with what, in words.
    pub(crate) words: String,
}

impl Commit {
    /// Checks out a commit, and builds the same bench target there.
    pub(crate) fn new(new: &Harness, revision: &str) -> Result<Self, Error> {
        let Some(bench) = new.bench.clone() else {
            return Err(Error::Usage(
                "only a program that cargo builds can be compared with a commit".to_owned(),
            ));
        };
        let folder = &bench.folder;
        let name = format!("{revision}^{{commit}}");
        let verify = [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &name,
        ];
        let Ok(commit) = git(folder, &verify) else {
            let folder = folder.display();
            return Err(Error::Usage(format!(
                "--against {revision}: no such commit in {folder}"
            )));
        };
        let is_dirty = !git(folder, &["status", "--porcelain"])?.is_empty();
        let target = bench.target()?;
        let kept = Kept::new(folder, &commit, &target, &new.profiles(&target))?;
        if !bench.is_in(&kept.place)? {
            return Err(Error::Usage(format!(
                "--against {revision}: it has no target `{}`. \
                 Commit it before your change, and compare with that commit.",
                bench.name
            )));
        }
        let old = new.elsewhere(&bench, &kept.place, &kept.target);
        let old = old.map_err(|error| Error::Harness(format!("{revision}: {error}")))?;
        let changes = if is_dirty {
            " with uncommitted changes"
        } else {
            ""
        };
        let head = git(folder, &["rev-parse", "HEAD"])?;
        let words = format!("{HERE}: {head:.9}{changes}; {revision}: {commit:.9}");
        Ok(Self {
            kept,
            harness: old,
            words,
        })
    }

    /// Returns the place that corresponds to the folder of the bench target.
    pub(crate) fn place(&self) -> &Path {
        &self.kept.place
    }
}

impl Against {
    /// Builds the commit in a folder and a target folder of its own, and describes what it has in
    /// common with the new program.
    pub(crate) fn new(
        mut new: Harness,
        mut description: Description,
        revision: &str,
        seconds: f64,
    ) -> Result<(Self, Description), Error> {
        let Commit {
            kept,
            harness: old,
            words,
        } = Commit::new(&new, revision)?;
        let before = old.describe(seconds);
        let before = before.map_err(|error| Error::Harness(format!("{revision}: {error}")))?;
        new.link()?;
        for side in [&before, &description] {
            if side.results.len() != side.comparisons.len() {
                return Err(Error::Harness(format!(
                    "{revision} has another version of pairbench"
                )));
            }
        }
        let mut words = vec![words];
        let mut units = BTreeMap::new();
        for unit in Unit::all(&description) {
            let place = [unit.info.name.clone(), unit.function.to_owned()];
            units.insert(unit.name, place);
        }
        description.comparisons = common(&before, &description, revision, &mut words)?;
        description.layouts = old.layouts().min(new.layouts());
        let against = Self {
            old,
            new,
            _kept: kept,
            units,
            words,
        };
        Ok((against, description))
    }

    /// Returns the cell of one program.
    fn own(&self, cell: &Cell) -> Option<Cell> {
        let [comparison, function] = self.units.get(&cell.comparison)?.clone();
        Some(Cell {
            comparison,
            mode: cell.mode,
            functions: vec![function],
        })
    }
}

/// Returns the samples of the programs as one sample with a side for each.
fn merged(cell: usize, samples: &[Sample]) -> Sample {
    let mut merged = Sample {
        cell,
        ..Sample::default()
    };
    for sample in samples {
        let time = mean(&sample.times);
        merged.times.push(time);
        merged.logs.push(time.ln());
        merged.floor += sample.floor / samples.len() as f64;
        merged.rounds += sample.rounds;
    }
    let center = mean(&merged.logs);
    for log in &mut merged.logs {
        *log -= center;
    }
    merged
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns a comparison for each function that both programs have with the same results, and says
/// which are left out.
fn common(
    old: &Description,
    new: &Description,
    revision: &str,
    words: &mut Vec<String>,
) -> Result<Vec<ComparisonInfo>, Error> {
    let mut olds = Unit::all(old);
    let (mut comparisons, mut only_new, mut differ) = (Vec::new(), Vec::new(), Vec::new());
    for unit in Unit::all(new) {
        let Some(place) = olds.iter().position(|before| before.name == unit.name) else {
            only_new.push(unit.name);
            continue;
        };
        let before = olds.remove(place);
        if before.results == unit.results {
            comparisons.push(unit.against(&before, revision));
        } else {
            differ.push(unit.name);
        }
    }
    let only_old: Vec<_> = olds.into_iter().map(|before| before.name).collect();
    words.extend(left_out(&format!("only the {HERE} has them"), &only_new));
    words.extend(left_out(&format!("only {revision} has them"), &only_old));
    words.extend(left_out("their results or inputs differ", &differ));
    if comparisons.is_empty() {
        let words = words.join("\n");
        return Err(Error::Usage(format!(
            "--against {revision}: nothing to compare\n{words}"
        )));
    }
    Ok(comparisons)
}

/// Says why some names are left out.
pub(crate) fn left_out(why: &str, names: &[String]) -> Option<String> {
    let text = format!("Not compared, because {why}: {}", names.join(", "));
    (!names.is_empty()).then_some(text)
}

impl Start for Against {
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error> {
        let turns = ((plan.time / 4.0 / TURN) as usize).max(SAMPLES);
        let mut processes = Vec::new();
        let cells: Vec<_> = plan
            .cells
            .iter()
            .filter_map(|cell| self.own(cell))
            .collect();
        for (number, program) in [&self.old, &self.old, &self.new, &self.new]
            .into_iter()
            .enumerate()
        {
            processes.push(program.spawn(&Plan {
                process: 2 * plan.process + number % 2,
                // Each waits while the others have their turns.
                limit: 4.0 * plan.limit,
                cells: cells.clone(),
                time: plan.time / 4.0,
                turns,
                ..*plan
            })?);
        }
        let mut order = [0, 1, 2, 3];
        let mut rng = Rng::with_seed(plan.seed);
        for cell in 0..plan.cells.len() {
            rng.shuffle(&mut order);
            for _ in 0..turns {
                let mut samples = vec![Sample::default(); order.len()];
                for number in order {
                    processes[number].say("");
                    let Some(Record::Sample(sample)) = processes[number].next()? else {
                        processes.remove(number).end()?;
                        let early = "a process ended before its last turn";
                        return Err(Error::Harness(early.to_owned()));
                    };
                    samples[number] = sample;
                }
                on_record(Record::Sample(merged(cell, &samples)));
                order.reverse();
            }
        }
        processes.into_iter().try_for_each(Process::end)
    }

    fn finish(&self) -> Result<(), Error> {
        self.new.finish()
    }
}

#[cfg(all(test, unix))]
mod tests;
