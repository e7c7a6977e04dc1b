//! The definitions: the functions of expressions, on sets of squares.
//!
//! Sets of squares are `u64`, with a1 in bit 0 and h8 in bit 63. Sets of files are `u8`, with the a file in bit 0.
//! Any value is a valid set. Color-relative functions take the color of the pawns in the set.

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

/// Defines the steps that do not depend on a color.
macro_rules! steps {
    ($($name:ident $step:ident $where:literal;)*) => {$(
        #[doc = concat!("Returns the squares directly ", $where, " of a member.")]
        #[must_use]
        pub fn $name(set: u64) -> u64 {
            step(set, Step::$step)
        }
    )*};
}

steps! {
    north NORTH "north";
    south SOUTH "south";
    east EAST "east";
    west WEST "west";
    north_east NORTH_EAST "north-east";
    north_west NORTH_WEST "north-west";
    south_east SOUTH_EAST "south-east";
    south_west SOUTH_WEST "south-west";
}

/// Returns the squares directly east or west of a member.
#[must_use]
pub fn beside(set: u64) -> u64 {
    east(set) | west(set)
}

/// Returns the squares north of a member on its file, up to the edge.
#[must_use]
pub fn north_ray(set: u64) -> u64 {
    ray(set, Step::NORTH)
}

/// Returns the squares south of a member on its file, down to the edge.
#[must_use]
pub fn south_ray(set: u64) -> u64 {
    ray(set, Step::SOUTH)
}

/// Returns the set and the squares north of it on its files.
#[must_use]
pub fn north_fill(set: u64) -> u64 {
    set | north_ray(set)
}

/// Returns the set and the squares south of it on its files.
#[must_use]
pub fn south_fill(set: u64) -> u64 {
    set | south_ray(set)
}

/// Returns every square that shares its file with a member.
#[must_use]
pub fn file_fill(set: u64) -> u64 {
    files_to_bitboard(file_set(set))
}

/// Returns the files on which there is a member.
#[must_use]
pub fn file_set(set: u64) -> u8 {
    Square::members(set).fold(0, |files, square| files | 1 << square.file())
}

/// Returns every square of some files.
#[must_use]
pub fn files_to_bitboard(files: u8) -> u64 {
    collect(Square::all().filter(|square| files & 1 << square.file() != 0))
}

/// Returns the set upside down: rank 1 becomes rank 8.
#[must_use]
pub fn flip_vertical(set: u64) -> u64 {
    collect(
        Square::members(set).filter_map(|square| Square::new(square.file() as i8, 7 - square.rank() as i8)),
    )
}

/// Returns the mirrored set: the a file becomes the h file.
#[must_use]
pub fn flip_horizontal(set: u64) -> u64 {
    collect(
        Square::members(set).filter_map(|square| Square::new(7 - square.file() as i8, square.rank() as i8)),
    )
}

/// Returns the number of members.
#[must_use]
pub fn count(set: u64) -> u8 {
    Square::members(set).fold(0, |count, _| count + 1)
}

/// Returns the set and the squares ahead of it on its files.
#[must_use]
pub fn front_fill(set: u64, color: Color) -> u64 {
    set | front_span(set, color)
}

/// Returns the set and the squares behind it on its files.
#[must_use]
pub fn rear_fill(set: u64, color: Color) -> u64 {
    set | rear_span(set, color)
}

/// Returns the squares ahead of a member on its file, up to the edge.
#[must_use]
pub fn front_span(set: u64, color: Color) -> u64 {
    ray(set, color.ahead())
}

/// Returns the squares behind a member on its file, up to the edge.
#[must_use]
pub fn rear_span(set: u64, color: Color) -> u64 {
    ray(set, color.behind())
}

/// Returns the squares directly ahead of a member.
#[must_use]
pub fn stops(set: u64, color: Color) -> u64 {
    step(set, color.ahead())
}

/// Returns the squares two or more steps ahead of a member on its file.
#[must_use]
pub fn telestops(set: u64, color: Color) -> u64 {
    front_span(stops(set, color), color)
}

/// Returns the squares that a member attacks to the east.
#[must_use]
pub fn east_attacks(set: u64, color: Color) -> u64 {
    east(stops(set, color))
}

/// Returns the squares that a member attacks to the west.
#[must_use]
pub fn west_attacks(set: u64, color: Color) -> u64 {
    west(stops(set, color))
}

/// Returns the number of members that attack each square, to the east or to the west.
fn attackers(set: u64, color: Color, square: Square) -> usize {
    let attacks = |square: Square| {
        let stop = square.step(color.ahead());
        [Step::EAST, Step::WEST].map(|side| stop.and_then(|stop| stop.step(side)))
    };
    Square::members(set).filter(|&member| attacks(member).contains(&Some(square))).count()
}

/// Returns the squares that a member attacks.
#[must_use]
pub fn any_attacks(set: u64, color: Color) -> u64 {
    collect(Square::all().filter(|&square| attackers(set, color, square) >= 1))
}

/// Returns the squares that two members attack.
#[must_use]
pub fn double_attacks(set: u64, color: Color) -> u64 {
    collect(Square::all().filter(|&square| attackers(set, color, square) == 2))
}

/// Returns the squares that exactly one member attacks.
#[must_use]
pub fn single_attacks(set: u64, color: Color) -> u64 {
    collect(Square::all().filter(|&square| attackers(set, color, square) == 1))
}

/// Returns the squares ahead of a member on the file east of it.
#[must_use]
pub fn east_front_attack_span(set: u64, color: Color) -> u64 {
    east(front_span(set, color))
}

/// Returns the squares ahead of a member on the file west of it.
#[must_use]
pub fn west_front_attack_span(set: u64, color: Color) -> u64 {
    west(front_span(set, color))
}

/// Returns the squares ahead of a member on the files beside it.
#[must_use]
pub fn front_attack_span(set: u64, color: Color) -> u64 {
    beside(front_span(set, color))
}

/// Returns the squares level with a member or behind it on the file east of it.
#[must_use]
pub fn east_rear_attack_span(set: u64, color: Color) -> u64 {
    east(rear_fill(set, color))
}

/// Returns the squares level with a member or behind it on the file west of it.
#[must_use]
pub fn west_rear_attack_span(set: u64, color: Color) -> u64 {
    west(rear_fill(set, color))
}

/// Returns the squares level with a member or behind it on the files beside it.
#[must_use]
pub fn rear_attack_span(set: u64, color: Color) -> u64 {
    beside(rear_fill(set, color))
}

/// Returns the squares ahead of a member on its own file and the files beside it.
#[must_use]
pub fn passer_span(set: u64, color: Color) -> u64 {
    front_span(set, color) | front_attack_span(set, color)
}
