//! Alpha-beta with iterative deepening, a transposition table, and a quiescence search of captures.

use std::marker::PhantomData;

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};
use pawnfill::Backend;

use crate::eval::{MATERIAL, evaluate};

/// More than any evaluation. Mate in `n` plies is this minus `n`.
pub const MATE: i32 = 30_000;
/// Scores beyond this are mates.
const LONGEST_MATE: i32 = MATE - 1000;
/// A bound beyond every score.
const INFINITE: i32 = MATE + 1;
/// The maximum length of a line.
const MAX_PLY: i32 = 128;
const TABLE_SIZE: usize = 1 << 16;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The move to play, or `None` if the game is over.
    pub best: Option<Move>,
    /// The score in centipawns from the view of the side to move.
    pub score: i32,
    /// The number of visited positions.
    pub nodes: u64,
}

/// A search with its memory.
#[derive(Debug)]
pub struct Search<B> {
    table: Vec<Option<Entry>>,
    /// The success of quiet moves by their squares, weighted by depth.
    quiet: [[i32; Square::NUM]; Square::NUM],
    /// The hashes of the positions from the first one up to the previous one.
    path: Vec<u64>,
    nodes: u64,
    backend: PhantomData<B>,
}

/// The scores that matter: more than the first, and less than the second.
type Window = [i32; 2];

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    best: Option<Move>,
    score: i32,
    depth: u8,
    bound: Bound,
}

/// The relation of the score of an entry to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AtMost,
    Exact,
    AtLeast,
}

impl<B: Backend> Search<B> {
    /// Searches a position with increasing depth.
    #[must_use]
    pub fn run(board: &Board, depth: u8) -> Verdict {
        let mut search = Self {
            table: vec![None; TABLE_SIZE],
            quiet: [[0; Square::NUM]; Square::NUM],
            path: Vec::new(),
            nodes: 0,
            backend: PhantomData,
        };
        let mut visit = |depth| search.visit(board, [-INFINITE, INFINITE], depth, 0);
        let (score, best) = (1..=depth).map(&mut visit).last().unwrap_or_default();
        Verdict {
            best,
            score,
            nodes: search.nodes,
        }
    }

    /// Returns the score of a position within the window, and its move.
    fn visit(&mut self, board: &Board, window: Window, depth: u8, ply: i32) -> (i32, Option<Move>) {
        let [mut alpha, beta] = window;
        let in_check = !board.checkers().is_empty();
        let depth = depth + u8::from(in_check && ply > 0);
        if depth == 0 || ply >= MAX_PLY {
            return (self.quiesce(board, window, ply), None);
        }
        self.nodes += 1;
        if ply > 0 && self.is_draw(board) {
            return (0, None);
        }
        let hash = board.hash();
        let slot = hash as usize % TABLE_SIZE;
        let entry = self.table[slot].filter(|entry| entry.hash == hash);
        if let Some(entry) = entry.filter(|entry| ply > 0 && entry.cuts(depth, window)) {
            return (entry.score, entry.best);
        }
        let moves = self.moves(board, BitBoard::FULL, entry.and_then(|entry| entry.best));
        if moves.is_empty() {
            return (if in_check { ply - MATE } else { 0 }, None);
        }
        self.path.push(hash);
        let (mut score, mut best, mut bound) = (-INFINITE, None, Bound::AtMost);
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            let reply = -self.visit(&next, [-beta, -alpha], depth - 1, ply + 1).0;
            if reply > score {
                (score, best) = (reply, Some(mv));
            }
            if score > alpha {
                (alpha, bound) = (score, Bound::Exact);
            }
            if alpha >= beta {
                bound = Bound::AtLeast;
                if victim(board, mv).is_none() {
                    let good = &mut self.quiet[mv.from as usize][mv.to as usize];
                    *good = good.saturating_add(i32::from(depth).pow(2));
                }
                break;
            }
        }
        self.path.pop();
        self.table[slot] = Some(Entry {
            hash,
            best,
            score,
            depth,
            bound,
        });
        (score, best)
    }

    /// Searches captures until the position is quiet.
    fn quiesce(&mut self, board: &Board, [mut alpha, beta]: Window, ply: i32) -> i32 {
        self.nodes += 1;
        let mut score = evaluate::<B>(board);
        alpha = alpha.max(score);
        if alpha >= beta || ply >= 2 * MAX_PLY {
            return score;
        }
        for mv in self.moves(board, board.colors(!board.side_to_move()), None) {
            let mut next = board.clone();
            next.play_unchecked(mv);
            score = score.max(-self.quiesce(&next, [-beta, -alpha], ply + 1));
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        score
    }

    /// Returns `true` after fifty moves without progress, or if the position is repeated.
    fn is_draw(&self, board: &Board) -> bool {
        let since_progress = self.path.iter().rev().take(board.halfmove_clock().into());
        board.halfmove_clock() >= 100
            || since_progress.into_iter().any(|&hash| hash == board.hash())
    }

    /// Returns the legal moves to these squares, the most promising first.
    fn moves(&self, board: &Board, targets: BitBoard, first: Option<Move>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        board.generate_moves(|mut of_piece| {
            of_piece.to &= targets;
            moves.extend(of_piece.into_iter().map(|mv| {
                // Captures by most valuable victim and least valuable attacker, before
                // all quiet moves.
                let promise = match victim(board, mv) {
                    _ if Some(mv) == first => i32::MAX,
                    Some(victim) => {
                        (1 << 28) + 8 * MATERIAL[victim as usize] - of_piece.piece as i32
                    }
                    None => self.quiet[mv.from as usize][mv.to as usize].min(1 << 27),
                };
                (promise, mv)
            }));
            false
        });
        moves.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}

impl Entry {
    /// Returns `true` if the entry decides a search to this depth. Mates are not trusted, because
    /// their distance is from another root.
    fn cuts(&self, depth: u8, [alpha, beta]: Window) -> bool {
        self.depth >= depth
            && self.score.abs() < LONGEST_MATE
            && match self.bound {
                Bound::AtMost => self.score <= alpha,
                Bound::Exact => true,
                Bound::AtLeast => self.score >= beta,
            }
    }
}

/// Returns the captured piece. Castling is encoded as the king taking his own rook, and is
/// not a capture.
fn victim(board: &Board, mv: Move) -> Option<Piece> {
    let enemy: Color = !board.side_to_move();
    board
        .piece_on(mv.to)
        .filter(|_| board.color_on(mv.to) == Some(enemy))
}
