//! Compresses positions, then cuts the result short or changes some of its bytes. Reading it gives the same positions, or
//! an error.

#![no_main]

use std::io::{Cursor, Write as _};

use flate2::write::GzEncoder;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use pawnfill::Pawns;
use pawnfill_positions::Error;
use structured_zstd::encoding::{CompressionLevel, FrameCompressor};

/// Lines of FEN and games, with different pawns.
const TEXTS: [&str; 6] = [
    "8/1p6/8/8/8/8/6P1/8\n",
    "4k3/pp6/3p4/8/2P5/8/PP5P/4K3 w - - 0 1\n",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 id \"start\";\n",
    "[Event \"a\"]\n\n1. e4 c5 2. d4 cxd4 3. c3 dxc3 4. Nxc3 1-0\n\n",
    "[Event \"b\"]\n\n1. d4 {a comment} d5 2. c4 dxc4 1/2-1/2\n\n",
    "[Event \"c\"]\n\n1. f4 e5 2. fxe5 d6 3. exd6 Bxd6 0-1\n\n",
];

#[derive(Arbitrary, Debug)]
struct Input {
    is_gzip: bool,
    are_games: bool,
    /// The texts of each gzip member or Zstandard frame.
    parts: Vec<Vec<u8>>,
    damage: Damage,
}

#[derive(Arbitrary, Debug)]
enum Damage {
    Nothing,
    /// The input ends here.
    Cut(u16),
    /// Places, and the bits that change there. With four of them, one signature could become another.
    Bits([(u16, u8); 3]),
}

/// The first bytes, by which compression is recognized.
const SIGNATURE: usize = 4;

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

fn zstd(text: &str) -> Vec<u8> {
    let mut encoder: FrameCompressor = FrameCompressor::new(CompressionLevel::Fastest);
    encoder.set_content_checksum(true);
    encoder.compress_independent_frame(text.as_bytes())
}

/// Returns the positions, and the errors of the input and of its games.
fn read(bytes: &[u8], threads: usize) -> (Vec<Pawns>, Vec<Error>) {
    let (mut pawns, mut errors) = (Vec::new(), Vec::new());
    let blocks =
        pawnfill_positions::blocks("input", Cursor::new(bytes.to_vec()), None, threads).expect("threads");
    for games in blocks.map(|games| games.iter().collect::<Vec<_>>()) {
        match games {
            Ok(games) => {
                errors.extend(games.iter().filter_map(|game| game.error().cloned()));
                pawns.extend(games.iter().flat_map(|game| game.runs().to_vec()).map(|run| run.pawns));
            }
            Err(error) => errors.push(error),
        }
    }
    (pawns, errors)
}

fuzz_target!(|input: Input| {
    let Input { is_gzip, are_games, parts, damage } = input;
    let texts = if are_games { &TEXTS[3..] } else { &TEXTS[..3] };
    let text = |part: &Vec<u8>| {
        part.iter().map(|&number| texts[usize::from(number) % texts.len()]).collect::<String>()
    };
    let parts: Vec<String> = parts.iter().map(text).collect();
    let mut bytes = Vec::new();
    // Where each part ends.
    let mut ends = vec![0];
    for part in &parts {
        bytes.extend(if is_gzip { gzip(part) } else { zstd(part) });
        ends.push(bytes.len());
    }
    let whole = bytes.clone();
    match damage {
        Damage::Nothing => {}
        Damage::Cut(place) => bytes.truncate(usize::from(place) % (whole.len() + 1)),
        Damage::Bits(changes) => {
            for (place, bits) in changes {
                if let Some(bytes) = bytes.get_mut(SIGNATURE..).filter(|bytes| !bytes.is_empty()) {
                    bytes[usize::from(place) % bytes.len()] ^= bits;
                }
            }
        }
    }
    // The positions of the parts that are left, unless the input ends within a part.
    let left = ends.iter().position(|&end| end == bytes.len());
    let expected = left.map(|left| read(parts[..left].concat().as_bytes(), 1).0);
    for threads in [1, 2] {
        let (positions, errors) = read(&bytes, threads);
        assert!(!errors.is_empty() || Some(positions) == expected, "the damage is not noticed");
        // The end of a part is an end.
        assert!(errors.is_empty() || expected.is_none() || bytes != whole[..bytes.len()], "{errors:?}");
    }
});
