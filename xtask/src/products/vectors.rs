//! The pairs of pawns that moves change, for engines in any language.

use anyhow::Context as _;
use pawnfill::pairs::{Dense, FileMajor, Numbering, Perspective, Triangular};
use pawnfill::{Color, Pawns};
use pawnfill_positions::Position;
use serde::Serialize;

/// What a move does, the position, the move, and the position after it.
const MOVES: [[&str; 4]; 12] = [
    [
        "push",
        "rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
        "e4e5",
        "rnbqkbnr/pp2pppp/2p5/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3",
    ],
    [
        "double push",
        "rnbqkbnr/pp2pppp/2p5/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3",
        "f7f5",
        "rnbqkbnr/pp2p1pp/2p5/3pPp2/3P4/8/PPP2PPP/RNBQKBNR w KQkq f6 0 4",
    ],
    [
        "en passant",
        "rnbqkbnr/pp2p1pp/2p5/3pPp2/3P4/8/PPP2PPP/RNBQKBNR w KQkq f6 0 4",
        "e5f6",
        "rnbqkbnr/pp2p1pp/2p2P2/3p4/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 4",
    ],
    [
        "en passant",
        "6k1/7p/8/8/pP6/P1P5/6PP/6K1 b - b3 0 1",
        "a4b3",
        "6k1/7p/8/8/8/PpP5/6PP/6K1 w - - 0 2",
    ],
    [
        "capture of a pawn by a pawn",
        "rnbqkbnr/pp2pppp/2p5/3P4/3P4/8/PP3PPP/RNBQKBNR b KQkq - 0 3",
        "c6d5",
        "rnbqkbnr/pp2pppp/8/3p4/3P4/8/PP3PPP/RNBQKBNR w KQkq - 0 4",
    ],
    [
        "capture of a piece by a pawn",
        "4k3/2p1p3/1p1n4/4P3/3P4/2N5/PP6/2K5 w - - 0 1",
        "e5d6",
        "4k3/2p1p3/1p1P4/8/3P4/2N5/PP6/2K5 b - - 0 1",
    ],
    [
        "capture of a pawn by a piece",
        "2k5/pp1b1ppp/4p3/3pP3/3P4/2N5/PP3PPP/2KR4 w - - 0 1",
        "c3d5",
        "2k5/pp1b1ppp/4p3/3NP3/3P4/8/PP3PPP/2KR4 b - - 0 1",
    ],
    [
        "promotion",
        "8/1PP1kpp1/1p2p3/8/4P1P1/1P3p2/3p1P2/6K1 b - - 0 1",
        "d2d1q",
        "8/1PP1kpp1/1p2p3/8/4P1P1/1P3p2/5P2/3q2K1 w - - 0 2",
    ],
    [
        "promotion with capture",
        "1n2k3/1PP2pp1/1p2p3/8/4P1P1/1P6/5P2/6K1 w - - 0 1",
        "c7b8q",
        "1Q2k3/1P3pp1/1p2p3/8/4P1P1/1P6/5P2/6K1 b - - 0 1",
    ],
    [
        "king that crosses the middle",
        "4k3/pp3ppp/8/3p4/3P4/8/PPP2PP1/4K3 w - - 0 1",
        "e1d1",
        "4k3/pp3ppp/8/3p4/3P4/8/PPP2PP1/3K4 b - - 1 1",
    ],
    [
        "king that crosses the middle by castling",
        "r3k3/ppp2ppp/8/3p4/3PP3/8/PP3PPP/4K2R b q - 0 1",
        "e8c8",
        "2kr4/ppp2ppp/8/3p4/3PP3/8/PP3PPP/4K2R w - - 1 2",
    ],
    [
        "king that crosses the middle and captures a pawn",
        "3k4/pp3p2/4p3/8/3P4/4P3/P2p2PP/4K3 w - - 0 1",
        "e1d2",
        "3k4/pp3p2/4p3/8/3P4/4P3/P2K2PP/8 b - - 0 1",
    ],
];

#[derive(Serialize)]
struct Vector {
    kind: &'static str,
    fen: &'static str,
    #[serde(rename = "move")]
    played: &'static str,
    fen_after: &'static str,
    pairs: Vec<Change>,
}

/// The sorted indices, without an offset, that a side sees in a numbering.
#[derive(Serialize)]
struct Change {
    numbering: &'static str,
    side: &'static str,
    before: Vec<u32>,
    removed: Vec<u32>,
    added: Vec<u32>,
    after: Vec<u32>,
}

/// Returns the pawns and how both sides see them.
fn read(fen: &str) -> anyhow::Result<(Pawns, [Perspective; 2])> {
    let position: Position = fen.parse().map_err(anyhow::Error::msg)?;
    let [white, black] = position
        .placement()
        .pieces()
        .map(|pieces| pieces[5].first())
        .map(|king| king.context("no king"));
    let kings = [(Color::White, white?), (Color::Black, black?)];
    let views = kings.map(|(color, king)| Perspective::king_on_abcd(color, king));
    Ok((Pawns::from_fen(fen)?, views))
}

/// Returns the pairs of these pawns that those before did not have.
fn new(pawns: Pawns, before: Pawns, numbering: impl Numbering, view: Perspective) -> Vec<u32> {
    let mut indices = Vec::new();
    pawns.each_new_pair(before, numbering, [view], |[index]| indices.push(index));
    indices.sort_unstable();
    indices
}

fn changes(
    name: &'static str,
    numbering: impl Numbering,
    [fen, fen_after]: [&str; 2],
) -> anyhow::Result<[Change; 2]> {
    let ((before, views), (after, views_after)) = (read(fen)?, read(fen_after)?);
    Ok([("white", 0), ("black", 1)].map(|(side, at)| {
        let (view, view_after) = (views[at], views_after[at]);
        // In another perspective, every pair has another index.
        let same = |pawns| {
            if view == view_after {
                pawns
            } else {
                Pawns::default()
            }
        };
        Change {
            numbering: name,
            side,
            before: new(before, Pawns::default(), numbering, view),
            removed: new(before, same(after), numbering, view),
            added: new(after, same(before), numbering, view_after),
            after: new(after, Pawns::default(), numbering, view_after),
        }
    }))
}

/// Returns an array with a line for each move.
pub(crate) fn json() -> anyhow::Result<String> {
    let mut lines = Vec::new();
    for [kind, fen, played, fen_after] in MOVES {
        let fens = [fen, fen_after];
        let pairs = [
            changes("triangular", Triangular, fens)?,
            changes("file_major", FileMajor, fens)?,
            changes("dense", Dense, fens)?,
        ];
        lines.push(serde_json::to_string(&Vector {
            kind,
            fen,
            played,
            fen_after,
            pairs: pairs.into_iter().flatten().collect(),
        })?);
    }
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}
