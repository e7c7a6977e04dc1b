//! `pawnfill find --list`: the names that a condition may use.

use std::fmt::Write as _;
use std::sync::Arc;

use pawnfill::File;
use pawnfill::pattern::{Family, PATTERNS, Pattern, Word};

use super::ALL_NAMES;
use pawnfill_condition::{
    Definition, PIECES, Reading, Relation, SIDES, function_lines, readings, relations, structures,
};
use pawnfill_find::plain;
use textwrap::{Options, WordSplitter, fill};

/// Lists the relations of all structures instead of one name.
const RELATIONS: &str = "relations";

/// The pattern `backward` contains more than its name may suggest.
const BACKWARD: &str =
    "isolated pawns are included; for the others, write `white.backward - white.isolated`";

/// The names of constant sets.
const SQUARES: [(&str, &str); 3] = [
    (
        "a1 to h8, a to h, rank_1 to rank_8",
        "a square, a file, a rank",
    ),
    (
        "light_squares, dark_squares",
        "squares of one color; `own` exchanges them for Black, as it sees c8 as c1",
    ),
    ("empty, full", "no square, all squares"),
];

/// Returns the names of the structures, and of the patterns by family.
pub(super) fn by_family() -> String {
    let structures = structures();
    let mut text = "Structures:\n".to_owned();
    let names: Vec<_> = structures
        .iter()
        .map(|definition| &definition.name[..])
        .collect();
    text += &filled(&names.join(" "), "  ", "  ");
    // Those of players are first.
    for family in Family::ALL.iter().rev().copied() {
        let _ = writeln!(text, "\n{}:", family.heading());
        let patterns = PATTERNS.iter().filter(|pattern| pattern.family == family);
        let names: Vec<_> = patterns.map(|pattern| pattern.name).collect();
        text += &filled(&names.join(" "), "  ", "  ");
    }
    text += "\n`pawnfill find --list` says what each name means.";
    text
}

/// The width of a terminal, at least.
pub(super) const WIDTH: usize = 80;

/// Returns lines of a text, of which the first begins with one indent, and the others with another.
fn filled(text: &str, first: &str, others: &str) -> String {
    let options = Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(others);
    fill(
        text,
        options
            .word_splitter(WordSplitter::NoHyphenation)
            .break_words(false),
    ) + "\n"
}

/// Returns all names with a few words about each.
pub(super) fn all(names: &[Arc<Definition>]) -> String {
    let mut text = filled(
        "Structures of both colors, such as `iqp` (of either color) and `white.iqp`; `--list NAME` shows one, and \
         `--list relations` which of them exclude or imply each other:",
        "",
        "",
    );
    for definition in names {
        titled(&mut text, definition);
    }
    let columns = |of_side| {
        PATTERNS
            .iter()
            .filter(move |pattern| (pattern.scopes().len() > 1) == of_side)
    };
    text += "\nPatterns of the board:\n";
    columns(false).for_each(|pattern| line(&mut text, pattern.name, pattern.about));
    text += &filled(
        "Patterns of a side, such as `white.passed`, `black.passed`, `either.passed`, `own.passed` and `enemy.passed`:",
        "\n",
        "",
    );
    line(&mut text, &PIECES.join(", "), "Returns these pieces.");
    columns(true).for_each(|pattern| line(&mut text, pattern.name, pattern.about));
    text += "\nFunctions:\n";
    function_lines().for_each(|(call, about)| line(&mut text, &call, about));
    text += "\nSquares:\n";
    SQUARES
        .iter()
        .for_each(|(names, about)| line(&mut text, names, about));
    text
}

fn titled(text: &mut String, definition: &Definition) {
    let title = definition.line("title").unwrap_or(&definition.text);
    line(text, &definition.name, title);
}

/// Returns what has a text in its name, title or sentence.
fn containing(word: &str, names: &[Arc<Definition>]) -> String {
    let plain = |text: &str| plain(&text.replace('\'', ""));
    let text = plain(word);
    let has = |other: &str| plain(other).contains(&text);
    let is_about = |definition: &Definition| {
        ["title", "about"]
            .into_iter()
            .filter_map(|key| definition.line(key))
            .any(has)
    };
    let mut found = String::new();
    for pattern in Pattern::called(word) {
        line(&mut found, pattern.name, pattern.about);
    }
    if let Some(near) = Word::find(word).and_then(|word| word.near) {
        found += &filled(&format!("{word}: {near}"), "  ", "    ");
    }
    for reading in readings() {
        let of_engine = reading.names().find(|name| is_of(word, name));
        if let Some(name) = of_engine {
            line(&mut found, &name, reading.meaning);
        }
    }
    for definition in names
        .iter()
        .filter(|definition| has(&definition.name) || is_about(definition))
    {
        titled(&mut found, definition);
    }
    let patterns = PATTERNS
        .iter()
        .filter(|pattern| Pattern::called(word).all(|called| called != *pattern));
    let patterns = patterns.map(|pattern| (pattern.name.to_owned(), pattern.about));
    let squares = SQUARES
        .iter()
        .map(|(names, about)| ((*names).to_owned(), *about));
    for (name, about) in patterns.chain(function_lines()).chain(squares) {
        if has(&name) || has(about) {
            line(&mut found, &name, about);
        }
    }
    found
}

/// Returns `true` if the name of a reading, such as `stockfish_15_1.doubled`, begins with an
/// engine.
fn is_of(engine: &str, name: &str) -> bool {
    let plain = |text: &str| text.to_ascii_lowercase().replace([' ', '-', '.', '_'], "");
    let (of, _) = name.split_once('.').unwrap_or((name, ""));
    !plain(engine).is_empty() && plain(of).starts_with(&plain(engine)) && engine.len() > 2
}

fn line(text: &mut String, name: &str, about: &str) {
    let about = about
        .strip_prefix("Returns ")
        .unwrap_or(about)
        .trim_end_matches('.');
    let name = format!("  {name:<28} ");
    let others = " ".repeat(31);
    if name.len() > others.len() {
        *text += &format!("{}\n{}", name.trim_end(), filled(about, &others, &others));
    } else {
        *text += &filled(about, &name, &others);
    }
}

/// Returns everything about a structure or a pattern, the relations of all structures, or the names
/// about which a word is said.
pub(super) fn one(name: &str, names: &[Arc<Definition>]) -> Result<String, String> {
    if name == RELATIONS {
        return Ok(names
            .iter()
            .map(|definition| related(definition, names))
            .collect());
    }
    if let Some(reading) = Reading::named(name) {
        let Reading {
            pattern,
            engines,
            meaning,
            condition,
            ..
        } = reading;
        let about = format!("the `{pattern}` of {engines}: {meaning}");
        return Ok(format!("{name}, {about}\n  as text   {condition}\n"));
    }
    let name = match name.split_once('.') {
        Some((side, name)) if SIDES.contains(&side) && !name.is_empty() => name,
        _ => name,
    };
    if let Some(pattern) = Pattern::from_name(name) {
        let Pattern {
            about,
            formula,
            source_url,
            ..
        } = pattern;
        let note = if name == "backward" {
            &format!("  note      {BACKWARD}\n")
        } else {
            ""
        };
        return Ok(format!(
            "{name}: {about}\n{note}  formula   {formula}\n  source    {source_url}\n"
        ));
    }
    let Some(definition) = names.iter().find(|definition| definition.name == name) else {
        let found = containing(name, names);
        return if found.is_empty() {
            Err(format!("nothing is called `{name}` or about it{ALL_NAMES}"))
        } else {
            Ok(found)
        };
    };
    let mut text = format!("{name}\n");
    for (key, value) in &definition.lines {
        let _ = writeln!(text, "  {key:<10}{value}");
    }
    // A condition may be about any file.
    let colors = ["white", "black"]
        .into_iter()
        .filter(|_| definition.line("condition").is_none());
    for color in colors {
        let lines = || {
            definition
                .lines
                .iter()
                .filter(|(key, _)| key == color)
                .map(|(_, list)| list)
        };
        let is_listed = |file: &File| {
            lines()
                .flat_map(|list| list.split([' ', ',', '/']))
                .any(|word| word.starts_with(file.name()))
        };
        let free: Vec<_> = File::ALL
            .into_iter()
            .filter(|file| !is_listed(file))
            .map(File::name)
            .collect();
        let _ = writeln!(text, "  {:<10}{color} {}", "free", free.join(" "));
    }
    let _ = writeln!(text, "  {:<10}{}", "as text", definition.text);
    text += "\nRelations, proved for all positions:\n";
    text += &related(definition, names);
    Ok(text)
}

/// Returns how a structure relates to each other one of either color, a line each.
fn related(of: &Definition, names: &[Arc<Definition>]) -> String {
    let own = format!("{}.{}", of.side(), of.name);
    let mut text = String::new();
    let mut excluded = 0;
    for (other, relation) in relations(of, names) {
        let relation = match relation {
            Relation::Excludes => {
                excluded += 1;
                continue;
            }
            Relation::Same => format!("is the same as {other}"),
            Relation::Implies => format!("implies {other}"),
            Relation::Implied => format!("is implied by {other}"),
            Relation::Overlaps(fen) => format!("may go together with {other}, as in {fen}"),
            Relation::OverlapsDoubled(fen) => {
                format!("goes together with {other} only if pawns are doubled, as in {fen}")
            }
            Relation::Unknown => format!("is too large to compare with {other}"),
        };
        let _ = writeln!(text, "  {own} {relation}");
    }
    let _ = writeln!(text, "  {own} excludes the {excluded} others");
    text
}
