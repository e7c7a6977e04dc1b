//! Medians, and intervals that make no assumption about the shape of noise.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unreachable_pub, reason = "only medians are measured"))]

use serde::{Deserialize, Serialize};

/// A median and its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The median of the values.
    pub point: f64,
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

impl Interval {
    /// Returns the median of the values, and the order statistics that enclose the true median with at least this
    /// probability. Returns `None` if there are too few values.
    pub(crate) fn of(values: Vec<f64>, level: f64) -> Option<Self> {
        let rank = rank(values.len(), level)?;
        let sorted = sorted(values);
        Some(Self {
            point: median(sorted.iter().copied())?,
            lo: sorted[rank - 1],
            hi: sorted[sorted.len() - rank],
        })
    }

    /// Returns the interval of the values after applying a monotonic function.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        let (lo, hi) = (change(self.lo), change(self.hi));
        Self { point: change(self.point), lo: lo.min(hi), hi: lo.max(hi) }
    }

    /// Returns `true` if the whole interval lies between the bound and its negative.
    #[must_use]
    pub fn is_within(self, bound: f64) -> bool {
        -bound <= self.lo && self.hi <= bound
    }
}

fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Returns the median. For an even number of values, this is the mean of the middle two.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let sorted = sorted(values);
    let half = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => Some(sorted[half]),
        _ => Some(f64::midpoint(sorted[half.checked_sub(1)?], sorted[half])),
    }
}

/// Returns the mean of the middle half, or of a little less. It is as robust as the median, and finer than the
/// resolution of the clock.
pub(crate) fn middle_half(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let sorted = sorted(values);
    let quarter = (sorted.len() + 1) / 4;
    let middle = &sorted[quarter..sorted.len() - quarter];
    (!middle.is_empty()).then(|| middle.iter().sum::<f64>() / middle.len() as f64)
}

/// Returns the rank of the lower end of the interval, counted from 1. The upper end has the same rank from above.
///
/// The number of values below the median is binomial with p = ½. The rank is the largest for which each tail has at
/// most half of the remaining probability. It is `None` if even the extremes do not reach the level.
fn rank(count: usize, level: f64) -> Option<usize> {
    let tail = f64::midpoint(1.0, -level);
    let mut probability = 0.5_f64.powi(i32::try_from(count).ok()?);
    let mut below = 0.0;
    let mut rank = None;
    for heads in 0..count.div_ceil(2) {
        below += probability;
        if below > tail {
            break;
        }
        rank = Some(heads + 1);
        probability *= (count - heads) as f64 / (heads + 1) as f64;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_binomial_distribution() {
        // Fifty values: P(at most 15 heads) = 0.0033, P(at most 16) = 0.0077.
        assert_eq!(rank(50, 0.99), Some(16));
        // Twenty: P(at most 3) = 0.0013, P(at most 4) = 0.0059.
        assert_eq!(rank(20, 0.99), Some(4));
        // Eight: P(0) = 0.0039, P(at most 1) = 0.035. Seven: even the extremes do not reach the level.
        assert_eq!([rank(8, 0.99), rank(7, 0.99), rank(1, 0.99), rank(0, 0.99)], [Some(1), None, None, None]);
        assert_eq!([rank(12, 0.9875), rank(1, 0.0)], [Some(2), Some(1)]);
    }

    #[test]
    fn interval_of_fifty() {
        let values = (1..=50).rev().map(f64::from).collect();
        assert_eq!(Interval::of(values, 0.99), Some(Interval { point: 25.5, lo: 16.0, hi: 35.0 }));
        assert_eq!(Interval::of(vec![7.0; 5], 0.99), None);
        assert_eq!(Interval::of(Vec::new(), 0.99), None);
    }

    #[test]
    fn a_reversing_change_swaps_the_ends() {
        let interval = Interval { point: 2.0, lo: 1.0, hi: 4.0 };
        assert_eq!(interval.map(|x| 1.0 / x), Interval { point: 0.5, lo: 0.25, hi: 1.0 });
        assert_eq!(
            [interval.is_within(4.0), interval.is_within(3.9), interval.map(|x| -x).is_within(3.9)],
            [true, false, false]
        );
    }

    #[test]
    fn medians_and_middle_halves() {
        assert_eq!(median([5.0, 1.0, 4.0, 2.0, 3.0]), Some(3.0));
        assert_eq!(median([4.0, 1.0]), Some(2.5));
        assert_eq!([median([]), middle_half([])], [None, None]);
        assert_eq!(middle_half([9.0, 1.0, 2.0, 4.0]), Some(3.0));
        assert_eq!([middle_half([1.0, 2.0]), middle_half([7.0])], [Some(1.5), Some(7.0)]);
        // Of three values it is the median.
        assert_eq!(
            [middle_half([9.0, 1.0, 2.0]), middle_half([9.0, 1.0, 2.0, 3.0, 4.0])],
            [Some(2.0), Some(3.0)]
        );
    }
}
