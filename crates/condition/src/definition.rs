//! Structures: conditions with a name, from the list of this program or from a file of the user.

use std::sync::Arc;

use pawnfill::{Color, ParseFenError, Placement};

use crate::condition::{Condition, Test};
use crate::names;
use crate::proof::{self, Examples, Refused};
use crate::query::{NO_PLAYER, Perspective, Query};
use crate::syntax::Mistake;

/// The structures that everyone knows.
const STRUCTURES: &str = include_str!("structures.txt");

/// A named condition.
#[derive(Debug, Default)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// What it says about itself, each line with its key.
    pub lines: Vec<(String, String)>,
    /// The condition as text, as books draw it.
    pub text: String,
    /// Whether it is named after what Black has.
    is_of_black: bool,
    /// The condition for White.
    pub(crate) condition: Condition,
    /// Where the parts of the text begin, with the numbers of their lines.
    starts: Vec<(usize, usize)>,
    /// The examples, with the numbers of their lines.
    examples: Vec<(usize, Placement)>,
}

/// The maximum number of definitions in one another.
const MAX_DEPTH: usize = 16;

/// Returns the number of definitions in one another in a condition.
fn depth(condition: &Condition) -> usize {
    let parts = condition.parts().iter().map(depth).max().unwrap_or(0);
    parts + usize::from(matches!(condition.test, Test::Named(_)))
}

/// Why definitions cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct DefinitionError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Returns the known structures.
#[must_use]
pub fn structures() -> Vec<Arc<Definition>> {
    // A test reads the list.
    parse(STRUCTURES, Vec::new(), None).unwrap_or_default()
}

/// Returns the known structures and those of a user's file, whose conditions are proved like those
/// of a search.
///
/// # Errors
///
/// Returns the first mistake, with its line.
pub fn with_file(text: &str, examples: Examples) -> Result<Vec<Arc<Definition>>, DefinitionError> {
    // Some editors begin a file with a mark of the byte order.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    parse(text, structures(), Some(examples))
}

/// Adds the definitions of a text to others. A definition begins with its name, and its
/// lines are indented.
fn parse(
    text: &str,
    mut known: Vec<Arc<Definition>>,
    examples: Option<Examples>,
) -> Result<Vec<Arc<Definition>>, DefinitionError> {
    let at = |line| move |reason: String| DefinitionError { line, reason };
    let lines = (1..).zip(text.lines());
    let mut lines = lines
        .filter(|(_, line)| !(line.trim().is_empty() || line.trim_start().starts_with('#')))
        .peekable();
    while let Some((number, name)) = lines.next() {
        if name.starts_with([' ', '\t']) {
            return Err(at(number)("a name must come first".to_owned()));
        }
        let mut definition = Definition {
            name: name.trim().to_owned(),
            ..Definition::default()
        };
        while let Some((number, line)) = lines.next_if(|(_, line)| line.starts_with([' ', '\t'])) {
            let (key, value) = line
                .trim()
                .split_once(char::is_whitespace)
                .unwrap_or((line.trim(), ""));
            definition
                .add(key, value.trim(), number)
                .map_err(at(number))?;
        }
        let query = definition.check(number, &known, examples)?;
        let fails = |(_, position): &&(usize, Placement)| !query.is_met(*position).contains(&true);
        if let Some((number, _)) = definition.examples.iter().find(fails) {
            return Err(at(*number)(format!(
                "this is no example of `{}`",
                definition.name
            )));
        }
        let (condition, range) = (query.condition, 0..definition.text.len());
        definition.condition = match (query.perspective, query.of_either) {
            // Its own side is the one that has the name.
            (Perspective::Own, _) => condition,
            (_, true) => Condition {
                range,
                test: Test::Either(Box::new(condition)),
            },
            _ if definition.is_of_black => Condition {
                range,
                test: Test::Mirrored(Box::new(condition)),
            },
            _ => condition,
        };
        known.push(Arc::new(definition));
    }
    Ok(known)
}

/// Rejects a name that a definition cannot have.
///
/// # Errors
///
/// The name has other characters, or is that of something else.
pub fn check_name(name: &str, known: &[Arc<Definition>]) -> Result<(), Mistake> {
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !is_name {
        let message =
            format!("a name consists of lower-case letters, digits and `_`, not `{name}`");
        return Err(Mistake::new(0..name.len(), message));
    }
    let is_new = !names::is_known(name, known);
    is_new
        .then_some(())
        .ok_or_else(|| Mistake::new(0..name.len(), format!("the name `{name}` is taken")))
}

impl Definition {
    fn add(&mut self, key: &str, value: &str, number: usize) -> Result<(), String> {
        match key {
            "white" | "black" => {
                let condition = pawns(key, value)?;
                self.and(&condition, number);
            }
            "condition" => self.and(value, number),
            "side" if value == "black" => self.is_of_black = true,
            "side" if value == "white" => {}
            "example" => {
                let placement = value
                    .parse()
                    .map_err(|error: ParseFenError| error.to_string())?;
                self.examples.push((number, placement));
            }
            "title" | "about" | "source" => {}
            _ => {
                let keys = "title, side, white, black, condition, about, source or example";
                return Err(format!(
                    "unknown line `{key} {value}`; it begins with {keys}"
                ));
            }
        }
        self.lines.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    fn and(&mut self, condition: &str, number: usize) {
        if !self.text.is_empty() {
            self.text += " && ";
        }
        self.starts.push((self.text.len(), number));
        self.text += condition;
    }

    /// Checks the definition, whose name stands on this line.
    fn check(
        &self,
        line: usize,
        known: &[Arc<Self>],
        examples: Option<Examples>,
    ) -> Result<Query, DefinitionError> {
        let name = &self.name;
        let error = |reason| DefinitionError { line, reason };
        check_name(name, known).map_err(|mistake| error(mistake.message))?;
        if self.text.is_empty() {
            return Err(error(format!("`{name}` has no condition")));
        }
        let query = match examples {
            Some(examples) => proof::ask(&self.text, known, examples).map(|(query, _)| query),
            None => Query::parse(&self.text, known).map_err(|mistake| Refused {
                text: self.text.clone(),
                mistake,
                meant: None,
            }),
        };
        let query = query.map_err(|refused| {
            let is_before = |(start, _): &&(usize, usize)| *start <= refused.mistake.at.start;
            let line = self
                .starts
                .iter()
                .rfind(is_before)
                .map_or(line, |(_, line)| *line);
            DefinitionError {
                line,
                reason: refused.message(""),
            }
        })?;
        if query.perspective() == Perspective::Mine {
            return Err(error(NO_PLAYER.to_owned()));
        }
        if depth(&query.condition) >= MAX_DEPTH {
            return Err(error(format!(
                "definitions nest more than {MAX_DEPTH} levels deep"
            )));
        }
        Ok(query)
    }

    /// Returns the color that it is named after.
    pub fn side(&self) -> Color {
        if self.is_of_black {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Returns the first line with this key.
    #[must_use]
    pub fn line(&self, key: &str) -> Option<&str> {
        self.lines
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| &value[..])
    }

    /// Returns `true` if the title, or a part of it between commas, is this word.
    pub(crate) fn is_titled(&self, word: &str) -> bool {
        let word = word.replace('_', " ");
        self.line("title").is_some_and(|title| {
            title
                .split(", ")
                .any(|part| part.eq_ignore_ascii_case(&word))
        })
    }
}

/// Returns the condition for pawns of a color: `d4 e2/e3, no c e`.
fn pawns(color: &str, list: &str) -> Result<String, String> {
    let pawns_on = |squares: &[&str]| match squares {
        [square] => format!("{color}.pawns & {square}"),
        squares => format!("{color}.pawns & ({})", squares.join(" | ")),
    };
    let spaced = list.replace(',', " , ");
    let mut words = spaced.split(' ').filter(|word| !word.is_empty());
    let mut parts = Vec::new();
    for word in words
        .by_ref()
        .take_while(|&word| word != "no")
        .filter(|&word| word != ",")
    {
        let squares: Vec<&str> = word.split('/').collect();
        squares
            .iter()
            .try_for_each(|square| square_or_file(square))?;
        let part = pawns_on(&squares);
        if parts.contains(&part) {
            return Err(format!(
                "`{word}` stands twice, but one pawn is enough for both; `condition` can count pawns"
            ));
        }
        parts.push(part);
    }
    let forbidden: Vec<&str> = words.collect();
    if forbidden.contains(&",") {
        // In `no c, d4`, the comma could also end what `no` is about.
        let form = "pawns stand before it, and squares and files without them after it, such as `d4, no c e`";
        return Err(format!("no comma follows `no`: {form}"));
    }
    if forbidden.is_empty() && spaced.split(' ').any(|word| word == "no") {
        return Err("expected squares and files after `no`".to_owned());
    }
    forbidden
        .iter()
        .try_for_each(|square| square_or_file(square))?;
    if !forbidden.is_empty() {
        parts.push(format!("!({})", pawns_on(&forbidden)));
    }
    if parts.is_empty() {
        Err("expected squares and files".to_owned())
    } else {
        Ok(parts.join(" && "))
    }
}

fn square_or_file(name: &str) -> Result<(), String> {
    let is_one = name.len() <= 2 && names::squares(name).is_some();
    if is_one {
        Ok(())
    } else {
        Err(format!("`{name}` is neither a square nor a file"))
    }
}
