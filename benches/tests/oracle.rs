//! Every pattern on real positions, against the square-by-square definitions that the library's proof uses.

#[path = "../../pawnfill/tests/oracle/mod.rs"]
mod oracle;

use pawnfill::pattern::columns;
use pawnfill::{KoggeStone, Lookup};
use pawnfill_positions::embedded;

/// The oracle is slow, so it sees every hundredth structure; the proof has seen all.
#[test]
fn every_pattern_on_real_positions() {
    let structures = embedded::distinct(&embedded::positions());
    assert!(structures.len() > 8000);
    for pawns in structures.into_iter().step_by(100) {
        for column in columns() {
            let expected = oracle::value(column, pawns);
            assert_eq!(column.of(pawns.with_backend::<KoggeStone>()), expected, "{column}\n{pawns}");
            assert_eq!(column.of(pawns.with_backend::<Lookup>()), expected, "{column}\n{pawns}");
        }
    }
}
