//! The functions of a selection, independent of a language.

use pawnfill::Color;
use pawnfill_condition::{meaning, structures};
use pawnfill_expression::text::suggest;

use crate::PREFIX;
use crate::definitions::{Custom, KNOWN};
use crate::entries::{helpers, hidden, library};
use crate::error::Error;
use crate::function::{Entry, Function, Terms};
use crate::graph::pawns;
use crate::mask::{Mask, masks};
use crate::selection::Selection;
use crate::writer::Writer;

/// All functions of an export. Each comes after the functions that it calls.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The steps, fills and masks, and then the patterns and the questions.
    pub(crate) functions: Vec<Function>,
    /// Sets that are computed together.
    pub(crate) terms: Option<Terms>,
    /// Whether everything is selected.
    pub(crate) is_everything: bool,
}

impl Program {
    /// Returns the selected functions, those that they call, and the terms. If everything is
    /// selected, that may be with structures.
    pub(crate) fn new(selection: &Selection, has_structures: bool) -> Result<Self, Error> {
        let masks = masks();
        let helpers = helpers(&masks);
        let mut entries = entries(selection, has_structures, &masks)?;
        let chosen = chosen_names(selection, &entries)?;
        let fields = fields(selection, &entries)?;
        entries.splice(0..0, hidden());
        let mut writer = Writer::new(&helpers, &entries);
        for entry in &entries {
            let is_all = selection.is_everything() && !entry.is_part();
            if is_all || is_among(entry, &chosen) {
                writer.write(entry);
            }
        }
        let terms = (!fields.is_empty()).then(|| writer.terms(fields));
        let mut functions = writer.functions;
        let names: Vec<_> = helpers.iter().map(|helper| &helper.name).collect();
        functions.sort_by_key(|function| {
            let place = names.iter().position(|name| **name == function.name);
            place.unwrap_or(usize::MAX)
        });
        Ok(Self {
            functions,
            terms,
            is_everything: selection.is_everything(),
        })
    }

    /// Returns the functions that are no parts of others.
    pub(crate) fn public(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| !function.is_part())
    }

    /// Returns the function with this name of a side, or of the board.
    pub(crate) fn find(&self, bare: &str, color: Option<Color>) -> Option<&Function> {
        let mut functions = self.functions.iter();
        functions.find(|function| function.bare == bare && function.color == color)
    }

    /// Returns `true` if there is such a function for each color.
    pub(crate) fn is_of_both(&self, function: &Function) -> bool {
        let [white, black] = Color::ALL.map(|color| self.find(&function.bare, Some(color)));
        white.is_some() && black.is_some()
    }
}

/// Returns the functions of the library, and the definitions of a selection.
fn entries(
    selection: &Selection,
    has_structures: bool,
    masks: &[Mask],
) -> Result<Vec<Entry>, Error> {
    let mut entries = library(masks);
    let mut items = [selection.patterns, selection.terms].concat();
    if has_structures && selection.is_everything() {
        let known = KNOWN.iter().map(|(name, _)| &**name);
        items.extend(known.filter(|name| !name.contains('.')));
    }
    let custom = Custom {
        items,
        names: selection.names,
        takes_conditions: selection.conditions,
    };
    custom.add_to(&mut entries, &helpers(masks))?;
    for (place, entry) in entries.iter_mut().enumerate() {
        entry.place = place;
    }
    Ok(entries)
}

/// Returns the functions of a selection, or all of them if it is empty.
#[cfg(feature = "javascript")]
pub(crate) fn chosen(selection: &Selection, masks: &[Mask]) -> Result<Vec<Entry>, Error> {
    let mut entries = entries(selection, false, masks)?;
    let chosen = chosen_names(selection, &entries)?;
    entries.retain(|entry| chosen.is_empty() || is_among(entry, &chosen));
    Ok(entries)
}

/// Returns `true` if one of the names of a selection means this function.
fn is_among(entry: &Entry, chosen: &[String]) -> bool {
    let names = entry.names();
    chosen.iter().any(|name| names.contains(&&**name))
}

/// Returns the names of a selection without the prefix of the header, or an error if
/// one is unknown.
fn chosen_names(selection: &Selection, entries: &[Entry]) -> Result<Vec<String>, Error> {
    let known: Vec<&str> = entries.iter().flat_map(Entry::names).collect();
    let mut chosen = Vec::new();
    for item in selection.patterns {
        let name = name_of_item(item);
        if !known.contains(&&*name) {
            return Err(unknown_name(item, &known));
        }
        chosen.push(name);
    }
    Ok(chosen)
}

/// Returns the name of an item of a selection, without the prefix of the header.
fn name_of_item(item: &str) -> String {
    let name = item.split_once('=').map_or(item, |(name, _)| name.trim());
    name.strip_prefix(PREFIX).unwrap_or(name).replace('.', "_")
}

/// Returns what the terms are, each once: the board's, White's, and Black's.
fn fields(selection: &Selection, entries: &[Entry]) -> Result<Vec<Entry>, Error> {
    let mut names: Vec<_> = selection.terms.iter().copied().map(name_of_item).collect();
    if selection.is_everything() {
        for (column, _) in pawns().terms().columns() {
            names.push(column.pattern.name.to_owned());
        }
    }
    let mut fields: Vec<Entry> = Vec::new();
    for name in &names {
        let called: Vec<_> = entries
            .iter()
            .filter(|entry| [&entry.class, &entry.bare].contains(&name))
            .collect();
        if called.is_empty() {
            let known = entries.iter().filter(|entry| !entry.is_about_square());
            let known: Vec<_> = known.map(|entry| &*entry.class).collect();
            return Err(unknown_name(name, &known));
        }
        for entry in called {
            if entry.is_about_square() {
                return Err(Error::AboutSquare(name.clone()));
            }
            if fields.iter().all(|field| field.name != entry.name) {
                fields.push(entry.clone());
            }
        }
    }
    // The board's come first.
    fields.sort_by_key(|entry| entry.color.map(|color| color as u8));
    Ok(fields)
}

/// Returns the error for an unknown name, with the most similar one.
fn unknown_name(name: &str, known: &[&str]) -> Error {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    let custom = KNOWN.iter().map(|(name, _)| &**name);
    let known = known.iter().copied().chain(custom);
    let hint = meaning("", name, &structures()).unwrap_or_else(|| suggest("", name, known));
    Error::Unknown {
        name: name.to_owned(),
        hint,
    }
}
