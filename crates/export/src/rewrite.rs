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
    let given = expression.operands();
    let mut ways = ways(&template.operands(), &given, chosen);
    if operation.commutes() {
        ways.extend(self::ways(
            &template.operands(),
            &[given[1], given[0]],
            chosen,
        ));
    }
    ways
}

/// Returns all ways to choose the arguments of templates that make them the expressions.
fn ways(templates: &[Expression], given: &[Expression], chosen: &Choice) -> Vec<Choice> {
    let mut ways = vec![chosen.clone()];
    for (&template, &given) in std::iter::zip(templates, given) {
        let mut longer = Vec::new();
        for chosen in &ways {
            longer.extend(choices(template, given, chosen));
        }
        ways = longer;
    }
    ways
}

/// Returns the number of operations that compute some expressions together.
fn cost(values: &[Expression]) -> usize {
    let mut cost = 0;
    for part in Expression::all_of(values) {
        cost += usize::from(!part.operands().is_empty());
    }
    cost
}

/// Returns equal expressions that take fewer operations together.
///
/// A rule can pay off only after another one, in another expression, so all of them are tried until
/// none saves an operation. Each step makes the expressions cheaper, so this ends.
pub(crate) fn shared(mut values: Vec<Expression>) -> Vec<Expression> {
    let rules = rules();
    loop {
        let before = cost(&values);
        // A part that an earlier step has replaced makes no difference.
        for part in Expression::all_of(&values) {
            replace_part(&mut values, part, &rules);
        }
        if cost(&values) == before {
            return values;
        }
    }
}

/// Replaces a part of the values by each rule that makes them cheaper.
fn replace_part(values: &mut Vec<Expression>, part: Expression, rules: &[[Expression; 2]]) {
    let mut least = cost(values);
    for &[template, by] in rules {
        for choice in choices(template, part, &Choice::new()) {
            let equal = Expression::rebuilt(&[by], choice, Expression::new)[0].simplified();
            let replaced = HashMap::from([(part, equal)]);
            let rewritten = Expression::rebuilt(values, replaced, Expression::new);
            let cost = cost(&rewritten);
            if cost < least {
                (*values, least) = (rewritten, cost);
            }
        }
    }
}
