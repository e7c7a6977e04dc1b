//! The loop over the positions, and the kernels of [`Batch`](super::Batch).

use core::iter::zip;
use core::marker::PhantomData;
use core::mem;

use super::cpu::Task;
use super::{Kernel, Lanes, Sets};
use crate::{Backend, Pawns};

/// How the pawns lie in memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Positions<'a> {
    /// White boards and, equally many, black boards.
    Columns(&'a [u64], &'a [u64]),
    /// A white and a black board for each position.
    Pairs(&'a [[u64; 2]]),
}

/// So many pairs are laid apart at a time. With both colours that is an eighth of a small first-level cache.
const BUFFER: usize = 256;

impl Positions<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Columns(white, _) => white.len(),
            Self::Pairs(pairs) => pairs.len(),
        }
    }

    /// Takes up to `size` positions off the front; `None` when none is left.
    pub(super) fn split_off(&mut self, size: usize) -> Option<Self> {
        let size = size.min(self.len());
        let (front, left) = match *self {
            Self::Columns(white, black) => {
                let ((white, white_left), (black, black_left)) = (white.split_at(size), black.split_at(size));
                (Self::Columns(white, black), Self::Columns(white_left, black_left))
            }
            Self::Pairs(pairs) => {
                let (pairs, pairs_left) = pairs.split_at(size);
                (Self::Pairs(pairs), Self::Pairs(pairs_left))
            }
        };
        *self = left;
        (size > 0).then_some(front)
    }

    /// Takes columns off the front: all that is left, or as many pairs as the buffer holds.
    ///
    /// Pairs go through a buffer so that there is one loop to compile, not one for each layout.
    #[inline(always)]
    fn take<'b>(&mut self, [white, black]: &'b mut [[u64; BUFFER]; 2]) -> (&'b [u64], &'b [u64])
    where
        Self: 'b,
    {
        match self {
            Self::Columns(white, black) => (mem::take(white), mem::take(black)),
            Self::Pairs(pairs) => {
                let (chunk, left) = pairs.split_at(pairs.len().min(BUFFER));
                *pairs = left;
                for (pair, (white, black)) in zip(chunk, zip(&mut *white, &mut *black)) {
                    [*white, *black] = *pair;
                }
                (&white[..chunk.len()], &black[..chunk.len()])
            }
        }
    }
}

/// Takes `N` positions off the front of the columns, or nothing when fewer are left.
#[inline(always)]
fn block<const N: usize, B: Backend>(columns: &mut (&[u64], &[u64])) -> Option<Pawns<Lanes<N>, B>> {
    let (white, white_left) = columns.0.split_first_chunk()?;
    let (black, black_left) = columns.1.split_first_chunk()?;
    *columns = (white_left, black_left);
    Some(Pawns::new(Lanes::new(*white), Lanes::new(*black)))
}

/// A kernel and what it runs over.
pub(super) struct Run<'a, K, B, const N: usize> {
    pub(super) positions: Positions<'a>,
    pub(super) kernel: K,
    pub(super) backend: PhantomData<B>,
}

impl<K: Kernel, B: Backend, const N: usize> Task for Run<'_, K, B, N> {
    type Output = K;

    #[inline(always)]
    fn run(mut self) -> K {
        let mut row = 0;
        let mut buffer = [[0; BUFFER]; 2];
        while self.positions.len() > 0 {
            let mut columns = self.positions.take(&mut buffer);
            while let Some(pawns) = block::<N, B>(&mut columns) {
                self.kernel.step(row, pawns);
                row += N;
            }
            if N > 1 {
                while let Some(pawns) = block::<1, B>(&mut columns) {
                    self.kernel.step(row, pawns);
                    row += 1;
                }
            }
        }
        self.kernel
    }
}

/// The boards of each set in memory, one after another.
///
/// A loop over all of them is one that the compiler vectorises as well when there are too many sets to unroll.
#[inline(always)]
fn in_memory<const N: usize, const K: usize>(sets: [Lanes<N>; K]) -> [[u64; N]; K] {
    let mut boards = [[0; N]; K];
    for (boards, set) in zip(&mut boards, sets) {
        *boards = set.boards();
    }
    boards
}

/// Adds the squares of each set up in its lane.
pub(super) struct Totals<T, const K: usize, const N: usize> {
    pub(super) sets: T,
    pub(super) sums: [[u64; N]; K],
}

impl<T, const K: usize, const N: usize> Totals<T, K, N> {
    pub(super) fn totals(self) -> [u64; K] {
        self.sums.map(|lanes| lanes.iter().sum())
    }
}

impl<T: Sets<K>, const K: usize, const N: usize> Kernel for Totals<T, K, N> {
    #[inline(always)]
    fn step<const M: usize, B: Backend>(&mut self, _: usize, pawns: Pawns<Lanes<M>, B>) {
        let boards = in_memory(self.sets.of(pawns));
        if M == N {
            for (sum, board) in zip(self.sums.as_flattened_mut(), boards.as_flattened()) {
                *sum += u64::from(board.count_ones());
            }
        } else {
            for (sums, boards) in zip(&mut self.sums, boards) {
                sums[0] += boards.iter().map(|board| u64::from(board.count_ones())).sum::<u64>();
            }
        }
    }
}

/// Writes each set to its column.
pub(super) struct Write<'o, T, const K: usize> {
    pub(super) sets: T,
    pub(super) outputs: [&'o mut [u64]; K],
}

impl<T: Sets<K>, const K: usize> Kernel for Write<'_, T, K> {
    #[inline(always)]
    fn step<const N: usize, B: Backend>(&mut self, row: usize, pawns: Pawns<Lanes<N>, B>) {
        for (output, set) in zip(&mut self.outputs, self.sets.of(pawns)) {
            if let Some(places) = output.get_mut(row..row + N) {
                places.copy_from_slice(&set.boards());
            }
        }
    }
}

/// Writes the number of squares of each set to its column.
pub(super) struct Count<'o, T, const K: usize> {
    pub(super) sets: T,
    pub(super) outputs: [&'o mut [u8]; K],
}

impl<T: Sets<K>, const K: usize> Kernel for Count<'_, T, K> {
    #[inline(always)]
    fn step<const N: usize, B: Backend>(&mut self, row: usize, pawns: Pawns<Lanes<N>, B>) {
        let boards = in_memory(self.sets.of(pawns));
        let mut counts = [[0; N]; K];
        for (count, board) in zip(counts.as_flattened_mut(), boards.as_flattened()) {
            *count = board.count_ones() as u8;
        }
        for (output, counts) in zip(&mut self.outputs, &counts) {
            if let Some(places) = output.get_mut(row..row + N) {
                places.copy_from_slice(counts);
            }
        }
    }
}
