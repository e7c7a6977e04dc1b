//! Reads the text of a condition as a tree. What its names mean is decided later.

use std::ops::Range;

use pawnfill_expression::grammar::{self, Node, Reason, Token};

use crate::mistake::Mistake;

/// A text with the places of its tokens.
pub(crate) struct Text<'a> {
    pub(crate) whole: &'a str,
    places: Vec<Range<usize>>,
}

impl<'a> Text<'a> {
    /// Returns the place of a token. The end of the text stands behind the last one.
    pub(crate) fn place(&self, token: usize) -> Range<usize> {
        let end = self.whole.trim_end().len();
        self.places.get(token).cloned().unwrap_or(end..end)
    }

    /// Returns the place of a part of the condition.
    pub(crate) fn range(&self, node: &Node) -> Range<usize> {
        self.place(node.tokens.start).start..self.place(node.tokens.end - 1).end
    }

    pub(crate) fn source(&self, node: &Node) -> &'a str {
        &self.whole[self.range(node)]
    }

    /// Returns the whole text with another text at a place.
    pub(crate) fn replaced(&self, at: &Range<usize>, by: &str) -> String {
        format!("{}{by}{}", &self.whole[..at.start], &self.whole[at.end..])
    }

    /// Returns the mistake of a token, in the words of those who write conditions.
    fn explained(&self, mistake: grammar::Unexpected, tokens: &[Token]) -> Mistake {
        let place = self.place(mistake.at);
        let word = &self.whole[place.clone()];
        let operand = "a name, a number, `!`, `~` or `(`";
        let message = match (mistake.reason, meant(word)) {
            (Reason::Operand | Reason::Operator | Reason::Argument, Some("==")) => {
                "equality is written `==`".to_owned()
            }
            (Reason::Operand | Reason::Operator | Reason::Argument, Some(symbol)) => {
                format!("`{}` is written `{symbol}`", word.to_ascii_lowercase())
            }
            (Reason::Operand, _) if word.is_empty() => {
                format!("the condition ends where {operand} should follow")
            }
            (Reason::Operand, _) => format!("expected {operand}"),
            (Reason::Operator | Reason::Argument, _) if word.is_empty() && is_open(tokens) => {
                "a `(` is not closed".to_owned()
            }
            (Reason::Operator, _) => {
                "expected an operator, such as `&` between sets or `&&`".to_owned()
            }
            (reason, _) => reason.to_string(),
        };
        let spelled = self.with_symbols();
        Mistake::new(place, message).with_fixes((spelled != self.whole).then_some(spelled))
    }

    /// Returns the text with the operators of the language in the place of words and
    /// of other symbols.
    fn with_symbols(&self) -> String {
        let mut spelled = String::new();
        let mut end = 0;
        for range in &self.places {
            let Some(symbol) = meant(&self.whole[range.clone()]) else {
                continue;
            };
            spelled += &self.whole[end..range.start];
            spelled += symbol;
            end = range.end;
            if symbol == "!" {
                end = self.whole.len() - self.whole[end..].trim_start().len();
            }
        }
        spelled + &self.whole[end..]
    }
}

/// Returns the operator that a word or another symbol stands for in other languages.
fn meant(word: &str) -> Option<&'static str> {
    match &word.to_ascii_lowercase()[..] {
        "and" => Some("&&"),
        "or" => Some("||"),
        "not" => Some("!"),
        "=" => Some("=="),
        "=>" => Some(">="),
        "=<" => Some("<="),
        _ => None,
    }
}

/// Returns `true` if more parentheses open than close.
fn is_open(tokens: &[Token]) -> bool {
    let mut depth = 0;
    for token in tokens {
        match token {
            Token::Symbol("(") => depth += 1,
            Token::Symbol(")") => depth -= 1,
            _ => {}
        }
    }
    depth > 0
}

/// Parses a condition.
pub(crate) fn parse(whole: &str) -> Result<(Text<'_>, Node), Mistake> {
    let mut tokens = Vec::new();
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(first) = whole[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let Some((token, length)) = token(&whole[at..], first) else {
            let message = format_args!("the character {first:?} has no meaning here");
            return Err(Mistake::new(at..at + first.len_utf8(), message));
        };
        tokens.push(token);
        places.push(at..at + length);
        at += length;
    }
    let text = Text { whole, places };
    match grammar::parse(&tokens) {
        Ok(node) => Ok((text, node)),
        Err(mistake) => Err(text.explained(mistake, &tokens)),
    }
}

/// Returns the token at the start of a text, and its length.
fn token(text: &str, first: char) -> Option<(Token, usize)> {
    let word = &text[..text.find(is_no_letter).unwrap_or(text.len())];
    let symbol = grammar::symbol(text).filter(|symbol| !["{", "}"].contains(symbol));
    Some(match symbol {
        // `=`, `=<` and `=>`.
        None if first == '=' => {
            let has_two = text[1..].starts_with(['<', '>']);
            (Token::Unknown, 1 + usize::from(has_two))
        }
        _ if first.is_ascii_digit() => (Token::Number(word.parse().ok()), word.len()),
        _ if meant(word).is_some() => (Token::Unknown, word.len()),
        _ if first != '.' && !word.is_empty() => (Token::Name(word.to_owned()), word.len()),
        symbol => (Token::Symbol(symbol?), symbol?.len()),
    })
}

/// Returns `true` for what ends a name or a number.
fn is_no_letter(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || c == '_' || c == '.')
}
