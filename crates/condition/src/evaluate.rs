//! Evaluates conditions, for the pawns of one position or for all pawns at once.

use std::collections::BTreeMap;
use std::ops::{Add, Sub};

use pawnfill::pattern::{Kind, Value as Of};
use pawnfill::set::{Compare, Lanes, Reduce};
use pawnfill::{Bitboard, FileSet, KoggeStone, Pawns, SquareSet as _};
use pawnfill_codegen::grammar::{Comparison, Operator};
use pawnfill_symbolic::{Bit, Number, Symbolic};

use crate::{Condition, Expr, Test, Value};

/// Pawns on any kind of board.
pub(crate) type Any<S> = Pawns<KoggeStone, S>;

/// The operations that conditions need besides those of patterns.
pub(crate) trait Board: Compare<Mask: PartialEq> + Reduce {
    type Integer;

    fn truth(is_met: bool) -> Self::Mask;
    /// Returns every square of the files.
    fn of_files(files: Self::Files) -> Self;
    fn integer(number: i32) -> Self::Integer;
    fn counted(number: Self::Number) -> Self::Integer;
    fn combine(left: Self::Integer, right: Self::Integer, f: fn(i32, i32) -> i32) -> Self::Integer;
    fn compare(left: Self::Integer, right: Self::Integer, test: fn(&i32, &i32) -> bool) -> Self::Mask;
    fn flip_vertical(self) -> Self;
    fn flip_horizontal(self) -> Self;
}

/// Several boards side by side, which take little longer than one.
impl<const N: usize> Board for Lanes<N> {
    type Integer = [i32; N];

    fn truth(is_met: bool) -> Self {
        Self::new([if is_met { u64::MAX } else { 0 }; N])
    }

    fn of_files(files: [FileSet; N]) -> Self {
        Self::new(files.map(|files| files.to_bitboard().bits()))
    }

    fn integer(number: i32) -> [i32; N] {
        [number; N]
    }

    fn counted(numbers: [u32; N]) -> [i32; N] {
        numbers.map(|number| number.try_into().unwrap_or(i32::MAX))
    }

    fn combine(left: [i32; N], right: [i32; N], f: fn(i32, i32) -> i32) -> [i32; N] {
        std::array::from_fn(|lane| f(left[lane], right[lane]))
    }

    fn compare(left: [i32; N], right: [i32; N], test: fn(&i32, &i32) -> bool) -> Self {
        Self::new(std::array::from_fn(|lane| if test(&left[lane], &right[lane]) { u64::MAX } else { 0 }))
    }

    fn flip_vertical(self) -> Self {
        Self::new(self.boards().map(u64::swap_bytes))
    }

    fn flip_horizontal(self) -> Self {
        Self::new(self.boards().map(|board| Bitboard::from_bits(board).flip_horizontal().bits()))
    }
}

/// Symbolic sets. A number is each value that it may have, and the pawns for which it has this value.
impl Board for Symbolic {
    type Integer = BTreeMap<i32, Bit>;

    fn truth(is_met: bool) -> Bit {
        is_met.into()
    }

    fn of_files(files: Self::Files) -> Self {
        Self(std::array::from_fn(|square| files[square % 8]))
    }

    fn integer(number: i32) -> Self::Integer {
        BTreeMap::from([(number, Bit::from(true))])
    }

    fn counted(number: Number) -> Self::Integer {
        number.values().filter_map(|(value, when)| Some((value.try_into().ok()?, when))).collect()
    }

    fn combine(left: Self::Integer, right: Self::Integer, f: fn(i32, i32) -> i32) -> Self::Integer {
        let mut combined = BTreeMap::new();
        for (&left, &when_left) in &left {
            for (&right, &when_right) in &right {
                let when = combined.entry(f(left, right)).or_insert(Bit::from(false));
                *when = *when | when_left & when_right;
            }
        }
        combined
    }

    fn compare(left: Self::Integer, right: Self::Integer, test: fn(&i32, &i32) -> bool) -> Bit {
        let pairs = || left.iter().flat_map(|left| right.iter().map(move |right| (left, right)));
        // If all values pass, nothing else has to be known about them.
        if pairs().all(|((left, _), (right, _))| test(left, right)) {
            return Bit::from(true);
        }
        let passing = pairs().filter(|((left, _), (right, _))| test(left, right));
        passing.fold(Bit::from(false), |any, ((_, &left), (_, &right))| any | left & right)
    }

    fn flip_vertical(self) -> Self {
        self.flip_vertical()
    }

    fn flip_horizontal(self) -> Self {
        self.flip_horizontal()
    }
}

/// The value of an expression. Files are the set of their squares, since the kinds are checked already.
pub(crate) enum Operand<S: Board> {
    Set(S),
    Number(S::Integer),
}

pub(crate) fn or<M: Copy + std::ops::BitAnd<Output = M> + std::ops::Not<Output = M>>(a: M, b: M) -> M {
    !(!a & !b)
}

/// Returns the position with exchanged colors.
pub(crate) fn mirrored<S: Board>(pawns: Any<S>) -> Any<S> {
    Any::new(pawns.black().own().flip_vertical(), pawns.white().own().flip_vertical())
}

/// Returns when the condition is met.
pub(crate) fn met<S: Board>(condition: &Condition, pawns: Any<S>) -> S::Mask {
    let [never, always] = [false, true].map(S::truth);
    match &condition.test {
        Test::Any(tested) => match value(tested, pawns) {
            Operand::Set(set) => !set.is_empty(),
            Operand::Number(number) => S::compare(number, S::integer(0), |number, zero| number != zero),
        },
        Test::Not(operand) => !met(operand, pawns),
        Test::All(parts) => {
            let mut are_met = always;
            for part in parts {
                are_met = are_met & met(part, pawns);
                if are_met == never {
                    break;
                }
            }
            are_met
        }
        Test::AnyOf(parts) => {
            let mut any = never;
            for part in parts {
                any = or(any, met(part, pawns));
                if any == always {
                    break;
                }
            }
            any
        }
        Test::Compare(comparison, sides) => {
            let [left, right] = sides.each_ref().map(|side| value(side, pawns));
            match (left, right) {
                (Operand::Number(left), Operand::Number(right)) => S::compare(
                    left,
                    right,
                    match comparison {
                        Comparison::Equal => i32::eq,
                        Comparison::NotEqual => i32::ne,
                        Comparison::Less => i32::lt,
                        Comparison::LessOrEqual => i32::le,
                        Comparison::Greater => i32::gt,
                        Comparison::GreaterOrEqual => i32::ge,
                    },
                ),
                (Operand::Set(left), Operand::Set(right)) => {
                    let same = (left ^ right).is_empty();
                    if *comparison == Comparison::Equal { same } else { !same }
                }
                // The kinds are equal.
                _ => never,
            }
        }
        Test::Mirrored(operand) => met(operand, mirrored(pawns)),
        Test::Either(operand) => or(met(operand, pawns), met(operand, mirrored(pawns))),
        Test::Named(definition) => {
            definition.condition.as_ref().map_or(never, |condition| met(condition, pawns))
        }
    }
}

/// Returns the value of an expression.
pub(crate) fn value<S: Board>(expression: &Value, pawns: Any<S>) -> Operand<S> {
    match &expression.expr {
        Expr::Squares(squares) => Operand::Set(S::splat(*squares)),
        Expr::Number(number) => Operand::Number(S::integer(*number)),
        Expr::Pawns(color) => Operand::Set(pawns.side(*color).own()),
        Expr::Column(column) => match column.of(pawns) {
            Of::Set(set) => Operand::Set(set),
            Of::Files(files) => Operand::Set(S::of_files(files)),
            Of::Number(number) => Operand::Number(S::counted(number)),
        },
        Expr::Not(operand) => match value(operand, pawns) {
            Operand::Set(set) => Operand::Set(!set),
            number => number,
        },
        Expr::Chain(operands, operators) => {
            let mut values = operands.iter().map(|operand| value(operand, pawns));
            let first = values.next().unwrap_or_else(|| Operand::Number(S::integer(0)));
            values.zip(operators).fold(first, |left, (right, &operator)| apply(operator, left, right))
        }
        Expr::Call(function, argument) => match value(argument, pawns) {
            Operand::Set(set) => {
                let squares = function.squares(set, argument.kind);
                match expression.kind {
                    Kind::Number => Operand::Number(S::counted(squares.count())),
                    _ => Operand::Set(squares),
                }
            }
            number => number,
        },
    }
}

fn apply<S: Board>(operator: Operator, left: Operand<S>, right: Operand<S>) -> Operand<S> {
    match (left, right) {
        (Operand::Set(left), Operand::Set(right)) => Operand::Set(combined(operator, left, right)),
        (Operand::Number(left), Operand::Number(right)) => {
            let apply = if operator == Operator::Plus { i32::add } else { i32::sub };
            Operand::Number(S::combine(left, right, apply))
        }
        (left, _) => left,
    }
}

/// Combines two sets.
pub(crate) fn combined<S: Board>(operator: Operator, left: S, right: S) -> S {
    match operator {
        Operator::Or => left | right,
        Operator::Xor => left ^ right,
        Operator::Minus => left & !right,
        _ => left & right,
    }
}

/// One board.
type One = Lanes<1>;

/// Returns the pawns of a position as one board for each color.
pub(crate) fn one(pawns: Pawns) -> Any<One> {
    Any::new(Lanes::new([pawns.white().own().bits()]), Lanes::new([pawns.black().own().bits()]))
}

/// Returns the squares that a condition is about if it is met: those of its sets, without sets that must be empty.
pub(crate) fn squares(condition: &Condition, pawns: Any<One>) -> One {
    let empty = One::splat(Bitboard::EMPTY);
    let union = |squares: Vec<One>| squares.into_iter().fold(empty, |union, squares| union | squares);
    if met(condition, pawns) == empty {
        return empty;
    }
    match &condition.test {
        Test::Any(value) => of_value(value, pawns),
        Test::Not(_) => empty,
        Test::All(parts) | Test::AnyOf(parts) => {
            union(parts.iter().map(|part| squares(part, pawns)).collect())
        }
        Test::Compare(_, sides) => union(sides.iter().map(|side| of_value(side, pawns)).collect()),
        Test::Mirrored(operand) => squares(operand, mirrored(pawns)).flip_vertical(),
        Test::Either(operand) => squares(operand, pawns) | squares(operand, mirrored(pawns)).flip_vertical(),
        Test::Named(definition) => {
            definition.condition.as_ref().map_or(empty, |condition| squares(condition, pawns))
        }
    }
}

/// Returns the squares of a set, or those that a number counts.
fn of_value(expression: &Value, pawns: Any<One>) -> One {
    let empty = One::splat(Bitboard::EMPTY);
    match (&expression.expr, value(expression, pawns)) {
        (_, Operand::Set(set)) => set,
        (Expr::Call(.., argument), _) => of_value(argument, pawns),
        (Expr::Chain(operands, _), _) => {
            operands.iter().fold(empty, |union, operand| union | of_value(operand, pawns))
        }
        _ => empty,
    }
}
