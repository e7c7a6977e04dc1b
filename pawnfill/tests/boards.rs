//! Checks that the set of one board, which users have, behaves like the symbolic set of the proof.

#[macro_use]
mod backends;
mod oracle;

use pawnfill::pattern::columns;
use pawnfill::{Backend, Bitboard, FileSet, Pawns};
use pawnfill_expression::sets;
use proptest::prelude::*;

fn fills_of<B: Backend>(set: u64) {
    let filled = |f: fn(Bitboard) -> Bitboard| f(Bitboard::from_bits(set)).bits();
    let (north, south) = (sets::north_fill(set), sets::south_fill(set));
    let (north_ray, south_ray) = (sets::north_ray(set), sets::south_ray(set));
    let file = sets::file_fill(set);
    let fills = [B::north_fill, B::south_fill, B::file_fill, B::file_set].map(filled);
    assert_eq!(
        fills,
        [north, south, file, file & 0xff],
        "{}: {set:#x}",
        B::NAME
    );
    let spans = [B::north_span, B::south_span, B::file_span].map(filled);
    let rays = [north_ray, south_ray, north_ray | south_ray];
    assert_eq!(spans, rays, "{}: {set:#x}", B::NAME);
}

/// Checks the functions along files for every occupancy of every file.
#[test]
fn every_occupancy_of_every_file() {
    for file in 0..8 {
        for occupancy in 0..256_u64 {
            let set = (0..8)
                .filter(|rank| occupancy >> rank & 1 != 0)
                .fold(0, |set, rank| set | 1 << (8 * rank + file));
            each_backend!(B => fills_of::<B>(set));

            let board = Bitboard::from_bits(set);
            assert_eq!(board.north_fill().bits(), sets::north_fill(set));
            assert_eq!(board.south_fill().bits(), sets::south_fill(set));
            assert_eq!(board.file_fill().bits(), sets::file_fill(set));
            assert_eq!(board.file_set().bits(), sets::file_set(set));
        }
    }
}

#[test]
fn every_set_of_files() {
    for files in 0..=255 {
        each_backend!(B => assert_eq!(B::files_to_bitboard(FileSet::from_bits(files)).bits(), sets::files_to_bitboard(files)));
        assert_eq!(
            FileSet::from_bits(files).to_bitboard().bits(),
            sets::files_to_bitboard(files)
        );
    }
}

/// Checks every pattern of both sides with every backend.
fn patterns_of(white: u64, black: u64) -> Result<(), TestCaseError> {
    let pawns = Pawns::from_bits(white, black);
    for column in columns() {
        let expected = oracle::value(column, pawns);
        each_backend!(B => {
            let value = column.value(pawns.with_backend::<B>());
            prop_assert_eq!(value, expected, "{}, {}\n{}", column, B::NAME, pawns);
        });
    }
    Ok(())
}

/// The squares on which pawns can legally be.
const HOME: u64 = 0x00ff_ffff_ffff_ff00;

proptest! {
    #[test]
    fn boards_fill_and_turn(set: u64) {
        each_backend!(B => fills_of::<B>(set));
        let board = Bitboard::from_bits(set);
        prop_assert_eq!(board.flip_vertical().bits(), sets::flip_vertical(set));
        prop_assert_eq!(board.flip_horizontal().bits(), sets::flip_horizontal(set));
        prop_assert_eq!(Bitboard::from_bits_a8_first(set), board.flip_vertical());
        let pawns = Pawns::from_bits(set, !set);
        prop_assert_eq!(pawns.flip_colors(), Pawns::from_bits(sets::flip_vertical(!set), sets::flip_vertical(set)));
        prop_assert_eq!(pawns.flip_horizontal(), Pawns::from_bits(sets::flip_horizontal(set), sets::flip_horizontal(!set)));
    }
}

proptest! {
    // A few cases are enough: the oracle is slow, and the proof covers all boards.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn patterns_of_any_two_sets_and_of_legal_pawns(white: u64, black: u64, thin: u64, thinner: u64) {
        patterns_of(white, black)?;
        let (white, black) = (white & thin & HOME, black & thinner & HOME);
        patterns_of(white & !black, black)?;
    }
}
