//! The work for comparing batches with one position at a time.

use std::cell::RefCell;
use std::hint::black_box;
use std::iter::zip;

use pairbench::{Suite, Whole};
use pawnfill::batch::{Batch, Sets};
use pawnfill::{Backend, KoggeStone, Pawns, SquareSet};

use crate::by_patterns::ten_sets;

/// The [ten sets](ten_sets).
#[derive(Clone, Copy, Debug)]
pub struct TenSets;

impl Sets<10> for TenSets {
    #[inline(always)]
    fn of<B: Backend, S: SquareSet>(&self, pawns: Pawns<B, S>) -> [S; 10] {
        ten_sets(pawns)
    }
}

/// Positions in columns, for a batch.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The white pawns of each position.
    pub white: Vec<u64>,
    /// The black pawns of each position.
    pub black: Vec<u64>,
}

impl Columns {
    /// Returns `len` positions: evenly spaced ones of these, or each several times.
    ///
    /// # Panics
    ///
    /// Panics if there are no positions.
    #[must_use]
    pub fn spread(positions: &[Pawns], len: usize) -> Self {
        let chosen = (0..len).map(|number| positions[number * positions.len() / len]);
        let (white, black) =
            chosen.map(|pawns| (pawns.white().own().bits(), pawns.black().own().bits())).unzip();
        Self { white, black }
    }

    /// Returns the batch of all positions.
    ///
    /// # Panics
    ///
    /// Panics if the lengths of the columns differ.
    pub fn batch(&self) -> Batch<'_> {
        Batch::new(&self.white, &self.black).expect("columns of one length")
    }
}

/// The positions per call. Their sets exceed the first-level cache, as in real use. If the number were a power of two,
/// all columns could share a few lines of the cache, and the time would depend on their addresses.
const POSITIONS: usize = 1000;

/// Adds a comparison of single positions with batches: the ten sets, stored in columns.
#[must_use]
pub fn add_to<'a>(suite: Suite<'a>, positions: &[Pawns]) -> Suite<'a> {
    let positions = Columns::spread(positions, POSITIONS);
    let sets: [Vec<u64>; 10] = std::array::from_fn(|_| vec![0; POSITIONS]);
    // All functions use the same memory. At another address, the same stores can take 5 % longer.
    let memory = std::rc::Rc::new(RefCell::new((positions, sets)));
    let program = |write: fn(&Columns, &mut [Vec<u64>; 10])| {
        let memory = std::rc::Rc::clone(&memory);
        move || {
            let (positions, sets) = &mut *memory.borrow_mut();
            write(black_box(positions), sets);
            black_box(sets).each_ref().map(|column| column[POSITIONS / 2])
        }
    };
    let comparison = Whole::new("batch_ten_sets", POSITIONS as u64)
        .about("ten_sets of 1000 positions, stored in columns")
        .function(KoggeStone::NAME, program(write_one_by_one))
        .function("batch", program(write_batch));
    suite.group("batch", "position").with(comparison)
}

fn write_one_by_one(positions: &Columns, sets: &mut [Vec<u64>; 10]) {
    for (row, (&white, &black)) in zip(&positions.white, &positions.black).enumerate() {
        let pawns = Pawns::<KoggeStone>::new(white.into(), black.into());
        for (column, set) in zip(&mut *sets, TenSets.of(pawns)) {
            column[row] = set.bits();
        }
    }
}

fn write_batch(positions: &Columns, sets: &mut [Vec<u64>; 10]) {
    let columns = sets.each_mut().map(Vec::as_mut_slice);
    positions.batch().write_sets(TenSets, columns).expect("columns of one length");
}
