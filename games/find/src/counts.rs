//! What was counted in some games. Only all games together tell which of them repeat others.

use indexmap::IndexSet;
use pawnfill::Color;
use pawnfill_expression::text::printable;
use pawnfill_positions::Error;
use serde::{Deserialize, Serialize};

use crate::key::Key;
use crate::repeated::Identity;

/// The number of ratings in a band.
const BAND: u16 = 200;

/// What counts of a game, or of a record. Texts are numbers.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct CountedGame {
    pub(crate) identity: Option<Identity>,
    pub(crate) players: [u32; 2],
    /// Whether the players of the filter have each color.
    pub(crate) played: [bool; 2],
    pub(crate) ratings: [Option<u16>; 2],
    /// The half points of White.
    pub(crate) half_points: Option<u32>,
    pub(crate) year: Option<u16>,
    pub(crate) eco: u32,
    pub(crate) event: u32,
    pub(crate) rows: Vec<CountedRow>,
    /// White's score and the evaluation of a record.
    pub(crate) labels: [Option<f64>; 2],
}

/// What a game counts for.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct CountedRow {
    pub(crate) structure: u32,
    /// Whether the side for which it counts is Black.
    pub(crate) is_black: bool,
    /// Whether this side stands for both.
    pub(crate) is_of_both: bool,
}

impl CountedRow {
    pub(crate) fn side(self) -> Color {
        if self.is_black {
            Color::Black
        } else {
            Color::White
        }
    }
}

impl CountedGame {
    /// Returns the score that the ratings predict.
    pub(crate) fn expected(&self, side: Color) -> Option<f64> {
        let own = f64::from(self.ratings[side as usize]?);
        let enemy = f64::from(self.ratings[!side as usize]?);
        Some(1.0 / (1.0 + 10_f64.powf((enemy - own) / 400.0)))
    }

    /// Returns the band of the rating of a side, if it is known.
    fn band(&self, side: Color) -> String {
        match self.ratings[side as usize] {
            Some(rating) => {
                let first = rating - rating % BAND;
                format!("{first}-{}", first + (BAND - 1))
            }
            None => String::new(),
        }
    }
}

/// What was counted in some games.
#[derive(Default, Serialize, Deserialize)]
pub struct Counts {
    /// The texts of all games, by their numbers.
    texts: IndexSet<String>,
    pub(crate) games: Vec<CountedGame>,
    /// Whether the tags of any game are as the filter asks.
    pub took_game: bool,
    /// Whether these are records, and not games, if there are any.
    pub is_records: Option<bool>,
    /// The number of positions that were read.
    pub positions: u64,
    /// The mistakes in the games. Unless bad games are skipped, the first one ends the search.
    #[serde(skip)]
    pub errors: Vec<Error>,
}

impl Counts {
    /// Returns the number of a text.
    pub(crate) fn number(&mut self, text: &str) -> u32 {
        self.texts.insert_full(text.to_owned()).0 as u32
    }

    pub(crate) fn text(&self, number: u32) -> &str {
        self.texts
            .get_index(number as usize)
            .map_or("", String::as_str)
    }

    /// Returns the value of a key for what a game counts for, with the half points of its side.
    pub(crate) fn value(
        &self,
        key: Key,
        game: &CountedGame,
        row: CountedRow,
        half_points: usize,
    ) -> String {
        let year = game.year.map_or_else(String::new, |year| year.to_string());
        let text = match key {
            Key::Structure => self.text(row.structure),
            Key::Color if row.is_of_both => "both",
            Key::Color => row.side().name(),
            Key::Player => self.text(game.players[row.side() as usize]),
            Key::Year => &year,
            Key::Decade if year.len() == 4 => return format!("{}0s", &year[..3]),
            Key::Decade => "",
            Key::Eco => self.text(game.eco),
            Key::Result => ["lost", "drawn", "won"][half_points],
            Key::Event => self.text(game.event),
            Key::Rating => &game.band(row.side()),
        };
        match printable(text.trim()) {
            text if text.is_empty() => "?".to_owned(),
            text => text.into_owned(),
        }
    }
}
