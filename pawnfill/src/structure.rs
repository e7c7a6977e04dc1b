//! The sets that an evaluation asks for, computed together.

use crate::{Backend, Bitboard, Color, Pawns, Side, SideView, SquareSet};

/// The sets that an evaluation asks for, of both sides, computed together.
///
/// Each is the pattern of its name. Together they share what they have in common: fills, spans and attacks
/// are computed once, and a set of one side that needs a span of the other finds it done.
///
/// Cost: 124 operations; with `Lookup` 166 operations and 18 loads.
///
/// A structure takes 184 bytes. [`candidates`](SideView::candidates) are not in it: to count helpers and
/// sentries would cost more than all other sets together.
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
/// let Structure { white, black, open_files } = pawns.structure();
/// assert_eq!(white.backward, pawns.white().backward());
/// assert_eq!(black.holes, pawns.black().holes());
/// assert_eq!(open_files, pawns.open_files());
/// assert_eq!(pawns.structure().side(Color::Black), black);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Structure<S = Bitboard> {
    /// The sets of White.
    pub white: SideStructure<S>,
    /// The sets of Black.
    pub black: SideStructure<S>,
    /// [`Pawns::open_files`].
    pub open_files: S,
}

const _: () = assert!(size_of::<Structure>() == 184, "its docs tell the size");

/// Declares the sets of a side, each by the name of its pattern.
macro_rules! side_structure {
    ($($name:ident),* $(,)?) => {
        /// The sets of one side in a [`Structure`].
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[must_use]
        pub struct SideStructure<S = Bitboard> {
            $(
                #[doc = concat!("[`SideView::", stringify!($name), "`].")]
                pub $name: S,
            )*
        }

        impl<S: SquareSet> SideStructure<S> {
            #[inline(always)]
            fn new<C: Side, B: Backend>(view: SideView<C, B, S>) -> Self {
                Self { $($name: view.$name(),)* }
            }

            /// The sets, each with the name of its pattern.
            #[inline]
            pub fn named(self) -> impl Iterator<Item = (&'static str, S)> {
                [$((stringify!($name), self.$name)),*].into_iter()
            }
        }
    };
}

side_structure! {
    passed,
    isolated,
    doubled,
    behind_own,
    backward,
    connected,
    rams,
    any_levers,
    any_attacks,
    holes,
    half_open_files,
}

impl<S: SquareSet, B: Backend> Pawns<B, S> {
    /// The sets that an evaluation asks for, of both sides, computed together.
    #[inline(always)]
    pub fn structure(self) -> Structure<S> {
        Structure {
            white: SideStructure::new(self.white()),
            black: SideStructure::new(self.black()),
            open_files: self.open_files(),
        }
    }
}

impl<S> Structure<S> {
    /// The sets of the side of a color.
    #[inline(always)]
    pub const fn side(self, color: Color) -> SideStructure<S>
    where
        S: Copy,
    {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}
