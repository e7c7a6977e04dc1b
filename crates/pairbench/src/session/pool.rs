//! The samples of all processes, and the values of each process for a cell.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::protocol::{Mode, Sample};
use crate::stats::median;

/// The samples of all cells.
pub(crate) type Pool = BTreeMap<(String, Mode), Pooled>;

/// The samples of a cell, each with the number of its process.
#[derive(Debug, Default)]
pub(crate) struct Pooled(pub(crate) Vec<(usize, Sample)>);

/// The sides of the baseline and of the candidate, each represented by its mean.
pub(crate) type Pair = [Range<usize>; 2];

impl Pooled {
    /// Returns the median of each process.
    fn by_process(&self, value: impl Fn(&Sample) -> f64) -> Vec<f64> {
        let processes = self.0.chunk_by(|(a, _), (b, _)| a == b);
        processes
            .filter_map(|samples| median(samples.iter().map(|(_, sample)| value(sample))))
            .collect()
    }

    /// Returns the candidate's value minus the baseline's, for each process.
    pub(crate) fn differences(
        &self,
        [baseline, candidate]: &Pair,
        of: fn(&Sample) -> &[f64],
    ) -> Vec<f64> {
        self.by_process(|sample| mean(of(sample), candidate) - mean(of(sample), baseline))
    }

    /// Returns the median time of sides.
    pub(crate) fn time(&self, sides: &Range<usize>) -> Option<f64> {
        median(self.by_process(|sample| mean(&sample.times, sides)))
    }

    /// Returns the median time of the loop without a function.
    pub(crate) fn floor(&self) -> Option<f64> {
        median(self.by_process(|sample| sample.floor))
    }
}

fn mean(values: &[f64], sides: &Range<usize>) -> f64 {
    let measured = values.get(sides.clone()).unwrap_or_default();
    measured.iter().sum::<f64>() / measured.len() as f64
}
