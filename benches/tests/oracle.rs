//! Every pattern on real positions, against the square-by-square definitions that the library's proof uses.

#[path = "../../pawnfill/tests/oracle/mod.rs"]
mod oracle;

use pawnfill::{Color, KoggeStone, Lookup, PATTERNS};
use pawnfill_positions::embedded;

/// The oracle is slow, so it sees every hundredth structure; the proof has seen all.
#[test]
fn every_pattern_on_real_positions() {
    let structures = embedded::distinct(&embedded::positions());
    assert!(structures.len() > 8000);
    for pawns in structures.into_iter().step_by(100) {
        for color in Color::ALL {
            for pattern in PATTERNS {
                let (name, expected) = (pattern.name, oracle::value(pattern, pawns, color));
                let kogge_stone = pattern.of(pawns.with_backend::<KoggeStone>(), color);
                let lookup = pattern.of(pawns.with_backend::<Lookup>(), color);
                assert_eq!(kogge_stone, expected, "{color} {name}\n{pawns}");
                assert_eq!(lookup, expected, "{color} {name}\n{pawns}");
            }
        }
    }
}
