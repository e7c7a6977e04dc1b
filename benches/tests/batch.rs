//! Checks that batches compute the ten sets of real games like single positions, on each CPU.
//!
//! The tests of the library check every pattern in lanes, and every CPU and number of lanes with some patterns.

use std::iter::zip;

use pawnfill::KoggeStone;
use pawnfill::batch::{Cpu, Sets as _};
use pawnfill_benches::batch::{Columns, TenSets, checksum, checksum_one_by_one};
use pawnfill_positions::embedded;

#[test]
fn ten_sets_of_the_games_on_every_cpu() {
    let positions = embedded::positions();
    let columns = Columns::spread(&positions, positions.len());
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
