//! Sets of squares, represented by the expressions that compute them.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use pawnfill::set::Reduce;
use pawnfill::{Bitboard, KoggeStone, Pawns, SquareSet};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    /// A set of squares, 64 bits.
    Set,
    /// A set of files, 8 bits.
    Files,
    /// A number.
    Number,
    /// A truth value.
    Truth,
    /// The terms of one side.
    Side,
}

impl Type {
    pub(crate) fn from_expression(expression: Expression) -> Self {
        match expression.operation() {
            Operation::IsEmpty
            | Operation::IsNotEmpty
            | Operation::CountLe
            | Operation::CountGt => Self::Truth,
            Operation::Count | Operation::Number(_) | Operation::Multiply | Operation::AbsDiff => {
                Self::Number
            }
            Operation::Files => Self::Files,
            Operation::And | Operation::Or | Operation::Xor | Operation::Not => {
                Self::from_expression(expression.operands()[0])
            }
            _ => Self::Set,
        }
    }
}

/// An operation, without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
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
    And,
    /// The squares of either.
    Or,
    /// The squares of exactly one.
    Xor,
    /// The squares not in the set.
    Not,
    /// A shift toward h8.
    Up(u32),
    /// A shift toward a1.
    Down(u32),
    /// A rotation toward h8.
    RotateUp(u32),
    /// An entry of the table with this checksum, indexed by the squares from this number.
    Load(u32, u32),
    /// The number of squares.
    Count,
    /// The files of the squares on rank 1.
    Files,
    /// The product of two numbers.
    Multiply,
    /// The absolute difference of two numbers.
    AbsDiff,
    /// Returns `true` if the set is empty.
    IsEmpty,
    /// Returns `true` if the set is not empty.
    IsNotEmpty,
    /// Returns `true` if the first set has at most as many squares as the second.
    CountLe,
    /// Returns `true` if the first set has more squares than the second.
    CountGt,
}

/// The way in which a constant moves with the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A constant for a1, shifted up by the number of the square.
    FromA1,
    /// A constant for h8, shifted down by 63 minus the number of the square.
    FromH8,
    /// A constant for the a-file, shifted east by the file of the square.
    ToFile,
}

impl Move {
    /// Returns the constant for the square.
    pub(crate) fn apply(self, bits: u64, square: u32) -> u64 {
        match self {
            Self::FromA1 => bits << square,
            Self::FromH8 => bits >> (63 - square),
            Self::ToFile => bits << (square % 8),
        }
    }
}

use Operation::{And, Constant, Down, Or, RotateUp, Up, Xor};

impl Operation {
    /// Returns `true` if the order of the operands makes no difference.
    pub(crate) fn commutes(self) -> bool {
        matches!(self, And | Or | Xor)
    }

    /// Returns the set that this operation makes of sets, if it depends on nothing else.
    pub(crate) fn apply(self, sets: &[u64]) -> Option<u64> {
        Some(match (self, sets) {
            (Constant(bits), []) => bits,
            (And, [a, b]) => a & b,
            (Or, [a, b]) => a | b,
            (Xor, [a, b]) => a ^ b,
            (Self::Not, [a]) => !a,
            (Up(n), [a]) => a << n,
            (Down(n), [a]) => a >> n,
            (RotateUp(n), [a]) => a.rotate_left(n),
            _ => return None,
        })
    }
}

/// All expressions of this thread, with their numbers.
#[derive(Default)]
struct Graph {
    nodes: Vec<(Operation, Vec<Expression>)>,
    numbers: HashMap<(Operation, Vec<Expression>), Expression>,
}

thread_local! {
    static GRAPH: RefCell<Graph> = RefCell::default();
}

/// Runs a closure with an empty graph, so that the order of operands does not depend
/// on earlier records.
pub(crate) fn on_empty_graph<T>(record: impl FnOnce() -> T) -> T {
    let graph = GRAPH.take();
    let result = record();
    GRAPH.set(graph);
    result
}

/// A set of squares, a number or a truth value, as the expression that computes it.
///
/// Equal expressions are one node of the graph of the thread, whatever the order of their operands.
/// Operations are recorded unchanged. [`simplified`](Self::simplified) and [`fused`](Self::fused)
/// shorten them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expression(u32);

impl Expression {
    /// Returns the unique expression for an operation on operands.
    pub(crate) fn new(operation: Operation, operands: &[Self]) -> Self {
        GRAPH.with_borrow_mut(|graph| {
            let Graph { nodes, numbers } = graph;
            let mut key = operands.to_vec();
            if operation.commutes() {
                key.sort();
            }
            *numbers.entry((operation, key)).or_insert_with(|| {
                nodes.push((operation, operands.to_vec()));
                Self(nodes.len() as u32 - 1)
            })
        })
    }

    /// Returns an argument of the recorded function.
    #[must_use]
    pub fn argument(name: &'static str) -> Self {
        Self::new(Operation::Argument(name), &[])
    }

    /// Returns the outermost operation.
    #[must_use]
    pub fn operation(self) -> Operation {
        GRAPH.with_borrow(|graph| graph.nodes[self.0 as usize].0)
    }

    /// Returns the operands of the outermost operation.
    #[must_use]
    pub fn operands(self) -> Vec<Self> {
        GRAPH.with_borrow(|graph| graph.nodes[self.0 as usize].1.clone())
    }

    /// Returns all expressions in this one, including itself, each once, operands first.
    #[must_use]
    pub fn all(self) -> Vec<Self> {
        Self::all_of(&[self])
    }

    /// Returns all expressions in some expressions, including themselves, each
    /// once, operands first.
    #[must_use]
    pub fn all_of(expressions: &[Self]) -> Vec<Self> {
        let mut all = BTreeSet::new();
        let mut left = expressions.to_vec();
        while let Some(expression) = left.pop() {
            if all.insert(expression) {
                left.extend(expression.operands());
            }
        }
        // Operands have lower numbers.
        all.into_iter().collect()
    }

    /// Returns the expression with constants folded and neutral operations removed.
    #[must_use]
    pub fn simplified(self) -> Self {
        Self::rebuilt(&[self], HashMap::new(), simplified)[0]
    }

    /// Returns the simplified expression with pairs of shifts merged, or replaced by a mask if they
    /// are opposite.
    #[must_use]
    pub fn fused(self) -> Self {
        Self::rebuilt(&[self], HashMap::new(), fused)[0]
    }

    /// Makes expressions again from their operations, operands first, with other parts in the place
    /// of some.
    pub(crate) fn rebuilt(
        expressions: &[Self],
        mut by: HashMap<Self, Self>,
        make: impl Fn(Operation, &[Self]) -> Self,
    ) -> Vec<Self> {
        for part in Self::all_of(expressions) {
            if !by.contains_key(&part) {
                let operands: Vec<_> = part.operands().iter().map(|operand| by[operand]).collect();
                by.insert(part, make(part.operation(), &operands));
            }
        }
        expressions.iter().map(|part| by[part]).collect()
    }

    pub(crate) fn constant(self) -> Option<u64> {
        if let Constant(bits) = self.operation() {
            Some(bits)
        } else {
            None
        }
    }
}

/// Returns the white and the black pawns as arguments.
pub(crate) fn pawns() -> Pawns<KoggeStone, Expression> {
    Pawns::new(Expression::argument("white"), Expression::argument("black"))
}

fn constant(bits: u64) -> Expression {
    Expression::new(Constant(bits), &[])
}

/// Returns the short form of an operation on short expressions.
fn simplified(operation: Operation, operands: &[Expression]) -> Expression {
    short(operation, operands, false)
}

/// Returns the short form of an operation on short expressions, with pairs of shifts merged.
fn fused(operation: Operation, operands: &[Expression]) -> Expression {
    short(operation, operands, true)
}

fn short(operation: Operation, operands: &[Expression], is_fused: bool) -> Expression {
    let known: Option<Vec<u64>> = operands.iter().copied().map(Expression::constant).collect();
    if let Some(bits) = known.and_then(|sets| operation.apply(&sets)) {
        return constant(bits);
    }
    let shorter = match *operands {
        [a, b] if operation.commutes() => joined(operation, a, b, is_fused),
        [a] => nested(operation, a, is_fused),
        _ => None,
    };
    shorter.unwrap_or_else(|| Expression::new(operation, operands))
}

/// Returns the short form of `&`, `|` or `^` of two sets, if one is neutral, known or a mask.
fn joined(
    operation: Operation,
    a: Expression,
    b: Expression,
    is_fused: bool,
) -> Option<Expression> {
    if a == b {
        return Some(if operation == Xor { constant(0) } else { a });
    }
    for (known, other) in [(a, b), (b, a)] {
        match (operation, known.constant()) {
            (And, Some(u64::MAX)) | (Or | Xor, Some(0)) => return Some(other),
            (And, Some(0)) | (Or, Some(u64::MAX)) => return Some(known),
            // Two masks are merged to one.
            (And, Some(mask)) if is_fused && other.operation() == And => {
                let mut parts = other.operands();
                parts.sort_by_key(|part| part.constant().is_none());
                if let Some(inner) = parts[0].constant() {
                    return Some(fused(And, &[parts[1], constant(inner & mask)]));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the short form of an operation on the result of another, if they are two shifts, or two
/// complements.
///
/// Steps north or south are always merged, because the result is again such a step.
fn nested(operation: Operation, a: Expression, is_fused: bool) -> Option<Expression> {
    let inner = a.operands();
    let (merged, mask) = match (operation, a.operation()) {
        (Operation::Not, Operation::Not) => return Some(inner[0]),
        (Up(n), Up(m)) if merges(m, n, is_fused) => (Up(m + n), None),
        (Down(n), Down(m)) if merges(m, n, is_fused) => (Down(m + n), None),
        (Up(n), Down(m)) if is_fused && m > n => (Down(m - n), Some(!0 >> m << n)),
        (Down(n), Up(m)) if is_fused && m > n => (Up(m - n), Some(!0 << m >> n)),
        _ => return None,
    };
    let shifted = short(merged, &inner, is_fused);
    Some(match mask {
        Some(mask) => short(And, &[shifted, constant(mask)], is_fused),
        None => shifted,
    })
}

fn merges(m: u32, n: u32, is_fused: bool) -> bool {
    m + n < 64 && (is_fused || (m.is_multiple_of(8) && n.is_multiple_of(8)))
}

/// Implements a set operator with the node of the same name.
macro_rules! operator {
    ($($trait:ident $method:ident $node:ident;)*) => {$(
        impl $trait for Expression {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self::new($node, &[self, other])
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

    /// The complement of a set. The negation of a truth value is another comparison in each of its
    /// parts, so languages never have to negate one.
    fn not(self) -> Self {
        let operands = self.operands();
        match (self.operation(), &operands[..]) {
            (And, &[a, b]) if Type::from_expression(self) == Type::Truth => !a | !b,
            (Or, &[a, b]) if Type::from_expression(self) == Type::Truth => !a & !b,
            (Operation::IsEmpty, _) => Self::new(Operation::IsNotEmpty, &operands),
            (Operation::IsNotEmpty, _) => Self::new(Operation::IsEmpty, &operands),
            (Operation::CountLe, _) => Self::new(Operation::CountGt, &operands),
            (Operation::CountGt, _) => Self::new(Operation::CountLe, &operands),
            _ => Self::new(Operation::Not, &[self]),
        }
    }
}

impl Sub for Expression {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

impl SquareSet for Expression {
    fn splat(set: Bitboard) -> Self {
        constant(set.bits())
    }

    fn up<const N: u32>(self) -> Self {
        Self::new(Up(N), &[self])
    }

    fn down<const N: u32>(self) -> Self {
        Self::new(Down(N), &[self])
    }

    fn rotate_up<const N: u32>(self) -> Self {
        Self::new(RotateUp(N), &[self])
    }

    fn lookup<const AT: u32, const N: usize>(self, table: &[impl Copy + Into<u64>; N]) -> Self {
        let mut checksum = crc32fast::Hasher::new();
        for &entry in table {
            checksum.update(&entry.into().to_le_bytes());
        }
        Self::new(Operation::Load(checksum.finalize(), AT), &[self])
    }
}

impl Reduce for Expression {
    type Mask = Self;
    type Number = Self;
    type Files = Self;

    fn is_empty(self) -> Self {
        Self::new(Operation::IsEmpty, &[self])
    }

    fn count_le(self, other: Self) -> Self {
        Self::new(Operation::CountLe, &[self, other])
    }

    fn count(self) -> Self {
        Self::new(Operation::Count, &[self])
    }

    fn to_file_set(self) -> Self {
        Self::new(Operation::Files, &[self])
    }

    fn number(number: u32) -> Self {
        Self::new(Operation::Number(number), &[])
    }

    fn multiply(a: Self, b: Self) -> Self {
        Self::new(Operation::Multiply, &[a, b])
    }

    fn abs_diff(a: Self, b: Self) -> Self {
        Self::new(Operation::AbsDiff, &[a, b])
    }
}
