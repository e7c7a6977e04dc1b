//! Many positions at a time: the same definitions at the speed limit of the CPU.
//!
//! A [`Batch`] borrows the pawns of any number of positions and compiles the loop over them for the widest
//! instructions of the machine, which it picks at run time.
//! The computation is written once, generic over the kind of set, as every pattern of the crate is:
//!
//! ```
//! use pawnfill::batch::{Batch, LengthError, Sets};
//! use pawnfill::{Backend, Pawns, SquareSet};
//!
//! struct Weaknesses;
//!
//! impl Sets<2> for Weaknesses {
//!     #[inline(always)]
//!     fn of<S: SquareSet, B: Backend>(&self, pawns: Pawns<B, S>) -> [S; 2] {
//!         let white = pawns.white();
//!         [white.isolated() | white.backward(), white.doubled()]
//!     }
//! }
//!
//! let white = [0x0000_0000_0000_8900, 0x0000_0000_0404_0000];
//! let black = [0x0081_0000_0000_0000, 0x0000_0000_0000_0000];
//! let batch = Batch::new(&white, &black)?;
//!
//! // Fold: the weak and the doubled pawns of all positions.
//! assert_eq!(batch.totals(Weaknesses), [5, 2]);
//!
//! // Store: a column of boards for each set.
//! let (mut weak, mut doubled) = ([0; 2], [0; 2]);
//! batch.write_sets(Weaknesses, [&mut weak, &mut doubled])?;
//! assert_eq!(weak, [0x8900, 0x0404_0000]);
//! assert_eq!(doubled, [0, 0x0404_0000]);
//! # Ok::<(), LengthError>(())
//! ```
//!
//! A computation that neither sums up nor stores columns is a [`Kernel`].
//!
//! # Closures, and lists of patterns
//!
//! A closure has one type of argument, but the loop needs code for every kind of set. So the functions here take a type
//! of yours that implements [`Sets`] or [`Kernel`], and not a closure: where the type of its argument is left out, the
//! compiler only says that it needs annotations.
//!
//! To choose patterns at run time, pass a list to [`Batch::write_patterns`] or [`Batch::count_patterns`].
//!
//! # `#[inline(always)]`
//!
//! Write it on [`Sets::of`] and [`Kernel::step`], and on every function of yours that they call.
//! A function that is not inlined is compiled by itself, for the baseline CPU: the answers are right, but it is slow.
//!
//! # Lanes
//!
//! There are two ways to several positions in one instruction, and the code is the same for both.
//! With one lane, which is the default, the compiler vectorizes the loop over the positions.
//! With eight or sixteen, a step of the loop has so many boards side by side, and the compiler finds the vectors in
//! the step.
//! The first is what to take with the compiler of Rust 1.95: the second is up to a sixth faster with sixteen lanes,
//! where patterns are computed one at a time, and elsewhere it takes up to twice as long.
//! The second helps a [`Kernel`] whose loop cannot be vectorized, say because it counts in a table.
//!
//! # How fast
//!
//! The ten sets against one position at a time, which is 1, with one lane, on a Xeon with AVX-512, Rust 1.95, in
//! one run of `cargo bench -p pawnfill-benches --bench batch -- '^(checksum|fold|store)/(copy|one-by-one|.*-1)/'`:
//!
//! | work | positions in | baseline | avx2 | avx512 | avx512-popcnt |
//! |---|---|---:|---:|---:|---:|
//! | unite the sets | first cache | 0.64 | 0.29 | 0.18 | 0.18 |
//! | unite the sets | memory | 0.64 | 0.31 | 0.23 | 0.23 |
//! | count the squares | first cache | 0.89 | 0.34 | 0.23 | 0.14 |
//! | count the squares | memory | 0.85 | 0.32 | 0.22 | 0.16 |
//! | write the sets | first cache | 0.63 | 0.38 | 0.22 | 0.22 |
//! | write the sets | memory | 0.78 | 0.76 | 0.87 | 0.84 |
//!
//! Written to memory, the sets take between 0.69 and 0.79 of the time of a plain copy of the same bytes: memory is
//! the limit, not the patterns. In the first cache the ports of the CPU are. [`costs`](crate::docs::costs) has the
//! instructions of these loops and the cycles that the ports need for them; what was measured is, in cycles a position
//! and as a multiple of those:
//!
//! | work | avx2 | avx512 | avx512-popcnt |
//! |---|---:|---:|---:|
//! | unite the sets | 7.4, 1.05 | 4.7, 1.07 | 4.6, 1.07 |
//! | count the squares | 14.2, 1.07 | 9.7, 1.04 | 5.7, 1.05 |
//! | write the sets | 9.5, 1.24 | 5.6, 1.30 | 5.6, 1.30 |
//!
//! What writes takes longer than the ports: each call begins by looking whether columns overlap, which shows with a
//! few hundred positions; with AVX2 the compiler writes through masks; and a wide store goes to two lines of the cache
//! in a column that does not begin at a multiple of 64 bytes.
//!
//! # Backends
//!
//! The default is [`KoggeStone`], whatever the features pick for [`Auto`](crate::Auto).
//! Many lanes read a table with a gather or with a load for each lane. The ten sets then take two to three times as
//! long; the benchmark `batch` has both.
//!
//! # Threads
//!
//! Positions are independent: cut a batch with [`Batch::chunks`], or the slices with `rayon`'s `par_chunks`.

mod cpu;
mod lanes;
mod pattern;
mod run;

use core::fmt;
use core::iter;
use core::marker::PhantomData;

pub use cpu::Cpu;
pub use lanes::Lanes;

use crate::{Backend, Column, KoggeStone, Pawns, SquareSet};
use run::{Boards, Counts, Parts, Positions, Run, Totals, Whole, Write};

/// A choice of `K` sets to compute from the pawns of a position.
///
/// A closure is not one; the message of the compiler says what to write:
///
/// ```compile_fail,E0277
/// use pawnfill::Pawns;
/// use pawnfill::batch::Batch;
///
/// let passed = Batch::from_pairs(&[]).totals(|pawns: Pawns| [pawns.white().passed()]);
/// # let _: [u64; 1] = passed;
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not choose sets",
    note = "a closure cannot, because it is not generic over the kind of set",
    note = "write `struct Mine; impl Sets<K> for Mine` with a generic `fn of<S: SquareSet, B: Backend>`",
    note = "for a list of patterns at run time, call `write_patterns` or `count_patterns`"
)]
pub trait Sets<const K: usize> {
    /// Returns the sets. Implementations should be `#[inline(always)]`.
    fn of<S: SquareSet, B: Backend>(&self, pawns: Pawns<B, S>) -> [S; K];
}

/// A computation of your own over the positions of a [`Batch`].
///
/// ```
/// use pawnfill::batch::{Batch, Kernel, Lanes, LengthError};
/// use pawnfill::{Backend, Pawns, Reduce};
///
/// /// How many positions have no, one, two … passed white pawns?
/// #[derive(Default)]
/// struct Histogram([usize; 9]);
///
/// impl Kernel for Histogram {
///     #[inline(always)]
///     fn step<const N: usize, B: Backend>(&mut self, _: usize, pawns: Pawns<B, Lanes<N>>) {
///         for passed in pawns.white().passed().count() {
///             self.0[passed as usize] += 1;
///         }
///     }
/// }
///
/// let white = [0x0000_0000_0000_0100; 11];
/// let black = [0x0001_0000_0000_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// let Histogram(positions) = Batch::new(&white, &black)?.run(Histogram::default());
/// assert_eq!(positions[..2], [1, 10]);
/// # Ok::<(), LengthError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not compute over a batch",
    note = "a closure cannot, because it is not generic over the number of lanes",
    note = "write `struct Mine; impl Kernel for Mine` with a generic `fn step<const N: usize, B: Backend>`"
)]
pub trait Kernel {
    /// Takes the positions `row` to `row + N`. Implementations should be `#[inline(always)]`.
    ///
    /// Rows come in order, with `N` the lanes of the batch, or with one lane where fewer positions are left: at the
    /// end, and with [`Batch::from_pairs`] after every 256. So every lane holds a position, and a kernel need not know
    /// of padding.
    fn step<const N: usize, B: Backend>(&mut self, row: usize, pawns: Pawns<B, Lanes<N>>);
}

/// Positions to be computed with the widest instructions of the machine, in steps of `N` lanes.
///
/// A batch only borrows, so it is copied freely. See the [module](self) for an example.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a, B = KoggeStone, const N: usize = 1> {
    positions: Positions<'a>,
    cpu: Cpu,
    backend: PhantomData<B>,
}

impl<'a> Batch<'a> {
    /// Returns a batch of the positions with these white and these black pawns, a1 = bit 0.
    ///
    /// # Errors
    ///
    /// When there are not as many boards of white as of black pawns.
    pub fn new(white: &'a [u64], black: &'a [u64]) -> Result<Self, LengthError> {
        if white.len() == black.len() {
            Ok(Self::of(Positions::Columns(white, black)))
        } else {
            Err(LengthError::Colors { white: white.len(), black: black.len() })
        }
    }

    /// Returns a batch of the positions with these pairs of white and black pawns, a1 = bit 0.
    ///
    /// ```
    /// use pawnfill::batch::Batch;
    ///
    /// let pairs = [[0x0100, 0x0001_0000_0000_0000], [0x0100, 0]];
    /// assert_eq!(Batch::from_pairs(&pairs).len(), 2);
    /// ```
    #[must_use]
    pub fn from_pairs(pairs: &'a [[u64; 2]]) -> Self {
        Self::of(Positions::Pairs(pairs))
    }

    fn of(positions: Positions<'a>) -> Self {
        Self { positions, cpu: Cpu::detect(), backend: PhantomData }
    }
}

impl<'a, B: Backend, const N: usize> Batch<'a, B, N> {
    /// Returns the same positions, computed by another backend.
    #[must_use]
    pub fn with_backend<B2: Backend>(self) -> Batch<'a, B2, N> {
        Batch { positions: self.positions, cpu: self.cpu, backend: PhantomData }
    }

    /// Returns the same positions in steps of `M` lanes, at least one. The [module](self#lanes) says what is fast.
    #[must_use]
    pub fn with_lanes<const M: usize>(self) -> Batch<'a, B, M> {
        const { assert!(M > 0, "a batch needs at least one lane") };
        Batch { positions: self.positions, cpu: self.cpu, backend: PhantomData }
    }

    /// Returns the same positions, computed with these instructions.
    #[must_use]
    pub fn with_cpu(self, cpu: Cpu) -> Self {
        Self { cpu, ..self }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Tests if there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the positions in pieces of `size`, the last of which may be shorter; a size of 0 counts as 1.
    pub fn chunks(self, size: usize) -> impl Iterator<Item = Self> {
        let mut left = self.positions;
        iter::from_fn(move || left.split_off(size.max(1))).map(move |positions| Self { positions, ..self })
    }

    /// Runs a kernel over the positions and returns it.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K {
        self.work(Whole { kernel, row: 0 }).kernel
    }

    #[inline]
    fn work<W: Parts>(self, work: W) -> W {
        self.cpu.run(Run::<W, B, N> { positions: self.positions, work, backend: PhantomData })
    }

    /// Returns the number of squares of each set, over all positions.
    #[inline]
    pub fn totals<const K: usize>(self, sets: impl Sets<K>) -> [u64; K] {
        self.run(Totals { sets, sums: [[0; N]; K] }).totals()
    }

    /// Writes each set to its output, one board for each position.
    ///
    /// # Errors
    ///
    /// When the length of an output is not the number of positions; nothing is written then.
    #[inline]
    pub fn write_sets<const K: usize>(
        self,
        sets: impl Sets<K>,
        outputs: [&mut [u64]; K],
    ) -> Result<(), LengthError> {
        self.check(&outputs)?;
        self.work(Write { numbers: Boards(sets), columns: outputs });
        Ok(())
    }

    /// Writes the number of squares of each set to its output, one byte for each position.
    ///
    /// ```
    /// # use pawnfill::batch::{Batch, LengthError, Sets};
    /// # use pawnfill::{Backend, Pawns, SquareSet};
    /// # struct Passed;
    /// # impl Sets<2> for Passed {
    /// #     #[inline(always)]
    /// #     fn of<S: SquareSet, B: Backend>(&self, pawns: Pawns<B, S>) -> [S; 2] {
    /// #         [pawns.white().passed(), pawns.black().passed()]
    /// #     }
    /// # }
    /// let pairs = [[0x0100, 0x0001_0000_0000_0000], [0x0500, 0], [0x0100, 0x0010_0000_0000_0000]];
    /// let (mut white, mut black) = ([0; 3], [0; 3]);
    /// Batch::from_pairs(&pairs).write_counts(Passed, [&mut white, &mut black])?;
    /// assert_eq!(white, [0, 2, 1]);
    /// assert_eq!(black, [0, 0, 1]);
    /// # Ok::<(), LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the length of an output is not the number of positions; nothing is written then.
    #[inline]
    pub fn write_counts<const K: usize>(
        self,
        sets: impl Sets<K>,
        outputs: [&mut [u8]; K],
    ) -> Result<(), LengthError> {
        self.check(&outputs)?;
        self.work(Write { numbers: Counts(sets), columns: outputs });
        Ok(())
    }

    /// Writes the value of each pattern to its output, one for each position, as [`write_pattern`](Self::write_pattern)
    /// does. The patterns may be chosen at run time.
    ///
    /// ```no_run
    /// use pawnfill::Column;
    /// use pawnfill::batch::{Batch, LengthError};
    ///
    /// // From the command line, say.
    /// let names = ["white_passed", "white_backward", "white_island_count"];
    /// let columns: Vec<_> = names.into_iter().filter_map(Column::from_name).collect();
    ///
    /// let pairs = [[0x0100, 0x0001_0000_0000_0000], [0x0500, 0]];
    /// let mut outputs = vec![vec![0; pairs.len()]; columns.len()];
    /// Batch::from_pairs(&pairs).write_patterns(&columns, &mut outputs)?;
    /// assert_eq!(outputs, [[0, 0x0500], [0, 0], [1, 2]]);
    /// # Ok::<(), LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When there is not one output for each column, or the length of an output is not the number of positions;
    /// nothing is written then.
    pub fn write_patterns(
        self,
        columns: &[Column],
        outputs: &mut [impl AsMut<[u64]>],
    ) -> Result<(), LengthError> {
        self.each_column(columns, outputs, Self::write_pattern)
    }

    /// Writes the count of each pattern to its output, one for each position, as [`count_pattern`](Self::count_pattern)
    /// does. The patterns may be chosen at run time, as in [`write_patterns`](Self::write_patterns).
    ///
    /// # Errors
    ///
    /// When there is not one output for each column, or the length of an output is not the number of positions;
    /// nothing is written then.
    pub fn count_patterns(
        self,
        columns: &[Column],
        outputs: &mut [impl AsMut<[u8]>],
    ) -> Result<(), LengthError> {
        self.each_column(columns, outputs, Self::count_pattern)
    }

    fn each_column<T>(
        self,
        columns: &[Column],
        outputs: &mut [impl AsMut<[T]>],
        write: impl Fn(Self, Column, &mut [T]) -> Result<(), LengthError>,
    ) -> Result<(), LengthError> {
        if columns.len() != outputs.len() {
            return Err(LengthError::Outputs { outputs: outputs.len(), columns: columns.len() });
        }
        self.check_lengths(outputs.iter_mut().map(|output| output.as_mut().len()))?;
        iter::zip(columns, outputs).try_for_each(|(&column, output)| write(self, column, output.as_mut()))
    }

    /// Tests if every output has one place for each position.
    fn check<T>(&self, outputs: &[&mut [T]]) -> Result<(), LengthError> {
        self.check_lengths(outputs.iter().map(|output| output.len()))
    }

    fn check_lengths(&self, lengths: impl Iterator<Item = usize>) -> Result<(), LengthError> {
        let positions = self.len();
        match lengths.enumerate().find(|&(_, places)| places != positions) {
            None => Ok(()),
            Some((index, places)) => Err(LengthError::Output { index, places, positions }),
        }
    }
}

/// Slices that should be equally long are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LengthError {
    /// The boards of the two colors differ in number.
    Colors {
        /// The number of boards of white pawns.
        white: usize,
        /// The number of boards of black pawns.
        black: usize,
    },
    /// There is not one output for each column.
    Outputs {
        /// The number of outputs.
        outputs: usize,
        /// The number of columns.
        columns: usize,
    },
    /// An output has not one place for each position.
    Output {
        /// Which output, counted from 0.
        index: usize,
        /// Its length.
        places: usize,
        /// The number of positions.
        positions: usize,
    },
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Colors { white, black } => {
                write!(f, "{white} boards of white pawns but {black} of black pawns")
            }
            Self::Outputs { outputs, columns } => write!(f, "{outputs} outputs for {columns} columns"),
            Self::Output { index, places, positions } => {
                write!(f, "output {index} has {places} places for {positions} positions")
            }
        }
    }
}

impl core::error::Error for LengthError {}
