//! Chess pawn structure: every pattern, exactly defined, by Kogge-Stone fills or table lookups.
//!
//! An engine hands over two sets of squares and asks for what it wants to know:
//!
//! ```
//! use pawnfill::{Pawns, Square};
//!
//! let pawns = Pawns::from_bits(0x0000_0009_2420_8000, 0x0002_0814_0000_0000);
//! let (white, black) = (pawns.white(), pawns.black());
//!
//! assert_eq!(white.passed(), Square::H2.bitboard());
//! assert_eq!((white.isolated() & black.half_open_files()).count(), 4);
//! assert_eq!(black.island_count(), 1);
//! ```
//!
//! The crate is `no_std`, has no dependency by default, never allocates, never panics and forbids unsafe
//! code. Every pattern has an answer for any two sets, and all backends give the same one: that is proved,
//! not sampled.
//!
//! # Ten minutes with one position
//!
//! ## Squares
//!
//! A [`Bitboard`] is a `u64` in which a1 is bit 0, b1 is bit 1 and h8 is bit 63; so north, from White's side
//! to Black's, is a shift by 8 to the left, and east a shift by 1. `From`, [`from_bits`](Bitboard::from_bits)
//! and [`bits`](Bitboard::bits) convert. If your board numbers its squares in another order, or comes from
//! another crate, [`interop`] has the conversion.
//!
//! A position is drawn with rank 8 on top. The macros [`pawns!`] and [`bitboard!`] read such drawings at
//! compile time, and [`boards!`] reads two side by side: on the left the pawns, on the right a set of
//! squares. All pictures in these pages are code of that kind, run as tests.
//!
//! ## Fills
//!
//! A *fill* is a set together with everything in one direction of it. All else is built from that.
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
//! *Front* is where the side's pawns go: north for White, south for Black. Patterns that have a side are
//! methods of [`pawns.white()`](Pawns::white) and [`pawns.black()`](Pawns::black), and mean the same for
//! both.
//!
//! ## Spans
//!
//! A *span* leaves out the pawns themselves: the front span is what lies strictly ahead. Black's, here:
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
//! White has no pawn on the b file and on the e file, but Black has: they are *half-open*, and White's rooks
//! belong there.
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
//! // The same in one byte, where set algebra is as good and a king's neighborhood is a shift away.
//! let (white, black) = (pawns.white().file_set(), pawns.black().file_set());
//! assert_eq!(black - white, FileSet::from_iter([File::B, File::E]));
//! assert_eq!(half_open, (black - white).to_bitboard());
//! ```
//!
//! ## Levers
//!
//! Two pawns that attack each other are a *lever*: f4 and e5. By which way White would capture, it is an
//! inner one; and since both pawns could also pass each other, a loose one.
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
//! // Pawn by pawn, as a loop over pieces asks; these also answer for a pawn that is not there yet.
//! assert!(white.is_passed(Square::H2) && white.is_doubled(Square::F3));
//! assert!(!white.is_passed(Square::A5));
//! ```
//!
//! [`PATTERNS`] lists all of them with their formulas, and is what to loop over to show, store or test them
//! all. Words like *backward* and *doubled* mean many things in engines; [`docs::definitions`] has each of
//! those meanings in these names.
//!
//! # Your engine
//!
//! Code that scores one side is generic over [`Side`], and called once for each color:
//!
//! ```
//! use pawnfill::{Backend, Bitboard, Pawns, Side, SideView};
//!
//! fn structure<C: Side, B: Backend>(pawns: SideView<C, B>) -> i32 {
//!     let advance = |set: Bitboard| C::orient(set).squares().map(|square| square.rank() as i32).sum::<i32>();
//!
//!     10 * advance(pawns.passed()) - 12 * pawns.behind_own().count() as i32 - 15 * pawns.isolated().count() as i32
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
//! # Choosing a backend
//!
//! A [`Backend`] is how fills and the masks of a square are computed: [`KoggeStone`] shifts, `Lookup` reads
//! tables, and `Hybrid` mixes them as measured. All types that compute carry it as their last parameter, and
//! its default, [`Auto`], means `KoggeStone`, or `Lookup` under feature `lookup`. An engine passes that
//! feature on and has no other line about it:
//!
//! ```toml
//! [features]
//! lookup = ["pawnfill/lookup"]
//! ```
//!
//! The feature is not a switch for speed: where it was measured, `Lookup` was slower for sets of whole
//! positions, and faster only for some questions about one square, with warm tables. Features are united over
//! a program, so one dependent that asks for it switches everyone that computes by `Auto`; code that must not
//! depend on that names `KoggeStone`, `Lookup` or `Hybrid`.
//!
//! All can also be named in one program, as [`Pawns::with_backend`] does, and one of your own is an `impl`.
//! Answers never differ; speed does, with the processor, the compiler's flags and the surrounding code.
//! [`docs::backends`] has the rule of thumb, figures, and the command that measures it on your machine.
//!
//! # Where to read on
//!
//! * [`docs::definitions`]: what engines mean by their words, in these names.
//! * [`docs::costs`]: operations and instructions of every pattern.
//! * [`docs::backends`]: which one to take.
//! * [`docs::proof`]: what is proved, what is tested, and how to run it.
//! * [`interop`]: pawns from other people's boards.
//! * `tables!`, under feature `macros`: tables of your own.
//!
//! # Features
//!
//! None is on by default. They only add: none changes an answer, and all can be on together.
//!
//! | feature | effect | cost |
//! |---|---|---|
//! | `lookup` | the backends `Lookup`, which `Auto` then means, and `Hybrid` | a proc-macro at build time, tables in the binary |
//! | `macros` | `tables!`, for tables of your own | a proc-macro at build time |
//! | `batch` | many positions at a time | `pulp` on x86-64, `std`, Rust 1.89 |
//! | `cozy-chess-03` | conversions from and to the types of `cozy-chess` 0.3 | that crate |

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

// So that the docs which `structure!` writes link to the same paths here as in other crates.
extern crate self as pawnfill;

mod backend;
#[cfg(feature = "batch")]
pub mod batch;
mod bit_set;
mod bitboard;
mod color;
pub mod docs;
mod draw;
mod fen;
mod file_set;
pub mod interop;
pub mod pattern;
mod pawns;
#[cfg(feature = "serde")]
mod serde_impls;
mod set;
mod side;
mod square;
mod structure;
#[cfg(feature = "tables")]
mod tables;

pub use backend::{Auto, Backend, KoggeStone};
#[cfg(feature = "tables")]
pub use backend::{Hybrid, Lookup};
pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use fen::{FenErrorReason, ParseFenError};
pub use file_set::{FileSet, Files};
pub use interop::HasPawns;
pub use pattern::{Column, Contacts, PATTERNS, Pattern, QUESTIONS, Question, Value};
pub use pawns::{ColorView, Pawns, SideView};
pub use set::{Compare, Reduce, SquareSet, beside, east, north, south, west};
pub use side::{Black, Side, White};
pub use square::{File, ParseNameError, Rank, Square, TryFromIndexError};
pub use structure::{SideStructure, Structure};

#[cfg(feature = "macros")]
#[doc(inline)]
#[doc = include_str!("../docs/generator.md")]
pub use pawnfill_macros::tables;

/// Runs the code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
