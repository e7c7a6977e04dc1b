//! Evaluates conditions, for the pawns of one position or for all pawns at once.

use pawnfill::pattern::{Column, Kind, Pattern, Scope, Value as Of};
use pawnfill::set::{Lanes, Reduce};
use pawnfill::{Bitboard, Color, FileSet, KoggeStone, Pawns, Placement, SquareSet};
use pawnfill_expression::grammar::{Comparator, Operator};
use pawnfill_symbolic::{Bit, Number, Symbolic};

use crate::condition::{Condition, Expr, Operand, Test};
use crate::function;
use crate::query::Answer;

/// Pawns on any kind of board.
pub(crate) type Any<S> = Pawns<KoggeStone, S>;

/// The operations that conditions need besides those of patterns.
pub trait Board: Reduce<Mask: PartialEq> {
    /// Returns a constant truth value.
    fn truth(is_met: bool) -> Self::Mask;
    /// Returns `true` if at least one of them is.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        !(!a & !b)
    }
    /// Returns every square of the files.
    fn of_files(files: Self::Files) -> Self;
    /// Returns the sum of two numbers, or their difference, in two's complement.
    fn sum(left: Self::Number, right: Self::Number, is_difference: bool) -> Self::Number;
    /// Compares two numbers in two's complement.
    fn compare(left: Self::Number, right: Self::Number, comparison: Comparator) -> Self::Mask;
}

/// Returns whether two numbers compare like this.
fn holds(comparison: Comparator, left: u32, right: u32) -> bool {
    let [left, right] = [left, right].map(u32::cast_signed);
    match comparison {
        Comparator::Equal => left == right,
        Comparator::NotEqual => left != right,
        Comparator::Less => left < right,
        Comparator::LessOrEqual => left <= right,
        Comparator::Greater => left > right,
        Comparator::GreaterOrEqual => left >= right,
    }
}

fn added(left: u32, right: u32, is_difference: bool) -> u32 {
    if is_difference {
        left.wrapping_sub(right)
    } else {
        left.wrapping_add(right)
    }
}

/// The squares of each color's pawns, knights, bishops, rooks, queens and kings.
pub(crate) type Pieces<S> = [[S; 6]; 2];

/// A position as a condition sees it, which is written for White.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a, S> {
    pawns: Any<S>,
    pieces: Option<&'a Pieces<S>>,
    /// The color that is White in the condition.
    white: Color,
}

impl<'a, S: SquareSet> Seen<'a, S> {
    pub(crate) fn new(pawns: Any<S>, pieces: Option<&'a Pieces<S>>) -> Self {
        Self {
            pawns,
            pieces,
            white: Color::White,
        }
    }

    /// Returns the position with exchanged colors.
    pub(crate) fn mirrored(self) -> Self {
        Self {
            white: !self.white,
            ..self
        }
    }

    fn color(self, color: Color) -> Color {
        if self.white == Color::White {
            color
        } else {
            !color
        }
    }

    fn squares(self, squares: Bitboard) -> S {
        S::splat(if self.white == Color::White {
            squares
        } else {
            squares.flip_vertical()
        })
    }

    fn pieces(self, color: Color, piece: usize) -> S {
        let pieces = self
            .pieces
            .map(|pieces| pieces[self.color(color) as usize][piece]);
        pieces.unwrap_or(S::splat(Bitboard::EMPTY))
    }

    fn column(self, column: Column) -> Column {
        match column.scope {
            // White's columns are used as they are, without looking them up.
            Scope::Side(color) if self.white == Color::Black => of_black(column.pattern)
                .column(Scope::Side(!color))
                .unwrap_or(column),
            _ => column,
        }
    }
}

/// Returns the pattern that Black has where White has this one: north and south are exchanged.
fn of_black(pattern: &'static Pattern) -> &'static Pattern {
    let name = match pattern.name.split_once('_') {
        Some(("north", rest)) => format!("south_{rest}"),
        Some(("south", rest)) => format!("north_{rest}"),
        _ => return pattern,
    };
    Pattern::from_name(&name).unwrap_or(pattern)
}

/// Several boards side by side, which take little longer than one.
impl<const N: usize> Board for Lanes<N> {
    fn truth(is_met: bool) -> Self {
        Self::new([if is_met { u64::MAX } else { 0 }; N])
    }

    fn of_files(files: [FileSet; N]) -> Self {
        Self::new(files.map(|files| files.to_bitboard().bits()))
    }

    fn sum(left: [u32; N], right: [u32; N], is_difference: bool) -> [u32; N] {
        std::array::from_fn(|lane| added(left[lane], right[lane], is_difference))
    }

    fn compare(left: [u32; N], right: [u32; N], comparison: Comparator) -> Self {
        let holds = |lane| holds(comparison, left[lane], right[lane]);
        Self::new(std::array::from_fn(
            |lane| if holds(lane) { u64::MAX } else { 0 },
        ))
    }
}

impl Board for Symbolic {
    fn truth(is_met: bool) -> Bit {
        is_met.into()
    }

    fn of_files(files: Self::Files) -> Self {
        Self(std::array::from_fn(|square| files[square % 8]))
    }

    fn sum(left: Number, right: Number, is_difference: bool) -> Number {
        left.combine(right, |left, right| added(left, right, is_difference))
    }

    fn compare(left: Number, right: Number, comparison: Comparator) -> Bit {
        left.when(right, |left, right| holds(comparison, left, right))
    }
}

/// Returns when the condition is met.
pub(crate) fn met<S: Board>(condition: &Condition, seen: Seen<S>) -> S::Mask {
    match &condition.test {
        Test::Any(tested) => match value(tested, seen) {
            Answer::Set(set) => !set.is_empty(),
            Answer::Number(number) => S::compare(number, S::number(0), Comparator::NotEqual),
            Answer::Truth(truth) => truth,
        },
        Test::Not(operand) => !met(operand, seen),
        Test::All(parts) => joined(parts, seen, true),
        Test::AnyOf(parts) => joined(parts, seen, false),
        Test::Compare(comparison, sides) => {
            let [left, right] = sides.each_ref().map(|side| value(side, seen));
            match (left, right) {
                (Answer::Number(left), Answer::Number(right)) => {
                    S::compare(left, right, *comparison)
                }
                (Answer::Set(left), Answer::Set(right)) => {
                    let same = (left ^ right).is_empty();
                    if *comparison == Comparator::Equal {
                        same
                    } else {
                        !same
                    }
                }
                // The kinds are equal.
                _ => S::truth(false),
            }
        }
        Test::Mirrored(operand) => met(operand, seen.mirrored()),
        Test::Either(operand) => S::or(met(operand, seen), met(operand, seen.mirrored())),
        Test::Named(definition) => met(&definition.condition, seen),
    }
}

/// Returns when all conditions are met, or any of them, and evaluates them only as far as that is
/// not known.
fn joined<S: Board>(parts: &[Condition], seen: Seen<S>, is_all: bool) -> S::Mask {
    let (known, mut masks) = (S::truth(!is_all), parts.iter().map(|part| met(part, seen)));
    let mut are_met = masks.next().unwrap_or(!known);
    while are_met != known
        && let Some(mask) = masks.next()
    {
        are_met = if is_all {
            are_met & mask
        } else {
            S::or(are_met, mask)
        };
    }
    are_met
}

/// Returns when pawns may meet a condition, whatever the other pieces are.
pub(crate) fn possible<S: Board>(condition: &Condition, seen: Seen<S>) -> S::Mask {
    match &condition.test {
        Test::All(parts) => parts
            .iter()
            .fold(S::truth(true), |all, part| all & possible(part, seen)),
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
            Of::Set(set) => Answer::Set(set),
            Of::Files(files) => Answer::Set(S::of_files(files)),
            Of::Number(number) => Answer::Number(number),
        },
        Expr::Complement(operand) => match value(operand, seen) {
            Answer::Set(set) => Answer::Set(!set),
            number => number,
        },
        Expr::Chain(operands, operators) => {
            let mut values = operands.iter().map(|operand| value(operand, seen));
            let first = values
                .next()
                .unwrap_or_else(|| Answer::Number(S::number(0)));
            values
                .zip(operators)
                .fold(first, |left, (right, &operator)| {
                    apply(operator, left, right)
                })
        }
        Expr::Call(definition, color, argument) => match value(argument, seen) {
            Answer::Set(set) => {
                let squares = function::squares(definition, *color, set, argument.kind, seen.white);
                match expression.kind {
                    Kind::Number => Answer::Number(squares.count()),
                    _ => Answer::Set(squares),
                }
            }
            number => number,
        },
    }
}

fn apply<S: Board>(operator: Operator, left: Answer<S>, right: Answer<S>) -> Answer<S> {
    match (left, right) {
        (Answer::Set(left), Answer::Set(right)) => Answer::Set(combined(operator, left, right)),
        (Answer::Number(left), Answer::Number(right)) => {
            Answer::Number(S::sum(left, right, operator == Operator::Minus))
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

/// Returns pawns side by side.
pub(crate) fn lanes<const N: usize>(pawns: [Pawns; N]) -> Any<Lanes<N>> {
    let [white, black] = Color::ALL.map(|color| pawns.map(|pawns| pawns.side(color).own().bits()));
    Any::new(Lanes::new(white), Lanes::new(black))
}

/// One board.
type One = Lanes<1>;

/// Returns one board for each of the pieces.
pub(crate) fn one(pieces: Placement) -> Pieces<One> {
    pieces
        .pieces()
        .map(|side| side.map(|set| Lanes::new([set.bits()])))
}

impl<'a> Seen<'a, One> {
    pub(crate) fn one(pieces: &'a Pieces<One>) -> Self {
        Self::new(Any::new(pieces[0][0], pieces[1][0]), Some(pieces))
    }
}

/// Returns the squares that a condition is about if it is met: those of its sets, without sets that
/// must be empty.
pub(crate) fn squares(condition: &Condition, seen: Seen<One>) -> One {
    let empty = One::splat(Bitboard::EMPTY);
    if met(condition, seen) == empty {
        return empty;
    }
    match &condition.test {
        Test::Not(_) => empty,
        Test::Mirrored(operand) => squares(operand, seen.mirrored()),
        Test::Either(operand) => squares(operand, seen) | squares(operand, seen.mirrored()),
        _ => {
            let values = condition.values().iter().map(|value| of_value(value, seen));
            let parts = condition.parts().iter().map(|part| squares(part, seen));
            values.chain(parts).fold(empty, |union, set| union | set)
        }
    }
}

/// Returns the squares of a set, or those that a number counts.
fn of_value(expression: &Operand, seen: Seen<One>) -> One {
    let empty = One::splat(Bitboard::EMPTY);
    match (&expression.expr, value(expression, seen)) {
        (_, Answer::Set(set)) => set,
        (Expr::Call(.., argument), _) => of_value(argument, seen),
        (Expr::Chain(operands, _), _) => operands
            .iter()
            .fold(empty, |union, operand| union | of_value(operand, seen)),
        _ => empty,
    }
}
