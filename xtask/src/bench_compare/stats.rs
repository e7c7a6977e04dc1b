//! Medians, and intervals that assume nothing about the shape of noise.

use serde::{Deserialize, Serialize};

/// How sure an interval is to hold the median.
pub(super) const LEVEL: f64 = 0.99;

/// A median and what it may be: the order statistics that enclose it with probability [`LEVEL`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Interval {
    /// The median of the samples.
    pub(super) point: f64,
    pub(super) lo: f64,
    pub(super) hi: f64,
}

impl Interval {
    /// The median of the values and its interval; `None` if there is no value.
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let sorted = sorted(values);
        let rank = rank(sorted.len());
        Some(Self {
            point: middle(&sorted)?,
            lo: *sorted.get(rank - 1)?,
            hi: *sorted.get(sorted.len() - rank)?,
        })
    }

    /// The same with every value changed by a function that keeps or reverses the order.
    pub(super) fn map(self, change: impl Fn(f64) -> f64) -> Self {
        let (lo, hi) = (change(self.lo), change(self.hi));
        Self { point: change(self.point), lo: lo.min(hi), hi: lo.max(hi) }
    }
}

/// The median of the values; `None` if there is none.
pub(super) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    middle(&sorted(values))
}

/// The value below which this fraction of the values lies; `None` if there is none.
pub(super) fn quantile(values: impl IntoIterator<Item = f64>, fraction: f64) -> Option<f64> {
    let sorted = sorted(values);
    let last = sorted.len().checked_sub(1)?;
    Some(sorted[(fraction * last as f64).round() as usize])
}

/// The standard deviation; `None` for less than two values.
pub(super) fn deviation(values: &[f64]) -> Option<f64> {
    let freedom = values.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / freedom as f64).sqrt())
}

fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values
}

fn middle(sorted: &[f64]) -> Option<f64> {
    let half = sorted.len() / 2;
    match sorted {
        [] => None,
        _ if sorted.len() % 2 == 1 => Some(sorted[half]),
        _ => Some(f64::midpoint(sorted[half - 1], sorted[half])),
    }
}

/// The rank from below, counted from 1, of the lower end of the interval; its upper end has the same rank from above.
///
/// Of `count` values as many lie below the median as a coin shows heads. The rank is the largest one for which at
/// most half of what is left to doubt lies on either side; with few values it is 1, and the interval less sure.
fn rank(count: usize) -> usize {
    let tail = (1.0 - LEVEL) / 2.0;
    let mut probability = 0.5_f64.powi(count as i32);
    let mut below = 0.0;
    for heads in 0..count / 2 {
        below += probability;
        if below > tail {
            return heads.max(1);
        }
        probability *= (count - heads) as f64 / (heads + 1) as f64;
    }
    count.div_ceil(2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_binomial_distribution() {
        // Fifty values: P(at most 15 heads) = 0.0033, P(at most 16) = 0.0077.
        assert_eq!(rank(50), 16);
        // Twenty: P(at most 3) = 0.0013, P(at most 4) = 0.0059.
        assert_eq!(rank(20), 4);
        // Eight: P(0) = 0.0039, P(at most 1) = 0.035. Seven: even the extremes are not sure enough.
        assert_eq!([rank(8), rank(7), rank(1)], [1, 1, 1]);
    }

    #[test]
    fn interval_of_fifty() {
        let values = (1..=50).rev().map(f64::from);
        assert_eq!(Interval::of(values), Some(Interval { point: 25.5, lo: 16.0, hi: 35.0 }));
        assert_eq!(Interval::of([7.0]), Some(Interval { point: 7.0, lo: 7.0, hi: 7.0 }));
        assert_eq!(Interval::of([]), None);
    }

    #[test]
    fn a_reversing_change_swaps_the_ends() {
        let interval = Interval { point: 2.0, lo: 1.0, hi: 4.0 };
        assert_eq!(interval.map(|x| 1.0 / x), Interval { point: 0.5, lo: 0.25, hi: 1.0 });
    }

    #[test]
    fn quantiles_and_deviation() {
        let values = [5.0, 1.0, 4.0, 2.0, 3.0];
        assert_eq!(median(values), Some(3.0));
        assert_eq!(median([4.0, 1.0]), Some(2.5));
        assert_eq!(quantile(values, 0.0), Some(1.0));
        assert_eq!(quantile(values, 0.25), Some(2.0));
        assert_eq!(quantile([], 0.5), None);
        assert_eq!(deviation(&[2.0, 4.0]), Some(2.0_f64.sqrt()));
        assert_eq!(deviation(&[2.0]), None);
    }
}
