//! `pawnfill find --list`: the names that a condition may use.

use std::fmt::Write as _;
use std::sync::Arc;

use pawnfill::File;
use pawnfill::pattern::{Family, PATTERNS, Pattern, Word};
use pawnfill_condition::{
    Definition, PIECES, Reading, Relation, SIDES, function_lines, readings, relations, structures,
};
use pawnfill_find::plain;

use crate::conditions::ALL_NAMES;
use crate::text::filled;

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
    let names: Vec<_> = structures.iter().map(|of| &*of.name).collect();
    let mut text = format!("Structures:\n{}", filled(&names.join(" "), "  ", "  "));
    // Names that players know come first.
    for &family in Family::ALL.iter().rev() {
        let mut names = PATTERNS.to_vec();
        names.retain(|pattern| pattern.family == family);
        let names: Vec<_> = names.iter().map(|pattern| pattern.name).collect();
        let _ = writeln!(text, "\n{}:", family.heading());
        text += &filled(&names.join(" "), "  ", "  ");
    }
    text + "\n`pawnfill find --list` says what each name means."
}

/// Returns all names with a few words about each.
pub(super) fn all(names: &[Arc<Definition>]) -> String {
    let mut text = filled(
        "Structures of both colors, such as `iqp` (of either color) and `white.iqp`; `--list NAME` \
         shows one, and `--list relations` which of them exclude or imply each other:",
        "",
        "",
    );
    for definition in names {
        add(&mut text, &definition.name, title(definition));
    }
    text += "\nPatterns of the board:\n";
    add_patterns(&mut text, false);
    text += &filled(
        "Patterns of a side, such as `white.passed`, `black.passed`, `either.passed`, `own.passed` \
         and `enemy.passed`:",
        "\n",
        "",
    );
    add(&mut text, &PIECES.join(", "), "Returns these pieces.");
    add_patterns(&mut text, true);
    text += "\nFunctions:\n";
    for (call, about) in function_lines() {
        add(&mut text, &call, about);
    }
    text += "\nSquares:\n";
    for (names, about) in SQUARES {
        add(&mut text, names, about);
    }
    text
}

fn add_patterns(text: &mut String, of_side: bool) {
    for pattern in PATTERNS {
        if (pattern.scopes().len() > 1) == of_side {
            add(text, pattern.name, pattern.about);
        }
    }
}

fn title(definition: &Definition) -> &str {
    definition.line("title").unwrap_or(&definition.text)
}

/// Adds a name with what it means.
fn add(text: &mut String, name: &str, about: &str) {
    let about = about.strip_prefix("Returns ").unwrap_or(about);
    let about = about.trim_end_matches('.');
    let name = format!("  {name:<28} ");
    let others = " ".repeat(31);
    if name.len() > others.len() {
        *text += &format!("{}\n{}", name.trim_end(), filled(about, &others, &others));
    } else {
        *text += &filled(about, &name, &others);
    }
}

/// Returns what has a text in its name, title or sentence.
fn containing(word: &str, names: &[Arc<Definition>]) -> String {
    let mut found = String::new();
    for pattern in Pattern::called(word) {
        add(&mut found, pattern.name, pattern.about);
    }
    if let Some(near) = Word::find(word).and_then(|word| word.near) {
        found += &filled(&format!("{word}: {near}"), "  ", "    ");
    }
    for reading in readings() {
        if let Some(name) = reading.names().find(|name| is_of(word, name)) {
            add(&mut found, &name, reading.meaning);
        }
    }
    let text = without_marks(word);
    for definition in names {
        let lines = ["title", "about"].map(|key| definition.line(key).unwrap_or_default());
        if has(&definition.name, &text) || lines.iter().any(|line| has(line, &text)) {
            add(&mut found, &definition.name, title(definition));
        }
    }
    for (name, about) in others(word) {
        if has(&name, &text) || has(about, &text) {
            add(&mut found, &name, about);
        }
    }
    found
}

/// Returns the names besides structures and the patterns that a word means, with what they mean.
fn others(word: &str) -> Vec<(String, &'static str)> {
    let mut others = Vec::new();
    for pattern in PATTERNS {
        if Pattern::called(word).all(|called| called != pattern) {
            others.push((pattern.name.to_owned(), pattern.about));
        }
    }
    others.extend(function_lines());
    for (names, about) in SQUARES {
        others.push((names.to_owned(), about));
    }
    others
}

fn has(text: &str, part: &str) -> bool {
    without_marks(text).contains(part)
}

fn without_marks(text: &str) -> String {
    plain(&text.replace('\'', ""))
}

/// Returns `true` if the name of a reading, such as `stockfish_15_1.doubled`, begins with an
/// engine.
fn is_of(engine: &str, name: &str) -> bool {
    let (of, _) = name.split_once('.').unwrap_or((name, ""));
    let (plain, of) = (letters(engine), letters(of));
    !plain.is_empty() && of.starts_with(&plain) && engine.len() > 2
}

fn letters(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    text.replace([' ', '-', '.', '_'], "")
}

/// Returns everything about a structure or a pattern, the relations of all structures, or the names
/// about which a word is said.
pub(super) fn one(name: &str, names: &[Arc<Definition>]) -> Result<String, String> {
    if name == RELATIONS {
        let related = names.iter().map(|definition| related(definition, names));
        return Ok(related.collect());
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
        return Ok(of_pattern(pattern));
    }
    if let Some(definition) = names.iter().find(|definition| definition.name == name) {
        return Ok(of_structure(definition, names));
    }
    let found = containing(name, names);
    if found.is_empty() {
        return Err(format!("nothing is called `{name}` or about it{ALL_NAMES}"));
    }
    Ok(found)
}

fn of_pattern(pattern: &Pattern) -> String {
    let Pattern {
        name,
        about,
        formula,
        source_url,
        ..
    } = pattern;
    let mut text = format!("{name}: {about}\n");
    if *name == "backward" {
        let _ = writeln!(text, "  note      {BACKWARD}");
    }
    text + &format!("  formula   {formula}\n  source    {source_url}\n")
}

fn of_structure(definition: &Definition, names: &[Arc<Definition>]) -> String {
    let mut text = format!("{}\n", definition.name);
    for (key, value) in &definition.lines {
        let _ = writeln!(text, "  {key:<10}{value}");
    }
    // A condition may be about any file.
    if definition.line("condition").is_none() {
        for color in ["white", "black"] {
            let free = free_files(definition, color).join(" ");
            let _ = writeln!(text, "  {:<10}{color} {free}", "free");
        }
    }
    let _ = writeln!(text, "  {:<10}{}", "as text", definition.text);
    text += "\nRelations, proved for all positions:\n";
    text + &related(definition, names)
}

/// Returns the files that no list of a color names.
fn free_files(definition: &Definition, color: &str) -> Vec<&'static str> {
    let mut free: Vec<_> = File::ALL.into_iter().map(File::name).collect();
    for (key, list) in &definition.lines {
        if key == color {
            for word in list.split([' ', ',', '/']) {
                free.retain(|file| !word.starts_with(file));
            }
        }
    }
    free
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
