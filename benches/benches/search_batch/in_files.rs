//! Boards that stay transposed over a whole question: each byte is a file.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use pawnfill::{Backend, Bitboard, SquareSet};
use pawnfill_benches::{table, transposed};

use super::vector::{Bytes, Vector};

/// Sets whose bytes are files. East is a whole byte further, and north is the next bit of the byte.
#[derive(Clone, Copy)]
pub(crate) struct InFiles<V>(V);

/// A byte with these squares for every file.
const fn bytes(byte: u64) -> Bitboard {
    Bitboard::from_bits(byte * 0x0101_0101_0101_0101)
}

macro_rules! operators {
    ($($trait:ident::$function:ident),*) => {$(
        impl<V: Bytes> $trait for InFiles<V> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(self.0.$function(other.0))
            }
        }
    )*};
}

operators!(BitAnd::bitand, BitOr::bitor, BitXor::bitxor);

impl<V: Bytes> Not for InFiles<V> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Only the steps of patterns: one square to the side, or whole ranks. Steps to the side lose what would wrap.
impl<V: Bytes> SquareSet for InFiles<V> {
    #[inline(always)]
    fn splat(set: Bitboard) -> Self {
        Self(V::splat(transposed(set)))
    }

    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        match N {
            1 => Self(self.0.up::<8>()),
            8 => Self(self.0.up::<1>() & V::splat(bytes(0xfe))),
            16 => Self(self.0.up::<2>() & V::splat(bytes(0xfc))),
            32 => Self(self.0.up::<4>() & V::splat(bytes(0xf0))),
            _ => unreachable!("no step of a pattern"),
        }
    }

    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        match N {
            1 => Self(self.0.down::<8>()),
            8 => Self(self.0.down::<1>() & V::splat(bytes(0x7f))),
            16 => Self(self.0.down::<2>() & V::splat(bytes(0x3f))),
            32 => Self(self.0.down::<4>() & V::splat(bytes(0x0f))),
            _ => unreachable!("no step of a pattern"),
        }
    }

    #[inline(always)]
    fn rotate_up<const N: u32>(self) -> Self {
        match N {
            8 => self.up::<8>() | Self(self.0.down::<7>() & V::splat(bytes(0x01))),
            16 => self.up::<16>() | Self(self.0.down::<6>() & V::splat(bytes(0x03))),
            32 => self.up::<32>() | self.down::<32>(),
            _ => unreachable!("no step of a pattern"),
        }
    }

    /// Reads the entry of every file.
    #[inline(always)]
    fn lookup<const AT: u32, const N: usize>(self, table: &[impl Copy + Into<u64>; N]) -> Self {
        match table.first_chunk::<256>() {
            Some(table) if AT == 0 => Self(self.0.each_byte(table)),
            _ => unreachable!("no table of a file"),
        }
    }
}

impl<V: Bytes> Vector for InFiles<V> {
    const LANES: usize = V::LANES;

    #[inline(always)]
    fn read(boards: &[u64]) -> Self {
        Self(V::read(boards).transposed())
    }

    #[inline(always)]
    fn combined(self) -> u64 {
        self.0.transposed().combined()
    }
}

table!(NORTH: [u8; 256] = |file| file | file.wrapping_neg());
table!(SOUTH: [u8; 256] = |file| if file == 0 { 0 } else { u64::MAX >> file.leading_zeros() });
table!(WHOLE: [u8; 256] = |file| if file == 0 { 0 } else { 0xff });

/// Fills each file by its entry in a table of bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ByByte;

impl Backend for ByByte {
    const NAME: &'static str = "by byte";

    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        set.lookup::<0, 256>(&NORTH)
    }

    #[inline(always)]
    fn south_fill<S: SquareSet>(set: S) -> S {
        set.lookup::<0, 256>(&SOUTH)
    }

    #[inline(always)]
    fn file_fill<S: SquareSet>(set: S) -> S {
        set.lookup::<0, 256>(&WHOLE)
    }

    #[inline(always)]
    fn file_span<S: SquareSet>(set: S) -> S {
        Self::north_span(set) | Self::south_span(set)
    }
}
