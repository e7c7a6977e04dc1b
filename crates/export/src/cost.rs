//! What expressions cost.

use crate::graph::{Expression, Operation};

/// How many operations and loads compute some expressions together.
///
/// Equal parts of expressions are counted once, and operations on constants cost nothing. What
/// remains is counted: each `and`, `or`, `xor`, complement, shift, rotation and count of squares is
/// one operation, each table entry is one load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The number of operations.
    pub operations: usize,
    /// The number of loads.
    pub loads: usize,
}

impl Cost {
    /// Counts what computes these expressions.
    pub fn of(expressions: impl IntoIterator<Item = Expression>) -> Self {
        let expressions: Vec<_> = expressions.into_iter().map(Expression::fused).collect();
        let mut all = Expression::all_of(&expressions);
        // The low byte of a set is there already.
        all.retain(|part| !part.operands().is_empty() && part.operation() != Operation::Files);
        let loads = all
            .iter()
            .filter(|part| matches!(part.operation(), Operation::Load(..)))
            .count();
        Self {
            operations: all.len() - loads,
            loads,
        }
    }
}

#[cfg(test)]
mod tests;
