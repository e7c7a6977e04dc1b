//! The one list of the patterns, from which tests, JSON, diagrams and the table below are driven.

use crate::pawns::of_color;
use crate::{Backend, Color, Pawns, Reduce};
#[cfg(feature = "batch")]
use crate::{Black, White};

/// A pattern of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The canonical name, which is also the name of the method.
    pub name: &'static str,
    /// The module in which it is defined.
    pub family: Family,
    /// Whether it belongs to a side or to the board.
    pub scope: Scope,
    /// What it yields.
    pub kind: Kind,
    /// The set formula, written for White.
    pub formula: &'static str,
    /// The page of the Chess Programming Wiki that names it, or the nearest one.
    pub source: &'static str,
    id: Id,
}

/// Groups of patterns, as the modules of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Fills.
    Fill,
    /// Spans.
    Span,
    /// Attacks and pushes.
    Attack,
    /// Files.
    File,
    /// Several own pawns on a file.
    Multiple,
    /// Contact with enemy pawns.
    Lever,
    /// Neighbors and chains.
    Neighbor,
    /// Islands.
    Island,
    /// Freedom to advance.
    Freedom,
}

/// Whose a pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The board's: it has no color, and is a method of [`Pawns`].
    Board,
    /// A side's: a method of [`SideView`](crate::SideView).
    Side,
}

/// What a pattern yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A set of squares.
    Set,
    /// A byte of files.
    Files,
    /// A number.
    Number,
}

/// What a pattern has yielded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value<Set, Files, Number> {
    /// A set of squares.
    Set(Set),
    /// A byte of files.
    Files(Files),
    /// A number.
    Number(Number),
}

impl Pattern {
    /// The pattern with this canonical name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        PATTERNS.iter().find(|pattern| pattern.name == name)
    }

    /// The page of the Chess Programming Wiki in [`source`](Self::source).
    pub fn source_url(&self) -> impl core::fmt::Display {
        struct Url(&'static str);
        impl core::fmt::Display for Url {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("https://www.chessprogramming.org/")?;
                self.0
                    .chars()
                    .try_for_each(|c| core::fmt::Write::write_char(f, if c == ' ' { '_' } else { c }))
            }
        }
        Url(self.source)
    }

    /// The pattern of these pawns, for a side of this color; a pattern of the board does not look at the
    /// color.
    #[inline]
    #[must_use]
    pub fn of<S: Reduce, B: Backend>(
        &self,
        pawns: Pawns<B, S>,
        color: Color,
    ) -> Value<S, S::Files, S::Number> {
        self.id.value(pawns, color)
    }
}

/// A pattern of one side, as a type.
#[cfg(feature = "batch")]
pub(crate) trait Single {
    fn of<S: Reduce, B: Backend>(pawns: Pawns<B, S>) -> Value<S, S::Files, S::Number>;
}

/// What to do with a pattern once its type is known.
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

/// Declares the list and all that follows from it.
macro_rules! patterns {
    (
        Board { $($board_kind:ident $board_family:ident $board:ident = $board_formula:literal, $board_source:literal;)* }
        Side { $($kind:ident $family:ident $name:ident = $formula:literal, $source:literal;)* }
    ) => {
        /// Every pattern of the vocabulary, the board's first.
        ///
        /// Formulas are written for White; Black's is the same with north and south exchanged.
        ///
        /// * `P` own pawns, `Q` enemy pawns, `U` all squares, `Empty` squares without a pawn;
        /// * `N S E W NE NW SE SW` one step, never from one edge of the board to the other;
        /// * `Nfill Sfill` everything north, south on the same file, the set included, `F` both;
        /// * names of other patterns, `a` to `h` files;
        /// * `∪` union, `∩` intersection, `∖` difference, `⊕` exclusive or, `¬` complement, `#` number of squares.
        ///
        /// | pattern | formula for White | source |
        /// |---|---|---|
        $(#[doc = concat!("| [`", stringify!($board), "`](crate::Pawns::", stringify!($board), ") | ", $board_formula, " | ", $board_source, " |")])*
        $(#[doc = concat!("| [`", stringify!($name), "`](crate::SideView::", stringify!($name), ") | ", $formula, " | ", $source, " |")])*
        pub static PATTERNS: &[Pattern] = &[
            $(Pattern {
                name: stringify!($board), family: Family::$board_family, scope: Scope::Board, kind: Kind::$board_kind,
                formula: $board_formula, source: $board_source, id: Id::$board,
            },)*
            $(Pattern {
                name: stringify!($name), family: Family::$family, scope: Scope::Side, kind: Kind::$kind,
                formula: $formula, source: $source, id: Id::$name,
            },)*
        ];

        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(non_camel_case_types, reason = "each is the name of a method")]
        enum Id { $($board,)* $($name,)* }

        impl Id {
            #[inline]
            fn value<S: Reduce, B: Backend>(self, pawns: Pawns<B, S>, color: Color) -> Value<S, S::Files, S::Number> {
                match self {
                    $(Self::$board => Value::$board_kind(pawns.$board()),)*
                    $(Self::$name => Value::$kind(pawns.side(color).$name()),)*
                }
            }
        }

        /// The patterns as types: code over them is compiled for each by itself.
        #[cfg(feature = "batch")]
        pub(crate) mod single {
            use super::*;

            $(
                #[allow(non_camel_case_types, reason = "it is the name of a method")]
                pub(crate) struct $board;

                impl Single for $board {
                    #[inline(always)]
                    fn of<S: Reduce, B: Backend>(pawns: Pawns<B, S>) -> Value<S, S::Files, S::Number> {
                        Value::$board_kind(pawns.$board())
                    }
                }
            )*
            $(
                #[allow(non_camel_case_types, reason = "it is the name of a method")]
                pub(crate) struct $name<C>(core::marker::PhantomData<C>);

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
            )*

            impl Pattern {
                /// Calls the visitor with the type of the pattern.
                pub(crate) fn visit<V: Visitor>(&self, color: Color, visitor: V) -> V::Output {
                    match (self.id, color) {
                        $((Id::$board, _) => visitor.visit::<$board>(),)*
                        $((Id::$name, Color::White) => visitor.visit::<$name<White>>(),)*
                        $((Id::$name, Color::Black) => visitor.visit::<$name<Black>>(),)*
                    }
                }
            }
        }

        of_color! {
            Reduce:
            $($name() -> result!($kind);)*
        }
    };
}

patterns! {
    Board {
        Set Span interspan = "front_span(White) ∩ front_span(Black)", "Pawn Spans";
        Set File closed_files = "F(P) ∩ F(Q)", "Pawns and Files (Bitboards)";
        Set File open_files = "U ∖ F(P ∪ Q)", "Pawns and Files (Bitboards)";
        Set File semi_closed_files = "closed_files ∖ F(unfree)", "Pawns and Files (Bitboards)";
    }
    Side {
        Set Fill north_fill = "Nfill(P)", "Pawn Fills";
        Set Fill south_fill = "Sfill(P)", "Pawn Fills";
        Set Fill front_fill = "Nfill(P)", "Pawn Fills";
        Set Fill rear_fill = "Sfill(P)", "Pawn Fills";
        Set Fill file_fill = "F(P)", "Pawn Fills";

        Set Span front_span = "N(Nfill(P))", "Pawn Spans";
        Set Span rear_span = "S(Sfill(P))", "Pawn Spans";
        Set Span stops = "N(P)", "Stop Square";
        Set Span telestops = "N(Nfill(N(P)))", "Pawn Spans";
        Set Span east_front_attack_span = "E(front_span)", "Attack Spans";
        Set Span west_front_attack_span = "W(front_span)", "Attack Spans";
        Set Span east_rear_attack_span = "E(Sfill(P))", "Attack Spans";
        Set Span west_rear_attack_span = "W(Sfill(P))", "Attack Spans";
        Set Span passer_span = "front_span ∪ E(front_span) ∪ W(front_span)", "Passed Pawns (Bitboards)";

        Set Attack east_attacks = "NE(P)", "Pawn Attacks (Bitboards)";
        Set Attack west_attacks = "NW(P)", "Pawn Attacks (Bitboards)";
        Set Attack any_attacks = "NE(P) ∪ NW(P)", "Pawn Attacks (Bitboards)";
        Set Attack double_attacks = "NE(P) ∩ NW(P)", "Pawn Attacks (Bitboards)";
        Set Attack single_attacks = "NE(P) ⊕ NW(P)", "Pawn Attacks (Bitboards)";
        Set Attack safe_squares = "double_attacks ∪ ¬(Be ∪ Bw) ∪ (single_attacks ∖ (Be ∩ Bw)), Be = SE(Q), Bw = SW(Q)", "Pawn Attacks (Bitboards)";
        Set Attack push_targets = "N(P) ∩ Empty", "Pawn Pushes (Bitboards)";
        Set Attack double_push_targets = "N(N(P ∩ rank2) ∩ Empty) ∩ Empty", "Pawn Pushes (Bitboards)";

        Set File half_open_or_open_files = "U ∖ F(P)", "Pawns and Files (Bitboards)";
        Set File half_open_files = "F(Q) ∖ F(P)", "Pawns and Files (Bitboards)";
        Files File file_set = "low byte of Sfill(P)", "Pawns and Files (Bitboards)";

        Set Multiple behind_own = "P ∩ rear_span", "Double and Triple (Bitboards)";
        Set Multiple in_front_of_own = "P ∩ front_span", "Double and Triple (Bitboards)";
        Set Multiple doubled = "behind_own ∪ in_front_of_own", "Double and Triple (Bitboards)";
        Set Multiple triple_middles = "behind_own ∩ in_front_of_own", "Double and Triple (Bitboards)";
        Set Multiple tripled = "P ∩ F(triple_middles)", "Double and Triple (Bitboards)";
        Set Multiple triple_files = "F(M) ∖ F(M ∩ front_span(M)), M = triple_middles", "Double and Triple (Bitboards)";
        Set Multiple rear_twins = "behind_own ∖ F(triple_middles)", "Double and Triple (Bitboards)";
        Set Multiple front_twins = "in_front_of_own ∖ F(triple_middles)", "Double and Triple (Bitboards)";
        Set Multiple rearmost = "behind_own ∖ in_front_of_own", "Double and Triple (Bitboards)";
        Set Multiple frontmost = "in_front_of_own ∖ behind_own", "Double and Triple (Bitboards)";

        Set Lever rams = "P ∩ S(Q)", "Pawn Rams (Bitboards)";
        Set Lever immobile = "rams ∖ any_levers", "Pawn Rams (Bitboards)";
        Set Lever east_levers = "P ∩ SW(Q)", "Pawn Levers (Bitboards)";
        Set Lever west_levers = "P ∩ SE(Q)", "Pawn Levers (Bitboards)";
        Set Lever any_levers = "east_levers ∪ west_levers", "Pawn Levers (Bitboards)";
        Set Lever inner_levers = "(east_levers ∩ abc) ∪ (west_levers ∩ fgh)", "Pawn Levers (Bitboards)";
        Set Lever outer_levers = "(east_levers ∩ efg) ∪ (west_levers ∩ bcd)", "Pawn Levers (Bitboards)";
        Set Lever center_levers = "(east_levers ∩ d) ∪ (west_levers ∩ e)", "Pawn Levers (Bitboards)";
        Set Lever fork_levers = "east_levers ∩ west_levers", "Pawn Levers (Bitboards)";
        Set Lever loose_levers = "contacts whose two pawns can pass", "Pawn Levers (Bitboards)";
        Set Lever tight_levers = "contacts of which one pawn can pass and the other is rammed", "Pawn Levers (Bitboards)";
        Set Lever stuck_levers = "all other contacts", "Pawn Levers (Bitboards)";
        Set Lever chain_levers = "rows of two or more contacts that neither side continues", "Pawn Levers (Bitboards)";
        Set Lever mute_chain_levers = "rows of two or more contacts that both sides continue", "Pawn Levers (Bitboards)";
        Set Lever half_mute_chain_levers = "rows of two or more contacts that one side continues", "Pawn Levers (Bitboards)";
        Set Lever push_levers = "P ∩ S(Empty ∩ B), B = SE(Q) ∪ SW(Q)", "Pawn Levers (Bitboards)";
        Set Lever double_push_levers = "P ∩ rank2 ∩ S(Empty ∩ S(Empty ∩ B)), B = SE(Q) ∪ SW(Q)", "Pawn Levers (Bitboards)";

        Set Neighbor with_east_neighbor = "P ∩ W(P)", "Duo Trio Quart (Bitboards)";
        Set Neighbor with_west_neighbor = "P ∩ E(P)", "Duo Trio Quart (Bitboards)";
        Set Neighbor phalanx = "P ∩ (E(P) ∪ W(P))", "Duo Trio Quart (Bitboards)";
        Set Neighbor duos = "horizontal runs of exactly 2", "Duo Trio Quart (Bitboards)";
        Set Neighbor trios = "horizontal runs of exactly 3", "Duo Trio Quart (Bitboards)";
        Set Neighbor quarts = "horizontal runs of exactly 4", "Duo Trio Quart (Bitboards)";
        Set Neighbor defended_from_west = "P ∩ NE(P)", "Defended Pawns (Bitboards)";
        Set Neighbor defended_from_east = "P ∩ NW(P)", "Defended Pawns (Bitboards)";
        Set Neighbor defenders_from_west = "P ∩ SW(P)", "Defended Pawns (Bitboards)";
        Set Neighbor defenders_from_east = "P ∩ SE(P)", "Defended Pawns (Bitboards)";
        Set Neighbor chain_links_west = "P ∩ NE(P) ∩ SW(P)", "Defended Pawns (Bitboards)";
        Set Neighbor chain_links_east = "P ∩ NW(P) ∩ SE(P)", "Defended Pawns (Bitboards)";
        Set Neighbor chain_bases_west = "(P ∩ SW(P)) ∖ NE(P)", "Defended Pawns (Bitboards)";
        Set Neighbor chain_bases_east = "(P ∩ SE(P)) ∖ NW(P)", "Defended Pawns (Bitboards)";
        Set Neighbor chain_peaks_west = "(P ∩ NE(P)) ∖ SW(P)", "Defended Pawns (Bitboards)";
        Set Neighbor chain_peaks_east = "(P ∩ NW(P)) ∖ SE(P)", "Defended Pawns (Bitboards)";
        Set Neighbor connected = "P ∩ (E ∪ W ∪ NE ∪ NW ∪ SE ∪ SW)(P)", "Connected Pawns";
        Set Neighbor isolated = "P ∖ (E(F(P)) ∪ W(F(P)))", "Isolated Pawns (Bitboards)";
        Set Neighbor half_isolated = "(P ∖ W(F(P))) ⊕ (P ∖ E(F(P)))", "Isolated Pawns (Bitboards)";
        Set Neighbor hanging = "H ∩ (E(H) ∪ W(H)), H = open_pawns ∩ half_isolated ∩ duos", "Isolated Pawns (Bitboards)";

        Files Island island_east_files = "f ∖ (f >> 1), f = file_set", "Pawn Islands (Bitboards)";
        Files Island island_west_files = "f ∖ (f << 1), f = file_set", "Pawn Islands (Bitboards)";
        Number Island island_count = "# island_west_files", "Pawn Islands (Bitboards)";
        Number Island dispersion = "abs(3 · island_count² − #P)", "Dispersion and Distortion";
        Number Island distortion = "# ((R ⊕ (R << 1)) ∖ a-file), R = rear_fill", "Dispersion and Distortion";

        Set Freedom unfree = "P ∩ S(Sfill(Q))", "Unfree Pawns (Bitboards)";
        Set Freedom open_pawns = "P ∖ S(Sfill(Q))", "Open Pawns (Bitboards)";
        Set Freedom passed = "P ∖ (X ∪ E(X) ∪ W(X)), X = S(Sfill(Q))", "Passed Pawns (Bitboards)";
        Set Freedom front_passed = "passed ∖ behind_own", "Passed Pawns (Bitboards)";
        Set Freedom protected_passed = "passed ∩ (NE(P) ∪ NW(P))", "Passed Pawns (Bitboards)";
        Set Freedom connected_passed = "T ∩ (E ∪ W ∪ NE ∪ NW ∪ SE ∪ SW)(T), T = passed", "Passed Pawns (Bitboards)";
        Set Freedom half_free = "open_pawns ∖ passed", "Candidates (Bitboards)";
        Set Freedom sentries = "Q ∩ (E(R) ∪ W(R)), R = front_span(half_free)", "Candidates (Bitboards)";
        Set Freedom helpers = "P ∩ (E(R) ∪ W(R)), R = rear_fill(half_free)", "Candidates (Bitboards)";
        Set Freedom candidates = "half_free with #helpers ≥ #sentries", "Candidates (Bitboards)";
        Set Freedom fakers = "half_free with #helpers < #sentries", "Candidates (Bitboards)";
        Set Freedom sneakers = "rams ∩ ranks5–8 ∩ (NE(P) ∪ NW(P)) ∖ any_levers ∖ S(Sfill(SE(Q) ∪ SW(Q)))", "Candidates (Bitboards)";
        Set Freedom backward = "S(N(P) ∩ (SE(Q) ∪ SW(Q)) ∖ AFS), AFS = E(front_span) ∪ W(front_span)", "Backward Pawns (Bitboards)";
        Set Freedom stragglers = "backward ∩ open_pawns ∩ ranks2–3", "Backward Pawns (Bitboards)";
        Set Freedom weak_pawns = "P ∖ AFS ∖ S(NE(P) ∪ NW(P)), AFS = E(front_span) ∪ W(front_span)", "Weak Pawns";
        Set Freedom holes = "U ∖ (E(front_span) ∪ W(front_span))", "Holes";
        Set Freedom outposts = "ranks4–6 ∩ (NE(P) ∪ NW(P)) ∖ E(X) ∖ W(X), X = S(Sfill(Q))", "Outposts";
    }
}
