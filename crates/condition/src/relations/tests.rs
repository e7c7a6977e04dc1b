use pawnfill::{Bitboard, SquareSet};

use super::*;

#[test]
fn relations_beyond_the_limit_are_unknown() {
    let related = |each, black| {
        limited(each, usize::MAX, || {
            let pieces = legal(false);
            let on = |set: Symbolic, squares: u64| {
                !(set & Symbolic::splat(Bitboard::from_bits(squares))).is_empty()
            };
            let white = on(pieces[0][0], 1 << 27);
            let is_undoubled = is_undoubled(&pieces);
            let black = if black == 0 {
                Bit::UNKNOWN
            } else {
                on(pieces[1][0], black)
            };
            assert!(
                (white & !white) == NEVER
                    && relation(NEVER, black, is_undoubled) == Relation::Excludes
            );
            relation(white, black, is_undoubled)
        })
    };
    let overlaps = Relation::Overlaps("8/8/8/3p4/3P4/8/8/8".to_owned());
    assert_eq!(related(usize::MAX, 1 << 35), overlaps);
    // Both together are a small diagram, but not without doubled pawns.
    assert_eq!(related(100, 1 << 35), Relation::Unknown);
    assert_eq!(related(usize::MAX, 0), Relation::Unknown);
}
