//! What the page asks, as texts like those of the options of `pawnfill find`.

use std::fmt::Display;
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
fn option<T, E: Display>(
    name: &str,
    of: &str,
    read: fn(&str) -> Result<T, E>,
) -> Result<Option<T>, String> {
    let text = Some(of.trim()).filter(|text| !text.is_empty());
    text.map(read)
        .transpose()
        .map_err(|error| format!("{name}: {error}"))
}

impl Question {
    fn filter(&self) -> Result<Filter, String> {
        let openings = self
            .eco
            .split(',')
            .map(|codes| option("opening", codes, str::parse));
        let players = self
            .player
            .split(';')
            .map(|name| option("player", name, str::parse));
        Ok(Filter {
            duration: option("for", &self.duration, str::parse)?,
            players: players
                .filter_map(Result::transpose)
                .collect::<Result<_, _>>()?,
            color: option("as", &self.color, str::parse)?,
            result: option("result", &self.result, str::parse)?,
            years: option("years", &self.years, Span::years)?,
            eco: openings
                .filter_map(Result::transpose)
                .collect::<Result<_, _>>()?,
            event: option("event", &self.event, str::parse)?,
            time_control: option("time control", &self.time_control, str::parse)?,
            opponent_elo: option("opponent's rating", &self.opponent_elo, Span::ratings)?,
            moves: option("moves", &self.moves, str::parse)?,
            pieces: option("pieces", &self.pieces, str::parse)?,
            ..Filter::default()
        })
    }

    /// Returns the search for the games that meet the conditions.
    pub(crate) fn search(&self, structures: &[Arc<Definition>]) -> Result<Search, String> {
        let query =
            |text: &String| Query::parse(text, structures).map_err(|mistake| mistake.message);
        let mut queries = self
            .conditions
            .iter()
            .map(query)
            .collect::<Result<Vec<_>, _>>()?
            .into_iter();
        let query = queries.next().ok_or("there is no condition")?;
        let (then, filter) = (queries.collect(), self.filter()?);
        Ok(Search {
            query,
            then,
            filter,
            shown: Shown::Quiet,
            legal: false,
            skip_bad: true,
        })
    }

    /// Returns what counts the games that are found, of all results.
    pub(crate) fn counting(&self, structures: &[Arc<Definition>]) -> Result<Survey, String> {
        let any = Self {
            result: String::new(),
            ..self.clone()
        };
        Survey::new(
            vec![Key::Color, Key::Decade],
            any.search(structures)?,
            structures,
        )
        .map_err(worded)
    }

    /// Returns the table of all structures and both colors.
    pub(crate) fn survey(&self, structures: &[Arc<Definition>]) -> Result<Survey, String> {
        let first = structures
            .iter()
            .take(1)
            .map(|definition| definition.name.clone());
        let any = Self {
            conditions: first.collect(),
            ..self.clone()
        };
        let survey = Survey::new(
            vec![Key::Structure, Key::Color],
            any.search(structures)?,
            structures,
        );
        survey.map_err(worded)
    }
}
