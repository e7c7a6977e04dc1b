//! Rewrites expressions that are computed together, so that they share more parts.

use std::collections::HashMap;

use pawnfill::{Backend as _, KoggeStone};

use crate::graph::{Expression, Operation};

/// Pairs of equal expressions in any sets. The second is shorter where some of its parts are
/// computed anyway.
fn rules() -> [[Expression; 2]; 8] {
    let [a, b, c] = ["a", "b", "c"].map(Expression::argument);
    let files = KoggeStone::north_span(a) | KoggeStone::south_span(a);
    let rules = [
        [(a & b) | (a & c), a & (b | c)],
        [a & (b & c), (a & b) & c],
        [a | (b | c), (a | b) | c],
        [a & !(b | c), (a & !b) & !c],
        [a & !(a & b), a & !b],
        [KoggeStone::file_fill(a), a | files],
        [KoggeStone::file_span(a), files],
        [(a & !b) | (b & !a), a ^ b],
    ];
    rules.map(|rule| rule.map(Expression::simplified))
}

/// The arguments of a template, and what they stand for.
type Choice = HashMap<Expression, Expression>;

/// Returns all ways to choose the arguments of a template that make it the expression.
pub(crate) fn choices(
    template: Expression,
    expression: Expression,
    chosen: &Choice,
) -> Vec<Choice> {
    let operation = template.operation();
    if let Operation::Argument(_) = operation {
        let mut choice = chosen.clone();
        let is_chosen = *choice.entry(template).or_insert(expression) == expression;
        return if is_chosen { vec![choice] } else { Vec::new() };
    }
    if operation != expression.operation() {
        return Vec::new();
    }
    let mut orders = vec![expression.operands()];
    if operation.commutes() {
        orders.push(expression.operands().into_iter().rev().collect());
    }
    let parts = template.operands();
    let ways = orders.iter().flat_map(|given| {
        parts
            .iter()
            .zip(given)
            .fold(vec![chosen.clone()], |ways, (&part, &given)| {
                ways.iter()
                    .flat_map(|chosen| choices(part, given, chosen))
                    .collect()
            })
    });
    ways.collect()
}

/// Returns the number of operations that compute some expressions together.
fn cost(values: &[Expression]) -> usize {
    Expression::all_of(values)
        .into_iter()
        .filter(|part| !part.operands().is_empty())
        .count()
}

/// Returns equal expressions that take fewer operations together.
pub(crate) fn shared(mut values: Vec<Expression>) -> Vec<Expression> {
    let rules = rules();
    let mut least = cost(&values);
    loop {
        let before = least;
        // A part that an earlier step has replaced makes no difference.
        for part in Expression::all_of(&values) {
            for &[template, by] in &rules {
                for choice in choices(template, part, &Choice::new()) {
                    let equal = Expression::rebuilt(&[by], choice, Expression::new)[0].simplified();
                    let rewritten =
                        Expression::rebuilt(&values, [(part, equal)].into(), Expression::new);
                    let cost = cost(&rewritten);
                    if cost < least {
                        (values, least) = (rewritten, cost);
                    }
                }
            }
        }
        if least == before {
            return values;
        }
    }
}
