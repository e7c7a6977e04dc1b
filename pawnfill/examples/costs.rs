//! Prints what each pattern costs, counted on the graph of its expression.
//!
//! A set here is a node of a graph in which equal expressions are one node, as a compiler's value numbering has it.
//! Operations on constants are done at once and cost nothing. What remains is counted: each `and`, `or`, `xor`,
//! complement, shift, rotation and count of squares is one operation, each table entry is one load.
//!
//! `cargo run -p pawnfill --features tables --example costs` prints a line for each pattern, and one for the
//! structure: the name, the operations with `KoggeStone`, and the operations and loads with `Lookup`, between tabs.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use pawnfill::pattern::Scope;
use pawnfill::{
    Backend, Bitboard, Color, KoggeStone, Lookup, PATTERNS, Pattern, Pawns, Reduce, SquareSet, Value,
};
#[cfg(test)]
use pawnfill::{east, north, south, west};

/// An operation on nodes, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Pawns(Color),
    Constant(u64),
    And(u32, u32),
    Or(u32, u32),
    Xor(u32, u32),
    Not(u32),
    Up(u32, u32),
    Down(u32, u32),
    RotateUp(u32, u32),
    Load(u32, usize, u32),
    Count(u32),
    Multiply(u32, u32),
    AbsDiff(u32, u32),
}

use Node::{And, Constant, Or, Xor};

/// All nodes made so far by this thread, and the number of each.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    numbers: HashMap<Node, u32>,
}

thread_local! {
    static GRAPH: RefCell<Graph> = RefCell::default();
}

/// A set of squares, or a number, as the expression that computes it.
#[derive(Clone, Copy)]
struct Expression(u32);

impl Expression {
    /// The one expression that does this.
    fn new(node: Node) -> Self {
        GRAPH.with_borrow_mut(|graph| {
            let Graph { nodes, numbers } = graph;
            Self(*numbers.entry(node).or_insert_with(|| {
                nodes.push(node);
                u32::try_from(nodes.len() - 1).unwrap()
            }))
        })
    }

    fn node(self) -> Node {
        GRAPH.with_borrow(|graph| graph.nodes[self.0 as usize])
    }

    fn constant(self) -> Option<u64> {
        if let Constant(bits) = self.node() { Some(bits) } else { None }
    }

    /// A shift, or its result where that is known. Two shifts are one, and a mask where they go opposite ways.
    fn shift(self, n: u32, node: fn(u32, u32) -> Node, f: fn(u64, u32) -> u64) -> Self {
        let shifted = node(n, self.0);
        let masked = |node, mask| Self::new(node) & Self::new(Constant(mask));
        match (shifted, self.node()) {
            (_, Constant(bits)) => Self::new(Constant(f(bits, n))),
            (Node::Up(..), Node::Up(m, a)) if m + n < 64 => Self::new(Node::Up(m + n, a)),
            (Node::Down(..), Node::Down(m, a)) if m + n < 64 => Self::new(Node::Down(m + n, a)),
            (Node::Up(..), Node::Down(m, a)) if m > n => masked(Node::Down(m - n, a), !0 >> m << n),
            (Node::Down(..), Node::Up(m, a)) if m > n => masked(Node::Up(m - n, a), !0 << m >> n),
            _ => Self::new(shifted),
        }
    }

    /// A commutative operation, or its result where that is known.
    fn commute(self, other: Self, node: fn(u32, u32) -> Node, f: fn(u64, u64) -> u64) -> Self {
        if let (Some(a), Some(b)) = (self.constant(), other.constant()) {
            return Self::new(Constant(f(a, b)));
        }
        if self.0 == other.0 {
            return if f(1, 1) == 1 { self } else { Self::new(Constant(0)) };
        }
        for (a, b) in [(self, other), (other, self)] {
            match a.constant() {
                Some(bits) if f(bits, 0) == 0 && f(bits, !0) == !0 => return b,
                Some(bits) if f(bits, 0) == f(bits, !0) => return Self::new(Constant(f(bits, 0))),
                _ => {}
            }
        }
        let merged = node(self.0.min(other.0), self.0.max(other.0));
        if let And(a, b) = merged {
            // A mask of a masked set is one mask.
            for (set, mask) in [(a, b), (b, a)] {
                if let (And(a, b), Some(outer)) = (Self(set).node(), Self(mask).constant()) {
                    for (set, mask) in [(a, b), (b, a)] {
                        if let Some(inner) = Self(mask).constant() {
                            return Self(set) & Self::new(Constant(inner & outer));
                        }
                    }
                }
            }
        }
        Self::new(merged)
    }
}

impl BitAnd for Expression {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.commute(other, And, |a, b| a & b)
    }
}

impl BitOr for Expression {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.commute(other, Or, |a, b| a | b)
    }
}

impl BitXor for Expression {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.commute(other, Xor, |a, b| a ^ b)
    }
}

impl Not for Expression {
    type Output = Self;
    fn not(self) -> Self {
        match self.node() {
            Constant(bits) => Self::new(Constant(!bits)),
            Node::Not(a) => Self(a),
            _ => Self::new(Node::Not(self.0)),
        }
    }
}

impl SquareSet for Expression {
    fn splat(set: Bitboard) -> Self {
        Self::new(Constant(set.bits()))
    }
    fn up<const N: u32>(self) -> Self {
        self.shift(N, Node::Up, |bits, n| bits << n)
    }
    fn down<const N: u32>(self) -> Self {
        self.shift(N, Node::Down, |bits, n| bits >> n)
    }
    fn rotate_up<const N: u32>(self) -> Self {
        self.shift(N, Node::RotateUp, u64::rotate_left)
    }
    fn lookup<const RANK: u32>(self, table: &[u64; 256]) -> Self {
        Self::new(Node::Load(RANK, table.as_ptr() as usize, self.0))
    }
}

impl Reduce for Expression {
    type Number = Self;
    type Files = Self;

    fn count(self) -> Self {
        Self::new(Node::Count(self.0))
    }
    /// The low byte, which is there already.
    fn to_file_set(self) -> Self {
        self
    }
    fn number(number: u32) -> Self {
        Self::new(Constant(number.into()))
    }
    fn multiply(a: Self, b: Self) -> Self {
        Self::new(Node::Multiply(a.0, b.0))
    }
    fn abs_diff(a: Self, b: Self) -> Self {
        Self::new(Node::AbsDiff(a.0, b.0))
    }
}

/// How many operations and loads compute some expressions together.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Cost {
    operations: u32,
    loads: u32,
}

impl Cost {
    fn of(expressions: impl IntoIterator<Item = Expression>) -> Self {
        let mut cost = Self::default();
        let mut pending: Vec<u32> = expressions.into_iter().map(|expression| expression.0).collect();
        let mut seen = vec![false; GRAPH.with_borrow(|graph| graph.nodes.len())];
        while let Some(number) = pending.pop() {
            if std::mem::replace(&mut seen[number as usize], true) {
                continue;
            }
            match Expression(number).node() {
                Node::Pawns(_) | Constant(_) => {}
                And(a, b) | Or(a, b) | Xor(a, b) | Node::Multiply(a, b) | Node::AbsDiff(a, b) => {
                    cost.operations += 1;
                    pending.extend([a, b]);
                }
                Node::Not(a) | Node::Up(_, a) | Node::Down(_, a) | Node::RotateUp(_, a) | Node::Count(a) => {
                    cost.operations += 1;
                    pending.push(a);
                }
                Node::Load(_, _, a) => {
                    cost.loads += 1;
                    pending.push(a);
                }
            }
        }
        cost
    }
}

/// The pawns of both colors, unknown.
fn unknown<B: Backend>() -> Pawns<B, Expression> {
    Pawns::new(Expression::new(Node::Pawns(Color::White)), Expression::new(Node::Pawns(Color::Black)))
}

/// The cost of a pattern, which is the same for both sides.
fn cost<B: Backend>(pattern: &'static Pattern) -> Cost {
    let mut costs = pattern.columns().map(|column| match column.of(unknown::<B>()) {
        Value::Set(value) | Value::Files(value) | Value::Number(value) => Cost::of([value]),
    });
    let cost = costs.next().expect("a pattern has a column");
    assert!(costs.all(|other| other == cost), "{} costs one side more than the other", pattern.name);
    cost
}

/// All sets of a structure, each with its pattern and its scope.
fn structure<B: Backend>() -> Vec<(&'static str, Scope, Expression)> {
    let structure = unknown::<B>().structure();
    let side = |color| structure.side(color).named().map(move |(name, set)| (name, Scope::Side(color), set));
    Color::ALL
        .into_iter()
        .flat_map(side)
        .chain([("open_files", Scope::Board, structure.open_files)])
        .collect()
}

fn structure_cost<B: Backend>() -> Cost {
    Cost::of(structure::<B>().into_iter().map(|(_, _, set)| set))
}

fn main() {
    let costs =
        PATTERNS.iter().map(|pattern| (pattern.name, cost::<KoggeStone>(pattern), cost::<Lookup>(pattern)));
    let structure = ("structure", structure_cost::<KoggeStone>(), structure_cost::<Lookup>());
    for (name, kogge_stone, lookup) in costs.chain([structure]) {
        println!("{name}\t{}\t{}\t{}", kogge_stone.operations, lookup.operations, lookup.loads);
    }
}

/// A structure has the sets of the patterns, by the same expressions, so they share what they have in common.
#[test]
fn structures_share() {
    fn together<B: Backend>() {
        let mut apart = 0;
        for (name, scope, set) in structure::<B>() {
            let column = Pattern::from_name(name).and_then(|pattern| pattern.column(scope)).expect(name);
            let Value::Set(value) = column.of(unknown::<B>()) else { panic!("{name} is not a set") };
            assert_eq!(value.0, set.0, "{column}");
            apart += Cost::of([set]).operations;
        }
        assert!(structure_cost::<B>().operations < apart, "{}: nothing is shared", B::NAME);
    }
    together::<KoggeStone>();
    together::<Lookup>();
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
    assert_eq!(Cost::of([Lookup::north_fill(a)]).loads, 7);
}
