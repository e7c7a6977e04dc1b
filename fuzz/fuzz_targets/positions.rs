//! FEN, EPD and PGN: any bytes give positions and then an end or one error that says where and why.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use pawnfill_positions::{Format, Position};

fuzz_target!(|input: &[u8]| {
    let Some((&format, text)) = input.split_first() else { return };
    let format = match format {
        b'l' => Some(Format::Lines),
        b'p' => Some(Format::Pgn),
        _ => None,
    };
    let mut failed = false;
    for result in pawnfill_positions::read("input", Cursor::new(text.to_vec()), format) {
        assert!(!failed, "something follows the error");
        match result {
            Ok(position) => {
                let again: Position = position.fen.parse().expect("a position's own FEN can be read");
                assert_eq!(again.pawns, position.pawns);
            }
            Err(error) => {
                failed = true;
                let lines = text.split(|&byte| byte == b'\n').count() as u64;
                assert!((1..=lines).contains(&error.line.expect("a line")), "{error}");
                assert!(!error.reason.is_empty() && error.reason.len() < 1000, "{error}");
            }
        }
    }
});
