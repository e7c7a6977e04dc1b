//! A set of files in one byte.

use core::fmt;
use core::ops::{Shl, Shr};

use crate::bit_set::bit_set;
use crate::{Bitboard, File};

/// A set of files: bit 0 is the a-file, bit 7 the h-file.
///
/// The operators are those of sets: `|` union, `&` intersection, `^` symmetric difference, `-`
/// difference, `!` complement. Each file state is one operation on bytes. With `w` and `b` the
/// files of the white and of the black pawns, closed files are `w & b`, open files `!(w | b)`,
/// White's half-open files `b - w`.
///
/// `<<` and `>>` move a set east and west. A file that leaves the board is lost, so there is no
/// wrap to consider.
///
/// ```
/// use pawnfill::{File, FileSet};
///
/// let files = FileSet::from(File::A) | FileSet::from(File::C);
/// assert_eq!(files.bits(), 0b0000_0101);
/// assert_eq!(files.to_string(), "a.c.....");
/// assert_eq!(files.to_bitboard(), File::A.bitboard() | File::C.bitboard());
///
/// // The files beside them.
/// assert_eq!((files.east() | files.west()).to_string(), ".b.d....");
/// assert_eq!(files << 7 >> 7, FileSet::from(File::A));
/// for file in files {
///     assert!(files.contains(file));
/// }
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
#[must_use]
pub struct FileSet(u8);

bit_set! {
    FileSet(u8) of "file" File, "the a-file is bit 0, the h-file bit 7",
    files by Files "a" to "h"
}

impl FileSet {
    /// Returns the files one step east; the h-file leaves the board.
    #[inline(always)]
    pub const fn east(self) -> Self {
        Self(self.0 << 1)
    }

    /// Returns the files one step west; the a-file leaves the board.
    #[inline(always)]
    pub const fn west(self) -> Self {
        Self(self.0 >> 1)
    }

    /// Returns the files mirrored east to west: the a-file becomes the h-file.
    #[inline(always)]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// Returns every square of the files, with one multiplication.
    ///
    /// [`Backend::files_to_bitboard`](crate::Backend::files_to_bitboard) does the same
    /// with a backend.
    #[inline(always)]
    pub const fn to_bitboard(self) -> Bitboard {
        Bitboard::from_bits(0x0101_0101_0101_0101 * self.0 as u64)
    }
}

impl Bitboard {
    /// Returns the files on which the set has a square, with shifts.
    ///
    /// [`FileSet::to_bitboard`] returns the whole files. This function ignores the backend. To
    /// compute with one, call
    /// [`Backend::file_set`](crate::Backend::file_set).
    ///
    /// ```
    /// use pawnfill::{Bitboard, FileSet, Square};
    ///
    /// let set = Bitboard::from_iter([Square::A2, Square::A5, Square::D4]);
    /// assert_eq!(set.file_set(), FileSet::from_bits(0b0000_1001));
    /// ```
    #[inline(always)]
    pub const fn file_set(self) -> FileSet {
        FileSet(self.south_fill().bits() as u8)
    }
}

/// Moves the files east by any number. Files past the h-file are lost.
impl Shl<u32> for FileSet {
    type Output = Self;

    #[inline(always)]
    fn shl(self, files: u32) -> Self {
        Self(self.0.checked_shl(files).unwrap_or(0))
    }
}

/// Moves the files west by any number. Files past the a-file are lost.
impl Shr<u32> for FileSet {
    type Output = Self;

    #[inline(always)]
    fn shr(self, files: u32) -> Self {
        Self(self.0.checked_shr(files).unwrap_or(0))
    }
}

/// Writes the letters of the files, with a dot for each missing one.
impl fmt::Display for FileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        File::ALL.into_iter().try_for_each(|file| {
            f.write_str(if self.contains(file) {
                file.name()
            } else {
                "."
            })
        })
    }
}

impl fmt::Debug for FileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileSet({self})")
    }
}
