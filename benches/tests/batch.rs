//! Every pattern is in a batch what it is for one position: on each CPU, with each number of lanes.
//!
//! Here and not in the library's own tests, because the loops of all patterns take long to compile.

use std::iter::zip;

use fastrand::Rng;
use pawnfill::batch::Cpu;
use pawnfill::pattern::columns;
use pawnfill::{KoggeStone, Pawns};
use pawnfill_benches::batch::Columns;
use pawnfill_positions::embedded;

/// The embedded positions, then some that no game has, up to full boards.
fn positions() -> Vec<Pawns> {
    let mut rng = Rng::with_seed(5);
    let mut board = |number| match number % 3 {
        0 => rng.u64(..) & rng.u64(..),
        1 => rng.u64(..),
        _ => rng.u64(..) | rng.u64(..),
    };
    let random = (0..255).map(|number| Pawns::from_bits(board(number), board(number / 3)));
    let all = [Pawns::from_bits(0, 0), Pawns::from_bits(u64::MAX, u64::MAX)];
    embedded::distinct(&embedded::positions()).into_iter().chain(random).chain(all).collect()
}

fn with_lanes<const N: usize>() {
    let positions = positions();
    let lanes = Columns::cycled(&positions, positions.len());
    let (mut values, mut counts) = (vec![0; positions.len()], vec![0; positions.len()]);
    for column in columns() {
        let alone = |pawns: &Pawns| column.of(pawns.with_backend::<KoggeStone>());
        let expected: Vec<_> =
            positions.iter().map(alone).map(|value| (value.bits(), value.count() as u8)).collect();
        let total: u64 = expected.iter().map(|&(_, count)| u64::from(count)).sum();
        for cpu in Cpu::available() {
            let what = format!("{column}, {N} lanes, {cpu}");
            let batch = lanes.batch().with_lanes::<N>().with_cpu(cpu);
            batch.write_pattern(column, &mut values).expect("a place for each position");
            batch.count_pattern(column, &mut counts).expect("a place for each position");
            for (row, (found, expected)) in zip(zip(&values, &counts), &expected).enumerate() {
                assert_eq!((*found.0, *found.1), *expected, "{what}:\n{}", positions[row]);
            }
            assert_eq!(batch.total_of_pattern(column), total, "{what}");
        }
    }
}

#[test]
fn one_lane() {
    with_lanes::<1>();
}

#[test]
fn eight_lanes() {
    with_lanes::<8>();
}

#[test]
fn sixteen_lanes() {
    with_lanes::<16>();
}

#[test]
fn totals_are_those_of_each_column_in_order() {
    let positions = positions();
    let lanes = Columns::cycled(&positions, 100);
    let expected = columns().map(|column| (column, lanes.batch().total_of_pattern(column)));
    assert!(lanes.batch().pattern_totals().eq(expected));
}
