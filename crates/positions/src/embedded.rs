//! The default positions: the pawns of 438 real games, in game order, embedded.
//!
//! `games/README.md` has their source. A game is a list of changes for each position, from the
//! sixteen pawns of the initial one: [`games`] reads them, and [`encode`] writes them.

use std::collections::HashSet;

use pawnfill::{Bitboard, Pawns, Rank};

/// The file of the games, in the format of [`encode`].
pub static BYTES: &[u8] = include_bytes!("../games/lichess-2025-05.bin");

/// The name of [`BYTES`] in the folder `games`.
pub const FILE_NAME: &str = "lichess-2025-05.bin";

/// The pawns of the initial position.
const INITIAL: Pawns = Pawns::from_bits(0xff00, 0x00ff_0000_0000_0000);

// A byte is a pawn: six bits of square, then these two. No pawn stands on rank 1 or 8, so bytes
// with these squares have other meanings.
const BLACK: u8 = 0x40;
const MORE: u8 = 0x80;
/// 0 to 7, the squares of rank 1: this many half-moves, plus one, move no pawn.
const MAX_QUIET: u8 = 7;
/// The square a8: a game begins.
const GAME: u8 = 0x38;

/// Returns all positions in game order, each game from its first position to its last.
///
/// Two thirds of them have the same pawns as the previous position. `Vec::dedup` removes those.
#[must_use]
pub fn positions() -> Vec<Pawns> {
    games().flatten().collect()
}

/// Returns the games, each as a list of its positions.
pub fn games() -> impl Iterator<Item = Vec<Pawns>> {
    BYTES.split(|&byte| byte == GAME).skip(1).map(decode_game)
}

/// Returns each structure once, in the order of the first occurrence.
#[must_use]
pub fn distinct(positions: &[Pawns]) -> Vec<Pawns> {
    let mut seen = HashSet::new();
    positions
        .iter()
        .copied()
        .filter(|&pawns| seen.insert(pawns))
        .collect()
}

fn decode_game(bytes: &[u8]) -> Vec<Pawns> {
    let mut positions = Vec::new();
    let (mut white, mut black) = (INITIAL.white().own(), INITIAL.black().own());
    for &byte in bytes {
        if byte <= MAX_QUIET {
            positions.extend((0..=byte).map(|_| Pawns::new(white, black)));
            continue;
        }
        let set = if byte & BLACK == 0 {
            &mut white
        } else {
            &mut black
        };
        *set ^= Bitboard::from_bits(1 << (byte & 0x3f));
        if byte & MORE == 0 {
            positions.push(Pawns::new(white, black));
        }
    }
    positions
}

/// Encodes games in the format of the embedded file.
///
/// # Panics
///
/// Panics if a pawn stands on rank 1 or 8.
#[must_use]
pub fn encode(games: impl IntoIterator<Item = Vec<Pawns>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in games {
        bytes.push(GAME);
        let mut before = INITIAL;
        for pawns in game {
            let touched = touched(before, pawns);
            match (touched.split_last(), bytes.last_mut()) {
                (Some((last, others)), _) => {
                    bytes.extend(others.iter().map(|pawn| pawn | MORE));
                    bytes.push(*last);
                }
                (None, Some(quiet)) if *quiet < MAX_QUIET => *quiet += 1,
                (None, _) => bytes.push(0),
            }
            before = pawns;
        }
    }
    bytes
}

/// Returns the pawns that appeared or left, as bytes.
fn touched(before: Pawns, after: Pawns) -> Vec<u8> {
    let edge = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let white = before.white().own() ^ after.white().own();
    let black = before.black().own() ^ after.black().own();
    assert!(
        ((white | black) & edge).is_empty(),
        "a pawn on rank 1 or 8\n{after}"
    );
    let black = black.squares().map(|square| BLACK | square as u8);
    white
        .squares()
        .map(|square| square as u8)
        .chain(black)
        .collect()
}
