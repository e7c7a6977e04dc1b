//! The names of a condition: sets of squares, patterns, functions and structures, and what a wrong
//! name may mean.

use std::ops::Range;
use std::sync::Arc;

use pawnfill::Bitboard;
use pawnfill::pattern::{PATTERNS, Pattern, Scope, Word};
use pawnfill_expression::text::suggest;
use pawnfill_expression::{Builtin, Constant, FUNCTIONS, literal, literals};

use crate::condition::PIECES;
use crate::definition::Definition;
use crate::function::call;
use crate::reading::Reading;
use crate::syntax::Mistake;

/// Returns `true` if a name has a meaning.
pub(crate) fn is_known(name: &str, names: &[Arc<Definition>]) -> bool {
    squares(name).is_some()
        || Pattern::from_name(name).is_some()
        || Builtin::named(name).next().is_some()
        || SIDES.contains(&name)
        || ["relations", "and", "or", "not"].contains(&name)
        || PIECES.contains(&name)
        || names.iter().any(|definition| definition.name == name)
}

/// The names of the sides.
pub const SIDES: [&str; 7] = ["white", "black", "own", "enemy", "mine", "theirs", "either"];

/// Returns the squares of a constant set, of which `d` is short for `file_d`.
pub(crate) fn squares(name: &str) -> Option<Bitboard> {
    let file = (name.len() == 1).then(|| format!("file_{name}"));
    match literal(file.as_deref().unwrap_or(name)) {
        Some(Constant::Set(bits)) => Some(Bitboard::from_bits(bits)),
        _ => None,
    }
}

/// Returns the names that may follow `white.`: the pieces, the patterns and the structures.
fn members(names: &[Arc<Definition>]) -> Vec<&str> {
    let patterns = PATTERNS
        .iter()
        .filter(|pattern| pattern.column(Scope::Board).is_none());
    let structures = names.iter().map(|definition| &definition.name[..]);
    PIECES
        .into_iter()
        .chain(patterns.map(|pattern| pattern.name))
        .chain(structures)
        .collect()
}

/// Returns what people mean by a word, as the end of a sentence: the names of structures with this
/// title and of patterns, of a side after a prefix such as `white.`, or what is near.
#[must_use]
pub fn meaning(prefix: &str, word: &str, structures: &[Arc<Definition>]) -> Option<String> {
    let name = |pattern: &Pattern| match pattern.scopes() {
        [Scope::Board] => format!("`{}`", pattern.name),
        _ => format!("`{prefix}{}`", pattern.name),
    };
    let titled = structures
        .iter()
        .filter(|of| of.is_titled(word))
        .map(|of| format!("`{prefix}{}`", of.name));
    let names: Vec<_> = titled.chain(Pattern::called(word).map(name)).collect();
    match &names[..] {
        [] => Word::find(word)?.near.map(|near| format!(": {near}")),
        names => Some(format!("; did you mean {}?", names.join(" or "))),
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
    let name = &text[at.clone()];
    let with = |name: &str| format!("{}{name}{}", &text[..at.start], &text[at.end..]);
    if name.contains(|c: char| c.is_ascii_uppercase()) {
        return Mistake::new(
            at,
            format_args!("unknown name `{name}`: names are in lower case"),
        )
        .with_fixes([text.to_ascii_lowercase()]);
    }
    let last = name.rsplit('.').next();
    if names
        .iter()
        .any(|definition| Some(&definition.name[..]) == last)
    {
        let message =
            format_args!("`{name}` is a condition, not a set: combine it with `&&` or `||`");
        let joined = text.replace(" & ", " && ").replace(" | ", " || ");
        return Mistake::new(at, message).with_fixes([joined]);
    }
    let members = members(names);
    if let Some((side, member)) = name.split_once('.') {
        if let Some(reading) = Reading::named(name) {
            let Reading {
                engines,
                meaning,
                condition,
                ..
            } = reading;
            let message = format_args!("`{name}` is the reading of {engines}: {meaning}");
            return Mistake::new(at.clone(), message).with_fixes([with(&format!("({condition})"))]);
        }
        if !SIDES.contains(&side) {
            let message = format_args!(
                "unknown side `{side}`: it is `white`, `black`, `own`, `enemy`, `mine`, `theirs` or `either`"
            );
            return Mistake::new(at.start..at.start + side.len(), message);
        }
        let place = at.start + side.len() + 1..at.end;
        if squares(member).is_some() {
            let message = format_args!("`{member}` belongs to no side");
            return Mistake::new(place, message)
                .with_fixes([with(&format!("{side}.pawns & {member}"))]);
        }
        if Pattern::from_name(member).is_some() {
            let message =
                format_args!("`{member}` belongs to the board: write it without `{side}.`");
            return Mistake::new(at.clone(), message).with_fixes([with(member)]);
        }
        let prefix = format!("{side}.");
        let hint =
            meaning(&prefix, member, names).unwrap_or_else(|| suggest(&prefix, member, members));
        return Mistake::new(place, format_args!("unknown pattern `{name}`{hint}"));
    }
    if members.contains(&name) {
        let message = format_args!(
            "`{name}` needs a side: `white.{name}`, `black.{name}` or `either.{name}`"
        );
        return Mistake::new(at, message);
    }
    if let Some(function) = Builtin::named(name).next() {
        return Mistake::new(
            at,
            format_args!("`{name}` is a function: `{}`", call(function)),
        );
    }
    if SIDES.contains(&name) {
        let message = format_args!("`{name}` is a side, not a set: write `{name}.pawns`");
        return Mistake::new(at.clone(), message).with_fixes([with(&format!("{name}.pawns"))]);
    }
    let board = PATTERNS
        .iter()
        .filter(|pattern| pattern.column(Scope::Board).is_some());
    let constants = literals()
        .map(|(name, _)| name)
        .filter(|name| name.len() > 2);
    let plain = constants.chain(board.map(|pattern| pattern.name.to_owned()));
    let plain = plain.chain(names.iter().map(|definition| definition.name.clone()));
    let mut hint = meaning("white.", name, names).unwrap_or_else(|| suggest("", name, plain));
    if hint.is_empty() {
        hint = suggest("white.", name, members);
    }
    let is_nothing = hint.is_empty();
    Mistake {
        is_nothing,
        ..Mistake::new(at, format_args!("unknown name `{name}`{hint}"))
    }
}

/// Returns the mistake of an unknown function.
pub(crate) fn unknown_function(text: &str, at: Range<usize>) -> Mistake {
    let name = &text[at.clone()];
    if Pattern::from_name(name).is_some() {
        return Mistake::new(
            at,
            format_args!("`{name}` is a pattern, not a function: `white.{name}`"),
        );
    }
    // The words of the docs, whose sets also move for Black.
    let step = [("ahead", "north"), ("behind", "south")]
        .into_iter()
        .find(|(word, _)| *word == name);
    let hint = step.map_or_else(
        || suggest("", name, FUNCTIONS.iter().map(|function| function.name)),
        |(_, step)| format!("; `{step}` is this step for White and for `own`"),
    );
    Mistake::new(at, format_args!("unknown function `{name}`{hint}"))
}
