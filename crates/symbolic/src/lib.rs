//! The symbolic set: each of its 64 squares is a function of the input bits, 128 for the pawns,
//! stored as a binary decision diagram.
//!
//! A part of the proofs of pawnfill: any release may change its interface, so depend on
//! an exact version.
//!
//! A pattern computed on the symbolic pawns is that pattern for every input at once. Two functions
//! are equal for every input if and only if their diagrams are equal.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};
use std::rc::Rc;

use biodivine_lib_bdd::op_function::{and, or, xor};
use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};
use pawnfill::set::Reduce;
use pawnfill::{Bitboard, Pawns, SquareSet};
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
        assert_eq!(
            constants.map(|constant| arena.number(constant)),
            [FALSE, TRUE]
        );
        arena
    }

    fn number(&mut self, diagram: Bdd) -> Bit {
        *self
            .numbers
            .entry(Rc::new(diagram))
            .or_insert_with_key(|diagram| {
                self.diagrams.push(Rc::clone(diagram));
                Bit(self.diagrams.len() - 1)
            })
    }

    fn apply(&mut self, operation: Operation, a: Bit, b: Bit) -> Bit {
        // All three operations are commutative.
        let (a, b) = (a.min(b), a.max(b));
        match (operation, a) {
            (Operation::And, FALSE) | (Operation::Or, TRUE) => return a,
            (Operation::And, TRUE) | (Operation::Or | Operation::Xor, FALSE) => return b,
            // It has the greatest number.
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
        let work = left
            .size()
            .max(right.size())
            .max(diagram.as_ref().map_or(limit, Bdd::size));
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

const FALSE: Bit = Bit::FALSE;
const TRUE: Bit = Bit::TRUE;

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
            let [white, black] = [0, 1].map(|color| {
                let pawns = (0..64).filter(|&square| valuation[variable(square, 0, color)]);
                pawns.fold(0, |set, square| set | 1 << square)
            });
            Some(Pawns::from_bits(white, black))
        })
    }
}

impl From<bool> for Bit {
    fn from(constant: bool) -> Self {
        if constant { TRUE } else { FALSE }
    }
}

/// Implements an operator for functions, and for sets square by square.
macro_rules! operator {
    ($($trait:ident $method:ident $operation:ident;)*) => {$(
        impl $trait for Bit {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                ARENA.with_borrow_mut(|arena| arena.apply(Operation::$operation, self, other))
            }
        }

        impl $trait for Symbolic {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|square| self.0[square].$method(other.0[square])))
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
    std::iter::zip(left, right)
        .map(|(&left, &right)| left ^ right)
        .find(|&differ| differ != FALSE)
        .unwrap_or(FALSE)
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

/// A set of squares as a function of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbolic(pub [Bit; 64]);

impl Symbolic {
    /// Returns the set with its squares rearranged. The argument maps each square to its
    /// source, if any.
    fn permuted(self, from: impl Fn(usize) -> Option<usize>) -> Self {
        Self(std::array::from_fn(|square| {
            from(square).map_or(FALSE, |from| self.0[from])
        }))
    }

    /// Returns the set mirrored north to south.
    #[must_use]
    pub fn flip_vertical(self) -> Self {
        self.permuted(|square| Some(square ^ 56))
    }

    /// Returns the set mirrored east to west.
    #[must_use]
    pub fn flip_horizontal(self) -> Self {
        self.permuted(|square| Some(square ^ 7))
    }
}

/// Returns the white and the black pawns, which are the input itself.
#[must_use]
pub fn input() -> [Symbolic; 2] {
    pieces_of(0)
}

/// Returns the white and the black pieces of a kind from 0, the pawns, to 5. They are independent
/// of each other, so several may stand on one square.
#[must_use]
pub fn pieces_of(kind: usize) -> [Symbolic; 2] {
    ARENA.with_borrow_mut(|arena| {
        [0, 1].map(|color| {
            Symbolic(std::array::from_fn(|square| {
                let diagram = arena.variables.mk_var(variable(square, kind, color));
                arena.number(diagram)
            }))
        })
    })
}

impl Not for Symbolic {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|bit| !bit))
    }
}

impl Sub for Symbolic {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

impl SquareSet for Symbolic {
    fn splat(set: Bitboard) -> Self {
        Self(std::array::from_fn(|square| {
            Bit::from(set.bits() >> square & 1 != 0)
        }))
    }

    fn up<const N: u32>(self) -> Self {
        self.permuted(|square| square.checked_sub(N as usize))
    }

    fn down<const N: u32>(self) -> Self {
        self.permuted(|square| Some(square + N as usize).filter(|&from| from < 64))
    }

    fn rotate_up<const N: u32>(self) -> Self {
        self.permuted(|square| Some((square + 64 - N as usize) % 64))
    }

    fn lookup<const AT: u32, const N: usize>(self, table: &[impl Copy + Into<u64>; N]) -> Self {
        let index = &self.0[AT as usize..][..N.ilog2() as usize];
        Self(std::array::from_fn(|square| {
            let column: Vec<bool> = table
                .iter()
                .map(|&entry| entry.into() >> square & 1 != 0)
                .collect();
            select(&column, index)
        }))
    }
}

/// Returns the entry that the bits of the index select, the highest first: a tree of multiplexers.
fn select(column: &[bool], index: &[Bit]) -> Bit {
    let Some((&bit, index)) = index.split_last() else {
        return Bit::from(column[0]);
    };
    let (low, high) = column.split_at(column.len() / 2);
    if low == high {
        return select(low, index);
    }
    (!bit & select(low, index)) | (bit & select(high, index))
}

impl Reduce for Symbolic {
    type Mask = Bit;
    type Number = Number;
    type Files = [Bit; 8];

    fn is_empty(self) -> Bit {
        // In the order of the variables.
        let squares = (0..8).flat_map(|file| (0..8).map(move |rank| 8 * rank + file));
        !squares.fold(FALSE, |any, square| any | self.0[square])
    }

    fn count_le(self, other: Self) -> Bit {
        self.count()
            .when(other.count(), |count, other| count <= other)
    }

    fn count(self) -> Number {
        Number::sum((0..8).map(|file| {
            (0..8)
                .map(|rank| self.0[8 * rank + file])
                .fold(Values::from([TRUE]), |count, bit| {
                    count.combine(&[!bit, bit].into(), |count, more| count + more)
                })
        }))
    }

    fn to_file_set(self) -> [Bit; 8] {
        std::array::from_fn(|file| self.0[file])
    }

    fn number(number: u32) -> Number {
        Number::sum([Values(BTreeMap::from([(number, TRUE)]))])
    }

    fn multiply(a: Number, b: Number) -> Number {
        a.combine(b, u32::wrapping_mul)
    }

    fn abs_diff(a: Number, b: Number) -> Number {
        a.combine(b, u32::abs_diff)
    }
}

/// The inputs for which a number has each value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Values(BTreeMap<u32, Bit>);

impl Values {
    fn combine(&self, other: &Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut values = BTreeMap::new();
        for ((a, when_a), (b, when_b)) in self.pairs(other) {
            let both = when_a & when_b;
            if both != FALSE {
                let value = values.entry(f(a, b)).or_insert(FALSE);
                *value = *value | both;
            }
        }
        Self(values)
    }

    /// Returns each value with each value of another number.
    fn pairs(&self, other: &Self) -> impl Iterator<Item = ((u32, Bit), (u32, Bit))> {
        self.0.iter().flat_map(|(&a, &when_a)| {
            other
                .0
                .iter()
                .map(move |(&b, &when_b)| ((a, when_a), (b, when_b)))
        })
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
    /// Returns the sum of numbers.
    pub fn sum(parts: impl IntoIterator<Item = Values>) -> Self {
        let zero = Values::from([TRUE]);
        let mut parts: Vec<_> = parts.into_iter().filter(|part| *part != zero).collect();
        parts.sort();
        Self(parts.leak())
    }

    /// Returns the inputs for which the two differ.
    #[must_use]
    pub fn differ(self, other: Self) -> Bit {
        let is_known = self
            .0
            .iter()
            .all(|part| part.0.values().all(|&when| when != Bit::UNKNOWN));
        if is_known && self.0 == other.0 {
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
        let (a, b) = (self.total(), other.total());
        let (passing, others): (Vec<_>, Vec<_>) =
            a.pairs(&b).partition(|&((a, _), (b, _))| test(a, b));
        // If all values pass, nothing else has to be known about them.
        if others.is_empty() {
            return TRUE;
        }
        passing
            .into_iter()
            .fold(FALSE, |any, ((_, a), (_, b))| any | a & b)
    }

    fn total(self) -> Values {
        self.0.iter().fold(Values::from([TRUE]), |sum, part| {
            sum.combine(part, |a, b| a + b)
        })
    }
}
