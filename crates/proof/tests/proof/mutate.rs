//! Mutates the text of a function.

use pawnfill_proof::read::{self, Definition, Grammar, Reader, Result, Token, tokens};

/// A changed function, or the error of a change that makes it invalid.
pub(crate) struct Mutant {
    /// What is changed, such as an operator.
    pub(crate) kind: String,
    pub(crate) change: String,
    pub(crate) function: Result<Definition>,
}

/// What takes the place of operators and names.
const OTHERS: [(&str, &[&str]); 15] = [
    ("&", &["|", "^"]),
    ("|", &["&", "^"]),
    ("^", &["&", "|", ""]),
    ("<<", &[">>"]),
    (">>", &["<<"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("AND", &["OR"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("<>", &["="]),
    ("<=", &["<", ">="]),
    ("~", &[""]),
    ("!", &[""]),
    ("PAWNFILL_WHITE", &["PAWNFILL_BLACK"]),
];

const DIRECTIONS: [(&str, &str); 4] = [
    ("north", "south"),
    ("south", "north"),
    ("east", "west"),
    ("west", "east"),
];

/// The start of the arguments of a call.
const BOARDS: &[&str] = &["(", "white", ",", "black"];

/// Returns all mutants of a function: other operators, masks, shifts, names and colors, and fewer
/// parentheses and complements.
pub(crate) fn mutants(text: &str, grammar: &Grammar, prefix: &str) -> Vec<Mutant> {
    let tokens = tokens(text);
    let mut mutants = Vec::new();
    let mut add = |kind: &str, place: usize, changes: &[(usize, usize, &str)]| {
        let (mut mutant, mut at) = (String::new(), 0);
        for &(start, length, by) in changes {
            mutant += &text[at..start];
            mutant += by;
            at = start + length;
        }
        mutant += &text[at..];
        let function =
            (grammar.function)(&mut Reader::new(grammar, prefix, &read::tokens(&mutant)));
        let change = format!(
            "`{kind}` at {place} becomes {:?}",
            changes.iter().map(|change| change.2).collect::<String>()
        );
        mutants.push(Mutant {
            kind: kind.to_owned(),
            change,
            function,
        });
    };
    let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    let parameters_end = texts
        .iter()
        .position(|&text| text == ")")
        .unwrap_or_default();
    let mut open = Vec::new();
    for (index, &Token { text: token, start }) in tokens.iter().enumerate() {
        let mut replace = |kind: &str, by: &str| add(kind, index, &[(start, token.len(), by)]);
        let others = OTHERS
            .iter()
            .filter(|(operator, _)| *operator == token)
            .flat_map(|(_, others)| *others);
        others.for_each(|other| replace(token, other));
        // In other languages, this is an assignment.
        if token == "=" && grammar.ranks.iter().any(|rank| rank.contains(&"=")) {
            replace(token, "<>");
        }
        for (direction, opposite) in DIRECTIONS
            .iter()
            .filter(|(direction, _)| token.contains(direction))
        {
            replace(direction, &token.replacen(direction, opposite, 1));
        }
        numbers(token)
            .iter()
            .for_each(|number| replace("number", number));
        let is_call = texts[index..].starts_with(BOARDS);
        // Parameters are no expressions. A function may ignore one of its arguments, so a call
        // swaps both.
        if is_call && index > 0 {
            add(
                "call",
                index,
                &[(start, tokens[index + 3].start + 5 - start, "(black, white")],
            );
        }
        let is_board = index > parameters_end
            && !texts[..index].ends_with(&["(", "void", ")"])
            && !texts[index - 1..].starts_with(BOARDS)
            && !texts[index - 3..].starts_with(BOARDS);
        match token {
            "white" if is_board => add("color", index, &[(start, 5, "black")]),
            "black" if is_board => add("color", index, &[(start, 5, "white")]),
            "(" => open.push(index),
            ")" => {
                let Some(first) = open.pop().filter(|&first| first > 0) else {
                    continue;
                };
                let before = texts[first - 1];
                let is_word = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
                if !is_word || ["return", "SELECT", "AS"].contains(&before) {
                    add(
                        "parentheses",
                        first,
                        &[(tokens[first].start, 1, " "), (start, 1, " ")],
                    );
                }
            }
            _ => {}
        }
    }
    mutants
}

/// Returns masks with another square, or shifted, and neighbors of other numbers.
fn numbers(token: &str) -> Vec<String> {
    let digits = token.trim_end_matches(['U', 'L', 'u']);
    let suffix = &token[digits.len()..];
    let hexadecimal = digits
        .strip_prefix("0x")
        .and_then(|digits| u64::from_str_radix(digits, 16).ok());
    match (hexadecimal, digits.parse::<u64>()) {
        (Some(mask), _) => masks(mask)
            .map(|mask| format!("{mask:#x}{suffix}"))
            .to_vec(),
        (_, Ok(mask @ 0x1_0000..)) => masks(mask).map(|mask| mask.to_string()).to_vec(),
        (_, Ok(number)) => {
            let neighbors = [number.checked_add(1), number.checked_sub(1)];
            neighbors
                .into_iter()
                .flatten()
                .map(|number| format!("{number}{suffix}"))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn masks(mask: u64) -> [u64; 4] {
    let lowest = mask & mask.wrapping_neg();
    let highest = 1 << (63 - mask.leading_zeros().min(63));
    [mask ^ lowest, mask ^ highest, mask << 1, mask >> 1]
}
