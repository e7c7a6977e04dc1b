//! Sets that are computed together.

use core::marker::PhantomData;

use crate::backend::forward;
use crate::{Backend, Pawns, SquareSet};

/// Declares the terms of an evaluation: chosen sets, which are computed together.
///
/// The last struct names the sets of a side. A struct before it names the sets of the board, and
/// gets the fields `white` and `black`. The name of a pattern in
/// [`PATTERNS`](crate::pattern::PATTERNS) becomes a field with its value. A field can also have an
/// expression of your own.
///
/// ```
/// use pawnfill::{Color, Pawns, pawns};
///
/// pawnfill::terms! {
///     /// What my evaluation reads.
///     pub struct MyTerms { open_files }
///     /// What it reads of one side.
///     pub struct MySideTerms {
///         front_passed,
///         isolated,
///         /// The pawns with a friendly pawn directly ahead.
///         blocked = |side| side.own() & side.color().behind(side.own()),
///     }
/// }
///
/// let pawns = pawns! {
///     . . . . . . . .
///     . p . . . p . p
///     p . . . . . p .
///     . . . . . . . .
///     . . . P . . . .
///     . . . P . . . .
///     P . . . . P P P
///     . . . . . . . .
/// };
/// let terms = MyTerms::new(pawns);
/// let score = |color| {
///     let side = terms.side(color);
///     let weak = side.blocked | side.isolated;
///     20 * side.front_passed.count() as i32 - 10 * weak.count() as i32
/// };
/// assert_eq!(terms.white.front_passed, pawns.white().front_passed());
/// assert_eq!(score(Color::White) - score(Color::Black), -10);
/// ```
///
/// One struct alone has the sets of a side, for a function that is generic over the color:
///
/// ```
/// use pawnfill::{Backend, Pawns, Rank, Side, SideView, SquareSet};
///
/// pawnfill::terms! {
///     struct Weak {
///         isolated,
///         backward,
///         // `splat` makes a constant of any kind of set.
///         at_home = |side| {
///             let home = side.color().orient(Rank::Second.bitboard());
///             side.own() & SquareSet::splat(home)
///         },
///     }
/// }
///
/// fn weaknesses<C: Side, B: Backend>(view: SideView<C, B>) -> u32 {
///     Weak::new(view).sets().map(|set| set.count()).sum()
/// }
/// let pawns = Pawns::from_bits(0x2100, 0x0004_0000_0000_0000);
/// assert_eq!((weaknesses(pawns.white()), weaknesses(pawns.black())), (4, 2));
/// ```
///
/// The structs are generic over the kind of set, such as [`Lanes`](crate::set::Lanes) of several
/// boards, so they work with `pawnfill-batch` as well. They implement the common traits. `sets`
/// returns all sets, and `columns` returns each set of a pattern with its column; if one struct
/// stands alone, pass `columns` the color.
///
/// This is only more convenient, not faster: inlined calls of the methods share
/// their work, too.
#[macro_export]
macro_rules! terms {
    ($($structs:tt)*) => {
        $crate::__terms! { pub fn new; $($structs)* }
    };
}

/// Declares the structs. The visibility before them is that of `new`.
#[doc(hidden)]
#[macro_export]
macro_rules! __terms {
    (
        $new:vis fn new;
        $(#[$attribute:meta])*
        $vis:vis struct $Terms:ident {
            $(
                $(#[$board_attribute:meta])*
                $board:ident $(= |$pawns:ident| $board_value:expr)?
            ),* $(,)?
        }
        $(#[$side_attribute:meta])*
        $side_vis:vis struct $Side:ident {
            $($(#[$name_attribute:meta])* $name:ident $(= |$view:ident| $value:expr)?),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[must_use]
        $vis struct $Terms<__S = $crate::Bitboard> {
            /// The sets of White.
            $vis white: $Side<__S>,
            /// The sets of Black.
            $vis black: $Side<__S>,
            $(
                $(#[$board_attribute])*
                #[doc = $crate::__terms!(@docs Pawns $board $(= $board_value)?)]
                $vis $board: __S,
            )*
        }

        $crate::__terms! {
            $new fn new;
            $(#[$side_attribute])*
            $side_vis struct $Side { $($(#[$name_attribute])* $name $(= |$view| $value)?),+ }
        }

        #[allow(dead_code, reason = "callers may need only a part")]
        impl<__S: $crate::SquareSet> $Terms<__S> {
            /// Computes the sets from these pawns.
            #[inline(always)]
            $new fn new<__B: $crate::Backend>(pawns: $crate::Pawns<__B, __S>) -> Self {
                Self {
                    white: <$Side<__S>>::new(pawns.white()),
                    black: <$Side<__S>>::new(pawns.black()),
                    $($board: $crate::__terms!(@value pawns $board $(= |$pawns| $board_value)?),)*
                }
            }

            /// Returns the sets of the side of a color.
            #[inline(always)]
            $vis const fn side(self, color: $crate::Color) -> $Side<__S> {
                match color {
                    $crate::Color::White => self.white,
                    $crate::Color::Black => self.black,
                }
            }

            /// Returns every set: first the sets of the board, then White's, then Black's.
            #[inline(always)]
            $vis fn sets(self) -> impl ::core::iter::Iterator<Item = __S> {
                let sides = $crate::Color::ALL.map(|color| self.side(color).sets());
                let sides = sides.into_iter().flatten();
                ::core::iter::Iterator::chain([$(self.$board),*].into_iter(), sides)
            }

            /// Returns every set of a pattern with its column.
            $vis fn columns(
                self,
            ) -> impl ::core::iter::Iterator<Item = ($crate::pattern::Column, __S)> {
                let board = $crate::__terms!(
                    @columns $crate::pattern::Scope::Board, self, $($board $(= $board_value)?),*
                );
                let sides = $crate::Color::ALL.map(|color| self.side(color).columns(color));
                ::core::iter::Iterator::chain(board, sides.into_iter().flatten())
            }
        }
    };

    (
        $new:vis fn new;
        $(#[$attribute:meta])*
        $vis:vis struct $Side:ident {
            $($(#[$name_attribute:meta])* $name:ident $(= |$view:ident| $value:expr)?),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[must_use]
        $vis struct $Side<__S = $crate::Bitboard> {
            $(
                $(#[$name_attribute])*
                #[doc = $crate::__terms!(@docs SideView $name $(= $value)?)]
                $vis $name: __S,
            )*
        }

        #[allow(dead_code, reason = "callers may not need it")]
        impl<__S: $crate::SquareSet> $Side<__S> {
            /// Computes the sets from the view of this side.
            #[inline(always)]
            $new fn new<__C: $crate::Side, __B: $crate::Backend>(
                view: $crate::SideView<__C, __B, __S>,
            ) -> Self {
                Self { $($name: $crate::__terms!(@value view $name $(= |$view| $value)?),)+ }
            }

            /// Returns every set.
            #[inline(always)]
            $vis fn sets(self) -> impl ::core::iter::Iterator<Item = __S> {
                [$(self.$name),+].into_iter()
            }

            /// Returns every set of a pattern with its column for this color.
            $vis fn columns(
                self,
                color: $crate::Color,
            ) -> impl ::core::iter::Iterator<Item = ($crate::pattern::Column, __S)> {
                $crate::__terms!(
                    @columns $crate::pattern::Scope::Side(color), self, $($name $(= $value)?),+
                )
            }
        }
    };

    (@value $from:ident $name:ident) => { $from.$name() };
    (@value $from:ident $name:ident = |$view:ident| $value:expr) => {{ let $view = $from; $value }};

    (@columns $scope:expr, $from:ident, $($name:ident $(= $value:expr)?),*) => {{
        let named = [$(($crate::__terms!(@name $name $(= $value)?), $from.$name)),*];
        named.into_iter().filter_map(move |(name, set)| {
            let name: ::core::option::Option<&str> = name;
            let pattern = $crate::pattern::Pattern::from_name(name?)?;
            ::core::option::Option::Some((pattern.column($scope)?, set))
        })
    }};

    // The name of a pattern.
    (@name $name:ident) => { ::core::option::Option::Some(stringify!($name)) };
    (@name $name:ident = $value:expr) => { ::core::option::Option::None };

    (@docs $type:ident $name:ident) => {
        concat!(
            "[`", stringify!($type), "::", stringify!($name), "`](pawnfill::", stringify!($type),
            "::", stringify!($name), ")."
        )
    };
    (@docs $type:ident $name:ident = $value:expr) => { concat!("`", stringify!($value), "`") };
}

__terms! {
    // `Pawns::terms` computes them faster.
    pub(crate) fn new;
    /// The sets that most evaluations use, computed together.
    ///
    /// If your evaluation uses other sets, declare them with
    /// [`terms!`](crate::terms). A `Terms` takes 184 bytes. It has no
    /// [`candidates`](crate::SideView::candidates), because counting helpers and sentries would
    /// cost more than all other sets together. [`docs::costs`](crate::docs::costs) has the cost of
    /// all sets together.
    ///
    /// ```
    /// use pawnfill::{Color, Terms, pawns};
    ///
    /// let pawns = pawns! {
    ///     . . . . . . . .
    ///     . p . . . p . p
    ///     p . . . p . p .
    ///     . . . p . . . .
    ///     . . P P . . . .
    ///     P . . . . . . .
    ///     . P . . . P P P
    ///     . . . . . . . .
    /// };
    /// let Terms { white, black, open_files, .. } = pawns.terms();
    /// assert_eq!(white.backward, pawns.white().backward());
    /// assert_eq!(black.holes, pawns.black().holes());
    /// assert_eq!(open_files, pawns.open_files());
    /// assert_eq!(pawns.terms().side(Color::Black), black);
    /// ```
    #[non_exhaustive]
    pub struct Terms { open_files }

    /// The sets of one side in a [`Terms`].
    #[non_exhaustive]
    pub struct SideTerms {
        passed,
        half_open_files,
        isolated,
        doubled,
        behind_own,
        any_attacks,
        holes,
        backward,
        connected,
        rams,
        any_levers,
    }
}

const _: () = assert!(size_of::<Terms>() == 184, "the docs state the size");

impl<B: Backend, S: SquareSet> Pawns<B, S> {
    /// Returns the sets of both sides that most evaluations use, computed together.
    #[inline(always)]
    pub fn terms(self) -> Terms<S> {
        Terms::new(self.with_backend::<FilesFromSpans<B>>())
    }
}

/// Computes files as the union of both spans, which a [`Terms`] needs anyway, for `behind_own`
/// and `holes`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct FilesFromSpans<B>(PhantomData<fn() -> B>);

impl<B: Backend> Backend for FilesFromSpans<B> {
    const NAME: &'static str = B::NAME;

    forward! { B:
        north_fill<S: SquareSet>(set: S) -> S;
        south_fill<S: SquareSet>(set: S) -> S;
        north_span<S: SquareSet>(set: S) -> S;
        south_span<S: SquareSet>(set: S) -> S;
    }

    #[inline(always)]
    fn file_fill<S: SquareSet>(set: S) -> S {
        set | Self::file_span(set)
    }

    #[inline(always)]
    fn file_span<S: SquareSet>(set: S) -> S {
        B::north_span(set) | B::south_span(set)
    }
}
