//! Evaluates conditions, for the pawns of one position or for all pawns at once.

use pawnfill::pattern::{Pattern, Scope, Value};
use pawnfill::set::Reduce;
use pawnfill::{Bitboard, Color, FileSet, KoggeStone, Pawns, Rank};
use pawnfill::{beside, east, north, south, west};
use pawnfill_codegen::condition::{Comparison, Condition};
use pawnfill_codegen::tables::{Body, Expr, Function, Operator, Value as Constant};
use pawnfill_symbolic::{Bit, Symbolic};

use super::{Named, Query};

/// Pawns on any kind of board.
pub(super) type Any<S> = Pawns<KoggeStone, S>;

/// The operations that conditions need besides those of patterns. `None` means that this kind of set has no answer.
pub(super) trait Board: Reduce + PartialEq {
    /// Whether the squares are known, and do not depend on the pawns.
    const IS_KNOWN: bool;
    /// Returns every square if the set is not empty.
    fn any(self) -> Self;
    /// Returns every square of the files.
    fn of_files(files: Self::Files) -> Self;
    /// Returns the number, if it is known.
    fn known(number: Self::Number) -> Option<i32>;
    fn flip_vertical(self) -> Self;
    fn flip_horizontal(self) -> Self;
}

impl Board for Bitboard {
    const IS_KNOWN: bool = true;

    fn any(self) -> Self {
        if self.is_empty() { self } else { Self::FULL }
    }

    fn of_files(files: Self::Files) -> Self {
        files.to_bitboard()
    }

    fn known(number: u32) -> Option<i32> {
        number.try_into().ok()
    }

    fn flip_vertical(self) -> Self {
        self.flip_vertical()
    }

    fn flip_horizontal(self) -> Self {
        self.flip_horizontal()
    }
}

/// Symbolic sets. Their squares depend on the pawns, and are not counted or compared.
impl Board for Symbolic {
    const IS_KNOWN: bool = false;

    /// Combines the squares in the order of the diagrams, file by file.
    fn any(self) -> Self {
        let squares = (0..8).flat_map(|file| (0..8).map(move |rank| 8 * rank + file));
        Self([squares.fold(Bit::from(false), |any, square| any | self.0[square]); 64])
    }

    fn of_files(files: Self::Files) -> Self {
        Self(std::array::from_fn(|square| files[square % 8]))
    }

    fn known(_: Self::Number) -> Option<i32> {
        None
    }

    fn flip_vertical(self) -> Self {
        self.flip_vertical()
    }

    fn flip_horizontal(self) -> Self {
        self.flip_horizontal()
    }
}

/// A value of an expression. Files are the set of their squares, since the kinds are checked already.
#[derive(Clone, Copy)]
pub(super) enum Operand<S> {
    Set(S),
    Number(i32),
    Color(Color),
}

/// Returns every square if the condition is met and none if not, or `None` if this kind of board cannot decide it.
pub(super) fn met<S: Board>(condition: &Condition, query: &Query, pawns: Any<S>) -> Option<S> {
    let met = |condition| met(condition, query, pawns);
    let value = |expression| value(expression, query, pawns);
    let [never, always] = [Bitboard::EMPTY, Bitboard::FULL].map(S::splat);
    let constant = |is_met| if is_met { always } else { never };
    match condition {
        Condition::Any(expression) => match value(expression)? {
            Operand::Set(set) => Some(set.any()),
            Operand::Number(number) => Some(constant(number != 0)),
            Operand::Color(_) => None,
        },
        Condition::Not(operand) => Some(!met(operand)?),
        Condition::And(sides) => match met(&sides[0])? {
            left if left == never => Some(left),
            left => Some(left & met(&sides[1])?),
        },
        Condition::Or(sides) => match met(&sides[0])? {
            left if left == always => Some(left),
            left => Some(left | met(&sides[1])?),
        },
        Condition::Compare(comparison, sides) => {
            let met = match (comparison, value(&sides[0])?, value(&sides[1])?) {
                (Comparison::Equal, left, right) => same(left, right)?,
                (Comparison::NotEqual, left, right) => !same(left, right)?,
                (_, Operand::Number(left), Operand::Number(right)) => match comparison {
                    Comparison::Less => left < right,
                    Comparison::LessOrEqual => left <= right,
                    Comparison::Greater => left > right,
                    _ => left >= right,
                },
                _ => return None,
            };
            Some(constant(met))
        }
    }
}

/// Returns the value of an expression, or `None` if it cannot be computed on this kind of board.
pub(super) fn value<S: Board>(expression: &Expr, query: &Query, pawns: Any<S>) -> Option<Operand<S>> {
    let value = |expression: &Expr| value(expression, query, pawns);
    match expression {
        Expr::Constant(constant) => Some(of_constant(*constant)),
        Expr::Parameter(position) => named(query.names[*position].1, pawns),
        Expr::Not(operand) => Some(match value(operand)? {
            Operand::Set(set) => Operand::Set(!set),
            other => other,
        }),
        Expr::Binary(operator, left, right) => binary(*operator, value(left)?, value(right)?),
        Expr::Call(function, arguments) => {
            let color = match arguments.get(1).map(value) {
                Some(Some(Operand::Color(color))) => color,
                _ => Color::White,
            };
            call(function, value(arguments.first()?)?, color)
        }
        Expr::If { equal, then, otherwise } => {
            let [left, right] = equal.each_ref().map(value);
            value(if same(left?, right?)? { then } else { otherwise })
        }
    }
}

fn of_constant<S: Board>(constant: Constant) -> Operand<S> {
    match constant {
        Constant::Set(set) => Operand::Set(S::splat(Bitboard::from_bits(set))),
        Constant::Files(files) => Operand::Set(S::splat(FileSet::from_bits(files).to_bitboard())),
        Constant::Number(number) => Operand::Number(number),
        Constant::Color(pawnfill_codegen::tables::Color::White) => Operand::Color(Color::White),
        Constant::Color(pawnfill_codegen::tables::Color::Black) => Operand::Color(Color::Black),
    }
}

/// Returns the value of a name.
fn named<S: Board>(named: Named, pawns: Any<S>) -> Option<Operand<S>> {
    Some(match named {
        Named::Column(column) => match column.of(pawns) {
            Value::Set(set) => Operand::Set(set),
            Value::Files(files) => Operand::Set(S::of_files(files)),
            Value::Number(number) => Operand::Number(S::known(number)?),
        },
        Named::Pawns(color) => Operand::Set(pawns.side(color).own()),
        Named::Set(set) => Operand::Set(S::splat(set)),
    })
}

fn same<S: Board>(left: Operand<S>, right: Operand<S>) -> Option<bool> {
    match (left, right) {
        (Operand::Set(left), Operand::Set(right)) => S::IS_KNOWN.then_some(left == right),
        (Operand::Number(left), Operand::Number(right)) => Some(left == right),
        (Operand::Color(left), Operand::Color(right)) => Some(left == right),
        _ => None,
    }
}

fn binary<S: Board>(operator: Operator, left: Operand<S>, right: Operand<S>) -> Option<Operand<S>> {
    Some(match (left, right) {
        (Operand::Set(left), Operand::Set(right)) => Operand::Set(match operator {
            Operator::Or => left | right,
            Operator::And => left & right,
            Operator::Xor => left ^ right,
            Operator::Minus => left & !right,
            _ => return None,
        }),
        (Operand::Set(files), Operand::Number(number)) => {
            let number = if operator == Operator::East { number } else { -number };
            let step = if number.is_negative() { west } else { east };
            Operand::Set((0..number.unsigned_abs().min(8)).fold(files, |files, _| step(files)))
        }
        (Operand::Number(left), Operand::Number(right)) => Operand::Number(match operator {
            Operator::Plus => left.saturating_add(right),
            _ => left.saturating_sub(right),
        }),
        _ => return None,
    })
}

/// Returns the value of a function of `pawnfill_codegen::tables::FUNCTIONS`.
fn call<S: Board>(function: &Function, argument: Operand<S>, color: Color) -> Option<Operand<S>> {
    let Operand::Set(set) = argument else { return None };
    let empty = S::splat(Bitboard::EMPTY);
    let pawns = match color {
        Color::White => Any::new(set, empty),
        Color::Black => Any::new(empty, set),
    };
    let side = pawns.side(color);
    Some(Operand::Set(match function.name {
        "north" => north(set),
        "south" => south(set),
        "east" => east(set),
        "west" => west(set),
        "north_east" => north(east(set)),
        "north_west" => north(west(set)),
        "south_east" => south(east(set)),
        "south_west" => south(west(set)),
        "beside" => beside(set),
        "north_ray" => north(Any::new(set, empty).white().front_fill()),
        "south_ray" => south(Any::new(set, empty).white().rear_fill()),
        "flip_vertical" => set.flip_vertical(),
        "flip_horizontal" => set.flip_horizontal(),
        "front_attack_span" => beside(side.front_span()),
        "rear_attack_span" => beside(side.rear_fill()),
        "file_set" => side.file_fill(),
        "count" => {
            let is_files = matches!(function.body, Body::FilesToNumber(_));
            let squares = if is_files { set & S::splat(Rank::First.bitboard()) } else { set };
            return Some(Operand::Number(S::known(squares.count())?));
        }
        // All others are patterns of their single argument.
        name => match Pattern::from_name(name)?.column(Scope::Side(color))?.of(pawns) {
            Value::Set(set) => set,
            _ => return None,
        },
    }))
}

#[cfg(test)]
mod tests {
    use pawnfill_codegen::tables::FUNCTIONS;

    use super::*;

    /// Compares functions and operators with the definitions, which walk squares.
    #[test]
    fn expressions_have_the_values_of_tables() {
        let query = Query::parse("white.pawns").unwrap();
        let mut checked = 0;
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed.rotate_left(seed as u32 >> 26) & seed.rotate_left(29)
        };
        for _ in 0..50 {
            let (set, other) = (random(), random());
            let pawns = Any::new(Bitboard::from_bits(set), Bitboard::from_bits(other));
            let constants =
                [Constant::Set(set), Constant::Files(set as u8), Constant::Number(3), Constant::Set(other)];
            for function in FUNCTIONS {
                for first in constants {
                    for second in [
                        None,
                        Some(pawnfill_codegen::tables::Color::White),
                        Some(pawnfill_codegen::tables::Color::Black),
                    ] {
                        let arguments = [Some(first), second.map(Constant::Color)].into_iter().flatten();
                        let expression = Expr::Call(function, arguments.map(Expr::Constant).collect());
                        checked += compare(&expression, &query, pawns);
                    }
                }
            }
            for operator in [
                Operator::Or,
                Operator::And,
                Operator::Xor,
                Operator::Minus,
                Operator::Plus,
                Operator::East,
                Operator::West,
            ] {
                for (left, right) in
                    constants.into_iter().flat_map(|left| constants.map(|right| (left, right)))
                {
                    let sides = [left, right].map(|side| Box::new(Expr::Constant(side)));
                    let [left, right] = sides;
                    checked += compare(&Expr::Binary(operator, left, right), &query, pawns);
                }
            }
            for constant in constants {
                checked += compare(&Expr::Not(Box::new(Expr::Constant(constant))), &query, pawns);
            }
        }
        assert!(checked > 50 * 100, "{checked}");
    }

    /// Compares the value with the value in tables, if there is one.
    fn compare(expression: &Expr, query: &Query, pawns: Any<Bitboard>) -> usize {
        let Some(expected) = expression.evaluate(&[]) else { return 0 };
        let found = value(expression, query, pawns).expect("a value");
        assert_eq!(same(found, of_constant(expected)), Some(true), "{expression:?}");
        1
    }
}
