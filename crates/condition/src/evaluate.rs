//! Evaluates conditions, for the pawns of one position or for all pawns at once.

use pawnfill::pattern::{Kind, Value};
use pawnfill::{Bitboard, SquareSet};
use pawnfill_expression::grammar::{Comparator, Operator};

use crate::board::{Board, One};
use crate::condition::{Condition, Expr, Operand, Test};
use crate::function;
use crate::seen::Seen;

/// What a condition is for some pawns, on any kind of board.
pub enum Answer<S: Board> {
    /// The set that it tests, if it is a single set.
    Set(S),
    /// The number that it tests, if it is a single number, in two's complement.
    Number(S::Number),
    /// Whether it is met.
    Truth(S::Mask),
}

impl<S: Board> Answer<S> {
    pub(crate) fn set(self) -> Option<S> {
        if let Self::Set(set) = self {
            Some(set)
        } else {
            None
        }
    }

    /// Returns when the set is not empty, or the number is not 0.
    fn truth(self) -> S::Mask {
        match self {
            Self::Set(set) => !set.is_empty(),
            Self::Number(number) => S::compare(number, S::number(0), Comparator::NotEqual),
            Self::Truth(truth) => truth,
        }
    }
}

/// Returns when the condition is met.
pub(crate) fn met<S: Board>(condition: &Condition, seen: Seen<S>) -> S::Mask {
    match &condition.test {
        Test::Value(tested) => value(tested, seen).truth(),
        Test::Not(operand) => !met(operand, seen),
        Test::All(parts) => joined(parts, seen, true),
        Test::AnyOf(parts) => joined(parts, seen, false),
        Test::Compare(comparison, sides) => compared(*comparison, sides, seen),
        Test::Mirrored(operand) => met(operand, seen.mirrored()),
        Test::Either(operand) => S::or(met(operand, seen), met(operand, seen.mirrored())),
        Test::Named(definition) => met(&definition.condition, seen),
    }
}

/// Returns when all conditions are met, or any of them, and evaluates them only as far as that is
/// not known.
fn joined<S: Board>(parts: &[Condition], seen: Seen<S>, is_all: bool) -> S::Mask {
    let known = S::truth(!is_all);
    let mut parts = parts.iter();
    let Some(first) = parts.next() else {
        return !known;
    };
    // An export has nothing but the parts.
    let mut are_met = met(first, seen);
    for part in parts {
        if are_met == known {
            break;
        }
        let is_met = met(part, seen);
        are_met = if is_all {
            are_met & is_met
        } else {
            S::or(are_met, is_met)
        };
    }
    are_met
}

fn compared<S: Board>(comparison: Comparator, sides: &[Operand; 2], seen: Seen<S>) -> S::Mask {
    let [left, right] = sides;
    match (value(left, seen), value(right, seen)) {
        (Answer::Number(left), Answer::Number(right)) => S::compare(left, right, comparison),
        (Answer::Set(left), Answer::Set(right)) => {
            let are_same = (left ^ right).is_empty();
            match comparison {
                Comparator::Equal => are_same,
                _ => !are_same,
            }
        }
        // The kinds are equal.
        _ => S::truth(false),
    }
}

/// Returns when pawns may meet a condition, whatever the other pieces are.
pub(crate) fn possible<S: Board>(condition: &Condition, seen: Seen<S>) -> S::Mask {
    match &condition.test {
        Test::All(parts) => {
            let mut are_possible = S::truth(true);
            for part in parts {
                are_possible = are_possible & possible(part, seen);
            }
            are_possible
        }
        _ if condition.has_pieces() => S::truth(true),
        _ => met(condition, seen),
    }
}

/// Returns the value of an expression, a set or a number. Files are the set of their squares.
pub(crate) fn value<S: Board>(expression: &Operand, seen: Seen<S>) -> Answer<S> {
    match &expression.expr {
        Expr::Squares(squares) => Answer::Set(seen.squares(*squares)),
        Expr::Number(number) => Answer::Number(S::number(*number)),
        Expr::Pawns(color) => Answer::Set(seen.pawns.side(seen.color(*color)).own()),
        Expr::Pieces(color, piece) => Answer::Set(seen.pieces(*color, *piece)),
        Expr::Column(column) => match seen.column(*column).value(seen.pawns) {
            Value::Set(set) => Answer::Set(set),
            Value::Files(files) => Answer::Set(S::of_files(files)),
            Value::Number(number) => Answer::Number(number),
        },
        Expr::Complement(operand) => match value(operand, seen) {
            Answer::Set(set) => Answer::Set(!set),
            number => number,
        },
        Expr::Chain(operands, operators) => chained(operands, operators, seen),
        Expr::Call(definition, color, argument) => {
            let Answer::Set(set) = value(argument, seen) else {
                // No function takes a number.
                return Answer::Number(S::number(0));
            };
            let squares = function::squares(definition, *color, set, argument.kind, seen.white);
            match expression.kind {
                Kind::Number => Answer::Number(squares.count()),
                _ => Answer::Set(squares),
            }
        }
    }
}

/// Returns the value of operands with these operators between them.
fn chained<S: Board>(operands: &[Operand], operators: &[Operator], seen: Seen<S>) -> Answer<S> {
    let mut whole = Answer::Number(S::number(0));
    for (position, operand) in operands.iter().enumerate() {
        let operand = value(operand, seen);
        whole = match position.checked_sub(1) {
            Some(before) => applied(operators[before], whole, operand),
            None => operand,
        };
    }
    whole
}

fn applied<S: Board>(operator: Operator, left: Answer<S>, right: Answer<S>) -> Answer<S> {
    match (left, right) {
        (Answer::Set(left), Answer::Set(right)) => Answer::Set(combined(operator, left, right)),
        (Answer::Number(left), Answer::Number(right)) => {
            Answer::Number(S::sum(left, right, operator == Operator::Minus))
        }
        (left, _) => left,
    }
}

/// Combines two sets.
pub(crate) fn combined<S: SquareSet>(operator: Operator, left: S, right: S) -> S {
    match operator {
        Operator::Or => left | right,
        Operator::Xor => left ^ right,
        Operator::Minus => left & !right,
        _ => left & right,
    }
}

/// Returns the squares that a condition is about if it is met: those of its sets, without sets that
/// must be empty.
pub(crate) fn squares(condition: &Condition, seen: Seen<One>) -> One {
    let mut squares = One::splat(Bitboard::EMPTY);
    if met(condition, seen) == squares {
        return squares;
    }
    match &condition.test {
        Test::Not(_) => {}
        Test::Mirrored(operand) => squares = self::squares(operand, seen.mirrored()),
        Test::Either(operand) => {
            squares = self::squares(operand, seen) | self::squares(operand, seen.mirrored());
        }
        _ => {
            for value in condition.values() {
                squares = squares | squares_of_value(value, seen);
            }
            for part in condition.parts() {
                squares = squares | self::squares(part, seen);
            }
        }
    }
    squares
}

/// Returns the squares of a set, or those that a number counts.
fn squares_of_value(expression: &Operand, seen: Seen<One>) -> One {
    let mut squares = One::splat(Bitboard::EMPTY);
    if let Answer::Set(set) = value(expression, seen) {
        return set;
    }
    for part in expression.parts() {
        squares = squares | squares_of_value(part, seen);
    }
    squares
}
