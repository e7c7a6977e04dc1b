//! Evaluates conditions, for the pawns of one position or for all pawns at once.

use std::collections::BTreeMap;
use std::ops::{Add, Sub};

use pawnfill::pattern::{Kind, Value as Of};
use pawnfill::set::{Compare, Lanes, Reduce};
use pawnfill::{Bitboard, FileSet, KoggeStone, Pawns};
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

impl Board for Bitboard {
    type Integer = i32;

    fn truth(is_met: bool) -> bool {
        is_met
    }

    fn of_files(files: FileSet) -> Self {
        files.to_bitboard()
    }

    fn integer(number: i32) -> i32 {
        number
    }

    fn counted(number: u32) -> i32 {
        number.try_into().unwrap_or(i32::MAX)
    }

    fn combine(left: i32, right: i32, f: fn(i32, i32) -> i32) -> i32 {
        f(left, right)
    }

    fn compare(left: i32, right: i32, test: fn(&i32, &i32) -> bool) -> bool {
        test(&left, &right)
    }

    fn flip_vertical(self) -> Self {
        self.flip_vertical()
    }

    fn flip_horizontal(self) -> Self {
        self.flip_horizontal()
    }
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
        numbers.map(Bitboard::counted)
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

/// Returns the squares that a met condition is about: those of its sets, without sets that must be empty.
pub(crate) fn squares(condition: &Condition, pawns: Any<Bitboard>) -> Bitboard {
    match &condition.test {
        Test::Any(value) => of_value(value, pawns),
        Test::Not(_) => Bitboard::EMPTY,
        Test::All(parts) | Test::AnyOf(parts) => parts
            .iter()
            .filter(|part| met(part, pawns))
            .fold(Bitboard::EMPTY, |union, part| union | squares(part, pawns)),
        Test::Compare(_, sides) => {
            sides.iter().fold(Bitboard::EMPTY, |union, side| union | of_value(side, pawns))
        }
        Test::Mirrored(operand) => squares(operand, mirrored(pawns)).flip_vertical(),
        Test::Either(operand) => {
            let of = |pawns| if met(operand, pawns) { squares(operand, pawns) } else { Bitboard::EMPTY };
            of(pawns) | of(mirrored(pawns)).flip_vertical()
        }
        Test::Named(definition) => {
            definition.condition.as_ref().map_or(Bitboard::EMPTY, |condition| squares(condition, pawns))
        }
    }
}

/// Returns the squares of a set, or those that a number counts.
fn of_value(expression: &Value, pawns: Any<Bitboard>) -> Bitboard {
    match (&expression.expr, value(expression, pawns)) {
        (_, Operand::Set(set)) => set,
        (Expr::Call(.., argument), _) => of_value(argument, pawns),
        (Expr::Chain(operands, _), _) => {
            operands.iter().fold(Bitboard::EMPTY, |union, operand| union | of_value(operand, pawns))
        }
        _ => Bitboard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use pawnfill_positions::embedded;

    use super::*;
    use crate::{Query, definition};

    #[test]
    fn boards_side_by_side_have_the_answers_of_each() {
        let names = definition::structures().unwrap();
        let conditions = [
            "white.isolated & d && !(black.pawns & c)",
            "count(black.passed) >= 2 || white.island_count > 3",
            "white.island_count - black.island_count != 0",
            "count(white.pawns) <= count(black.pawns) && open_files",
            "front_span(white.passed, white) == white.passed",
            "either.passed & rank_7 && (white.doubled ^ black.tripled) != empty",
        ];
        let names_of = names.iter().map(|definition| definition.name.as_str());
        for condition in conditions.into_iter().chain(names_of) {
            let query = Query::parse(condition, &names).unwrap();
            let (mut met, mut unmet) = (0, 0);
            for pawns in embedded::distinct(&embedded::positions()).chunks_exact(8) {
                let pawns: [_; 8] = pawns.try_into().unwrap();
                let alone = pawns.map(|pawns| {
                    let is_met = |pawns: Pawns| met_alone(&query, pawns);
                    [is_met(pawns), query.of_either && is_met(pawns.flip_colors())]
                });
                for (side, are_met) in query.are_met(pawns).into_iter().enumerate() {
                    assert_eq!(are_met, alone.map(|sides| sides[side]), "{condition}");
                }
                met += alone.iter().filter(|sides| sides.contains(&true)).count();
                unmet += alone.iter().filter(|sides| !sides.contains(&true)).count();
            }
            assert!(unmet > 0 && (met > 0 || !conditions.contains(&condition)), "{condition}");
        }
    }

    fn met_alone(query: &Query, pawns: Pawns) -> bool {
        met::<Bitboard>(&query.condition, pawns.with_backend())
    }
}
