//! The one list of the patterns, from which all that is done with each of them is driven.

use core::fmt;

use super::kind::{Family, Kind, Scope, Value};
use super::pages::page;
use crate::pawns::of_color;
use crate::{Backend, Color, Pawns, Reduce};
#[cfg(feature = "batch")]
use crate::{Black, White};

/// A pattern of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Pattern {
    /// The canonical name, which is also the name of the method.
    pub name: &'static str,
    /// The group to which it belongs.
    pub family: Family,
    /// What it yields.
    pub kind: Kind,
    /// What it returns, in one sentence.
    pub about: &'static str,
    /// The set formula, written for White.
    pub formula: &'static str,
    /// The title of the page of the Chess Programming Wiki that names it, or of the nearest one.
    pub source: &'static str,
    /// The address of that page.
    pub source_url: &'static str,
    id: Id,
}

impl Pattern {
    /// Returns the pattern with this canonical name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        PATTERNS.iter().find(|pattern| pattern.name == name)
    }

    /// Returns whose it is: the board's alone, or each side's.
    #[must_use]
    pub const fn scopes(&self) -> &'static [Scope] {
        match self.id {
            Id::Board(_) => Scope::BOARD,
            Id::Side(_) => Scope::SIDES,
        }
    }

    /// Returns the pattern as this scope has it, or `None` if it is not a pattern of this scope.
    #[must_use]
    pub const fn column(&'static self, scope: Scope) -> Option<Column> {
        let id = match (self.id, scope) {
            (Id::Board(pattern), Scope::Board) => ColumnId::Board(pattern),
            (Id::Side(pattern), Scope::Side(color)) => ColumnId::Side(pattern, color),
            _ => return None,
        };
        Some(Column { pattern: self, id })
    }

    /// Returns the columns of the pattern: one if it belongs to the board, else White's and Black's.
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
/// // A rook wants files without a pawn of its own color. Whose patterns are as large as that?
/// let large = pattern::columns().filter(|column| column.of(pawns).count() == 56);
/// let names: Vec<_> = large.map(|column| column.to_string()).collect();
/// assert_eq!(names, ["black_half_open_or_open_files"]);
/// ```
pub fn columns() -> impl Iterator<Item = Column> + Clone {
    PATTERNS.iter().flat_map(Pattern::columns)
}

/// What has one value in each position: a pattern of the board, or a pattern of a side with the color of the side.
///
/// Its name in tables is `open_files` or `white_passed`, which is how it is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column {
    pattern: &'static Pattern,
    id: ColumnId,
}

impl Column {
    /// Returns the column that is displayed by this name, such as `open_files` or `white_passed`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let side =
            |color: Color| Some((name.strip_prefix(color.name())?.strip_prefix('_')?, Scope::Side(color)));
        let (name, scope) = Color::ALL.into_iter().find_map(side).unwrap_or((name, Scope::Board));
        Pattern::from_name(name)?.column(scope)
    }

    /// Returns the pattern.
    #[must_use]
    pub const fn pattern(self) -> &'static Pattern {
        self.pattern
    }

    /// Returns whose value it is.
    #[must_use]
    pub const fn scope(self) -> Scope {
        match self.id {
            ColumnId::Board(_) => Scope::Board,
            ColumnId::Side(_, color) => Scope::Side(color),
        }
    }

    /// Returns the value for these pawns.
    #[inline]
    #[must_use]
    pub fn of<S: Reduce, B: Backend>(self, pawns: Pawns<B, S>) -> Value<S, S::Files, S::Number> {
        match self.id {
            ColumnId::Board(pattern) => pattern.value(pawns),
            ColumnId::Side(pattern, color) => pattern.value(pawns, color),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scope() {
            Scope::Board => f.pad(self.pattern.name),
            Scope::Side(color) => write!(f, "{color}_{}", self.pattern.name),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Id {
    Board(BoardPattern),
    Side(SidePattern),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ColumnId {
    Board(BoardPattern),
    Side(SidePattern, Color),
}

/// A column as a type.
#[cfg(feature = "batch")]
pub(crate) trait Single {
    fn of<S: Reduce, B: Backend>(pawns: Pawns<B, S>) -> Value<S, S::Files, S::Number>;
}

/// What to do with a column once its type is known.
#[cfg(feature = "batch")]
pub(crate) trait Visitor {
    type Output;

    fn visit<P: Single>(self) -> Self::Output;
}

macro_rules! result {
    (Set) => {
        S
    };
    (Files) => {
        S::Files
    };
    (Number) => {
        S::Number
    };
}

/// How the docs of a pattern begin: what it returns, its formula, and its page.
macro_rules! about_line {
    ($about:literal, $formula:literal, $page:ident) => {
        concat!(
            $about,
            "\n\nFormula: `",
            $formula,
            "`. Source: ",
            $crate::pattern::pages::page!(link $page),
            ".\n"
        )
    };
}
pub(crate) use about_line;

/// The notation of the formulas.
macro_rules! legend {
    () => {
        "Formulas are written for White. For Black, north and south are exchanged.\n\n\
         | sign | meaning |\n|---|---|\n\
         | `P`, `Q` | own pawns, enemy pawns |\n\
         | `U`, `Empty` | all squares, squares without a pawn |\n\
         | `N S E W NE NW SE SW` | one step, which never wraps around the edge of the board |\n\
         | `Nfill`, `Sfill`, `F` | the set and all squares north of it, south of it, or both, on its files |\n\
         | `a` to `h`, `rank2` | the squares of a file or of a rank |\n\
         | `∪ ∩ ∖ ⊕ ¬ #` | union, intersection, difference, exclusive or, complement, number of squares |\n\
         | `passed`, … | the pattern of that name |\n"
    };
}

/// Declares the list and all that follows from it.
///
/// A line has the kind and the name of a pattern, its formula, the page that names it, and what it returns.
macro_rules! patterns {
    ($(
        $family:ident $heading:literal {
            $(Board { $($board_kind:ident $board:ident = $board_formula:literal, $board_page:ident, $board_about:literal;)* })?
            Side { $($kind:ident $name:ident = $formula:literal, $page:ident, $about:literal;)* }
        }
    )*) => {
        /// Every pattern of the vocabulary, family by family.
        ///
        #[doc = legend!()]
        $(
            #[doc = concat!("\n# ", $heading, "\n\n| pattern | what it returns | formula for White | source |\n|---|---|---|---|")]
            $($(#[doc = concat!(
                "| [`", stringify!($board), "`](crate::Pawns::", stringify!($board), ") | ", $board_about, " | `", $board_formula, "` | ",
                page!(link $board_page), " |"
            )])*)?
            $(#[doc = concat!(
                "| [`", stringify!($name), "`](crate::SideView::", stringify!($name), ") | ", $about, " | `", $formula, "` | ",
                page!(link $page), " |"
            )])*
        )*
        pub static PATTERNS: &[Pattern] = &[$(
            $($(Pattern {
                name: stringify!($board), family: Family::$family, kind: Kind::$board_kind, about: $board_about,
                formula: $board_formula, source: page!(title $board_page), source_url: page!(url $board_page),
                id: Id::Board(BoardPattern::$board),
            },)*)?
            $(Pattern {
                name: stringify!($name), family: Family::$family, kind: Kind::$kind, about: $about,
                formula: $formula, source: page!(title $page), source_url: page!(url $page),
                id: Id::Side(SidePattern::$name),
            },)*
        )*];

        /// How the docs of a pattern begin.
        macro_rules! about {
            $(
                $($(($board) => { $crate::pattern::list::about_line!($board_about, $board_formula, $board_page) };)*)?
                $(($name) => { $crate::pattern::list::about_line!($about, $formula, $page) };)*
            )*
        }

        /// The methods of a side, family by family, with what each returns.
        macro_rules! side_index {
            () => { concat!($(
                "\n# ", $heading, "\n\n",
                $("* [`", stringify!($name), "`](Self::", stringify!($name), "): ", $about, "\n",)*
            )*) };
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(non_camel_case_types, reason = "each is the name of a method")]
        enum BoardPattern { $($($($board,)*)?)* }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(non_camel_case_types, reason = "each is the name of a method")]
        enum SidePattern { $($($name,)*)* }

        impl BoardPattern {
            #[inline]
            fn value<S: Reduce, B: Backend>(self, pawns: Pawns<B, S>) -> Value<S, S::Files, S::Number> {
                match self {
                    $($($(Self::$board => Value::$board_kind(pawns.$board()),)*)?)*
                }
            }
        }

        impl SidePattern {
            #[inline]
            fn value<S: Reduce, B: Backend>(self, pawns: Pawns<B, S>, color: Color) -> Value<S, S::Files, S::Number> {
                match self {
                    $($(Self::$name => Value::$kind(pawns.side(color).$name()),)*)*
                }
            }
        }

        /// The columns as types: code over them is compiled for each by itself.
        #[cfg(feature = "batch")]
        pub(crate) mod single {
            use super::*;

            $($($(
                #[allow(non_camel_case_types, reason = "it is the name of a method")]
                struct $board;

                impl Single for $board {
                    #[inline(always)]
                    fn of<S: Reduce, B: Backend>(pawns: Pawns<B, S>) -> Value<S, S::Files, S::Number> {
                        Value::$board_kind(pawns.$board())
                    }
                }
            )*)?)*
            $($(
                #[allow(non_camel_case_types, reason = "it is the name of a method")]
                struct $name<C>(core::marker::PhantomData<C>);

                impl Single for $name<White> {
                    #[inline(always)]
                    fn of<S: Reduce, B: Backend>(pawns: Pawns<B, S>) -> Value<S, S::Files, S::Number> {
                        Value::$kind(pawns.white().$name())
                    }
                }

                impl Single for $name<Black> {
                    #[inline(always)]
                    fn of<S: Reduce, B: Backend>(pawns: Pawns<B, S>) -> Value<S, S::Files, S::Number> {
                        Value::$kind(pawns.black().$name())
                    }
                }
            )*)*

            impl Column {
                /// Calls the visitor with the type of the column.
                pub(crate) fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                    match self.id {
                        $($($(ColumnId::Board(BoardPattern::$board) => visitor.visit::<$board>(),)*)?)*
                        $($(
                            ColumnId::Side(SidePattern::$name, Color::White) => visitor.visit::<$name<White>>(),
                            ColumnId::Side(SidePattern::$name, Color::Black) => visitor.visit::<$name<Black>>(),
                        )*)*
                    }
                }
            }
        }

        of_color! {
            Reduce:
            $($($name() -> result!($kind);)*)*
        }
    };
}

patterns! {
    Fill "Fills" {
        Side {
            Set north_fill = "Nfill(P)", Fills, "Returns the own pawns and all squares north of them on their files.";
            Set south_fill = "Sfill(P)", Fills, "Returns the own pawns and all squares south of them on their files.";
            Set front_fill = "Nfill(P)", Fills, "Returns the own pawns and all squares ahead of them on their files.";
            Set rear_fill = "Sfill(P)", Fills, "Returns the own pawns and all squares behind them on their files.";
            Set file_fill = "F(P)", Fills, "Returns every square of each file with an own pawn.";
        }
    }
    Span "Spans" {
        Board {
            Set interspan = "front_span(White) ∩ front_span(Black)", Spans,
                "Returns the squares ahead of some white pawn and of some black pawn.";
        }
        Side {
            Set front_span = "N(Nfill(P))", Spans, "Returns all squares strictly ahead of some own pawn on its file.";
            Set rear_span = "S(Sfill(P))", Spans, "Returns all squares strictly behind some own pawn on its file.";
            Set stops = "N(P)", Stop, "Returns the squares right ahead of the own pawns.";
            Set telestops = "N(Nfill(N(P)))", Spans,
                "Returns all squares two or more ranks ahead of some own pawn on its file.";
            Set east_front_attack_span = "E(front_span)", AttackSpans,
                "Returns all squares that an own pawn attacks to the east now or after advancing.";
            Set west_front_attack_span = "W(front_span)", AttackSpans,
                "Returns all squares that an own pawn attacks to the west now or after advancing.";
            Set east_rear_attack_span = "E(Sfill(P))", AttackSpans,
                "Returns the squares on the next file to the east, level with an own pawn or behind it.";
            Set west_rear_attack_span = "W(Sfill(P))", AttackSpans,
                "Returns the squares on the next file to the west, level with an own pawn or behind it.";
            Set passer_span = "front_span ∪ E(front_span) ∪ W(front_span)", Passed,
                "Returns the squares where an enemy pawn stops an own pawn from being passed.";
        }
    }
    Attack "Attacks and pushes" {
        Side {
            Set east_attacks = "NE(P)", PawnAttacks, "Returns the squares that own pawns attack to the east.";
            Set west_attacks = "NW(P)", PawnAttacks, "Returns the squares that own pawns attack to the west.";
            Set any_attacks = "NE(P) ∪ NW(P)", PawnAttacks, "Returns the squares that at least one own pawn attacks.";
            Set double_attacks = "NE(P) ∩ NW(P)", PawnAttacks, "Returns the squares that two own pawns attack.";
            Set single_attacks = "NE(P) ⊕ NW(P)", PawnAttacks, "Returns the squares that exactly one own pawn attacks.";
            Set safe_squares = "double_attacks ∪ ¬(Be ∪ Bw) ∪ (single_attacks ∖ (Be ∩ Bw)), Be = SE(Q), Bw = SW(Q)", PawnAttacks,
                "Returns the squares that at least as many own pawns as enemy pawns attack.";
            Set push_targets = "N(P) ∩ Empty", Pushes, "Returns the empty squares right ahead of own pawns.";
            Set double_push_targets = "N(N(P ∩ rank2) ∩ Empty) ∩ Empty", Pushes,
                "Returns the empty squares that own pawns reach with a double push over an empty square.";
        }
    }
    File "Files" {
        Board {
            Set closed_files = "F(P) ∩ F(Q)", Files, "Returns the files with a pawn of each color.";
            Set open_files = "U ∖ F(P ∪ Q)", Files, "Returns the files without a pawn.";
            Set semi_closed_files = "closed_files ∖ F(unfree)", Files,
                "Returns the closed files on which every white pawn stands north of every black pawn.";
            Files closed_file_set = "low byte of closed_files", Files, "Returns `closed_files` as one byte.";
            Files open_file_set = "low byte of open_files", Files, "Returns `open_files` as one byte.";
            Files semi_closed_file_set = "low byte of semi_closed_files", Files, "Returns `semi_closed_files` as one byte.";
        }
        Side {
            Set half_open_or_open_files = "U ∖ F(P)", Files, "Returns the files without an own pawn.";
            Set half_open_files = "F(Q) ∖ F(P)", Files, "Returns the files with enemy pawns but no own pawn.";
            Files file_set = "low byte of Sfill(P)", Files, "Returns the files with an own pawn as one byte.";
            Files half_open_or_open_file_set = "low byte of half_open_or_open_files", Files,
                "Returns `half_open_or_open_files` as one byte.";
            Files half_open_file_set = "low byte of half_open_files", Files, "Returns `half_open_files` as one byte.";
        }
    }
    Multiple "Several own pawns on a file" {
        Side {
            Set behind_own = "P ∩ rear_span", DoubleTriple, "Returns the own pawns with an own pawn ahead on the file.";
            Set in_front_of_own = "P ∩ front_span", DoubleTriple, "Returns the own pawns with an own pawn behind on the file.";
            Set doubled = "behind_own ∪ in_front_of_own", DoubleTriple, "Returns the own pawns on files with two or more own pawns.";
            Set triple_middles = "behind_own ∩ in_front_of_own", DoubleTriple,
                "Returns the own pawns with own pawns both ahead and behind on the file.";
            Set tripled = "P ∩ F(triple_middles)", DoubleTriple, "Returns the own pawns on files with three or more own pawns.";
            Set triple_files = "F(M) ∖ F(M ∩ front_span(M)), M = triple_middles", DoubleTriple,
                "Returns the files with exactly three own pawns.";
            Set at_least_triple_files = "F(triple_middles)", DoubleTriple, "Returns the files with three or more own pawns.";
            Set rear_twins = "behind_own ∖ F(triple_middles)", DoubleTriple,
                "Returns the rear pawn of each file with exactly two own pawns.";
            Set front_twins = "in_front_of_own ∖ F(triple_middles)", DoubleTriple,
                "Returns the front pawn of each file with exactly two own pawns.";
            Set rearmost = "behind_own ∖ in_front_of_own", DoubleTriple,
                "Returns the rearmost pawn of each file with two or more own pawns.";
            Set frontmost = "in_front_of_own ∖ behind_own", DoubleTriple,
                "Returns the frontmost pawn of each file with two or more own pawns.";
        }
    }
    Lever "Contact with enemy pawns" {
        Side {
            Set rams = "P ∩ S(Q)", Rams, "Returns the own pawns with an enemy pawn right ahead.";
            Set immobile = "rams ∖ any_levers", Rams, "Returns the rammed own pawns in no lever.";
            Set east_levers = "P ∩ SW(Q)", Levers, "Returns the own pawns with an enemy pawn on their eastern capture square.";
            Set west_levers = "P ∩ SE(Q)", Levers, "Returns the own pawns with an enemy pawn on their western capture square.";
            Set any_levers = "east_levers ∪ west_levers", Levers, "Returns the own pawns with an enemy pawn on a capture square.";
            Set inner_levers = "(east_levers ∩ abc) ∪ (west_levers ∩ fgh)", Levers,
                "Returns the own pawns in a lever that captures toward the center.";
            Set outer_levers = "(east_levers ∩ efg) ∪ (west_levers ∩ bcd)", Levers,
                "Returns the own pawns in a lever that captures away from the center.";
            Set center_levers = "(east_levers ∩ d) ∪ (west_levers ∩ e)", Levers,
                "Returns the own pawns in a lever between the d-file and the e-file.";
            Set fork_levers = "east_levers ∩ west_levers", Levers, "Returns the own pawns with enemy pawns on both capture squares.";
            Set loose_levers = "contacts whose two pawns can pass", Levers,
                "Returns the own pawns in a lever in which both pawns can step past each other.";
            Set tight_levers = "contacts of which one pawn can pass and the other is rammed", Levers,
                "Returns the own pawns in a lever in which one pawn can step past and the other is rammed.";
            Set stuck_levers = "all other contacts", Levers, "Returns the own pawns in a lever that is neither loose nor tight.";
            Set chain_levers = "rows of two or more contacts that neither side continues", Levers,
                "Returns the own pawns in a diagonal row of two or more contacts that neither side continues.";
            Set mute_chain_levers = "rows of two or more contacts that both sides continue", Levers,
                "Returns the own pawns in a diagonal row of two or more contacts that both sides continue.";
            Set half_mute_chain_levers = "rows of two or more contacts that one side continues", Levers,
                "Returns the own pawns in a diagonal row of two or more contacts that exactly one side continues.";
            Set push_levers = "P ∩ S(Empty ∩ B), B = SE(Q) ∪ SW(Q)", Levers,
                "Returns the own pawns that can make a lever with a step to an empty square.";
            Set double_push_levers = "P ∩ rank2 ∩ S(Empty ∩ S(Empty ∩ B)), B = SE(Q) ∪ SW(Q)", Levers,
                "Returns the own pawns that can make a lever with a double push over an empty square to an empty one.";
        }
    }
    Neighbor "Neighbors and chains" {
        Side {
            Set with_east_neighbor = "P ∩ W(P)", DuoTrioQuart, "Returns the own pawns with an own pawn right to the east.";
            Set with_west_neighbor = "P ∩ E(P)", DuoTrioQuart, "Returns the own pawns with an own pawn right to the west.";
            Set phalanx = "P ∩ (E(P) ∪ W(P))", DuoTrioQuart, "Returns the own pawns with an own pawn beside them.";
            Set duos = "horizontal runs of exactly 2", DuoTrioQuart, "Returns the own pawns in a horizontal run of exactly two.";
            Set trios = "horizontal runs of exactly 3", DuoTrioQuart, "Returns the own pawns in a horizontal run of exactly three.";
            Set quarts = "horizontal runs of exactly 4", DuoTrioQuart, "Returns the own pawns in a horizontal run of exactly four.";
            Set defended_from_west = "P ∩ NE(P)", Defended, "Returns the own pawns that an own pawn to the west defends.";
            Set defended_from_east = "P ∩ NW(P)", Defended, "Returns the own pawns that an own pawn to the east defends.";
            Set defenders_from_west = "P ∩ SW(P)", Defended, "Returns the own pawns that defend an own pawn to the east.";
            Set defenders_from_east = "P ∩ SE(P)", Defended, "Returns the own pawns that defend an own pawn to the west.";
            Set chain_links_west = "P ∩ NE(P) ∩ SW(P)", Defended,
                "Returns the own pawns inside a chain that runs from the west: defended, and defending on the same diagonal.";
            Set chain_links_east = "P ∩ NW(P) ∩ SE(P)", Defended,
                "Returns the own pawns inside a chain that runs from the east: defended, and defending on the same diagonal.";
            Set chain_bases_west = "(P ∩ SW(P)) ∖ NE(P)", Defended,
                "Returns the own pawns at the rear end of a chain that runs from the west.";
            Set chain_bases_east = "(P ∩ SE(P)) ∖ NW(P)", Defended,
                "Returns the own pawns at the rear end of a chain that runs from the east.";
            Set chain_peaks_west = "(P ∩ NE(P)) ∖ SW(P)", Defended,
                "Returns the own pawns at the front end of a chain that runs from the west.";
            Set chain_peaks_east = "(P ∩ NW(P)) ∖ SE(P)", Defended,
                "Returns the own pawns at the front end of a chain that runs from the east.";
            Set connected = "P ∩ (E ∪ W ∪ NE ∪ NW ∪ SE ∪ SW)(P)", Connected,
                "Returns the own pawns that stand beside, defend or are defended by an own pawn.";
            Set isolated = "P ∖ (E(F(P)) ∪ W(F(P)))", Isolated, "Returns the own pawns without an own pawn on a neighbor file.";
            Set half_isolated = "(P ∖ W(F(P))) ⊕ (P ∖ E(F(P)))", Isolated,
                "Returns the own pawns with own pawns on exactly one of the two neighbor files.";
            Set hanging = "H ∩ (E(H) ∪ W(H)), H = open_pawns ∩ half_isolated ∩ duos", Isolated,
                "Returns the own pawns in a duo whose two pawns are open and half-isolated.";
        }
    }
    Island "Islands" {
        Side {
            Files island_east_files = "f ∖ (f >> 1), f = file_set", Islands,
                "Returns the easternmost file of each group of adjacent files with own pawns.";
            Files island_west_files = "f ∖ (f << 1), f = file_set", Islands,
                "Returns the westernmost file of each group of adjacent files with own pawns.";
            Number island_count = "# island_west_files", Islands, "Returns the number of groups of adjacent files with own pawns.";
            Number dispersion = "abs(3 · island_count² − #P)", Dispersion,
                "Returns the difference between the number of pawns and three times the square of the number of islands.";
            Number distortion = "# ((R ⊕ (R << 1)) ∖ a-file), R = rear_fill", Dispersion,
                "Returns the number of pairs of squares side by side of which exactly one is in the rear fill.";
        }
    }
    Freedom "Freedom to advance" {
        Side {
            Set unfree = "P ∩ S(Sfill(Q))", Unfree, "Returns the own pawns with an enemy pawn ahead on the file.";
            Set open_pawns = "P ∖ S(Sfill(Q))", Open, "Returns the own pawns without an enemy pawn ahead on the file.";
            Set passed = "P ∖ (X ∪ E(X) ∪ W(X)), X = S(Sfill(Q))", Passed,
                "Returns the own pawns with no enemy pawn ahead on their own or a neighbor file.";
            Set front_passed = "passed ∖ behind_own", Passed, "Returns the passed pawns without an own pawn ahead on the file.";
            Set protected_passed = "passed ∩ (NE(P) ∪ NW(P))", Passed, "Returns the passed pawns that an own pawn defends.";
            Set connected_passed = "T ∩ (E ∪ W ∪ NE ∪ NW ∪ SE ∪ SW)(T), T = passed", Passed,
                "Returns the passed pawns that stand beside, defend or are defended by a passed pawn.";
            Set half_free = "open_pawns ∖ passed", Candidates, "Returns the own pawns that are open but not passed.";
            Set sentries = "Q ∩ (E(R) ∪ W(R)), R = front_span(half_free)", Candidates,
                "Returns the enemy pawns on a neighbor file strictly ahead of a half-free pawn.";
            Set helpers = "P ∩ (E(R) ∪ W(R)), R = rear_fill(half_free)", Candidates,
                "Returns the own pawns on a neighbor file of a half-free pawn, level with it or behind.";
            Set candidates = "half_free with #helpers ≥ #sentries", Candidates,
                "Returns the half-free pawns with at least as many helpers as sentries.";
            Set fakers = "half_free with #helpers < #sentries", Candidates, "Returns the half-free pawns with fewer helpers than sentries.";
            Set sneakers = "rams ∩ ranks5–8 ∩ (NE(P) ∪ NW(P)) ∖ any_levers ∖ S(Sfill(SE(Q) ∪ SW(Q)))", Candidates,
                "Returns the rammed, defended own pawns beyond the middle, in no lever, with no attacked square ahead.";
            Set backward = "S(N(P) ∩ (SE(Q) ∪ SW(Q)) ∖ AFS), AFS = E(front_span) ∪ W(front_span)", Backward,
                "Returns the own pawns whose stop square an enemy pawn attacks and no own pawn can ever defend.";
            Set stragglers = "backward ∩ open_pawns ∩ ranks2–3", Backward, "Returns the backward open pawns on the second and third rank.";
            Set weak_pawns = "P ∖ AFS ∖ S(NE(P) ∪ NW(P)), AFS = E(front_span) ∪ W(front_span)", Weak,
                "Returns the own pawns that no own pawn can ever defend and whose stop square no own pawn attacks now.";
            Set holes = "U ∖ (E(front_span) ∪ W(front_span))", Holes, "Returns the squares that no own pawn attacks now or after advancing.";
            Set outposts = "ranks4–6 ∩ (NE(P) ∪ NW(P)) ∖ E(X) ∖ W(X), X = S(Sfill(Q))", Outposts,
                "Returns the squares on ranks 4 to 6 that an own pawn attacks and no enemy pawn can ever attack.";
        }
    }
}

pub(crate) use {about, legend, side_index};
