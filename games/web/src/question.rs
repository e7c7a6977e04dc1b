//! What the page asks, as texts like those of the options of `pawnfill find`.

use std::collections::HashMap;
use std::sync::Arc;

use pawnfill_condition::{Definition, Query};
use pawnfill_find::{Filter, Key, OPTIONS, Search, Shown, Survey};
use serde::Deserialize;

use crate::worded;

/// A question about a file.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Question {
    /// The name of the file.
    pub(crate) file: String,
    /// The condition, and those that are met after it.
    pub(crate) conditions: Vec<String>,
    /// The values of options. Empty texts ask nothing.
    #[serde(flatten)]
    values: HashMap<String, String>,
}

impl Question {
    /// Returns the value of an option.
    pub(crate) fn value(&self, id: &str) -> &str {
        self.values.get(id).map_or("", String::as_str)
    }

    fn filter(&self) -> Result<Filter, String> {
        let mut filter = Filter::default();
        for option in &OPTIONS {
            let values = self.value(option.id).split(option.separator.as_slice());
            for value in values.map(str::trim).filter(|value| !value.is_empty()) {
                filter.ask(option, value).map_err(|error| {
                    let label = option.label.split(" *").next().unwrap_or_default();
                    format!("{}: {error}", label.to_lowercase())
                })?;
            }
        }
        Ok(filter)
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
        let mut any = self.clone();
        any.values.remove("result");
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
