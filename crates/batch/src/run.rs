//! The loop over the positions, and the kernels of [`Batch`](crate::Batch).

use std::array;
use std::iter::zip;
use std::mem;

use pawnfill::set::Lanes;
use pawnfill::{Backend, Pawns};

use crate::{Kernel, Sets};

/// The layout of the pawns in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Positions<'a> {
    /// White boards, and the same number of black boards.
    Columns(&'a [u64], &'a [u64]),
    /// A white and a black board for each position.
    Pairs(&'a [[u64; 2]]),
}

/// The number of pairs that are split at a time. Both colors take an eighth of a
/// small first-level cache.
const BUFFER: usize = 256;

/// The bytes of a line of the cache.
const LINE: usize = 64;

/// The number of positions from which on aligned stores save more time than the part
/// before them takes.
const LONG: usize = 512;

impl Positions<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Columns(white, _) => white.len(),
            Self::Pairs(pairs) => pairs.len(),
        }
    }

    /// Takes up to `size` positions off the front, or returns `None` if none is left.
    pub(crate) fn split_off(&mut self, size: usize) -> Option<Self> {
        let size = size.min(self.len());
        let (front, left) = match *self {
            Self::Columns(white, black) => {
                let ((white, white_left), (black, black_left)) =
                    (white.split_at(size), black.split_at(size));
                (
                    Self::Columns(white, black),
                    Self::Columns(white_left, black_left),
                )
            }
            Self::Pairs(pairs) => {
                let (pairs, pairs_left) = pairs.split_at(size);
                (Self::Pairs(pairs), Self::Pairs(pairs_left))
            }
        };
        *self = left;
        (size > 0).then_some(front)
    }

    /// Takes up to `size` positions off the front as columns, but no more pairs than
    /// the buffer holds.
    ///
    /// Pairs go through a buffer, so there is one loop to compile and not one for each layout.
    #[inline(always)]
    fn take<'b>(
        &mut self,
        size: usize,
        buffer: &'b mut Option<[[u64; BUFFER]; 2]>,
    ) -> (&'b [u64], &'b [u64])
    where
        Self: 'b,
    {
        let size = if matches!(self, Self::Pairs(_)) {
            size.min(BUFFER)
        } else {
            size
        };
        match self.split_off(size) {
            None => (&[], &[]),
            Some(Self::Columns(white, black)) => (white, black),
            Some(Self::Pairs(pairs)) => {
                let [white, black] = buffer.get_or_insert([[0; BUFFER]; 2]);
                for (pair, (white, black)) in zip(pairs, zip(&mut *white, &mut *black)) {
                    [*white, *black] = *pair;
                }
                (&white[..pairs.len()], &black[..pairs.len()])
            }
        }
    }
}

/// Returns `N` positions from a row on, or `None` if fewer are left.
#[inline(always)]
fn block<B: Backend, const N: usize>(
    white: &[u64],
    black: &[u64],
    row: usize,
) -> Option<Pawns<B, Lanes<N>>> {
    let white = white.get(row..row + N)?.first_chunk()?;
    let black = black.get(row..row + N)?.first_chunk()?;
    Some(Pawns::new(Lanes::new(*white), Lanes::new(*black)))
}

/// Work on all positions, split into kernels for consecutive parts of them.
///
/// A kernel that writes then has as many places as positions. The compiler knows this, and removes
/// most bounds checks from the loop.
pub(crate) trait Parts {
    /// Returns the number of positions to process first, in a part of their own, so that the others
    /// are faster.
    fn lead(&self) -> usize {
        0
    }

    /// Returns a kernel for the next `positions` positions, with rows from 0, or `None` if there is
    /// no room for them.
    fn part(&mut self, positions: usize) -> Option<impl Kernel>;
}

/// A kernel for all positions, and the number of positions it has processed.
pub(crate) struct FromRow<K> {
    pub(crate) kernel: K,
    pub(crate) row: usize,
}

impl<K: Kernel> Parts for FromRow<K> {
    #[inline(always)]
    fn part(&mut self, positions: usize) -> Option<impl Kernel> {
        let row = self.row;
        self.row += positions;
        Some(FromRow {
            kernel: &mut self.kernel,
            row,
        })
    }
}

impl<K: Kernel> Kernel for FromRow<&mut K> {
    #[inline(always)]
    fn step<B: Backend, const N: usize>(&mut self, row: usize, pawns: Pawns<B, Lanes<N>>) {
        self.kernel.step(self.row + row, pawns);
    }
}

/// Does the work for all positions.
#[inline(always)]
pub(crate) fn run<B: Backend, const N: usize, W: Parts>(
    mut positions: Positions<'_>,
    mut work: W,
) -> W {
    // Only pairs fill it, because its zeros take as long as a dozen positions.
    let mut buffer = None;
    let mut lead = work.lead();
    while positions.len() > 0 {
        let size = if lead > 0 {
            mem::take(&mut lead)
        } else {
            usize::MAX
        };
        let (white, black) = positions.take(size, &mut buffer);
        let Some(black) = black.get(..white.len()) else {
            break;
        };
        let Some(mut kernel) = work.part(white.len()) else {
            break;
        };
        // Count blocks, because the compiler optimizes this better than columns
        // that become shorter.
        let blocks = white.len() / N;
        for row in (0..blocks).map(|block| block * N) {
            if let Some(pawns) = block::<B, N>(white, black, row) {
                kernel.step(row, pawns);
            }
        }
        for row in blocks * N..white.len() {
            if let Some(pawns) = block::<B, 1>(white, black, row) {
                kernel.step(row, pawns);
            }
        }
    }
    work
}

/// Adds up the squares of each set in its lane.
pub(crate) struct Totals<T, const K: usize, const N: usize> {
    pub(crate) sets: T,
    pub(crate) sums: [[u64; N]; K],
}

impl<T: Sets<K>, const K: usize, const N: usize> Kernel for Totals<T, K, N> {
    #[inline(always)]
    fn step<B: Backend, const M: usize>(&mut self, _: usize, pawns: Pawns<B, Lanes<M>>) {
        let boards = in_memory(self.sets.compute(pawns));
        if M == N {
            for (sum, board) in zip(self.sums.as_flattened_mut(), boards.as_flattened()) {
                *sum += u64::from(board.count_ones());
            }
        } else {
            for (sums, boards) in zip(&mut self.sums, boards) {
                sums[0] += boards
                    .iter()
                    .map(|board| u64::from(board.count_ones()))
                    .sum::<u64>();
            }
        }
    }
}

/// Stores the boards of each set in memory, one after another.
///
/// The compiler also vectorizes a loop over all boards if there are too many sets to unroll.
#[inline(always)]
fn in_memory<const N: usize, const K: usize>(sets: [Lanes<N>; K]) -> [[u64; N]; K] {
    let mut boards = [[0; N]; K];
    for (boards, set) in zip(&mut boards, sets) {
        *boards = set.boards();
    }
    boards
}

/// Writes a number for each board of each set to its column.
pub(crate) struct Write<'o, S, F, T, const K: usize> {
    sets: S,
    /// Returns the number for a board of each set.
    numbers: [F; K],
    columns: [&'o mut [T]; K],
    /// The places for the current part of the positions.
    part: [&'o mut [T]; K],
}

impl<'o, S, F, T, const K: usize> Write<'o, S, F, T, K> {
    #[inline(always)]
    pub(crate) fn new(sets: S, numbers: [F; K], columns: [&'o mut [T]; K]) -> Self {
        Self {
            sets,
            numbers,
            columns,
            part: array::from_fn(|_| Default::default()),
        }
    }
}

impl<S: Sets<K>, F: Fn(u64) -> T, T: Copy + Default, const K: usize> Parts
    for Write<'_, S, F, T, K>
{
    /// Aligns the stores of eight boards in the first column, because those that cross lines
    /// of the cache are slow. Long columns from an allocator are usually all as far from a
    /// line as the first.
    #[inline(always)]
    fn lead(&self) -> usize {
        match self.columns.first() {
            Some(column) if column.len() >= LONG && size_of::<T>() == 8 => {
                column.as_ptr().align_offset(LINE)
            }
            _ => 0,
        }
    }

    #[inline(always)]
    fn part(&mut self, positions: usize) -> Option<impl Kernel> {
        for (part, column) in zip(&mut self.part, &mut self.columns) {
            (*part, *column) = mem::take(column).split_at_mut_checked(positions)?;
        }
        Some(WritePart {
            sets: &self.sets,
            numbers: &self.numbers,
            columns: &mut self.part,
            positions,
        })
    }
}

/// Writes the numbers of some positions.
///
/// Rows are checked against `positions`, because the compiler learns early that a row is less. It
/// learns late that each column is equally long, so a check against that length would remain, as
/// the mask of slow masked stores.
struct WritePart<'p, 'o, S, F, T, const K: usize> {
    sets: &'p S,
    numbers: &'p [F; K],
    columns: &'p mut [&'o mut [T]; K],
    positions: usize,
}

impl<S: Sets<K>, F: Fn(u64) -> T, T: Copy + Default, const K: usize> Kernel
    for WritePart<'_, '_, S, F, T, K>
{
    #[inline(always)]
    fn step<B: Backend, const N: usize>(&mut self, row: usize, pawns: Pawns<B, Lanes<N>>) {
        let boards = in_memory(self.sets.compute(pawns));
        let mut numbers = [[T::default(); N]; K];
        for (numbers, (boards, number)) in zip(&mut numbers, zip(boards, self.numbers)) {
            for (place, board) in zip(numbers, boards) {
                *place = number(board);
            }
        }
        for (column, numbers) in zip(&mut *self.columns, numbers) {
            let places = column
                .get_mut(..self.positions)
                .and_then(|places| places.get_mut(row..row + N));
            if let Some(places) = places {
                places.copy_from_slice(&numbers);
            }
        }
    }
}
