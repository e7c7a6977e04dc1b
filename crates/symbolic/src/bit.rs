//! Functions of the input bits, stored as diagrams.

use std::cell::RefCell;
use std::iter;
use std::ops::{BitAnd, BitOr, BitXor, Not};
use std::rc::Rc;

use biodivine_lib_bdd::op_function::{and, or, xor};
use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};
use pawnfill::Pawns;
use rustc_hash::FxHashMap;

/// A function of the input bits: the number of its diagram in the arena of the thread.
///
/// Diagrams are canonical and stored once, so equal functions have equal numbers. Only the function
/// [`UNKNOWN`](Self::UNKNOWN), which is never stored, may stand for functions that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(usize);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    And,
    Or,
    Xor,
}

struct Arena {
    variables: BddVariableSet,
    diagrams: Vec<Rc<Bdd>>,
    numbers: FxHashMap<Rc<Bdd>, Bit>,
    known: FxHashMap<(Operation, Bit, Bit), Bit>,
    /// The maximum size of a diagram, and the total size of the diagrams that may still be made.
    limits: [usize; 2],
}

thread_local! {
    static ARENA: RefCell<Arena> = RefCell::new(Arena::new([usize::MAX; 2]));
}

impl Arena {
    fn new(limits: [usize; 2]) -> Self {
        let variables = BddVariableSet::new_anonymous(64 * 2 * KINDS);
        let mut arena = Self {
            variables,
            diagrams: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            limits,
        };
        let constants = [arena.variables.mk_false(), arena.variables.mk_true()];
        for (constant, number) in constants.into_iter().zip([FALSE, TRUE]) {
            assert_eq!(arena.number(constant), number);
        }
        arena
    }

    fn number(&mut self, diagram: Bdd) -> Bit {
        if let Some(&number) = self.numbers.get(&diagram) {
            return number;
        }
        let (number, diagram) = (Bit(self.diagrams.len()), Rc::new(diagram));
        self.diagrams.push(Rc::clone(&diagram));
        self.numbers.insert(diagram, number);
        number
    }

    fn apply(&mut self, operation: Operation, a: Bit, b: Bit) -> Bit {
        // All three operations are commutative.
        let (a, b) = (a.min(b), a.max(b));
        match (operation, a) {
            (Operation::And, FALSE) | (Operation::Or, TRUE) => return a,
            (Operation::And, TRUE) | (Operation::Or | Operation::Xor, FALSE) => return b,
            // `UNKNOWN` has the greatest number, so it can only be `b`.
            _ if b == Bit::UNKNOWN => return b,
            _ => {}
        }
        if let Some(&known) = self.known.get(&(operation, a, b)) {
            return known;
        }
        let (left, right) = (&self.diagrams[a.0], &self.diagrams[b.0]);
        let limit = self.limits[0].min(self.limits[1]);
        let diagram = match operation {
            Operation::And => Bdd::binary_op_with_limit(limit, left, right, and),
            Operation::Or => Bdd::binary_op_with_limit(limit, left, right, or),
            Operation::Xor => Bdd::binary_op_with_limit(limit, left, right, xor),
        };
        // A diagram that becomes too large costs as much as the largest.
        let size = diagram.as_ref().map_or(limit, Bdd::size);
        let work = left.size().max(right.size()).max(size);
        self.limits[1] = self.limits[1].saturating_sub(work);
        let result = diagram.map_or(Bit::UNKNOWN, |diagram| self.number(diagram));
        self.known.insert((operation, a, b), result);
        result
    }
}

/// Runs a computation with limited diagrams: the nodes of each, and the nodes of all together. They
/// are dropped at its end, so functions from inside mean nothing outside, and functions from
/// outside mean nothing inside.
///
/// A function beyond these limits is [`Bit::UNKNOWN`]. The limits are sizes and not times, so equal
/// computations have equal results on every machine. Outside, there is no limit, and diagrams stay
/// in the memory of the thread.
pub fn limited<R>(each: usize, all: usize, computation: impl FnOnce() -> R) -> R {
    let outside = ARENA.replace(Arena::new([each, all]));
    let result = computation();
    ARENA.set(outside);
    result
}

/// The kinds of pieces, of which pawns are the first.
const KINDS: u16 = 6;

/// Returns the variable of a piece. Squares are ordered file by file, which keeps diagrams small.
fn variable(square: usize, kind: usize, color: usize) -> BddVariable {
    BddVariable::from_index(((square % 8 * 8 + square / 8) * usize::from(KINDS) + kind) * 2 + color)
}

pub(crate) const FALSE: Bit = Bit::FALSE;
pub(crate) const TRUE: Bit = Bit::TRUE;

impl Bit {
    /// A function whose diagram is too large where diagrams are [`limited`].
    pub const UNKNOWN: Self = Self(usize::MAX);
    /// The function that is false for every input.
    pub const FALSE: Self = Self(0);
    /// The function that is true for every input.
    pub const TRUE: Self = Self(1);

    /// Returns pawns for which the function is true, as few as possible, if there are any and the
    /// function is known.
    #[must_use]
    pub fn example(self) -> Option<Pawns> {
        ARENA.with_borrow(|arena| {
            let valuation = arena.diagrams.get(self.0)?.most_negative_valuation()?;
            let mut pawns = [0, 0];
            for square in 0..64 {
                for color in [0, 1] {
                    let is_there = valuation[variable(square, 0, color)];
                    pawns[color] |= u64::from(is_there) << square;
                }
            }
            let [white, black] = pawns;
            Some(Pawns::from_bits(white, black))
        })
    }
}

impl From<bool> for Bit {
    fn from(constant: bool) -> Self {
        if constant { TRUE } else { FALSE }
    }
}

/// Implements an operator for functions.
macro_rules! operator {
    ($($trait:ident $method:ident $operation:ident;)*) => {$(
        impl $trait for Bit {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                ARENA.with_borrow_mut(|arena| arena.apply(Operation::$operation, self, other))
            }
        }
    )*};
}

operator! {
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
}

impl Not for Bit {
    type Output = Self;

    fn not(self) -> Self {
        self ^ TRUE
    }
}

/// Returns the inputs for which the two differ, in the first square that differs for any input.
///
/// A diagram for all squares at once could be too large.
#[must_use]
pub fn differ(left: &[Bit], right: &[Bit]) -> Bit {
    for (&left, &right) in iter::zip(left, right) {
        let differ = left ^ right;
        if differ != FALSE {
            return differ;
        }
    }
    FALSE
}

/// Proves that the function is false for every input.
///
/// # Errors
///
/// Returns an input for which it is true, or the reason why the function is unknown.
pub fn never(what: &str, happens: Bit) -> Result<(), String> {
    match happens.example() {
        None if happens == Bit::UNKNOWN => {
            Err(format!("it is unknown if {what}: the diagram is too large"))
        }
        None => Ok(()),
        Some(pawns) => Err(format!("{what} for\n{pawns}")),
    }
}

/// Returns the function that a piece stands on a square.
pub(crate) fn piece(square: usize, kind: usize, color: usize) -> Bit {
    ARENA.with_borrow_mut(|arena| {
        let diagram = arena.variables.mk_var(variable(square, kind, color));
        arena.number(diagram)
    })
}
