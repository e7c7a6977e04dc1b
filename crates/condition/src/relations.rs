//! How structures and patterns relate to each other, which is proved.

use std::sync::Arc;

use pawnfill::Color;
use pawnfill::pattern::{Pattern, Scope, Value};
use pawnfill::set::Reduce;
use pawnfill_symbolic::{Bit, Symbolic, limited};

use crate::board::{BoardPawns, Pieces};
use crate::condition::Definition;
use crate::evaluate::met;
use crate::proof::{LIMITS, NEVER, legal};
use crate::query::Query;
use crate::seen::Seen;

/// How the positions with one structure relate to those with another.
#[derive(Debug, PartialEq, Eq)]
pub enum Relation {
    /// No position has both.
    Excludes,
    /// The same positions have both.
    Same,
    /// Every position with the first has the second.
    Implies,
    /// Every position with the second has the first.
    Implied,
    /// Some positions have both, such as this one, given as the first field of a FEN.
    Overlaps(String),
    /// The same, but only with doubled pawns.
    OverlapsDoubled(String),
    /// The diagrams are too large.
    Unknown,
}

/// Returns the relations of a structure to each structure of either color, itself excepted. A
/// thread of its own is the place for it, as for [`ask`](crate::ask).
#[must_use]
pub fn relations(of: &Definition, names: &[Arc<Definition>]) -> Vec<(String, Relation)> {
    limited(LIMITS[0], usize::MAX, || {
        let has_pieces = |definition: &Definition| definition.condition.has_pieces();
        let pieces = legal(has_pieces(of) || names.iter().any(|name| has_pieces(name)));
        let seen = Seen::with_pieces(&pieces);
        let is_undoubled = is_undoubled(&pieces);
        let own = met(&of.condition, seen.by(of.side));
        let mut relations = Vec::new();
        for color in Color::ALL {
            for other in names {
                if other.name != of.name || color != of.side {
                    let when = met(&other.condition, seen.by(color));
                    let name = format!("{color}.{}", other.name);
                    relations.push((name, relation(own, when, is_undoubled)));
                }
            }
        }
        relations
    })
}

/// Returns how the set of a condition relates to a pattern of the same side, square by square, if
/// it is a set of squares. `Overlaps` has a board on which some square is only in the set of the
/// condition, and `Implies` and `Implied` say which of them has fewer squares.
#[must_use]
pub fn relation_to(query: &Query, pattern: &'static Pattern) -> Option<Relation> {
    limited(LIMITS[0], LIMITS[1], || {
        let pawns = pawns(&legal(false));
        let own = query.answer(pawns, Color::White).set()?;
        let Value::Set(other) = pattern.column(Scope::Side(Color::White))?.value(pawns) else {
            return None;
        };
        let more = !(own & !other).is_empty();
        let less = !(other & !own).is_empty();
        Some(match (more, less) {
            (NEVER, NEVER) => Relation::Same,
            (Bit::UNKNOWN, _) | (_, Bit::UNKNOWN) => Relation::Unknown,
            (NEVER, _) => Relation::Implies,
            (_, NEVER) => Relation::Implied,
            (more, _) => Relation::Overlaps(example(more)),
        })
    })
}

fn pawns(pieces: &Pieces<Symbolic>) -> BoardPawns<Symbolic> {
    BoardPawns::new(pieces[0][0], pieces[1][0])
}

/// Returns when no pawns are doubled.
fn is_undoubled(pieces: &Pieces<Symbolic>) -> Bit {
    let pawns = pawns(pieces);
    (pawns.white().doubled() | pawns.black().doubled()).is_empty()
}

/// Returns the first field of a FEN of some pawns, if there are any.
fn example(when: Bit) -> String {
    match when.example() {
        Some(pawns) => pawns.placement().to_string(),
        None => String::new(),
    }
}

fn relation(own: Bit, other: Bit, is_undoubled: Bit) -> Relation {
    let both = own & other;
    match both {
        NEVER => Relation::Excludes,
        _ if [own, other, both].contains(&Bit::UNKNOWN) => Relation::Unknown,
        _ if own == other => Relation::Same,
        _ if both == own => Relation::Implies,
        _ if both == other => Relation::Implied,
        _ => match both & is_undoubled {
            NEVER => Relation::OverlapsDoubled(example(both)),
            Bit::UNKNOWN => Relation::Unknown,
            undoubled => Relation::Overlaps(example(undoubled)),
        },
    }
}

#[cfg(test)]
mod tests;
