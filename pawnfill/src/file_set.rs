//! A set of files in one byte.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::{Bitboard, File};

/// A set of files: bit 0 is the a file, bit 7 the h file.
///
/// The file states are one operation on bytes: with `w` and `b` the files of the white and of the black pawns,
/// closed files are `w & b`, open files `!(w | b)`, White's half-open files `b - w`.
///
/// ```
/// use pawnfill::{File, FileSet};
///
/// let files = FileSet::from(File::A) | FileSet::from(File::C);
/// assert_eq!(files.bits(), 0b0000_0101);
/// assert_eq!(files.to_string(), "a.c.....");
/// assert_eq!(files.to_bitboard(), File::A.bitboard() | File::C.bitboard());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct FileSet(u8);

impl FileSet {
    /// No file.
    pub const EMPTY: Self = Self(0);
    /// All eight files.
    pub const FULL: Self = Self(0xff);

    /// The set with these bits, a file = bit 0.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The bits of the set, a file = bit 0.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Is the file in the set?
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, file: File) -> bool {
        self.0 >> file as u8 & 1 != 0
    }

    /// Has the set no file?
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of files in the set.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The files of the set from a to h.
    pub fn files(self) -> impl DoubleEndedIterator<Item = File> + Clone {
        File::ALL.into_iter().filter(move |&file| self.contains(file))
    }

    /// Every square of the files: one multiplication.
    ///
    /// [`Backend::restore`](crate::Backend::restore) is the same, by the backend's own means.
    #[inline(always)]
    #[must_use]
    pub const fn to_bitboard(self) -> Bitboard {
        Bitboard::from_bits(0x0101_0101_0101_0101 * self.0 as u64)
    }
}

impl Bitboard {
    /// The files on which the set has a square; [`FileSet::to_bitboard`] is the way back.
    ///
    /// ```
    /// use pawnfill::{Bitboard, FileSet, Square};
    ///
    /// let set = Bitboard::from_iter([Square::A2, Square::A5, Square::D4]);
    /// assert_eq!(set.file_set(), FileSet::from_bits(0b0000_1001));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn file_set(self) -> FileSet {
        FileSet(self.south_fill().bits() as u8)
    }
}

/// Implements a set operator on the bytes.
macro_rules! operator {
    ($($trait:ident $method:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        impl $trait for FileSet {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($body)
            }
        }
    )*};
}

operator! {
    BitOr bitor |a, b| a | b;
    BitAnd bitand |a, b| a & b;
    BitXor bitxor |a, b| a ^ b;
    Sub sub |a, b| a & !b;
}

impl Not for FileSet {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<File> for FileSet {
    #[inline(always)]
    fn from(file: File) -> Self {
        Self(1 << file as u8)
    }
}

impl From<u8> for FileSet {
    #[inline(always)]
    fn from(bits: u8) -> Self {
        Self(bits)
    }
}

impl From<FileSet> for u8 {
    #[inline(always)]
    fn from(set: FileSet) -> Self {
        set.0
    }
}

impl FromIterator<File> for FileSet {
    fn from_iter<I: IntoIterator<Item = File>>(files: I) -> Self {
        files.into_iter().fold(Self::EMPTY, |set, file| set | Self::from(file))
    }
}

/// The letters of the files, a dot for each one missing.
impl fmt::Display for FileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        File::ALL
            .into_iter()
            .try_for_each(|file| f.write_str(if self.contains(file) { file.name() } else { "." }))
    }
}

impl fmt::Debug for FileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileSet({self})")
    }
}

impl fmt::LowerHex for FileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}
