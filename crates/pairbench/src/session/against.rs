//! Compares the work tree with another commit: the programs of both are processes of one session.
//!
//! A process of the session is four that run in turn, two of each commit in different layouts, so
//! the control of a program is the same program in another layout. They share a core, because a
//! neighbor slows one and not another.

use std::collections::BTreeMap;
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
        let comparisons = description.comparisons.iter().zip(&description.results);
        let units = comparisons.flat_map(|(info, results)| {
            let own_code = info
                .functions
                .iter()
                .filter(|function| function.same_as.is_none());
            own_code.map(move |FunctionInfo { name: function, .. }| Unit {
                name: format!("{}/{function}", info.name),
                info,
                function,
                results,
            })
        });
        units.collect()
    }

    /// Returns the comparison with the same function of another commit.
    fn against(&self, before: &Unit<'_>, revision: &str) -> ComparisonInfo {
        let name = |name: &str| FunctionInfo {
            name: name.to_owned(),
            same_as: None,
        };
        let modes = self
            .info
            .modes
            .iter()
            .copied()
            .filter(|mode| before.info.modes.contains(mode));
        ComparisonInfo {
            name: self.name.clone(),
            modes: modes.collect(),
            long: self.info.long || before.info.long,
            functions: vec![name(revision), name(HERE)],
            ..self.info.clone()
        }
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
        let commit = format!("{revision}^{{commit}}");
        let verify = ["rev-parse", "--verify", "--quiet", "--end-of-options"];
        let commit = git(folder, &[&verify[..], &[&commit]].concat()).map_err(|_| {
            Error::Usage(format!(
                "--against {revision}: no such commit in {}",
                folder.display()
            ))
        })?;
        let is_dirty = !git(folder, &["status", "--porcelain"])?.is_empty();
        let target = bench.target()?;
        let kept = Kept::new(folder, &commit, &target, &new.profiles(&target))?;
        if !bench.is_in(&kept.place)? {
            return Err(Error::Usage(format!(
                "--against {revision}: it has no bench target `{}`. Commit the bench before your change, and compare with that commit.",
                bench.name
            )));
        }
        let of_revision = |error| Error::Harness(format!("{revision}: {error}"));
        let old = new
            .elsewhere(&bench, &kept.place, &kept.target)
            .map_err(of_revision)?;
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
        let of_revision = |error| Error::Harness(format!("{revision}: {error}"));
        let Commit {
            kept,
            harness: old,
            words,
        } = Commit::new(&new, revision)?;
        let before = old.describe(seconds).map_err(of_revision)?;
        new.link()?;
        if [&before, &description]
            .iter()
            .any(|side| side.results.len() != side.comparisons.len())
        {
            return Err(Error::Harness(format!(
                "{revision} has another version of pairbench"
            )));
        }
        let mut words = vec![words];
        let name_of = |unit: Unit<'_>| {
            (
                unit.name,
                [unit.info.name.clone(), unit.function.to_owned()],
            )
        };
        let units = Unit::all(&description).into_iter().map(name_of).collect();
        description.comparisons = common(&before, &description, revision, &mut words)?;
        description.layouts = old.layouts().min(new.layouts());
        Ok((
            Self {
                old,
                new,
                _kept: kept,
                units,
                words,
            },
            description,
        ))
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
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let times: Vec<_> = samples.iter().map(|sample| mean(&sample.times)).collect();
    let center = mean(&times.iter().map(|time| time.ln()).collect::<Vec<_>>());
    let floors: Vec<_> = samples.iter().map(|sample| sample.floor).collect();
    let logs = times.iter().map(|time| time.ln() - center).collect();
    let rounds = samples.iter().map(|sample| sample.rounds).sum();
    Sample {
        cell,
        logs,
        times,
        floor: mean(&floors),
        rounds,
    }
}

/// Returns a comparison for each function that both programs have with the same results, and says
/// which are left out.
fn common(
    old: &Description,
    new: &Description,
    revision: &str,
    words: &mut Vec<String>,
) -> Result<Vec<ComparisonInfo>, Error> {
    let (olds, news) = (Unit::all(old), Unit::all(new));
    let mut comparisons = Vec::new();
    let mut left_out = [
        (
            format!("Not compared, because only the {HERE} has them"),
            Vec::new(),
        ),
        (
            format!("Not compared, because only {revision} has them"),
            Vec::new(),
        ),
        (
            "Not compared, because their results or inputs differ".to_owned(),
            Vec::new(),
        ),
    ];
    for unit in &news {
        match olds.iter().find(|before| before.name == unit.name) {
            None => left_out[0].1.push(&*unit.name),
            Some(before) if before.results != unit.results => left_out[2].1.push(&unit.name),
            Some(before) => comparisons.push(unit.against(before, revision)),
        }
    }
    let is_left = |before: &&Unit<'_>| news.iter().all(|unit| unit.name != before.name);
    left_out[1]
        .1
        .extend(olds.iter().filter(is_left).map(|before| &*before.name));
    for (what, names) in left_out.iter().filter(|(_, names)| !names.is_empty()) {
        words.push(format!("{what}: {}", names.join(", ")));
    }
    if comparisons.is_empty() {
        return Err(Error::Usage(format!(
            "--against {revision}: nothing to compare\n{}",
            words.join("\n")
        )));
    }
    Ok(comparisons)
}

impl Start for Against {
    fn start(&self, plan: &Plan, on_record: &mut dyn FnMut(Record)) -> Result<(), Error> {
        let turns = ((plan.time / 4.0 / TURN) as usize).max(SAMPLES);
        let mut processes = Vec::new();
        for (program, copy) in [
            (&self.old, 0),
            (&self.old, 1),
            (&self.new, 0),
            (&self.new, 1),
        ] {
            processes.push(
                program.spawn(&Plan {
                    process: 2 * plan.process + copy,
                    // Each waits while the others have their turns.
                    limit: 4.0 * plan.limit,
                    cells: plan
                        .cells
                        .iter()
                        .filter_map(|cell| self.own(cell))
                        .collect(),
                    time: plan.time / 4.0,
                    turns,
                    ..*plan
                })?,
            );
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
                        let early = "a process ended before its last turn";
                        return processes
                            .remove(number)
                            .end()
                            .and(Err(Error::Harness(early.to_owned())));
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
