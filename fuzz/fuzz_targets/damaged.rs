//! Damages one game of a PGN file. Reading goes on after each error, and every other game is read as before.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use pawnfill::Pawns;
use pawnfill_positions::Format;

/// Games whose pawns differ from those of the others from the first move on.
const GAMES: [&str; 4] = [
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1. a4 a5 2. Ra3 {one} h5 3. Nc3 (3. b3 b6) h4 1-0\n\n",
    "[Event \"b\"]\n\n1. b4 b5 2. Nc3 g6 $1 3. Rb1 {two\nlines} Bg7 1/2-1/2\n\n",
    "[Event \"c\"]\n[White \"x \\\"y\\\"\"]\n\n1. c4 c5 2. e3 e6 ; rest\n3. Nc3 Nc6 4. d4 cxd4 *\n\n",
    "[Event \"d\"]\n\n1. e4 d5 2. exd5 c5 3. dxc6 Nxc6 4. Nf3 e5 0-1\n\n",
];

#[derive(Debug)]
struct Damage {
    game: usize,
    /// The bytes that are replaced, and by what.
    start: usize,
    end: usize,
    by: Vec<u8>,
}

impl<'a> Arbitrary<'a> for Damage {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let game = bytes.int_in_range(0..=GAMES.len() - 1)?;
        // The blank line before the next game stays.
        let length = GAMES[game].trim_end().len();
        let start = bytes.int_in_range(0..=length)?;
        let end = bytes.int_in_range(start..=length.min(start + 20))?;
        Ok(Self { game, start, end, by: bytes.arbitrary()? })
    }
}

/// Returns the pawns of each game.
fn games(text: Vec<u8>) -> Vec<Vec<Pawns>> {
    let mut games: Vec<(u64, Vec<Pawns>)> = Vec::new();
    for position in pawnfill_positions::read("input", Cursor::new(text), Some(Format::Pgn)).flatten() {
        let number = position.game.as_ref().expect("a game").number();
        match games.last_mut() {
            Some((last, pawns)) if *last == number => pawns.push(position.pawns),
            _ => games.push((number, vec![position.pawns])),
        }
    }
    games.into_iter().map(|(_, pawns)| pawns).collect()
}

fuzz_target!(|damage: Damage| {
    let mut text: Vec<Vec<u8>> = GAMES.iter().map(|game| game.as_bytes().to_vec()).collect();
    let expected = games(text.concat());
    assert_eq!(expected.len(), GAMES.len());
    text[damage.game].splice(damage.start..damage.end, damage.by);
    // An input that begins like UTF-16 is refused as a whole.
    if [[0xfe, 0xff], [0xff, 0xfe]].iter().any(|mark| text.concat().starts_with(mark)) {
        return;
    }
    let left = games(text.concat());
    for (number, game) in expected.iter().enumerate().filter(|&(number, _)| number != damage.game) {
        assert!(left.contains(game), "game {} is lost:\n{}", number + 1, String::from_utf8_lossy(&text.concat()));
    }
});
