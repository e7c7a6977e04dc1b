//! Checks that batches compute every pattern like single positions, on each CPU.
//!
//! It is not among the tests of the library, because the loops of all patterns compile slowly. The library tests every
//! pattern in lanes, and every CPU and number of lanes with some patterns.

use std::iter::zip;

use fastrand::Rng;
use pawnfill::batch::{Batch, Cpu, LengthError, Sets as _};
use pawnfill::pattern::{Column, columns};
use pawnfill::{KoggeStone, Pawns};
use pawnfill_benches::batch::{Columns, TenSets, checksum, checksum_one_by_one};
use pawnfill_positions::embedded;

/// Returns some of the embedded positions, then impossible ones up to full boards.
fn positions() -> Vec<Pawns> {
    let mut rng = Rng::with_seed(5);
    let mut board = |number| match number % 3 {
        0 => rng.u64(..) & rng.u64(..),
        1 => rng.u64(..),
        _ => rng.u64(..) | rng.u64(..),
    };
    let random = (0..255).map(|number| Pawns::from_bits(board(number), board(number / 3)));
    let extremes = [Pawns::from_bits(0, 0), Pawns::from_bits(u64::MAX, u64::MAX)];
    embedded::distinct(&embedded::positions()).into_iter().step_by(10).chain(random).chain(extremes).collect()
}

#[test]
fn every_pattern_on_every_cpu() {
    let positions = positions();
    let boards = Columns::cycled(&positions, positions.len());
    let columns: Vec<_> = columns().collect();
    let mut values = vec![vec![0; positions.len()]; columns.len()];
    for cpu in Cpu::available() {
        boards.batch().with_cpu(cpu).write_patterns(&columns, &mut values).expect("a place for each value");
        for (column, values) in zip(&columns, &values) {
            for (pawns, &value) in zip(&positions, values) {
                let alone = column.of(pawns.with_backend::<KoggeStone>());
                assert_eq!(value, alone.bits(), "{column}, {cpu}:\n{pawns}");
            }
        }
    }
}

#[test]
fn ten_sets_of_the_games_on_every_cpu() {
    let positions = embedded::positions();
    let columns = Columns::cycled(&positions, positions.len());
    let expected = checksum_one_by_one::<KoggeStone>(&columns);
    let mut counts = [0; 10];
    for pawns in &positions {
        for (count, set) in zip(&mut counts, TenSets.of(*pawns)) {
            *count += u64::from(set.count());
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    for cpu in Cpu::available() {
        let batch = columns.batch().with_cpu(cpu);
        assert_eq!(checksum(batch), expected, "{cpu}");
        assert_eq!(checksum(batch.with_lanes::<8>()), expected, "{cpu}");
        assert_eq!(checksum(batch.with_lanes::<16>()), expected, "{cpu}");
        assert_eq!(batch.totals(TenSets), counts, "{cpu}");
    }
}

/// Checks the errors of lists. Their results are an example of `write_patterns`.
#[test]
fn a_list_whose_lengths_differ_writes_nothing() {
    let pairs = [[0x0100, 0x0001_0000_0000_0000], [0x0001_0500, 0]];
    let patterns =
        ["white_passed", "white_backward", "white_island_count"].map(|name| Column::from_name(name).unwrap());
    let mut columns = [[7; 2]; 4];
    let error = Batch::from_pairs(&pairs).write_patterns(&patterns, &mut columns).unwrap_err();
    assert_eq!(error.to_string(), "4 outputs for 3 columns");
    assert_eq!(columns, [[7; 2]; 4], "nothing is written");
    let mut columns = [vec![7; 2], vec![7; 3]];
    let error = Batch::from_pairs(&pairs).write_patterns(&patterns[..2], &mut columns).unwrap_err();
    assert_eq!(error, LengthError::Output { index: 1, places: 3, positions: 2 });
    assert_eq!(columns[0], [7, 7], "nothing is written");
}
