//! Tries the page in browsers, with files that are written here and the answers of the program.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use cozy_chess::{Board, Move, util::display_san_move};
use fastrand::Rng;

/// The first moves of some games, whose pawns have names.
const OPENINGS: [&str; 6] = [
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 Be7 6. e3 O-O",
    "1. e4 c6 2. d4 d5 3. exd5 cxd5 4. c4 Nf6 5. Nc3 e6 6. Nf3 Be7 7. cxd5 Nxd5",
    "1. e4 e6 2. d4 d5 3. e5 c5 4. c3 Nc6 5. Nf3 Qb6",
    "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O 6. Be2 e5 7. d5 Nbd7",
    "1. e4 c5 2. Nf3 g6 3. d4 cxd4 4. Nxd4 Bg7 5. c4 d6 6. Nc3 Nc6",
    "1. d4 d5 2. c4 c6 3. Nf3 Nf6 4. e3 Bf5",
];

/// Writes a game of random moves after an opening.
fn game(number: usize, rng: &mut Rng) -> String {
    let opening = OPENINGS[number % OPENINGS.len()];
    let positions = pawnfill_positions::read(
        "opening",
        opening.as_bytes(),
        Some(pawnfill_positions::Format::Pgn),
    );
    let last = positions.last().unwrap().unwrap();
    let mut board: Board = last.fen().parse().unwrap();
    let mut moves = opening.to_owned();
    for _ in 0..rng.usize(20..80) {
        let mut legal = Vec::<Move>::new();
        board.generate_moves(|some| {
            legal.extend(some);
            false
        });
        let Some(mv) = rng.choice(legal) else { break };
        write!(moves, "\n{}", display_san_move(&board, mv)).unwrap();
        board.play(mv);
    }
    let [white, black] = if number.is_multiple_of(3) {
        ["Löwe, Ada", "Fox"]
    } else {
        ["<img src=x onerror=alert(1)>", "Löwe, Ada"]
    };
    let result = rng.choice(["1-0", "0-1", "1/2-1/2"]).unwrap();
    let elo = rng.usize(2000..2700);
    format!(
        "[Event \"Game {number}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"20{:02}.01.02\"]\n\
         [Result \"{result}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"2300\"]\n\n{moves} {result}\n\n",
        number % 25
    )
}

/// Packs bytes as a frame of Zstandard whose blocks are not compressed.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    // A window of 1 MiB.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x50];
    let blocks: Vec<_> = bytes.chunks(1 << 17).collect();
    for (number, block) in blocks.iter().enumerate() {
        let header =
            u32::try_from(block.len()).unwrap() << 3 | u32::from(number + 1 == blocks.len());
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(*block);
    }
    frame
}

#[test]
#[ignore = "needs Node.js, puppeteer-core and browsers; `.ci/web` runs it"]
fn the_page_in_browsers() {
    let test = std::env::current_exe().unwrap();
    let pages = test.ancestors().nth(3).unwrap().join("pages");
    let folder = pages.join("test");
    std::fs::create_dir_all(&folder).unwrap();
    let mut rng = Rng::with_seed(1);
    let games: Vec<_> = (0..450).map(|number| game(number, &mut rng)).collect();
    let text = games.concat();
    // Lines as on Windows, two files in one, and no end.
    let odd = format!("\u{feff}{0}\u{feff}{0}", games[..300].concat()).replace('\n', "\r\n");
    let mut bad = games.clone();
    // A comment that is never closed, behind which files are cut, and a move that is impossible.
    for number in [149, 299, 300, 449] {
        bad[number] = bad[number].replacen("1. ", "{ 1. ", 1);
    }
    bad[77] = bad[77].replacen("\n\n1. ", "\n\n1. Qh8 ", 1);
    let latin: Vec<u8> = text.chars().map(|letter| letter as u32 as u8).collect();
    let files = [
        ("plain.pgn", text.clone().into_bytes()),
        ("odd.pgn", odd.as_bytes()[..odd.len() * 4 / 5].to_vec()),
        ("latin.pgn", latin),
        ("bad.pgn", bad.concat().into_bytes()),
        ("frame.pgn.zst", zstd(text.as_bytes())),
    ];
    for (name, bytes) in files {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser.mjs");
    let status = Command::new("node")
        .arg(script)
        .arg(&pages)
        .status()
        .expect("Node.js is installed");
    assert!(status.success());
}
