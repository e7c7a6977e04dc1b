//! Several boards in one register, with the instructions of a CPU.

use std::arch::asm;
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use pawnfill::batch::Lanes;
use pawnfill::{Bitboard, SquareSet};
use pawnfill_benches::transposed;

/// Sets side by side, which are read from columns.
pub(crate) trait Vector: SquareSet {
    const LANES: usize;

    /// Reads as many boards as there are lanes.
    fn read(boards: &[u64]) -> Self;

    /// Returns the boards, combined by exclusive or.
    fn combined(self) -> u64;
}

/// Sets whose ranks or files can be changed one by one.
pub(crate) trait Bytes: Vector {
    /// Replaces each byte by its entry. The entry of a byte is the union of the entries of its halves.
    fn each_byte(self, table: &[impl Copy + Into<u64>; 256]) -> Self;

    /// Exchanges files and ranks.
    fn transposed(self) -> Self;
}

impl<const N: usize> Vector for Lanes<N> {
    const LANES: usize = N;

    #[inline(always)]
    fn read(boards: &[u64]) -> Self {
        let mut lanes = [0; N];
        lanes.copy_from_slice(boards);
        if N == 1 {
            // SAFETY: there is no instruction. The register is opaque, so boards cannot be combined in one instruction.
            unsafe { asm!("/* {0} */", inout(reg) lanes[0], options(nostack, nomem)) };
        }
        Self::new(lanes)
    }

    #[inline(always)]
    fn combined(self) -> u64 {
        let mut sum = 0;
        for board in self.boards() {
            sum ^= board;
        }
        sum
    }
}

impl Bytes for Lanes<1> {
    #[inline(always)]
    fn each_byte(self, table: &[impl Copy + Into<u64>; 256]) -> Self {
        let mut result = 0;
        for (number, byte) in self.boards()[0].to_le_bytes().into_iter().enumerate() {
            result |= table[usize::from(byte)].into() << (8 * number);
        }
        Self::new([result])
    }

    #[inline(always)]
    fn transposed(self) -> Self {
        transposed(self)
    }
}

/// Defines a register of boards. `read` and `splat` make one, so they may only be called where the CPU has the
/// instructions: `main.rs` calls them after detection.
macro_rules! vector {
    (
        $(#[$about:meta])*
        $name:ident($register:ty, $lanes:literal);
        $and:ident $or:ident $xor:ident $set:ident $shift_up:ident $shift_down:ident $load:ident;
        gather($table:ident, $index:ident) = $gather:expr;
        shuffle($entries:ident, $bytes:ident) = $shuffle:expr;
        transposed($boards:ident) = $transposed:expr;
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name($register);

        vector!(@ $name BitAnd::bitand $and);
        vector!(@ $name BitOr::bitor $or);
        vector!(@ $name BitXor::bitxor $xor);

        impl Not for $name {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self ^ Self::splat(Bitboard::FULL)
            }
        }

        impl SquareSet for $name {
            #[inline(always)]
            fn splat(set: Bitboard) -> Self {
                // SAFETY: `main.rs` calls this after detection.
                Self(unsafe { $set(set.bits() as i64) })
            }

            #[inline(always)]
            fn up<const N: u32>(self) -> Self {
                // SAFETY: there is a register, so the CPU has the instructions.
                Self(unsafe { $shift_up(self.0, _mm_cvtsi64_si128(i64::from(N))) })
            }

            #[inline(always)]
            fn down<const N: u32>(self) -> Self {
                // SAFETY: as above.
                Self(unsafe { $shift_down(self.0, _mm_cvtsi64_si128(i64::from(N))) })
            }

            #[inline(always)]
            fn rotate_up<const N: u32>(self) -> Self {
                // SAFETY: as above.
                let wrapped = unsafe { $shift_down(self.0, _mm_cvtsi64_si128(i64::from(64 - N))) };
                self.up::<N>() | Self(wrapped)
            }

            /// Gathers the entries.
            #[inline(always)]
            fn lookup<const AT: u32, const M: usize>(self, table: &[impl Copy + Into<u64>; M]) -> Self {
                assert!(size_of_val(table) == 8 * M, "a table of boards");
                let $table = table.as_ptr().cast::<i64>();
                let $index = (self.down::<AT>() & Self::splat(Bitboard::from_bits(M as u64 - 1))).0;
                // SAFETY: as above, and the mask keeps the index within the table, whose entries are 8 bytes.
                Self(unsafe { $gather })
            }
        }

        impl Vector for $name {
            const LANES: usize = $lanes;

            #[inline(always)]
            fn read(boards: &[u64]) -> Self {
                assert!(boards.len() == $lanes);
                // SAFETY: `main.rs` calls this after detection, and there are as many boards as lanes.
                Self(unsafe { $load(boards.as_ptr().cast()) })
            }

            #[inline(always)]
            fn combined(self) -> u64 {
                // SAFETY: the register has the size of the array.
                let boards: [u64; $lanes] = unsafe { std::mem::transmute(self.0) };
                Lanes::new(boards).combined()
            }
        }

        impl $name {
            /// Replaces each byte, which is below 16, by its entry.
            #[inline(always)]
            fn permuted(self, $entries: [u8; 16]) -> Self {
                let $bytes = self.0;
                // SAFETY: there is a register, so the CPU has the instructions.
                Self(unsafe { $shuffle })
            }
        }

        impl Bytes for $name {
            /// Two permutes, each by four bits of the index.
            #[inline(always)]
            fn each_byte(self, table: &[impl Copy + Into<u64>; 256]) -> Self {
                let low = Self::splat(Bitboard::from_bits(0x0f0f_0f0f_0f0f_0f0f));
                let mut halves = [[0_u8; 16]; 2];
                let mut number = 0;
                while number < 16 {
                    halves[0][number] = table[number].into() as u8;
                    halves[1][number] = table[number << 4].into() as u8;
                    number += 1;
                }
                (self & low).permuted(halves[0]) | (self.down::<4>() & low).permuted(halves[1])
            }

            #[inline(always)]
            fn transposed(self) -> Self {
                let $boards = self;
                $transposed
            }
        }
    };
    (@ $name:ident $trait:ident::$function:ident $instruction:ident) => {
        impl $trait for $name {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                // SAFETY: there is a register, so the CPU has the instructions.
                Self(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}

vector! {
    /// Four boards in a register of AVX2.
    Four(__m256i, 4);
    _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256 _mm256_set1_epi64x _mm256_sll_epi64 _mm256_srl_epi64
        _mm256_loadu_si256;
    gather(table, index) = _mm256_i64gather_epi64::<8>(table, index);
    shuffle(entries, bytes) =
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(entries.as_ptr().cast())), bytes);
    transposed(boards) = transposed(boards);
}

vector! {
    /// Eight boards in a register of AVX-512.
    Eight(__m512i, 8);
    _mm512_and_si512 _mm512_or_si512 _mm512_xor_si512 _mm512_set1_epi64 _mm512_sll_epi64 _mm512_srl_epi64
        _mm512_loadu_si512;
    gather(table, index) = _mm512_i64gather_epi64::<8>(index, table);
    shuffle(entries, bytes) =
        _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128(entries.as_ptr().cast())), bytes);
    // The product of the unit matrix with a matrix of bits, whose rows are bytes in reverse order, is transposed.
    transposed(boards) = {
        let reversal = [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8_u8];
        // SAFETY: there is a register, so the CPU has the instructions.
        Self(unsafe {
            let reversal = _mm512_broadcast_i32x4(_mm_loadu_si128(reversal.as_ptr().cast()));
            let reversed = _mm512_shuffle_epi8(boards.0, reversal);
            _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(UNIT as i64), reversed)
        })
    };
}

/// The unit matrix.
const UNIT: u64 = 0x8040_2010_0804_0201;
