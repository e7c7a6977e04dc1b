//! Conditions and definitions of the command line, and the names that they may use.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use anyhow::{Context as _, anyhow};
use pawnfill::pattern::{PATTERNS, Pattern, Scope, Value};
use pawnfill::{Bitboard, Color, File, Pawns, Square};
use pawnfill_condition::{self as condition, Definition, Query, Relation};
use pawnfill_find::{examples, skeleton};

use crate::progress::say;

/// Where all names are.
pub(crate) const ALL_NAMES: &str = "; `pawnfill find --list` prints all names";

/// Deep conditions need more than the usual stack in builds without optimization.
const STACK: usize = 1 << 28;

/// Does work in a thread of its own, whose stack and diagrams are large and end with it.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> Result<T, String> + Send) -> anyhow::Result<T> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK);
        let worker = worker
            .spawn_scoped(scope, work)
            .context("cannot start a thread")?;
        match worker.join() {
            Ok(result) => result.map_err(anyhow::Error::msg),
            Err(_) => Err(anyhow!("the proof of the condition failed")),
        }
    })
}

/// Returns the known structures, and those of a file of the user.
pub(crate) fn known(path: Option<&Path>) -> anyhow::Result<Vec<Arc<Definition>>> {
    let Some(path) = path else {
        return Ok(condition::structures());
    };
    let file = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| anyhow!("{file}: {error}"))?;
    apart(|| condition::with_file(&text, examples).map_err(|error| format!("{file}, {error}")))
}

/// Reads and proves a condition, and says what is to be noted.
pub(crate) fn ask(text: &str, names: &[Arc<Definition>]) -> anyhow::Result<Query> {
    let of_fen = skeleton(text);
    if let Some(text) = &of_fen {
        say(format_args!("the pawns of this FEN: {text}"));
    }
    let text = of_fen.as_deref().unwrap_or(text);
    let (query, notes) = apart(|| {
        condition::ask(text, names, examples).map_err(|refused| refused.message(ALL_NAMES))
    })?;
    for note in notes {
        say(format_args!("note: {note}"));
    }
    Ok(query)
}

/// Returns the items of a list. A comma in parentheses belongs to an item.
pub(crate) fn items(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    list.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
    .map(str::trim)
}

/// Proves a definition, and returns notes on it.
pub(crate) fn define(
    name: &str,
    text: &str,
    names: &[Arc<Definition>],
) -> anyhow::Result<(Query, Vec<String>)> {
    let defined = apart(|| {
        let (query, mut notes) = condition::define(text, names, examples)
            .map_err(|refused| refused.message(ALL_NAMES))?;
        notes.insert(0, query.kind().to_owned());
        if !query.has_pieces() {
            let boards = examples();
            notes.extend(example(&query, &boards));
            notes.extend(relations(name, &query, &boards));
        }
        Ok((query, notes))
    });
    let (query, mut notes) = defined.with_context(|| format!("the definition of `{name}`"))?;
    for note in &mut notes {
        note.insert_str(0, &format!("note: {name}: "));
    }
    Ok((query, notes))
}

/// Says what a definition is on the first board with a set that is not empty.
fn example(query: &Query, boards: &[Pawns]) -> Option<String> {
    for &pawns in boards {
        let set = query.set(pawns)?;
        if !set.is_empty() {
            let members = members(query, set);
            return Some(format!("for example, {members}in {}", pawns.placement()));
        }
    }
    None
}

/// Returns the members of a set of squares or files, and whose they are if it is of a side.
fn members(query: &Query, set: Bitboard) -> String {
    let is_of_side = query.sides().is_ok_and(|sides| sides.len() > 1);
    let mut members = if is_of_side { "White's " } else { "" }.to_owned();
    for name in names(set, query.is_of_files()) {
        members += &format!("{name} ");
    }
    members
}

/// Returns the names of squares or files.
pub(crate) fn names(set: Bitboard, are_files: bool) -> Vec<&'static str> {
    match are_files {
        true => set.file_set().files().map(File::name).collect(),
        false => set.squares().map(Square::name).collect(),
    }
}

/// Says how the set of a definition relates to the pattern of its name, and which pattern has the
/// same set.
fn relations(name: &str, query: &Query, boards: &[Pawns]) -> Vec<String> {
    let mut notes = Vec::new();
    for pattern in PATTERNS {
        if let Some(about) = relation(name, query, pattern, boards) {
            notes.push(format!("{about} `{}`", pattern.name));
        }
    }
    notes
}

fn relation(
    name: &str,
    query: &Query,
    pattern: &'static Pattern,
    boards: &[Pawns],
) -> Option<String> {
    let column = pattern.column(Scope::Side(Color::White))?;
    let is_named = is_named_after(name, pattern.name);
    // Most patterns differ in some position of a game, which is found sooner than a proof.
    let differs = boards
        .iter()
        .find(|&&pawns| query.set(pawns).map(Value::Set) != Some(column.value(pawns)));
    if !is_named && differs.is_some() {
        return None;
    }
    Some(match (condition::relation_to(query, pattern), differs) {
        (Some(Relation::Same), _) => "has the same squares as".to_owned(),
        (Some(Relation::Implies), _) if is_named => "is a part of".to_owned(),
        (Some(Relation::Implied), _) if is_named => "contains".to_owned(),
        (Some(Relation::Overlaps(fen)), _) if is_named => {
            format!("has another square in {fen} than")
        }
        (Some(Relation::Unknown), Some(pawns)) => format!("differs in {} from", pawns.placement()),
        _ => return None,
    })
}

/// Returns `true` for names such as `my_passed` and `passed2` of `passed`.
fn is_named_after(name: &str, pattern: &str) -> bool {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match name.strip_suffix(pattern) {
        Some(before) => before.is_empty() || before.ends_with(['.', '_']),
        None => false,
    }
}
