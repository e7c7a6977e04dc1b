//! Tables of results: what a structure, a player or a year scores, and what is usual.

mod counts;
mod score;

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::Arc;

use pawnfill::Color;
use pawnfill_condition::{Definition, Perspective, Query, Together};
use pawnfill_positions::{Game, GameResult, Games, PawnRun, Position, Tags};

use crate::about::Run;
use crate::filter::Filter;
use crate::repeated::Identity;
use crate::search::{Match, NoAnswer, Part, Search};
use counts::Counted;
pub use counts::{Counts, Others, Sums};
pub use score::{Row, Table};

/// What the games of a row have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A structure that is in the game.
    Structure,
    /// The color of the side whose results are counted.
    Color,
    /// The name of its player.
    Player,
    /// The year of the game.
    Year,
    /// Its decade.
    Decade,
    /// The tag `ECO`.
    Eco,
    /// The result: won, drawn or lost.
    Result,
    /// The tag `Event`.
    Event,
}

/// All keys with their names.
const KEYS: [(&str, Key); 8] = [
    ("structure", Key::Structure),
    ("color", Key::Color),
    ("player", Key::Player),
    ("year", Key::Year),
    ("decade", Key::Decade),
    ("eco", Key::Eco),
    ("result", Key::Result),
    ("event", Key::Event),
];

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = KEYS
            .iter()
            .find(|(name, _)| *name == text)
            .map(|(_, key)| *key);
        known.ok_or_else(|| format!("expected {}", KEYS.map(|(name, _)| name).join(", ")))
    }
}

impl Key {
    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        KEYS[self as usize].0
    }
}

/// Counts results by keys.
pub struct Survey {
    keys: Vec<Key>,
    filter: Filter,
    skip_bad: bool,
    searches: Vec<Searched>,
    /// The structures together, as far as the pawns decide them.
    together: Option<Together>,
}

/// What is searched for in each game.
struct Searched {
    /// The name of a structure, or nothing.
    name: String,
    search: Search,
    /// Whether both sides meet the condition in the same positions.
    is_symmetric: bool,
}

impl Survey {
    /// Prepares a table of the games that a search finds. If structures are a key, there is no
    /// search, and all of these are searched for.
    ///
    /// # Errors
    ///
    /// The search has no answer, a key is given twice, or games are left out because
    /// of their results.
    pub fn new(
        keys: Vec<Key>,
        search: Search,
        structures: &[Arc<Definition>],
    ) -> Result<Self, NoAnswer> {
        if let Some((_, twice)) = keys
            .iter()
            .enumerate()
            .find(|&(at, key)| keys[..at].contains(key))
        {
            return Err(NoAnswer::Twice(*twice));
        }
        if search.filter.result.is_some() {
            return Err(NoAnswer::OneResult);
        }
        let (filter, skip_bad) = (search.filter.clone(), search.skip_bad);
        if !keys.contains(&Key::Structure) {
            search.check()?;
            let is_symmetric = search.is_symmetric();
            let searches = vec![Searched {
                name: String::new(),
                search,
                is_symmetric,
            }];
            return Ok(Self {
                keys,
                filter,
                skip_bad,
                searches,
                together: None,
            });
        }
        let mut searches = Vec::new();
        let query = |definition: &Arc<Definition>| {
            Query::parse(&definition.name, structures).map_err(NoAnswer::Structure)
        };
        for definition in structures {
            let (query, filter) = (query(definition)?, search.filter.clone());
            // Few structures need a proof: of most, an example shows that one side has them.
            let example = definition.line("example").and_then(|fen| fen.parse().ok());
            let is_met = |example: Position| query.is_met(example.placement()) == [true; 2];
            let is_symmetric = example.is_none_or(is_met) && query.is_symmetric();
            let search = Search {
                query,
                then: Vec::new(),
                filter,
                ..search
            };
            searches.push(Searched {
                name: definition.name.clone(),
                search,
                is_symmetric,
            });
        }
        let queries = structures
            .iter()
            .map(query)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            keys,
            filter,
            skip_bad,
            searches,
            together: Some(Together::new(queries)),
        })
    }

    /// Counts the results of some games.
    #[must_use]
    pub fn part(&self, games: &Arc<Games>) -> Counts {
        let mut counts = Counts::default();
        for game in games.iter() {
            if game.is_record() {
                counts.is_records = true;
                break;
            }
            let tags = game.known();
            let sides = self.filter.sides(&tags);
            counts.took_game |= sides.contains(&true);
            let met = self.meet(&game, sides, &mut counts);
            if !counts.errors.is_empty() && !self.skip_bad {
                break;
            }
            self.count(&game, &tags, sides, &met, &mut counts);
        }
        counts
    }

    /// Returns the sides that meet each condition, and adds the positions of a game and
    /// its first mistake.
    fn meet(&self, game: &Game, sides: [bool; 2], counts: &mut Counts) -> Vec<[bool; 2]> {
        let mut met = vec![[false; 2]; self.searches.len()];
        let allowed = if sides.contains(&true) {
            self.filter.plies(game)
        } else {
            0..0
        };
        if let Some(together) = &self.together {
            let is_allowed =
                |run: &&PawnRun| run.plies.start < allowed.end && allowed.start < run.plies.end;
            for run in game.runs().iter().filter(is_allowed) {
                together.each_met(run.pawns, |number, side| met[number][side as usize] = true);
            }
        }
        let (mut positions, mut mistake) = (u64::from(game.plies()), game.error().cloned());
        for (number, (Searched { search, .. }, met)) in
            self.searches.iter().zip(&mut met).enumerate()
        {
            let may_match = self.together.is_none() || *met != [false; 2] && !search.is_of_pawns();
            // One search is enough to find illegal moves.
            if !(may_match || search.legal && number == 0) {
                continue;
            }
            let mut part = Part::default();
            search.game(game, allowed.clone(), sides, &mut part);
            let runs = part
                .games
                .pop()
                .map_or(Vec::new(), |matching| matching.runs);
            *met = met_by(&runs);
            positions = positions.min(part.positions);
            mistake = part.errors.pop().or(mistake);
        }
        counts.positions += positions;
        counts.errors.extend(mistake);
        met
    }

    /// Counts the results of games that a search found, with their runs.
    #[must_use]
    pub fn found(&self, games: &[Match]) -> Counts {
        let mut counts = Counts::default();
        for Match { game, runs, .. } in games {
            let tags = game.known();
            let sides = self.filter.sides(&tags);
            self.count(game, &tags, sides, &[met_by(runs)], &mut counts);
        }
        counts
    }

    /// Adds the result of a game, with the structures and the sides for which it counts.
    fn count(
        &self,
        game: &Game,
        tags: &Tags,
        sides: [bool; 2],
        met: &[[bool; 2]],
        counts: &mut Counts,
    ) {
        let mut text = |text: &str| counts.texts.insert_full(text.to_owned()).0 as u32;
        let mut if_key = |key, value: &str| {
            if self.keys.contains(&key) {
                text(value)
            } else {
                text("")
            }
        };
        let (eco, event) = (if_key(Key::Eco, &tags.eco), if_key(Key::Event, &tags.event));
        let rows = self.rows_of(sides, met).into_iter();
        let rows =
            rows.map(|(structure, side, is_of_both)| (text(&structure), side as u8, is_of_both));
        let rows = rows.collect();
        counts.games.push(Counted {
            identity: Identity::new(game, tags),
            players: tags.players.each_ref().map(|name| text(name)),
            played: self.filter.played(tags),
            ratings: tags.ratings,
            half_points: tags.result.and_then(GameResult::half_points),
            year: tags.date.map(|date| date.year),
            eco,
            event,
            rows,
        });
    }

    /// Returns the structures and the sides for which a game counts: each side in question,
    /// or the one that meets the condition. It is White, and said to be both, if all sides
    /// meet it together.
    fn rows_of(&self, sides: [bool; 2], met: &[[bool; 2]]) -> Vec<(Cow<'_, str>, Color, bool)> {
        let has_players = !self.filter.players.is_empty();
        let mut rows = Vec::new();
        for (
            Searched {
                name,
                search,
                is_symmetric,
            },
            met,
        ) in self.searches.iter().zip(met)
        {
            let is_of_both = *is_symmetric && !has_players && !self.filter.chooses_side();
            let is_of_one = !search.query.is_of_either() || is_of_both;
            for side in Color::ALL
                .into_iter()
                .filter(|&side| sides[side as usize] && met.contains(&true))
            {
                let [is_own, is_enemy] = [met[side as usize], met[!side as usize]];
                let is_counted = match (&self.together, has_players) {
                    (Some(_), true) if !is_symmetric => {
                        let of_sides = [("mine", is_own), ("theirs", is_enemy)]
                            .into_iter()
                            .filter(|of| of.1);
                        rows.extend(
                            of_sides.map(|(of, _)| (format!("{of}.{name}").into(), side, false)),
                        );
                        false
                    }
                    (None, true) if search.query.perspective() != Perspective::Mine => true,
                    // A condition about neither side is one for White, but a row about a player has
                    // no other side.
                    (_, false) if is_of_one && side == Color::Black => {
                        is_of_both && is_own && self.keys.contains(&Key::Player)
                    }
                    _ => is_own,
                };
                rows.extend(is_counted.then_some((name.into(), side, is_of_both)));
            }
        }
        rows
    }
}

/// Returns the sides that meet the first condition.
fn met_by(runs: &[Run]) -> [bool; 2] {
    Color::ALL.map(|side| {
        runs.iter()
            .any(|run| run.part == 0 && run.side.is_none_or(|of| of == side))
    })
}
