//! The names of a condition: sets of squares, patterns, functions and structures, and what a wrong
//! name may mean.

use std::ops::Range;
use std::sync::Arc;

use pawnfill::Bitboard;
use pawnfill::pattern::{Kind, PATTERNS, Pattern, Scope, Word};
use pawnfill_expression::text::suggest;
use pawnfill_expression::{Builtin, Constant, FUNCTIONS, literal, literals};

use crate::condition::{Definition, PIECES};
use crate::function::call;
use crate::mistake::Mistake;
use crate::reading::Reading;

/// The names of the sides.
pub const SIDES: [&str; 7] = ["white", "black", "own", "enemy", "mine", "theirs", "either"];

/// Words that are no names of definitions, because they mean something in conditions or options.
const RESERVED: [&str; 4] = ["relations", "and", "or", "not"];

/// Returns the definition with this name.
pub(crate) fn definition<'a>(
    name: &str,
    names: &'a [Arc<Definition>],
) -> Option<&'a Arc<Definition>> {
    names.iter().find(|definition| definition.name == name)
}

/// Returns `true` if a name has a meaning.
pub(crate) fn is_known(name: &str, names: &[Arc<Definition>]) -> bool {
    squares(name).is_some()
        || Pattern::from_name(name).is_some()
        || Builtin::named(name).next().is_some()
        || SIDES.contains(&name)
        || RESERVED.contains(&name)
        || PIECES.contains(&name)
        || definition(name, names).is_some()
}

/// Returns what a value is.
pub(crate) fn name_of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Set => "a set of squares",
        Kind::Files => "a set of files",
        Kind::Number => "a number",
        _ => "a truth value",
    }
}

/// Returns the squares of a constant set, of which `d` is short for `file_d`.
pub(crate) fn squares(name: &str) -> Option<Bitboard> {
    let value = match name.len() {
        1 => literal(&format!("file_{name}")),
        _ => literal(name),
    };
    match value {
        Some(Constant::Set(bits)) => Some(Bitboard::from_bits(bits)),
        _ => None,
    }
}

/// Returns the pattern that counts files instead of their squares, as it is written after a side.
pub(crate) fn in_files(name: &str) -> Option<String> {
    let set = name.strip_suffix("_files")?.to_owned() + "_file_set";
    let pattern = set.rsplit('.').next().unwrap_or(&set);
    Pattern::from_name(pattern)?;
    Some(set)
}

/// Returns `true` for a pattern that has no side.
fn is_of_board(pattern: &'static Pattern) -> bool {
    pattern.column(Scope::Board).is_some()
}

/// Returns the names that may follow `white.`: the pieces, the patterns and the structures.
fn members(names: &[Arc<Definition>]) -> Vec<&str> {
    let mut members = PIECES.to_vec();
    for pattern in PATTERNS.iter().filter(|pattern| !is_of_board(pattern)) {
        members.push(pattern.name);
    }
    for definition in names {
        members.push(&definition.name);
    }
    members
}

/// Returns the names that stand alone: the constants, the patterns of the board and the structures.
fn plain_names(names: &[Arc<Definition>]) -> Vec<String> {
    let mut plain = Vec::new();
    for (name, _) in literals() {
        // A square is no name that somebody misspells.
        if name.len() > 2 {
            plain.push(name);
        }
    }
    for pattern in PATTERNS.iter().filter(|pattern| is_of_board(pattern)) {
        plain.push(pattern.name.to_owned());
    }
    for definition in names {
        plain.push(definition.name.clone());
    }
    plain
}

/// Returns what people mean by a word, as the end of a sentence: the names of structures with this
/// title and of patterns, of a side after a prefix such as `white.`, or what is near.
#[must_use]
pub fn meaning(prefix: &str, word: &str, structures: &[Arc<Definition>]) -> Option<String> {
    let mut meant = Vec::new();
    for structure in structures {
        if structure.is_titled(word) {
            meant.push(format!("`{prefix}{}`", structure.name));
        }
    }
    for pattern in Pattern::called(word) {
        let prefix = if is_of_board(pattern) && pattern.scopes().len() == 1 {
            ""
        } else {
            prefix
        };
        meant.push(format!("`{prefix}{}`", pattern.name));
    }
    if meant.is_empty() {
        Some(format!(": {}", Word::find(word)?.near?))
    } else {
        Some(format!("; did you mean {}?", meant.join(" or ")))
    }
}

/// Returns the mistake of a text that is no condition but several words with one meaning, such as
/// "outside passer", perhaps of a side.
pub(crate) fn spoken(text: &str, names: &[Arc<Definition>]) -> Option<Mistake> {
    let (prefix, words) = match text.split_once('.') {
        Some((side, words)) if SIDES.contains(&side) => (format!("{side}."), words),
        _ => ("white.".to_owned(), text),
    };
    let hint = meaning(&prefix, words.trim(), names)?;
    let message = format_args!("unknown name `{}`{hint}", text.trim());
    Some(Mistake::new(0..text.len(), message))
}

/// Returns the mistake of an unknown name.
pub(crate) fn unknown(text: &str, at: Range<usize>, names: &[Arc<Definition>]) -> Mistake {
    let unknown = Unknown { text, at, names };
    let name = unknown.name();
    if name.contains(|c: char| c.is_ascii_uppercase()) {
        return unknown
            .mistake(format!("unknown name `{name}`: names are in lower case"))
            .with_fixes([text.to_ascii_lowercase()]);
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    if definition(last, names).is_some() {
        let message = format!("`{name}` is a condition, not a set: combine it with `&&` or `||`");
        let joined = text.replace(" & ", " && ").replace(" | ", " || ");
        return unknown.mistake(message).with_fixes([joined]);
    }
    match name.split_once('.') {
        Some((side, member)) => unknown.of_side(side, member),
        None => unknown.alone(),
    }
}

/// A name without a meaning, at a place of a condition.
struct Unknown<'a> {
    text: &'a str,
    at: Range<usize>,
    names: &'a [Arc<Definition>],
}

impl<'a> Unknown<'a> {
    fn name(&self) -> &'a str {
        &self.text[self.at.clone()]
    }

    fn mistake(&self, message: String) -> Mistake {
        Mistake::new(self.at.clone(), message)
    }

    /// Returns the text with another name in its place.
    fn with(&self, name: &str) -> [String; 1] {
        let Range { start, end } = self.at;
        [format!(
            "{}{name}{}",
            &self.text[..start],
            &self.text[end..]
        )]
    }

    /// Returns the mistake of a name with a dot.
    fn of_side(&self, side: &str, member: &str) -> Mistake {
        let name = self.name();
        if let Some(reading) = Reading::named(name) {
            let (engines, meaning) = (reading.engines, reading.meaning);
            return self
                .mistake(format!("`{name}` is the reading of {engines}: {meaning}"))
                .with_fixes(self.with(&format!("({})", reading.condition)));
        }
        let dot = self.at.start + side.len();
        if !SIDES.contains(&side) {
            let message = format!(
                "unknown side `{side}`: it is `white`, `black`, `own`, `enemy`, `mine`, `theirs` \
                 or `either`"
            );
            return Mistake::new(self.at.start..dot, message);
        }
        if Pattern::from_name(member).is_some() {
            return self
                .mistake(format!(
                    "`{member}` belongs to the board: write it without `{side}.`"
                ))
                .with_fixes(self.with(member));
        }
        let place = dot + 1..self.at.end;
        if squares(member).is_some() {
            return Mistake::new(place, format_args!("`{member}` belongs to no side"))
                .with_fixes(self.with(&format!("{side}.pawns & {member}")));
        }
        let prefix = format!("{side}.");
        let hint = meaning(&prefix, member, self.names)
            .unwrap_or_else(|| suggest(&prefix, member, members(self.names)));
        Mistake::new(place, format_args!("unknown pattern `{name}`{hint}"))
    }

    /// Returns the mistake of a name without a dot.
    fn alone(&self) -> Mistake {
        let name = self.name();
        let members = members(self.names);
        if members.contains(&name) {
            let needed = format!("`white.{name}`, `black.{name}` or `either.{name}`");
            return self.mistake(format!("`{name}` needs a side: {needed}"));
        }
        if let Some(function) = Builtin::named(name).next() {
            return self.mistake(format!("`{name}` is a function: `{}`", call(function)));
        }
        if SIDES.contains(&name) {
            return self
                .mistake(format!(
                    "`{name}` is a side, not a set: write `{name}.pawns`"
                ))
                .with_fixes(self.with(&format!("{name}.pawns")));
        }
        let mut hint = meaning("white.", name, self.names)
            .unwrap_or_else(|| suggest("", name, plain_names(self.names)));
        if hint.is_empty() {
            hint = suggest("white.", name, members);
        }
        Mistake {
            is_nothing: hint.is_empty(),
            ..self.mistake(format!("unknown name `{name}`{hint}"))
        }
    }
}

/// Returns the mistake of an unknown function.
pub(crate) fn unknown_function(text: &str, at: Range<usize>) -> Mistake {
    let name = &text[at.clone()];
    if Pattern::from_name(name).is_some() {
        let message = format_args!("`{name}` is a pattern, not a function: `white.{name}`");
        return Mistake::new(at, message);
    }
    let hint = match name {
        // The words of the docs, whose sets also move for Black.
        "ahead" => "; `north` is this step for White and for `own`".to_owned(),
        "behind" => "; `south` is this step for White and for `own`".to_owned(),
        _ => suggest("", name, FUNCTIONS.iter().map(|function| function.name)),
    };
    Mistake::new(at, format_args!("unknown function `{name}`{hint}"))
}
