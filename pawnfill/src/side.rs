//! The two sides. One definition of front and rear serves both colors.

use core::fmt::Debug;
use core::hash::Hash;

use crate::{Backend, Bitboard, Color, Rank, Square, SquareSet};

/// Restricts [`Side`] to the two types below.
mod sealed {
    pub trait Sealed {}
    impl Sealed for super::White {}
    impl Sealed for super::Black {}
}

/// The side of a pattern: [`White`] or [`Black`].
///
/// Everything derives from the constant [`COLOR`](Side::COLOR), so choosing a side costs nothing at
/// run time.
///
/// The trait is sealed: there are no other sides.
///
/// ```
/// use pawnfill::{Black, Rank, Side, Square, White};
///
/// fn start_rank_bonus<C: Side>(square: Square) -> i32 {
///     if C::relative_rank(square) == Rank::Second { 10 } else { 0 }
/// }
/// assert_eq!(start_rank_bonus::<White>(Square::E2), start_rank_bonus::<Black>(Square::E7));
/// ```
///
/// ```compile_fail,E0277
/// # use pawnfill::{Color, Side};
/// #[derive(Clone, Copy, Debug, Default)]
/// struct Green;
///
/// impl Side for Green {
///     const COLOR: Color = Color::White;
///     type Enemy = Green;
/// }
/// ```
pub trait Side: sealed::Sealed + Copy + Default + Eq + Hash + Debug + 'static {
    /// The color of the side's friendly pawns.
    const COLOR: Color;
    /// The other side.
    type Enemy: Side<Enemy = Self>;

    /// Returns the squares one step toward the enemy: north for White, south for Black.
    ///
    /// Write an expression with `C::ahead` and [`C::behind`](Self::behind) once, and it holds for
    /// both colors:
    ///
    /// ```
    /// use pawnfill::{Backend, Bitboard, Pawns, Side, SideView};
    ///
    /// /// The pawns with a friendly pawn directly ahead.
    /// fn blocked_by_own<C: Side, B: Backend>(view: SideView<C, B>) -> Bitboard {
    ///     view.own() & C::behind(view.own())
    /// }
    /// let pawns = Pawns::from_fen("4k3/p7/p7/8/8/P7/P7/4K3 w - - 0 1")?;
    /// assert_eq!(blocked_by_own(pawns.black()), blocked_by_own(pawns.white()).flip_vertical());
    /// # Ok::<(), pawnfill::ParseFenError>(())
    /// ```
    #[inline(always)]
    fn ahead<S: SquareSet>(set: S) -> S {
        Self::COLOR.ahead(set)
    }

    /// Returns the squares one step away from the enemy.
    #[inline(always)]
    fn behind<S: SquareSet>(set: S) -> S {
        Self::Enemy::ahead(set)
    }

    /// Returns the set and the squares ahead of it on its files.
    #[inline(always)]
    fn front_fill<B: Backend, S: SquareSet>(set: S) -> S {
        match Self::COLOR {
            Color::White => B::north_fill(set),
            Color::Black => B::south_fill(set),
        }
    }

    /// Returns the set and the squares behind it on its files.
    #[inline(always)]
    fn rear_fill<B: Backend, S: SquareSet>(set: S) -> S {
        Self::Enemy::front_fill::<B, S>(set)
    }

    /// Returns the squares strictly ahead of some square of the set on its file.
    #[inline(always)]
    fn front_span<B: Backend, S: SquareSet>(set: S) -> S {
        match Self::COLOR {
            Color::White => B::north_span(set),
            Color::Black => B::south_span(set),
        }
    }

    /// Returns the squares strictly behind some square of the set on its file.
    #[inline(always)]
    fn rear_span<B: Backend, S: SquareSet>(set: S) -> S {
        Self::Enemy::front_span::<B, S>(set)
    }

    /// Returns a set drawn for White from the view of this side: mirrored north to south for Black.
    #[inline(always)]
    fn orient(set: Bitboard) -> Bitboard {
        Self::COLOR.orient(set)
    }

    /// Returns the rank of a square from the view of this side, whose pawns start on
    /// the second rank.
    #[inline(always)]
    fn relative_rank(square: Square) -> Rank {
        square.relative_rank(Self::COLOR)
    }
}

/// The white side: ahead is north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct White;

/// The black side: ahead is south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Enemy = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Enemy = White;
}
