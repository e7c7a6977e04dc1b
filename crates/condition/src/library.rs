//! Reads definitions, from the list of this program and from a file of the user.

use std::sync::Arc;

use pawnfill::{Color, ParseFenError, Placement};

use crate::condition::{Condition, Definition, Perspective, Test};
use crate::mistake::{Mistake, Refused};
use crate::names;
use crate::proof::{self, Examples};
use crate::query::{NO_PLAYER, Query};

/// The structures that everyone knows.
const STRUCTURES: &str = include_str!("structures.txt");

/// The maximum number of definitions in one another.
const MAX_DEPTH: usize = 16;

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
    // A test reads this text, so it has no mistake.
    read(STRUCTURES, Vec::new(), None).unwrap_or_default()
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
    read(text, structures(), Some(examples))
}

/// Adds the definitions of a text to others. A definition begins with its name, and its
/// lines are indented.
fn read(
    text: &str,
    mut known: Vec<Arc<Definition>>,
    examples: Option<Examples>,
) -> Result<Vec<Arc<Definition>>, DefinitionError> {
    let mut draft: Option<Draft> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if !line.starts_with([' ', '\t']) {
            finish(draft.take(), &mut known, examples)?;
            draft = Some(Draft::new(content, number));
        } else if let Some(draft) = &mut draft {
            draft.add(content, number).map_err(at(number))?;
        } else {
            return Err(at(number)("a name must come first".to_owned()));
        }
    }
    finish(draft, &mut known, examples)?;
    Ok(known)
}

/// Adds a definition whose lines are read.
fn finish(
    draft: Option<Draft>,
    known: &mut Vec<Arc<Definition>>,
    examples: Option<Examples>,
) -> Result<(), DefinitionError> {
    if let Some(draft) = draft {
        let definition = draft.finished(known, examples)?;
        known.push(Arc::new(definition));
    }
    Ok(())
}

/// Returns what makes an error of this line.
fn at(line: usize) -> impl Fn(String) -> DefinitionError {
    move |reason| DefinitionError { line, reason }
}

/// Rejects a name that a definition cannot have.
///
/// # Errors
///
/// The name has other characters, or is that of something else.
pub fn check_name(name: &str, known: &[Arc<Definition>]) -> Result<(), Mistake> {
    let has_other = |c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let message = if !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.contains(has_other)
    {
        format!("a name consists of lower-case letters, digits and `_`, not `{name}`")
    } else if names::is_known(name, known) {
        format!("the name `{name}` is taken")
    } else {
        return Ok(());
    };
    Err(Mistake::new(0..name.len(), message))
}

/// A definition while its lines are read, with the numbers of lines.
struct Draft {
    /// The line of the name.
    line: usize,
    name: String,
    lines: Vec<(String, String)>,
    /// The condition, whose parts stand in several lines.
    text: String,
    /// Where the parts of the condition begin.
    starts: Vec<(usize, usize)>,
    side: Color,
    examples: Vec<(Placement, usize)>,
}

impl Draft {
    fn new(name: &str, line: usize) -> Self {
        Self {
            line,
            name: name.to_owned(),
            lines: Vec::new(),
            text: String::new(),
            starts: Vec::new(),
            side: Color::White,
            examples: Vec::new(),
        }
    }

    /// Adds a line, which has a key and a value.
    fn add(&mut self, content: &str, number: usize) -> Result<(), String> {
        let (key, value) = content
            .split_once(char::is_whitespace)
            .unwrap_or((content, ""));
        let value = value.trim();
        match key {
            "white" | "black" => self.and(&pawns(key, value)?, number),
            "condition" => self.and(value, number),
            "side" if value == "black" => self.side = Color::Black,
            "side" if value == "white" => {}
            "example" => {
                let error = |error: ParseFenError| error.to_string();
                self.examples.push((value.parse().map_err(error)?, number));
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

    /// Returns the definition, whose condition is checked and met by its examples.
    fn finished(
        self,
        known: &[Arc<Definition>],
        examples: Option<Examples>,
    ) -> Result<Definition, DefinitionError> {
        let query = self.checked(known, examples)?;
        for (position, number) in &self.examples {
            if query.is_met(*position) == [false; 2] {
                let reason = format!("this is no example of `{}`", self.name);
                return Err(at(*number)(reason));
            }
        }
        let is_own = query.perspective == Perspective::Own;
        let mut condition = query.condition;
        // A definition with `own` is about the side that has the name.
        if !is_own && (query.of_either || self.side == Color::Black) {
            let inner = Box::new(condition);
            condition = Condition {
                range: 0..self.text.len(),
                test: match query.of_either {
                    true => Test::Either(inner),
                    false => Test::Mirrored(inner),
                },
            };
        }
        Ok(Definition {
            name: self.name,
            lines: self.lines,
            text: self.text,
            side: self.side,
            condition,
        })
    }

    /// Checks the name and the condition.
    fn checked(
        &self,
        known: &[Arc<Definition>],
        examples: Option<Examples>,
    ) -> Result<Query, DefinitionError> {
        let name = &self.name;
        let error = at(self.line);
        check_name(name, known).map_err(|mistake| error(mistake.message))?;
        if self.text.is_empty() {
            return Err(error(format!("`{name}` has no condition")));
        }
        let query = self
            .query(known, examples)
            .map_err(|refused| at(self.line_at(refused.mistake.at.start))(refused.message("")))?;
        if query.perspective == Perspective::Mine {
            return Err(error(NO_PLAYER.to_owned()));
        }
        if depth(&query.condition) >= MAX_DEPTH {
            let reason = format!("definitions nest more than {MAX_DEPTH} levels deep");
            return Err(error(reason));
        }
        Ok(query)
    }

    /// Parses the condition, and proves it if there are examples for large ones.
    fn query(
        &self,
        known: &[Arc<Definition>],
        examples: Option<Examples>,
    ) -> Result<Query, Refused> {
        if let Some(examples) = examples {
            let (query, _notes) = proof::ask(&self.text, known, examples)?;
            return Ok(query);
        }
        Query::parse(&self.text, known).map_err(|mistake| Refused {
            text: self.text.clone(),
            mistake,
            meant: None,
        })
    }

    /// Returns the number of the line with this place of the condition.
    fn line_at(&self, place: usize) -> usize {
        let mut line = self.line;
        for (start, number) in &self.starts {
            if *start <= place {
                line = *number;
            }
        }
        line
    }
}

/// Returns the number of definitions in one another in a condition.
fn depth(condition: &Condition) -> usize {
    let parts = condition.parts().iter().map(depth).max().unwrap_or(0);
    parts + usize::from(matches!(condition.test, Test::Named(_)))
}

/// Returns the condition for pawns of a color: `d4 e2/e3, no c e`.
fn pawns(color: &str, list: &str) -> Result<String, String> {
    let spaced = list.replace(',', " , ");
    let mut words = spaced.split(' ').filter(|word| !word.is_empty());
    let mut parts = Vec::new();
    let mut has_no = false;
    for word in words.by_ref() {
        if word == "no" {
            has_no = true;
            break;
        }
        if word != "," {
            let part = pawns_on(color, &word.split('/').collect::<Vec<_>>())?;
            if parts.contains(&part) {
                return Err(format!(
                    "`{word}` stands twice, but one pawn is enough for both; `condition` can \
                     count pawns"
                ));
            }
            parts.push(part);
        }
    }
    let forbidden: Vec<&str> = words.collect();
    if forbidden.contains(&",") {
        // In `no c, d4`, the comma could also end what `no` is about.
        return Err(
            "no comma follows `no`: pawns stand before it, and squares and files without them \
             after it, such as `d4, no c e`"
                .to_owned(),
        );
    }
    if !forbidden.is_empty() {
        parts.push(format!("!({})", pawns_on(color, &forbidden)?));
    } else if has_no {
        return Err("expected squares and files after `no`".to_owned());
    }
    if parts.is_empty() {
        return Err("expected squares and files".to_owned());
    }
    Ok(parts.join(" && "))
}

/// Returns the set of pawns on squares or files.
fn pawns_on(color: &str, squares: &[&str]) -> Result<String, String> {
    for name in squares {
        if name.len() > 2 || names::squares(name).is_none() {
            return Err(format!("`{name}` is neither a square nor a file"));
        }
    }
    Ok(match squares {
        [square] => format!("{color}.pawns & {square}"),
        squares => format!("{color}.pawns & ({})", squares.join(" | ")),
    })
}
