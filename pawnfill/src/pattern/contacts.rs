//! Classes of contacts. Unlike the sets of levers, they keep the directions apart.

use super::column::{PATTERNS, Pattern, PatternId};
use super::kind::methods;
use super::list::contacts;
use crate::pawns::of_color;
use crate::{
    Backend, Bitboard, Color, File, FileSet, Pawns, Side, SideView, SquareSet, White, east, south,
    west,
};

/// The friendly pawns of a class of contacts, by the direction in which they could capture.
///
/// A contact is a pair of pawns that attack each other. A pawn in contact on both sides is in both
/// sets, and its two contacts may belong to different classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Contacts<S = Bitboard> {
    /// The friendly pawns whose contact stands on their eastern capture square.
    pub east: S,
    /// The friendly pawns whose contact stands on their western capture square.
    pub west: S,
}

impl<S: SquareSet> Contacts<S> {
    /// Returns the friendly pawns in a contact of the class, in either direction.
    #[inline(always)]
    pub fn levers(self) -> S {
        self.east | self.west
    }

    /// Applies an operation to both directions of two classes.
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(S, S) -> S) -> Self {
        Self {
            east: f(self.east, other.east),
            west: f(self.west, other.west),
        }
    }
}

/// A class of contacts.
///
/// ```
/// use pawnfill::pattern::ContactClass;
/// use pawnfill::{Color, Pawns, Square};
///
/// let pawns = Pawns::from_fen("4k3/8/8/3p4/4P3/8/8/4K3")?;
/// let class = ContactClass::from_name("loose_contacts").unwrap();
/// assert_eq!(class.contacts(pawns, Color::White), pawns.white().loose_contacts());
/// assert_eq!(class.contacts(pawns, Color::White).west, Square::E4.bitboard());
/// # Ok::<(), pawnfill::ParseFenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ContactClass {
    /// The name, which is also the name of the method of [`SideView`].
    pub name: &'static str,
    /// The pattern that combines both directions.
    pub levers: &'static Pattern,
    id: Id,
}

impl ContactClass {
    /// Returns the class with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        CONTACTS.iter().find(|class| class.name == name)
    }
}

macro_rules! declare {
    ($($name:ident = $levers:ident;)*) => {
        /// Every class of contacts: a method of [`SideView`], and the pattern that
        /// combines both directions.
        ///
        /// | method | pattern |
        /// |---|---|
        $(#[doc = concat!(
            "| [`", stringify!($name), "`](SideView::", stringify!($name), ") | [`",
            stringify!($levers), "`](SideView::", stringify!($levers), ") |"
        )])*
        pub static CONTACTS: &[ContactClass] = &[$(ContactClass {
            name: stringify!($name), levers: &PATTERNS[PatternId::$levers as usize], id: Id::$name,
        }),*];

        /// The first lines of the docs of a method.
        macro_rules! joins {
            $(($name) => { concat!(
                "Returns the contacts of [`", stringify!($levers), "`](Self::",
                stringify!($levers), "), by direction.\n"
            ) };)*
        }

        methods!(Id: $($name)*);

        impl ContactClass {
            /// Returns the contacts of the class as the side of the color sees them.
            #[inline]
            pub fn contacts<B: Backend, S: SquareSet>(
                &self,
                pawns: Pawns<B, S>,
                color: Color,
            ) -> Contacts<S> {
                match self.id {
                    $(Id::$name => pawns.side(color).$name(),)*
                }
            }
        }

        of_color! {
            SquareSet:
            $($name() -> Contacts<S>;)*
        }
    };
}
contacts!(declare);

// The squares of three files each.
const ABC: Bitboard = FileSet::from_bits(0b0000_0111).to_bitboard();
const BCD: Bitboard = FileSet::from_bits(0b0000_1110).to_bitboard();
const EFG: Bitboard = FileSet::from_bits(0b0111_0000).to_bitboard();
const FGH: Bitboard = FileSet::from_bits(0b1110_0000).to_bitboard();

/// # Contacts by direction
///
/// A contact is a pair of pawns that attack each other. The `…_levers` hold the friendly pawns of a
/// class. These methods keep its two directions apart.
impl<C: Side, S: SquareSet, B: Backend> SideView<C, B, S> {
    #[doc = joins!(contacts)]
    /// ```
    /// let pawns = pawnfill::pawns! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . p . p p . . .
    ///     . . P . . P . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// };
    /// let white = pawns.white();
    /// // The pawn on c4 is in two contacts, one inner and one outer. The levers do not show which.
    /// assert_eq!(white.contacts().east, white.east_levers());
    /// assert_eq!(white.inner_contacts().east, pawnfill::Square::C4.bitboard());
    /// assert_eq!(white.outer_contacts().west, pawnfill::Square::C4.bitboard());
    /// assert_eq!(white.inner_levers(), white.inner_contacts().levers());
    /// ```
    #[inline(always)]
    pub fn contacts(self) -> Contacts<S> {
        self.contacts_of(self.own, self.enemy)
    }

    #[doc = joins!(inner_contacts)]
    #[inline(always)]
    pub fn inner_contacts(self) -> Contacts<S> {
        self.contacts_on(ABC, FGH)
    }

    #[doc = joins!(outer_contacts)]
    #[inline(always)]
    pub fn outer_contacts(self) -> Contacts<S> {
        self.contacts_on(EFG, BCD)
    }

    #[doc = joins!(center_contacts)]
    #[inline(always)]
    pub fn center_contacts(self) -> Contacts<S> {
        self.contacts_on(const { File::D.bitboard() }, const { File::E.bitboard() })
    }

    #[doc = joins!(loose_contacts)]
    #[inline(always)]
    pub fn loose_contacts(self) -> Contacts<S> {
        self.shared_contacts(|white| {
            white.contacts_of(white.can_pass(), white.opponent().can_pass())
        })
    }

    #[doc = joins!(tight_contacts)]
    #[inline(always)]
    pub fn tight_contacts(self) -> Contacts<S> {
        self.shared_contacts(|white| {
            let black = white.opponent();
            let black_rammed = white.contacts_of(white.can_pass(), black.rams());
            let white_rammed = white.contacts_of(white.rams(), black.can_pass());
            black_rammed.zip(white_rammed, |a, b| a | b)
        })
    }

    #[doc = joins!(stuck_contacts)]
    #[inline(always)]
    pub fn stuck_contacts(self) -> Contacts<S> {
        self.shared_contacts(|white| {
            let others = white
                .loose_contacts()
                .zip(white.tight_contacts(), |a, b| a | b);
            white
                .contacts()
                .zip(others, |contacts, others| contacts & !others)
        })
    }

    #[doc = joins!(chain_contacts)]
    #[inline(always)]
    pub fn chain_contacts(self) -> Contacts<S> {
        self.chains(|row, white_goes_on, black_goes_on| row & !(white_goes_on | black_goes_on))
    }

    #[doc = joins!(mute_chain_contacts)]
    #[inline(always)]
    pub fn mute_chain_contacts(self) -> Contacts<S> {
        self.chains(|row, white_goes_on, black_goes_on| row & white_goes_on & black_goes_on)
    }

    #[doc = joins!(half_mute_chain_contacts)]
    #[inline(always)]
    pub fn half_mute_chain_contacts(self) -> Contacts<S> {
        self.chains(|row, white_goes_on, black_goes_on| row & (white_goes_on ^ black_goes_on))
    }

    /// The friendly pawns that can step past: the square ahead is on the board and holds no pawn.
    #[inline(always)]
    fn can_pass(self) -> S {
        self.own & C::behind(self.empty_squares())
    }

    /// Returns the contacts between some friendly and some enemy pawns.
    #[inline(always)]
    fn contacts_of(self, own: S, enemy: S) -> Contacts<S> {
        let level = C::behind(enemy);
        Contacts {
            east: own & west(level),
            west: own & east(level),
        }
    }

    /// The contacts whose friendly pawn stands in `east` or in `west`, by the direction
    /// of the capture.
    #[inline(always)]
    fn contacts_on(self, east: Bitboard, west: Bitboard) -> Contacts<S> {
        let files = Contacts {
            east: S::splat(east),
            west: S::splat(west),
        };
        self.contacts().zip(files, |pawns, files| pawns & files)
    }

    /// Returns the chain levers that `select` picks. Its arguments are the
    /// [`contact_rows`](SideView::contact_rows).
    #[inline(always)]
    fn chains(self, select: impl Fn(S, S, S) -> S) -> Contacts<S> {
        self.shared_contacts(|white| {
            let [linked, white, black] = white.contact_rows();
            Contacts {
                east: select(linked.east, white.east, black.east),
                west: select(linked.west, white.west, black.west),
            }
        })
    }

    /// Returns White's contacts of a class in which no color differs from the other, or the same
    /// contacts from Black's side, so that both colors share the work.
    #[inline(always)]
    fn shared_contacts(self, class: impl Fn(SideView<White, B, S>) -> Contacts<S>) -> Contacts<S> {
        let contacts = class(self.pawns().white());
        match C::COLOR {
            Color::White => contacts,
            Color::Black => Contacts {
                east: contacts.west.up::<7>(),
                west: contacts.east.up::<9>(),
            },
        }
    }
}

impl<S: SquareSet, B: Backend> SideView<White, B, S> {
    /// White's levers in diagonal rows of two or more, and those in rows that white pawns, and that
    /// black pawns, continue behind the rear member. Public only for programs that write the
    /// patterns in other languages.
    #[doc(hidden)]
    #[inline(always)]
    pub fn contact_rows(self) -> [Contacts<S>; 3] {
        // In a row of east contacts, the white pawns climb to the west, with the black pawns beside
        // them. In either direction, the black pawn behind the one in contact stands two squares
        // ahead of the white pawn.
        let black_behind_black = south(south(self.enemy));
        let Contacts { east, west } = self.contacts();
        // A step that wraps around the edge leads to a file without such contacts.
        let east = rows(
            east,
            self.own,
            black_behind_black,
            |set| set.up::<7>(),
            |set| set.down::<7>(),
        );
        let west = rows(
            west,
            self.own,
            black_behind_black,
            |set| set.up::<9>(),
            |set| set.down::<9>(),
        );
        core::array::from_fn(|i| Contacts {
            east: east[i],
            west: west[i],
        })
    }
}

/// Returns the same for the contacts in one direction, whose rows climb and descend by these steps.
#[inline(always)]
fn rows<S: SquareSet>(
    contacts: S,
    white: S,
    black: S,
    climb: fn(S) -> S,
    descend: fn(S) -> S,
) -> [S; 3] {
    let linked = contacts & (climb(contacts) | descend(contacts));
    let white_goes_on = contacts & !climb(contacts) & climb(white);
    let black_goes_on = contacts & !descend(contacts) & black;
    [
        linked,
        along(white_goes_on, contacts, climb),
        along(black_goes_on, contacts, descend),
    ]
}

/// Returns the part of `row` that at most seven steps within `row` reach from `start`, which
/// is in `row`.
#[inline(always)]
fn along<S: SquareSet>(start: S, row: S, step: impl Fn(S) -> S) -> S {
    let reached = start | (row & step(start));
    let two = row & step(row);
    let reached = reached | (two & step(step(reached)));
    let four = two & step(step(two));
    reached | (four & step(step(step(step(reached)))))
}
