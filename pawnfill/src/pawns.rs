//! The pawns of both colors, and how each side sees them.

use core::fmt;
use core::marker::PhantomData;

use crate::{Auto, Backend, Bitboard, Black, Color, Side, SquareSet, White};

/// The pawns of both colors: where every pattern starts.
///
/// `B` is the backend, `S` one board or several side by side.
/// Patterns that belong to a side are methods of [`white()`](Self::white) and [`black()`](Self::black).
///
/// Any two sets are accepted, and every pattern has an answer for them, the same in every backend.
/// In a legal position no square holds two pawns, and none stands on rank 1 or 8.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pawns<B = Auto, S = Bitboard> {
    white: S,
    black: S,
    backend: PhantomData<B>,
}

impl Pawns {
    /// The pawns with these bits, a1 = bit 0, computed by the backend that the features pick.
    ///
    /// As `HashMap::new` is of the default hasher, so is this of [`Auto`]: it could not be inferred otherwise. Pawns
    /// of a backend that is fixed are made by [`new`](Self::new) or [`with_backend`](Self::with_backend):
    ///
    /// ```
    /// use pawnfill::{Bitboard, KoggeStone, Pawns};
    ///
    /// type ByFills = Pawns<KoggeStone>;
    ///
    /// let (white, black) = (0xff00, 0x00ff_0000_0000_0000);
    /// let pawns = ByFills::new(white.into(), black.into());
    /// assert_eq!(pawns, Pawns::from_bits(white, black).with_backend::<KoggeStone>());
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(white: u64, black: u64) -> Self {
        Self::new(Bitboard::from_bits(white), Bitboard::from_bits(black))
    }

    /// The pawns drawn by 64 symbols from a8 to h1. Used by the drawing macros.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_drawing(symbols: &[u8; 64]) -> Self {
        Self::new(Bitboard::from_drawing(symbols, b'P'), Bitboard::from_drawing(symbols, b'p'))
    }
}

impl<S, B> Pawns<B, S> {
    /// The pawns on these squares.
    #[inline(always)]
    #[must_use]
    pub const fn new(white: S, black: S) -> Self {
        Self { white, black, backend: PhantomData }
    }
}

impl<S: SquareSet, B: Backend> Pawns<B, S> {
    /// The same pawns, computed by another backend.
    ///
    /// ```
    /// use pawnfill::{KoggeStone, Pawns};
    ///
    /// let pawns = Pawns::from_bits(0xff00, 0x00ff_0000_0000_0000);
    /// assert_eq!(pawns.with_backend::<KoggeStone>().white().passed(), pawns.white().passed());
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn with_backend<B2: Backend>(self) -> Pawns<B2, S> {
        Pawns::new(self.white, self.black)
    }

    /// The pawns as White sees them.
    #[inline(always)]
    #[must_use]
    pub const fn white(self) -> SideView<White, B, S> {
        SideView { own: self.white, enemy: self.black, marker: PhantomData }
    }

    /// The pawns as Black sees them.
    #[inline(always)]
    #[must_use]
    pub const fn black(self) -> SideView<Black, B, S> {
        SideView { own: self.black, enemy: self.white, marker: PhantomData }
    }

    /// The pawns as the side of a color known at run time sees them.
    ///
    /// Each pattern then asks for the color. Code that asks for several is shorter and faster when it is generic over
    /// [`Side`] and called once for [`White`] and once for [`Black`].
    ///
    /// ```
    /// use pawnfill::{Color, Square, pawns};
    ///
    /// let pawns = pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . p . . . . . .
    ///     P . . . . . . .
    ///     . . . . . . P .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// };
    /// let passed = Color::ALL.map(|color| pawns.side(color).passed().count());
    /// assert_eq!(passed, [1, 0]);
    /// assert!(pawns.side(Color::White).is_passed(Square::G3));
    /// assert_eq!(pawns.side(Color::White).opponent(), pawns.side(Color::Black));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn side(self, color: Color) -> ColorView<B, S> {
        ColorView { pawns: self, color }
    }

    /// `Empty`: the squares without a pawn.
    #[inline(always)]
    #[must_use]
    pub fn empty_squares(self) -> S {
        !(self.white | self.black)
    }
}

impl<B: Backend> Pawns<B> {
    /// The position with colors changed: the board mirrored north to south, each pawn of the other color.
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self::new(self.black.flip_vertical(), self.white.flip_vertical())
    }

    /// The position mirrored east to west.
    #[must_use]
    pub const fn flip_horizontal(self) -> Self {
        Self::new(self.white.flip_horizontal(), self.black.flip_horizontal())
    }
}

/// Eight lines as [`pawns!`](crate::pawns) reads them; a square with two pawns, which is not legal, shows `?`.
impl<B> fmt::Display for Pawns<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let on = |set: Bitboard| set.bits() >> (8 * rank + file) & 1 != 0;
                let symbol = match (on(self.white), on(self.black)) {
                    (false, false) => '.',
                    (true, false) => 'P',
                    (false, true) => 'p',
                    (true, true) => '?',
                };
                write!(f, "{symbol}{}", if file < 7 { " " } else { "" })?;
            }
            if rank > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl<S: fmt::Debug, B> fmt::Debug for Pawns<B, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pawns").field("white", &self.white).field("black", &self.black).finish()
    }
}

/// The pawns as one side sees them, its own and the enemy's.
///
/// Front is where the side's pawns go. All patterns of a side are methods of this type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideView<C, B = Auto, S = Bitboard> {
    pub(crate) own: S,
    pub(crate) enemy: S,
    marker: PhantomData<(C, B)>,
}

impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    /// `P`: the side's own pawns.
    #[inline(always)]
    #[must_use]
    pub const fn own(self) -> S {
        self.own
    }

    /// `Q`: the enemy's pawns.
    #[inline(always)]
    #[must_use]
    pub const fn enemy(self) -> S {
        self.enemy
    }

    /// The same pawns as the enemy sees them.
    #[inline(always)]
    #[must_use]
    pub const fn opponent(self) -> SideView<C::Enemy, B, S> {
        SideView { own: self.enemy, enemy: self.own, marker: PhantomData }
    }

    /// `Empty`: the squares without a pawn.
    #[inline(always)]
    #[must_use]
    pub fn empty_squares(self) -> S {
        !(self.own | self.enemy)
    }
}

/// The pawns as the side of a color known at run time sees them: the methods of [`SideView`], by one `match` each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColorView<B = Auto, S = Bitboard> {
    pub(crate) pawns: Pawns<B, S>,
    pub(crate) color: Color,
}

/// Repeats methods of [`SideView`] for the side of a color known at run time.
macro_rules! of_color {
    ($bound:ident: $($method:ident($($argument:ident: $in:ty)?) -> $out:ty;)*) => {
        impl<S: $crate::$bound, B: $crate::Backend> $crate::ColorView<B, S> {
            $(
                #[doc = concat!("[`SideView::", stringify!($method), "`](crate::SideView::", stringify!($method), ") of the color.")]
                #[inline]
                #[must_use]
                pub fn $method(self $(, $argument: $in)?) -> $out {
                    match self.color {
                        $crate::Color::White => self.pawns.white().$method($($argument)?),
                        $crate::Color::Black => self.pawns.black().$method($($argument)?),
                    }
                }
            )*
        }
    };
}
pub(crate) use of_color;

of_color! {
    SquareSet:
    own() -> S;
    enemy() -> S;
    empty_squares() -> S;
}

impl<S: SquareSet, B: Backend> ColorView<B, S> {
    /// The same pawns as the enemy sees them.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self { pawns: self.pawns, color: self.color.opponent() }
    }
}
