//! The keys of tables.

use std::str::FromStr;

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
    /// The rating of the side whose results are counted, in bands of 200.
    Rating,
    /// The tag `Event`.
    Event,
}

/// All keys with their names.
const KEYS: [(&str, Key); 9] = [
    ("structure", Key::Structure),
    ("color", Key::Color),
    ("player", Key::Player),
    ("year", Key::Year),
    ("decade", Key::Decade),
    ("eco", Key::Eco),
    ("result", Key::Result),
    ("rating", Key::Rating),
    ("event", Key::Event),
];

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        for (name, key) in KEYS {
            if name == text {
                return Ok(key);
            }
        }
        Err(format!(
            "expected {}",
            KEYS.map(|(name, _)| name).join(", ")
        ))
    }
}

impl Key {
    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        KEYS[self as usize].0
    }
}
