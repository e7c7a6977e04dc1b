//! Mutates the text of a function.

use crate::read::{Grammar, Token, tokens};

/// The start of the arguments of a call.
const BOARDS: &[&str] = &["(", "white", ",", "black"];

/// A description of a change, and the changed text.
pub struct Mutant {
    pub change: String,
    pub text: String,
}

/// Returns all mutants of a text: other operators, masks, shifts, names and colors, and fewer parentheses and
/// complements.
pub fn mutants(text: &str, grammar: &Grammar) -> Vec<Mutant> {
    let tokens = tokens(text);
    let mut mutants = Vec::new();
    let mut replace = |token: &Token, by: &str| {
        let end = token.start + token.text.len();
        mutants.push(Mutant {
            change: format!(
                "`{}` at {} becomes `{by}`",
                token.text,
                tokens.partition_point(|other| other.start < token.start)
            ),
            text: format!("{}{by}{}", &text[..token.start], &text[end..]),
        });
    };
    let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    let parameters_end = texts.iter().position(|&text| text == ")").unwrap_or_default();
    let is_operator = |text| grammar.ranks.iter().any(|rank| rank.contains(&text));
    for (index, token) in tokens.iter().enumerate() {
        // Parameters are no expressions. A function may ignore one of its arguments, so a call swaps both, below.
        let is_board = index > parameters_end
            && !texts[..index].ends_with(&["(", "void", ")"])
            && !texts[index - 1..].starts_with(BOARDS)
            && !texts[index - 3..].starts_with(BOARDS);
        let others: &[&str] = match token.text {
            "&" => &["|", "^"],
            "|" => &["&", "^"],
            "^" => &["&", "|"],
            "<<" => &[">>"],
            ">>" | ">>>" => &["<<"],
            "&&" => &["||"],
            "||" => &["&&"],
            "AND" => &["OR"],
            "==" => &["!="],
            "!=" => &["=="],
            "=" if is_operator("=") => &["<>"],
            "<>" => &["="],
            "<=" => &["<", ">="],
            "~" | "!" => &[""],
            "white" if is_board => &["black"],
            "black" if is_board => &["white"],
            "PAWNFILL_WHITE" => &["PAWNFILL_BLACK"],
            _ => &[],
        };
        others.iter().for_each(|other| replace(token, other));
        for (direction, opposite) in
            [("north", "south"), ("south", "north"), ("east", "west"), ("west", "east")]
        {
            if token.text.contains(direction) {
                replace(token, &token.text.replacen(direction, opposite, 1));
            }
        }
        let digits = token.text.trim_end_matches(['U', 'L', 'u']);
        let suffix = &token.text[digits.len()..];
        let hexadecimal = digits.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let decimal = digits.parse::<u64>().ok().filter(|&number| number > 0xffff);
        if let Some(mask) = hexadecimal.or(decimal) {
            let lowest = mask & mask.wrapping_neg();
            let highest = 1 << (63 - mask.leading_zeros().min(63));
            for other in [mask ^ lowest, mask ^ highest, mask << 1, mask >> 1] {
                replace(
                    token,
                    &if decimal.is_some() { other.to_string() } else { format!("{other:#x}{suffix}") },
                );
            }
        } else if let Ok(number) = digits.parse::<u64>() {
            for other in [number.wrapping_add(1), number.wrapping_sub(1)] {
                if other != u64::MAX {
                    replace(token, &format!("{other}{suffix}"));
                }
            }
        }
    }
    for (start, pair) in text.match_indices("(white, black").skip(1) {
        mutants.push(Mutant {
            change: format!("the colors at {start} are swapped"),
            text: format!("{}(black, white{}", &text[..start], &text[start + pair.len()..]),
        });
    }
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            "(" => open.push(index),
            ")" => {
                let Some(start) = open.pop() else { continue };
                let after_word = start > 0
                    && tokens[start - 1].text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
                if start == 0 || (after_word && !["return", "SELECT", "AS"].contains(&tokens[start - 1].text))
                {
                    continue;
                }
                let (a, b) = (tokens[start].start, token.start);
                mutants.push(Mutant {
                    change: format!("no parentheses at {start} and {index}"),
                    text: format!("{} {} {}", &text[..a], &text[a + 1..b], &text[b + 1..]),
                });
            }
            _ => {}
        }
    }
    mutants
}
