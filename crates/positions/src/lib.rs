//! Reads positions from files and streams: FEN and EPD, one per line, and the main lines
//! of PGN games.
//!
//! A part of the program `pawnfill`: any release may change its interface, so depend on
//! an exact version.
//!
//! Only the pawns matter, so a FEN need not be a legal position: kings may be missing, and any
//! number of pawns is allowed.
//!
//! Games are read in two ways, which give the same pawns where all moves are legal:
//!
//! * [`blocks`] reads the pawns from the text of the moves, without a board and in several threads.
//!   It reports the mistakes that pawns show, such as a move of a pawn that is not there.
//! * [`Game::positions`], [`open`] and [`read`] play every move on a board, so they know the other
//!   pieces and report every illegal move.
//!
//! A line that begins with a tag starts a new game if the last line above it that is not blank does
//! not, so a comment or a variation that is never closed damages only one game.
//!
//! Compressed input is recognized by its first bytes. The features `gzip` and `zstd` decompress it
//! and verify its checksums, without a C compiler. Without them, an error names the compression.
//!
//! [`embedded`] contains positions of real games.
//!
//! Memory use does not depend on the size of the input, but on the number of threads. A line of FEN
//! has at most [`MAX_LINE`] bytes, and a game at most [`MAX_GAME`].

#[cfg(any(feature = "gzip", feature = "zstd"))]
mod ahead;
mod blocks;
mod board;
mod bytes;
mod compression;
mod date;
pub mod embedded;
mod games;
mod glyphs;
mod input;
mod labels;
mod mistake;
mod notes;
mod parallel;
mod parse;
mod pawn_moves;
mod position;
mod record;
mod result;
mod san;
mod sections;
mod start;
mod tag;
mod tags;
mod tokens;

pub use blocks::{Blocks, blocks, open, read};
pub use date::Date;
pub use games::{Game, Games, PawnRun};
pub use input::{Error, Format, MAX_GAME, MAX_LINE};
pub use labels::{LabelKind, LabelOptions, LabelScale, Labels, Views};
pub use notes::NoteCounts;
pub use position::Position;
pub use result::GameResult;
pub use tags::Tags;
