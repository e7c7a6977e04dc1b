//! Front and rear: one definition serves both colors.

use crate::set::{north, south};
use crate::{Backend, Bitboard, Color, SquareSet};

/// The side from which a pattern is seen, [`White`] or [`Black`].
///
/// Everything is derived from [`COLOR`](Side::COLOR), which is a constant, so choosing costs nothing at run time.
pub trait Side: Copy + Default + core::fmt::Debug + 'static {
    /// The color of the side's own pawns.
    const COLOR: Color;
    /// The other side.
    type Enemy: Side<Enemy = Self>;

    /// One step toward the enemy: north for White, south for Black.
    #[inline(always)]
    #[must_use]
    fn ahead<S: SquareSet>(set: S) -> S {
        match Self::COLOR {
            Color::White => north(set),
            Color::Black => south(set),
        }
    }

    /// One step away from the enemy.
    #[inline(always)]
    #[must_use]
    fn behind<S: SquareSet>(set: S) -> S {
        Self::Enemy::ahead(set)
    }

    /// The set and everything ahead of it on its files.
    #[inline(always)]
    #[must_use]
    fn front_fill<B: Backend, S: SquareSet>(set: S) -> S {
        match Self::COLOR {
            Color::White => B::north_fill(set),
            Color::Black => B::south_fill(set),
        }
    }

    /// The set and everything behind it on its files.
    #[inline(always)]
    #[must_use]
    fn rear_fill<B: Backend, S: SquareSet>(set: S) -> S {
        Self::Enemy::front_fill::<B, S>(set)
    }

    /// Everything strictly ahead of some square of the set on its file.
    #[inline(always)]
    #[must_use]
    fn front_span<B: Backend, S: SquareSet>(set: S) -> S {
        match Self::COLOR {
            Color::White => B::north_span(set),
            Color::Black => B::south_span(set),
        }
    }

    /// Everything strictly behind some square of the set on its file.
    #[inline(always)]
    #[must_use]
    fn rear_span<B: Backend, S: SquareSet>(set: S) -> S {
        Self::Enemy::front_span::<B, S>(set)
    }

    /// A constant drawn for White, as this side sees it: mirrored north to south for Black.
    #[inline(always)]
    #[must_use]
    fn orient(set: Bitboard) -> Bitboard {
        match Self::COLOR {
            Color::White => set,
            Color::Black => set.flip_vertical(),
        }
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
