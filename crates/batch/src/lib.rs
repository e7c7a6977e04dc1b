//! Computes patterns for many positions at a time, with the widest SIMD instructions of the CPU.
//!
//! A [`Batch`] borrows the pawns of any number of positions. The loop over them is compiled for
//! several instruction sets, and the batch picks the widest one of the machine at run time. Write
//! your computation once with [`sets!`](crate::sets), which makes it generic over the kind of set,
//! like every pattern of [`pawnfill`]:
//!
//! ```
//! use pawnfill_batch::{Batch, LengthError, sets};
//!
//! let weaknesses = sets!(|pawns| {
//!     let white = pawns.white();
//!     [white.isolated() | white.backward(), white.doubled()]
//! });
//!
//! let white = [0x0000_0000_0000_8900, 0x0000_0000_0404_0000];
//! let black = [0x0081_0000_0000_0000, 0x0000_0000_0000_0000];
//! let batch = Batch::new(&white, &black)?;
//!
//! // Fold: the weak and the doubled pawns of all positions.
//! assert_eq!(batch.totals(weaknesses), [5, 2]);
//!
//! // Store: a column of boards for each set.
//! let (mut weak, mut doubled) = ([0; 2], [0; 2]);
//! batch.write_sets(weaknesses, [&mut weak, &mut doubled])?;
//! assert_eq!(weak, [0x8900, 0x0404_0000]);
//! assert_eq!(doubled, [0, 0x0404_0000]);
//! # Ok::<(), LengthError>(())
//! ```
//!
//! For computations that neither sum up nor store columns, or that read more than the pawns, such
//! as the squares of the kings, implement [`Kernel`].
//!
//! # "Type annotations needed": closures
//!
//! A closure has one type of argument, but the loop needs code for every kind of set. If you pass a
//! closure, the compiler says that it needs the type of the argument (E0282):
//!
//! ```compile_fail,E0282
//! # use pawnfill_batch::Batch;
//! let totals = Batch::from_pairs(&[[0x0100, 0]]).totals(|pawns| [pawns.white().passed()]);
//! ```
//!
//! No annotation of the argument solves this. Write [`sets!`](crate::sets) around the closure:
//!
//! ```
//! # use pawnfill_batch::{Batch, sets};
//! let totals = Batch::from_pairs(&[[0x0100, 0]]).totals(sets!(|pawns| [pawns.white().passed()]));
//! assert_eq!(totals, [1]);
//! ```
//!
//! To choose patterns at run time, implement [`Kernel`] and call
//! [`Column::value`](pawnfill::pattern::Column::value) on its lanes.
//!
//! # `#[inline(always)]`
//!
//! Add this attribute to every function of yours that [`sets!`](crate::sets) or [`Kernel::step`]
//! calls, and to
//! [`Sets::compute`] and [`Kernel::step`] if you implement them. A function that is not inlined is
//! compiled separately, for the baseline CPU. Its results are right, but it is slow.
//!
//! # Lanes
//!
//! There are two ways to process several positions in one instruction. Your code is the same for
//! both. With one lane, the default, the compiler vectorizes the loop over the positions. With
//! eight or sixteen lanes, each iteration processes that many boards, and the compiler vectorizes
//! the iteration. With Rust 1.95, use one lane. Sixteen lanes are up to a sixth faster where
//! patterns are computed one at a time, and take up to twice as long elsewhere. More lanes help a
//! [`Kernel`] whose loop cannot be vectorized, for example because it counts in a table.
//!
//! # How fast
//!
//! [`costs`](pawnfill::docs::costs) has the instructions per position of the loops that combine,
//! count and write ten sets, at each width. `cargo xtask bench-compare --filter batch` measures the
//! time of writing them on your machine. If the positions and the sets exceed the caches, memory is
//! the limit, not the patterns. Each call of a function that writes first checks whether columns
//! overlap, which is visible with a few hundred positions. [`backends`](pawnfill::docs::backends)
//! has the flag that native builds for Intel's processors need.
//!
//! # Backends
//!
//! The default is [`KoggeStone`], regardless of the features that choose [`Auto`](pawnfill::Auto).
//! With tables, many lanes need a gather, or a load for each lane, which take longer than shifts.
//!
//! # Threads
//!
//! Positions are independent. Split a batch with [`Batch::chunks`], or split the slices with
//! `rayon`'s `par_chunks`.

mod cpu;
mod run;

/// For `sets!`.
#[doc(hidden)]
pub use pawnfill;

use std::convert;
use std::fmt;
use std::iter;
use std::marker::PhantomData;

pub use cpu::Cpu;

use pawnfill::set::Lanes;
use pawnfill::{Backend, Bitboard, KoggeStone, Pawns, SquareSet};
use run::{FromRow, Parts, Positions, Totals, Write};

/// A choice of `K` sets to compute from the pawns of a position, usually made with
/// [`sets!`](crate::sets).
///
/// Implement this trait if the choice depends on values that are known at run time:
///
/// ```
/// use pawnfill_batch::{Batch, Sets};
/// use pawnfill::{Backend, Bitboard, Pawns, SquareSet};
///
/// struct PassedOn(Bitboard);
///
/// impl Sets<2> for PassedOn {
///     #[inline(always)]
///     fn compute<B: Backend, S: SquareSet>(&self, pawns: Pawns<B, S>) -> [S; 2] {
///         let squares = S::splat(self.0);
///         [pawns.white().passed() & squares, pawns.black().passed() & squares]
///     }
/// }
///
/// let queenside = PassedOn(Bitboard::from_bits(0x0f0f_0f0f_0f0f_0f0f));
/// assert_eq!(Batch::from_pairs(&[[0x8100, 0], [0, 0x0400_0000]]).totals(queenside), [1, 1]);
/// ```
///
/// A closure does not implement this trait. The compiler's message says what to write:
///
/// ```compile_fail,E0277
/// use pawnfill::Pawns;
/// use pawnfill_batch::Batch;
///
/// let passed = Batch::from_pairs(&[]).totals(|pawns: Pawns| [pawns.white().passed()]);
/// # let _: [u64; 1] = passed;
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not choose sets",
    note = "a closure cannot, because it is not generic over the kind of set",
    note = "write `pawnfill_batch::sets!(|pawns| [pawns.white().passed()])`, or implement `Sets`"
)]
pub trait Sets<const K: usize> {
    /// Returns the sets. Implementations should be `#[inline(always)]`.
    fn compute<B: Backend, S: SquareSet>(&self, pawns: Pawns<B, S>) -> [S; K];
}

/// Makes a choice of sets for a [`Batch`](crate::Batch), in the syntax of a closure.
///
/// Write a list of sets after `|pawns|`, or a block with `let` statements and a list at its end.
/// The value implements [`Sets`](crate::Sets) for the length of the list. Constants and
/// functions may be used, but not local variables from outside: implement
/// [`Sets`](crate::Sets) for a type that holds them. For values that differ by position,
/// such as the squares of the kings, implement [`Kernel`](crate::Kernel).
///
/// ```
/// use pawnfill::{Rank, SquareSet};
/// use pawnfill_batch::{Batch, LengthError, sets};
///
/// #[inline(always)]
/// fn far<S: SquareSet>(set: S) -> S {
///     set & S::splat(Rank::Sixth.bitboard() | Rank::Seventh.bitboard())
/// }
///
/// let pairs = [[0x0001_0000_0000_0100, 0], [0x0000_0100_0000_0000, 0x0001_0000_0000_0000]];
/// let (mut passed, mut far_passed) = ([0; 2], [0; 2]);
/// let choice = sets!(|pawns| {
///     let passed = pawns.white().passed();
///     [passed, far(passed)]
/// });
/// Batch::from_pairs(&pairs).write_counts(choice, [&mut passed, &mut far_passed])?;
/// assert_eq!((passed, far_passed), ([2, 0], [1, 0]));
/// # Ok::<(), LengthError>(())
/// ```
#[macro_export]
macro_rules! sets {
    (|$pawns:ident| [$($set:expr),+ $(,)?]) => {
        $crate::sets!(|$pawns| { [$($set),+] })
    };
    (|$pawns:ident| { $(let $name:pat = $value:expr;)* [$($set:expr),+ $(,)?] }) => {{
        #[derive(Clone, Copy, Debug)]
        struct Choice;

        impl $crate::Sets<{ [$(stringify!($set)),+].len() }> for Choice {
            #[inline(always)]
            fn compute<__B: $crate::pawnfill::Backend, __S: $crate::pawnfill::SquareSet>(
                &self,
                $pawns: $crate::pawnfill::Pawns<__B, __S>,
            ) -> [__S; [$(stringify!($set)),+].len()] {
                $(let $name = $value;)*
                [$($set),+]
            }
        }

        Choice
    }};
}

/// A custom computation over the positions of a [`Batch`].
///
/// ```
/// use pawnfill_batch::{Batch, Kernel, LengthError};
/// use pawnfill::set::{Lanes, Reduce};
/// use pawnfill::{Backend, Pawns};
///
/// /// How many positions have no, one, two … passed white pawns?
/// #[derive(Default)]
/// struct Histogram([usize; 9]);
///
/// impl Kernel for Histogram {
///     #[inline(always)]
///     fn step<B: Backend, const N: usize>(&mut self, _: usize, pawns: Pawns<B, Lanes<N>>) {
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
///
/// `row` finds what else belongs to a position, such as its king. Boards with a king
/// are lanes, too:
///
/// ```
/// use pawnfill_batch::{Batch, Kernel};
/// use pawnfill::set::{Lanes, Reduce};
/// use pawnfill::{Backend, Pawns, beside, north};
///
/// /// Counts the pawns directly ahead of White's king and beside them.
/// struct Shields<'a> {
///     kings: &'a [u64],
///     counts: &'a mut [u8],
/// }
///
/// impl Kernel for Shields<'_> {
///     #[inline(always)]
///     fn step<B: Backend, const N: usize>(&mut self, row: usize, pawns: Pawns<B, Lanes<N>>) {
///         let kings = self.kings[row..].first_chunk().expect("a king for each position");
///         let ahead = north(Lanes::new(*kings));
///         let shield = pawns.white().own() & (ahead | beside(ahead));
///         for (place, count) in self.counts[row..].iter_mut().zip(shield.count()) {
///             *place = count as u8;
///         }
///     }
/// }
///
/// // Kings on g1 and e1.
/// let kings = [1 << 6, 1 << 4];
/// let mut counts = [0; 2];
/// Batch::from_pairs(&[[0xe000, 0]; 2]).run(Shields { kings: &kings, counts: &mut counts });
/// assert_eq!(counts, [3, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not compute over a batch",
    note = "a closure cannot, because it is not generic over the number of lanes",
    note = "write `struct Mine; impl Kernel for Mine` with a generic `fn step<B: Backend, const N: usize>`"
)]
pub trait Kernel {
    /// Processes the positions from `row` up to `row + N`. Implementations should be
    /// `#[inline(always)]`.
    ///
    /// Rows come in order. `N` is the number of lanes of the batch, or one if fewer positions are
    /// left: at the end, and with [`Batch::from_pairs`] after every 256 positions. Every lane
    /// therefore holds a position, and a kernel needs no padding.
    fn step<B: Backend, const N: usize>(&mut self, row: usize, pawns: Pawns<B, Lanes<N>>);
}

/// A set of positions, processed with the widest instructions of the machine in steps of `N` lanes.
///
/// A batch only borrows its positions, so it is cheap to copy. See the [crate](self)
/// for an example.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Batch<'a, B = KoggeStone, const N: usize = 1> {
    positions: Positions<'a>,
    cpu: Cpu,
    backend: PhantomData<fn() -> B>,
}

impl<'a> Batch<'a> {
    /// Returns a batch of the positions with these white and these black pawns, a1 = bit 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the numbers of white and black boards differ.
    pub fn new(white: &'a [u64], black: &'a [u64]) -> Result<Self, LengthError> {
        if white.len() == black.len() {
            Ok(Self::from_positions(Positions::Columns(white, black)))
        } else {
            Err(LengthError::Colors {
                white: white.len(),
                black: black.len(),
            })
        }
    }

    /// Returns a batch of the positions with these pairs of white and black pawns, a1 = bit 0.
    ///
    /// ```
    /// use pawnfill_batch::Batch;
    ///
    /// let pairs = [[0x0100, 0x0001_0000_0000_0000], [0x0100, 0]];
    /// assert_eq!(Batch::from_pairs(&pairs).len(), 2);
    /// ```
    pub fn from_pairs(pairs: &'a [[u64; 2]]) -> Self {
        Self::from_positions(Positions::Pairs(pairs))
    }

    fn from_positions(positions: Positions<'a>) -> Self {
        Self {
            positions,
            cpu: Cpu::detect(),
            backend: PhantomData,
        }
    }
}

impl<'a, B: Backend, const N: usize> Batch<'a, B, N> {
    /// Returns the same positions, computed with another backend.
    pub fn with_backend<B2: Backend>(self) -> Batch<'a, B2, N> {
        Batch {
            positions: self.positions,
            cpu: self.cpu,
            backend: PhantomData,
        }
    }

    /// Returns the same positions in steps of `M` lanes, at least one. The [crate](self#lanes)
    /// compares their speed.
    pub fn with_lanes<const M: usize>(self) -> Batch<'a, B, M> {
        const { assert!(M > 0, "a batch needs at least one lane") };
        Batch {
            positions: self.positions,
            cpu: self.cpu,
            backend: PhantomData,
        }
    }

    /// Returns the same positions, computed with these instructions.
    pub fn with_cpu(self, cpu: Cpu) -> Self {
        Self { cpu, ..self }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns `true` if the batch has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the positions in chunks of `size`. The last chunk may be shorter. A size of 0 counts
    /// as 1.
    pub fn chunks(self, size: usize) -> impl Iterator<Item = Self> {
        let mut left = self.positions;
        iter::from_fn(move || left.split_off(size.max(1)))
            .map(move |positions| Self { positions, ..self })
    }

    /// Runs a kernel over the positions and returns it.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K {
        self.work(FromRow { kernel, row: 0 }).kernel
    }

    #[inline]
    fn work<W: Parts>(self, work: W) -> W {
        self.cpu.run(
            #[inline(always)]
            || run::run::<B, N, W>(self.positions, work),
        )
    }

    /// Returns the number of squares of each set, over all positions.
    #[inline]
    pub fn totals<const K: usize>(self, sets: impl Sets<K>) -> [u64; K] {
        self.run(Totals {
            sets,
            sums: [[0; N]; K],
        })
        .sums
        .map(|lanes| lanes.iter().sum())
    }

    /// Writes each set to its output, one board for each position.
    ///
    /// # Errors
    ///
    /// Returns an error and writes nothing if the length of an output is not the
    /// number of positions.
    #[inline]
    pub fn write_sets<const K: usize>(
        self,
        sets: impl Sets<K>,
        outputs: [&mut [u64]; K],
    ) -> Result<(), LengthError> {
        self.write(sets, [convert::identity; K], outputs)
    }

    /// Writes the number of squares of each set to its output, one byte for each position.
    ///
    /// ```
    /// # use pawnfill_batch::{Batch, LengthError, sets};
    /// let passed = sets!(|pawns| [pawns.white().passed(), pawns.black().passed()]);
    /// let pairs = [[0x0100, 0x0001_0000_0000_0000], [0x0500, 0], [0x0100, 0x0010_0000_0000_0000]];
    /// let (mut white, mut black) = ([0; 3], [0; 3]);
    /// Batch::from_pairs(&pairs).write_counts(passed, [&mut white, &mut black])?;
    /// assert_eq!(white, [0, 2, 1]);
    /// assert_eq!(black, [0, 0, 1]);
    /// # Ok::<(), LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error and writes nothing if the length of an output is not the
    /// number of positions.
    #[inline]
    pub fn write_counts<const K: usize>(
        self,
        sets: impl Sets<K>,
        outputs: [&mut [u8]; K],
    ) -> Result<(), LengthError> {
        self.write(sets, [count; K], outputs)
    }

    /// Writes the sum of the weights of each set,
    /// [`Bitboard::sum_by_rank`](pawnfill::Bitboard::sum_by_rank), to its output.
    ///
    /// Ranks are White's. For relative ranks of Black, reverse the weights:
    ///
    /// ```
    /// # use pawnfill_batch::{Batch, LengthError, sets};
    /// let passed = sets!(|pawns| [pawns.white().passed(), pawns.black().passed()]);
    /// let white_weights = [0, 5, 10, 20, 35, 60, 100, 0];
    /// let mut black_weights = white_weights;
    /// black_weights.reverse();
    /// let pairs = [[0x0001_0800_0000_0000, 0x0004_0000]];
    /// let (mut white, mut black) = ([0], [0]);
    /// Batch::from_pairs(&pairs).write_sums(passed, [white_weights, black_weights], [&mut white, &mut black])?;
    /// assert_eq!((white, black), ([160], [60]));
    /// # Ok::<(), LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error and writes nothing if the length of an output is not the
    /// number of positions.
    #[inline]
    pub fn write_sums<const K: usize>(
        self,
        sets: impl Sets<K>,
        weights: [[i32; 8]; K],
        outputs: [&mut [i32]; K],
    ) -> Result<(), LengthError> {
        let sums = weights.map(|weights| {
            #[inline(always)]
            move |board| Bitboard::from_bits(board).sum_by_rank(&weights)
        });
        self.write(sets, sums, outputs)
    }

    /// Writes a number for each board of each set.
    #[inline]
    fn write<T: Copy + Default, const K: usize>(
        self,
        sets: impl Sets<K>,
        numbers: [impl Fn(u64) -> T; K],
        outputs: [&mut [T]; K],
    ) -> Result<(), LengthError> {
        let positions = self.len();
        for (index, places) in outputs.iter().map(|output| output.len()).enumerate() {
            if places != positions {
                return Err(LengthError::Output {
                    index,
                    places,
                    positions,
                });
            }
        }
        self.work(Write::new(sets, numbers, outputs));
        Ok(())
    }
}

#[inline(always)]
fn count(board: u64) -> u8 {
    board.count_ones() as u8
}

/// The error for slices whose lengths do not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LengthError {
    /// The numbers of white and black boards differ.
    Colors {
        /// The number of boards of white pawns.
        white: usize,
        /// The number of boards of black pawns.
        black: usize,
    },
    /// The length of an output is not the number of positions.
    Output {
        /// The index of the output, counted from 0.
        index: usize,
        /// The length of the output.
        places: usize,
        /// The number of positions.
        positions: usize,
    },
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Colors { white, black } => {
                write!(
                    f,
                    "{white} boards of white pawns but {black} of black pawns"
                )
            }
            Self::Output {
                index,
                places,
                positions,
            } => {
                write!(
                    f,
                    "output {index} has {places} places for {positions} positions"
                )
            }
        }
    }
}

impl std::error::Error for LengthError {}

/// Tests the code in the README of the crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
