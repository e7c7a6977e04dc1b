//! The works: code that processes positions.

use std::iter::zip;
use std::marker::PhantomData;

use pairbench::opaque;
use pawnfill::batch::{Batch, Sets};
use pawnfill::pattern::columns;
use pawnfill::{Backend, Column, KoggeStone, Pawns};
use pawnfill_benches::batch::{Columns, TenSets, checksum, checksum_one_by_one};

/// Code that processes positions.
pub(crate) trait Work {
    const NAME: &'static str;
    /// The bytes read and written per position.
    const BYTES: usize;
    /// The number of runs per iteration.
    const RUNS: usize = 1;
    type Answer: PartialEq;

    /// Allocates the columns for this many positions.
    fn new(positions: usize) -> Self;
    /// The number of runs that process everything.
    fn parts(&self) -> usize {
        1
    }
    fn one_by_one(&mut self, run: usize, positions: &Columns) -> Self::Answer;
    fn batch<const N: usize>(&mut self, run: usize, positions: Batch<'_, KoggeStone, N>) -> Self::Answer;
    /// Returns the written columns.
    fn written(&mut self) -> &mut [Vec<u64>] {
        &mut []
    }
}

/// Returns the pawns of each position, behind a barrier that prevents vectorization.
fn each<B: Backend>(positions: &Columns) -> impl Iterator<Item = Pawns<B>> {
    zip(&positions.white, &positions.black)
        .map(|(&white, &black)| Pawns::new(opaque(white).into(), opaque(black).into()))
}

/// Computes the union of the ten sets with this backend.
pub(crate) struct Checksum<B>(PhantomData<B>);

impl<B: Backend> Work for Checksum<B> {
    const NAME: &'static str =
        if matches!(B::NAME.as_bytes(), b"lookup") { "checksum-lookup" } else { "checksum" };
    const BYTES: usize = 16;
    type Answer = u64;

    fn new(_: usize) -> Self {
        Self(PhantomData)
    }

    fn one_by_one(&mut self, _: usize, positions: &Columns) -> u64 {
        checksum_one_by_one::<B>(positions)
    }

    fn batch<const N: usize>(&mut self, _: usize, positions: Batch<'_, KoggeStone, N>) -> u64 {
        checksum(positions.with_backend::<B>())
    }
}

/// Adds up the squares of the ten sets.
pub(crate) struct Fold;

impl Work for Fold {
    const NAME: &'static str = "fold";
    const BYTES: usize = 16;
    type Answer = [u64; 10];

    fn new(_: usize) -> Self {
        Self
    }

    fn one_by_one(&mut self, _: usize, positions: &Columns) -> [u64; 10] {
        let mut totals = [0; 10];
        for pawns in each::<KoggeStone>(positions) {
            for (total, set) in zip(&mut totals, TenSets.of(pawns)) {
                *total += u64::from(set.count());
            }
        }
        totals
    }

    fn batch<const N: usize>(&mut self, _: usize, positions: Batch<'_, KoggeStone, N>) -> [u64; 10] {
        positions.totals(TenSets)
    }
}

/// Writes the ten sets, each to a column.
pub(crate) struct Store([Vec<u64>; 10]);

impl Work for Store {
    const NAME: &'static str = "store";
    const BYTES: usize = 96;
    type Answer = ();

    fn new(positions: usize) -> Self {
        Self(std::array::from_fn(|_| vec![0; positions]))
    }

    fn one_by_one(&mut self, _: usize, positions: &Columns) {
        for (row, pawns) in each::<KoggeStone>(positions).enumerate() {
            for (column, set) in zip(&mut self.0, TenSets.of(pawns)) {
                column[row] = set.bits();
            }
        }
    }

    fn batch<const N: usize>(&mut self, _: usize, positions: Batch<'_, KoggeStone, N>) {
        let columns = self.0.each_mut().map(Vec::as_mut_slice);
        positions.write_sets(TenSets, columns).expect("columns of one length");
    }

    fn written(&mut self) -> &mut [Vec<u64>] {
        &mut self.0
    }
}

/// All columns.
struct Patterns(Vec<Column>);

impl Patterns {
    fn new() -> Self {
        Self(columns().collect())
    }

    /// Returns the column for a run. Columns of a family are far apart, so a few runs are a fair sample.
    fn of(&self, run: usize) -> Column {
        const PRIME: usize = 89;
        self.0[run * PRIME % self.0.len()]
    }
}

/// Adds up the squares of a pattern, a different one in each run.
pub(crate) struct FoldAll(Patterns);

impl Work for FoldAll {
    const NAME: &'static str = "fold-all";
    const BYTES: usize = 16;
    const RUNS: usize = 20;
    type Answer = u64;

    fn new(_: usize) -> Self {
        Self(Patterns::new())
    }

    fn parts(&self) -> usize {
        self.0.0.len()
    }

    fn one_by_one(&mut self, run: usize, positions: &Columns) -> u64 {
        let column = self.0.of(run);
        each::<KoggeStone>(positions).map(|pawns| u64::from(column.of(pawns).count())).sum()
    }

    fn batch<const N: usize>(&mut self, run: usize, positions: Batch<'_, KoggeStone, N>) -> u64 {
        let column = self.0.of(run);
        positions.pattern_total(column)
    }
}

/// Writes a pattern, a different one in each run.
pub(crate) struct StoreAll(Patterns, [Vec<u64>; 1]);

impl Work for StoreAll {
    const NAME: &'static str = "store-all";
    const BYTES: usize = 24;
    const RUNS: usize = 20;
    type Answer = ();

    fn new(positions: usize) -> Self {
        Self(Patterns::new(), [vec![0; positions]])
    }

    fn parts(&self) -> usize {
        self.0.0.len()
    }

    fn one_by_one(&mut self, run: usize, positions: &Columns) {
        let column = self.0.of(run);
        for (place, pawns) in zip(&mut self.1[0], each::<KoggeStone>(positions)) {
            *place = column.of(pawns).bits();
        }
    }

    fn batch<const N: usize>(&mut self, run: usize, positions: Batch<'_, KoggeStone, N>) {
        let column = self.0.of(run);
        positions.write_pattern(column, &mut self.1[0]).expect("a place for each position");
    }

    fn written(&mut self) -> &mut [Vec<u64>] {
        &mut self.1
    }
}
