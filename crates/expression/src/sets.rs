//! The definitions: the functions of expressions, on sets of squares.
//!
//! Sets of squares are `u64`, with a1 in bit 0 and h8 in bit 63. Sets of files are `u8`, with the a-file in bit 0.
//! Any value is a valid set. Color-relative functions take the color of the pawns in the set.

use crate::function::{Body, Function};
use crate::walk::{Color, Square, Step};

/// Returns the set of some squares.
#[must_use]
pub fn collect(squares: impl IntoIterator<Item = Square>) -> u64 {
    squares.into_iter().fold(0, |set, square| set | square.bit())
}

/// Returns the squares that are one step away from a member.
#[must_use]
pub fn step(set: u64, step: Step) -> u64 {
    collect(Square::members(set).filter_map(|square| square.step(step)))
}

/// Returns the squares on the walk from a member.
#[must_use]
pub fn ray(set: u64, step: Step) -> u64 {
    collect(Square::members(set).flat_map(|square| square.walk(step)))
}

/// Returns every square of some files.
#[must_use]
pub fn files_to_bitboard(files: u8) -> u64 {
    collect(Square::all().filter(|square| files & 1 << square.file() != 0))
}

/// Returns every square of a rank, counted from 0.
#[must_use]
pub fn rank_to_bitboard(rank: usize) -> u64 {
    collect(Square::all().filter(|square| square.rank() == rank))
}

/// Returns the squares that members attack in this number, to the east or to the west.
fn attacked(set: u64, color: Color, by: impl Fn(usize) -> bool) -> u64 {
    let attacks = |square: Square| {
        let stop = square.step(color.ahead());
        [Step::EAST, Step::WEST].map(|side| stop.and_then(|stop| stop.step(side)))
    };
    let attackers =
        |square| Square::members(set).filter(|&member| attacks(member).contains(&Some(square))).count();
    collect(Square::all().filter(|&square| by(attackers(square))))
}

/// Defines the functions of expressions, and their list.
macro_rules! functions {
    (
        of ($set:ident) { $(#[doc = $doc:literal] $name:ident $body:ident $result:ty = $value:expr;)* }
        of ($pawns:ident, $color:ident) { $(#[doc = $side_doc:literal] $side_name:ident = $side_value:expr;)* }
        of files { $(#[doc = $files_doc:literal] $files_name:ident $files_body:ident = $run:expr;)* }
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
        pub static FUNCTIONS: &[Function] = &[
            $(Function { name: stringify!($name), id: Id::$name, doc: $doc, body: Body::$body($name) },)*
            $(Function { name: stringify!($side_name), id: Id::$side_name, doc: $side_doc, body: Body::SideToSet($side_name) },)*
            $(Function { name: stringify!($files_name), id: Id::$files_name, doc: $files_doc, body: Body::$files_body($run) },)*
        ];
    };
}

functions! {
    of (set) {
        /// Returns the squares directly north of a member.
        north SetToSet u64 = step(set, Step::NORTH);
        /// Returns the squares directly south of a member.
        south SetToSet u64 = step(set, Step::SOUTH);
        /// Returns the squares directly east of a member.
        east SetToSet u64 = step(set, Step::EAST);
        /// Returns the squares directly west of a member.
        west SetToSet u64 = step(set, Step::WEST);
        /// Returns the squares directly north-east of a member.
        north_east SetToSet u64 = step(set, Step::NORTH_EAST);
        /// Returns the squares directly north-west of a member.
        north_west SetToSet u64 = step(set, Step::NORTH_WEST);
        /// Returns the squares directly south-east of a member.
        south_east SetToSet u64 = step(set, Step::SOUTH_EAST);
        /// Returns the squares directly south-west of a member.
        south_west SetToSet u64 = step(set, Step::SOUTH_WEST);
        /// Returns the squares directly east or west of a member.
        beside SetToSet u64 = east(set) | west(set);
        /// Returns the squares north of a member on its file.
        north_ray SetToSet u64 = ray(set, Step::NORTH);
        /// Returns the squares south of a member on its file.
        south_ray SetToSet u64 = ray(set, Step::SOUTH);
        /// Returns the members and all squares north of them on their files.
        north_fill SetToSet u64 = set | north_ray(set);
        /// Returns the members and all squares south of them on their files.
        south_fill SetToSet u64 = set | south_ray(set);
        /// Returns all squares of the files with a member.
        file_fill SetToSet u64 = files_to_bitboard(file_set(set));
        /// Returns the set upside down: e2 becomes e7.
        flip_vertical SetToSet u64 = collect(Square::members(set).filter_map(|at| Square::new(at.file, 7 - at.rank)));
        /// Returns the set mirrored: e2 becomes d2.
        flip_horizontal SetToSet u64 = collect(Square::members(set).filter_map(|at| Square::new(7 - at.file, at.rank)));
        /// Returns the files with a member.
        file_set SetToFiles u8 = Square::members(set).fold(0, |files, square| files | 1 << square.file());
        /// Returns the number of squares.
        count SetToNumber u8 = Square::members(set).fold(0, |count, _| count + 1);
    }
    of (set, color) {
        /// Returns the squares directly ahead of a member.
        stops = step(set, color.ahead());
        /// Returns the squares two or more steps ahead of a member on its file.
        telestops = front_span(stops(set, color), color);
        /// Returns the members and all squares ahead of them on their files.
        front_fill = set | front_span(set, color);
        /// Returns the members and all squares behind them on their files.
        rear_fill = set | rear_span(set, color);
        /// Returns the squares ahead of a member on its file.
        front_span = ray(set, color.ahead());
        /// Returns the squares behind a member on its file.
        rear_span = ray(set, color.behind());
        /// Returns the squares attacked by a member to the east.
        east_attacks = east(stops(set, color));
        /// Returns the squares attacked by a member to the west.
        west_attacks = west(stops(set, color));
        /// Returns the squares attacked by a member.
        any_attacks = attacked(set, color, |by| by >= 1);
        /// Returns the squares attacked by two members.
        double_attacks = attacked(set, color, |by| by == 2);
        /// Returns the squares attacked by exactly one member.
        single_attacks = attacked(set, color, |by| by == 1);
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
    of files {
        /// Returns the files directly east of a member.
        east FilesToFiles = |files| files << 1;
        /// Returns the files directly west of a member.
        west FilesToFiles = |files| files >> 1;
        /// Returns the set mirrored: the a-file becomes the h-file.
        flip_horizontal FilesToFiles = u8::reverse_bits;
        /// Returns all squares of the files.
        file_fill FilesToSet = files_to_bitboard;
        /// Returns the number of files.
        count FilesToNumber = |files| files.count_ones() as u8;
    }
}

impl Function {
    /// Returns all functions with this name.
    pub fn named(name: &str) -> impl Iterator<Item = &'static Self> {
        FUNCTIONS.iter().filter(move |function| function.name == name)
    }
}
