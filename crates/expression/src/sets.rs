//! The definitions: the functions of expressions, on sets of squares.
//!
//! Sets of squares are `u64`, with a1 in bit 0 and h8 in bit 63. Sets of files are `u8`, with the
//! a-file in bit 0. Any value is a valid set. Color-relative functions take the color of the pawns
//! in the set.

use std::ops::RangeInclusive;

use crate::constant::Constant;
use crate::walk::{Color, Square};

/// A function of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name. Functions may share a name if their arguments differ in kind.
    pub name: &'static str,
    /// What it does. Functions with the same name do the same.
    pub id: Id,
    /// A sentence about its value.
    pub doc: &'static str,
    /// The kind of its value, the name of a variant of [`Constant`].
    gives: &'static str,
    run: Run,
}

/// How a function is computed, by the kinds of its arguments. A color is White by default.
#[derive(Clone, Copy, Debug)]
enum Run {
    Set(fn(u64) -> Constant),
    Pawns(fn(u64, Color) -> u64),
    Files(fn(u8) -> Constant),
}

impl Builtin {
    /// Returns all functions with this name.
    pub fn named(name: &str) -> impl Iterator<Item = &'static Self> {
        FUNCTIONS
            .iter()
            .filter(move |function| function.name == name)
    }

    /// Returns the name with its arguments and the kind of its value.
    #[must_use]
    pub fn signature(&self) -> String {
        let takes = match self.run {
            Run::Set(_) => "set",
            Run::Pawns(_) => "set, color",
            Run::Files(_) => "files",
        };
        format!("{}({takes}) -> {}", self.name, self.gives.to_lowercase())
    }

    /// Returns the value for some arguments, or `None` if their number or kinds are wrong.
    #[must_use]
    pub fn apply(&self, arguments: &[Constant]) -> Option<Constant> {
        match (self.run, arguments) {
            (Run::Set(run), [Constant::Set(set)]) => Some(run(*set)),
            (Run::Files(run), [Constant::Files(files)]) => Some(run(*files)),
            (Run::Pawns(run), [Constant::Set(pawns)]) => {
                Some(Constant::Set(run(*pawns, Color::White)))
            }
            (Run::Pawns(run), [Constant::Set(pawns), Constant::Color(color)]) => {
                Some(Constant::Set(run(*pawns, *color)))
            }
            _ => None,
        }
    }
}

/// Returns the set of some squares.
#[must_use]
pub fn collect(squares: impl IntoIterator<Item = Square>) -> u64 {
    let mut set = 0;
    for square in squares {
        set |= square.bit();
    }
    set
}

/// Returns the squares this number of files to the east of a member and ranks to the north.
fn step(set: u64, east: i8, north: i8) -> u64 {
    collect(Square::members(set).filter_map(|square| square.step(east, north)))
}

/// Returns the squares on the walk from a member to the edge, a rank at a time.
fn ray(set: u64, north: i8) -> u64 {
    let mut ray = 0;
    for square in Square::members(set) {
        let mut at = square.step(0, north);
        while let Some(reached) = at {
            ray |= reached.bit();
            at = reached.step(0, north);
        }
    }
    ray
}

/// Returns every square of some files.
#[must_use]
pub fn files_to_bitboard(files: u8) -> u64 {
    collect(Square::all().filter(|square| files & 1 << square.file != 0))
}

/// Returns every square of a rank, counted from 0.
#[must_use]
pub fn rank_to_bitboard(rank: i8) -> u64 {
    collect(Square::all().filter(|square| square.rank == rank))
}

/// Returns the squares that members attack in one of these numbers: 1, or 2, from both sides.
fn attacked(set: u64, color: Color, numbers: RangeInclusive<u32>) -> u64 {
    let mut attacked = 0;
    for square in Square::all() {
        let mut attackers = 0;
        for east in [-1, 1] {
            if let Some(from) = square.step(east, -color.ahead()) {
                attackers += u32::from(set & from.bit() != 0);
            }
        }
        if numbers.contains(&attackers) {
            attacked |= square.bit();
        }
    }
    attacked
}

fn files_of(set: u64) -> u8 {
    let mut files = 0;
    for square in Square::members(set) {
        files |= 1 << square.file;
    }
    files
}

/// Returns the set with each square moved to another.
fn moved(set: u64, to: fn(Square) -> Option<Square>) -> u64 {
    collect(Square::members(set).filter_map(to))
}

/// Defines the functions of expressions, and their list.
macro_rules! functions {
    (
        of ($set:ident) {
            $(#[doc = $doc:literal] $name:ident $kind:ident $result:ty = $value:expr;)*
        }
        of ($pawns:ident, $color:ident) {
            $(#[doc = $side_doc:literal] $side_name:ident = $side_value:expr;)*
        }
        of ($files:ident) {
            $(#[doc = $files_doc:literal] $files_name:ident $files_kind:ident = $files_value:expr;)*
        }
    ) => {
        $(
            #[doc = $doc]
            #[must_use]
            pub fn $name($set: u64) -> $result {
                $value
            }
        )*
        $(
            #[doc = $side_doc]
            #[must_use]
            pub fn $side_name($pawns: u64, $color: Color) -> u64 {
                $side_value
            }
        )*
        /// What a function does, for code with another implementation of each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, non_camel_case_types, reason = "each is the name of functions")]
        pub enum Id { $($name,)* $($side_name,)* }

        /// Every function of an expression.
        pub static FUNCTIONS: &[Builtin] = &[
            $(Builtin {
                name: stringify!($name),
                id: Id::$name,
                doc: $doc,
                gives: stringify!($kind),
                run: Run::Set(|$set| Constant::$kind($name($set).into())),
            },)*
            $(Builtin {
                name: stringify!($side_name),
                id: Id::$side_name,
                doc: $side_doc,
                gives: "Set",
                run: Run::Pawns($side_name),
            },)*
            $(Builtin {
                name: stringify!($files_name),
                id: Id::$files_name,
                doc: $files_doc,
                gives: stringify!($files_kind),
                run: Run::Files(|$files| Constant::$files_kind($files_value)),
            },)*
        ];
    };
}

functions! {
    of (set) {
        /// Returns the squares directly north of a member.
        north Set u64 = step(set, 0, 1);
        /// Returns the squares directly south of a member.
        south Set u64 = step(set, 0, -1);
        /// Returns the squares directly east of a member.
        east Set u64 = step(set, 1, 0);
        /// Returns the squares directly west of a member.
        west Set u64 = step(set, -1, 0);
        /// Returns the squares directly north-east of a member.
        north_east Set u64 = step(set, 1, 1);
        /// Returns the squares directly north-west of a member.
        north_west Set u64 = step(set, -1, 1);
        /// Returns the squares directly south-east of a member.
        south_east Set u64 = step(set, 1, -1);
        /// Returns the squares directly south-west of a member.
        south_west Set u64 = step(set, -1, -1);
        /// Returns the squares directly east or west of a member.
        beside Set u64 = east(set) | west(set);
        /// Returns the squares north of a member on its file.
        north_ray Set u64 = ray(set, 1);
        /// Returns the squares south of a member on its file.
        south_ray Set u64 = ray(set, -1);
        /// Returns the members and all squares north of them on their files.
        north_fill Set u64 = set | north_ray(set);
        /// Returns the members and all squares south of them on their files.
        south_fill Set u64 = set | south_ray(set);
        /// Returns all squares of the files with a member.
        file_fill Set u64 = files_to_bitboard(file_set(set));
        /// Returns the set upside down: e2 becomes e7.
        flip_vertical Set u64 = moved(set, |at| Square::new(at.file, 7 - at.rank));
        /// Returns the set mirrored: e2 becomes d2.
        flip_horizontal Set u64 = moved(set, |at| Square::new(7 - at.file, at.rank));
        /// Returns the files with a member.
        file_set Files u8 = files_of(set);
        /// Returns the number of squares.
        count Number u8 = Square::members(set).count() as u8;
    }
    of (set, color) {
        /// Returns the squares directly ahead of a member.
        stops = step(set, 0, color.ahead());
        /// Returns the squares two or more steps ahead of a member on its file.
        telestops = front_span(stops(set, color), color);
        /// Returns the members and all squares ahead of them on their files.
        front_fill = set | front_span(set, color);
        /// Returns the members and all squares behind them on their files.
        rear_fill = set | rear_span(set, color);
        /// Returns the squares ahead of a member on its file.
        front_span = ray(set, color.ahead());
        /// Returns the squares behind a member on its file.
        rear_span = ray(set, -color.ahead());
        /// Returns the squares attacked by a member to the east.
        east_attacks = east(stops(set, color));
        /// Returns the squares attacked by a member to the west.
        west_attacks = west(stops(set, color));
        /// Returns the squares attacked by a member.
        any_attacks = attacked(set, color, 1..=2);
        /// Returns the squares attacked by two members.
        double_attacks = attacked(set, color, 2..=2);
        /// Returns the squares attacked by exactly one member.
        single_attacks = attacked(set, color, 1..=1);
        /// Returns the squares ahead of a member on the file east of it.
        east_front_attack_span = east(front_span(set, color));
        /// Returns the squares ahead of a member on the file west of it.
        west_front_attack_span = west(front_span(set, color));
        /// Returns the squares ahead of a member on the files beside it.
        front_attack_span = beside(front_span(set, color));
        /// Returns the squares level with a member or behind, on the file east of it.
        east_rear_attack_span = east(rear_fill(set, color));
        /// Returns the squares level with a member or behind, on the file west of it.
        west_rear_attack_span = west(rear_fill(set, color));
        /// Returns the squares level with a member or behind, on the files beside it.
        rear_attack_span = beside(rear_fill(set, color));
        /// Returns the squares ahead of a member on its file and the files beside it.
        passer_span = front_span(set, color) | front_attack_span(set, color);
    }
    of (files) {
        /// Returns the files directly east of a member.
        east Files = files << 1;
        /// Returns the files directly west of a member.
        west Files = files >> 1;
        /// Returns the set mirrored: the a-file becomes the h-file.
        flip_horizontal Files = files.reverse_bits();
        /// Returns all squares of the files.
        file_fill Set = files_to_bitboard(files);
        /// Returns the number of files.
        count Number = files.count_ones() as i32;
    }
}
