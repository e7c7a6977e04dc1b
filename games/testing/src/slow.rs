//! The answers to questions by their definitions: position by position, and square by square.

use std::collections::BTreeMap;
use std::sync::Arc;

use cozy_chess::Board;
use fastrand::Rng;
use pawnfill_condition::{Definition, Query};
use pawnfill_find::{Filter, OPTIONS, Search, Shown};

use crate::conditions::{CONDITIONS, Perspective};
use crate::games::SampleGame;
use crate::options::{MEANINGS, Meaning, SampleValue};

/// A question.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The numbers of the conditions.
    pub conditions: Vec<usize>,
    pub values: Vec<SampleValue>,
    pub legal: bool,
    pub skip_bad: bool,
}

/// A run that is found: the number of the condition, the side, and its first and last position.
pub type Found = (usize, Option<usize>, usize, usize);

/// The boards for which a side meets a condition.
struct Met {
    side: Option<usize>,
    boards: Vec<bool>,
}

impl Asked {
    /// Returns a question that asks two or three things.
    pub fn new(rng: &mut Rng) -> Self {
        let (number, legal) = ([1, 1, 1, 2, 3][rng.usize(..5)], rng.usize(..8) == 0);
        let conditions = (0..number).map(|_| rng.usize(..CONDITIONS.len())).collect();
        let mut values = Vec::new();
        for option in &OPTIONS {
            let (name, meanings) = MEANINGS
                .iter()
                .find(|(name, _)| *name == option.name)
                .unwrap_or_else(|| panic!("--{} has no meaning", option.name));
            let (text, meaning) = &meanings[rng.usize(..meanings.len())];
            if rng.usize(..if option.is_rare { 12 } else { 4 }) == 0 {
                values.push(SampleValue {
                    option: name,
                    text,
                    meaning,
                });
            }
        }
        Self {
            conditions,
            values,
            legal,
            skip_bad: rng.usize(..4) > 0,
        }
    }

    /// Returns the question without some options.
    pub fn without(mut self, options: &[&str]) -> Self {
        self.values.retain(|value| !options.contains(&value.option));
        self
    }

    /// Returns the value of an option.
    pub fn value(&self, option: &str) -> Option<&'static str> {
        let of_option = self.values.iter().find(|value| value.option == option);
        of_option.map(|value| value.text)
    }

    pub fn has(&self, option: &str) -> bool {
        self.value(option).is_some()
    }

    pub fn search(&self, names: &[Arc<Definition>], shown: Shown) -> Search {
        let mut filter = Filter::default();
        for option in &OPTIONS {
            if let Some(text) = self.value(option.name) {
                for value in text.split(option.separator.as_slice()) {
                    filter.ask(option, value).unwrap();
                }
            }
        }
        let query = |number: &usize| Query::parse(CONDITIONS[*number].text, names).unwrap();
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
        let of_side = self.has("as")
            || self.has("opponent-elo")
            || ["won", "lost"].map(Some).contains(&self.value("result"));
        let is_mine = |&number: &usize| CONDITIONS[number].perspective == Perspective::Mine;
        !self.has("player")
            && (self.conditions.iter().any(is_mine)
                || of_side && CONDITIONS[self.conditions[0]].perspective == Perspective::Board)
    }

    /// Returns the games that are read: those up to a bad one.
    pub fn read<'g>(&self, games: &'g [SampleGame]) -> &'g [SampleGame] {
        let bad = games.iter().position(|game| game.is_bad && !self.skip_bad);
        &games[..bad.map_or(games.len(), |bad| bad + 1)]
    }

    /// Returns the numbers of the games that are found, from 0, with their runs.
    pub fn all_found(&self, games: &[SampleGame]) -> Vec<(usize, Vec<Found>)> {
        let mut all = Vec::new();
        for (number, game) in self.read(games).iter().enumerate() {
            let found = self.found(game);
            if !found.is_empty() {
                all.push((number, found));
            }
        }
        all
    }

    /// Returns the sides of the players, or both.
    pub fn played(&self, game: &SampleGame) -> [bool; 2] {
        let mut played = [true; 2];
        for value in &self.values {
            if let Meaning::Plays(names) = value.meaning {
                played = game.names.map(|name| names.contains(&name));
            }
        }
        played
    }

    /// Returns the sides that the question is about.
    pub fn sides(&self, game: &SampleGame) -> [bool; 2] {
        let mut sides = self.played(game);
        for value in &self.values {
            for (side, is_asked) in sides.iter_mut().enumerate() {
                *is_asked &= match value.meaning {
                    Meaning::Game(is_so) => is_so(game),
                    Meaning::Side(is_so) => is_so(game, side),
                    _ => true,
                };
            }
        }
        sides
    }

    /// Returns `true` if the number of the last move and the pieces are as asked.
    pub fn takes(&self, board: &Board) -> bool {
        self.values.iter().all(|value| match value.meaning {
            Meaning::At(is_so) => is_so(board),
            _ => true,
        })
    }

    /// Returns the number of positions for which a condition lasts.
    fn length(&self, part: usize) -> usize {
        for value in &self.values {
            if let (0, Meaning::Lasts(plies)) = (part, value.meaning) {
                return *plies;
            }
        }
        1
    }

    /// Returns the boards for which a side meets the condition in a place.
    fn met(&self, game: &SampleGame, part: usize, side: Option<usize>) -> Met {
        let (asked, own) = (self.sides(game), side.unwrap_or(0));
        let condition = self.conditions[part];
        let is_asked = match CONDITIONS[condition].perspective {
            Perspective::Mine => asked[own],
            Perspective::Own if !self.has("player") => asked[own],
            Perspective::Either if !self.has("player") && part == 0 => asked[own],
            _ => asked.contains(&true),
        };
        let met = game.met[condition][own].iter().zip(&game.boards);
        let boards = met.map(|(is_met, board)| *is_met && is_asked && self.takes(board));
        Met {
            side,
            boards: boards.collect(),
        }
    }

    /// Returns the runs that are found: each from the first position that belongs to a sequence of
    /// all conditions.
    pub fn found(&self, game: &SampleGame) -> Vec<Found> {
        let mut found = BTreeMap::new();
        for own in 0..2 {
            let mut parts = Vec::new();
            for (part, &condition) in self.conditions.iter().enumerate() {
                let sides = match CONDITIONS[condition].perspective {
                    Perspective::Board => vec![None],
                    Perspective::Either => vec![Some(0), Some(1)],
                    Perspective::Own | Perspective::Mine => vec![Some(own)],
                };
                let met = sides.into_iter().map(|side| self.met(game, part, side));
                parts.push(met.collect::<Vec<_>>());
            }
            for (part, side, first) in self.starts(&parts) {
                let Met { side, boards } = &parts[part][side];
                let end = boards[first..].iter().position(|is_met| !is_met);
                let end = end.map_or(boards.len(), |length| first + length);
                let start = found.entry((part, *side, end)).or_insert(first);
                *start = first.min(*start);
            }
        }
        found
            .into_iter()
            .map(|((part, side, end), start)| (part, side, start, end))
            .collect()
    }

    /// Returns the positions from which a side meets a condition for long enough, after one of the
    /// condition before it, and before one of the next: the place, the number of the side, and
    /// the position.
    fn starts(&self, parts: &[Vec<Met>]) -> Vec<(usize, usize, usize)> {
        let mut starts = Vec::new();
        let mut earliest = 0;
        for (part, sides) in parts.iter().enumerate() {
            let mut first = None;
            for (side, Met { boards, .. }) in sides.iter().enumerate() {
                for (ply, lasting) in boards.windows(self.length(part)).enumerate() {
                    if ply >= earliest && !lasting.contains(&false) {
                        starts.push((part, side, ply));
                        first = Some(first.map_or(ply, |first| ply.min(first)));
                    }
                }
            }
            let Some(first) = first else {
                return Vec::new();
            };
            earliest = first + self.length(part);
        }
        for part in (1..parts.len()).rev() {
            let next = starts.iter().filter(|start| start.0 == part);
            let latest = next.map(|start| start.2).max().unwrap_or(0);
            let before = part - 1;
            starts.retain(|&(part, _, ply)| part != before || ply + self.length(part) <= latest);
        }
        starts
    }
}

/// Returns which games repeat one before them that repeats none. The date and the address of one
/// stand for the other, too.
pub fn repeats(games: &[&SampleGame], is_illegal: bool) -> Vec<bool> {
    let mut kept: Vec<(&SampleGame, Facts)> = Vec::new();
    let mut all = Vec::new();
    for game in games {
        let is_known = !game.names.contains(&"?")
            && game.moves.len() + usize::from(is_illegal && game.is_bad) >= 10;
        let own = facts(game);
        let is_repeated = |(other, facts): &&mut (&SampleGame, Facts)| {
            are_same(game, other, is_illegal) && !differ(&own, facts)
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

/// The year and the address.
type Facts = [Option<u32>; 2];

fn facts(game: &SampleGame) -> Facts {
    let number = game.site.strip_prefix("https://example.org/");
    [game.year, number.map(|number| number.parse().unwrap())]
}

fn differ(one: &Facts, other: &Facts) -> bool {
    let mut facts = one.iter().zip(other);
    facts.any(|(one, other)| one.is_some() && other.is_some() && one != other)
}

/// Returns `true` if two games have the same names, moves and result.
fn are_same(one: &SampleGame, other: &SampleGame, is_illegal: bool) -> bool {
    // Of illegal moves, the mistake of a bad game is the only one.
    (one.names, one.result, is_illegal && one.is_bad)
        == (other.names, other.result, is_illegal && other.is_bad)
        && one.moves == other.moves
        && one.boards[0] == other.boards[0]
}
