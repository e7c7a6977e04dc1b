//! Sets of squares as functions of the input.

use std::array;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use pawnfill::set::Reduce;
use pawnfill::{Bitboard, SquareSet};

use crate::bit::{Bit, FALSE, piece};
use crate::number::{Number, Values};

/// A set of squares as a function of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbolic(pub [Bit; 64]);

impl Symbolic {
    /// Returns the set with its squares rearranged. The argument maps each square to its
    /// source, if any.
    fn permuted(self, from: impl Fn(usize) -> Option<usize>) -> Self {
        let mut permuted = [FALSE; 64];
        for (square, bit) in permuted.iter_mut().enumerate() {
            if let Some(from) = from(square) {
                *bit = self.0[from];
            }
        }
        Self(permuted)
    }

    /// Returns the set mirrored north to south.
    #[must_use]
    pub fn flip_vertical(self) -> Self {
        self.permuted(|square| Some(square ^ 56))
    }

    /// Returns the set mirrored east to west.
    #[must_use]
    pub fn flip_horizontal(self) -> Self {
        self.permuted(|square| Some(square ^ 7))
    }
}

/// Returns the white and the black pawns, which are the input itself.
#[must_use]
pub fn input() -> [Symbolic; 2] {
    pieces_of(0)
}

/// Returns the white and the black pieces of a kind from 0, the pawns, to 5. They are independent
/// of each other, so several may stand on one square.
#[must_use]
pub fn pieces_of(kind: usize) -> [Symbolic; 2] {
    let of_color = |color| Symbolic(array::from_fn(|square| piece(square, kind, color)));
    [of_color(0), of_color(1)]
}

/// Implements an operator square by square.
macro_rules! operator {
    ($($trait:ident $method:ident;)*) => {$(
        impl $trait for Symbolic {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self(array::from_fn(|square| self.0[square].$method(other.0[square])))
            }
        }
    )*};
}

operator! {
    BitAnd bitand;
    BitOr bitor;
    BitXor bitxor;
}

impl Not for Symbolic {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(Bit::not))
    }
}

impl Sub for Symbolic {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

impl SquareSet for Symbolic {
    fn splat(set: Bitboard) -> Self {
        Self(array::from_fn(|square| has(set.bits(), square).into()))
    }

    fn up<const N: u32>(self) -> Self {
        self.permuted(|square| square.checked_sub(N as usize))
    }

    fn down<const N: u32>(self) -> Self {
        self.permuted(|square| Some(square + N as usize).filter(|&from| from < 64))
    }

    fn rotate_up<const N: u32>(self) -> Self {
        self.permuted(|square| Some((square + 64 - N as usize) % 64))
    }

    fn lookup<const AT: u32, const N: usize>(self, table: &[impl Copy + Into<u64>; N]) -> Self {
        let index = &self.0[AT as usize..][..N.ilog2() as usize];
        let entries = table.map(Into::into);
        Self(array::from_fn(|square| {
            select(&entries.map(|entry| has(entry, square)), index)
        }))
    }
}

fn has(set: u64, square: usize) -> bool {
    set >> square & 1 != 0
}

/// Returns the entry that the bits of the index select, the highest first: a tree of multiplexers.
fn select(column: &[bool], index: &[Bit]) -> Bit {
    let Some((&bit, index)) = index.split_last() else {
        return Bit::from(column[0]);
    };
    let (low, high) = column.split_at(column.len() / 2);
    if low == high {
        return select(low, index);
    }
    (!bit & select(low, index)) | (bit & select(high, index))
}

impl Reduce for Symbolic {
    type Mask = Bit;
    type Number = Number;
    type Files = [Bit; 8];

    fn is_empty(self) -> Bit {
        let mut any = FALSE;
        // In the order of the variables.
        for file in 0..8 {
            for rank in 0..8 {
                any = any | self.0[8 * rank + file];
            }
        }
        !any
    }

    fn count_le(self, other: Self) -> Bit {
        self.count()
            .when(other.count(), |count, other| count <= other)
    }

    fn count(self) -> Number {
        // A sum of the files, because the diagrams of a file are small.
        let mut files: [Values; 8] = array::from_fn(|_| Values::from([Bit::TRUE]));
        for (square, &bit) in self.0.iter().enumerate() {
            let more = Values::from([!bit, bit]);
            let count = &mut files[square % 8];
            *count = count.combine(&more, u32::wrapping_add);
        }
        Number::sum(files)
    }

    fn to_file_set(self) -> [Bit; 8] {
        array::from_fn(|file| self.0[file])
    }

    fn number(number: u32) -> Number {
        Number::constant(number)
    }

    fn multiply(a: Number, b: Number) -> Number {
        a.combine(b, u32::wrapping_mul)
    }

    fn abs_diff(a: Number, b: Number) -> Number {
        a.combine(b, u32::abs_diff)
    }
}
