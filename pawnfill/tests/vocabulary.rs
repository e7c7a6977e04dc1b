//! Checks that the functions of `tables!`, which walk from square to square, equal the patterns of the same names.

use pawnfill::pattern::{Pattern, Scope, Value};
use pawnfill::{Bitboard, Color, FileSet, Pawns};
use pawnfill_expression::{self as tables, Body, FUNCTIONS, Function};
use proptest::prelude::*;

/// Returns the value of the pattern with this name for pawns of one color, if a side has such a pattern.
fn pattern(name: &str, set: u64, color: Color) -> Option<Value> {
    let pawns = match color {
        Color::White => Pawns::from_bits(set, 0),
        Color::Black => Pawns::from_bits(0, set),
    };
    Some(Pattern::from_name(name)?.column(Scope::Side(color))?.of(pawns))
}

/// Returns the same set by walking.
fn walked(function: &Function, set: u64, color: Color) -> Option<Value> {
    let walker = match color {
        Color::White => tables::Color::White,
        Color::Black => tables::Color::Black,
    };
    match function.body {
        Body::SetToSet(f) => Some(Value::Set(Bitboard::from_bits(f(set)))),
        Body::SideToSet(f) => Some(Value::Set(Bitboard::from_bits(f(set, walker)))),
        Body::SetToFiles(f) => Some(Value::Files(FileSet::from_bits(f(set)))),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn functions_equal_the_patterns_of_the_same_name(set: u64, mask: u64) {
        // Both sparse and dense sets.
        for set in [set, set & mask & mask.rotate_left(17)] {
            for function in FUNCTIONS {
                for color in Color::ALL {
                    if let (Some(pattern), Some(walked)) = (pattern(function.name, set, color), walked(function, set, color)) {
                        prop_assert_eq!(pattern, walked, "{} of {:?}", function.name, color);
                    }
                }
            }
        }
    }
}

#[test]
fn the_functions_of_a_side_are_compared() {
    let is_missing = |function: &&Function| {
        matches!(function.body, Body::SideToSet(_)) && pattern(function.name, 0, Color::White).is_none()
    };
    let missing = FUNCTIONS.iter().filter(is_missing).map(|function| function.name);
    // The patterns are the sets of each side.
    assert!(missing.eq(["front_attack_span", "rear_attack_span"]));
}
