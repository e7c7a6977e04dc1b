//! What was counted in games: one by one, and then all together, because only these tell which
//! games repeat others.

use std::collections::HashMap;

use indexmap::IndexSet;
use pawnfill::Color;
use pawnfill_expression::text::printable;
use pawnfill_positions::Error;
use serde::{Deserialize, Serialize};

use super::Key;
use super::score::{Results, Row, Table};
use crate::player::{look_alike, plain};
use crate::repeated::{Identity, Repeats};

/// What counts of a game. Texts are numbers.
#[derive(Serialize, Deserialize)]
pub(super) struct Counted {
    pub(super) identity: Option<Identity>,
    pub(super) players: [u32; 2],
    /// Whether the players of the filter have each color.
    pub(super) played: [bool; 2],
    pub(super) ratings: [Option<u16>; 2],
    /// The half points of White.
    pub(super) half_points: Option<u32>,
    pub(super) year: Option<u16>,
    pub(super) eco: u32,
    pub(super) event: u32,
    /// The structures, each with the side for which the game counts, and whether it
    /// stands for both.
    pub(super) rows: Vec<(u32, u8, bool)>,
}

impl Counted {
    /// Returns the score that the ratings predict.
    fn expected(&self, side: Color) -> Option<f64> {
        let [own, enemy] =
            [self.ratings[side as usize]?, self.ratings[!side as usize]?].map(f64::from);
        Some(1.0 / (1.0 + 10_f64.powf((enemy - own) / 400.0)))
    }
}

/// What was counted in some games.
#[derive(Default, Serialize, Deserialize)]
pub struct Counts {
    /// The texts of all games, by their numbers.
    pub(super) texts: IndexSet<String>,
    pub(super) games: Vec<Counted>,
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

impl Counts {
    fn text(&self, number: u32) -> &str {
        self.texts
            .get_index(number as usize)
            .map_or("", |text| text)
    }

    fn value(
        &self,
        key: Key,
        game: &Counted,
        row: &(u32, u8, bool),
        side: Color,
        points: u64,
    ) -> String {
        let year = game.year.map_or_else(String::new, |year| year.to_string());
        let text = match key {
            Key::Structure => self.text(row.0),
            Key::Color if row.2 => "both",
            Key::Color => side.name(),
            Key::Player => self.text(game.players[side as usize]),
            Key::Year => &year,
            Key::Decade if year.len() == 4 => return format!("{}0s", &year[..3]),
            Key::Decade => "",
            Key::Eco => self.text(game.eco),
            Key::Result => ["lost", "drawn", "won"][points as usize],
            Key::Event => self.text(game.event),
        };
        let text = printable(text.trim());
        if text.is_empty() {
            "?".to_owned()
        } else {
            text.into_owned()
        }
    }
}

/// The sums of what was counted, in the order of the games.
#[derive(Default)]
pub struct Sums {
    keys: Vec<Key>,
    /// Unless repeated games count.
    repeats: Option<Repeats>,
    rows: HashMap<Vec<String>, [Results; 2]>,
    /// The results of all games by color, and by player if the rows are.
    usual: HashMap<String, [Results; 2]>,
    names: Names,
    /// The number of games that were counted.
    pub games: u64,
    /// The number of matching games without a result, which are left out.
    pub without_result: u64,
    /// The number of matching games that repeat others, and are left out.
    pub repeated: u64,
    /// Whether the tags of any game are as the filter asks.
    pub took_game: bool,
}

/// The names of players, and the number of all games, and of those without the players
/// of the filter.
#[derive(Default)]
struct Names {
    all: HashMap<String, Name>,
    total: [u64; 2],
}

/// The name of a player.
#[derive(Default)]
struct Name {
    /// The number of its games, of all and of those without the players of the filter.
    games: [u64; 2],
    /// Whether it is that of a player of the filter, and of an opponent.
    is_own: bool,
    is_opponent: bool,
}

/// The games without the players that were asked for.
#[derive(Debug, Serialize)]
pub struct Others {
    /// Their number.
    pub games: u64,
    /// The names that look like one of the players, and never played against them, with the number
    /// of their games.
    pub alike: Vec<(String, u64)>,
    /// The most frequent ones of the other names.
    pub frequent: Vec<(String, u64)>,
}

impl Names {
    fn add(&mut self, part: &Counts, game: &Counted) {
        let is_other = !game.played.contains(&true);
        let counted = [1, is_other.into()];
        let add = |all: &mut [u64; 2]| *all = [0, 1].map(|of| all[of] + counted[of]);
        add(&mut self.total);
        for (name, is_played) in game.players.into_iter().zip(game.played) {
            let name = self.all.entry(part.text(name).to_owned()).or_default();
            add(&mut name.games);
            name.is_own |= is_played;
            name.is_opponent |= !is_played && !is_other;
        }
    }

    /// Returns the names with their games, the most frequent first: of all games, or of those
    /// without the players.
    fn frequent(&self, of_others: bool) -> Vec<(&str, &Name, u64)> {
        let games = self
            .all
            .iter()
            .map(|(text, name)| (&**text, name, name.games[usize::from(of_others)]));
        let mut all: Vec<_> = games
            .filter(|(text, _, games)| *games > 0 && !text.is_empty())
            .collect();
        all.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.cmp(b.0)));
        all
    }
}

impl Sums {
    /// Begins a table with these keys.
    #[must_use]
    pub fn new(keys: &[Key], keeps_repeated: bool) -> Self {
        let repeats = (!keeps_repeated).then(Repeats::default);
        Self {
            keys: keys.to_vec(),
            repeats,
            ..Self::default()
        }
    }

    /// Adds what was counted in the next games.
    pub fn add(&mut self, part: &Counts) {
        self.took_game |= part.took_game;
        for game in &part.games {
            if self
                .repeats
                .as_mut()
                .is_some_and(|repeats| repeats.is_repeated(game.identity))
            {
                self.repeated += u64::from(!game.rows.is_empty());
            } else {
                self.names.add(part, game);
                self.add_game(part, game);
            }
        }
    }

    fn add_game(&mut self, part: &Counts, game: &Counted) {
        let Some(half_points) = game.half_points else {
            self.without_result += u64::from(!game.rows.is_empty());
            return;
        };
        let points = |side| {
            u64::from(if side == Color::White {
                half_points
            } else {
                2 - half_points
            })
        };
        let player = self.keys.iter().find(|key| **key == Key::Player);
        for side in Color::ALL
            .into_iter()
            .filter(|side| game.played[*side as usize])
        {
            let player = player.map_or_else(String::new, |&key| {
                part.value(key, game, &(0, 0, false), side, 0)
            });
            self.usual.entry(player).or_default()[side as usize]
                .count(points(side), game.expected(side));
        }
        let mut counted = Vec::new();
        for row in &game.rows {
            let side = Color::ALL[usize::from(row.1 & 1)];
            let value = |&key: &Key| (key, part.value(key, game, row, side, points(side)));
            let keys: Vec<_> = self.keys.iter().map(value).collect();
            // Where both sides belong to a row, the game counts for White.
            let of_game: Vec<_> = keys
                .iter()
                .filter(|(key, _)| *key != Key::Result)
                .cloned()
                .collect();
            if !counted.contains(&of_game) {
                counted.push(of_game);
                let keys = keys.into_iter().map(|(_, value)| value).collect();
                self.rows.entry(keys).or_default()[side as usize]
                    .count(points(side), game.expected(side));
            }
        }
        self.games += u64::from(!game.rows.is_empty());
    }

    /// Returns the table. Rows about one result are not compared.
    #[must_use]
    pub fn table(&self) -> Table {
        let player = self.keys.iter().position(|&key| key == Key::Player);
        let is_compared = !self.keys.contains(&Key::Result);
        let rows = self.rows.iter().map(|(keys, sums)| {
            let usual = self
                .usual
                .get(player.map_or("", |place| &keys[place]))
                .filter(|_| is_compared);
            Row::new(keys.clone(), sums, usual)
        });
        Table::new(rows.collect())
    }

    /// Returns what is known of the games without the players that were asked for.
    #[must_use]
    pub fn others(&self) -> Others {
        let names = &self.names;
        let own = names
            .all
            .iter()
            .filter(|(_, name)| name.is_own)
            .map(|(text, _)| text);
        let is_alike = |(text, name, _): &(&str, &Name, u64)| {
            !name.is_opponent && own.clone().any(|own| look_alike(own, text))
        };
        let (alike, frequent): (Vec<_>, Vec<_>) =
            names.frequent(true).into_iter().partition(is_alike);
        let owned = |all: Vec<(&str, &Name, u64)>| {
            all.into_iter()
                .take(3)
                .map(|(text, _, games)| (text.to_owned(), games))
                .collect()
        };
        Others {
            games: names.total[1],
            alike: owned(alike),
            frequent: owned(frequent),
        }
    }

    /// Returns the player whose games these are: with others that look like it, the name is in more
    /// than half of several.
    #[must_use]
    pub fn owner(&self) -> Option<&str> {
        let all = self.names.frequent(false);
        let (owner, ..) = *all.first()?;
        let games: u64 = all
            .iter()
            .filter(|of| look_alike(owner, of.0))
            .map(|of| of.2)
            .sum();
        (self.names.total[0] > 1 && 2 * games > self.names.total[0]).then_some(owner)
    }

    /// Returns the most frequent names, those first that contain a text.
    pub fn frequent(&self, typed: &str) -> impl Iterator<Item = &str> {
        let (typed, mut all) = (plain(typed), self.names.frequent(false));
        all.sort_by_key(|of| !plain(of.0).contains(&typed));
        all.into_iter().take(20).map(|of| of.0)
    }
}
