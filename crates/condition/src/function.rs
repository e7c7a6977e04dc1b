//! The functions of sets, whose names and meanings are those of `tables!`.

use pawnfill::pattern::Kind;
use pawnfill::{Bitboard, Color, Rank, SquareSet, beside, east, north, south, west};
use pawnfill_expression::{self as expression, Builtin, Constant, FUNCTIONS, Id};

use crate::board::{Board, BoardPawns};

/// Returns `true` if the second argument is the color of the pawns.
pub(crate) fn needs_color(definition: &Builtin) -> bool {
    definition
        .apply(&[Constant::Set(0), Constant::Color(expression::Color::White)])
        .is_some()
}

/// Returns how a function is called.
pub(crate) fn call(definition: &Builtin) -> String {
    let color = if needs_color(definition) {
        ", white"
    } else {
        ""
    };
    format!("{}(white.pawns{color})", definition.name)
}

/// Returns the kind of its value for an argument, or `None` if it does not take this kind.
pub(crate) fn kind(definition: &Builtin, argument: Kind) -> Option<Kind> {
    let argument = match argument {
        Kind::Set => Constant::Set(0),
        Kind::Files => Constant::Files(0),
        Kind::Number => Constant::Number(0),
        _ => return None,
    };
    let mut overloads = Builtin::named(definition.name);
    match overloads.find_map(|overload| overload.apply(&[argument]))? {
        Constant::Set(_) => Some(Kind::Set),
        Constant::Files(_) => Some(Kind::Files),
        Constant::Number(_) => Some(Kind::Number),
        Constant::Color(_) => None,
    }
}

/// Returns the squares of the value for a set of this kind and the pawns of a color, where White in
/// the condition is `white`, and north is ahead of it. For `count`, these are the squares that are
/// counted, and a file has one of them.
pub(crate) fn squares<S: Board>(
    definition: &Builtin,
    color: Color,
    set: S,
    kind: Kind,
    white: Color,
) -> S {
    let empty = S::splat(Bitboard::EMPTY);
    let color = if white == Color::White { color } else { !color };
    let pawns = match color {
        Color::White => BoardPawns::new(set, empty),
        Color::Black => BoardPawns::new(empty, set),
    };
    let side = pawns.side(color);
    // The steps that White in the condition calls north and south.
    let [up, down] = match white {
        Color::White => [north::<S>, south::<S>],
        Color::Black => [south::<S>, north::<S>],
    };
    match definition.id {
        Id::north => up(set),
        Id::south => down(set),
        Id::east => east(set),
        Id::west => west(set),
        Id::north_east => up(east(set)),
        Id::north_west => up(west(set)),
        Id::south_east => down(east(set)),
        Id::south_west => down(west(set)),
        Id::beside => beside(set),
        Id::north_fill | Id::front_fill => side.front_fill(),
        Id::south_fill | Id::rear_fill => side.rear_fill(),
        Id::north_ray | Id::front_span => side.front_span(),
        Id::south_ray | Id::rear_span => side.rear_span(),
        Id::file_fill | Id::file_set => side.file_fill(),
        Id::flip_vertical => {
            let set = exchanged::<S, 16>(
                exchanged::<S, 8>(set, 0x00ff_00ff_00ff_00ff),
                0x0000_ffff_0000_ffff,
            );
            set.rotate_up::<32>()
        }
        Id::flip_horizontal => {
            let set = exchanged::<S, 1>(set, 0x5555_5555_5555_5555);
            exchanged::<S, 4>(
                exchanged::<S, 2>(set, 0x3333_3333_3333_3333),
                0x0f0f_0f0f_0f0f_0f0f,
            )
        }
        Id::count if kind == Kind::Files => set & S::splat(Rank::First.bitboard()),
        Id::count => set,
        Id::stops => side.stops(),
        Id::telestops => side.telestops(),
        Id::east_attacks => side.east_attacks(),
        Id::west_attacks => side.west_attacks(),
        Id::any_attacks => side.any_attacks(),
        Id::double_attacks => side.double_attacks(),
        Id::single_attacks => side.single_attacks(),
        Id::east_front_attack_span => side.east_front_attack_span(),
        Id::west_front_attack_span => side.west_front_attack_span(),
        Id::front_attack_span => beside(side.front_span()),
        Id::east_rear_attack_span => side.east_rear_attack_span(),
        Id::west_rear_attack_span => side.west_rear_attack_span(),
        Id::rear_attack_span => beside(side.rear_fill()),
        Id::passer_span => side.passer_span(),
    }
}

/// Returns a set with the squares of a mask and those `N` numbers above them exchanged.
fn exchanged<S: SquareSet, const N: u32>(set: S, mask: u64) -> S {
    let mask = S::splat(Bitboard::from_bits(mask));
    (set.down::<N>() & mask) | (set & mask).up::<N>()
}

/// Returns how each function is called, and a sentence about its value.
pub fn lines() -> impl Iterator<Item = (String, &'static str)> {
    FUNCTIONS.iter().filter_map(line)
}

/// Returns the line of a function of a set of squares.
fn line(definition: &Builtin) -> Option<(String, &'static str)> {
    definition.apply(&[Constant::Set(0)])?;
    Some((call(definition), definition.doc.trim()))
}

#[cfg(test)]
mod tests;
