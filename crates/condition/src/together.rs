//! Many conditions for the same pawns, of which most fail at the first look.

use pawnfill::set::Lanes;
use pawnfill::{Color, Pawns, Placement};
use pawnfill_expression::grammar::Operator;

use crate::board;
use crate::condition::{Condition, Expr, Operand, Test};
use crate::evaluate::{self, met, possible};
use crate::query::Query;
use crate::seen::Seen;

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
#[derive(Clone, Copy, Debug)]
struct Squares {
    color: Color,
    squares: u64,
    is_any: bool,
}

impl Squares {
    fn mirrored(self) -> Self {
        Self {
            color: !self.color,
            squares: self.squares.swap_bytes(),
            ..self
        }
    }

    #[inline(always)]
    fn are_met(&self, pawns: [u64; 2]) -> bool {
        (pawns[self.color as usize] & self.squares != 0) == self.is_any
    }

    /// Returns where single squares come first, and those with a pawn. Few pawns stand on a single
    /// square.
    fn rank(&self) -> (bool, u32) {
        (!self.is_any, self.squares.count_ones())
    }
}

impl Needs {
    fn new(query: Query) -> Self {
        let mut squares = Vec::new();
        let are_all = collect(&query.condition, true, Color::White, &mut squares);
        squares.sort_by_key(Squares::rank);
        Self {
            query,
            squares,
            are_all,
        }
    }

    #[inline(always)]
    fn are_met(&self, pawns: [u64; 2], side: Color) -> bool {
        self.squares.iter().all(|squares| squares.are_met(pawns))
            && (side == Color::White || self.query.of_either)
            && (self.are_all || is_rest_met(&self.query, pawns))
    }
}

impl Together {
    /// Finds what conditions need.
    #[must_use]
    pub fn new(queries: impl IntoIterator<Item = Query>) -> Self {
        Self(queries.into_iter().map(Needs::new).collect())
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
                if needs.are_met(pawns, side) {
                    each(number, side);
                }
            }
        }
    }
}

#[cold]
fn is_rest_met(query: &Query, [white, black]: [u64; 2]) -> bool {
    let pawns = Pawns::new(Lanes::new([white]), Lanes::new([black]));
    let met = if query.has_pieces() { possible } else { met };
    met(&query.condition, Seen::new(pawns)).boards() != [0]
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
        Test::Value(value) => {
            let Some(needed) = needed(value, is_met) else {
                return false;
            };
            squares.push(match white {
                Color::White => needed,
                Color::Black => needed.mirrored(),
            });
            true
        }
        _ => false,
    }
}

fn depends_on_pieces(expr: &Expr) -> bool {
    matches!(expr, Expr::Pawns(_) | Expr::Pieces(..) | Expr::Column(_))
}

/// Returns what a set such as `white.pawns & (d | e)` needs.
fn needed(value: &Operand, is_any: bool) -> Option<Squares> {
    let (color, squares) = match &value.expr {
        Expr::Pawns(color) => (*color, u64::MAX),
        Expr::Chain(operands, operators) => match (&operands[..], &operators[..]) {
            ([pawns, squares], [Operator::And]) => {
                let Expr::Pawns(color) = pawns.expr else {
                    return None;
                };
                (color, constant(squares)?)
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Squares {
        color,
        squares,
        is_any,
    })
}

/// Returns the squares of a set that is the same in every position.
fn constant(squares: &Operand) -> Option<u64> {
    if squares.contains(depends_on_pieces) {
        return None;
    }
    let nothing = board::pieces(Placement::default());
    let set = evaluate::value(squares, Seen::with_pieces(&nothing)).set()?;
    Some(set.boards()[0])
}
