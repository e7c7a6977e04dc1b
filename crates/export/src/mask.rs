//! Masks of a square, and questions about a square, recorded for all squares at once.

use pawnfill::pattern::{Question, Value};
use pawnfill::{Backend, Color, KoggeStone, Pawns, Square, beside, north, south};

use crate::graph::{Expression, Move, Operation};

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
    let mut mask = |name, summary, value: Expression| {
        let table = std::array::from_fn(|square| evaluate(value, square as u32, &masks));
        masks.push(Mask { name, summary, value: value.simplified(), table });
        Expression::new(Operation::Mask(name), &[])
    };
    let moved = |how, bits| Expression::new(Operation::Moved(how, bits), &[]);
    let own = mask("square_bit", "The set with only this square.", moved(Move::FromA1, 1));
    let file = mask(
        "file_mask",
        "The file of the square.",
        moved(Move::ToFile, KoggeStone::file_mask(Square::A1).bits()),
    );
    mask("neighbor_files", "The squares of the neighbor files.", beside(file));
    let north_ray = moved(Move::FromA1, KoggeStone::north_ray(Square::A1).bits());
    let south_ray = moved(Move::FromH8, KoggeStone::south_ray(Square::H8).bits());
    let north_ray = mask("north_ray", "The squares north of the square on its file.", north_ray);
    let south_ray = mask("south_ray", "The squares south of the square on its file.", south_ray);
    let north_sides = mask(
        "north_attack_span",
        "The squares north of the square on the neighbor files.",
        beside(north_ray),
    );
    let south_sides = mask(
        "south_attack_span",
        "The squares south of the square on the neighbor files.",
        beside(south_ray),
    );
    mask(
        "level_or_south",
        "The squares of the neighbor files, level with the square or south of it.",
        beside(own | south_ray),
    );
    mask(
        "level_or_north",
        "The squares of the neighbor files, level with the square or north of it.",
        beside(own | north_ray),
    );
    mask(
        "north_passer_span",
        "The squares north of the square on its own and the neighbor files.",
        north_ray | north_sides,
    );
    mask(
        "south_passer_span",
        "The squares south of the square on its own and the neighbor files.",
        south_ray | south_sides,
    );
    mask(
        "north_stop_attackers",
        "The squares from which black pawns attack the square to the north.",
        beside(north(north(own))),
    );
    mask(
        "south_stop_attackers",
        "The squares from which white pawns attack the square to the south.",
        beside(south(south(own))),
    );
    mask(
        "beside_or_south",
        "The squares beside the square and beside the one to the south.",
        beside(own | south(own)),
    );
    mask(
        "beside_or_north",
        "The squares beside the square and beside the one to the north.",
        beside(own | north(own)),
    );
    masks
}

/// Returns the set of an expression that depends only on a square, and no squares for any other expression.
fn evaluate(expression: Expression, square: u32, masks: &[Mask]) -> u64 {
    let set = match expression.operation() {
        Operation::Moved(how, bits) => Some(how.apply(bits, square)),
        Operation::Mask(name) => {
            masks.iter().find(|mask| mask.name == name).map(|mask| mask.table[square as usize])
        }
        operation => {
            let operands = expression.operands().into_iter();
            operation.apply(&operands.map(|operand| evaluate(operand, square, masks)).collect::<Vec<_>>())
        }
    };
    set.unwrap_or_default()
}

/// Returns the expression of a question, for any square.
///
/// The question is recorded for each square. Only constants differ between the records, and they are masks of the
/// square. The result is `None` if these masks have no names.
pub(crate) fn record(question: &Question, color: Color, masks: &[Mask]) -> Option<Expression> {
    let pawns = Pawns::<KoggeStone, _>::new(Expression::argument("white"), Expression::argument("black"));
    let records: Vec<_> = Square::ALL
        .into_iter()
        .map(|square| {
            let (Value::Set(answer) | Value::YesNo(answer)) = question.of(pawns, color, square);
            answer
        })
        .collect();
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
            let is_equal = |mask: &&Mask| mask.table.iter().zip(&constants).all(|(a, b)| a ^ b == flip);
            masks.iter().find(is_equal).map(|mask| Expression::new(Operation::Mask(mask.name), &[]))
        };
        return named(0).or_else(|| Some(!named(!0)?));
    }
    if records.iter().any(|record| record.operation() != first.operation()) {
        return None;
    }
    let operand = |place| {
        let column: Vec<_> = records.iter().map(|record| record.operands()[place]).collect();
        generalized(&column, masks)
    };
    let operands: Vec<_> = (0..first.operands().len()).map(operand).collect::<Option<_>>()?;
    Some(Expression::new(first.operation(), &operands))
}
