//! The samples of all processes, and the values of each process for a cell.

use std::collections::BTreeMap;

use crate::protocol::{Cell, Mode, Sample};
use crate::stats::median;

/// All samples, by cell.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    cells: BTreeMap<(String, Mode), Pooled>,
    process: usize,
}

/// The samples of a cell.
#[derive(Debug, Default)]
pub(crate) struct Pooled {
    functions: Vec<String>,
    /// The samples, each with the number of its process.
    samples: Vec<(usize, Sample)>,
}

impl Pool {
    /// Begins a new process.
    pub(crate) fn begin(&mut self) {
        self.process += 1;
    }

    pub(crate) fn add(&mut self, cell: &Cell, sample: Sample) {
        let pooled = self.cells.entry((cell.comparison.clone(), cell.mode)).or_default();
        pooled.functions.clone_from(&cell.functions);
        pooled.samples.push((self.process, sample));
    }

    pub(crate) fn get(&self, comparison: &str, mode: Mode) -> Option<&Pooled> {
        self.cells.get(&(comparison.to_owned(), mode))
    }
}

/// The two groups of sides to compare, each represented by its mean.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) baseline: Vec<usize>,
    pub(crate) candidate: Vec<usize>,
}

impl Pooled {
    /// Returns the sides of a function and its clone.
    fn sides(&self, function: &str) -> Option<[usize; 2]> {
        let number = self.functions.iter().position(|name| name == function)?;
        Some([2 * number, 2 * number + 1])
    }

    /// Returns the pair of both clones of two functions.
    pub(crate) fn pair(&self, baseline: &str, candidate: &str) -> Option<Pair> {
        Some(Pair { baseline: self.sides(baseline)?.into(), candidate: self.sides(candidate)?.into() })
    }

    /// Returns the pair of a function and its clone.
    pub(crate) fn control(&self, function: &str) -> Option<Pair> {
        let [function, clone] = self.sides(function)?;
        Some(Pair { baseline: vec![function], candidate: vec![clone] })
    }

    /// Returns the median of each process.
    fn by_process(&self, value: impl Fn(&Sample) -> f64) -> Vec<f64> {
        let processes = self.samples.chunk_by(|(a, _), (b, _)| a == b);
        processes.filter_map(|samples| median(samples.iter().map(|(_, sample)| value(sample)))).collect()
    }

    /// Returns the logarithm of the candidate's time divided by the baseline's, for each process.
    pub(crate) fn logs(&self, pair: &Pair) -> Vec<f64> {
        self.by_process(|sample| mean(&sample.logs, &pair.candidate) - mean(&sample.logs, &pair.baseline))
    }

    /// Returns the candidate's time minus the baseline's, for each process.
    pub(crate) fn deltas(&self, pair: &Pair) -> Vec<f64> {
        self.by_process(|sample| mean(&sample.times, &pair.candidate) - mean(&sample.times, &pair.baseline))
    }

    /// Returns the median time of sides.
    pub(crate) fn time(&self, sides: &[usize]) -> Option<f64> {
        median(self.by_process(|sample| mean(&sample.times, sides)))
    }

    /// Returns the median time of the loop without a function.
    pub(crate) fn floor(&self) -> Option<f64> {
        median(self.by_process(|sample| sample.floor))
    }
}

fn mean(values: &[f64], sides: &[usize]) -> f64 {
    let measured = sides.iter().filter_map(|&side| values.get(side));
    measured.clone().sum::<f64>() / measured.count() as f64
}
