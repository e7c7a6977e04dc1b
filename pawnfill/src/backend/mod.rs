//! Backends compute vertical fills, file sets and the masks of a square.

mod auto;
#[cfg(feature = "table-backends")]
mod hybrid;
mod kogge_stone;
#[cfg(feature = "table-backends")]
mod lookup;

pub use auto::Auto;
#[cfg(feature = "table-backends")]
pub use hybrid::Hybrid;
pub use kogge_stone::KoggeStone;
pub(crate) use kogge_stone::smear;
#[cfg(feature = "table-backends")]
pub use lookup::Lookup;

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::BitOr;

use crate::pairs::PAWN_RANKS;
use crate::square_set::{beside, north, south};
use crate::{Bitboard, FileSet, Rank, Side, Square, SquareSet};

/// A way to compute fills along files and the masks of a square.
///
/// All backends return equal results on every input, and differ only in speed. Every function has a
/// default body without tables, which is the one of [`KoggeStone`], and so will every function that
/// is added. Your own backend therefore keeps compiling, and overrides only what it computes in
/// another way:
///
/// ```
/// use pawnfill::{Backend, Pawns, SquareSet};
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
/// struct Shifts;
///
/// impl Backend for Shifts {
///     const NAME: &'static str = "shifts";
///
///     fn south_fill<S: SquareSet>(set: S) -> S {
///         (0..7).fold(set, |fill, _| set | fill.down::<8>())
///     }
/// }
///
/// let pawns = Pawns::from_bits(0x8900, 0x0081_0000_0000_0000);
/// assert_eq!(pawns.with_backend::<Shifts>().white().passed(), pawns.white().passed());
/// ```
///
/// `examples/own_backend` in the repository proves such a backend for all inputs, and measures it
/// beside those of this crate.
pub trait Backend: Copy + Default + Eq + Hash + Debug + 'static {
    /// The name in reports, on which no result depends.
    const NAME: &'static str;

    /// Returns `Nfill(X)`: the set and all squares north of it on its files.
    #[inline(always)]
    fn north_fill<S: SquareSet>(set: S) -> S {
        smear!(set, BitOr::bitor, up)
    }

    /// Returns `Sfill(X)`: the set and all squares south of it on its files.
    #[inline(always)]
    fn south_fill<S: SquareSet>(set: S) -> S {
        smear!(set, BitOr::bitor, down)
    }

    /// Returns `N(Nfill(X))`: all squares strictly north of some square of the set.
    #[inline(always)]
    fn north_span<S: SquareSet>(set: S) -> S {
        north(Self::north_fill(set))
    }

    /// Returns `S(Sfill(X))`: all squares strictly south of some square of the set.
    #[inline(always)]
    fn south_span<S: SquareSet>(set: S) -> S {
        south(Self::south_fill(set))
    }

    /// Returns `F(X)`: every square of each file on which the set has a square.
    #[inline(always)]
    fn file_fill<S: SquareSet>(set: S) -> S {
        // Rotations join rank 8 to rank 1, so one fill reaches the whole file.
        smear!(set, BitOr::bitor, rotate_up)
    }

    /// Returns `E(F(X)) ∪ W(F(X))`: every square of each file beside one on which the set
    /// has a square.
    #[inline(always)]
    fn beside_files<S: SquareSet>(set: S) -> S {
        beside(Self::file_fill(set))
    }

    /// Returns `N(Nfill(X)) ∪ S(Sfill(X))`: the squares with a square of the set elsewhere
    /// on their file.
    #[inline(always)]
    fn file_span<S: SquareSet>(set: S) -> S {
        // With rotations, the ranks one to four and four to seven behind a square are all other
        // squares of its file. This takes two operations more than a file fill of the same set, and
        // is shorter than any table.
        let two = set | set.rotate_up::<8>();
        let four = two | two.rotate_up::<16>();
        four.rotate_up::<8>() | four.rotate_up::<32>()
    }

    /// Returns the files on which the set has a square, as squares of rank 1.
    #[inline(always)]
    fn file_set<S: SquareSet>(set: S) -> S {
        // Combining the ranks is shorter than any table.
        KoggeStone::south_fill(set) & S::splat(const { Rank::First.bitboard() })
    }

    /// Returns every square of the files of the set.
    #[inline(always)]
    fn files_to_bitboard(files: FileSet) -> Bitboard {
        files.to_bitboard()
    }

    /// Returns the eight squares of the file of a square, including the square itself.
    #[doc(alias = "arrFiles")]
    #[inline(always)]
    fn file_mask(square: Square) -> Bitboard {
        square.file().bitboard()
    }

    /// Returns the squares north of a square on its file.
    #[inline(always)]
    fn north_ray(square: Square) -> Bitboard {
        const NORTH_OF_A1: u64 = 0x0101_0101_0101_0100;
        Bitboard::from_bits(NORTH_OF_A1 << square as u64)
    }

    /// Returns the squares south of a square on its file.
    #[inline(always)]
    fn south_ray(square: Square) -> Bitboard {
        const SOUTH_OF_H8: u64 = 0x0080_8080_8080_8080;
        Bitboard::from_bits(SOUTH_OF_H8 >> (63 - square as u64))
    }

    /// Returns the squares of the neighbor files of a square, where a pawn that is not
    /// isolated has neighbors.
    #[inline(always)]
    fn neighbor_files(square: Square) -> Bitboard {
        beside(Self::file_mask(square))
    }

    /// Returns the squares ahead of a square on the neighbor files: a pawn attacks them now or
    /// after advancing.
    #[inline(always)]
    fn front_attack_span<C: Side>(square: Square) -> Bitboard {
        beside(front_ray::<C, Self>(square))
    }

    /// Returns the squares of the neighbor files level with a square or behind it.
    #[inline(always)]
    fn rear_attack_span<C: Side>(square: Square) -> Bitboard {
        beside(square.bitboard() | front_ray::<C::Enemy, Self>(square))
    }

    /// Returns the squares ahead of a square on its own and the neighbor files, where an enemy pawn
    /// stops a passer.
    #[inline(always)]
    fn passer_span<C: Side>(square: Square) -> Bitboard {
        front_ray::<C, Self>(square) | Self::front_attack_span::<C>(square)
    }

    /// Returns the other squares of ranks 2 to 7 on the same file and the neighbor files: the
    /// places of partners in
    /// [pairs](crate::pairs).
    #[inline(always)]
    fn pair_partners(square: Square) -> Bitboard {
        ((Self::file_mask(square) | Self::neighbor_files(square)) & PAWN_RANKS) - square.bitboard()
    }
}

/// Returns the squares ahead of a square on its file, as the side sees it.
#[inline(always)]
pub(crate) fn front_ray<C: Side, B: Backend>(square: Square) -> Bitboard {
    match C::COLOR {
        crate::Color::White => B::north_ray(square),
        crate::Color::Black => B::south_ray(square),
    }
}

/// Runs an expression once for each built-in backend, under the given name.
/// `KoggeStone` comes first.
///
/// This is the only list of the backends. It has `Lookup` and `Hybrid` if the feature `table-backends` is
/// enabled. [`Auto`] is one of them under another name, so it is not listed.
///
/// ```
/// use pawnfill::{Backend, Pawns, for_each_backend};
///
/// let pawns = Pawns::from_bits(0x8900, 0x0081_0000_0000_0000);
/// for_each_backend!(B => {
///     let passed = pawns.with_backend::<B>().white().passed();
///     assert_eq!(passed.count(), 1, "{}", B::NAME);
/// });
/// ```
#[macro_export]
macro_rules! for_each_backend {
    ($B:ident => $body:expr) => {{
        $crate::__with_backends! { $B => $body; KoggeStone }
        $crate::__if_tables! { $crate::__with_backends! { $B => $body; Lookup Hybrid } }
    }};
}

/// Runs an expression once for each of the backends in a list.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_backends {
    ($B:ident => $body:expr; $($backend:ident)*) => {
        $({
            type $B = $crate::$backend;
            $body;
        })*
    };
}

/// Expands to its input if this crate has the feature `table-backends`. A macro cannot test features of its
/// defining crate.
#[cfg(feature = "table-backends")]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_tables {
    ($($code:tt)*) => {
        $($code)*
    };
}

#[cfg(not(feature = "table-backends"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_tables {
    ($($code:tt)*) => {};
}

/// Writes functions of the trait that forward to another backend.
macro_rules! forward {
    ($backend:ty: $(
        $function:ident<$($generic:ident: $bound:ident),*>($argument:ident: $in:ty) -> $out:ty;
    )*) => {$(
        #[inline(always)]
        fn $function<$($generic: $bound),*>($argument: $in) -> $out {
            <$backend>::$function::<$($generic),*>($argument)
        }
    )*};
}
pub(crate) use forward;
