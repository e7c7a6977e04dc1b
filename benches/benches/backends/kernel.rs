//! The loops that are timed.
//!
//! Every kernel exists eight times for throughput and four times for latency, each copy at another place within a page,
//! since the same loop at another address can take 1.7 times as long. A clone is the same source with another constant, so that linkers do not fold the two.

use pawnfill::{Backend, Bitboard, FileSet, Pawns, Square};
use pawnfill_benches::protocol::Shape;

use crate::barrier::{opaque, opaque_square, place};
use crate::rows::Row;

/// One copy of a kernel: does the operation on every input, eight at a time.
pub(crate) type Kernel<I> = fn(&[I]) -> u64;
/// The copies of a kernel that are called in turns.
pub(crate) type Copies<I> = [Kernel<I>; 8];

/// What an operation is done on.
pub(crate) trait Input: Copy + 'static {
    /// The input of this kind from a position; `pick` chooses where there is a choice.
    fn of(position: Pawns, pick: u64) -> Self;

    /// The same input, of which the compiler knows nothing, and which has to wait for `zero`, which only the kernels
    /// give: it is zero.
    fn hidden(self, zero: u64) -> Self;

    /// A number in the input, which takes no instruction to find.
    fn number(self) -> u64;
}

/// The white pawns, or the black, by turns.
impl Input for Bitboard {
    fn of(position: Pawns, pick: u64) -> Self {
        if pick & 1 == 0 { position.white().own() } else { position.black().own() }
    }

    #[inline(always)]
    fn hidden(self, zero: u64) -> Self {
        Self::from_bits(opaque(self.bits() ^ zero))
    }

    #[inline(always)]
    fn number(self) -> u64 {
        self.bits()
    }
}

/// The files of the white pawns, or of the black.
impl Input for FileSet {
    fn of(position: Pawns, pick: u64) -> Self {
        Bitboard::of(position, pick).file_set()
    }

    #[inline(always)]
    fn hidden(self, zero: u64) -> Self {
        Self::from_bits(opaque(u64::from(self.bits()) ^ zero) as u8)
    }

    #[inline(always)]
    fn number(self) -> u64 {
        self.bits().into()
    }
}

/// The square of a pawn.
#[allow(unsafe_code, reason = "a square is hidden as the number it is")]
impl Input for Square {
    fn of(position: Pawns, pick: u64) -> Self {
        let pawns = position.white().own() | position.black().own();
        let count = u64::from(pawns.count());
        pawns.squares().nth((pick % count.max(1)) as usize).unwrap_or(Self::E4)
    }

    #[inline(always)]
    fn hidden(self, zero: u64) -> Self {
        // SAFETY: the kernels give zero.
        unsafe { opaque_square(self, zero) }
    }

    #[inline(always)]
    fn number(self) -> u64 {
        self as u64
    }
}

impl Input for Pawns {
    fn of(position: Pawns, _pick: u64) -> Self {
        position
    }

    #[inline(always)]
    fn hidden(self, zero: u64) -> Self {
        let [white, black] = [self.white().own(), self.black().own()].map(|set| set.hidden(zero));
        Self::new(white, black)
    }

    #[inline(always)]
    fn number(self) -> u64 {
        self.white().own().bits()
    }
}

/// A white pawn, and the position it stands in.
#[derive(Clone, Copy)]
pub(crate) struct WhitePawn {
    pub(crate) pawns: Pawns,
    pub(crate) square: Square,
}

impl Input for WhitePawn {
    fn of(position: Pawns, pick: u64) -> Self {
        let square = Square::of(Pawns::new(position.white().own(), Bitboard::EMPTY), pick);
        Self { pawns: position, square }
    }

    #[inline(always)]
    fn hidden(self, zero: u64) -> Self {
        Self { pawns: self.pawns.hidden(zero), square: self.square.hidden(zero) }
    }

    #[inline(always)]
    fn number(self) -> u64 {
        self.pawns.number()
    }
}

/// Operations that do not wait for one another.
#[inline(never)]
fn throughput<R: Row, B: Backend, const COPY: usize, const CLONE: u64>(inputs: &[R::Input]) -> u64 {
    place::<COPY>();
    let step = |input: R::Input| opaque(R::run::<B>(input.hidden(0)));
    each::<R>(inputs, CLONE, |sum, input| sum ^ step(input))
}

/// Operations of which each waits for the one before.
#[inline(never)]
fn latency<R: Row, B: Backend, const COPY: usize, const CLONE: u64>(inputs: &[R::Input]) -> u64 {
    place::<COPY>();
    let zero = opaque(0);
    each::<R>(inputs, CLONE, |last, input| opaque(R::run::<B>(input.hidden(last & zero))))
}

/// A chain of operations that need not be fast, only right: the code of a visit to cold tables.
#[inline(never)]
fn visit<R: Row, B: Backend>(inputs: &[R::Input]) -> u64 {
    let zero = opaque(0);
    inputs.iter().fold(0, |last, &input| opaque(R::run::<B>(input.hidden(last & zero))))
}

/// Goes over the inputs; a short operation eight times in each turn of the loop.
#[inline(always)]
fn each<R: Row>(inputs: &[R::Input], start: u64, mut step: impl FnMut(u64, R::Input) -> u64) -> u64 {
    let mut state = start;
    if R::SHAPE == Shape::Short {
        for &[a, b, c, d, e, f, g, h] in inputs.as_chunks().0 {
            state = step(state, a);
            state = step(state, b);
            state = step(state, c);
            state = step(state, d);
            state = step(state, e);
            state = step(state, f);
            state = step(state, g);
            state = step(state, h);
        }
    } else {
        for &input in inputs {
            state = step(state, input);
        }
    }
    state
}

/// The kernels of an operation for one backend.
pub(crate) struct Kernels<I> {
    /// The name of the backend.
    pub(crate) backend: &'static str,
    /// Throughput: the kernel and its clone.
    pub(crate) throughput: [Copies<I>; 2],
    /// Latency: the kernel and its clone.
    pub(crate) latency: [Copies<I>; 2],
    /// A visit to cold tables.
    pub(crate) visit: Kernel<I>,
}

macro_rules! copies {
    ($kernel:ident, $row:ty, $backend:ty, $clone:literal, [$($place:literal)*]) => {
        [$($kernel::<$row, $backend, $place, $clone>),*]
    };
}

impl<I: Input> Kernels<I> {
    /// Instantiates the kernels.
    pub(crate) fn new<R: Row<Input = I>, B: Backend>() -> Self {
        let kernels = Self {
            backend: B::NAME,
            throughput: [
                copies!(throughput, R, B, 0x5eed, [0 1 2 3 4 5 6 7]),
                copies!(throughput, R, B, 0xc10e, [0 1 2 3 4 5 6 7]),
            ],
            // In a chain every place is as good as the others within a few percent, so four will do.
            latency: [
                copies!(latency, R, B, 0x5eed, [0 2 4 6 0 2 4 6]),
                copies!(latency, R, B, 0xc10e, [0 2 4 6 0 2 4 6]),
            ],
            visit: visit::<R, B>,
        };
        for [kernel, clone] in [&kernels.throughput, &kernels.latency] {
            let distinct = kernel.iter().zip(clone).all(|(a, b)| !std::ptr::fn_addr_eq(*a, *b));
            assert!(distinct, "the linker folded {} with its clone", R::NAME);
        }
        kernels
    }
}
