//! Theorems about the formulas in the docs: each is read, computed for White, and equal to the
//! pattern or the answer.

use std::collections::HashMap;

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::{self, PATTERNS, Pattern, QUESTIONS, Question, Scope, Value};
use pawnfill::{Color, KoggeStone, Pawns, Square};
use pawnfill_condition::{Answer, Query};
use pawnfill_symbolic::{Symbolic, differ, input, never};

/// The patterns and the questions whose formulas are words, bytes or numbers.
const WORDS: &str = "loose_levers tight_levers stuck_levers chain_levers mute_chain_levers \
    half_mute_chain_levers duos trios quarts island_east_files island_west_files island_count \
    dispersion distortion candidates fakers is_candidate";

pub fn all() -> impl Iterator<Item = Trial> {
    let patterns = PATTERNS.iter().map(|pattern| {
        Trial::test(format!("{}: equal to its formula", pattern.name), || {
            equal(pattern)
        })
    });
    let questions = QUESTIONS.iter().map(|question| {
        Trial::test(format!("{}: equal to its formula", question.name), || {
            answers(question)
        })
    });
    patterns.chain(questions)
}

/// Reads a formula as a condition, unless it is in the list of words, and returns its value.
fn read(name: &str, formula: &str, s: &str) -> Result<Option<Answer<Symbolic>>, Failed> {
    let text = condition(formula, s);
    let [white, black] = input();
    match (
        Query::parse(&text, &[]),
        WORDS.split(' ').any(|word| word == name),
    ) {
        (Ok(query), false) => Ok(Some(query.answer(Pawns::new(white, black), Color::White))),
        (Err(_), true) => Ok(None),
        (Ok(_), true) => Err("its formula can be read: remove it from the list of words".into()),
        (Err(mistake), false) => Err(format!("`{formula}`, `{text}`: {mistake}").into()),
    }
}

fn equal(pattern: &'static Pattern) -> Result<(), Failed> {
    let Some(computed) = read(pattern.name, pattern.formula, "")? else {
        return Ok(());
    };
    // The first is White, where there are two.
    let column = pattern.columns().next().ok_or("it has no column")?;
    let [white, black] = input();
    let different = match (
        column.value(Pawns::<KoggeStone, _>::new(white, black)),
        computed,
    ) {
        (Value::Set(set), Answer::Set(computed)) => differ(&set.0, &computed.0),
        (Value::Files(files), Answer::Set(computed)) => differ(&files, &computed.0[..8]),
        _ => return Err("its formula is of another kind".into()),
    };
    Ok(never(
        &format!("{} and its formula differ", pattern.name),
        different,
    )?)
}

fn answers(question: &'static Question) -> Result<(), Failed> {
    let [white, black] = input();
    for square in Square::ALL {
        let Some(computed) = read(question.name, question.formula, square.name())? else {
            return Ok(());
        };
        let answer = question.answer(
            Pawns::<KoggeStone, _>::new(white, black),
            Color::White,
            square,
        );
        let different = match (answer, computed) {
            (pattern::Answer::Set(set), Answer::Set(computed)) => differ(&set.0, &computed.0),
            (pattern::Answer::Truth(holds), Answer::Truth(computed)) => holds ^ computed,
            _ => return Err("its formula is of another kind".into()),
        };
        never(
            &format!("{}({square}) and its formula differ", question.name),
            different,
        )?;
    }
    Ok(())
}

/// Returns a formula such as `P ∖ X, X = S(Q)` as a condition, with a square in the place of `s`.
fn condition(formula: &str, s: &str) -> String {
    if formula.ends_with('∅') {
        let parts = formula.split(" and ").map(|part| {
            match (part.strip_suffix(" = ∅"), part.strip_suffix(" ≠ ∅")) {
                (Some(set), _) => format!("!({})", condition(set, s)),
                (_, set) => format!("!!({})", condition(set.unwrap_or("no comparison"), s)),
            }
        });
        return parts.collect::<Vec<_>>().join(" && ");
    }
    let (first, definitions) = formula.split_once(", ").unwrap_or((formula, ""));
    let definitions = definitions
        .split(", ")
        .filter_map(|definition| definition.split_once(" = "));
    let definitions: HashMap<_, _> = definitions
        .map(|(name, set)| (name, condition(set, s)))
        .collect();
    // A union of functions: `(E ∪ W)(P)` is `(E(P) ∪ W(P))`.
    let mut first = first.trim_start_matches("low byte of ").to_owned();
    while let Some(end) = first.find(")(") {
        let (start, close) = (
            first[..end].rfind('(').unwrap() + 1,
            end + first[end + 1..].find(')').unwrap() + 1,
        );
        let of = &first[end + 1..=close];
        let functions: Vec<_> = first[start..end]
            .split(" ∪ ")
            .map(|function| format!("{function}{of}"))
            .collect();
        first.replace_range(start..close, &functions.join(" ∪ "));
    }
    let mut text = String::new();
    let mut rest = &first[..];
    while let Some(sign) = rest.chars().next() {
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || "_–".contains(c)))
            .unwrap_or(rest.len());
        let (name, after) = rest.split_at(if end == 0 { sign.len_utf8() } else { end });
        let (argument, behind) = after
            .strip_prefix('(')
            .and_then(|after| after.split_once(')'))
            .unwrap_or_default();
        let (value, after) = match (Pattern::from_name(name), argument) {
            (Some(_), "White" | "Black") => (format!("{}.{name}", argument.to_lowercase()), behind),
            (Some(_), set) if !set.is_empty() => {
                let set = definitions
                    .get(set)
                    .cloned()
                    .unwrap_or_else(|| condition(set, s));
                (format!("{name}({set}, white)"), behind)
            }
            (Some(pattern), _) if pattern.column(Scope::Board).is_none() => {
                (format!("white.{name}"), after)
            }
            _ => match Question::from_name(name) {
                Some(question) => (format!("({})", condition(question.formula, s)), behind),
                None => (
                    definitions
                        .get(name)
                        .map_or_else(|| word(name, s), |set| format!("({set})")),
                    after,
                ),
            },
        };
        text += &value;
        rest = after;
    }
    text
}

/// Returns a name or a sign of the formulas as it is in conditions.
fn word(name: &str, s: &str) -> String {
    let steps = [
        ("NE", "north_east"),
        ("NW", "north_west"),
        ("SE", "south_east"),
        ("SW", "south_west"),
    ];
    let functions = [
        ("N", "north"),
        ("S", "south"),
        ("E", "east"),
        ("W", "west"),
        ("Nfill", "north_fill"),
    ];
    let more = [
        ("Sfill", "south_fill"),
        ("F", "file_fill"),
        ("P", "white.pawns"),
        ("Q", "black.pawns"),
    ];
    let signs = [
        ("U", "full"),
        ("Empty", "~(white.pawns | black.pawns)"),
        ("s", s),
        ("¬", "~"),
    ];
    let operators = [("∪", "|"), ("∩", "&"), ("∖", "-"), ("⊕", "^")];
    let mut known = steps
        .into_iter()
        .chain(functions)
        .chain(more)
        .chain(signs)
        .chain(operators);
    if let Some((_, text)) = known.find(|(known, _)| *known == name) {
        return text.to_owned();
    }
    let ranks = name
        .strip_prefix("ranks")
        .and_then(|ranks| ranks.split_once('–'));
    if let Some((first, last)) = ranks {
        let ranks = first.parse::<u8>().unwrap()..=last.parse().unwrap();
        let ranks: Vec<_> = ranks.map(|rank| format!("rank_{rank}")).collect();
        return format!("({})", ranks.join(" | "));
    }
    if name.chars().all(|file| ('a'..='h').contains(&file)) {
        let files: Vec<_> = name.chars().map(String::from).collect();
        return format!("({})", files.join(" | "));
    }
    name.replace("rank", "rank_")
}
