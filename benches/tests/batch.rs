//! Every pattern of every embedded position is in a batch what it is alone: on each CPU, with each number of lanes.

use std::iter::zip;

use pawnfill::batch::{Cpu, columns};
use pawnfill::{Color, KoggeStone, Pattern, Pawns, Value};
use pawnfill_benches::batch::Columns;
use pawnfill_benches::corpus;

/// What a batch writes and what it counts.
fn alone(pattern: &Pattern, pawns: Pawns, color: Color) -> (u64, u8) {
    match pattern.of(pawns.with_backend::<KoggeStone>(), color) {
        Value::Set(set) => (set.bits(), set.count() as u8),
        Value::Files(files) => (files.bits().into(), files.count() as u8),
        Value::Number(number) => (number.into(), number as u8),
    }
}

fn with_lanes<const N: usize>() {
    let positions = corpus::distinct(&corpus::positions());
    let lanes = Columns::cycled(&positions, positions.len());
    let (mut values, mut counts) = (vec![0; positions.len()], vec![0; positions.len()]);
    for (pattern, color) in columns() {
        let expected: Vec<_> = positions.iter().map(|&pawns| alone(pattern, pawns, color)).collect();
        let total: u64 = expected.iter().map(|&(_, count)| u64::from(count)).sum();
        for cpu in Cpu::available() {
            let what = format!("{} of {color}, {N} lanes, {cpu}", pattern.name);
            let batch = lanes.batch().with_lanes::<N>().on(cpu);
            batch.write_pattern(pattern, color, &mut values).expect("a place for each position");
            batch.count_pattern(pattern, color, &mut counts).expect("a place for each position");
            for (row, (found, expected)) in zip(zip(&values, &counts), &expected).enumerate() {
                assert_eq!((*found.0, *found.1), *expected, "{what}:\n{}", positions[row]);
            }
            assert_eq!(batch.total_of_pattern(pattern, color), total, "{what}");
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
