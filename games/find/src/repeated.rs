//! Games that are in the input more than once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use pawnfill_positions::{Game, Tags};
use serde::{Deserialize, Serialize};

use crate::player::plain;

/// What a game and its repetitions have in common.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The names of the players, the moves and the result, as a number.
    key: u64,
    /// The year, the month and the day. What is not known is 0.
    date: (u16, u8, u8),
    /// The address as a number, or 0.
    address: u64,
}

/// Short games may be the same by chance.
const FEWEST_PLIES: u32 = 10;

impl Identity {
    /// Returns nothing for a game that repeats no other: one without names, or with fewer than ten half-moves.
    #[must_use]
    pub fn new(game: &Game, tags: &Tags) -> Option<Self> {
        let names = tags.players.each_ref().map(|name| plain(name.trim()));
        // The first position has no move.
        if game.plies() <= FEWEST_PLIES || names.iter().any(String::is_empty) {
            return None;
        }
        let start = game.runs().first().map(|run| run.pawns);
        let date =
            tags.date.map_or((0, 0, 0), |date| (date.year, date.month.unwrap_or(0), date.day.unwrap_or(0)));
        // Other sites are places, of which there are many spellings.
        let address = Some(&tags.address).filter(|address| address.contains("://"));
        Some(Self {
            key: number((names, tags.result, start, game.moves_digest())),
            date,
            address: address.map_or(0, number),
        })
    }

    /// Returns `true` unless a part of the date or the address differs. What is not known differs from nothing.
    fn agrees(&self, (other, address): &((u16, u8, u8), u64)) -> bool {
        let same = |one: u64, other: u64| one == other || one == 0 || other == 0;
        let date = |(year, month, day): (u16, u8, u8)| [year.into(), month.into(), day.into(), 0];
        let mut parts = date(self.date).into_iter().zip(date(*other));
        parts.all(|(one, other)| same(one, other)) && same(self.address, *address)
    }
}

fn number(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The games that were read and repeat no other, and how many did.
#[derive(Default)]
pub struct Repeats {
    /// The date and the address of a game by its key. If another one has this key and differs, its key is the next number.
    known: HashMap<u64, ((u16, u8, u8), u64)>,
    /// The number of games that repeat one before them.
    pub number: u64,
}

impl Repeats {
    /// Returns `true` if a game repeats one before it, and counts it.
    pub fn is_repeated(&mut self, game: Option<Identity>) -> bool {
        let Some(game) = game else { return false };
        let mut key = game.key;
        while let Some(other) = self.known.get_mut(&key) {
            if game.agrees(other) {
                // What this one knows besides tells the next ones apart. What is not known is 0.
                let ((year, month, day), address) = *other;
                let date = (year.max(game.date.0), month.max(game.date.1), day.max(game.date.2));
                *other = (date, address.max(game.address));
                self.number += 1;
                return true;
            }
            key = key.wrapping_add(1);
        }
        self.known.insert(key, (game.date, game.address));
        false
    }
}
