//! Times the ten core sets of the library, for `export/check/measure.py`, which times the header the same way.

use std::hint::black_box;
use std::time::Instant;

use pawnfill::{Backend, KoggeStone, Pawns};

/// Passed, isolated, doubled and backward pawns of each side, and the open and half-open files, as one number.
#[inline(always)]
fn ten_sets<B: Backend>(white: u64, black: u64) -> u64 {
    let pawns = Pawns::from_bits(white, black).with_backend::<B>();
    let (white, black) = (pawns.white(), pawns.black());
    let sets = [
        white.passed(),
        white.isolated(),
        white.doubled(),
        white.backward(),
        black.passed(),
        black.isolated(),
        black.doubled(),
        black.backward(),
        pawns.open_files(),
        white.half_open_files() | black.half_open_files(),
    ];
    sets.into_iter().fold(0, |sum, set| sum.rotate_left(1) ^ set.bits())
}

/// Prints the nanoseconds per position of the fastest of many passes, and the sum of all answers.
fn main() -> std::io::Result<()> {
    let bytes = std::fs::read(std::env::args().nth(1).unwrap_or_default())?;
    let words: Vec<u64> =
        bytes.chunks_exact(8).filter_map(|word| Some(u64::from_le_bytes(word.try_into().ok()?))).collect();
    let (white, black) = words.split_at(words.len() / 2);
    let (mut fastest, mut sum) = (f64::MAX, 0);
    for _ in 0..2000 {
        let start = Instant::now();
        sum = black_box(white).iter().zip(black_box(black)).fold(0u64, |sum, (&white, &black)| {
            sum.wrapping_add(ten_sets::<KoggeStone>(black_box(white), black))
        });
        fastest = fastest.min(start.elapsed().as_nanos() as f64 / white.len() as f64);
        black_box(sum);
    }
    println!("{fastest} {sum}");
    Ok(())
}
