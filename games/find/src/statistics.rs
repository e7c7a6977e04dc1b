//! Tables of results: what a structure, a player or a year scores, and what is usual.

mod score;

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use pawnfill::Color;
use pawnfill_condition::{Definition, Placement, Query, Together, View};
use pawnfill_expression::text::printable;
use pawnfill_positions::{Error, Game, GameResult, Games, Run, Tags};
use serde::{Deserialize, Serialize};

use crate::filter::Filter;
use crate::search::{NoAnswer, Part, Search};
use score::Results;
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
        let known = KEYS.iter().find(|(name, _)| *name == text).map(|(_, key)| *key);
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
    /// What is searched for in each game, with its name if it is a structure.
    searches: Vec<(String, Search)>,
    /// The same, if the pawns decide it.
    together: Option<Together>,
    /// Whether both sides meet each condition in the same positions.
    are_symmetric: Vec<bool>,
}

/// What was counted in some games.
#[derive(Default, Serialize, Deserialize)]
pub struct Counts {
    #[serde(with = "entries")]
    rows: HashMap<Vec<String>, [Results; 2]>,
    /// The results of all games by color, and by player if the rows are.
    usual: HashMap<String, [Results; 2]>,
    /// The number of games that were counted.
    pub games: u64,
    /// The number of matching games without a result, which are left out.
    pub without_result: u64,
    /// Whether the tags of any game are as the filter asks.
    pub took_game: bool,
    /// Whether there were records, and not games.
    pub is_records: bool,
    /// The number of positions that were read.
    pub positions: u64,
    /// The mistakes in the games. Unless bad games are skipped, the first one ends the search.
    #[serde(skip)]
    pub errors: Vec<Error>,
}

/// A map as a list of keys and values, because a list is no key in JSON.
mod entries {
    use std::collections::HashMap;

    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::Results;

    type Rows = HashMap<Vec<String>, [Results; 2]>;

    pub(super) fn serialize<S: Serializer>(rows: &Rows, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(rows)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rows, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Returns the value of a key for a side of a game.
fn value_of(key: Key, tags: &Tags, structure: &str, side: Color, half_points: u64) -> String {
    let year = tags.date.map_or_else(String::new, |date| date.year.to_string());
    let text = match key {
        Key::Structure => structure,
        Key::Color => side.name(),
        Key::Player => &tags.players[side as usize],
        Key::Year => &year,
        Key::Decade if !year.is_empty() => return format!("{}0s", &year[..3]),
        Key::Decade => "",
        Key::Eco => &tags.eco,
        Key::Result => ["lost", "drawn", "won"][half_points as usize],
        Key::Event => &tags.event,
    };
    let text = printable(text.trim());
    if text.is_empty() { "?".to_owned() } else { text.into_owned() }
}

/// Returns the score that the ratings predict.
fn expected(tags: &Tags, side: Color) -> Option<f64> {
    let [own, enemy] = [tags.ratings[side as usize]?, tags.ratings[!side as usize]?].map(f64::from);
    Some(1.0 / (1.0 + 10_f64.powf((enemy - own) / 400.0)))
}

impl Survey {
    /// Prepares a table of the games that a search finds. If structures are a key, there is no search, and all of these are
    /// searched for.
    ///
    /// # Errors
    ///
    /// The search has no answer, a key is given twice, or games are left out because of their results.
    pub fn new(keys: Vec<Key>, search: Search, structures: &[Arc<Definition>]) -> Result<Self, NoAnswer> {
        if let Some((_, twice)) = keys.iter().enumerate().find(|&(at, key)| keys[..at].contains(key)) {
            return Err(NoAnswer::Twice(*twice));
        }
        if search.filter.result.is_some() {
            return Err(NoAnswer::OneResult);
        }
        let (filter, skip_bad) = (search.filter.clone(), search.skip_bad);
        let (searches, are_symmetric) = (Vec::new(), Vec::new());
        let mut survey = Self { keys, filter, skip_bad, searches, together: None, are_symmetric };
        if !survey.keys.contains(&Key::Structure) {
            search.check()?;
            survey.are_symmetric.push(search.query.is_symmetric());
            survey.searches.push((String::new(), search));
            return Ok(survey);
        }
        let query = |definition: &Arc<Definition>| {
            Query::parse(&definition.name, structures).map_err(NoAnswer::Structure)
        };
        for definition in structures {
            let (query, filter) = (query(definition)?, search.filter.clone());
            // Few structures need a proof: of most, an example shows that one side has them.
            let example = definition.line("example").and_then(|fen| Placement::from_fen(fen).ok());
            let may_be_symmetric = example.is_none_or(|example| query.is_met(example) == [true; 2]);
            survey.are_symmetric.push(may_be_symmetric && query.is_symmetric());
            let search = Search { query, then: Vec::new(), filter, ..search };
            survey.searches.push((definition.name.clone(), search));
        }
        let queries: Result<Vec<_>, _> = structures.iter().map(query).collect();
        survey.together = Some(Together::new(queries?));
        Ok(survey)
    }

    /// Returns what is asked besides.
    #[must_use]
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Counts the results of some games.
    #[must_use]
    pub fn part(&self, games: &Arc<Games>) -> Counts {
        let mut counts = Counts::default();
        let mut met = vec![[false; 2]; self.searches.len()];
        for game in games.iter() {
            if game.is_record() {
                counts.is_records = true;
                break;
            }
            let tags = game.known();
            if self.filter.is_repeated(&game, &tags) {
                counts.positions += u64::from(game.plies());
                continue;
            }
            met.fill([false; 2]);
            let sides = self.filter.sides(&tags);
            counts.took_game |= sides.contains(&true);
            self.meet(&game, sides, &mut met, &mut counts);
            if !counts.errors.is_empty() && !self.skip_bad {
                break;
            }
            self.count(&tags, sides, &met, &mut counts);
        }
        counts
    }

    /// Finds the sides that meet each condition, and adds the positions of a game and its first mistake.
    fn meet(&self, game: &Game, sides: [bool; 2], met: &mut [[bool; 2]], counts: &mut Counts) {
        let allowed = if sides.contains(&true) { self.filter.plies(game) } else { 0..0 };
        if let Some(together) = &self.together {
            let is_allowed = |run: &&Run| run.plies.start < allowed.end && allowed.start < run.plies.end;
            for run in game.runs().iter().filter(is_allowed) {
                together.each_met(run.pawns, |number, side| met[number][side as usize] = true);
            }
        }
        let (mut positions, mut mistake) = (u64::from(game.plies()), game.error().cloned());
        for (number, ((_, search), met)) in self.searches.iter().zip(met).enumerate() {
            let may_match = self.together.is_none() || *met != [false; 2] && !search.is_of_pawns();
            // One search is enough to find illegal moves.
            if !(may_match || search.legal && number == 0) {
                continue;
            }
            let mut part = Part::default();
            search.game(game, allowed.clone(), sides, &mut part);
            let runs = part.games.pop().map_or(Vec::new(), |matching| matching.runs);
            let is_of = |side| runs.iter().any(|run| run.part == 0 && run.side.is_none_or(|of| of == side));
            *met = Color::ALL.map(is_of);
            positions = positions.min(part.positions);
            mistake = part.errors.pop().or(mistake);
        }
        counts.positions += positions;
        counts.errors.extend(mistake);
    }

    /// Counts the result of a game for each row that has it.
    fn count(&self, tags: &Tags, sides: [bool; 2], met: &[[bool; 2]], counts: &mut Counts) {
        let rows = self.rows_of(sides, met);
        let Some(half_points) = tags.result.and_then(GameResult::half_points) else {
            counts.without_result += u64::from(!rows.is_empty());
            return;
        };
        let points = |side| u64::from(if side == Color::White { half_points } else { 2 - half_points });
        for (side, is_played) in Color::ALL.into_iter().zip(self.filter.played(tags)) {
            if is_played {
                let is_by_player = self.keys.contains(&Key::Player);
                let key = if is_by_player { value_of(Key::Player, tags, "", side, 0) } else { String::new() };
                counts.usual.entry(key).or_default()[side as usize].count(points(side), expected(tags, side));
            }
        }
        let mut counted = Vec::new();
        for (structure, side, is_of_both) in &rows {
            let points = points(*side);
            let value = |&key: &Key| match key {
                Key::Color if *is_of_both => (key, "both".to_owned()),
                _ => (key, value_of(key, tags, structure, *side, points)),
            };
            let keys: Vec<_> = self.keys.iter().map(value).collect();
            // Where both sides belong to a row, the game counts for White.
            let of_game: Vec<_> = keys.iter().filter(|(key, _)| *key != Key::Result).cloned().collect();
            if !counted.contains(&of_game) {
                counted.push(of_game);
                let keys = keys.into_iter().map(|(_, value)| value).collect();
                counts.rows.entry(keys).or_default()[*side as usize].count(points, expected(tags, *side));
            }
        }
        counts.games += u64::from(!rows.is_empty());
    }

    /// Returns the structures and the sides for which a game counts: each side in question, or the one that meets the
    /// condition. It is White, and said to be both, if all sides meet it together.
    fn rows_of(&self, sides: [bool; 2], met: &[[bool; 2]]) -> Vec<(Cow<'_, str>, Color, bool)> {
        let has_players = !self.filter.players.is_empty();
        let mut rows = Vec::new();
        for ((searched, met), is_symmetric) in self.searches.iter().zip(met).zip(&self.are_symmetric) {
            let (name, search) = searched;
            let is_of_both = *is_symmetric && !has_players && sides == [true; 2];
            let is_of_one = !search.query.is_of_either() || is_of_both;
            for side in Color::ALL.into_iter().filter(|&side| sides[side as usize] && met.contains(&true)) {
                let [is_own, is_enemy] = [met[side as usize], met[!side as usize]];
                let is_counted = match (&self.together, has_players) {
                    (Some(_), true) if !is_symmetric => {
                        let of_sides = [("mine", is_own), ("theirs", is_enemy)].into_iter().filter(|of| of.1);
                        rows.extend(of_sides.map(|(of, _)| (format!("{of}.{name}").into(), side, false)));
                        false
                    }
                    (None, true) if search.query.view() != View::Mine => true,
                    // A condition about neither side is one for White.
                    (_, false) if is_of_one && side == Color::Black => false,
                    _ => is_own,
                };
                rows.extend(is_counted.then_some((name.into(), side, is_of_both)));
            }
        }
        rows
    }

    /// Returns the keys.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Returns the table. Rows about one result are not compared.
    #[must_use]
    pub fn table(&self, counts: &Counts) -> Table {
        let player = self.keys.iter().position(|&key| key == Key::Player);
        let is_compared = !self.keys.contains(&Key::Result);
        let rows = counts.rows.iter().map(|(keys, sums)| {
            let usual = counts.usual.get(player.map_or("", |place| &keys[place])).filter(|_| is_compared);
            Row::new(keys.clone(), sums, usual)
        });
        Table::new(rows.collect())
    }
}

impl Counts {
    /// Adds what was counted in other games.
    pub fn add(&mut self, other: &Self) {
        for (keys, results) in &other.rows {
            add(self.rows.entry(keys.clone()).or_default(), results);
        }
        for (player, results) in &other.usual {
            add(self.usual.entry(player.clone()).or_default(), results);
        }
        self.games += other.games;
        self.without_result += other.without_result;
        self.took_game |= other.took_game;
        self.is_records |= other.is_records;
        self.positions += other.positions;
    }
}

fn add(to: &mut [Results; 2], results: &[Results; 2]) {
    to.iter_mut().zip(results).for_each(|(to, results)| to.add(results));
}
