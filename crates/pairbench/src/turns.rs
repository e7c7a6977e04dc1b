//! Turns of two programs, in each of which two runs of each share a core at the same moment.
//!
//! So whatever slows one run slows all. Each has another layout, drawn anew in each turn: a fixed one
//! would be measured as if it were the code.

use std::path::{Path, PathBuf};
use std::time::Instant;

use whole_file::TemporaryFolder;

use crate::bounds::Bound;
use crate::cli::bar;
use crate::report::{Brief, Interval, Verdict};
use crate::session::{CAUTION, Error, Harness};

/// The ends of the looks, as fractions of the time.
pub(crate) const LOOKS: [f64; 3] = [0.2, 0.4, 1.0];
/// The turns before each look, however long they take.
const LEAST: usize = 12;
/// The quantile of the normal distribution for intervals of 98.3 %, so that all looks together are
/// wrong in at most 5 % of cases.
const QUANTILE: f64 = 2.394;
/// The copies of a file, which differ in where the system puts them.
const COPIES: usize = 8;

/// A program, in several files of which each run takes one.
#[derive(Debug)]
pub struct Program {
    pub(crate) name: String,
    pub(crate) files: Vec<PathBuf>,
    /// Where it runs.
    pub(crate) folder: PathBuf,
    pub(crate) is_relinked: bool,
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
        let files = (0..harness.layouts()).map(|number| harness.layout(number).to_owned());
        Ok(Self {
            name: name.to_owned(),
            files: files.collect(),
            folder: folder.to_owned(),
            is_relinked: true,
            _copies: None,
        })
    }

    /// Returns a program in copies of a file.
    pub(crate) fn copies(name: &str, file: &Path, folder: &Path) -> Result<Self, Error> {
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

/// The files that run at once, each with its folder.
pub(crate) type Files<'p> = [(&'p Path, &'p Path)];

/// Two programs that are compared.
pub(crate) struct Turns<'p> {
    /// The name of the row.
    pub(crate) name: &'p str,
    /// The old one and the new one.
    pub(crate) programs: [&'p Program; 2],
    /// The seconds at the last look.
    pub(crate) seconds: f64,
    /// The tolerance is half as large before the last look: a smaller difference may still be found.
    pub(crate) bound: Bound,
    /// Runs files at once, and returns the time of each.
    pub(crate) run: &'p dyn Fn(&Files<'_>) -> Result<Vec<f64>, Error>,
}

/// What the turns found.
#[derive(Default)]
struct Logs {
    /// The logarithm of the ratio in each turn.
    ratios: Vec<f64>,
    /// The same of runs of the same program.
    controls: Vec<f64>,
}

impl Turns<'_> {
    /// Takes turns until a look decides.
    pub(crate) fn row(&self) -> Result<Brief, Error> {
        let (start, mut logs) = (Instant::now(), Logs::default());
        let bar = bar(self.seconds as usize);
        let mut row = Brief::default();
        for look in LOOKS {
            let planned = logs.ratios.len() + LEAST;
            let mut done = start.elapsed().as_secs_f64();
            while done < look * self.seconds || logs.ratios.len() < planned {
                self.turn(&mut logs)?;
                done = start.elapsed().as_secs_f64();
                let left = (self.seconds - done).max(0.0);
                bar.set_message(format!("{}: at most {left:.0} s left", self.name));
                bar.set_position(done as u64);
            }
            row = self.judged(&logs, look == 1.0);
            if row.verdict.is_decided() {
                break;
            }
        }
        Ok(row)
    }

    /// Runs two files of each program at once.
    fn turn(&self, logs: &mut Logs) -> Result<(), Error> {
        // If one had more, they would be in the caches less often.
        let layouts = self.programs.map(|program| program.files.len());
        let layouts = layouts[0].min(layouts[1]);
        let mut files = Vec::new();
        for program in self.programs {
            let mut drawn: Vec<_> = program.files[..layouts].iter().collect();
            fastrand::shuffle(&mut drawn);
            for file in &drawn[..2] {
                files.push((file.as_path(), program.folder.as_path()));
            }
        }
        let mut order = [0, 1, 2, 3];
        fastrand::shuffle(&mut order);
        let mut times = [0.0; 4];
        for (time, place) in (self.run)(&order.map(|place| files[place]))?
            .into_iter()
            .zip(order)
        {
            times[place] = time;
        }
        let [old, other_old, new, other_new] = times;
        logs.ratios
            .push(((new + other_new) / (old + other_old)).ln());
        logs.controls
            .push((other_new / new * other_old / old).ln() / 2.0);
        Ok(())
    }

    /// Judges turns.
    fn judged(&self, logs: &Logs, is_last: bool) -> Brief {
        let mut row = Brief {
            name: self.name.to_owned(),
            ..Brief::default()
        };
        let [log, control] =
            [&logs.ratios, &logs.controls].map(|logs| Interval::from_means(logs, QUANTILE));
        if let (Some(log), Some(control)) = (log, control) {
            row.ratio = Some(log.map(f64::exp));
            row.verdict = self.verdict(log, control, is_last);
            row.notes
                .push(format!("control {}", control.map(f64::exp).text(4)));
        }
        row.notes.push(format!("{} turns", logs.ratios.len()));
        row
    }

    /// Returns the verdict for the logarithm of a ratio and of its control, which widens the bounds
    /// if it is far from zero, and if it excludes zero, ends the trust.
    fn verdict(&self, log: Interval, control: Interval, is_last: bool) -> Verdict {
        let bound = self.bound.widened(CAUTION * control.point.abs());
        let tolerance = bound.tolerance.ln_1p() * if is_last { 1.0 } else { 0.5 };
        let beyond = bound.noise.ln_1p();
        if control.lo > 0.0 || control.hi < 0.0 {
            Verdict::Untrusted
        } else if log.lo > beyond {
            Verdict::Slower
        } else if log.hi < -beyond {
            Verdict::Faster
        } else if log.is_within(tolerance) {
            Verdict::Same
        } else {
            Verdict::Undecided
        }
    }
}

#[cfg(test)]
mod tests;
