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
                if let Err(error) = filter.ask(option, value) {
                    let label = option.label.split(" *").next().unwrap_or_default();
                    return Err(format!("{}: {error}", label.to_lowercase()));
                }
            }
        }
        Ok(filter)
    }

    /// Returns the search for the games that meet the conditions.
    pub(crate) fn search(&self, structures: &[Arc<Definition>]) -> Result<Search, String> {
        let mut queries = Vec::new();
        for text in &self.conditions {
            queries.push(Query::parse(text, structures).map_err(|mistake| mistake.message)?);
        }
        let mut queries = queries.into_iter();
        Ok(Search {
            query: queries.next().ok_or("there is no condition")?,
            then: queries.collect(),
            filter: self.filter()?,
            shown: Shown::Quiet,
            legal: false,
            skip_bad: true,
        })
    }

    /// Returns what counts the games that are found, of all results.
    pub(crate) fn counting(&self, structures: &[Arc<Definition>]) -> Result<Survey, String> {
        let mut any = self.clone();
        any.values.remove("result");
        any.counted([Key::Color, Key::Decade], structures)
    }

    /// Returns the table of all structures and both colors.
    pub(crate) fn survey(&self, structures: &[Arc<Definition>]) -> Result<Survey, String> {
        let mut any = self.clone();
        any.conditions = structures
            .iter()
            .take(1)
            .map(|of| of.name.clone())
            .collect();
        any.counted([Key::Structure, Key::Color], structures)
    }

    fn counted(&self, by: [Key; 2], structures: &[Arc<Definition>]) -> Result<Survey, String> {
        Survey::new(by.into(), self.search(structures)?, structures).map_err(worded)
    }
}
