//! Reads any bytes as FEN, EPD and PGN. The result is positions, and errors that say where and why.
//! The pawns that are read without a board are those on the board.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use pawnfill_positions::{Format, Position};

fuzz_target!(|input: &[u8]| {
    let Some((&format, text)) = input.split_first() else {
        return;
    };
    let format = match format {
        b'l' => Some(Format::Lines),
        b'p' => Some(Format::Pgn),
        _ => None,
    };
    let positions = pawnfill_positions::read("input", Cursor::new(text.to_vec()), format);
    let lines = text.split(|byte| b"\r\n".contains(byte)).count() as u64;
    let mut errors = 0;
    for result in positions {
        match result {
            Ok(position) => {
                let again: Position = position
                    .fen()
                    .parse()
                    .expect("a position's own FEN can be read");
                assert_eq!(again.pawns, position.pawns);
                let [[white, ..], [black, ..]] = position.placement().pieces();
                assert_eq!(
                    (white, black),
                    (position.pawns.white().own(), position.pawns.black().own())
                );
                assert!(
                    position
                        .game
                        .is_none_or(|game| game.text().len() <= text.len())
                );
            }
            Err(error) => {
                errors += 1;
                assert!(
                    (1..=lines).contains(&error.line.expect("a line")),
                    "{error}"
                );
                assert!(
                    !error.reason.is_empty() && error.reason.len() < 1000,
                    "{error}"
                );
                assert!(errors <= text.len(), "reading goes on for ever");
            }
        }
    }
    let blocks = pawnfill_positions::blocks("input", Cursor::new(text.to_vec()), format, 1);
    for games in blocks
        .expect("no thread is started")
        .map(|games| games.iter().collect::<Vec<_>>())
    {
        for game in games.into_iter().flatten() {
            let pawns = game
                .runs()
                .iter()
                .flat_map(|run| run.plies.clone().map(|ply| (ply, run.pawns)));
            let played = game.positions().map_while(Result::ok);
            let played: Vec<_> = played
                .map(|position| (position.ply, position.pawns))
                .collect();
            assert!(played.len() <= game.plies() as usize);
            assert!(pawns.take(played.len()).eq(played), "the pawns differ");
        }
    }
});
