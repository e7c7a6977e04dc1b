//! Reads the text of a condition as a tree. What its names mean is decided later.

use std::fmt;
use std::ops::Range;

use pawnfill_expression::grammar::{self, Node, Reason, Token};

/// A mistake in a condition, at a place of its text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Mistake {
    /// The place, in bytes.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// Whether a name is unknown and similar to no other, so that a list of all names would help.
    pub is_nothing: bool,
    /// Texts that the user may have meant, the likeliest first. They may have mistakes, too.
    pub(crate) fixes: Vec<String>,
}

impl Mistake {
    /// Returns a mistake without a text that is meant.
    pub fn new(at: Range<usize>, message: impl fmt::Display) -> Self {
        Self {
            at,
            message: message.to_string(),
            is_nothing: false,
            fixes: Vec::new(),
        }
    }

    pub(crate) fn with_fixes(mut self, fixes: impl IntoIterator<Item = String>) -> Self {
        self.fixes.extend(fixes);
        self
    }
}

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

    pub(crate) fn of(&self, node: &Node) -> &'a str {
        &self.whole[self.range(node)]
    }

    /// Returns the whole text with another text at a place.
    pub(crate) fn replaced(&self, at: &Range<usize>, by: &str) -> String {
        format!("{}{by}{}", &self.whole[..at.start], &self.whole[at.end..])
    }

    fn explained(&self, mistake: grammar::Unexpected, tokens: &[Token]) -> Mistake {
        let place = self.place(mistake.at);
        let word = &self.whole[place.clone()];
        let open = tokens
            .iter()
            .filter(|token| **token == Token::Symbol("("))
            .count();
        let is_open = open
            > tokens
                .iter()
                .filter(|token| **token == Token::Symbol(")"))
                .count();
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
            (Reason::Operator | Reason::Argument, _) if word.is_empty() && is_open => {
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

/// Parses a condition.
pub(crate) fn parse(whole: &str) -> Result<(Text<'_>, Node), Mistake> {
    let mut tokens = Vec::new();
    let mut text = Text {
        whole,
        places: Vec::new(),
    };
    let mut at = 0;
    while let Some(first) = whole[at..].chars().next() {
        let rest = &whole[at..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        let symbol = grammar::symbol(rest).filter(|symbol| !["{", "}"].contains(symbol));
        let (token, length) = match symbol {
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            _ if first == '=' && symbol.is_none() => (
                Token::Unknown,
                if rest[1..].starts_with(['<', '>']) {
                    2
                } else {
                    1
                },
            ),
            _ if first.is_ascii_digit() => (Token::Number(word.parse().ok()), word.len()),
            _ if meant(word).is_some() => (Token::Unknown, word.len()),
            _ if is_word(first) && first != '.' => (Token::Name(word.to_owned()), word.len()),
            Some(symbol) => (Token::Symbol(symbol), symbol.len()),
            None => {
                let message = format_args!("the character {first:?} has no meaning here");
                return Err(Mistake::new(at..at + first.len_utf8(), message));
            }
        };
        tokens.push(token);
        text.places.push(at..at + length);
        at += length;
    }
    match grammar::parse(&tokens) {
        Ok(node) => Ok((text, node)),
        Err(mistake) => Err(text.explained(mistake, &tokens)),
    }
}
