//! Masks of a square, and questions about a square, recorded for all squares at once.

use pawnfill::pattern::{Answer, Question};
use pawnfill::{Backend, Bitboard, Color, KoggeStone, Square, beside, north, south};

use crate::graph::{Expression, Move, Operation};
use crate::program::pawns;

/// A set that depends only on a square.
pub(crate) struct Mask {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The set, computed with shifts and steps.
    pub(crate) value: Expression,
    /// The set of each square.
    pub(crate) table: [u64; 64],
}

/// Returns the masks. Each comes after the masks that it uses.
pub(crate) fn masks() -> Vec<Mask> {
    let mut masks = Vec::new();
    let moved = |how, set: Bitboard| Expression::new(Operation::Moved(how, set.bits()), &[]);
    macro_rules! masks {
        ($($name:ident = $value:expr, $summary:literal;)*) => {$(
            #[allow(unused_variables, reason = "some are not parts of others")]
            let $name = add(&mut masks, stringify!($name), $summary, $value);
        )*};
    }
    masks! {
        square_bit = moved(Move::FromA1, Square::A1.bitboard()), "The set with only this square.";
        file_mask = moved(Move::ToFile, KoggeStone::file_mask(Square::A1)), "The file of the square.";
        neighbor_files = beside(file_mask), "The squares of the neighbor files.";
        north_ray = moved(Move::FromA1, KoggeStone::north_ray(Square::A1)),
            "The squares north of the square on its file.";
        south_ray = moved(Move::FromH8, KoggeStone::south_ray(Square::H8)),
            "The squares south of the square on its file.";
        north_attack_span = beside(north_ray), "The squares north of the square on the neighbor files.";
        south_attack_span = beside(south_ray), "The squares south of the square on the neighbor files.";
        level_or_south = beside(square_bit | south_ray),
            "The squares of the neighbor files, level with the square or south of it.";
        level_or_north = beside(square_bit | north_ray),
            "The squares of the neighbor files, level with the square or north of it.";
        north_passer_span = north_ray | north_attack_span,
            "The squares north of the square on its own and the neighbor files.";
        south_passer_span = south_ray | south_attack_span,
            "The squares south of the square on its own and the neighbor files.";
        north_stop_attackers = beside(north(north(square_bit))),
            "The squares from which black pawns attack the square to the north.";
        south_stop_attackers = beside(south(south(square_bit))),
            "The squares from which white pawns attack the square to the south.";
        beside_or_south = beside(square_bit | south(square_bit)),
            "The squares beside the square and beside the one to the south.";
        beside_or_north = beside(square_bit | north(square_bit)),
            "The squares beside the square and beside the one to the north.";
    }
    masks
}

/// Adds a mask, and returns it as a part of others.
fn add(
    masks: &mut Vec<Mask>,
    name: &'static str,
    summary: &'static str,
    value: Expression,
) -> Expression {
    let table = std::array::from_fn(|square| evaluate(value, square as u32, masks));
    masks.push(Mask {
        name,
        summary,
        value: value.simplified(),
        table,
    });
    Expression::new(Operation::Mask(name), &[])
}

/// Returns the set of an expression that depends only on a square, and no squares for
/// any other expression.
fn evaluate(expression: Expression, square: u32, masks: &[Mask]) -> u64 {
    let set = match expression.operation() {
        Operation::Moved(how, bits) => Some(how.apply(bits, square)),
        Operation::Mask(name) => masks
            .iter()
            .find(|mask| mask.name == name)
            .map(|mask| mask.table[square as usize]),
        operation => {
            let operands = expression.operands().into_iter();
            operation.apply(
                &operands
                    .map(|operand| evaluate(operand, square, masks))
                    .collect::<Vec<_>>(),
            )
        }
    };
    set.unwrap_or_default()
}

/// Returns the expression of a question, for any square.
///
/// The question is recorded for each square. Only constants differ between the records, and they
/// are masks of the square. The result is `None` if these masks have no names.
pub(crate) fn record(question: &Question, color: Color, masks: &[Mask]) -> Option<Expression> {
    let records = Square::ALL.map(|square| {
        let (Answer::Set(answer) | Answer::Truth(answer)) = question.answer(pawns(), color, square);
        answer
    });
    generalized(&records, masks).map(Expression::simplified)
}

fn generalized(records: &[Expression], masks: &[Mask]) -> Option<Expression> {
    let first = *records.first()?;
    if records.iter().all(|&record| record == first) {
        return Some(first);
    }
    let constants: Option<Vec<u64>> = records.iter().map(|record| record.constant()).collect();
    if let Some(constants) = constants {
        let named = |flip: u64| {
            let is_equal = |mask: &&Mask| {
                mask.table
                    .iter()
                    .zip(&constants)
                    .all(|(a, b)| a ^ b == flip)
            };
            masks
                .iter()
                .find(is_equal)
                .map(|mask| Expression::new(Operation::Mask(mask.name), &[]))
        };
        return named(0).or_else(|| Some(!named(!0)?));
    }
    if records
        .iter()
        .any(|record| record.operation() != first.operation())
    {
        return None;
    }
    let operand = |place| {
        let column: Vec<_> = records
            .iter()
            .map(|record| record.operands()[place])
            .collect();
        generalized(&column, masks)
    };
    let operands: Vec<_> = (0..first.operands().len())
        .map(operand)
        .collect::<Option<_>>()?;
    Some(Expression::new(first.operation(), &operands))
}
