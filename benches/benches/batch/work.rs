//! The works: code that processes positions.

use std::iter::zip;
use std::marker::PhantomData;
use std::sync::LazyLock;

use pairbench::opaque;
use pawnfill::batch::{Batch, Sets};
use pawnfill::pattern::{Column, columns};
use pawnfill::{Backend, KoggeStone, Pawns};
use pawnfill_benches::batch::{Columns, TenSets, checksum, checksum_one_by_one};

/// Code that processes positions, and writes boards to some columns.
pub(crate) trait Work {
    const NAME: &'static str;
    /// The number of written columns.
    const COLUMNS: usize = 0;
    /// Whether each run computes another pattern of the list.
    const LISTED: bool = false;
    type Answer: PartialEq;

    fn one_by_one(run: usize, positions: &Columns, written: &mut [Vec<u64>]) -> Self::Answer;
    fn batch<const N: usize>(
        run: usize,
        positions: Batch<'_, KoggeStone, N>,
        written: &mut [Vec<u64>],
    ) -> Self::Answer;

    /// The bytes read and written per position.
    const BYTES: usize = 8 * (2 + Self::COLUMNS);
    /// The number of runs per iteration.
    const RUNS: usize = if Self::LISTED { 20 } else { 1 };

    /// Returns the number of runs that process everything.
    fn parts() -> usize {
        if Self::LISTED { PATTERNS.len() } else { 1 }
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
    type Answer = u64;

    fn one_by_one(_: usize, positions: &Columns, _: &mut [Vec<u64>]) -> u64 {
        checksum_one_by_one::<B>(positions)
    }

    fn batch<const N: usize>(_: usize, positions: Batch<'_, KoggeStone, N>, _: &mut [Vec<u64>]) -> u64 {
        checksum(positions.with_backend::<B>())
    }
}

/// Adds up the squares of the ten sets.
pub(crate) struct Fold;

impl Work for Fold {
    const NAME: &'static str = "fold";
    type Answer = [u64; 10];

    fn one_by_one(_: usize, positions: &Columns, _: &mut [Vec<u64>]) -> [u64; 10] {
        let mut totals = [0; 10];
        for pawns in each::<KoggeStone>(positions) {
            for (total, set) in zip(&mut totals, TenSets.of(pawns)) {
                *total += u64::from(set.count());
            }
        }
        totals
    }

    fn batch<const N: usize>(_: usize, positions: Batch<'_, KoggeStone, N>, _: &mut [Vec<u64>]) -> [u64; 10] {
        positions.totals(TenSets)
    }
}

/// Writes the ten sets, each to a column.
pub(crate) struct Store;

impl Work for Store {
    const NAME: &'static str = "store";
    const COLUMNS: usize = 10;
    type Answer = ();

    fn one_by_one(_: usize, positions: &Columns, written: &mut [Vec<u64>]) {
        for (row, pawns) in each::<KoggeStone>(positions).enumerate() {
            for (column, set) in zip(&mut *written, TenSets.of(pawns)) {
                column[row] = set.bits();
            }
        }
    }

    fn batch<const N: usize>(_: usize, positions: Batch<'_, KoggeStone, N>, written: &mut [Vec<u64>]) {
        let columns: &mut [Vec<u64>; 10] = written.try_into().expect("ten columns");
        let columns = columns.each_mut().map(Vec::as_mut_slice);
        positions.write_sets(TenSets, columns).expect("columns of one length");
    }
}

static PATTERNS: LazyLock<Vec<Column>> = LazyLock::new(|| columns().collect());

/// Returns the column for a run. Columns of a family are far apart, so a few runs are a fair sample.
fn pattern(run: usize) -> Column {
    const PRIME: usize = 89;
    PATTERNS[run * PRIME % PATTERNS.len()]
}

/// Adds up the squares of a pattern, a different one in each run.
pub(crate) struct FoldAll;

impl Work for FoldAll {
    const NAME: &'static str = "fold-all";
    const LISTED: bool = true;
    type Answer = u64;

    fn one_by_one(run: usize, positions: &Columns, _: &mut [Vec<u64>]) -> u64 {
        let column = pattern(run);
        each::<KoggeStone>(positions).map(|pawns| u64::from(column.of(pawns).count())).sum()
    }

    fn batch<const N: usize>(run: usize, positions: Batch<'_, KoggeStone, N>, _: &mut [Vec<u64>]) -> u64 {
        positions.pattern_total(pattern(run))
    }
}

/// Writes a pattern, a different one in each run.
pub(crate) struct StoreAll;

impl Work for StoreAll {
    const NAME: &'static str = "store-all";
    const COLUMNS: usize = 1;
    const LISTED: bool = true;
    type Answer = ();

    fn one_by_one(run: usize, positions: &Columns, written: &mut [Vec<u64>]) {
        let column = pattern(run);
        for (place, pawns) in zip(&mut written[0], each::<KoggeStone>(positions)) {
            *place = column.of(pawns).bits();
        }
    }

    fn batch<const N: usize>(run: usize, positions: Batch<'_, KoggeStone, N>, written: &mut [Vec<u64>]) {
        positions.write_pattern(pattern(run), &mut written[0]).expect("a place for each position");
    }
}
