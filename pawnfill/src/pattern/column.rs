//! The patterns as values, with their properties.

use core::fmt;

use super::kind::{Kind, Scope, Value, methods, output};
use super::list::patterns;
use super::pages::page;
use crate::pawns::of_color;
use crate::set::Reduce;
use crate::{Backend, Color, Pawns};

/// A pattern of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Pattern {
    /// The canonical name, which is also the name of the method.
    pub name: &'static str,
    /// The group to which it belongs.
    pub family: Family,
    /// The kind of its value.
    pub kind: Kind,
    /// A sentence that describes the value.
    pub about: &'static str,
    /// The set formula, written for White. The tests prove that it gives the same set, unless it is
    /// in words or a number.
    pub formula: &'static str,
    /// The title of the page of the Chess Programming Wiki that defines it, or of the closest page.
    pub source: &'static str,
    /// The address of that page.
    pub source_url: &'static str,
    /// The name of its column of the board, or of its column of White and of Black.
    columns: &'static [&'static str],
    id: PatternId,
}

impl Pattern {
    /// Returns the pattern with this canonical name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        PATTERNS.iter().find(|pattern| pattern.name == name)
    }

    /// Returns the scopes that have it: the board, or both sides.
    #[must_use]
    pub const fn scopes(&self) -> &'static [Scope] {
        if self.columns.len() == 1 {
            Scope::BOARD
        } else {
            Scope::SIDES
        }
    }

    /// Returns the column of this scope, or `None` if the scope does not have the pattern.
    #[must_use]
    pub const fn column(&'static self, scope: Scope) -> Option<Column> {
        let name = match (self.columns, scope) {
            ([name], Scope::Board) => name,
            ([name, _], Scope::Side(Color::White)) | ([_, name], Scope::Side(Color::Black)) => name,
            _ => return None,
        };
        Some(Column {
            name,
            pattern: self,
            scope,
        })
    }

    /// Returns the columns of the pattern: one for the board, or one for each side.
    pub fn columns(&'static self) -> impl Iterator<Item = Column> + Clone {
        self.scopes().iter().filter_map(|&scope| self.column(scope))
    }
}

/// Returns all columns, in the order of [`PATTERNS`].
///
/// ```
/// use pawnfill::{pattern, pawns};
///
/// let pawns = pawns! {
///     . . . . . . . .
///     . . . . . . . p
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     P P . . . . . .
///     . . . . . . . .
/// };
/// // Find the patterns that cover seven files here.
/// let large = pattern::columns().filter(|column| column.value(pawns).count() == 56);
/// assert!(large.map(|column| column.name).eq(["black_half_open_or_open_files"]));
/// ```
pub fn columns() -> impl Iterator<Item = Column> + Clone {
    PATTERNS.iter().flat_map(Pattern::columns)
}

/// A pattern of the board, or a pattern of one side. It has one value per position.
///
/// It is displayed by its [`name`](Self::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Column {
    /// The name, such as `open_files` or `white_passed`.
    pub name: &'static str,
    /// The pattern.
    pub pattern: &'static Pattern,
    /// The scope.
    pub scope: Scope,
}

impl Column {
    /// Returns the column with this [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let (pattern, scope) = match name.split_once('_') {
            Some(("white", pattern)) => (pattern, Scope::Side(Color::White)),
            Some(("black", pattern)) => (pattern, Scope::Side(Color::Black)),
            _ => (name, Scope::Board),
        };
        Pattern::from_name(pattern)?.column(scope)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// Declares the list, the families, what calls the methods, and the first lines of the docs
/// of a method.
macro_rules! declare {
    ($(
        $family:ident $heading:literal {
            $(Board { $(
                $board_kind:ident $board:ident = $board_formula:literal,
                $board_page:ident, $board_about:literal;
            )* })?
            Side { $($kind:ident $name:ident = $formula:literal, $page:ident, $about:literal;)* }
        }
    )*) => {
        /// Every pattern of the vocabulary, family by family.
        ///
        /// Formulas are written for White. For Black, north and south are exchanged.
        ///
        /// | sign | meaning |
        /// |---|---|
        /// | `P`, `Q` | friendly pawns, enemy pawns |
        /// | `U`, `Empty` | all squares, squares without a pawn |
        /// | `N S E W NE NW SE SW` | one step, which never wraps around the edge of the board |
        /// | `Nfill`, `Sfill`, `F` | the set and all squares north of it, south of it, or both, on its files |
        /// | `a` to `h`, `rank2` | the squares of a file or of a rank |
        /// | `∪ ∩ ∖ ⊕ ¬ #` | union, intersection, difference, exclusive or, complement, number of squares |
        /// | `passed`, … | the pattern of that name |
        $(
            #[doc = concat!("\n# ", $heading, "\n")]
            #[doc = "| pattern | value | formula for White | source |\n|---|---|---|---|"]
            $($(#[doc = concat!(
                "| [`", stringify!($board), "`](crate::Pawns::", stringify!($board), ") | ",
                $board_about, " | `", $board_formula, "` | ",
                page!(link $board_page), " |"
            )])*)?
            $(#[doc = concat!(
                "| [`", stringify!($name), "`](crate::SideView::", stringify!($name), ") | ",
                $about, " | `", $formula, "` | ",
                page!(link $page), " |"
            )])*
        )*
        pub static PATTERNS: &[Pattern] = &[$(
            $($(Pattern {
                name: stringify!($board), family: Family::$family, kind: Kind::$board_kind,
                about: $board_about, formula: $board_formula,
                source: page!(title $board_page), source_url: page!(url $board_page),
                columns: &[stringify!($board)], id: PatternId::$board,
            },)*)?
            $(Pattern {
                name: stringify!($name), family: Family::$family, kind: Kind::$kind, about: $about,
                formula: $formula, source: page!(title $page), source_url: page!(url $page),
                columns: &[
                    concat!("white_", stringify!($name)), concat!("black_", stringify!($name)),
                ],
                id: PatternId::$name,
            },)*
        )*];

        macro_rules! about {
            $(
                $($(($board) => {
                    concat!(
                        $board_about, "\n\nFormula: `", $board_formula, "`. Source: ",
                        $crate::pattern::pages::page!(link $board_page), ".\n"
                    )
                };)*)?
                $(($name) => {
                    concat!(
                        $about, "\n\nFormula: `", $formula, "`. Source: ",
                        $crate::pattern::pages::page!(link $page), ".\n"
                    )
                };)*
            )*
        }

        /// A group of patterns, one per source module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Family {
            $(#[doc = concat!($heading, ".")] $family,)*
        }

        impl Family {
            /// Every family, in the order of [`PATTERNS`].
            pub const ALL: &'static [Self] = &[$(Self::$family),*];

            /// Returns the heading for people, such as `Fills`.
            #[must_use]
            pub const fn heading(self) -> &'static str {
                match self {
                    $(Self::$family => $heading,)*
                }
            }
        }

        methods!(PatternId: $($($($board)*)? $($name)*)*);

        impl Column {
            /// Returns the value for these pawns.
            #[inline]
            #[must_use]
            pub fn value<B: Backend, S: Reduce>(self, pawns: Pawns<B, S>) -> Value<S> {
                // A pattern of the board has no color.
                let color = if let Scope::Side(color) = self.scope { color } else { Color::White };
                match self.pattern.id {
                    $($($(PatternId::$board => Value::$board_kind(pawns.$board()),)*)?)*
                    $($(PatternId::$name => Value::$kind(pawns.side(color).$name()),)*)*
                }
            }
        }

        of_color! {
            Reduce:
            $($($name() -> output!($kind);)*)*
        }
    };
}
patterns!(declare);

pub(crate) use about;
