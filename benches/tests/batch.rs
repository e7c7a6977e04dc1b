//! Checks that batches compute the ten sets of real games like single positions, on each CPU.
//!
//! The tests of the library check every operation in lanes, and every CPU and number of lanes with some patterns.

use std::iter::zip;

use pawnfill::batch::{Batch, Cpu, Sets as _};
use pawnfill::{KoggeStone, Pawns};
use pawnfill_benches::batch::{Columns, TenSets};
use pawnfill_positions::embedded;

fn sets<const N: usize>(batch: Batch<'_, KoggeStone, N>) -> [Vec<u64>; 10] {
    let mut sets = [(); 10].map(|()| vec![0; batch.len()]);
    batch.write_sets(TenSets, sets.each_mut().map(Vec::as_mut_slice)).unwrap();
    sets
}

#[test]
fn ten_sets_of_the_games_on_every_cpu() {
    let positions = embedded::positions();
    let columns = Columns::spread(&positions, positions.len());
    let mut expected = [(); 10].map(|()| Vec::new());
    for pawns in &positions {
        let pawns = Pawns::<KoggeStone>::new(pawns.white().own(), pawns.black().own());
        zip(&mut expected, TenSets.of(pawns)).for_each(|(column, set)| column.push(set.bits()));
    }
    let counts = expected.each_ref().map(|column| column.iter().map(|set| u64::from(set.count_ones())).sum());
    assert!(counts.iter().all(|&count: &u64| count > 0), "{counts:?}");
    for cpu in Cpu::available() {
        let batch = columns.batch().with_backend::<KoggeStone>().with_cpu(cpu);
        let equal = [sets(batch), sets(batch.with_lanes::<8>()), sets(batch.with_lanes::<16>())];
        assert!(equal.iter().all(|sets| *sets == expected), "{cpu}");
        assert_eq!(batch.totals(TenSets), counts, "{cpu}");
    }
}
