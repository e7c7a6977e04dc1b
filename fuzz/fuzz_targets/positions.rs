//! Reads any bytes as FEN, EPD and PGN. The result is positions and errors that say where and why. The reader of pawns
//! agrees with the board for as long as the moves are legal.

#![no_main]

use std::io::Cursor;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use pawnfill::Pawns;
use pawnfill_positions::{Format, Game, Position};

fuzz_target!(|input: &[u8]| {
    let Some((&format, text)) = input.split_first() else { return };
    let format = match format {
        b'l' => Some(Format::Lines),
        b'p' => Some(Format::Pgn),
        _ => None,
    };
    let lines = text.split(|&byte| byte == b'\n').count() as u64;
    let mut positions = pawnfill_positions::read("input", Cursor::new(text.to_vec()), format);
    let mut errors = 0;
    while let Some(result) = positions.next() {
        match result {
            Ok(position) => judge(&position),
            Err(error) => {
                errors += 1;
                assert!((1..=lines).contains(&error.line.expect("a line")), "{error}");
                assert!(!error.reason.is_empty() && error.reason.len() < 1000, "{error}");
                assert!(errors <= text.len(), "reading goes on for ever");
                if !positions.resume() {
                    assert!(positions.next().is_none(), "something follows the error");
                }
            }
        }
    }
    for block in pawnfill_positions::blocks("input", Cursor::new(text.to_vec()), format).map_while(Result::ok) {
        let games = Arc::new(block.parse());
        games.iter().for_each(|game| compare(&game));
    }
});

fn judge(position: &Position) {
    let again: Position = position.fen().parse().expect("a position's own FEN can be read");
    assert_eq!(again.pawns, position.pawns);
    let pawns = position.pieces().iter().filter(|(_, piece)| matches!(piece, 'P' | 'p')).count();
    assert_eq!(pawns as u32, (position.pawns.white().own() | position.pawns.black().own()).count());
}

/// Compares the pawns of a game with those of the game that is played on a board.
fn compare(game: &Game) {
    let runs = game.runs();
    let of_runs: Vec<Pawns> = runs.iter().flat_map(|run| run.plies.clone().map(|_| run.pawns)).collect();
    let (mut legal, mut illegal) = (Vec::new(), false);
    for position in game.positions() {
        match position {
            Ok(position) => legal.push(position.pawns),
            Err(_) => illegal = true,
        }
    }
    assert!(legal.len() <= of_runs.len(), "the board plays on");
    assert_eq!(legal, of_runs[..legal.len()]);
    // Where the reader of pawns finds a mistake, the board does, too.
    assert!(illegal || game.error().is_none() && legal.len() == of_runs.len());
}
