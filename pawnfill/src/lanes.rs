//! Several boards side by side.

use core::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::reduce::Reduce;
use crate::{Bitboard, FileSet, SquareSet};

/// `N` boards side by side, one in each lane. A pattern treats each lane as one board.
///
/// This is plain Rust over an array, without instructions of any CPU. The compiler decides which
/// registers the boards share. The crate `pawnfill-batch` compiles it for the widest instructions
/// of the CPU.
///
/// ```
/// use pawnfill::set::{Lanes, Reduce};
/// use pawnfill::{KoggeStone, Pawns};
///
/// let (white, black) = (Lanes::new([0x1000, 0x3000]), Lanes::new([0x0010_0000_0000_0000; 2]));
/// let pawns: Pawns<KoggeStone, Lanes<2>> = Pawns::new(white, black);
/// assert_eq!(pawns.white().passed().boards(), [0, 0]);
/// assert_eq!(pawns.white().unfree().count(), [1, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
#[must_use]
pub struct Lanes<const N: usize>([u64; N]);

impl<const N: usize> Lanes<N> {
    /// Returns the set of these boards, a1 = bit 0 in each.
    #[inline(always)]
    pub const fn new(boards: [u64; N]) -> Self {
        Self(boards)
    }

    /// Returns the boards, a1 = bit 0 in each.
    #[inline(always)]
    #[must_use]
    pub const fn boards(self) -> [u64; N] {
        self.0
    }
}

/// `N` empty boards. `derive` cannot implement this, because arrays of every length
/// have no default.
impl<const N: usize> Default for Lanes<N> {
    #[inline(always)]
    fn default() -> Self {
        Self([0; N])
    }
}

/// Evaluates an expression for each lane `i` into an array.
///
/// This is a plain loop because `array::map` and `array::from_fn` call closures, and a closure that
/// is not inlined is compiled for the baseline CPU.
macro_rules! each_lane {
    ($zero:expr, $i:ident => $lane:expr) => {{
        let mut lanes = [$zero; N];
        let mut $i = 0;
        while $i < N {
            lanes[$i] = $lane;
            $i += 1;
        }
        lanes
    }};
}

impl<const N: usize> SquareSet for Lanes<N> {
    #[inline(always)]
    fn splat(set: Bitboard) -> Self {
        Self([set.bits(); N])
    }

    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        Self(each_lane!(0, i => self.0[i] << BY))
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        Self(each_lane!(0, i => self.0[i] >> BY))
    }

    #[inline(always)]
    fn rotate_up<const BY: u32>(self) -> Self {
        Self(each_lane!(0, i => self.0[i].rotate_left(BY)))
    }

    /// Uses one load for each lane, or a gather if the CPU has one and the compiler
    /// considers it faster.
    #[inline(always)]
    fn lookup<const AT: u32, const M: usize>(self, table: &[impl Copy + Into<u64>; M]) -> Self {
        const { assert!(M.is_power_of_two()) };
        Self(each_lane!(0, i => table[(self.0[i] >> AT) as usize & (M - 1)].into()))
    }
}

/// Returns the scalar results, one for each lane.
impl<const N: usize> Reduce for Lanes<N> {
    type Mask = Self;
    type Number = [u32; N];
    type Files = [FileSet; N];

    #[inline(always)]
    fn is_empty(self) -> Self {
        Self(each_lane!(0, i => u64::from(self.0[i] != 0).wrapping_sub(1)))
    }

    #[inline(always)]
    fn count_le(self, other: Self) -> Self {
        Self(each_lane!(0, i => {
            let is_more = self.0[i].count_ones() > other.0[i].count_ones();
            u64::from(is_more).wrapping_sub(1)
        }))
    }

    #[inline(always)]
    fn count(self) -> [u32; N] {
        each_lane!(0, i => self.0[i].count_ones())
    }

    #[inline(always)]
    fn to_file_set(self) -> [FileSet; N] {
        each_lane!(FileSet::EMPTY, i => FileSet::from_bits(self.0[i] as u8))
    }

    #[inline(always)]
    fn number(number: u32) -> [u32; N] {
        [number; N]
    }

    #[inline(always)]
    fn multiply(a: [u32; N], b: [u32; N]) -> [u32; N] {
        each_lane!(0, i => a[i].wrapping_mul(b[i]))
    }

    #[inline(always)]
    fn abs_diff(a: [u32; N], b: [u32; N]) -> [u32; N] {
        each_lane!(0, i => a[i].abs_diff(b[i]))
    }
}

/// Implements a set operator lane by lane.
macro_rules! operator {
    ($($trait:ident $method:ident |$a:ident, $b:ident| $lane:expr;)*) => {$(
        impl<const N: usize> $trait for Lanes<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(each_lane!(0, i => {
                    let ($a, $b) = (self.0[i], other.0[i]);
                    $lane
                }))
            }
        }
    )*};
}

operator! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Sub sub |a, b| a & !b;
}

impl<const N: usize> Not for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(each_lane!(0, i => !self.0[i]))
    }
}
