//! The functions of sets.

use pawnfill::pattern::Kind;
use pawnfill::{Bitboard, Color, Rank, beside, east, north, south, west};

use pawnfill_codegen::tables::Function as Definition;

use crate::evaluate::{Any, Board};

/// Declares the functions that have a set as their value, of a set alone or of the pawns of a color.
macro_rules! functions {
    (
        ($set:ident, $north:ident) { $($name:ident = $value:expr;)* }
        ($side:ident) { $($side_name:ident = $side_value:expr;)* }
    ) => {
        /// A function of a set. Its variant has its name.
        #[allow(non_camel_case_types, reason = "each is a name of the language")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Function { count, $($name,)* $($side_name,)* }

        impl Function {
            pub(crate) const ALL: &[Self] =
                &[Self::count, $(Self::$name,)* $(Self::$side_name,)*];

            pub(crate) const fn name(self) -> &'static str {
                match self {
                    Self::count => "count",
                    $(Self::$name => stringify!($name),)*
                    $(Self::$side_name => stringify!($side_name),)*
                }
            }

            /// Returns `true` if it needs the color of the pawns in the set.
            pub(crate) const fn needs_color(self) -> bool {
                matches!(self, $(Self::$side_name)|*)
            }

            /// Returns the squares of its value. For `count`, these are the squares that are counted.
            pub(crate) fn squares<S: Board>(self, $set: S, kind: Kind, color: Color) -> S {
                let empty = S::splat(Bitboard::EMPTY);
                let $north = Any::new($set, empty).white();
                let $side = match color {
                    Color::White => Any::new($set, empty),
                    Color::Black => Any::new(empty, $set),
                }
                .side(color);
                match self {
                    // A file has one square on each rank.
                    Self::count if kind == Kind::Files => $set & S::splat(Rank::First.bitboard()),
                    Self::count => $set,
                    $(Self::$name => $value,)*
                    $(Self::$side_name => $side_value,)*
                }
            }
        }
    };
}

functions! {
    (set, up) {
        north = north(set);
        south = south(set);
        east = east(set);
        west = west(set);
        north_east = north(east(set));
        north_west = north(west(set));
        south_east = south(east(set));
        south_west = south(west(set));
        beside = beside(set);
        north_ray = up.front_span();
        south_ray = up.rear_span();
        north_fill = up.front_fill();
        south_fill = up.rear_fill();
        file_fill = up.file_fill();
        file_set = up.file_fill();
        flip_vertical = set.flip_vertical();
        flip_horizontal = set.flip_horizontal();
    }
    (side) {
        stops = side.stops();
        telestops = side.telestops();
        front_fill = side.front_fill();
        rear_fill = side.rear_fill();
        front_span = side.front_span();
        rear_span = side.rear_span();
        east_attacks = side.east_attacks();
        west_attacks = side.west_attacks();
        any_attacks = side.any_attacks();
        double_attacks = side.double_attacks();
        single_attacks = side.single_attacks();
        east_front_attack_span = side.east_front_attack_span();
        west_front_attack_span = side.west_front_attack_span();
        front_attack_span = beside(side.front_span());
        east_rear_attack_span = side.east_rear_attack_span();
        west_rear_attack_span = side.west_rear_attack_span();
        rear_attack_span = beside(side.rear_fill());
        passer_span = side.passer_span();
    }
}

impl Function {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// Returns the kind of its value for an argument, or `None` if it does not take this kind.
    pub(crate) fn kind(self, argument: Kind) -> Option<Kind> {
        match (self, argument) {
            (_, Kind::Number) => None,
            (Self::count, _) => Some(Kind::Number),
            (Self::file_set, Kind::Set) => Some(Kind::Files),
            (Self::file_fill, _) => Some(Kind::Set),
            (Self::east | Self::west | Self::flip_horizontal, kind) => Some(kind),
            (_, Kind::Set) => Some(Kind::Set),
            (_, Kind::Files) => None,
        }
    }

    /// Returns how it is called.
    pub(crate) fn call(self) -> String {
        let color = if self.needs_color() { ", white" } else { "" };
        format!("{}(white.pawns{color})", self.name())
    }
}

/// Returns how each function is called, and a sentence about its value.
pub fn lines() -> impl Iterator<Item = (String, &'static str)> {
    Function::ALL.iter().filter_map(|function| {
        let definition = Definition::named(function.name()).next()?;
        Some((function.call(), definition.doc.trim()))
    })
}

#[cfg(test)]
mod tests {
    use pawnfill_codegen::tables::{Color as Side, FUNCTIONS, Value};

    use super::*;

    /// Compares each function with its definition, which walks squares.
    #[test]
    fn functions_are_those_of_tables() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed.rotate_left(seed as u32 >> 26) & seed.rotate_left(29)
        };
        assert!(FUNCTIONS.iter().all(|definition| Function::named(definition.name).is_some()));
        for &function in Function::ALL {
            for (kind, side) in [Kind::Set, Kind::Files]
                .into_iter()
                .flat_map(|kind| [Side::White, Side::Black].map(|side| (kind, side)))
            {
                let mut checked = 0;
                for _ in 0..20 {
                    let set = random();
                    let (argument, squares) = match kind {
                        Kind::Set => (Value::Set(set), Bitboard::from_bits(set)),
                        _ => (Value::Files(set as u8), pawnfill::FileSet::from_bits(set as u8).to_bitboard()),
                    };
                    let arguments = [argument, Value::Color(side)];
                    let arguments = &arguments[..if function.needs_color() { 2 } else { 1 }];
                    let expected =
                        Definition::named(function.name()).find_map(|known| known.apply(arguments));
                    let color = if side == Side::White { Color::White } else { Color::Black };
                    let result = function.squares(squares, kind, color);
                    let name = function.name();
                    let kind = match expected {
                        Some(Value::Set(set)) => {
                            assert_eq!(result.bits(), set, "{name}");
                            Some(Kind::Set)
                        }
                        Some(Value::Files(files)) => {
                            assert_eq!(result.file_set().bits(), files, "{name}");
                            assert_eq!(result.file_set().to_bitboard(), result, "{name}");
                            Some(Kind::Files)
                        }
                        Some(Value::Number(number)) => {
                            assert_eq!(i64::from(result.count()), i64::from(number), "{name}");
                            Some(Kind::Number)
                        }
                        _ => None,
                    };
                    assert_eq!(
                        kind,
                        function.kind(if matches!(argument, Value::Set(_)) {
                            Kind::Set
                        } else {
                            Kind::Files
                        }),
                        "{name}"
                    );
                    checked += usize::from(expected.is_some());
                }
                assert!(checked == 20 || kind == Kind::Files, "{}", function.name());
            }
        }
    }
}
