//! The pawns of both colors, and the view of each side.

use core::fmt;
use core::marker::PhantomData;

use crate::draw::draw;
use crate::{Auto, Backend, Bitboard, Black, Color, Rank, Side, SquareSet, White};

/// The pawns of both colors, the start of every pattern.
///
/// `B` is the backend, `S` one board or several side by side. Patterns that belong to a side are
/// methods of [`white()`](Self::white) and [`black()`](Self::black).
///
/// Any two sets are accepted. Every pattern has a value for them, which is the same with every
/// backend. In a legal position no square holds two pawns, and none stands on rank 1 or 8.
///
/// Every backend has the common traits, so generic code can compare, hash and print pawns:
///
/// ```
/// use pawnfill::{Backend, Pawns};
///
/// fn same<B: Backend>(a: Pawns<B>, b: Pawns<B>) -> bool {
///     a == b && a.white() == b.white()
/// }
/// assert!(same(Pawns::from_bits(1, 2), Pawns::from_bits(1, 2)));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "S: serde::Serialize")))]
#[cfg_attr(
    feature = "serde",
    serde(bound(deserialize = "S: serde::Deserialize<'de>"))
)]
#[must_use]
pub struct Pawns<B = Auto, S = Bitboard> {
    white: S,
    black: S,
    #[cfg_attr(feature = "serde", serde(skip))]
    marker: Marker<B>,
}

/// The ranks without pawns.
pub(crate) const LAST_RANKS: Bitboard = Rank::First.bitboard().union(Rank::Eighth.bitboard());

/// A marker for a type parameter. It is a function pointer, so that pawns are `Send` and `Sync`
/// with any backend.
type Marker<T> = PhantomData<fn() -> T>;

/// Leaves out the marker.
impl<B, S: fmt::Debug> fmt::Debug for Pawns<B, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pawns")
            .field("white", &self.white)
            .field("black", &self.black)
            .finish()
    }
}

/// Leaves out the marker.
impl<C, B, S: fmt::Debug> fmt::Debug for SideView<C, B, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SideView")
            .field("own", &self.own)
            .field("enemy", &self.enemy)
            .finish()
    }
}

impl Pawns {
    /// Returns the pawns with these bits, a1 = bit 0, with the default backend.
    ///
    /// Like `HashMap::new`, this exists only for the default parameter ([`Auto`]), so inference
    /// needs no annotations. For another backend, call [`new`](Self::new) with sets, or
    /// [`with_backend`](Self::with_backend) on the pawns.
    #[inline(always)]
    pub const fn from_bits(white: u64, black: u64) -> Self {
        Self::new(Bitboard::from_bits(white), Bitboard::from_bits(black))
    }

    /// Returns the pawns drawn with 64 symbols from a8 to h1. For the drawing macros.
    #[doc(hidden)]
    pub const fn from_drawing(symbols: &[u8]) -> Self {
        Self::new(
            Bitboard::from_drawing(symbols, b'P'),
            Bitboard::from_drawing(symbols, b'p'),
        )
    }
}

impl<B, S> Pawns<B, S> {
    /// Returns the pawns on these squares, with the backend of the type.
    ///
    /// ```
    /// use pawnfill::{KoggeStone, Pawns};
    ///
    /// // A type alias that fixes the backend.
    /// type MyPawns = Pawns<KoggeStone>;
    ///
    /// let (white, black) = (0xff00_u64, 0x00ff_0000_0000_0000_u64);
    /// let pawns = MyPawns::new(white.into(), black.into());
    /// assert_eq!(pawns, Pawns::from_bits(white, black).with_backend());
    /// ```
    #[inline(always)]
    pub const fn new(white: S, black: S) -> Self {
        Self {
            white,
            black,
            marker: PhantomData,
        }
    }
}

impl<B: Backend, S: SquareSet> Pawns<B, S> {
    /// Returns the same pawns with another backend.
    ///
    /// ```
    /// use pawnfill::{KoggeStone, Pawns};
    ///
    /// let pawns = Pawns::from_bits(0xff00, 0x00ff_0000_0000_0000);
    /// assert_eq!(pawns.with_backend::<KoggeStone>().white().passed(), pawns.white().passed());
    /// ```
    #[inline(always)]
    pub const fn with_backend<B2: Backend>(self) -> Pawns<B2, S> {
        Pawns::new(self.white, self.black)
    }

    /// Returns White's view of the pawns.
    #[inline(always)]
    pub const fn white(self) -> SideView<White, B, S> {
        self.view()
    }

    /// Returns Black's view of the pawns.
    #[inline(always)]
    pub const fn black(self) -> SideView<Black, B, S> {
        self.view()
    }

    /// Returns a side's view of the pawns, for code that is generic over the side.
    ///
    /// ```
    /// use pawnfill::{Pawns, Side, White};
    ///
    /// fn isolated<Us: Side>(pawns: Pawns) -> u32 {
    ///     pawns.view::<Us>().isolated().count()
    /// }
    ///
    /// assert_eq!(isolated::<White>(Pawns::from_bits(0x0000_0000_1000_ef00, 0)), 0);
    /// assert_eq!(isolated::<White>(Pawns::from_bits(0x0000_0000_1000_c700, 0)), 1);
    /// ```
    #[inline(always)]
    pub const fn view<C: Side>(self) -> SideView<C, B, S> {
        let (own, enemy) = match C::COLOR {
            Color::White => (self.white, self.black),
            Color::Black => (self.black, self.white),
        };
        SideView {
            own,
            enemy,
            marker: PhantomData,
        }
    }

    /// Returns the view of a side whose color is only known at run time.
    ///
    /// Each pattern then branches on the color. Code that computes several patterns is shorter and
    /// faster if it is generic over [`Side`] and called once for [`White`] and once for [`Black`].
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
    ///
    /// let white = pawns.side(Color::White);
    /// assert_eq!((white.color(), white.pawns()), (Color::White, pawns));
    /// assert_eq!(white.opponent(), pawns.side(Color::Black));
    /// ```
    #[inline(always)]
    pub const fn side(self, color: Color) -> ColorView<B, S> {
        ColorView { pawns: self, color }
    }

    /// Returns `Empty`: the squares without a pawn.
    #[inline(always)]
    pub fn empty_squares(self) -> S {
        !(self.white | self.black)
    }

    /// Returns the pawns on rank 1 or 8, where no pawn can stand in chess: a cheap sign of a wrong
    /// order of squares.
    ///
    /// ```
    /// use pawnfill::Pawns;
    ///
    /// let pawns = Pawns::from_bits(0xff00, 0x00ff_0000_0000_0000);
    /// assert!(pawns.on_last_ranks().is_empty());
    /// // Files and ranks are exchanged.
    /// let wrong = Pawns::from_bits(0x0202_0202_0202_0202, 0x4040_4040_4040_4040);
    /// assert_eq!(wrong.on_last_ranks().count(), 4);
    /// ```
    #[inline(always)]
    pub fn on_last_ranks(self) -> S {
        (self.white | self.black) & S::splat(LAST_RANKS)
    }
}

impl<B: Backend> Pawns<B> {
    /// Returns a number of these pawns, for a pawn hash or a correction history.
    ///
    /// It is computed from both sets, so nothing updates it move by move. Different pawns can have
    /// the same number, but all bits depend on all pawns, so the lowest or the highest ones index a
    /// table as evenly as random numbers. It stays the same within a minor version. Keys of other
    /// programs, such as Zobrist keys, are different.
    ///
    /// ```
    /// use pawnfill::Pawns;
    ///
    /// let mut corrections = [0_i16; 1 << 14];
    /// let pawns = Pawns::from_fen("4k3/pp3ppp/8/3p4/3P4/8/PP3PPP/4K3 w - - 0 1")?;
    /// corrections[pawns.key() as usize % (1 << 14)] += 5;
    /// # Ok::<(), pawnfill::ParseFenError>(())
    /// ```
    #[doc(alias("hash", "zobrist"))]
    #[inline]
    #[must_use]
    pub const fn key(self) -> u64 {
        // Neither factor is 0, because the constants have squares of the first rank, where no pawn
        // can stand.
        let white = self.white.bits() ^ 0x9e37_79b9_7f4a_7c15;
        let black = self.black.bits() ^ 0xd1b5_4a32_d192_ed03;
        let product = white as u128 * black as u128;
        product as u64 ^ (product >> 64) as u64
    }

    /// Returns the position with exchanged colors: mirrored north to south, with each pawn in the
    /// other color.
    ///
    /// What White has in a position, Black has in the flipped one:
    ///
    /// ```
    /// use pawnfill::Pawns;
    ///
    /// let pawns = Pawns::from_fen("4k3/pp4pp/8/3P4/8/8/PP4PP/4K3")?;
    /// assert_eq!(pawns.flip_colors().black().passed(), pawns.white().passed().flip_vertical());
    /// # Ok::<(), pawnfill::ParseFenError>(())
    /// ```
    #[doc(alias("exchange colors", "mirror"))]
    pub const fn flip_colors(self) -> Self {
        Self::new(self.black.flip_vertical(), self.white.flip_vertical())
    }

    /// Returns the position mirrored east to west.
    #[doc(alias = "mirror")]
    pub const fn flip_horizontal(self) -> Self {
        Self::new(self.white.flip_horizontal(), self.black.flip_horizontal())
    }
}

/// Writes eight lines in the format of [`pawns!`](crate::pawns). An illegal square with two pawns
/// is shown as `?`.
impl<B> fmt::Display for Pawns<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, |square| {
            match (self.white.contains(square), self.black.contains(square)) {
                (false, false) => '.',
                (true, false) => 'P',
                (false, true) => 'p',
                (true, true) => '?',
            }
        })
    }
}

/// The pawns as one side sees them: friendly pawns and enemy pawns.
///
/// All patterns of a side are methods of this type. Front is the direction in which the side's
/// pawns move.
/// [`PATTERNS`](crate::pattern::PATTERNS) lists the sets, family by family,
/// [`QUESTIONS`](crate::pattern::QUESTIONS) the questions about one square, and
/// [`CONTACTS`](crate::pattern::CONTACTS) the levers by direction.
///
/// # From one side back to the board
///
/// ```
/// use pawnfill::{Backend, Pawns, Side, SideView};
///
/// fn rook_files<C: Side, B: Backend>(view: SideView<C, B>) -> u32 {
///     assert_eq!(view.pawns().open_files(), view.open_files());
///     (view.open_files() | view.half_open_files()).count() / 8
/// }
/// let pawns = Pawns::from_bits(0x0700, 0x0003_0000_0000_0000);
/// assert_eq!((rook_files(pawns.white()), rook_files(pawns.black())), (5, 6));
/// assert_eq!(pawns.black().pawns(), pawns);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct SideView<C, B = Auto, S = Bitboard> {
    pub(crate) own: S,
    pub(crate) enemy: S,
    marker: Marker<(C, B)>,
}

impl<C: Side, B: Backend, S: SquareSet> SideView<C, B, S> {
    /// Returns `P`: the side's friendly pawns.
    ///
    /// There is no pattern for a pawn majority, because it is a comparison of two counts
    /// on some files:
    ///
    /// ```
    /// use pawnfill::{FileSet, Pawns};
    ///
    /// let white = Pawns::from_bits(0xe700, 0x00c7_0000_0000_0000).white();
    /// let queenside = FileSet::from_bits(0b0000_1111).to_bitboard();
    /// let majority = |wing| (white.own() & wing).count() > (white.enemy() & wing).count();
    /// assert!(majority(!queenside) && !majority(queenside));
    /// ```
    #[doc(alias = "pawn majority")]
    #[inline(always)]
    pub const fn own(self) -> S {
        self.own
    }

    /// Returns `Q`: the enemy's pawns.
    #[inline(always)]
    pub const fn enemy(self) -> S {
        self.enemy
    }

    /// Returns the enemy's view of the same pawns.
    #[inline(always)]
    pub const fn opponent(self) -> SideView<C::Enemy, B, S> {
        SideView {
            own: self.enemy,
            enemy: self.own,
            marker: PhantomData,
        }
    }

    /// Returns the color of the side, which is a constant.
    #[inline(always)]
    pub const fn color(self) -> Color {
        C::COLOR
    }

    /// Returns the pawns of both colors.
    #[inline(always)]
    pub const fn pawns(self) -> Pawns<B, S> {
        match C::COLOR {
            Color::White => Pawns::new(self.own, self.enemy),
            Color::Black => Pawns::new(self.enemy, self.own),
        }
    }

    /// Returns the files without pawns, [`Pawns::open_files`].
    #[inline(always)]
    pub fn open_files(self) -> S {
        self.pawns().open_files()
    }

    /// Returns `Empty`: the squares without a pawn.
    #[inline(always)]
    pub fn empty_squares(self) -> S {
        !(self.own | self.enemy)
    }
}

/// The view of a side whose color is only known at run time: the methods of [`SideView`], each with
/// a `match`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct ColorView<B = Auto, S = Bitboard> {
    pub(crate) pawns: Pawns<B, S>,
    pub(crate) color: Color,
}

/// Defines methods of [`SideView`] for a color that is only known at run time.
macro_rules! of_color {
    ($bound:ident: $($method:ident($($argument:ident: $in:ty)?) -> $out:ty;)*) => {
        impl<S: $bound, B: $crate::Backend> $crate::ColorView<B, S> {
            $(
                #[doc = concat!(
                    "[`SideView::", stringify!($method), "`](crate::SideView::",
                    stringify!($method), ") of the color."
                )]
                #[inline]
                #[must_use = "it only computes a value"]
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
    open_files() -> S;
    push_targets_into(empty: S) -> S;
    double_push_targets_into(empty: S) -> S;
    fork_levers_with(pieces: S) -> S;
}

impl<B: Backend, S: SquareSet> ColorView<B, S> {
    /// Returns the color of the side.
    #[inline]
    pub const fn color(self) -> Color {
        self.color
    }

    /// Returns the pawns of both colors.
    #[inline]
    pub const fn pawns(self) -> Pawns<B, S> {
        self.pawns
    }

    /// Returns the same pawns as the enemy sees them.
    #[inline]
    pub const fn opponent(self) -> Self {
        Self {
            pawns: self.pawns,
            color: self.color.opponent(),
        }
    }
}
