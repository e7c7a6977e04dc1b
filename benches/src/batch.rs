//! The work for comparing batches with one position at a time.

use std::cell::RefCell;
use std::hint::black_box;
use std::iter::zip;
use std::rc::Rc;

use pairbench::{Suite, Whole};
use pawnfill::{Backend, KoggeStone, Pawns, SquareSet};
use pawnfill_batch::{Batch, Sets};

use crate::by_patterns::ten_sets;

/// The [ten sets](ten_sets).
#[derive(Clone, Copy, Debug)]
pub struct TenSets;

impl Sets<10> for TenSets {
    #[inline(always)]
    fn compute<B: Backend, S: SquareSet>(&self, pawns: Pawns<B, S>) -> [S; 10] {
        ten_sets(pawns)
    }
}

/// The positions per call. Their sets exceed the first-level cache, as in real use. If the number
/// were a power of two, all columns could share a few lines of the cache, and the time would depend
/// on their addresses.
const POSITIONS: usize = 1000;

/// White's and Black's pawns, one board per position.
type Columns = (Vec<u64>, Vec<u64>);

/// The positions and their sets, which all functions share. At another address, the same stores can
/// take 5 % longer.
type Memory = Rc<RefCell<(Columns, [Vec<u64>; 10])>>;

/// Adds a comparison of single positions with batches: the ten sets, stored in columns.
///
/// # Panics
///
/// Panics if there are no positions.
#[must_use]
pub fn add_to<'a>(suite: Suite<'a>, positions: &[Pawns]) -> Suite<'a> {
    // Evenly spaced ones, or each several times.
    let spread = (0..POSITIONS).map(|number| positions[number * positions.len() / POSITIONS]);
    let bits = |pawns: Pawns| (pawns.white().own().bits(), pawns.black().own().bits());
    let positions: Columns = spread.map(bits).unzip();
    let sets: [Vec<u64>; 10] = std::array::from_fn(|_| vec![0; POSITIONS]);
    let memory = Rc::new(RefCell::new((positions, sets)));
    let comparison = Whole::new("batch_ten_sets", POSITIONS as u64)
        .about("ten_sets of 1000 positions, stored in columns")
        .function(
            KoggeStone::NAME,
            program(Rc::clone(&memory), write_one_by_one),
        )
        .function("batch", program(memory, write_batch));
    suite.group("batch", "position").with(comparison)
}

/// Returns a program that writes the sets, and returns a part of them.
fn program(
    memory: Memory,
    write: fn(&Columns, &mut [Vec<u64>; 10]),
) -> impl Fn() -> [u64; 10] + Clone {
    move || {
        let (positions, sets) = &mut *memory.borrow_mut();
        write(black_box(positions), sets);
        black_box(sets)
            .each_ref()
            .map(|column| column[POSITIONS / 2])
    }
}

fn write_one_by_one((white, black): &Columns, sets: &mut [Vec<u64>; 10]) {
    for (row, (&white, &black)) in zip(white, black).enumerate() {
        let pawns = Pawns::<KoggeStone>::new(white.into(), black.into());
        for (column, set) in zip(&mut *sets, TenSets.compute(pawns)) {
            column[row] = set.bits();
        }
    }
}

fn write_batch((white, black): &Columns, sets: &mut [Vec<u64>; 10]) {
    let columns = sets.each_mut().map(Vec::as_mut_slice);
    let written = Batch::new(white, black).and_then(|batch| batch.write_sets(TenSets, columns));
    written.expect("columns of one length");
}
