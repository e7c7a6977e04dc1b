//! Games that are in the input more than once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use pawnfill_positions::{Date, Game, Tags};
use serde::{Deserialize, Serialize};

use crate::player::plain;

/// What a game and its repetitions have in common.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The names of the players, the moves and the result, as a number.
    key: u64,
    facts: Facts,
}

/// The year, the month, the day, and the address as a number. What is not known is 0.
type Facts = [u64; 4];

/// Short games may be the same by chance.
const FEWEST_PLIES: u32 = 10;

impl Identity {
    /// Returns nothing for a game that repeats no other: one without names, or with fewer
    /// than ten half-moves.
    pub(crate) fn new(game: &Game, tags: &Tags) -> Option<Self> {
        let names = tags.players.each_ref().map(|name| plain(name.trim()));
        // The first position has no move.
        if game.plies() <= FEWEST_PLIES || names.iter().any(String::is_empty) {
            return None;
        }
        let start = game.runs().first().map(|run| run.pawns);
        let mut facts = [0; 4];
        if let Some(Date { year, month, day }) = tags.date {
            facts = [year.into(), known(month), known(day), 0];
        }
        // Other sites are places, of which there are many spellings.
        if tags.address.contains("://") {
            facts[3] = number(&tags.address);
        }
        Some(Self {
            key: number((names, tags.result, start, game.moves_digest())),
            facts,
        })
    }
}

/// Returns a part of a date, or 0.
fn known(part: Option<u8>) -> u64 {
    part.map_or(0, u64::from)
}

fn number(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The games that were read and repeat no other: what is known of each by its key. If another one
/// has this key and differs, its key is the next number.
#[derive(Default)]
pub struct Repeats(HashMap<u64, Facts>);

impl Repeats {
    /// Returns `true` if a game repeats one before it: no fact that is known of both differs.
    pub fn is_repeated(&mut self, game: Option<Identity>) -> bool {
        let Some(Identity { mut key, facts }) = game else {
            return false;
        };
        while let Some(other) = self.0.get_mut(&key) {
            if !differ(&facts, other) {
                // What this one knows besides tells the next ones apart.
                *other = std::array::from_fn(|fact| other[fact].max(facts[fact]));
                return true;
            }
            key = key.wrapping_add(1);
        }
        self.0.insert(key, facts);
        false
    }
}

/// Returns `true` if a fact is known of both games, and differs.
fn differ(one: &Facts, other: &Facts) -> bool {
    let mut facts = one.iter().zip(other);
    facts.any(|(one, other)| one != other && *one != 0 && *other != 0)
}
