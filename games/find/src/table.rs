//! Tables of results: what a structure, a player or a year scores, and what is usual.

use std::collections::HashMap;

use pawnfill::Color;

use crate::counts::{CountedGame, CountedRow, Counts};
use crate::key::Key;
use crate::names::{Names, Others};
use crate::repeated::Repeats;
use crate::scores::{Labels, Results, Row, mark};

/// The results of games by keys.
#[derive(Default)]
pub struct Table {
    keys: Vec<Key>,
    /// Unless repeated games count.
    repeats: Option<Repeats>,
    rows: HashMap<Vec<String>, [Results; 2]>,
    /// The rows about records.
    labels: HashMap<Vec<String>, Labels>,
    /// The results of all games by color, and by player if the rows are.
    usual: HashMap<String, [Results; 2]>,
    names: Names,
    /// The number of games, or records, that were counted.
    pub games: u64,
    /// The number of matching games without a result, which are left out.
    pub without_result: u64,
    /// The number of matching games that repeat others, and are left out.
    pub repeated: u64,
    /// Whether the tags of any game are as the filter asks.
    pub took_game: bool,
}

impl Table {
    /// Begins a table with these keys.
    #[must_use]
    pub fn new(keys: &[Key], keeps_repeated: bool) -> Self {
        Self {
            keys: keys.to_vec(),
            repeats: (!keeps_repeated).then(Repeats::default),
            ..Self::default()
        }
    }

    /// Adds what was counted in the next games.
    pub fn add(&mut self, part: &Counts) {
        self.took_game |= part.took_game;
        for game in &part.games {
            let is_matching = u64::from(!game.rows.is_empty());
            if part.is_records == Some(true) {
                self.games += is_matching;
                for (values, _) in self.values(part, game, [0; 2]) {
                    self.labels.entry(values).or_default().count(game.labels);
                }
                continue;
            }
            if let Some(repeats) = &mut self.repeats
                && repeats.is_repeated(game.identity)
            {
                self.repeated += is_matching;
                continue;
            }
            self.names.add(part, game);
            match game.half_points {
                None => self.without_result += is_matching,
                Some(of_white) => {
                    self.games += is_matching;
                    self.add_game(part, game, of_white as usize);
                }
            }
        }
    }

    fn add_game(&mut self, part: &Counts, game: &CountedGame, of_white: usize) {
        let half_points = [of_white, 2 - of_white];
        for side in Color::ALL {
            if game.played[side as usize] {
                let player = self.player_of(part, game, side);
                self.usual.entry(player).or_default()[side as usize]
                    .count(half_points[side as usize], game.expected(side));
            }
        }
        for (values, side) in self.values(part, game, half_points) {
            self.rows.entry(values).or_default()[side as usize]
                .count(half_points[side as usize], game.expected(side));
        }
    }

    /// Returns the values of the rows for which a game counts, with the side. Where both sides
    /// belong to a row, it counts for White.
    fn values(
        &self,
        part: &Counts,
        game: &CountedGame,
        half_points: [usize; 2],
    ) -> Vec<(Vec<String>, Color)> {
        let (mut all, mut counted) = (Vec::new(), Vec::new());
        for &row in &game.rows {
            let side = row.side();
            let (mut values, mut of_game) = (Vec::new(), Vec::new());
            for &key in &self.keys {
                let value = part.value(key, game, row, half_points[side as usize]);
                if key != Key::Result {
                    of_game.push(value.clone());
                }
                values.push(value);
            }
            if !counted.contains(&of_game) {
                counted.push(of_game);
                all.push((values, side));
            }
        }
        all
    }

    /// Returns the name of a player, if the rows are about players.
    fn player_of(&self, part: &Counts, game: &CountedGame, side: Color) -> String {
        if !self.keys.contains(&Key::Player) {
            return String::new();
        }
        let row = CountedRow {
            structure: 0,
            is_black: side == Color::Black,
            is_of_both: false,
        };
        part.value(Key::Player, game, row, 0)
    }

    /// Returns the rows: first the marked ones, the least probable first, then the others, those
    /// with most games first. Rows about one result are not compared.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let player = self.keys.iter().position(|&key| key == Key::Player);
        let mut rows = Vec::new();
        for (keys, results) in &self.rows {
            let usual = match player {
                _ if self.keys.contains(&Key::Result) => None,
                Some(place) => self.usual.get(&keys[place]),
                None => self.usual.get(""),
            };
            rows.push(Row::new(keys.clone(), results, usual));
        }
        for (keys, labels) in &self.labels {
            rows.push(labels.row(keys.clone()));
        }
        mark(&mut rows);
        rows
    }

    /// Returns what is known of the games without the players that were asked for.
    #[must_use]
    pub fn others(&self) -> Others {
        self.names.others()
    }

    /// Returns the player whose games these are: with others that look like it, the name is in more
    /// than half of several.
    #[must_use]
    pub fn owner(&self) -> Option<&str> {
        self.names.owner()
    }

    /// Returns the most frequent names, those first that contain a text.
    pub fn frequent(&self, typed: &str) -> impl Iterator<Item = &str> {
        self.names.frequent(typed)
    }
}
