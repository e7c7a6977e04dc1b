//! The answers to questions by their definitions: position by position, and square by square.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use cozy_chess::{Board, Color, Piece};
use fastrand::Rng;
use pawnfill_condition::{Definition, Query};
use pawnfill_find::{Filter, Search, Shown, Span};

pub use crate::conditions::{CONDITIONS, Condition, DEFINITIONS, View};
use crate::games::Made;

/// Returns the number of the last move before a position.
pub fn last_move(board: &Board) -> u32 {
    u32::from(board.fullmove_number()) - u32::from(board.side_to_move() == Color::White)
}

/// A text and what it means.
type Meant<T> = Option<(&'static str, T)>;
type Range = RangeInclusive<u32>;

/// A question.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The numbers of the conditions.
    pub conditions: Vec<usize>,
    pub duration: Meant<usize>,
    pub moves: Meant<Range>,
    pub players: Meant<&'static [&'static str]>,
    pub color: Meant<usize>,
    pub result: Option<&'static str>,
    pub elo: Meant<Range>,
    pub years: Meant<Range>,
    pub pieces: Meant<Range>,
    pub material: Meant<&'static [[[usize; 4]; 2]]>,
    pub legal: bool,
    pub openings: Meant<&'static [&'static str]>,
    pub event: Meant<&'static str>,
    pub time_control: Meant<&'static [&'static str]>,
    pub opponent_elo: Meant<Range>,
    pub skip_bad: bool,
}

/// A run that is found: the number of the condition, the side, and its first and last position.
pub type Found = (usize, Option<usize>, usize, usize);

impl Asked {
    /// Returns a question that asks two or three things.
    pub fn new(rng: &mut Rng) -> Self {
        let (number, legal) = ([1, 1, 1, 2, 3][rng.usize(..5)], rng.usize(..8) == 0);
        Self {
            conditions: (0..number).map(|_| rng.usize(..CONDITIONS.len())).collect(),
            duration: some(
                rng,
                [("1", 2), ("3 moves", 6), ("8plies", 8), ("2plies", 2)],
            ),
            moves: some(
                rng,
                [
                    ("10-20", 10..=20),
                    ("7", 7..=7),
                    ("-5", 0..=5),
                    ("25-", 25..=u32::MAX),
                ],
            ),
            players: some(
                rng,
                [
                    ("hou", &["Hou, Yifan", "Hou,Y"][..]),
                    ("Kramnik, V", &["Kramnik,V", "Kramnik, Vladimir"]),
                    ("Nobody;qi guo;houska", &["Guo, Qi", "Houska, Jovanka"]),
                ],
            ),
            color: some(rng, [("white", 0), ("black", 1)]),
            result: some(rng, ["won", "drawn", "lost", "1-0", "0-1", "1/2-1/2"]),
            elo: some(rng, [("-2600", 0..=2600), ("2500-2600", 2500..=2600)]),
            years: some(
                rng,
                [
                    ("1999", 1999..=1999),
                    ("-1999", 0..=1999),
                    ("1999-", 1999..=u32::MAX),
                ],
            ),
            pieces: some(rng, [("-12", 0..=12), ("11-13", 11..=13)]),
            material: some(
                rng,
                [
                    ("QRRBBNvQRRBBNN", &[[[1, 2, 2, 1], [2, 2, 2, 1]]][..]),
                    (
                        "KBvN,BBNNQRvrrqnnb",
                        &[[[0, 1, 0, 0], [1, 0, 0, 0]], [[2, 2, 1, 1], [2, 1, 2, 1]]],
                    ),
                ],
            ),
            legal,
            openings: rare(
                rng,
                [
                    ("C10-C19", &["C11"][..]),
                    ("D", &["D35"]),
                    ("A,C1,D36", &["C11"]),
                    ("D35", &["D35"]),
                ],
            ),
            event: rare(rng, [("OPE", "Open"), ("cup", "Cup")]),
            time_control: rare(
                rng,
                [
                    ("bullet", &["10+0.1"][..]),
                    ("blitz", &["180+2"]),
                    ("correspondence", &["1/86400", "1 in 5 days"]),
                    ("1 in 5 days", &["1 in 5 days"]),
                    ("rapid", &["600"]),
                    ("classical", &["40/7200:1800"]),
                    ("600", &["600"]),
                ],
            ),
            opponent_elo: rare(rng, [("-2600", 0..=2600), ("2600-", 2600..=u32::MAX)]),
            skip_bad: rng.usize(..4) > 0,
        }
    }

    pub fn search(&self, names: &[Arc<Definition>], shown: Shown) -> Search {
        fn parsed<T: std::str::FromStr<Err: std::fmt::Debug>, M>(of: &Meant<M>) -> Option<T> {
            of.as_ref().map(|(text, _)| text.parse().unwrap())
        }
        fn list<T: std::str::FromStr<Err: std::fmt::Debug>, M>(
            of: &Meant<M>,
            separator: char,
        ) -> Vec<T> {
            let texts = of.iter().flat_map(|(text, _)| text.split(separator));
            texts.map(|text| text.parse().unwrap()).collect()
        }
        let query = |number: &usize| Query::parse(CONDITIONS[*number].text, names).unwrap();
        let filter = Filter {
            duration: parsed(&self.duration),
            moves: parsed(&self.moves),
            players: list(&self.players, ';'),
            color: self.color.map(|(_, side)| pawnfill::Color::ALL[side]),
            result: self.result.map(|text| text.parse().unwrap()),
            elo: parsed(&self.elo),
            years: self
                .years
                .as_ref()
                .map(|(text, _)| Span::years(text).unwrap()),
            pieces: parsed(&self.pieces),
            material: list(&self.material, ','),
            eco: list(&self.openings, ','),
            event: parsed(&self.event),
            time_control: parsed(&self.time_control),
            opponent_elo: parsed(&self.opponent_elo),
        };
        let mut queries = self.conditions.iter().map(query);
        Search {
            query: queries.next().unwrap(),
            then: queries.collect(),
            filter,
            shown,
            legal: self.legal,
            skip_bad: self.skip_bad,
        }
    }

    /// Returns `true` if no side is known that the question is about.
    pub fn has_no_answer(&self) -> bool {
        let of_side = self.color.is_some()
            || self.opponent_elo.is_some()
            || self
                .result
                .is_some_and(|result| ["won", "lost"].contains(&result));
        let has = |view| {
            self.conditions
                .iter()
                .any(|&number| CONDITIONS[number].view == view)
        };
        self.players.is_none()
            && (has(View::Mine) || of_side && CONDITIONS[self.conditions[0]].view == View::Board)
    }

    /// Returns the games that are read: those up to a bad one.
    pub fn read<'g>(&self, games: &'g [Made]) -> &'g [Made] {
        let bad = games.iter().position(|game| game.is_bad && !self.skip_bad);
        &games[..bad.map_or(games.len(), |bad| bad + 1)]
    }

    /// Returns the numbers of the games that are found, from 0, with their runs.
    pub fn all_found(&self, games: &[Made]) -> Vec<(usize, Vec<Found>)> {
        let found = self
            .read(games)
            .iter()
            .map(|game| self.found(game))
            .enumerate();
        found.filter(|(_, runs)| !runs.is_empty()).collect()
    }

    /// Returns the sides of the players, or both.
    pub fn played(&self, game: &Made) -> [bool; 2] {
        game.names
            .map(|name| self.players.is_none_or(|(_, names)| names.contains(&name)))
    }

    /// Returns the sides that the question is about.
    pub fn sides(&self, game: &Made) -> [bool; 2] {
        let contains = |span: &Meant<Range>, value: Option<u32>| {
            span.as_ref()
                .is_none_or(|(_, span)| value.is_some_and(|value| span.contains(&value)))
        };
        let is_game = game
            .ratings
            .iter()
            .all(|rating| contains(&self.elo, *rating))
            && contains(&self.years, game.year)
            && self
                .openings
                .is_none_or(|(_, codes)| codes.contains(&game.eco_and_event[0]))
            && self
                .event
                .is_none_or(|(_, event)| game.eco_and_event[1] == event)
            && self
                .time_control
                .is_none_or(|(_, tags)| tags.contains(&game.time_control));
        [0, 1].map(|side| {
            let result = match self.result {
                None => true,
                Some("won") => game.result == ["1-0", "0-1"][side],
                Some("lost") => game.result == ["0-1", "1-0"][side],
                Some("drawn") => game.result == "1/2-1/2",
                Some(result) => game.result == result,
            };
            let opponent = contains(&self.opponent_elo, game.ratings[1 - side]);
            is_game
                && result
                && opponent
                && self.played(game)[side]
                && self.color.is_none_or(|(_, color)| color == side)
        })
    }

    /// Returns `true` if the number of the last move and the pieces are as asked.
    pub fn takes(&self, board: &Board) -> bool {
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        let number = |color, piece| board.colored_pieces(color, piece).len() as usize;
        let men =
            || [Color::White, Color::Black].map(|color| pieces.map(|piece| number(color, piece)));
        self.moves
            .as_ref()
            .is_none_or(|(_, moves)| moves.contains(&last_move(board)))
            && self.pieces.as_ref().is_none_or(|(_, span)| {
                span.contains(&(men().concat().iter().sum::<usize>() as u32))
            })
            && self.material.is_none_or(|(_, pairs)| {
                pairs
                    .iter()
                    .any(|&[one, other]| [[one, other], [other, one]].contains(&men()))
            })
    }

    /// Returns the boards for which a side meets the condition in a place.
    fn met(&self, game: &Made, part: usize, condition: usize, side: usize) -> Vec<bool> {
        let asked = self.sides(game);
        let is_asked = match CONDITIONS[condition].view {
            View::Mine => asked[side],
            View::Own if self.players.is_none() => asked[side],
            View::Either if self.players.is_none() && part == 0 => asked[side],
            _ => asked.contains(&true),
        };
        let met = game.met[condition][side].iter().zip(&game.boards);
        met.map(|(is_met, board)| *is_met && is_asked && self.takes(board))
            .collect()
    }

    /// Returns the runs that are found: each from the first position that belongs to a sequence of
    /// all conditions.
    pub fn found(&self, game: &Made) -> Vec<Found> {
        let (mut found, plies) = (BTreeMap::new(), 0..game.boards.len());
        for own in 0..2 {
            // The sides that may meet each condition, with the boards for which they do.
            let sides_of =
                |(part, &condition): (usize, &usize)| -> Vec<(Option<usize>, Vec<bool>)> {
                    let sides = match CONDITIONS[condition].view {
                        View::Board => vec![None],
                        View::Either => vec![Some(0), Some(1)],
                        View::Own | View::Mine => vec![Some(own)],
                    };
                    sides
                        .into_iter()
                        .map(|side| (side, self.met(game, part, condition, side.unwrap_or(0))))
                        .collect()
                };
            let parts: Vec<_> = self.conditions.iter().enumerate().map(sides_of).collect();
            // The positions from which each lasts, after one of the condition before it, and before
            // one of the next.
            let length = |part: usize| {
                self.duration
                    .filter(|_| part == 0)
                    .map_or(1, |(_, plies)| plies)
            };
            let lasts = |part, met: &[bool], ply| {
                (ply..ply + length(part)).all(|ply| met.get(ply) == Some(&true))
            };
            let mut starts: Vec<Vec<Vec<usize>>> = Vec::new();
            let mut earliest = Some(0);
            for (part, sides) in parts.iter().enumerate() {
                let is_start = |met: &[bool], ply| {
                    earliest.is_some_and(|earliest| ply >= earliest) && lasts(part, met, ply)
                };
                let of_side = |(_, met): &(_, Vec<bool>)| {
                    plies.clone().filter(|&ply| is_start(met, ply)).collect()
                };
                starts.push(sides.iter().map(of_side).collect());
                earliest = starts[part]
                    .iter()
                    .flatten()
                    .min()
                    .map(|ply| ply + length(part));
            }
            let mut latest = Some(plies.end);
            for (part, starts) in starts.iter_mut().enumerate().rev() {
                let is_before =
                    |ply: &usize| latest.is_some_and(|latest| ply + length(part) <= latest);
                starts
                    .iter_mut()
                    .for_each(|starts| starts.retain(is_before));
                latest = starts.iter().flatten().max().copied();
            }
            for (part, (sides, starts)) in parts.iter().zip(starts).enumerate() {
                for ((side, met), starts) in sides.iter().zip(starts) {
                    for first in starts {
                        let end = (first..plies.end)
                            .find(|&ply| !met[ply])
                            .unwrap_or(plies.end);
                        let start = found.entry((part, *side, end)).or_insert(first);
                        *start = first.min(*start);
                    }
                }
            }
        }
        found
            .into_iter()
            .map(|((part, side, end), start)| (part, side, start, end))
            .collect()
    }
}

/// Returns one of some values, or more often none.
fn some<T, const N: usize>(rng: &mut Rng, values: [T; N]) -> Option<T> {
    rng.choice(values).filter(|_| rng.usize(..4) == 0)
}

/// The same, of what is asked rarely.
fn rare<T, const N: usize>(rng: &mut Rng, values: [T; N]) -> Option<T> {
    some(rng, values).filter(|_| rng.usize(..3) == 0)
}

/// Returns which games repeat one before them that repeats none. The date and the address of one
/// stand for the other, too.
pub fn repeats(games: &[&Made], is_illegal: bool) -> Vec<bool> {
    type Facts = [Option<u32>; 2];
    let mut kept: Vec<(&Made, Facts)> = Vec::new();
    let differ = |(one, other): (&Option<u32>, &Option<u32>)| {
        one.is_some() && other.is_some() && one != other
    };
    let facts = |game: &Made| {
        let number = game.site.strip_prefix("https://example.org/");
        [game.year, number.map(|number| number.parse().unwrap())]
    };
    // Of illegal moves, the mistake of a bad game is the only one.
    let same = |game: &Made, other: &Made| {
        (game.names, game.result, is_illegal && game.is_bad)
            == (other.names, other.result, is_illegal && other.is_bad)
            && game.moves == other.moves
            && game.boards[0] == other.boards[0]
    };
    let mut all = Vec::new();
    for game in games {
        let is_known = !game.names.contains(&"?")
            && game.moves.len() + usize::from(is_illegal && game.is_bad) >= 10;
        let own = facts(game);
        let is_repeated = |(other, facts): &&mut (&Made, Facts)| {
            same(game, other) && !own.iter().zip(facts.iter()).any(differ)
        };
        let other = kept.iter_mut().find(is_repeated).filter(|_| is_known);
        all.push(other.is_some());
        match other {
            Some((_, facts)) => *facts = [0, 1].map(|fact| facts[fact].or(own[fact])),
            None if is_known => kept.push((game, own)),
            None => (),
        }
    }
    all
}
