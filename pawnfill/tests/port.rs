//! Tests the ports of `docs::porting`: the terms of two engines before and after.

#[allow(
    unreachable_pub,
    reason = "the page shows them as they stand in an engine"
)]
mod port {
    pub(crate) mod after;
    pub(crate) mod before;
    pub(crate) mod king_pawns_before;
    pub(crate) mod king_pawns_after {
        use super::king_pawns_before::{Bitboard, KingPawns};

        include!("port/king_pawns_after.rs");
    }
}

use std::collections::HashSet;

use pawnfill::Pawns;
use pawnfill_positions::embedded;
use port::{after, before, king_pawns_after, king_pawns_before};
use proptest::prelude::*;

const PAGE: &str = include_str!("../docs/porting.md");

fn check(pawns: [u64; 2], king: usize) {
    for color in [0, 1] {
        let counts = before::counts(pawns, color, king);
        assert_eq!(
            after::counts(pawns, color, king),
            counts,
            "{pawns:x?}, king on {king}, color {color}"
        );
    }
}

/// Checks the second engine, which has a1 = 0, and returns the sums of its terms.
fn check_king_pawns(pawns: [u64; 2], kings: [usize; 2]) -> [i32; 10] {
    let pawns = pawns.map(king_pawns_before::Bitboard);
    let before = king_pawns_before::king_pawns(pawns, kings);
    assert_eq!(
        king_pawns_after::king_pawns(pawns, kings),
        before,
        "{pawns:x?}, kings {kings:?}"
    );
    let sum = |weights: [i32; 8]| weights.iter().map(|weight| weight.abs()).sum();
    let sets =
        [before.passed, before.outposts].map(|sets| sets.map(|set| set.0.count_ones() as i32));
    let mut sums = [0; 10];
    sums[..8].copy_from_slice(&before.trace.map(sum));
    sums[8..].copy_from_slice(&sets.map(|[white, black]| white + black));
    sums
}

#[test]
fn real_positions() {
    let (mut sums, mut king_sums) = ([0; 6], [0; 10]);
    for (number, &pawns) in embedded::distinct(&embedded::positions())
        .iter()
        .enumerate()
    {
        let bits = |pawns: Pawns| [pawns.white().own().bits(), pawns.black().own().bits()];
        // The first engine has h1 = 0.
        let mirrored = bits(pawns.flip_horizontal());
        check(mirrored, number % 64);
        sums.iter_mut()
            .zip(before::counts(mirrored, number % 2, number % 64))
            .for_each(|(sum, n)| *sum += n);
        let terms = check_king_pawns(bits(pawns), [number % 64, number / 64 % 64]);
        king_sums
            .iter_mut()
            .zip(terms)
            .for_each(|(sum, term)| *sum += term);
    }
    assert!(
        sums.into_iter().all(|sum| sum > 500),
        "a term is rare: {sums:?}"
    );
    assert!(
        king_sums.into_iter().all(|sum| sum > 300),
        "a term is rare: {king_sums:?}"
    );
}

proptest! {
    #[test]
    fn random_positions(white: u64, black: u64, thin: u64, thinner: u64, king in 0..64_usize) {
        const HOME: u64 = 0x00ff_ffff_ffff_ff00;
        for thin in [u64::MAX, thin, thin & thinner] {
            let pawns = [white & thin & HOME, black & !white & thin & HOME];
            check(pawns, king);
            check_king_pawns(pawns, [king, (thin % 64) as usize]);
        }
    }
}

#[test]
fn the_page_has_this_code() {
    assert!(
        PAGE.contains(include_str!("port/before.rs")),
        "the page differs from before.rs"
    );
    assert!(
        PAGE.contains(include_str!("port/after.rs")),
        "the page differs from after.rs"
    );
    let after = include_str!("port/king_pawns_after.rs");
    assert!(
        PAGE.contains(after),
        "the page differs from king_pawns_after.rs"
    );
}

#[test]
fn the_key_is_fixed_and_mixes_like_chance() {
    let start = Pawns::from_bits(0xff00, 0x00ff_0000_0000_0000);
    assert_eq!(start.key(), 0x03c8_75e4_7225_e42c);
    let positions = embedded::distinct(&embedded::positions());
    let different = |part: &dyn Fn(u64) -> u64| {
        let keys = positions.iter().map(|&pawns| part(pawns.key()));
        keys.collect::<HashSet<_>>().len()
    };
    assert_eq!(different(&|key| key), positions.len());
    for bits in [14, 16] {
        let slots = f64::from(1 << bits);
        let expected = slots * (1.0 - (-(positions.len() as f64) / slots).exp());
        for found in [
            different(&|key| key >> (64 - bits)),
            different(&|key| key % (1 << bits)),
        ] {
            assert!(
                (found as f64 / expected - 1.0).abs() < 0.01,
                "{bits}: {found} {expected}"
            );
        }
    }
}

#[test]
fn most_moves_touch_no_pawn() {
    let games: Vec<_> = embedded::games().collect();
    assert_eq!(games.len(), 438);
    let pairs = || games.iter().flat_map(|positions| positions.windows(2));
    let quiet = pairs().filter(|pair| pair[0] == pair[1]).count();
    assert_eq!(
        (100.0 * quiet as f64 / pairs().count() as f64).round(),
        65.0
    );
    assert!(PAGE.contains("65 of 100 moves"));
}
