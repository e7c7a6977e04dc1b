//! Chess pawn structure: every pattern, exactly defined, with Kogge-Stone fills or table lookups.
//!
//! Pass the pawns of a position, and ask for any pattern as a set of squares:
//!
//! ```
//! use pawnfill::{Pawns, Square};
//!
//! let pawns = Pawns::from_fen("4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1")?;
//! let (white, black) = (pawns.white(), pawns.black());
//!
//! assert_eq!(white.passed(), Square::H2.bitboard());
//! assert_eq!((white.isolated() & black.half_open_files()).count(), 4);
//! assert_eq!(black.island_count(), 1);
//! # Ok::<(), pawnfill::ParseFenError>(())
//! ```
//!
//! The crate is `no_std`, has no dependency by default, never allocates, never panics and forbids
//! unsafe code. Every pattern has an answer for any two sets. All backends return identical answers
//! on every input, and the tests prove it.
//!
//! # Ten minutes with one position
//!
//! ## Squares
//!
//! A [`Bitboard`] is a `u64` in which a1 is bit 0, b1 is bit 1 and h8 is bit 63. North is a shift
//! by 8 to the left, and east is a shift by 1. `From`, [`from_bits`](Bitboard::from_bits) and
//! [`bits`](Bitboard::bits) convert. [`interop`] has conversions for boards of other crates and
//! with other orders of squares.
//!
//! In a `const`, use drawings, `from_bits`, squares, and the methods of [`Bitboard`] and
//! [`FileSet`], such as `union` and `north_fill`. Patterns, steps, operators and `from_fen` call
//! methods of traits, which Rust cannot do there.
//!
//! The macros [`pawns!`] and [`bitboard!`] read drawings at compile time, with rank 8 on top.
//! [`boards!`] reads two drawings side by side: the pawns on the left, a set of squares on the
//! right. All pictures in these pages are such code, and run as tests.
//!
//! ## Fills
//!
//! A *fill* is a set with all squares in one direction from it. Most other patterns are
//! built from fills.
//!
//! ```
//! let (pawns, fill) = pawnfill::boards! {
//!     . . . . . . . .    X . X X . X . X
//!     . p . . . . . .    X . X X . X . X
//!     . . . p . . . .    X . X X . X . X
//!     P . p P p . . .    X . X X . X . X
//!     . . P . . P . .    . . X . . X . X
//!     . . . . . P . .    . . . . . X . X
//!     . . . . . . . P    . . . . . . . X
//!     . . . . . . . .    . . . . . . . .
//! };
//! assert_eq!(pawns.white().front_fill(), fill);
//! ```
//!
//! *Front* is the direction in which the side's pawns move: north for White, south for Black.
//! Patterns that have a side are methods of [`pawns.white()`](Pawns::white) and
//! [`pawns.black()`](Pawns::black), and mean the same for both.
//!
//! ## Spans
//!
//! A *span* leaves out the pawns themselves: the front span lies strictly ahead. This is Black's
//! front span:
//!
//! ```
//! let (pawns, span) = pawnfill::boards! {
//!     . . . . . . . .    . . . . . . . .
//!     . p . . . . . .    . . . . . . . .
//!     . . . p . . . .    . X . . . . . .
//!     P . p P p . . .    . X . X . . . .
//!     . . P . . P . .    . X X X X . . .
//!     . . . . . P . .    . X X X X . . .
//!     . . . . . . . P    . X X X X . . .
//!     . . . . . . . .    . X X X X . . .
//! };
//! assert_eq!(pawns.black().front_span(), span);
//!
//! // A white pawn in it has a black one ahead on its file.
//! assert_eq!(pawns.white().unfree(), pawns.white().own() & span);
//! ```
//!
//! ## Files
//!
//! White has no pawn on the b- and e-files, but Black does. These files are *half-open*, and good
//! for White's rooks.
//!
//! ```
//! use pawnfill::{File, FileSet};
//!
//! let (pawns, half_open) = pawnfill::boards! {
//!     . . . . . . . .    . X . . X . . .
//!     . p . . . . . .    . X . . X . . .
//!     . . . p . . . .    . X . . X . . .
//!     P . p P p . . .    . X . . X . . .
//!     . . P . . P . .    . X . . X . . .
//!     . . . . . P . .    . X . . X . . .
//!     . . . . . . . P    . X . . X . . .
//!     . . . . . . . .    . X . . X . . .
//! };
//! assert_eq!(pawns.white().half_open_files(), half_open);
//!
//! // The same in one byte, where the files beside a king are one shift away.
//! let (white, black) = (pawns.white().file_set(), pawns.black().file_set());
//! assert_eq!(black - white, FileSet::from_iter([File::B, File::E]));
//! assert_eq!(half_open, (black - white).to_bitboard());
//! ```
//!
//! ## Levers
//!
//! Two pawns that attack each other are a *lever*. Here, f4 and e5 are one. It is *inner* because
//! White captures toward the center, and *loose* because either pawn can advance instead.
//!
//! ```
//! let (pawns, levers) = pawnfill::boards! {
//!     . . . . . . . .    . . . . . . . .
//!     . p . . . . . .    . . . . . . . .
//!     . . . p . . . .    . . . . . . . .
//!     P . p P p . . .    . . . . . . . .
//!     . . P . . P . .    . . . . . X . .
//!     . . . . . P . .    . . . . . . . .
//!     . . . . . . . P    . . . . . . . .
//!     . . . . . . . .    . . . . . . . .
//! };
//! let white = pawns.white();
//! assert_eq!(white.any_levers(), levers);
//! assert_eq!(white.inner_levers() & white.loose_levers(), levers);
//! ```
//!
//! ## What engines score
//!
//! Patterns are sets, so they combine: `|` union, `&` intersection, `-` difference, `^`, `!`.
//!
//! ```
//! let (pawns, isolated) = pawnfill::boards! {
//!     . . . . . . . .    . . . . . . . .
//!     . p . . . . . .    . . . . . . . .
//!     . . . p . . . .    . . . . . . . .
//!     P . p P p . . .    X . . . . . . .
//!     . . P . . P . .    . . . . . X . .
//!     . . . . . P . .    . . . . . X . .
//!     . . . . . . . P    . . . . . . . X
//!     . . . . . . . .    . . . . . . . .
//! };
//! use pawnfill::{Bitboard, Square};
//!
//! let (white, black) = (pawns.white(), pawns.black());
//! assert_eq!(white.isolated(), isolated);
//! assert_eq!(white.doubled(), Bitboard::from_iter([Square::F3, Square::F4]));
//! assert_eq!(white.backward() - isolated, Square::C4.bitboard());
//! assert_eq!(white.passed(), white.own() - black.passer_span());
//!
//! // One pawn at a time. These also answer for a pawn that is not there yet.
//! assert!(white.is_passed(Square::H2) && white.is_doubled(Square::F3));
//! assert!(!white.is_passed(Square::A5));
//! ```
//!
//! [`pattern::PATTERNS`] lists all patterns with their formulas; loop over it to show, store or
//! test them. Words such as *backward* and *doubled* mean different sets in different engines.
//! [`docs::definitions`] expresses each of these meanings with the names of this crate.
//!
//! # Your engine
//!
//! Write code that scores one side generic over [`Side`], and call it once for each color:
//!
//! ```
//! use pawnfill::{Backend, Bitboard, Pawns, Side, SideView};
//!
//! fn structure<C: Side, B: Backend>(pawns: SideView<C, B>) -> i32 {
//!     let count = |set: Bitboard| set.count() as i32;
//!     let advance: i32 =
//!         pawns.passed().squares().map(|square| C::relative_rank(square) as i32).sum();
//!
//!     10 * advance - 12 * count(pawns.behind_own()) - 15 * count(pawns.isolated())
//! }
//!
//! fn evaluate(pawns: Pawns) -> i32 {
//!     structure(pawns.white()) - structure(pawns.black())
//! }
//!
//! assert_eq!(evaluate(pawnfill::pawns! {
//!     . . . . . . . .
//!     p p . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . P P
//!     . . . . . . . .
//! }), 0);
//! ```
//!
//! [`docs::porting`] shows step by step how to move an engine to this crate.
//!
//! # Choosing a backend
//!
//! A [`Backend`] computes fills and the masks of a square. [`KoggeStone`] uses shifts, `Lookup`
//! reads tables, and `Hybrid` uses shifts for fills and tables for neighbor files and single
//! squares. Every type that computes patterns has a backend as parameter. Its default is [`Auto`],
//! which the features select.
//!
//! A library enables `table-backends` and names a backend, as in `Pawns<Hybrid>`. An engine can
//! forward the features:
//!
//! ```toml
//! [features]
//! lookup = ["pawnfill/lookup"]
//! hybrid = ["pawnfill/hybrid"]
//! ```
//!
//! Enabling `lookup` does not make everything faster. In our benchmarks it is slower for sets of
//! whole positions, and faster for some questions about one square. Results never differ.
//! [`docs::backends`] has the figures, and the command to measure on your machine.
//!
//! # Further reading
//!
//! * `pawnfill/docs/page.html` in the repository: a page that shows every pattern while you drag
//!   pawns. It needs no network, and `pawnfill show FEN --format html` writes it for any position.
//! * [`docs::porting`]: how to move an engine to this crate, step by step.
//! * [`docs::definitions`]: the terms of engines, expressed in patterns of this crate.
//! * [`docs::wiki`]: the functions of the Chess Programming Wiki, with their names in this crate.
//! * [`docs::inputs`]: pairs of pawns and sets as inputs of a network.
//! * [`docs::backends`]: how to choose a backend.
//! * [`docs::costs`]: instructions of every pattern.
//! * [`docs::proof`]: the proofs and tests, and how to run them.
//! * [`docs::checks`]: what is promised, and the check that fails if a promise is broken.
//! * [`interop`]: pawns from boards of other crates, and boards in other orders.
//! * [`pawnfill-batch`](https://docs.rs/pawnfill-batch): many positions at once.
//! * `tables!`, with feature `tables-macro`: your own tables.
//!
//! # Features
//!
//! None is enabled by default. Features are additive and never change results. Only programs should
//! enable `lookup` or `hybrid`, because Cargo unifies features over a program.
//!
//! | feature | effect | cost |
//! |---|---|---|
//! | `table-backends` | adds the backends `Lookup` and `Hybrid` | a proc-macro at build time |
//! | `lookup` | `Auto` is `Lookup`, unless `hybrid` is enabled, too | `table-backends`, and tables in the binary |
//! | `hybrid` | `Auto` is `Hybrid`, with or without `lookup` | `table-backends`, and tables in the binary |
//! | `tables-macro` | `tables!`, for your own tables | a proc-macro at build time |
//! | `serde` | serde for sets, squares, files, ranks, colors and pawns | `serde` |
//! | `cozy-chess-03` | conversions from and to the types of `cozy-chess` 0.3 | that crate |

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

// The docs that `terms!` writes use the same paths here as in other crates.
extern crate self as pawnfill;

mod backend;
mod bit_set;
mod bitboard;
mod color;
pub mod docs;
mod draw;
mod fen;
mod file_set;
pub mod interop;
mod lanes;
pub mod pairs;
pub mod pattern;
mod pawns;
mod reduce;
#[cfg(feature = "serde")]
mod serde_impls;
pub mod set;
mod side;
mod square;
mod square_set;
#[cfg(feature = "table-backends")]
mod tables;
mod terms;

pub use backend::{Auto, Backend, KoggeStone};
#[cfg(feature = "table-backends")]
pub use backend::{Hybrid, Lookup};
pub use bitboard::Bitboard;
pub use color::Color;
pub use fen::{FenErrorReason, ParseFenError, Placement};
pub use file_set::FileSet;
pub use interop::HasPawns;
pub use pawns::{ColorView, Pawns, SideView};
pub use side::{Black, Side, White};
pub use square::{File, ParseNameError, Rank, Square, TryFromIndexError};
pub use square_set::{SquareSet, beside, east, north, south, west};
pub use terms::{SideTerms, Terms};

#[cfg(feature = "tables-macro")]
#[doc(inline)]
#[doc = include_str!("../docs/generator.md")]
pub use pawnfill_macros::tables;

/// Tests the code in the README of the crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
