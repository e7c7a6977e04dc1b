//! Tests the port of `docs::porting`: the counts of an engine before and after.

mod port {
    #[allow(unreachable_pub, reason = "the page shows it as it stands in an engine")]
    pub(crate) mod after;
    #[allow(unreachable_pub, reason = "the page shows it as it stands in an engine")]
    pub(crate) mod before;
}

use pawnfill_positions::embedded;
use port::{after, before};
use proptest::prelude::*;

const PAGE: &str = include_str!("../docs/porting.md");

fn check(pawns: [u64; 2], king: usize) {
    for color in [0, 1] {
        let counts = before::counts(pawns, color, king);
        assert_eq!(after::counts(pawns, color, king), counts, "{pawns:x?}, king on {king}, color {color}");
    }
}

#[test]
fn real_positions() {
    let positions = embedded::distinct(&embedded::positions());
    let mut sums = [0; 6];
    for (number, pawns) in positions.iter().enumerate() {
        // The engine has h1 = 0.
        let mirrored = pawns.flip_horizontal();
        let pawns = [mirrored.white().own().bits(), mirrored.black().own().bits()];
        check(pawns, number % 64);
        sums.iter_mut().zip(before::counts(pawns, number % 2, number % 64)).for_each(|(sum, n)| *sum += n);
    }
    assert!(sums.into_iter().all(|sum| sum > 500), "a term is rare: {sums:?}");
}

proptest! {
    #[test]
    fn random_positions(white: u64, black: u64, thin: u64, thinner: u64, king in 0..64_usize) {
        const HOME: u64 = 0x00ff_ffff_ffff_ff00;
        for thin in [u64::MAX, thin, thin & thinner] {
            check([white & thin & HOME, black & !white & thin & HOME], king);
        }
    }
}

#[test]
fn the_page_has_this_code() {
    assert!(PAGE.contains(include_str!("port/before.rs")), "the page differs from before.rs");
    assert!(PAGE.contains(include_str!("port/after.rs")), "the page differs from after.rs");
}
