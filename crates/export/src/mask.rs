//! Masks of a square, and questions about a square, recorded for all squares at once.

use pawnfill::pattern::{Answer, Question};
use pawnfill::{Backend, Bitboard, Color, KoggeStone, Square, beside, north, south};

use crate::graph::{Expression, Move, Operation, pawns};

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
    macro_rules! masks {
        ($($name:ident = $value:expr, $summary:literal;)*) => {$(
            #[allow(unused_variables, reason = "some are not parts of others")]
            let $name = add(&mut masks, stringify!($name), $summary, $value);
        )*};
    }
    masks! {
        square_bit = moved(Move::FromA1, Square::A1.bitboard()),
            "The set with only this square.";
        file_mask = moved(Move::ToFile, KoggeStone::file_mask(Square::A1)),
            "The file of the square.";
        neighbor_files = beside(file_mask), "The squares of the neighbor files.";
        north_ray = moved(Move::FromA1, KoggeStone::north_ray(Square::A1)),
            "The squares north of the square on its file.";
        south_ray = moved(Move::FromH8, KoggeStone::south_ray(Square::H8)),
            "The squares south of the square on its file.";
        north_attack_span = beside(north_ray),
            "The squares north of the square on the neighbor files.";
        south_attack_span = beside(south_ray),
            "The squares south of the square on the neighbor files.";
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

fn moved(how: Move, set: Bitboard) -> Expression {
    Expression::new(Operation::Moved(how, set.bits()), &[])
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
        Operation::Mask(name) => find_mask(name, masks).map(|mask| mask.table[square as usize]),
        operation => {
            let mut operands = Vec::new();
            for operand in expression.operands() {
                operands.push(evaluate(operand, square, masks));
            }
            operation.apply(&operands)
        }
    };
    set.unwrap_or_default()
}

fn find_mask<'a>(name: &str, masks: &'a [Mask]) -> Option<&'a Mask> {
    masks.iter().find(|mask| mask.name == name)
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
    let constants: Option<Vec<u64>> = records.iter().copied().map(Expression::constant).collect();
    if let Some(mut constants) = constants {
        if let Some(mask) = mask_with(&constants, masks) {
            return Some(mask);
        }
        constants.iter_mut().for_each(|bits| *bits = !*bits);
        return mask_with(&constants, masks).map(|mask| !mask);
    }
    let operation = first.operation();
    if records.iter().any(|record| record.operation() != operation) {
        return None;
    }
    let mut operands = Vec::new();
    for place in 0..first.operands().len() {
        let column: Vec<_> = records
            .iter()
            .map(|record| record.operands()[place])
            .collect();
        operands.push(generalized(&column, masks)?);
    }
    Some(Expression::new(operation, &operands))
}

/// Returns the mask that is this set for each square.
fn mask_with(sets: &[u64], masks: &[Mask]) -> Option<Expression> {
    let mask = masks.iter().find(|mask| mask.table == *sets)?;
    Some(Expression::new(Operation::Mask(mask.name), &[]))
}
