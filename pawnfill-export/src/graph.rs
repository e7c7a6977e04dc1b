//! Sets of squares, represented by the expressions that compute them.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::{BitAnd, BitOr, BitXor, Not};

use pawnfill::{Bitboard, Compare, Reduce, SquareSet};

/// An operation on other expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// An argument of the recorded function, by its name.
    Argument(&'static str),
    /// A constant set.
    Constant(u64),
    /// A constant number.
    Number(u32),
    /// A set that depends only on the argument `square`, by its name.
    Mask(&'static str),
    /// A constant that is moved to the argument `square`.
    Moved(Move, u64),
    /// The squares of both.
    And(Expression, Expression),
    /// The squares of either.
    Or(Expression, Expression),
    /// The squares of exactly one.
    Xor(Expression, Expression),
    /// The squares not in the set.
    Not(Expression),
    /// A shift toward h8.
    Up(u32, Expression),
    /// A shift toward a1.
    Down(u32, Expression),
    /// A rotation toward h8.
    RotateUp(u32, Expression),
    /// An entry of the table at this address, indexed by the squares from this number.
    Load(usize, u32, Expression),
    /// The number of squares.
    Count(Expression),
    /// The files of the squares on rank 1.
    Files(Expression),
    /// The product of two numbers.
    Multiply(Expression, Expression),
    /// The absolute difference of two numbers.
    AbsDiff(Expression, Expression),
    /// Tests if the set is empty.
    IsEmpty(Expression),
    /// Tests if the first set has at most as many squares as the second.
    CountLe(Expression, Expression),
}

/// The way in which a constant moves with the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A constant for a1, shifted up by the number of the square.
    FromA1,
    /// A constant for h8, shifted down by 63 minus the number of the square.
    FromH8,
    /// A constant for the a file, shifted east by the file of the square.
    ToFile,
}

impl Move {
    /// Returns the constant for the square.
    #[must_use]
    pub fn apply(self, bits: u64, square: u32) -> u64 {
        match self {
            Self::FromA1 => bits << square,
            Self::FromH8 => bits >> (63 - square),
            Self::ToFile => bits << (square % 8),
        }
    }
}

use Node::{And, Constant, Or, Xor};

impl Node {
    /// Returns the operands.
    #[must_use]
    pub fn operands(self) -> Vec<Expression> {
        match self {
            Self::Argument(_) | Constant(_) | Self::Number(_) | Self::Mask(_) | Self::Moved(..) => vec![],
            Self::Not(a)
            | Self::Up(_, a)
            | Self::Down(_, a)
            | Self::RotateUp(_, a)
            | Self::Load(_, _, a)
            | Self::Count(a)
            | Self::Files(a)
            | Self::IsEmpty(a) => vec![a],
            And(a, b)
            | Or(a, b)
            | Xor(a, b)
            | Self::Multiply(a, b)
            | Self::AbsDiff(a, b)
            | Self::CountLe(a, b) => vec![a, b],
        }
    }

    /// Returns the same operation with each operand replaced.
    #[must_use]
    pub fn map(self, mut f: impl FnMut(Expression) -> Expression) -> Self {
        match self {
            Self::Argument(_) | Constant(_) | Self::Number(_) | Self::Mask(_) | Self::Moved(..) => self,
            And(a, b) => And(f(a), f(b)),
            Or(a, b) => Or(f(a), f(b)),
            Xor(a, b) => Xor(f(a), f(b)),
            Self::Not(a) => Self::Not(f(a)),
            Self::Up(n, a) => Self::Up(n, f(a)),
            Self::Down(n, a) => Self::Down(n, f(a)),
            Self::RotateUp(n, a) => Self::RotateUp(n, f(a)),
            Self::Load(table, at, a) => Self::Load(table, at, f(a)),
            Self::Count(a) => Self::Count(f(a)),
            Self::Files(a) => Self::Files(f(a)),
            Self::Multiply(a, b) => Self::Multiply(f(a), f(b)),
            Self::AbsDiff(a, b) => Self::AbsDiff(f(a), f(b)),
            Self::IsEmpty(a) => Self::IsEmpty(f(a)),
            Self::CountLe(a, b) => Self::CountLe(f(a), f(b)),
        }
    }

    /// Returns the canonical node of this one and its equal with swapped operands.
    fn key(self) -> Self {
        match self {
            And(a, b) => And(a.min(b), a.max(b)),
            Or(a, b) => Or(a.min(b), a.max(b)),
            Xor(a, b) => Xor(a.min(b), a.max(b)),
            other => other,
        }
    }
}

/// All nodes of this thread, with their numbers.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    numbers: HashMap<Node, Expression>,
}

thread_local! {
    static GRAPH: RefCell<Graph> = RefCell::default();
}

/// A set of squares, a number or a truth value, as the expression that computes it.
///
/// Equal expressions are one node of the graph of the thread, whatever the order of their operands.
/// Operations are recorded unchanged. [`simplified`](Self::simplified) and [`fused`](Self::fused) shorten them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expression(u32);

/// A level of simplification.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Constants are folded.
    Simplified,
    /// Constants are folded, and consecutive steps are merged.
    Fused,
}

impl Expression {
    /// Returns the unique expression for a node.
    #[must_use]
    pub fn new(node: Node) -> Self {
        GRAPH.with_borrow_mut(|graph| {
            let Graph { nodes, numbers } = graph;
            *numbers.entry(node.key()).or_insert_with(|| {
                nodes.push(node);
                Self(nodes.len() as u32 - 1)
            })
        })
    }

    /// Returns an argument of the recorded function.
    #[must_use]
    pub fn argument(name: &'static str) -> Self {
        Self::new(Node::Argument(name))
    }

    /// Returns the node of the expression.
    #[must_use]
    pub fn node(self) -> Node {
        GRAPH.with_borrow(|graph| graph.nodes[self.0 as usize])
    }

    /// Returns all expressions in this one, including itself, each once.
    #[must_use]
    pub fn all(self) -> Vec<Self> {
        let (mut all, mut seen) = (vec![self], HashSet::from([self]));
        let mut next = 0;
        while let Some(&expression) = all.get(next) {
            all.extend(expression.node().operands().into_iter().filter(|&operand| seen.insert(operand)));
            next += 1;
        }
        all
    }

    /// Returns the expression with constants folded and neutral operations removed.
    #[must_use]
    pub fn simplified(self) -> Self {
        self.shortened(Level::Simplified, &mut HashMap::new())
    }

    /// Returns the simplified expression with pairs of shifts merged, or replaced by a mask if they are opposite.
    #[must_use]
    pub fn fused(self) -> Self {
        self.shortened(Level::Fused, &mut HashMap::new())
    }

    fn shortened(self, level: Level, known: &mut HashMap<Self, Self>) -> Self {
        if let Some(&known) = known.get(&self) {
            return known;
        }
        let short = self.node().map(|operand| operand.shortened(level, known)).shorten(level);
        known.insert(self, short);
        short
    }

    fn constant(self) -> Option<u64> {
        if let Constant(bits) = self.node() { Some(bits) } else { None }
    }
}

impl Node {
    /// Returns the short form of an operation on short expressions.
    fn shorten(self, level: Level) -> Expression {
        match self {
            And(a, b) => commute(self, a, b, |a, b| a & b, level),
            Or(a, b) => commute(self, a, b, |a, b| a | b, level),
            Xor(a, b) => commute(self, a, b, |a, b| a ^ b, level),
            Self::Up(n, a) => shift(self, a, |bits| bits << n, level),
            Self::Down(n, a) => shift(self, a, |bits| bits >> n, level),
            Self::RotateUp(n, a) => shift(self, a, |bits| bits.rotate_left(n), level),
            Self::Not(a) => match a.node() {
                Constant(bits) => Expression::new(Constant(!bits)),
                Self::Not(a) => a,
                _ => Expression::new(self),
            },
            _ => Expression::new(self),
        }
    }
}

/// Returns a shift, or its result if it is known.
fn shift(node: Node, a: Expression, f: impl Fn(u64) -> u64, level: Level) -> Expression {
    let fused = |node: Node| node.shorten(level);
    // Steps north or south are always merged, because the result is again such a step.
    let merge = |m, n| m + n < 64 && (level == Level::Fused || (m % 8 == 0 && n % 8 == 0));
    let masked = |node: Node, mask| fused(And(fused(node), Expression::new(Constant(mask))));
    match (node, a.node()) {
        (_, Constant(bits)) => Expression::new(Constant(f(bits))),
        (Node::Up(n, _), Node::Up(m, a)) if merge(m, n) => fused(Node::Up(m + n, a)),
        (Node::Down(n, _), Node::Down(m, a)) if merge(m, n) => fused(Node::Down(m + n, a)),
        _ if level == Level::Simplified => Expression::new(node),
        (Node::Up(n, _), Node::Down(m, a)) if m > n => masked(Node::Down(m - n, a), !0 >> m << n),
        (Node::Down(n, _), Node::Up(m, a)) if m > n => masked(Node::Up(m - n, a), !0 << m >> n),
        _ => Expression::new(node),
    }
}

/// Returns a commutative operation, or its result if it is known.
fn commute(
    node: Node,
    a: Expression,
    b: Expression,
    f: impl Fn(u64, u64) -> u64,
    level: Level,
) -> Expression {
    let constant = |bits| Expression::new(Constant(bits));
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return constant(f(a, b));
    }
    if a == b {
        return if f(1, 1) == 1 { a } else { constant(0) };
    }
    for (known, other) in [(a, b), (b, a)] {
        match known.constant() {
            Some(bits) if f(bits, 0) == 0 && f(bits, !0) == !0 => return other,
            Some(bits) if f(bits, 0) == f(bits, !0) => return constant(f(bits, 0)),
            _ => {}
        }
    }
    if let (And(..), Level::Fused) = (node, level) {
        // Two masks are merged to one.
        for (set, outer) in [(a, b), (b, a)] {
            if let (And(a, b), Some(outer)) = (set.node(), outer.constant()) {
                for (set, inner) in [(a, b), (b, a)] {
                    if let Some(inner) = inner.constant() {
                        return And(set, constant(inner & outer)).shorten(level);
                    }
                }
            }
        }
    }
    Expression::new(node)
}

/// Implements a set operator with the node of the same name.
macro_rules! operator {
    ($($trait:ident $method:ident $node:ident;)*) => {$(
        impl $trait for Expression {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self::new($node(self, other))
            }
        }
    )*};
}

operator! {
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
}

impl Not for Expression {
    type Output = Self;

    fn not(self) -> Self {
        Self::new(Node::Not(self))
    }
}

impl SquareSet for Expression {
    fn splat(set: Bitboard) -> Self {
        Self::new(Constant(set.bits()))
    }

    fn up<const N: u32>(self) -> Self {
        Self::new(Node::Up(N, self))
    }

    fn down<const N: u32>(self) -> Self {
        Self::new(Node::Down(N, self))
    }

    fn rotate_up<const N: u32>(self) -> Self {
        Self::new(Node::RotateUp(N, self))
    }

    fn lookup<const AT: u32, const N: usize>(self, table: &[impl Copy + Into<u64>; N]) -> Self {
        Self::new(Node::Load(table.as_ptr() as usize, AT, self))
    }
}

impl Compare for Expression {
    type Mask = Self;

    fn is_empty(self) -> Self {
        Self::new(Node::IsEmpty(self))
    }

    fn count_le(self, other: Self) -> Self {
        Self::new(Node::CountLe(self, other))
    }
}

impl Reduce for Expression {
    type Number = Self;
    type Files = Self;

    fn count(self) -> Self {
        Self::new(Node::Count(self))
    }

    fn to_file_set(self) -> Self {
        Self::new(Node::Files(self))
    }

    fn number(number: u32) -> Self {
        Self::new(Node::Number(number))
    }

    fn multiply(a: Self, b: Self) -> Self {
        Self::new(Node::Multiply(a, b))
    }

    fn abs_diff(a: Self, b: Self) -> Self {
        Self::new(Node::AbsDiff(a, b))
    }
}
