//! The names of players.

use std::collections::HashMap;

use serde::Serialize;

use crate::counts::{CountedGame, Counts};
use crate::player::{look_alike, plain};

/// The names of the players of some games.
#[derive(Default)]
pub(crate) struct Names {
    all: HashMap<String, Name>,
    /// The number of all games, and of those without the players of the filter.
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
#[derive(Debug, Default, Serialize)]
pub struct Others {
    /// Their number.
    pub games: u64,
    /// The names that look like one of the players, and never played against them, with the number
    /// of their games.
    pub alike: Vec<(String, u64)>,
    /// The most frequent ones of the other names.
    pub frequent: Vec<(String, u64)>,
}

/// How many names are told.
const TOLD: usize = 3;

impl Names {
    /// Adds the players of a game.
    pub(crate) fn add(&mut self, part: &Counts, game: &CountedGame) {
        let is_other = !game.played.contains(&true);
        count(&mut self.total, is_other);
        for (name, is_played) in game.players.into_iter().zip(game.played) {
            let name = self.all.entry(part.text(name).to_owned()).or_default();
            count(&mut name.games, is_other);
            name.is_own |= is_played;
            name.is_opponent |= !is_played && !is_other;
        }
    }

    /// Returns the names with their games, the most frequent first: of all games, or of those
    /// without the players.
    fn by_games(&self, of_others: bool) -> Vec<(&str, u64)> {
        let mut all = Vec::new();
        for (text, name) in &self.all {
            let games = name.games[usize::from(of_others)];
            if games > 0 && !text.is_empty() {
                all.push((text.as_str(), games));
            }
        }
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        all
    }

    /// Returns what is known of the games without the players that were asked for.
    pub(crate) fn others(&self) -> Others {
        let mut others = Others {
            games: self.total[1],
            ..Others::default()
        };
        for (text, games) in self.by_games(true) {
            let of_kind = if self.is_alike(text) {
                &mut others.alike
            } else {
                &mut others.frequent
            };
            if of_kind.len() < TOLD {
                of_kind.push((text.to_owned(), games));
            }
        }
        others
    }

    /// Returns `true` if a name looks like one of the players, and is not that of an opponent.
    fn is_alike(&self, text: &str) -> bool {
        if self.all[text].is_opponent {
            return false;
        }
        let mut all = self.all.iter();
        all.any(|(own, name)| name.is_own && look_alike(own, text))
    }

    /// Returns the player whose games these are: with others that look like it, the name is in more
    /// than half of several.
    pub(crate) fn owner(&self) -> Option<&str> {
        let all = self.by_games(false);
        let (owner, _) = *all.first()?;
        let mut games = 0;
        for (text, number) in all {
            if look_alike(owner, text) {
                games += number;
            }
        }
        (self.total[0] > 1 && 2 * games > self.total[0]).then_some(owner)
    }

    /// Returns the most frequent names, those first that contain a text.
    pub(crate) fn frequent(&self, typed: &str) -> impl Iterator<Item = &str> {
        let (typed, mut all) = (plain(typed), self.by_games(false));
        all.sort_by_key(|(text, _)| !plain(text).contains(&typed));
        all.into_iter().take(20).map(|(text, _)| text)
    }
}

/// Counts a game among all, and among those of others.
fn count([all, of_others]: &mut [u64; 2], is_other: bool) {
    *all += 1;
    *of_others += u64::from(is_other);
}
