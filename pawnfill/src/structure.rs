//! Sets that are computed together.

use core::marker::PhantomData;

use crate::backend::forward;
use crate::{Backend, Pawns, SquareSet};

/// Declares a structure of chosen sets, which are computed together.
///
/// The first struct names the sets of the board, if any, and gets the fields `white` and `black`. The second names the
/// sets of a side. Each name is the name of a pattern in [`PATTERNS`](crate::pattern::PATTERNS), and becomes a field with the
/// value of that pattern. The sets share their fills, spans and attacks, which are computed once.
///
/// ```
/// use pawnfill::{Color, Pawns, pawns};
///
/// pawnfill::structure! {
///     /// What my evaluation reads.
///     pub struct Terms { open_files }
///     /// What it reads of one side.
///     pub struct SideTerms { front_passed, in_front_of_own, isolated }
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
/// let terms = Terms::of(pawns);
/// let score = |color| {
///     let side = terms.side(color);
///     let weak = side.in_front_of_own | side.isolated;
///     20 * side.front_passed.count() as i32 - 10 * weak.count() as i32
/// };
/// assert_eq!(terms.white.front_passed, pawns.white().front_passed());
/// assert_eq!(score(Color::White) - score(Color::Black), -10);
/// ```
///
/// The structs are generic over the kind of set, so they work in [`batch`](https://docs.rs/pawnfill/latest/pawnfill/batch)
/// as well. They implement the common traits. `sets` returns all sets, and `columns` returns each set with its column.
#[macro_export]
macro_rules! structure {
    (
        $(#[$attribute:meta])*
        $vis:vis struct $Structure:ident { $($board:ident),* $(,)? }
        $(#[$side_attribute:meta])*
        $side_vis:vis struct $Side:ident { $($name:ident),+ $(,)? }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[must_use]
        $vis struct $Structure<S = $crate::Bitboard> {
            /// The sets of White.
            $vis white: $Side<S>,
            /// The sets of Black.
            $vis black: $Side<S>,
            $(
                #[doc = concat!("[`Pawns::", stringify!($board), "`](pawnfill::Pawns::", stringify!($board), ").")]
                $vis $board: S,
            )*
        }

        $(#[$side_attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[must_use]
        $side_vis struct $Side<S = $crate::Bitboard> {
            $(
                #[doc = concat!("[`SideView::", stringify!($name), "`](pawnfill::SideView::", stringify!($name), ").")]
                $side_vis $name: S,
            )*
        }

        #[allow(dead_code, reason = "callers may need only a part")]
        impl<S: $crate::SquareSet> $Structure<S> {
            /// Computes the sets from these pawns.
            #[inline(always)]
            $vis fn of<B: $crate::Backend>(pawns: $crate::Pawns<B, S>) -> Self {
                Self { white: $Side::of(pawns.white()), black: $Side::of(pawns.black()), $($board: pawns.$board(),)* }
            }

            /// Returns the sets of the side of a color.
            #[inline(always)]
            $vis const fn side(self, color: $crate::Color) -> $Side<S> {
                match color {
                    $crate::Color::White => self.white,
                    $crate::Color::Black => self.black,
                }
            }

            /// Returns every set: first the sets of the board, then White's, then Black's.
            #[inline(always)]
            $vis fn sets(self) -> impl Iterator<Item = S> {
                let sides = $crate::Color::ALL.map(|color| {
                    let side = self.side(color);
                    [$(side.$name),+]
                });
                [$(self.$board),*].into_iter().chain(sides.into_iter().flatten())
            }

            /// Returns every set with its column.
            $vis fn columns(self) -> impl Iterator<Item = ($crate::pattern::Column, S)> {
                use $crate::pattern::Scope;
                let board = [$((Scope::Board, stringify!($board))),*];
                let sides = $crate::Color::ALL.map(|color| [$((Scope::Side(color), stringify!($name))),+]);
                let columns = board.into_iter().chain(sides.into_iter().flatten());
                columns.zip(self.sets()).filter_map(|((scope, name), set)| {
                    Some(($crate::pattern::Pattern::from_name(name)?.column(scope)?, set))
                })
            }
        }

        #[allow(dead_code, reason = "callers may not need it")]
        impl<S: $crate::SquareSet> $Side<S> {
            /// Computes the sets from the view of this side.
            #[inline(always)]
            $side_vis fn of<C: $crate::Side, B: $crate::Backend>(view: $crate::SideView<C, B, S>) -> Self {
                Self { $($name: view.$name(),)+ }
            }
        }
    };
}

structure! {
    /// The sets that most evaluations use, computed together.
    ///
    /// If your evaluation uses other sets, declare a structure of them with [`structure!`](crate::structure). A
    /// `Structure` takes 184 bytes. It has no [`candidates`](crate::SideView::candidates), because counting helpers and
    /// sentries would cost more than all other sets together. [`docs::costs`](crate::docs::costs) has the cost of all
    /// sets together.
    ///
    /// ```
    /// use pawnfill::{Color, Structure, pawns};
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
    /// let Structure { white, black, open_files, .. } = pawns.structure();
    /// assert_eq!(white.backward, pawns.white().backward());
    /// assert_eq!(black.holes, pawns.black().holes());
    /// assert_eq!(open_files, pawns.open_files());
    /// assert_eq!(pawns.structure().side(Color::Black), black);
    /// ```
    #[non_exhaustive]
    pub struct Structure { open_files }

    /// The sets of one side in a [`Structure`].
    #[non_exhaustive]
    pub struct SideStructure {
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

const _: () = assert!(size_of::<Structure>() == 184, "the docs state the size");

impl<B: Backend, S: SquareSet> Pawns<B, S> {
    /// Returns the sets of both sides that most evaluations use, computed together.
    #[inline(always)]
    pub fn structure(self) -> Structure<S> {
        Structure::of(self.with_backend::<FilesFromSpans<B>>())
    }
}

/// Computes files as the union of both spans, which a [`Structure`] needs anyway, for `behind_own` and `holes`.
#[derive(Clone, Copy, Debug, Default)]
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
