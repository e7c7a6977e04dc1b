//! Numbers as functions of the input.

use std::collections::BTreeMap;

use crate::bit::{Bit, FALSE, TRUE};

/// The inputs for which a number has each value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Values(BTreeMap<u32, Bit>);

impl Values {
    pub(crate) fn combine(&self, other: &Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut values = BTreeMap::new();
        for (&a, &when_a) in &self.0 {
            for (&b, &when_b) in &other.0 {
                let both = when_a & when_b;
                if both != FALSE {
                    let value = values.entry(f(a, b)).or_insert(FALSE);
                    *value = *value | both;
                }
            }
        }
        Self(values)
    }

    fn is_known(&self) -> bool {
        self.0.values().all(|&when| when != Bit::UNKNOWN)
    }
}

/// The inputs for each value, from 0.
impl<I: IntoIterator<Item = Bit>> From<I> for Values {
    fn from(inputs: I) -> Self {
        Self((0..).zip(inputs).filter(|&(_, bit)| bit != FALSE).collect())
    }
}

/// A number as a function of the input: a sum, leaked so that the type is `Copy`.
///
/// The diagrams of a sum over many files may be too large, but the diagrams of its terms are small.
/// Two sums are therefore compared term by term first, in any order.
#[derive(Clone, Copy)]
pub struct Number(&'static [Values]);

impl Number {
    pub(crate) fn constant(number: u32) -> Self {
        Self::sum([Values(BTreeMap::from([(number, TRUE)]))])
    }

    /// Returns the sum of numbers.
    pub fn sum(parts: impl IntoIterator<Item = Values>) -> Self {
        let zero = Values::from([TRUE]);
        let mut parts: Vec<_> = parts.into_iter().collect();
        parts.retain(|part| *part != zero);
        parts.sort();
        Self(parts.leak())
    }

    /// Returns the inputs for which the two differ.
    #[must_use]
    pub fn differ(self, other: Self) -> Bit {
        if self.0 == other.0 && self.0.iter().all(Values::is_known) {
            FALSE
        } else {
            self.when(other, |a, b| a != b)
        }
    }

    /// Returns the number that a function makes of two.
    #[must_use]
    pub fn combine(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self::sum([self.total().combine(&other.total(), f)])
    }

    /// Returns the inputs for which two numbers pass a test.
    #[must_use]
    pub fn when(self, other: Self, test: impl Fn(u32, u32) -> bool) -> Bit {
        let (left, right) = (self.total(), other.total());
        let mut passing = Vec::new();
        for (&a, &when_a) in &left.0 {
            for (&b, &when_b) in &right.0 {
                if test(a, b) {
                    passing.push((when_a, when_b));
                }
            }
        }
        // If all values pass, nothing else has to be known about them.
        if passing.len() == left.0.len() * right.0.len() {
            return TRUE;
        }
        let mut any = FALSE;
        for (a, b) in passing {
            any = any | a & b;
        }
        any
    }

    /// Returns the number if it is the same for every input.
    #[must_use]
    pub fn single(self) -> Option<u32> {
        let mut values = self.total().0.into_iter();
        let (value, _) = values.find(|&(_, when)| when == Bit::TRUE)?;
        Some(value)
    }

    fn total(self) -> Values {
        let mut total = Values::from([TRUE]);
        for part in self.0 {
            total = total.combine(part, u32::wrapping_add);
        }
        total
    }
}
