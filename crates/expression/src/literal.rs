//! The names of values.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::constant::Constant;
use crate::sets::{files_to_bitboard, rank_to_bitboard};
use crate::walk::{Color, Square};

/// Returns every predefined name with its value.
///
/// * `a1` to `h8`, `file_a` to `file_h`, `rank_1` to `rank_8`, `light_squares`, `dark_squares`,
///   `empty` and `full`: sets.
/// * `white` and `black`: colors.
pub fn literals() -> impl Iterator<Item = (String, Constant)> {
    let words = [
        ("white", Constant::Color(Color::White)),
        ("black", Constant::Color(Color::Black)),
        ("empty", Constant::Set(0)),
        ("full", Constant::Set(!0)),
        ("light_squares", Constant::Set(0x55aa_55aa_55aa_55aa)),
        ("dark_squares", Constant::Set(0xaa55_aa55_aa55_aa55)),
    ];
    let files = ('a'..='h').zip(0..).map(|(name, file)| {
        (
            format!("file_{name}"),
            Constant::Set(files_to_bitboard(1 << file)),
        )
    });
    let ranks = (0..8).map(|rank| {
        (
            format!("rank_{}", rank + 1),
            Constant::Set(rank_to_bitboard(rank)),
        )
    });
    let squares = Square::all().map(|square| {
        let file = char::from(b'a' + square.file as u8);
        (
            format!("{file}{}", square.rank + 1),
            Constant::Set(square.bit()),
        )
    });
    words
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .chain(files)
        .chain(ranks)
        .chain(squares)
}

/// Returns the value of a predefined name.
#[must_use]
pub fn literal(name: &str) -> Option<Constant> {
    static KNOWN: LazyLock<HashMap<String, Constant>> = LazyLock::new(|| literals().collect());
    KNOWN.get(name).copied()
}
