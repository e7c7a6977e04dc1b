//! Medians, and intervals that make no assumption about the shape of noise.
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unreachable_pub, reason = "only medians are measured")
)]

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
    /// Returns the median of the values, and the order statistics that enclose the true median with
    /// at least this probability. Returns `None` if there are too few values.
    pub(crate) fn from_order(values: Vec<f64>, level: f64) -> Option<Self> {
        let rank = rank(values.len(), level)?;
        let sorted = sorted(values);
        Some(Self {
            point: median(sorted.iter().copied())?,
            lo: sorted[rank - 1],
            hi: sorted[sorted.len() - rank],
        })
    }

    /// Returns the median of the means of all pairs, and the interval by Hodges and Lehmann for
    /// values that are symmetric around it, where `z` is the quantile of the normal distribution.
    /// It is narrower than that of order statistics. Returns `None` if there are fewer than ten.
    pub(crate) fn from_means(values: &[f64], z: f64) -> Option<Self> {
        let count = values.len() as f64;
        if count < 10.0 {
            return None;
        }
        let mut means = Vec::new();
        for (number, one) in values.iter().enumerate() {
            means.extend(
                values[number..]
                    .iter()
                    .map(|other| f64::midpoint(*one, *other)),
            );
        }
        let means = sorted(means);
        // How many means are below the median is the statistic of Wilcoxon's test.
        let deviation = (count * (count + 1.0) * (2.0 * count + 1.0) / 24.0).sqrt();
        let rank = (means.len() as f64 / 2.0 - z * deviation) as usize;
        Some(Self {
            point: median(means.iter().copied())?,
            lo: means[rank],
            hi: means[means.len() - 1 - rank],
        })
    }

    /// Returns the interval of the values after applying a monotonic function.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        let (lo, hi) = (change(self.lo), change(self.hi));
        Self {
            point: change(self.point),
            lo: lo.min(hi),
            hi: lo.max(hi),
        }
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
    let last = sorted.len().checked_sub(1)?;
    Some(f64::midpoint(sorted[last / 2], sorted[sorted.len() / 2]))
}

/// Returns the mean of the middle half, or of a little less. It is as robust as the median, and
/// finer than the resolution of the clock.
pub(crate) fn middle_half(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let sorted = sorted(values);
    let quarter = (sorted.len() + 1) / 4;
    let middle = &sorted[quarter..sorted.len() - quarter];
    (!middle.is_empty()).then(|| middle.iter().sum::<f64>() / middle.len() as f64)
}

/// Returns the rank of the lower end of the interval, counted from 1. The upper end has the same
/// rank from above.
///
/// The number of values below the median is binomial with p = ½. The rank is the largest for which
/// each tail has at most half of the remaining probability. It is `None` if even the extremes do
/// not reach the level.
fn rank(count: usize, level: f64) -> Option<usize> {
    let tail = f64::midpoint(1.0, -level);
    let (mut below, mut probability) = (0.0, 0.5_f64.powi(i32::try_from(count).ok()?));
    let ranks = (0..count.div_ceil(2)).take_while(|&heads| {
        below += probability;
        probability *= (count - heads) as f64 / (heads + 1) as f64;
        below <= tail
    });
    Some(ranks.count()).filter(|&rank| rank > 0)
}

#[cfg(test)]
mod tests;
