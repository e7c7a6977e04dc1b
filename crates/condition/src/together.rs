//! Many conditions for the same pawns, of which most fail at the first look.

use pawnfill::set::Lanes;
use pawnfill::{Color, Pawns, Placement};
use pawnfill_expression::grammar::Operator;

use crate::condition::{Condition, Expr, Operand, Test};
use crate::evaluate::{self, Any, Seen, met, possible};
use crate::query::Query;

/// Conditions that are evaluated together: first what each of them needs on single squares, which
/// is all for most structures, and then the rest.
#[derive(Debug)]
pub struct Together(Vec<Needs>);

#[derive(Debug)]
struct Needs {
    query: Query,
    squares: Vec<Squares>,
    /// Whether the squares decide the condition.
    are_all: bool,
}

/// Squares of which one must have a pawn of a color, or none.
#[derive(Debug)]
struct Squares {
    color: Color,
    squares: u64,
    is_any: bool,
}

impl Together {
    /// Finds what conditions need.
    #[must_use]
    pub fn new(queries: impl IntoIterator<Item = Query>) -> Self {
        let needs = queries.into_iter().map(|query| {
            let mut squares = Vec::new();
            let are_all = collect(&query.condition, true, Color::White, &mut squares);
            // Few pawns stand on a single square.
            squares.sort_by_key(|needed| (!needed.is_any, needed.squares.count_ones()));
            Needs {
                query,
                squares,
                are_all,
            }
        });
        Self(needs.collect())
    }

    /// Calls a function with the number of each condition that is met, from 0, and the side that
    /// meets it. A condition
    /// [with pieces](Query::has_pieces) may be met.
    #[inline]
    pub fn each_met(&self, pawns: Pawns, mut each: impl FnMut(usize, Color)) {
        let [white, black] = Color::ALL.map(|color| pawns.side(color).own().bits());
        let flipped = [black.swap_bytes(), white.swap_bytes()];
        for (side, pawns) in Color::ALL.into_iter().zip([[white, black], flipped]) {
            for (number, needs) in self.0.iter().enumerate() {
                let is_met = |needed: &Squares| {
                    (pawns[needed.color as usize] & needed.squares != 0) == needed.is_any
                };
                if needs.squares.iter().all(is_met)
                    && (side == Color::White || needs.query.of_either)
                    && (needs.are_all || is_rest_met(&needs.query, pawns))
                {
                    each(number, side);
                }
            }
        }
    }
}

#[cold]
fn is_rest_met(query: &Query, [white, black]: [u64; 2]) -> bool {
    let pawns = Any::new(Lanes::new([white]), Lanes::new([black]));
    let met = if query.has_pieces() { possible } else { met };
    met(&query.condition, Seen::new(pawns, None)).boards() != [0]
}

/// Adds the squares that a condition needs, and returns whether they decide it. `white` is the
/// color that White has in it.
fn collect(condition: &Condition, is_met: bool, white: Color, squares: &mut Vec<Squares>) -> bool {
    match &condition.test {
        Test::Not(inner) => collect(inner, !is_met, white, squares),
        Test::Mirrored(inner) => collect(inner, is_met, !white, squares),
        Test::Named(definition) => collect(&definition.condition, is_met, white, squares),
        Test::All(parts) | Test::AnyOf(parts)
            if matches!(condition.test, Test::All(_)) == is_met =>
        {
            let mut are_all = true;
            for part in parts {
                are_all &= collect(part, is_met, white, squares);
            }
            are_all
        }
        Test::Any(value) => {
            let needed = of_pawns(value);
            squares.extend(needed.map(|(color, squares)| match white {
                Color::White => Squares {
                    color,
                    squares,
                    is_any: is_met,
                },
                Color::Black => Squares {
                    color: !color,
                    squares: squares.swap_bytes(),
                    is_any: is_met,
                },
            }));
            needed.is_some()
        }
        _ => false,
    }
}

fn depends_on_pieces(expr: &Expr) -> bool {
    matches!(expr, Expr::Pawns(_) | Expr::Pieces(..) | Expr::Column(_))
}

/// Returns the color and the squares of a set such as `white.pawns & (d | e)`.
fn of_pawns(value: &Operand) -> Option<(Color, u64)> {
    match &value.expr {
        Expr::Pawns(color) => Some((*color, u64::MAX)),
        Expr::Chain(operands, operators)
            if operators.iter().all(|operator| *operator == Operator::And) =>
        {
            let [pawns, squares] = &operands[..] else {
                return None;
            };
            let (Expr::Pawns(color), false) = (&pawns.expr, squares.contains(depends_on_pieces))
            else {
                return None;
            };
            let set =
                evaluate::value(squares, Seen::one(&evaluate::one(Placement::default()))).set()?;
            Some((*color, set.boards()[0]))
        }
        _ => None,
    }
}
