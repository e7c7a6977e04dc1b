//! A set of squares of one board.

use core::fmt;

use crate::bit_set::bit_set;
use crate::draw::draw;
use crate::reduce::Reduce;
use crate::{FileSet, Square, SquareSet};

/// A set of squares of one board: bit 0 is a1, bit 1 is b1, bit 63 is h8.
///
/// The operators are those of sets: `|` union, `&` intersection, `^` symmetric difference, `-`
/// difference, `!` complement. Each has an equivalent named `const` method.
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
#[must_use]
pub struct Bitboard(u64);

bit_set! {
    Bitboard(u64) of "square" Square, "a1 is bit 0, b1 is bit 1, h8 is bit 63",
    squares by Squares "a1" to "h8"
}

impl Bitboard {
    /// Returns the set of a board whose bit 0 is a8, bit 7 is h8 and bit 63 is h1.
    ///
    /// Many programs number the squares in the order of FEN. Read with a1 as bit 0, their
    /// boards are upside down. This mirrors the ranks;
    /// [`flip_vertical`](Self::flip_vertical) converts back.
    #[inline]
    pub const fn from_bits_a8_first(bits: u64) -> Self {
        Self(bits.swap_bytes())
    }

    /// Returns the set of a board whose bit 0 is h1, bit 7 is a1 and bit 63 is a8.
    ///
    /// This mirrors the files; [`flip_horizontal`](Self::flip_horizontal) converts back.
    ///
    /// ```
    /// use pawnfill::{Bitboard, Square};
    ///
    /// let set = Bitboard::from_bits_h1_first(0b1000_0001 | 1 << 63);
    /// assert_eq!(set, Bitboard::from_iter([Square::A1, Square::H1, Square::A8]));
    /// ```
    #[inline]
    pub const fn from_bits_h1_first(bits: u64) -> Self {
        Self(bits).flip_horizontal()
    }

    /// Returns the set of a board whose bit 0 is a1, bit 1 is a2, bit 8 is b1 and bit 63 is h8.
    ///
    /// Such a board keeps the squares of a file together, not those of a rank.
    /// This exchanges files and ranks; [`flip_diagonal`](Self::flip_diagonal) converts back.
    ///
    /// ```
    /// use pawnfill::{Bitboard, Square};
    ///
    /// let set = Bitboard::from_bits_file_major(1 << 1 | 1 << 8 | 1 << 39);
    /// assert_eq!(set, Bitboard::from_iter([Square::A2, Square::B1, Square::E8]));
    /// ```
    #[inline]
    pub const fn from_bits_file_major(bits: u64) -> Self {
        Self(bits).flip_diagonal()
    }

    /// Returns the set mirrored north to south: rank 1 becomes rank 8.
    #[inline(always)]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set mirrored east to west: the a-file becomes the h-file.
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0.swap_bytes().reverse_bits())
    }

    /// Returns the set mirrored at the diagonal from a1 to h8: files become ranks, b1 becomes a2.
    #[inline]
    pub const fn flip_diagonal(self) -> Self {
        // Exchange blocks of 1, 2 and 4 squares per side across the diagonal.
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

    /// Returns the set and all squares north of it on its files.
    ///
    /// This `const` function, [`south_fill`](Self::south_fill) and [`file_fill`](Self::file_fill)
    /// always use shifts, regardless of features, because a set has no backend. To fill with a
    /// backend, call
    /// [`Backend::north_fill`](crate::Backend::north_fill).
    ///
    /// ```
    /// use pawnfill::{Auto, Backend, Bitboard, Square};
    ///
    /// const ABOVE_E4: Bitboard = Square::E4.bitboard().north_fill();
    /// assert_eq!(ABOVE_E4, Auto::north_fill(Square::E4.bitboard()));
    /// ```
    #[inline(always)]
    pub const fn north_fill(self) -> Self {
        crate::backend::smear!(self, Self::union, shift_up)
    }

    /// Returns the set and all squares south of it on its files, with shifts.
    ///
    /// It ignores the backend. To fill with one, call
    /// [`Backend::south_fill`](crate::Backend::south_fill).
    #[inline(always)]
    pub const fn south_fill(self) -> Self {
        crate::backend::smear!(self, Self::union, shift_down)
    }

    /// Returns every square of each file on which the set has a square, with shifts.
    ///
    /// It ignores the backend. To fill with one, call
    /// [`Backend::file_fill`](crate::Backend::file_fill).
    #[inline(always)]
    pub const fn file_fill(self) -> Self {
        crate::backend::smear!(self, Self::union, rotate)
    }

    /// Returns the sum of a weight for each square: `weights[0]` on rank 1 to `weights[7]` on rank
    /// 8, modulo 2<sup>32</sup>.
    ///
    /// ```
    /// use pawnfill::{Backend, Pawns, Side, SideView};
    ///
    /// /// Weights of passed pawns by relative rank.
    /// const PASSED: [i32; 8] = [0, 5, 10, 20, 35, 60, 100, 0];
    ///
    /// fn passed<C: Side, B: Backend>(view: SideView<C, B>) -> i32 {
    ///     C::orient(view.passed()).sum_by_rank(&PASSED)
    /// }
    /// let pawns = Pawns::from_fen("4k3/P7/3P4/8/8/2p5/8/4K3 w - - 0 1")?;
    /// assert_eq!((passed(pawns.white()), passed(pawns.black())), (160, 60));
    /// # Ok::<(), pawnfill::ParseFenError>(())
    /// ```
    ///
    /// It counts on all ranks. For the few pawns of one position, a loop over
    /// [`squares`](Self::squares) can be faster.
    #[inline(always)]
    #[must_use]
    pub const fn sum_by_rank(self, weights: &[i32; 8]) -> i32 {
        // The squares of each rank are counted within its byte, in pairs, fours and eights.
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let counts = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        let (mut sum, mut rank) = (0_i32, 0);
        while rank < 8 {
            sum =
                sum.wrapping_add(weights[rank].wrapping_mul((counts >> (8 * rank) & 0xff) as i32));
            rank += 1;
        }
        sum
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

    /// Returns the set drawn with 64 symbols from a8 to h1. `mark` is the symbol of a member. For
    /// the drawing macros.
    #[doc(hidden)]
    pub const fn from_drawing(symbols: &[u8], mark: u8) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < symbols.len() {
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
    fn lookup<const AT: u32, const N: usize>(self, table: &[impl Copy + Into<u64>; N]) -> Self {
        const { assert!(N.is_power_of_two()) };
        Self(table[(self.0 >> AT) as usize & (N - 1)].into())
    }
}

impl Reduce for Bitboard {
    type Mask = bool;
    type Number = u32;
    type Files = FileSet;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn count_le(self, other: Self) -> bool {
        self.0.count_ones() <= other.0.count_ones()
    }

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

/// Writes eight lines of `.` and `X`, rank 8 first, in the format of
/// [`bitboard!`](crate::bitboard).
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, |square| if self.contains(square) { 'X' } else { '.' })
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)?;
        if f.alternate() {
            write!(f, "\n{self}")
        } else {
            Ok(())
        }
    }
}
