//! The search: which positions of a game, and which records, match.

use std::ops::Range;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pawnfill::Color;
use pawnfill_positions::{Error, Game, Games, Position};

use super::filter::Filter;
use crate::query::Query;

/// The number of positions for which a condition is evaluated at the same time.
const SIDE_BY_SIDE: usize = 8;

/// What is searched for.
pub(super) struct Search {
    pub(super) query: Query,
    pub(super) filter: Filter,
    pub(super) shown: Shown,
    /// Whether every move is played.
    pub(super) legal: bool,
    pub(super) skip_bad: bool,
    /// Whether the tags of any game were as the filter asks.
    pub(super) took_game: AtomicBool,
}

/// The positions of a match that the output needs. The moves are played only if there are any.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    None,
    /// The first position of each run.
    First,
    All,
}

/// Consecutive positions of a game that match.
pub(super) struct Run {
    /// The side that meets a condition about either side.
    pub(super) side: Option<Color>,
    /// The half-moves since the first position of the game.
    pub(super) plies: Range<u32>,
}

/// A game with matching positions.
pub(super) struct Match {
    pub(super) game: Game,
    pub(super) runs: Vec<Run>,
    /// The number of matching positions.
    pub(super) positions: u64,
    pub(super) shown: Vec<Position>,
}

/// What matches in some games or records, which were searched without the others.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<Match>,
    pub(super) records: Vec<Position>,
    /// Whether these are records, and not games.
    pub(super) is_records: bool,
    /// The number of positions that were read.
    pub(super) positions: u64,
    /// The mistakes in the games. Unless bad games are skipped, the first one ends the search.
    pub(super) errors: Vec<Error>,
}

impl Search {
    pub(super) fn part(&self, games: &Arc<Games>) -> Part {
        let mut part = Part::default();
        for game in games.iter() {
            part.positions += u64::from(game.plies());
            if game.is_record() {
                part.is_records = true;
                part.records.extend(self.record(&game));
                part.errors.extend(game.error().cloned());
            } else {
                let (matching, mistake) = self.game(&game);
                part.games.extend(matching);
                part.errors.extend(mistake);
            }
            if !part.errors.is_empty() && !self.skip_bad {
                break;
            }
        }
        part
    }

    /// Returns the matches of a game up to its first mistake, and this mistake. An illegal move is found only if the moves
    /// are played.
    fn game(&self, game: &Game) -> (Option<Match>, Option<Error>) {
        let mut allowed = 0..0;
        if self.filter.takes_game(game) {
            self.took_game.store(true, Ordering::Relaxed);
            allowed = self.filter.plies(game);
        }
        let mut of_sides = [Vec::new(), Vec::new()];
        let runs = game.runs();
        let first = runs.partition_point(|run| run.plies.end <= allowed.start);
        let end = runs.partition_point(|run| run.plies.start < allowed.end);
        for runs in runs.get(first..end).unwrap_or_default().chunks(SIDE_BY_SIDE) {
            // If there are fewer, the last one is repeated.
            let pawns = std::array::from_fn(|index| runs[index.min(runs.len() - 1)].pawns);
            let are_met: [[bool; SIDE_BY_SIDE]; 2] = self.query.are_met(pawns);
            for (index, run) in runs.iter().enumerate() {
                let plies = run.plies.start.max(allowed.start)..run.plies.end.min(allowed.end);
                for (ranges, are_met) in of_sides.iter_mut().zip(&are_met) {
                    if are_met[index] {
                        extend(ranges, plies.clone());
                    }
                }
            }
        }
        let needs_board = self.filter.needs_pieces() || self.shown != Shown::None;
        let is_met = of_sides.iter().any(|ranges| !ranges.is_empty());
        let (mut positions, mut mistake) = (Vec::new(), game.error().cloned());
        if self.legal || is_met && needs_board {
            (positions, mistake) = played(game);
            let end = positions.len() as u32;
            for ranges in &mut of_sides {
                ranges.retain_mut(|plies| {
                    plies.end = plies.end.min(end);
                    plies.start < plies.end
                });
            }
        }
        if self.filter.needs_pieces() {
            for ranges in &mut of_sides {
                let mut kept = Vec::new();
                let plies = ranges.drain(..).flatten();
                plies
                    .filter(|&ply| self.filter.takes_pieces(&positions[ply as usize]))
                    .for_each(|ply| extend(&mut kept, ply..ply + 1));
                *ranges = kept;
            }
        }
        let mut runs = Vec::new();
        for (ranges, color) in of_sides.into_iter().zip(Color::ALL) {
            let side = self.query.is_of_either().then_some(color);
            let long = ranges.into_iter().filter(|plies| plies.len() as u32 >= self.filter.duration());
            runs.extend(long.map(|plies| Run { side, plies }));
        }
        runs.sort_by_key(|run| run.plies.start);
        if runs.is_empty() {
            return (None, mistake);
        }
        let matches = |position: &Position| runs.iter().any(|run| run.plies.contains(&position.ply));
        let shown = match self.shown {
            Shown::None => Vec::new(),
            Shown::First => runs.iter().map(|run| positions[run.plies.start as usize].clone()).collect(),
            Shown::All => positions.into_iter().filter(matches).collect(),
        };
        let (mut count, mut end) = (0, 0);
        for run in &runs {
            count += u64::from(run.plies.end.saturating_sub(end.max(run.plies.start)));
            end = end.max(run.plies.end);
        }
        (Some(Match { game: game.clone(), runs, positions: count, shown }), mistake)
    }

    /// Returns a FEN or EPD record if it matches.
    fn record(&self, record: &Game) -> Option<Position> {
        let run = record.runs().first().filter(|run| self.query.is_met(run.pawns).contains(&true));
        let position = run.and_then(|_| record.positions().next()?.ok());
        position.filter(|position| self.filter.takes_pieces(position))
    }
}

/// Plays the moves of a game, and returns the positions up to its first mistake, and this mistake.
fn played(game: &Game) -> (Vec<Position>, Option<Error>) {
    let mut mistake = None;
    let positions =
        game.positions().map_while(|position| position.map_err(|error| mistake = Some(error)).ok());
    (positions.collect(), mistake)
}

/// Adds a range after the others.
fn extend(ranges: &mut Vec<Range<u32>>, plies: Range<u32>) {
    match ranges.last_mut() {
        Some(last) if last.end == plies.start => last.end = plies.end,
        _ => ranges.push(plies),
    }
}
