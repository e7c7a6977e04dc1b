//! The pawns of both colours, and how each side sees them.

use core::fmt;
use core::marker::PhantomData;

use crate::{Auto, Backend, Bitboard, Black, Color, Side, SquareSet, White};

/// The pawns of both colours: where every pattern starts.
///
/// `S` is one board or several side by side, `B` the backend.
/// Patterns that belong to a side are methods of [`white()`](Self::white) and [`black()`](Self::black).
///
/// Any two sets are accepted, and every pattern has an answer for them, the same in every backend.
/// In a legal position no square holds two pawns, and none stands on rank 1 or 8.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pawns<S = Bitboard, B = Auto> {
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
    /// type ByFills = Pawns<Bitboard, KoggeStone>;
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

impl<S, B> Pawns<S, B> {
    /// The pawns on these squares.
    #[inline(always)]
    #[must_use]
    pub const fn new(white: S, black: S) -> Self {
        Self { white, black, backend: PhantomData }
    }
}

impl<S: SquareSet, B: Backend> Pawns<S, B> {
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
    pub const fn with_backend<B2: Backend>(self) -> Pawns<S, B2> {
        Pawns::new(self.white, self.black)
    }

    /// The pawns as White sees them.
    #[inline(always)]
    #[must_use]
    pub const fn white(self) -> SideView<White, S, B> {
        SideView { own: self.white, enemy: self.black, marker: PhantomData }
    }

    /// The pawns as Black sees them.
    #[inline(always)]
    #[must_use]
    pub const fn black(self) -> SideView<Black, S, B> {
        SideView { own: self.black, enemy: self.white, marker: PhantomData }
    }

    /// The pawns as the side of a colour known at run time sees them.
    ///
    /// Each pattern then asks for the colour. Code that asks for several is shorter and faster when it is generic over
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
    pub const fn side(self, color: Color) -> ColorView<S, B> {
        ColorView { pawns: self, color }
    }

    /// `Empty`: the squares without a pawn.
    #[inline(always)]
    #[must_use]
    pub fn empty_squares(self) -> S {
        !(self.white | self.black)
    }
}

impl<B: Backend> Pawns<Bitboard, B> {
    /// The position with colours changed: the board mirrored north to south, each pawn of the other colour.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::new(self.black.flip(), self.white.flip())
    }

    /// The position mirrored east to west.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::new(self.white.mirror(), self.black.mirror())
    }
}

/// Eight lines as [`pawns!`](crate::pawns) reads them; a square with two pawns, which is not legal, shows `?`.
impl<B> fmt::Display for Pawns<Bitboard, B> {
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

impl<S: fmt::Debug, B> fmt::Debug for Pawns<S, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pawns").field("white", &self.white).field("black", &self.black).finish()
    }
}

/// The pawns as one side sees them, its own and the enemy's.
///
/// Front is where the side's pawns go. All patterns of a side are methods of this type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideView<C, S = Bitboard, B = Auto> {
    pub(crate) own: S,
    pub(crate) enemy: S,
    marker: PhantomData<(C, B)>,
}

impl<C: Side, S: SquareSet, B: Backend> SideView<C, S, B> {
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
    pub const fn opponent(self) -> SideView<C::Enemy, S, B> {
        SideView { own: self.enemy, enemy: self.own, marker: PhantomData }
    }

    /// `Empty`: the squares without a pawn.
    #[inline(always)]
    #[must_use]
    pub fn empty_squares(self) -> S {
        !(self.own | self.enemy)
    }
}

/// The pawns as the side of a colour known at run time sees them: the methods of [`SideView`], by one `match` each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColorView<S = Bitboard, B = Auto> {
    pub(crate) pawns: Pawns<S, B>,
    pub(crate) color: Color,
}

/// Repeats methods of [`SideView`] for the side of a colour known at run time.
macro_rules! of_color {
    ($bound:ident: $($method:ident($($argument:ident: $in:ty)?) -> $out:ty;)*) => {
        impl<S: $crate::$bound, B: $crate::Backend> $crate::ColorView<S, B> {
            $(
                #[doc = concat!("[`SideView::", stringify!($method), "`](crate::SideView::", stringify!($method), ") of the colour.")]
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

impl<S: SquareSet, B: Backend> ColorView<S, B> {
    /// The same pawns as the enemy sees them.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self { pawns: self.pawns, color: self.color.opponent() }
    }
}
