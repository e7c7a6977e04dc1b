//! Rewrites expressions that are computed together, so that they share more parts.

use std::collections::HashMap;

use pawnfill::{Backend as _, KoggeStone};

use crate::graph::{Expression, Operation};

/// Pairs of equal expressions in any sets. The second is shorter where some of its parts are computed anyway.
fn rules() -> Vec<[Expression; 2]> {
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
    rules.map(|rule| rule.map(Expression::simplified)).to_vec()
}

/// The arguments of a template, and what they stand for.
type Choice = Vec<(Operation, Expression)>;

/// Returns all ways to choose the arguments of a template that make it the expression.
pub(crate) fn choices(template: Expression, expression: Expression, chosen: &Choice) -> Vec<Choice> {
    let operation = template.operation();
    if let Operation::Argument(_) = operation {
        return match chosen.iter().find(|(argument, _)| *argument == operation) {
            Some((_, known)) if *known != expression => Vec::new(),
            Some(_) => vec![chosen.clone()],
            None => vec![[&chosen[..], &[(operation, expression)]].concat()],
        };
    }
    if operation != expression.operation() {
        return Vec::new();
    }
    let in_order = |given: &[Expression]| {
        let parts = template.operands().into_iter().zip(given.to_vec());
        parts.fold(vec![chosen.clone()], |ways, (part, given)| {
            ways.iter().flat_map(|chosen| choices(part, given, chosen)).collect()
        })
    };
    let mut given = expression.operands();
    let mut ways = in_order(&given);
    if operation.commutes() {
        given.reverse();
        ways.extend(in_order(&given));
    }
    ways
}

/// Returns the number of operations that compute some expressions together.
fn cost(values: &[Expression]) -> usize {
    Expression::all_of(values).into_iter().filter(|part| !part.operands().is_empty()).count()
}

/// Returns equal expressions that take fewer operations together.
pub(crate) fn shared(mut values: Vec<Expression>) -> Vec<Expression> {
    let rules = rules();
    let mut least = cost(&values);
    loop {
        let before = least;
        // A part that an earlier step has replaced makes no difference.
        for part in Expression::all_of(&values) {
            for equal in rules.iter().flat_map(|&rule| equals(part, rule)) {
                let rewritten = replaced(&values, part, equal);
                let cost = cost(&rewritten);
                if cost < least {
                    (values, least) = (rewritten, cost);
                }
            }
        }
        if least == before {
            return values;
        }
    }
}

/// Returns what a rule makes of an expression.
fn equals(part: Expression, [template, by]: [Expression; 2]) -> Vec<Expression> {
    let of_choice = |chosen: Choice| {
        let equal = by.rebuilt(|operation, operands| {
            let argument = chosen.iter().find(|(argument, _)| *argument == operation);
            argument.map_or_else(|| Expression::new(operation, operands), |&(_, set)| set)
        });
        equal.simplified()
    };
    choices(template, part, &Choice::new()).into_iter().map(of_choice).collect()
}

/// Returns the expressions with a part replaced.
fn replaced(values: &[Expression], part: Expression, by: Expression) -> Vec<Expression> {
    let mut made = HashMap::from([(part, by)]);
    for expression in Expression::all_of(values) {
        let operands: Vec<_> = expression.operands().iter().map(|operand| made[operand]).collect();
        made.entry(expression).or_insert_with(|| Expression::new(expression.operation(), &operands));
    }
    values.iter().map(|value| made[value]).collect()
}
