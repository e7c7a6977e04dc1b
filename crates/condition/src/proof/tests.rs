use std::thread;

use super::*;

/// Functions are numbered in the order in which they are made, so those of an earlier proof would
/// be counted.
#[test]
fn a_proof_begins_without_the_diagrams_of_others() {
    let prove = |piece| limited(usize::MAX, usize::MAX, || !pieces_of(piece)[0].0[27]);
    let alone = thread::spawn(move || prove(1)).join().unwrap();
    prove(0);
    assert_eq!(prove(1), alone);
}

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
