//! The search: which positions of a game, and which records, match.

use std::ops::Range;
use std::sync::Arc;

use pawnfill::{Bitboard, Color};
use pawnfill_condition::{Mistake, Perspective, Query};
use pawnfill_positions::{Error, Game, Games, Position};

use crate::about::{self, Run};
use crate::filter::Filter;
use crate::player::Outcome;
use crate::statistics::Key;

/// The number of positions for which a condition is evaluated at the same time.
const SIDE_BY_SIDE: usize = 8;

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

/// A game with matching positions.
pub struct Match {
    /// The game.
    pub game: Game,
    /// The runs of matching positions, of one condition after the other, in the order of their
    /// first positions.
    pub runs: Vec<Run>,
    /// The number of matching positions.
    pub positions: u64,
    /// The positions that the search was asked to show.
    pub shown: Vec<Position>,
}

impl Match {
    /// Returns the game as PGN with the blank line after it, and a comment where each run begins.
    /// Returns nothing if it has a mistake: after an open comment, other readers would lose the
    /// next games.
    #[must_use]
    pub fn pgn(&self) -> Option<Vec<u8>> {
        if self.game.error().is_some() {
            return None;
        }
        let ends: Vec<usize> = self.game.moves().map(|place| place.end).collect();
        let (mut pgn, mut written) = (Vec::new(), 0);
        let text = self.game.text();
        let mut starts: Vec<&Run> = self.runs.iter().collect();
        starts.sort_by_key(|run| run.plies.start);
        for runs in starts.chunk_by(|a, b| a.plies.start == b.plies.start) {
            // No move leads to the first position.
            let Some(end) = (runs[0].plies.start as usize)
                .checked_sub(1)
                .and_then(|ply| ends.get(ply))
            else {
                continue;
            };
            let moves = runs.iter().map(|run| about::moves(&self.game, run));
            let comment = format!("pawnfill: {}", moves.collect::<Vec<_>>().join(", "));
            // Other readers refuse glyphs and comments behind a comment.
            let (place, is_in_comment) = self.game.comment_place(*end);
            pgn.extend_from_slice(&text[written..place]);
            let blank = if text.get(place).is_some_and(u8::is_ascii_whitespace) {
                ""
            } else {
                " "
            };
            let comment = match is_in_comment {
                true => format!("{comment};{blank}"),
                false => format!(" {{{comment}}}"),
            };
            pgn.extend(comment.bytes());
            written = place;
        }
        pgn.extend_from_slice(text[written..].trim_ascii_end());
        // A game without tags may follow.
        pgn.extend_from_slice(if self.game.result().is_some() {
            b"\n\n"
        } else {
            b"\n*\n\n"
        });
        Some(pgn)
    }
}

/// A FEN or EPD record that matches.
pub struct Record {
    /// The position.
    pub position: Position,
    /// The sides that meet the condition, or nothing in place of a side if it is not about either.
    pub sides: Vec<Option<Color>>,
}

/// What matches in some games or records, which were searched without the others.
#[derive(Default)]
pub struct Part {
    /// The games with matches.
    pub games: Vec<Match>,
    /// The records that match.
    pub records: Vec<Record>,
    /// Whether these are records, and not games.
    pub is_records: bool,
    /// Whether the tags of any game are as the filter asks.
    pub took_game: bool,
    /// The number of positions that were read.
    pub positions: u64,
    /// The mistakes in the games. Unless bad games are skipped, the first one ends the search.
    pub errors: Vec<Error>,
}

impl Search {
    /// Returns the reason why the search has no answer, if there is one.
    ///
    /// # Errors
    ///
    /// The condition or an option is about the side of a player, and there is none.
    pub fn check(&self) -> Result<(), NoAnswer> {
        if !self.filter.players.is_empty() {
            return Ok(());
        }
        if self
            .queries()
            .any(|query| query.perspective() == Perspective::Mine)
        {
            return Err(NoAnswer::Mine);
        }
        match (
            self.filter.color,
            &self.filter.opponent_elo,
            self.filter.result,
        ) {
            _ if self.query.is_of_either() => Ok(()),
            (Some(_), ..) => Err(NoAnswer::ColorOfNobody),
            (_, Some(_), _) => Err(NoAnswer::OpponentOfNobody),
            (.., Some(Outcome::OfSide(_))) => Err(NoAnswer::ResultOfNobody),
            _ => Ok(()),
        }
    }

    /// Returns `true` if both sides always meet the conditions in the same positions. A later one
    /// that has no side of its own is the same for both.
    pub(crate) fn is_symmetric(&self) -> bool {
        let is_same =
            |query: &Query| query.perspective() == Perspective::Board || query.is_symmetric();
        self.query.is_symmetric() && self.then.iter().all(is_same)
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

    /// Searches some games or records.
    #[must_use]
    pub fn part(&self, games: &Arc<Games>) -> Part {
        let mut part = Part::default();
        for game in games.iter() {
            let tags = self.filter.known(&game);
            if game.is_record() {
                part.positions += u64::from(game.plies());
                part.is_records = true;
                part.records.extend(self.record(&game));
                part.errors.extend(game.error().cloned());
            } else {
                let sides = self.filter.sides(&tags);
                let is_asked = sides.contains(&true);
                part.took_game |= is_asked;
                let allowed = if is_asked {
                    self.filter.plies(&game)
                } else {
                    0..0
                };
                self.game(&game, allowed, sides, &mut part);
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
    pub(crate) fn game(&self, game: &Game, allowed: Range<u32>, sides: [bool; 2], part: &mut Part) {
        // The half-moves for which each side meets each condition, or nothing if one of them is
        // never met.
        let is_met = |of_sides: &[Vec<_>; 2]| of_sides.iter().any(|ranges| !ranges.is_empty());
        let met = self.queries().enumerate().map(|(part, query)| {
            // Whoever has the first condition, anybody may meet a later one without a side.
            let sides = if part > 0 && query.perspective() == Perspective::Board {
                [true; 2]
            } else {
                sides
            };
            Some(self.met(query, game, &allowed, sides)).filter(is_met)
        });
        let mut met = met.collect::<Option<Vec<_>>>().unwrap_or_default();
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
        let matches = |ply: u32| runs.iter().any(|run| run.plies.contains(&ply));
        let shown = match self.shown {
            Shown::None => Vec::new(),
            Shown::Quiet => runs
                .iter()
                .map(|run| quiet(&positions, &run.plies).clone())
                .collect(),
            Shown::All => positions
                .into_iter()
                .filter(|position| matches(position.ply))
                .collect(),
        };
        let positions = (0..end).filter(|&ply| matches(ply)).count() as u64;
        part.games.push(Match {
            game: game.clone(),
            runs,
            positions,
            shown,
        });
    }

    /// Keeps the half-moves of these positions, and only where the pieces are as asked.
    fn keep_played(&self, met: &mut [[Vec<Range<u32>>; 2]], positions: &[Position]) {
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
    fn runs(&self, met: Vec<[Vec<Range<u32>>; 2]>) -> Vec<Run> {
        let mut runs = Vec::new();
        for (part, (query, of_sides)) in self.queries().zip(met).enumerate() {
            let first = runs.len();
            for (ranges, color) in of_sides.into_iter().zip(Color::ALL) {
                let side = query.is_of_either().then_some(color);
                let long = ranges
                    .into_iter()
                    .filter(|plies| plies.len() as u32 >= self.duration(part));
                runs.extend(long.map(|plies| Run { part, side, plies }));
            }
            runs[first..].sort_by_key(|run: &Run| run.plies.start);
        }
        if !self.then.is_empty() {
            self.keep_in_order(&mut runs);
        }
        runs
    }

    /// Returns the half-moves for which each side meets a condition.
    fn met(
        &self,
        query: &Query,
        game: &Game,
        allowed: &Range<u32>,
        sides: [bool; 2],
    ) -> [Vec<Range<u32>>; 2] {
        let mut of_sides = [Vec::new(), Vec::new()];
        let runs = game.runs();
        let first = runs.partition_point(|run| run.plies.end <= allowed.start);
        let end = runs.partition_point(|run| run.plies.start < allowed.end);
        for runs in runs
            .get(first..end)
            .unwrap_or_default()
            .chunks(SIDE_BY_SIDE)
        {
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
            let others = of_sides
                .iter_mut()
                .zip(sides)
                .filter(|(_, is_asked)| !is_asked);
            others.for_each(|(ranges, _)| ranges.clear());
        }
        of_sides
    }

    /// Returns the number of positions in a row for which a condition holds. Only the first one has
    /// to last.
    fn duration(&self, part: usize) -> u32 {
        if part == 0 { self.filter.duration() } else { 1 }
    }

    /// Keeps the runs of each condition that are after one of the condition before it, and before
    /// one of the next. Conditions with `own` or `mine` are met by the same side.
    fn keep_in_order(&self, runs: &mut Vec<Run>) {
        let parts = 0..=self.then.len();
        let queries: Vec<&Query> = self.queries().collect();
        let is_of = |run: &Run, side| {
            queries[run.part].perspective() == Perspective::Board || run.side == Some(side)
        };
        let mut kept: Vec<Option<Range<u32>>> = vec![None; runs.len()];
        for side in Color::ALL {
            let of = |part| {
                runs.iter()
                    .enumerate()
                    .filter(move |(_, run)| run.part == part && is_of(run, side))
            };
            // From the front: where a run can begin. From the back: where it can end.
            let mut earliest = Some(0);
            let mut starts = vec![0; runs.len()];
            for part in parts.clone() {
                let ends = of(part).filter_map(|(number, run)| {
                    starts[number] = run.plies.start.max(earliest?);
                    let end = starts[number] + self.duration(part);
                    (end <= run.plies.end).then_some(end)
                });
                earliest = ends.min();
            }
            let mut latest = earliest.map(|_| u32::MAX);
            for part in parts.clone().rev() {
                let mut before = None;
                for (number, run) in of(part) {
                    let last = run
                        .plies
                        .end
                        .min(latest.unwrap_or(0))
                        .checked_sub(self.duration(part));
                    if let Some(last) = last.filter(|&last| last >= starts[number]) {
                        before = before.max(Some(last));
                        let start = kept[number].as_ref().map_or(u32::MAX, |kept| kept.start);
                        kept[number] = Some(starts[number].min(start)..run.plies.end);
                    }
                }
                latest = before;
            }
        }
        let mut kept = kept.into_iter();
        runs.retain_mut(|run| {
            kept.next()
                .flatten()
                .map(|plies| run.plies = plies)
                .is_some()
        });
        // Both sides may meet a condition at once, and begin later for different reasons.
        runs.sort_by_key(|run| (run.part, run.plies.start));
    }

    /// Returns a FEN or EPD record if it matches.
    fn record(&self, record: &Game) -> Option<Record> {
        record
            .runs()
            .first()
            .filter(|run| self.query.are_met([run.pawns]).concat().contains(&true))?;
        let is_taken = |of: &Position| self.filter.takes_pieces(of);
        let position = record.positions().next()?.ok().filter(is_taken)?;
        let is_met = self.query.is_met(position.placement());
        let of = |side| self.query.is_of_either().then_some(side);
        let met = Color::ALL.into_iter().zip(is_met);
        let sides = met
            .filter(|(_, is_met)| *is_met)
            .map(|(side, _)| of(side))
            .collect::<Vec<_>>();
        (!sides.is_empty()).then_some(Record { position, sides })
    }
}

/// Returns the number of pieces and pawns.
fn men(position: &Position) -> u32 {
    position
        .placement()
        .pieces()
        .into_iter()
        .flatten()
        .map(Bitboard::count)
        .sum()
}

/// Returns the first of some positions that no capture follows, or else the one in the middle.
fn quiet<'a>(positions: &'a [Position], plies: &Range<u32>) -> &'a Position {
    let of_run = &positions[plies.start as usize..];
    let is_quiet = |ply: &usize| {
        let next = of_run.get(ply + 1);
        next.is_none_or(|next| men(next) == men(&of_run[*ply]))
    };
    &of_run[(0..plies.len()).find(is_quiet).unwrap_or(plies.len() / 2)]
}

/// Adds a range after the others.
fn extend(ranges: &mut Vec<Range<u32>>, plies: Range<u32>) {
    match ranges.last_mut() {
        Some(last) if last.end == plies.start => last.end = plies.end,
        _ => ranges.push(plies),
    }
}
