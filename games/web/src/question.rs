//! What the page asks, as texts like those of the options of `pawnfill find`.

use std::str::FromStr;
use std::sync::Arc;

use pawnfill_condition::{Definition, Query};
use pawnfill_find::{Filter, Key, Search, Shown, Span, Survey};
use serde::Deserialize;

use crate::worded;

/// A question about a file. Empty texts ask nothing.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Question {
    /// The name of the file.
    pub(crate) file: String,
    /// The condition, and those that are met after it.
    pub(crate) conditions: Vec<String>,
    /// The names of players, between semicolons.
    pub(crate) player: String,
    color: String,
    result: String,
    years: String,
    duration: String,
    eco: String,
    event: String,
    time_control: String,
    opponent_elo: String,
    moves: String,
    pieces: String,
}

/// Parses an option, unless it is empty.
fn option<T: FromStr<Err: ToString>>(name: &str, text: &str) -> Result<Option<T>, String> {
    let parsed = Some(text.trim()).filter(|text| !text.is_empty()).map(str::parse);
    parsed.transpose().map_err(|error: T::Err| format!("{name}: {}", error.to_string()))
}

impl Question {
    fn filter(&self) -> Result<Filter, String> {
        let span = |name: &str, text: &str, parse: fn(&str) -> Result<Span, &'static str>| {
            let text = Some(text.trim()).filter(|text| !text.is_empty());
            text.map(parse).transpose().map_err(|error| format!("{name}: {error}"))
        };
        let openings = self.eco.split(',').map(|codes| option("opening", codes));
        let players = self.player.split(';').map(|name| option("player", name));
        Ok(Filter {
            duration: option("for", &self.duration)?,
            players: players.filter_map(Result::transpose).collect::<Result<_, _>>()?,
            color: option("as", &self.color)?,
            result: option("result", &self.result)?,
            years: span("years", &self.years, Span::years)?,
            eco: openings.filter_map(Result::transpose).collect::<Result<_, _>>()?,
            event: option("event", &self.event)?,
            time_control: option("time control", &self.time_control)?,
            opponent_elo: span("opponent's rating", &self.opponent_elo, Span::ratings)?,
            moves: option("moves", &self.moves)?,
            pieces: option("pieces", &self.pieces)?,
            ..Filter::default()
        })
    }

    /// Returns the search for the games that meet the conditions.
    pub(crate) fn search(&self, structures: &[Arc<Definition>]) -> Result<Search, String> {
        let query = |text: &String| Query::parse(text, structures).map_err(|mistake| mistake.message);
        let mut queries = self.conditions.iter().map(query).collect::<Result<Vec<_>, _>>()?.into_iter();
        let query = queries.next().ok_or("there is no condition")?;
        let (then, filter) = (queries.collect(), self.filter()?);
        Ok(Search { query, then, filter, shown: Shown::Quiet, legal: false, skip_bad: true })
    }

    /// Returns what counts the games that are found, of all results.
    pub(crate) fn counting(&self, structures: &[Arc<Definition>]) -> Result<Survey, String> {
        let any = Self { result: String::new(), ..self.clone() };
        Survey::new(vec![Key::Color, Key::Decade], any.search(structures)?, structures).map_err(worded)
    }

    /// Returns the table of all structures and both colors.
    pub(crate) fn survey(&self, structures: &[Arc<Definition>]) -> Result<Survey, String> {
        let first = structures.iter().take(1).map(|definition| definition.name.clone());
        let any = Self { conditions: first.collect(), ..self.clone() };
        let survey = Survey::new(vec![Key::Structure, Key::Color], any.search(structures)?, structures);
        survey.map_err(worded)
    }
}
