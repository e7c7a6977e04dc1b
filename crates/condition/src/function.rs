//! The functions of sets, whose names and meanings are those of `tables!`.

use pawnfill::pattern::{Kind, Pattern, Scope, Value as Of};
use pawnfill::{Bitboard, Color, Rank, SquareSet, beside, east, north, south, west};
use pawnfill_expression::{Body, FUNCTIONS, Function as Definition, Value};

use crate::evaluate::{Any, Board, of_black};

/// A function of a set, or of a set of pawns and their color.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Function {
    name: &'static str,
    color: Color,
    /// The pattern with this name. Without enemy pawns, it is the function.
    pattern: Option<&'static Pattern>,
}

/// Returns `true` if the second argument is the color of the pawns.
pub(crate) fn needs_color(definition: &Definition) -> bool {
    matches!(definition.body, Body::SideToSet(_))
}

/// Returns how a function is called.
pub(crate) fn call(definition: &Definition) -> String {
    let color = if needs_color(definition) { ", white" } else { "" };
    format!("{}(white.pawns{color})", definition.name)
}

impl Function {
    pub(crate) fn new(definition: &Definition, color: Color) -> Self {
        let name = definition.name;
        let pattern = Pattern::from_name(name).filter(|pattern| pattern.kind == Kind::Set);
        Self { name, color, pattern }
    }

    /// Returns the kind of its value for an argument, or `None` if it does not take this kind.
    pub(crate) fn kind(self, argument: Kind) -> Option<Kind> {
        let argument = match argument {
            Kind::Set => Value::Set(0),
            Kind::Files => Value::Files(0),
            Kind::Number => Value::Number(0),
            Kind::YesNo => return None,
        };
        match Definition::named(self.name).find_map(|definition| definition.apply(&[argument]))? {
            Value::Set(_) => Some(Kind::Set),
            Value::Files(_) => Some(Kind::Files),
            Value::Number(_) => Some(Kind::Number),
            Value::Color(_) => None,
        }
    }

    /// Returns the squares of its value, where White in the condition is this color, and north is ahead of it. For `count`,
    /// these are the squares that are counted, and a file has one of them.
    pub(crate) fn squares<S: Board>(self, set: S, kind: Kind, white: Color) -> S {
        let empty = S::splat(Bitboard::EMPTY);
        let color = if white == Color::White { self.color } else { !self.color };
        let pawns = match color {
            Color::White => Any::new(set, empty),
            Color::Black => Any::new(empty, set),
        };
        let pattern =
            self.pattern.map(|pattern| if white == Color::White { pattern } else { of_black(pattern) });
        let pattern = pattern.and_then(|pattern| pattern.column(Scope::Side(color)));
        if let Some(Of::Set(squares)) = pattern.map(|column| column.of(pawns)) {
            return squares;
        }
        let side = pawns.side(color);
        let is_white = white == Color::White;
        let up = |set| if is_white { north(set) } else { south(set) };
        let down = |set| if is_white { south(set) } else { north(set) };
        match self.name {
            "north" => up(set),
            "south" => down(set),
            "east" => east(set),
            "west" => west(set),
            "north_east" => up(east(set)),
            "north_west" => up(west(set)),
            "south_east" => down(east(set)),
            "south_west" => down(west(set)),
            "beside" => beside(set),
            "north_ray" => side.front_span(),
            "south_ray" => side.rear_span(),
            "file_set" => side.file_fill(),
            "flip_vertical" => {
                let set =
                    exchanged::<S, 16>(exchanged::<S, 8>(set, 0x00ff_00ff_00ff_00ff), 0x0000_ffff_0000_ffff);
                set.rotate_up::<32>()
            }
            "flip_horizontal" => {
                let set = exchanged::<S, 1>(set, 0x5555_5555_5555_5555);
                exchanged::<S, 4>(exchanged::<S, 2>(set, 0x3333_3333_3333_3333), 0x0f0f_0f0f_0f0f_0f0f)
            }
            "front_attack_span" => beside(side.front_span()),
            "rear_attack_span" => beside(side.rear_fill()),
            _ if kind == Kind::Files => set & S::splat(Rank::First.bitboard()),
            _ => set,
        }
    }
}

/// Returns a set with the squares of a mask and those `N` numbers above them exchanged.
fn exchanged<S: SquareSet, const N: u32>(set: S, mask: u64) -> S {
    let mask = S::splat(Bitboard::from_bits(mask));
    (set.down::<N>() & mask) | (set & mask).up::<N>()
}

/// Returns how each function is called, and a sentence about its value.
pub fn lines() -> impl Iterator<Item = (String, &'static str)> {
    let of_sets = FUNCTIONS.iter().filter(|definition| definition.apply(&[Value::Set(0)]).is_some());
    of_sets.map(|definition| (call(definition), definition.doc.trim()))
}

#[cfg(test)]
mod tests;
