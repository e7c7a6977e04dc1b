//! Sets of squares in file-major order.

use core::fmt;

use crate::bit_set::{bit_set, one_board};
use crate::{Bitboard, SquareSet};

/// A set of squares whose bit 0 is a1, bit 1 is a2, bit 8 is b1 and bit 63 is h8.
///
/// The patterns compute on it directly, without converting sets. Every pattern has the same squares as with
/// [`Bitboard`], only in a different order.
///
/// ```
/// use pawnfill::interop::FileMajor;
/// use pawnfill::{Auto, Pawns, Square};
///
/// // An engine whose squares are a1, a2, … a8, b1, …: pawns on e4 and d6, d7.
/// let (white, black) = (FileMajor::from_bits(1 << 35), FileMajor::from_bits(1 << 29 | 1 << 30));
/// let pawns: Pawns<Auto, FileMajor> = Pawns::new(white, black);
///
/// assert_eq!(pawns.black().behind_own().bits(), 1 << 30);
/// assert_eq!(pawns.black().behind_own().to_bitboard(), Square::D7.bitboard());
/// ```
///
/// Questions about one square, such as [`is_passed`](crate::SideView::is_passed), convert a mask each time. To ask many
/// of them, convert the pawns once with [`Bitboard::from_bits_file_major`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
#[must_use]
pub struct FileMajor(u64);

bit_set!(FileMajor(u64) of "square", "a1 is bit 0, a2 is bit 1, h8 is bit 63");

impl FileMajor {
    /// Returns the same squares as a [`Bitboard`].
    #[inline(always)]
    pub const fn to_bitboard(self) -> Bitboard {
        Bitboard::from_bits_file_major(self.0)
    }

    /// Moves every square some ranks north, at most 8.
    #[inline(always)]
    const fn ranks_up(self, ranks: u32) -> Self {
        Self(if ranks < 8 { (self.0 << ranks) & (RANK_1 * ((0xff << ranks) & 0xff)) } else { 0 })
    }

    /// Moves every square some ranks south, at most 8.
    #[inline(always)]
    const fn ranks_down(self, ranks: u32) -> Self {
        Self(if ranks < 8 { (self.0 >> ranks) & (RANK_1 * (0xff >> ranks)) } else { 0 })
    }

    /// Moves every square some ranks north. Squares that leave the board come back at the other end of their file.
    #[inline(always)]
    fn rotate_ranks_up(self, ranks: u32) -> Self {
        self.ranks_up(ranks % 8) | self.ranks_down(8 - ranks % 8)
    }

    /// Moves every square some files east, fewer than 8. Returns the squares that stay on their rank, and the squares that
    /// wrap to the western files of the next rank.
    #[inline(always)]
    const fn files_east(self, files: u32) -> (Self, Self) {
        (Self(self.0 << (8 * files)), Self(if files > 0 { self.0 >> (64 - 8 * files) } else { 0 }))
    }

    /// Moves every square some files west, in the same way.
    #[inline(always)]
    const fn files_west(self, files: u32) -> (Self, Self) {
        (Self(self.0 >> (8 * files)), Self(if files > 0 { self.0 << (64 - 8 * files) } else { 0 }))
    }

    /// Returns the squares of a rank as a byte of files.
    #[inline(always)]
    const fn rank(self, rank: u32) -> u8 {
        // The bit of file `f` moves from `8 * f` to `56 + f`.
        ((self.0 >> rank & RANK_1).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }
}

/// The first bit of each file.
const RANK_1: u64 = 0x0101_0101_0101_0101;

/// Square numbers are those of [`Bitboard`], so a step of `N` is `N / 8` ranks and `N % 8` files.
impl SquareSet for FileMajor {
    #[inline(always)]
    fn splat(set: Bitboard) -> Self {
        Self(set.flip_diagonal().bits())
    }

    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        let (here, next) = self.files_east(N % 8);
        here.ranks_up(N / 8) | next.ranks_up(N / 8 + 1)
    }

    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        let (here, next) = self.files_west(N % 8);
        here.ranks_down(N / 8) | next.ranks_down(N / 8 + 1)
    }

    #[inline(always)]
    fn rotate_up<const N: u32>(self) -> Self {
        let (here, next) = self.files_east(N % 8);
        here.rotate_ranks_up(N / 8) | next.rotate_ranks_up(N / 8 + 1)
    }

    #[inline(always)]
    fn lookup<const AT: u32, const N: usize>(self, table: &[impl Copy + Into<u64>; N]) -> Self {
        if N == 256 && AT % 8 == 0 {
            Self::splat(Bitboard::from_bits(table[self.rank(AT / 8) as usize].into()))
        } else {
            Self::splat(self.to_bitboard().lookup::<AT, N>(table))
        }
    }
}

one_board!(FileMajor, this => this.rank(0));

/// Implements a set operator on the bits.
impl fmt::Debug for FileMajor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileMajor({:#018x})", self.0)
    }
}

impl From<Bitboard> for FileMajor {
    #[inline(always)]
    fn from(set: Bitboard) -> Self {
        Self::splat(set)
    }
}

impl From<FileMajor> for Bitboard {
    #[inline(always)]
    fn from(set: FileMajor) -> Self {
        set.to_bitboard()
    }
}
