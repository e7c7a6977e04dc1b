//! The search: which positions of a game, and which records, match.

use std::ops::Range;
use std::sync::Arc;

use pawnfill::{Bitboard, Color};
use pawnfill_condition::{Mistake, Perspective, Query};
use pawnfill_positions::{Game, Games, Position};

use crate::filter::Filter;
use crate::found::{Match, Part, Record};
use crate::key::Key;
use crate::player::Outcome;
use crate::repeated::Identity;
use crate::run::Run;

/// The number of positions for which a condition is evaluated at the same time.
const SIDE_BY_SIDE: usize = 8;

/// Half-moves since the first position of a game, in order.
type Ranges = Vec<Range<u32>>;

/// What is searched for.
pub struct Search {
    /// The condition.
    pub query: Query,
    /// The conditions that are met later, each after the one before it.
    pub then: Vec<Query>,
    /// What is asked besides.
    pub filter: Filter,
    /// Which positions a match contains.
    pub shown: Shown,
    /// Whether every move is played.
    pub legal: bool,
    /// Whether the search continues after a bad game.
    pub skip_bad: bool,
}

/// The positions of a match that the output needs. The moves are played only if there are any.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// No position.
    None,
    /// One position of each run: the first one that no capture follows, or else the one
    /// in the middle.
    ///
    /// Structures often begin with a capture that is taken back in the next half-move.
    Quiet,
    /// All matching positions.
    All,
}

/// Why a search has no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// A condition has `mine` or `theirs`, and there is no player.
    Mine,
    /// A color is asked, but neither a player nor a condition about either side says of whom.
    ColorOfNobody,
    /// A side is to have won or lost, and likewise nothing says which one.
    ResultOfNobody,
    /// The opponent is to have a rating, and likewise nothing says whose.
    OpponentOfNobody,
    /// A table has a key twice.
    Twice(Key),
    /// A table of scores would have only games of one result.
    OneResult,
    /// A structure of the table has a mistake.
    Structure(Mistake),
}

impl Search {
    /// Returns the reason why the search has no answer, if there is one.
    ///
    /// # Errors
    ///
    /// The condition or an option is about the side of a player, and there is none.
    pub fn check(&self) -> Result<(), NoAnswer> {
        let filter = &self.filter;
        if !filter.players.is_empty() {
            return Ok(());
        }
        for query in self.queries() {
            if query.perspective() == Perspective::Mine {
                return Err(NoAnswer::Mine);
            }
        }
        match (filter.color, &filter.opponent_elo, filter.result) {
            _ if self.query.is_of_either() => Ok(()),
            (Some(_), ..) => Err(NoAnswer::ColorOfNobody),
            (_, Some(_), _) => Err(NoAnswer::OpponentOfNobody),
            (.., Some(Outcome::OfSide(_))) => Err(NoAnswer::ResultOfNobody),
            _ => Ok(()),
        }
    }

    /// Returns what is to be noted if the side of a player may be meant.
    #[must_use]
    pub fn note(&self) -> Option<&'static str> {
        let is_own = self
            .queries()
            .any(|query| query.perspective() == Perspective::Own);
        (is_own && !self.filter.players.is_empty()).then_some(
            "`own` is the side that meets the condition, which may be the opponent; \
             `mine` is the side of the player, and `theirs` that of the opponent",
        )
    }

    /// Returns `true` if both sides always meet the conditions in the same positions. A later one
    /// that has no side of its own is the same for both.
    pub(crate) fn is_symmetric(&self) -> bool {
        for query in &self.then {
            if query.perspective() != Perspective::Board && !query.is_symmetric() {
                return false;
            }
        }
        self.query.is_symmetric()
    }

    /// Returns `true` if the pawns of single positions decide which of them match.
    pub(crate) fn is_of_pawns(&self) -> bool {
        !self.legal && self.filter.duration() == 1 && !self.needs_pieces()
    }

    fn needs_pieces(&self) -> bool {
        self.filter.needs_pieces() || self.queries().any(Query::has_pieces)
    }

    /// Returns the conditions in order.
    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        std::iter::once(&self.query).chain(&self.then)
    }

    /// Returns the condition that a run meets.
    #[must_use]
    pub fn query_of(&self, run: &Run) -> &Query {
        self.queries().nth(run.part).unwrap_or(&self.query)
    }

    /// Searches some games or records.
    #[must_use]
    pub fn part(&self, games: &Arc<Games>) -> Part {
        let mut part = Part::default();
        for game in games.iter() {
            if game.is_record() {
                part.positions += u64::from(game.plies());
                part.is_records = true;
                part.records.extend(self.record(&game));
                part.errors.extend(game.error().cloned());
            } else {
                let sides = self.filter.sides(&self.filter.known(&game));
                part.took_game |= sides.contains(&true);
                let before = part.games.len();
                self.game(&game, sides, &mut part);
                for found in &mut part.games[before..] {
                    found.identity = Identity::new(&game, &game.known());
                }
            }
            if !part.errors.is_empty() && !self.skip_bad {
                break;
            }
        }
        part
    }

    /// Adds the matches of a game after some half-moves and up to its first mistake, and this
    /// mistake. An illegal move is found only if the moves are played. The condition is met by one
    /// of the sides in question, unless they are those of players and the condition is not.
    pub(crate) fn game(&self, game: &Game, sides: [bool; 2], part: &mut Part) {
        let allowed = self.filter.plies(game, sides);
        let mut met = self.all_met(game, &allowed, sides);
        let (mut positions, mut end) = (Vec::new(), game.plies());
        let needs_board = self.shown != Shown::None || self.needs_pieces();
        if self.legal || needs_board && !met.is_empty() {
            let mistake;
            (positions, mistake) = game.played();
            part.errors.extend(mistake);
            end = positions.len() as u32;
            self.keep_played(&mut met, &positions);
        } else {
            part.errors.extend(game.error().cloned());
        }
        part.positions += u64::from(end);
        let runs = self.runs(met);
        if runs.is_empty() {
            return;
        }
        part.games.push(Match {
            game: game.clone(),
            positions: (0..end).filter(|&ply| are_at(&runs, ply)).count() as u64,
            shown: self.shown(&runs, positions),
            runs,
            identity: None,
        });
    }

    /// Returns the half-moves for which each side meets each condition, or nothing if one of them
    /// is never met.
    fn all_met(&self, game: &Game, allowed: &Range<u32>, sides: [bool; 2]) -> Vec<[Ranges; 2]> {
        let mut all = Vec::new();
        for (part, query) in self.queries().enumerate() {
            // Whoever has the first condition, anybody may meet a later one without a side.
            let is_of_anybody = part > 0 && query.perspective() == Perspective::Board;
            let sides = if is_of_anybody { [true; 2] } else { sides };
            let met = self.met(query, game, allowed, sides);
            if met.iter().all(Vec::is_empty) {
                return Vec::new();
            }
            all.push(met);
        }
        all
    }

    /// Keeps the half-moves of these positions, and only where the pieces are as asked.
    fn keep_played(&self, met: &mut [[Ranges; 2]], positions: &[Position]) {
        for (of_sides, query) in met.iter_mut().zip(self.queries()) {
            for (side, ranges) in of_sides.iter_mut().enumerate() {
                for ply in std::mem::take(ranges).into_iter().flatten() {
                    let Some(position) = positions.get(ply as usize) else {
                        continue;
                    };
                    if self.filter.takes_pieces(position)
                        && (!query.has_pieces() || query.is_met(position.placement())[side])
                    {
                        extend(ranges, ply..ply + 1);
                    }
                }
            }
        }
    }

    /// Returns the runs that are long enough and in order, of the half-moves for which each side
    /// meets each condition.
    fn runs(&self, met: Vec<[Ranges; 2]>) -> Vec<Run> {
        let mut runs = Vec::new();
        for (part, (query, of_sides)) in self.queries().zip(met).enumerate() {
            let first = runs.len();
            for (ranges, color) in of_sides.into_iter().zip(Color::ALL) {
                let side = query.is_of_either().then_some(color);
                for plies in ranges {
                    if plies.len() as u32 >= self.duration(part) {
                        runs.push(Run { part, side, plies });
                    }
                }
            }
            runs[first..].sort_by_key(|run: &Run| run.plies.start);
        }
        if !self.then.is_empty() {
            self.keep_in_order(&mut runs);
        }
        runs
    }

    /// Returns the positions of some runs that the output needs.
    fn shown(&self, runs: &[Run], mut positions: Vec<Position>) -> Vec<Position> {
        match self.shown {
            Shown::None => Vec::new(),
            Shown::All => {
                positions.retain(|position| are_at(runs, position.ply));
                positions
            }
            Shown::Quiet => {
                let mut shown = Vec::new();
                for run in runs {
                    shown.push(quiet(&positions, &run.plies).clone());
                }
                shown
            }
        }
    }

    /// Returns the half-moves for which each side meets a condition.
    fn met(
        &self,
        query: &Query,
        game: &Game,
        allowed: &Range<u32>,
        sides: [bool; 2],
    ) -> [Ranges; 2] {
        let mut of_sides = [Vec::new(), Vec::new()];
        let runs = game.runs();
        let first = runs.partition_point(|run| run.plies.end <= allowed.start);
        let end = runs.partition_point(|run| run.plies.start < allowed.end);
        let runs = runs.get(first..end).unwrap_or_default();
        for runs in runs.chunks(SIDE_BY_SIDE) {
            // If there are fewer, the last one is repeated.
            let pawns = std::array::from_fn(|index| runs[index.min(runs.len() - 1)].pawns);
            let are_met: [[bool; SIDE_BY_SIDE]; 2] = query.are_met(pawns);
            for (index, run) in runs.iter().enumerate() {
                let plies = run.plies.start.max(allowed.start)..run.plies.end.min(allowed.end);
                for (ranges, are_met) in of_sides.iter_mut().zip(&are_met) {
                    if are_met[index] {
                        extend(ranges, plies.clone());
                    }
                }
            }
        }
        if query.perspective() == Perspective::Mine
            || query.is_of_either() && self.filter.players.is_empty()
        {
            for (ranges, is_asked) in of_sides.iter_mut().zip(sides) {
                if !is_asked {
                    ranges.clear();
                }
            }
        }
        of_sides
    }

    /// Returns the number of positions in a row for which a condition holds. Only the first one has
    /// to last.
    fn duration(&self, part: usize) -> u32 {
        if part == 0 { self.filter.duration() } else { 1 }
    }

    /// Keeps the runs that belong to a sequence: each of its conditions holds after the one before
    /// it. Conditions with `own` or `mine` are met by the same side.
    fn keep_in_order(&self, runs: &mut Vec<Run>) {
        let mut firsts = vec![u32::MAX; runs.len()];
        for side in Color::ALL {
            let starts = self.starts(runs, side);
            for number in self.completing(runs, side, &starts) {
                firsts[number] = firsts[number].min(starts[number]);
            }
        }
        for (run, first) in runs.iter_mut().zip(firsts) {
            run.plies.start = first;
        }
        runs.retain(|run| run.plies.start < u32::MAX);
        // Both sides may meet a condition at once, and begin later for different reasons.
        runs.sort_by_key(|run| (run.part, run.plies.start));
    }

    /// Returns where each run can begin in a sequence of a side. From the front: a condition holds
    /// from the end of the first run of the condition before it that lasts long enough.
    fn starts(&self, runs: &[Run], side: Color) -> Vec<u32> {
        let mut starts = vec![u32::MAX; runs.len()];
        let mut earliest = 0;
        for part in 0..=self.then.len() {
            let mut end = u32::MAX;
            for (number, run) in self.runs_of(runs, part, side) {
                starts[number] = run.plies.start.max(earliest);
                let ends = starts[number].saturating_add(self.duration(part));
                if ends <= run.plies.end {
                    end = end.min(ends);
                }
            }
            earliest = end;
        }
        starts
    }

    /// Returns the runs that end a sequence, or are followed by a run of the next condition. From
    /// the back: a condition has held before the last run of the next one begins to last.
    fn completing(&self, runs: &[Run], side: Color, starts: &[u32]) -> Vec<usize> {
        let mut all = Vec::new();
        let mut latest = u32::MAX;
        for part in (0..=self.then.len()).rev() {
            let mut last = 0;
            for (number, run) in self.runs_of(runs, part, side) {
                let end = run.plies.end.min(latest);
                if starts[number].saturating_add(self.duration(part)) <= end {
                    all.push(number);
                    last = last.max(end - self.duration(part));
                }
            }
            latest = last;
        }
        all
    }

    /// Returns the runs of a condition that a side may meet, with their numbers.
    fn runs_of<'a>(
        &self,
        runs: &'a [Run],
        part: usize,
        side: Color,
    ) -> impl Iterator<Item = (usize, &'a Run)> {
        let query = self.queries().nth(part);
        let is_of_all = query.is_some_and(|query| query.perspective() == Perspective::Board);
        let runs = runs.iter().enumerate();
        runs.filter(move |(_, run)| run.part == part && (is_of_all || run.side == Some(side)))
    }

    /// Returns a FEN or EPD record if it matches.
    fn record(&self, record: &Game) -> Option<Record> {
        let run = record.runs().first()?;
        if !self.query.are_met([run.pawns]).concat().contains(&true) {
            return None;
        }
        let position = record.positions().next()?.ok()?;
        if !self.filter.takes_pieces(&position) {
            return None;
        }
        let mut sides = Vec::new();
        for (side, is_met) in Color::ALL
            .into_iter()
            .zip(self.query.is_met(position.placement()))
        {
            if is_met {
                sides.push(self.query.is_of_either().then_some(side));
            }
        }
        (!sides.is_empty()).then_some(Record { position, sides })
    }
}

/// Returns `true` if any run has a position.
fn are_at(runs: &[Run], ply: u32) -> bool {
    runs.iter().any(|run| run.plies.contains(&ply))
}

/// Returns the number of pieces and pawns.
fn men(position: &Position) -> u32 {
    let sets = position.placement().pieces();
    sets.as_flattened()
        .iter()
        .copied()
        .map(Bitboard::count)
        .sum()
}

/// Returns the first of some positions that no capture follows, or else the one in the middle.
fn quiet<'a>(positions: &'a [Position], plies: &Range<u32>) -> &'a Position {
    let of_run = &positions[plies.start as usize..];
    for (at, position) in of_run[..plies.len()].iter().enumerate() {
        match of_run.get(at + 1) {
            Some(next) if men(next) != men(position) => {}
            _ => return position,
        }
    }
    &of_run[plies.len() / 2]
}

/// Adds a range after the others.
fn extend(ranges: &mut Ranges, plies: Range<u32>) {
    match ranges.last_mut() {
        Some(last) if last.end == plies.start => last.end = plies.end,
        _ => ranges.push(plies),
    }
}
