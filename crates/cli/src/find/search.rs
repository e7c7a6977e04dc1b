//! The search: which positions of a game, and which records, match.

use std::ops::Range;

use anyhow::bail;
use pawnfill::Color;
use pawnfill_positions::{Error, Game, Position};

use super::filter::Filter;
use super::matches::Matches;
use crate::input::Input;
use crate::query::Query;

/// What is searched for.
pub(super) struct Search {
    pub(super) query: Query,
    pub(super) filter: Filter,
    pub(super) shown: Shown,
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

impl Search {
    /// Returns the matches of a game.
    ///
    /// # Errors
    ///
    /// The error is an illegal move, which can only be found if the moves are played.
    pub(super) fn game(&self, game: &Game) -> Result<Option<Match>, Error> {
        if !self.filter.takes_game(game) {
            return Ok(None);
        }
        let allowed = self.filter.plies(game);
        let mut of_sides = [Vec::new(), Vec::new()];
        for run in game.runs() {
            let plies = run.plies.start.max(allowed.start)..run.plies.end.min(allowed.end);
            if plies.is_empty() {
                continue;
            }
            for (ranges, is_met) in of_sides.iter_mut().zip(self.query.is_met(run.pawns)) {
                if is_met {
                    extend(ranges, plies.clone());
                }
            }
        }
        let needs_board = self.filter.needs_pieces() || self.shown != Shown::None;
        let is_met = of_sides.iter().any(|ranges| !ranges.is_empty());
        let positions: Vec<Position> =
            if is_met && needs_board { game.positions().collect::<Result<_, _>>()? } else { Vec::new() };
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
            return Ok(None);
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
        Ok(Some(Match { game: game.clone(), runs, positions: count, shown }))
    }

    /// Tests if a FEN or EPD record matches.
    fn takes_record(&self, position: &Position) -> bool {
        self.query.is_met(position.pawns).contains(&true) && self.filter.takes_pieces(position)
    }
}

/// Adds a range after the others.
fn extend(ranges: &mut Vec<Range<u32>>, plies: Range<u32>) {
    match ranges.last_mut() {
        Some(last) if last.end == plies.start => last.end = plies.end,
        _ => ranges.push(plies),
    }
}

/// Passes the matches of an input to the output.
pub(super) fn search(input: &mut Input, search: &Search, matches: &mut Matches) -> anyhow::Result<()> {
    while let Some(position) = input.next() {
        let position = position?;
        match &position.game {
            // The input itself reports a move that cannot be played.
            Some(game) if position.ply == 0 => {
                if let Ok(Some(found)) = search.game(game) {
                    matches.add_game(&input.name, search, &found)?;
                }
            }
            Some(_) => {}
            None => {
                if let Some(option) = search.filter.needs_games() {
                    bail!("{option} needs games, but {} has single positions", input.name);
                }
                if search.takes_record(&position) {
                    matches.add_record(&input.name, search, &position)?;
                }
            }
        }
    }
    Ok(())
}
