//! Checks the boards of `golden-vectors.json` with every backend.

#[macro_use]
mod backends;

use pawnfill::pattern::{Pattern, Scope};
use pawnfill::{Backend, Bitboard, Pawns};
use serde::Deserialize;

/// The value of a pattern for one board. If there is a `mask`, only its squares are compared.
#[derive(Deserialize)]
struct Vector {
    id: String,
    name: String,
    side: String,
    white: String,
    black: String,
    expected: serde_json::Value,
    mask: Option<String>,
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("a hexadecimal number")
}

fn check<B: Backend>() {
    let vectors: Vec<Vector> = serde_json::from_str(include_str!("golden-vectors.json")).unwrap();
    assert!(vectors.len() > 100, "only {} vectors", vectors.len());
    for vector in vectors {
        let scope = Scope::ALL
            .into_iter()
            .find(|scope| scope.name() == vector.side);
        let column = scope.and_then(|scope| Pattern::from_name(&vector.name)?.column(scope));
        let column =
            column.unwrap_or_else(|| panic!("no pattern {} of {}", vector.name, vector.side));
        let pawns = Pawns::from_bits(hex(&vector.white), hex(&vector.black)).with_backend::<B>();
        let expected = match vector.expected.as_str() {
            Some(text) => hex(text),
            None => vector.expected.as_u64().expect("a string or a number"),
        };
        let mask = vector.mask.as_deref().map_or(!0, hex);
        let computed = column.value(pawns).bits() & mask;
        let (computed, expected) = (
            Bitboard::from_bits(computed),
            Bitboard::from_bits(expected & mask),
        );
        assert_eq!(
            computed,
            expected,
            "{column}, {} ({})\n{pawns}",
            vector.id,
            B::NAME
        );
    }
}

#[test]
fn every_vector() {
    each_backend!(B => check::<B>());
}
