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
#[must_use]
pub fn literals() -> Vec<(String, Constant)> {
    let words = [
        ("white", Constant::Color(Color::White)),
        ("black", Constant::Color(Color::Black)),
        ("empty", Constant::Set(0)),
        ("full", Constant::Set(!0)),
        ("light_squares", Constant::Set(0x55aa_55aa_55aa_55aa)),
        ("dark_squares", Constant::Set(0xaa55_aa55_aa55_aa55)),
    ];
    let mut literals = Vec::new();
    for (name, value) in words {
        literals.push((name.to_owned(), value));
    }
    for (number, file) in (0..8).zip('a'..='h') {
        let files = Constant::Set(files_to_bitboard(1 << number));
        literals.push((format!("file_{file}"), files));
    }
    for number in 0..8 {
        let rank = Constant::Set(rank_to_bitboard(number));
        literals.push((format!("rank_{}", number + 1), rank));
    }
    for square in Square::all() {
        literals.push((square.name(), Constant::Set(square.bit())));
    }
    literals
}

/// Returns the value of a predefined name.
#[must_use]
pub fn literal(name: &str) -> Option<Constant> {
    static KNOWN: LazyLock<HashMap<String, Constant>> =
        LazyLock::new(|| literals().into_iter().collect());
    KNOWN.get(name).copied()
}
