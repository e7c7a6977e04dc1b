//! Checks that the functions written by hand return what the patterns return.

use fastrand::Rng;
use pawnfill::{Bitboard, Pawns, for_each_backend};
use pawnfill_benches::{by_hand, by_patterns};

#[test]
fn all_agree() {
    let bits = |sets: [[Bitboard; 11]; 2]| sets.map(|side| side.map(u64::from));
    let mut rng = Rng::with_seed(6);
    for _ in 0..4000 {
        let [white, black, sparse] = [(); 3].map(|()| rng.u64(..));
        for (white, black) in [
            (white, black),
            (white & sparse, black & sparse),
            (white & !sparse, black & sparse),
        ] {
            for_each_backend!(B => {
                let pawns = Pawns::<B>::new(white.into(), black.into());
                assert_eq!(by_patterns::ten_sets(pawns).map(u64::from), by_hand::ten_sets(white, black), "{pawns:?}");
                // Terms return the sets of the board first.
                let mut sets: Vec<_> = pawns.terms().sets().map(u64::from).collect();
                sets.rotate_left(1);
                let (sides, open) = by_hand::terms(white, black);
                assert_eq!(sets, [sides.concat(), vec![open]].concat(), "{pawns:?}");
                assert_eq!(bits(by_patterns::engine(pawns)), by_hand::engine(white, black), "{pawns:?}");
            });
        }
    }
}
