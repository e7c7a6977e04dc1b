//! A set of squares of one board.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::{Compare, FileSet, Reduce, Square, SquareSet};

/// A set of squares of one board: bit 0 is a1, bit 1 is b1, bit 63 is h8.
///
/// The operators are those of sets: `|` union, `&` intersection, `^` symmetric difference, `-` difference, `!` complement.
/// Each has a `const` twin with a name.
///
/// ```
/// use pawnfill::{Bitboard, Square, bitboard};
///
/// let set = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . . X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(set, Bitboard::from(Square::E4) | Bitboard::from(Square::D5));
/// assert_eq!(u64::from(set), 0x0000_0008_1000_0000);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);

    /// The set with these bits, a1 = bit 0.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set of a board whose bit 0 is a8, bit 7 is h8 and bit 63 is h1.
    ///
    /// Many programs number the squares as FEN writes them. Read as a1 = bit 0, their boards stand on their head,
    /// and white pawns walk backwards. This mirrors the ranks; [`flip_vertical`](Self::flip_vertical) is the way back.
    #[inline]
    #[must_use]
    pub const fn from_bits_a8_first(bits: u64) -> Self {
        Self(bits.swap_bytes())
    }

    /// The set of a board whose bit 0 is h1, bit 7 is a1 and bit 63 is a8.
    ///
    /// This mirrors the files; [`flip_horizontal`](Self::flip_horizontal) is the way back.
    ///
    /// ```
    /// use pawnfill::{Bitboard, Square};
    ///
    /// let set = Bitboard::from_bits_h1_first(0b1000_0001 | 1 << 63);
    /// assert_eq!(set, Bitboard::from_iter([Square::A1, Square::H1, Square::A8]));
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_bits_h1_first(bits: u64) -> Self {
        Self(bits).flip_horizontal()
    }

    /// The set of a board whose bit 0 is a1, bit 1 is a2, bit 8 is b1 and bit 63 is h8.
    ///
    /// Such a board keeps the squares of a file together, not those of a rank.
    /// This exchanges files and ranks; [`flip_diagonal`](Self::flip_diagonal) is the way back.
    ///
    /// ```
    /// use pawnfill::{Bitboard, Square};
    ///
    /// let set = Bitboard::from_bits_file_major(1 << 1 | 1 << 8 | 1 << 39);
    /// assert_eq!(set, Bitboard::from_iter([Square::A2, Square::B1, Square::E8]));
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_bits_file_major(bits: u64) -> Self {
        Self(bits).flip_diagonal()
    }

    /// The bits of the set, a1 = bit 0.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The squares of either set, `|`.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The squares of both sets, `&`.
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The squares of this set that are not in the other, `-`.
    #[inline(always)]
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The squares of exactly one of the sets, `^`.
    #[inline(always)]
    #[must_use]
    pub const fn symmetric_difference(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// The squares that are not in the set, `!`.
    #[inline(always)]
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0)
    }

    /// Is the square in the set?
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u64 & 1 != 0
    }

    /// Is every square of this set in the other?
    #[inline(always)]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Has the set no square?
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The square of the set with the lowest number, `None` for the empty set.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The squares of the set from a1 to h8.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares(self)
    }

    /// The set mirrored north to south: rank 1 becomes rank 8. This is how a position changes colors.
    #[inline(always)]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set mirrored east to west: the a file becomes the h file.
    #[inline]
    #[must_use]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0.swap_bytes().reverse_bits())
    }

    /// The set mirrored at the diagonal from a1 to h8: files become ranks, b1 becomes a2.
    #[inline]
    #[must_use]
    pub const fn flip_diagonal(self) -> Self {
        // Squares of 1, 2 and 4 squares a side change places across the diagonal.
        let set = self.swap::<7>(0x00aa_00aa_00aa_00aa);
        let set = set.swap::<14>(0x0000_cccc_0000_cccc);
        set.swap::<28>(0x0000_0000_f0f0_f0f0)
    }

    /// Exchanges each square in `lower` with the one `N` numbers up.
    #[inline(always)]
    const fn swap<const N: u32>(self, lower: u64) -> Self {
        let differ = (self.0 ^ self.0 >> N) & lower;
        Self(self.0 ^ differ ^ differ << N)
    }

    /// The set and all squares north of it on its files.
    ///
    /// This and the next two are the `const` form of the fills, for masks of your own.
    #[inline(always)]
    #[must_use]
    pub const fn north_fill(self) -> Self {
        crate::backend::smear!(self, Self::union, shift_up)
    }

    /// The set and all squares south of it on its files.
    #[inline(always)]
    #[must_use]
    pub const fn south_fill(self) -> Self {
        crate::backend::smear!(self, Self::union, shift_down)
    }

    /// Every square of each file on which the set has a square.
    #[inline(always)]
    #[must_use]
    pub const fn file_fill(self) -> Self {
        crate::backend::smear!(self, Self::union, rotate)
    }

    #[inline(always)]
    const fn shift_up<const N: u32>(self) -> Self {
        Self(self.0 << N)
    }

    #[inline(always)]
    const fn shift_down<const N: u32>(self) -> Self {
        Self(self.0 >> N)
    }

    #[inline(always)]
    const fn rotate<const N: u32>(self) -> Self {
        Self(self.0.rotate_left(N))
    }

    /// The set drawn by 64 symbols from a8 to h1, of which `mark` marks a member. Used by the drawing macros.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_drawing(symbols: &[u8; 64], mark: u8) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < 64 {
            if symbols[at] == mark {
                bits |= 1 << at;
            }
            at += 1;
        }
        Self::from_bits_a8_first(bits)
    }
}

impl SquareSet for Bitboard {
    #[inline(always)]
    fn splat(set: Bitboard) -> Self {
        set
    }

    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        self.shift_up::<N>()
    }

    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        self.shift_down::<N>()
    }

    #[inline(always)]
    fn rotate_up<const N: u32>(self) -> Self {
        self.rotate::<N>()
    }

    #[inline(always)]
    fn lookup<const RANK: u32>(self, table: &[u64; 256]) -> Self {
        Self(table[(self.0 >> (8 * RANK)) as u8 as usize])
    }
}

impl Compare for Bitboard {
    type Mask = bool;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn count_le(self, other: Self) -> bool {
        self.count() <= other.count()
    }
}

impl Reduce for Bitboard {
    type Number = u32;
    type Files = FileSet;

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    fn to_file_set(self) -> FileSet {
        FileSet::from_bits(self.0 as u8)
    }

    #[inline(always)]
    fn number(number: u32) -> u32 {
        number
    }

    #[inline(always)]
    fn multiply(a: u32, b: u32) -> u32 {
        a.wrapping_mul(b)
    }

    #[inline(always)]
    fn abs_diff(a: u32, b: u32) -> u32 {
        a.abs_diff(b)
    }
}

/// Implements a set operator and its assigning form by the `const` method of the same meaning.
macro_rules! operator {
    ($($trait:ident $method:ident, $assign:ident $assign_method:ident = $meaning:ident;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.$meaning(other)
            }
        }

        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$meaning(other);
            }
        }
    )*};
}

operator! {
    BitOr bitor, BitOrAssign bitor_assign = union;
    BitAnd bitand, BitAndAssign bitand_assign = intersection;
    BitXor bitxor, BitXorAssign bitxor_assign = symmetric_difference;
    Sub sub, SubAssign sub_assign = difference;
}

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.complement()
    }
}

impl From<u64> for Bitboard {
    #[inline(always)]
    fn from(bits: u64) -> Self {
        Self(bits)
    }
}

impl From<Bitboard> for u64 {
    #[inline(always)]
    fn from(set: Bitboard) -> Self {
        set.0
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.squares()
    }
}

/// The squares of a [`Bitboard`] from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// Eight lines of `.` and `X`, rank 8 first, as [`bitboard!`](crate::bitboard) reads them.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let symbol = if self.0 >> (8 * rank + file) & 1 == 0 { '.' } else { 'X' };
                write!(f, "{symbol}{}", if file < 7 { " " } else { "" })?;
            }
            if rank > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

impl fmt::LowerHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}
