//! Prints what each pattern costs, counted on the graph of its expression.
//!
//! A set here is a node of the graph from which the exports are written. In it equal expressions are one node.
//! Operations on constants are done at once and cost nothing. What remains is counted: each `and`, `or`, `xor`,
//! complement, shift, rotation and count of squares is one operation, each table entry is one load.
//!
//! `cargo run -p pawnfill-export --example costs` prints a line for each pattern, and one for the
//! structure: the name, and for each backend the operations and the loads, between tabs.

use pawnfill::pattern::{PATTERNS, Pattern, Value};
use pawnfill::{Backend, Pawns, for_each_backend};
#[cfg(test)]
use pawnfill::{Bitboard, KoggeStone, Lookup, SquareSet, east, north, south, west};
use pawnfill_export::graph::{Expression, Operation};

/// How many operations and loads compute some expressions together.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cost {
    operations: usize,
    loads: usize,
}

impl Cost {
    fn of(expressions: impl IntoIterator<Item = Expression>) -> Self {
        let expressions: Vec<_> = expressions.into_iter().map(Expression::fused).collect();
        let mut all = Expression::all_of(&expressions);
        // The low byte of a set is there already.
        all.retain(|part| !part.operands().is_empty() && part.operation() != Operation::Files);
        let loads = all.iter().filter(|part| matches!(part.operation(), Operation::Load(..))).count();
        Self { operations: all.len() - loads, loads }
    }
}

/// The pawns of both colors, unknown.
fn unknown<B: Backend>() -> Pawns<B, Expression> {
    Pawns::new(Expression::argument("white"), Expression::argument("black"))
}

/// The cost of a pattern for White, which is the same for Black, unless the two share work.
fn cost<B: Backend>(pattern: &'static Pattern) -> Cost {
    let mut costs = pattern.columns().map(|column| match column.of(unknown::<B>()) {
        Value::Set(value) | Value::Files(value) | Value::Number(value) => Cost::of([value]),
    });
    let cost = costs.next().expect("a pattern has a column");
    let shared = ["candidates", "fakers", "loose_levers", "tight_levers", "stuck_levers"];
    let is_shared = shared.contains(&pattern.name) || pattern.name.ends_with("chain_levers");
    // The page names this number.
    let more = if is_shared { 11 } else { 0 };
    let is_like = |of: Cost| of.loads == cost.loads && of.operations.abs_diff(cost.operations) <= more;
    assert!(costs.all(is_like), "{} costs Black more or less", pattern.name);
    cost
}

/// The cost of a structure, whose sets are computed together.
fn structure_cost<B: Backend>() -> Cost {
    Cost::of(unknown::<B>().structure().sets())
}

fn main() {
    for pattern in PATTERNS.iter().map(Some).chain([None]) {
        print!("{}", pattern.map_or("structure", |pattern| pattern.name));
        for_each_backend!(B => {
            let cost = pattern.map_or_else(structure_cost::<B>, cost::<B>);
            print!("\t{} {}", cost.operations, cost.loads);
        });
        println!();
    }
}

/// Equal expressions are counted once, whatever the order of their operands, and constants cost nothing.
#[test]
fn counting() {
    let pawns = unknown::<KoggeStone>();
    let (a, b) = (pawns.white().own(), pawns.black().own());
    let none = Expression::splat(Bitboard::EMPTY);
    assert_eq!(Cost::of([a & b, b & a]).operations, 1);
    assert_eq!(Cost::of([(a & b) | (b & a), a ^ none, a | none, b & !none, !!a, a ^ a]).operations, 1);
    assert_eq!(Cost::of([(a & b) ^ (a | b)]).operations, 3);
    assert_eq!(Cost::of([a.up::<8>().up::<1>(), a.up::<9>()]).operations, 1);
    assert_eq!(Cost::of([a.down::<8>().up::<1>()]).operations, 2);
    assert_eq!(Cost::of([east(south(a)), west(north(a))]).operations, 4);
    assert_eq!(Cost::of([KoggeStone::north_fill(a)]).operations, 6);
    assert_eq!(Cost::of([Lookup::north_fill(a)]).loads, 1);
}
