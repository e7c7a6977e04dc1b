//! Reads the text of a condition as a tree. What its names mean is decided later.

use std::fmt;
use std::ops::Range;

/// What is expected after an operand.
const OPERATOR: &str = "an operator";

/// The maximum number of names, numbers and operators.
const MAX_TERMS: usize = 256;

/// The maximum depth of parentheses and of `!`.
const MAX_NESTING: usize = 64;

/// A mistake in a condition, at a place of its text.
#[derive(Debug)]
pub struct Mistake {
    /// The place, in bytes.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// Texts that the user may have meant, the likeliest first. They may have mistakes, too.
    pub(crate) fixes: Vec<String>,
}

impl Mistake {
    pub(crate) fn new(at: Range<usize>, message: impl fmt::Display) -> Self {
        Self { at, message: message.to_string(), fixes: Vec::new() }
    }

    pub(crate) fn with_fixes(mut self, fixes: impl IntoIterator<Item = String>) -> Self {
        self.fixes.extend(fixes);
        self
    }
}

/// A part of a condition, with the place of its text.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) range: Range<usize>,
    pub(crate) kind: Syntax,
}

#[derive(Debug)]
pub(crate) enum Syntax {
    /// A name such as `d`, `open_files` or `white.passed`, with its place, around which may be parentheses.
    Name(Range<usize>),
    Number(i32),
    Not(Box<Node>),
    /// Operands, and the operators of one level between them.
    Chain(Vec<Node>, Vec<Operator>),
    /// A function, the place of its name, and its arguments.
    Call(Range<usize>, Vec<Node>),
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    Compare(Comparison),
    Union,
    SymmetricDifference,
    Intersection,
    Plus,
    Minus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The operators, and how tightly they bind, which is the same as in Rust. An operator comes after those that begin with
/// it.
const OPERATORS: [(&str, Operator, u8); 13] = [
    ("||", Operator::Or, 0),
    ("&&", Operator::And, 1),
    ("==", Operator::Compare(Comparison::Equal), COMPARISON),
    ("!=", Operator::Compare(Comparison::NotEqual), COMPARISON),
    ("<=", Operator::Compare(Comparison::LessOrEqual), COMPARISON),
    (">=", Operator::Compare(Comparison::GreaterOrEqual), COMPARISON),
    ("<", Operator::Compare(Comparison::Less), COMPARISON),
    (">", Operator::Compare(Comparison::Greater), COMPARISON),
    ("|", Operator::Union, 3),
    ("^", Operator::SymmetricDifference, 4),
    ("&", Operator::Intersection, 5),
    ("+", Operator::Plus, TIGHTEST),
    ("-", Operator::Minus, TIGHTEST),
];

/// The level of comparisons: looser than operators on values, and tighter than operators on conditions.
const COMPARISON: u8 = 2;

const TIGHTEST: u8 = 6;

impl Operator {
    pub(crate) fn symbol(self) -> &'static str {
        OPERATORS.iter().find(|(_, operator, _)| *operator == self).map_or("", |(symbol, ..)| symbol)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Word,
    Number,
    Operator(Operator, u8),
    Not,
    Open,
    Close,
    Comma,
    /// `=`, which is a mistake.
    Equals,
    End,
}

/// Returns the tokens with their places. The last is the end.
fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, Mistake> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.'));
        let operator = OPERATORS.iter().find(|(symbol, ..)| rest.starts_with(symbol));
        let (token, length) = match (first, operator) {
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            _ if first.is_ascii_digit() => (Token::Number, word.unwrap_or(rest.len())),
            _ if first.is_ascii_alphabetic() || first == '_' => (Token::Word, word.unwrap_or(rest.len())),
            (_, Some(&(symbol, operator, level))) => (Token::Operator(operator, level), symbol.len()),
            ('!', _) => (Token::Not, 1),
            ('(', _) => (Token::Open, 1),
            (')', _) => (Token::Close, 1),
            (',', _) => (Token::Comma, 1),
            ('=', _) => (Token::Equals, 1),
            _ => {
                let end = at + first.len_utf8();
                return Err(Mistake::new(
                    at..end,
                    format_args!("the character {first:?} has no meaning here"),
                ));
            }
        };
        tokens.push((token, at..at + length));
        at += length;
    }
    let end = text.trim_end().len();
    tokens.push((Token::End, end..end));
    Ok(tokens)
}

/// Returns the text with the operators of the language in the place of words and of `=`.
fn with_symbols(text: &str, tokens: &[(Token, Range<usize>)]) -> String {
    let mut spelled = String::new();
    let mut end = 0;
    for (token, range) in tokens {
        let word = text[range.clone()].to_ascii_lowercase();
        let symbol = match (token, &word[..]) {
            (Token::Word, "and") => "&&",
            (Token::Word, "or") => "||",
            (Token::Word, "not") => "!",
            (Token::Equals, _) => "==",
            _ => continue,
        };
        spelled += &text[end..range.start];
        spelled += symbol;
        end = range.end;
        if symbol == "!" {
            end = text.len() - text[end..].trim_start().len();
        }
    }
    spelled + &text[end..]
}

/// Parses a condition.
pub(crate) fn parse(text: &str) -> Result<Node, Mistake> {
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens: &tokens, next: 0, terms: 0, depth: 0 };
    let node = parser.level(0)?;
    match parser.peek() {
        Token::End => Ok(node),
        _ => Err(parser.unexpected("an operator")),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [(Token, Range<usize>)],
    next: usize,
    terms: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.tokens[self.next].0
    }

    /// The place of the next token.
    fn place(&self) -> Range<usize> {
        self.tokens[self.next].1.clone()
    }

    /// Returns the place of the next token, and steps past it. The end stays.
    fn take(&mut self) -> Range<usize> {
        let place = self.place();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        place
    }

    /// Counts one more term.
    fn count(&mut self) -> Result<(), Mistake> {
        self.terms += 1;
        if self.terms > MAX_TERMS {
            let message = format_args!("the condition has more than {MAX_TERMS} terms");
            return Err(Mistake::new(self.place(), message));
        }
        Ok(())
    }

    /// Returns the mistake that the next token is not what is expected.
    fn unexpected(&self, expected: &str) -> Mistake {
        let place = self.place();
        let word = self.text[place.clone()].to_ascii_lowercase();
        let message = match (self.peek(), &word[..]) {
            (Token::Word, "and") => "`and` is written `&&`".to_owned(),
            (Token::Word, "or") => "`or` is written `||`".to_owned(),
            (Token::Word, "not") => "`not` is written `!`".to_owned(),
            (Token::Equals, _) => "equality is written `==`".to_owned(),
            (Token::End, _) if self.depth > 0 && expected == OPERATOR => "a `(` is not closed".to_owned(),
            (Token::End, _) => format!("the condition ends where {expected} should follow"),
            _ if expected == OPERATOR => "expected an operator, such as `&` between sets or `&&`".to_owned(),
            _ => return Mistake::new(place, format_args!("expected {expected}")),
        };
        let spelled = with_symbols(self.text, self.tokens);
        Mistake::new(place, message).with_fixes((spelled != self.text).then_some(spelled))
    }

    /// Parses operands and the operators of this level between them.
    fn level(&mut self, level: u8) -> Result<Node, Mistake> {
        if level > TIGHTEST {
            return self.operand();
        }
        let mut operands = vec![self.level(level + 1)?];
        let mut operators = Vec::new();
        while let Token::Operator(operator, its_level) = self.peek()
            && its_level == level
        {
            self.count()?;
            let place = self.take();
            if level == COMPARISON && !operators.is_empty() {
                return Err(Mistake::new(
                    place,
                    "comparisons cannot follow one another; combine two with `&&`",
                ));
            }
            operators.push(operator);
            operands.push(self.level(level + 1)?);
        }
        let range = operands[0].range.start..operands[operands.len() - 1].range.end;
        match (operands.pop(), operators.is_empty()) {
            (Some(single), true) => Ok(single),
            (last, _) => {
                operands.extend(last);
                Ok(Node { range, kind: Syntax::Chain(operands, operators) })
            }
        }
    }

    /// Parses what `inner` does, one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Mistake>) -> Result<T, Mistake> {
        if self.depth == MAX_NESTING {
            let message = format_args!("parentheses and `!` are nested more than {MAX_NESTING} levels deep");
            return Err(Mistake::new(self.place(), message));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Parses a name, a number, a call, a negation, or a condition in parentheses.
    fn operand(&mut self) -> Result<Node, Mistake> {
        self.count()?;
        let place = self.place();
        let word = self.text[place.clone()].to_ascii_lowercase();
        match self.peek() {
            Token::Not => {
                self.take();
                let operand = self.nested(Self::operand)?;
                Ok(Node { range: place.start..operand.range.end, kind: Syntax::Not(Box::new(operand)) })
            }
            Token::Open => {
                self.take();
                let (inner, end) = self.nested(|parser| {
                    let inner = parser.level(0)?;
                    parser.close().map(|end| (inner, end))
                })?;
                Ok(Node { range: place.start..end, kind: inner.kind })
            }
            Token::Number => {
                self.take();
                let digits = &self.text[place.clone()];
                let number = digits
                    .parse::<u8>()
                    .map_err(|_| Mistake::new(place.clone(), "a number must be an integer from 0 to 255"))?;
                Ok(Node { range: place, kind: Syntax::Number(number.into()) })
            }
            Token::Word if !matches!(&word[..], "and" | "or" | "not") => {
                self.take();
                if self.peek() != Token::Open {
                    return Ok(Node { range: place.clone(), kind: Syntax::Name(place) });
                }
                self.take();
                let (arguments, end) = self.nested(|parser| {
                    let mut arguments = vec![parser.level(0)?];
                    while parser.peek() == Token::Comma {
                        parser.take();
                        arguments.push(parser.level(0)?);
                    }
                    parser.close().map(|end| (arguments, end))
                })?;
                Ok(Node { range: place.start..end, kind: Syntax::Call(place, arguments) })
            }
            _ => Err(self.unexpected("a name, a number, `!` or `(`")),
        }
    }

    /// Steps past a closing parenthesis, and returns its end.
    fn close(&mut self) -> Result<usize, Mistake> {
        match self.peek() {
            Token::Close => Ok(self.take().end),
            _ => Err(self.unexpected(OPERATOR)),
        }
    }
}
