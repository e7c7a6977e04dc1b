//! What is read: functions of any language, and what the readers share.

use std::collections::{BTreeMap, HashMap};

use pawnfill::Color;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Ast {
    Number(u64),
    Name(String),
    Call(String, Vec<Ast>),
    Unary(String, Box<Ast>),
    Binary(String, Box<Ast>, Box<Ast>),
    Choice(Box<[Ast; 3]>),
    Fields(Vec<Ast>),
    List(Vec<u64>),
}

impl Ast {
    pub fn binary(operator: &str, left: Self, right: Self) -> Self {
        Self::Binary(operator.to_owned(), Box::new(left), Box::new(right))
    }
}

/// A parsed function.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    pub parameters: Vec<String>,
    pub locals: Vec<(String, Ast)>,
    pub value: Ast,
}

/// The definitions of a file, by names without the prefix.
#[derive(Default)]
pub struct Module {
    /// What the names of functions begin with in calls.
    pub prefix: String,
    pub functions: BTreeMap<String, Definition>,
    /// The fields of each type.
    pub fields: HashMap<String, Vec<String>>,
}

impl Module {
    /// Returns the names of the columns of the terms.
    pub fn columns(&self) -> Vec<String> {
        let mut columns = Vec::new();
        for field in self.fields.get("terms").into_iter().flatten() {
            if !Color::ALL
                .iter()
                .any(|color| color.name().eq_ignore_ascii_case(field))
            {
                columns.push(field.clone());
                continue;
            }
            for name in self.fields.get("side_terms").into_iter().flatten() {
                columns.push(format!("{field}_{name}"));
            }
        }
        columns
    }
}

/// A word, a number or a sign, and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'a> {
    pub text: &'a str,
    pub start: usize,
}

pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if [
            "<<", ">>", "&&", "||", "==", "!=", "<=", ">=", "<>", "::", "->",
        ]
        .iter()
        .any(|sign| rest.starts_with(sign))
        {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(Token {
                text: &rest[..length],
                start,
            });
        }
        start += length;
    }
    tokens
}

/// What differs between languages.
#[derive(Clone, Copy)]
pub struct Grammar {
    /// Whether names begin with the prefix. Otherwise, it is that of a package.
    pub has_prefix: bool,
    /// Returns how the language spells a name of the library.
    pub spelled: fn(&str) -> String,
    /// The binary operators by precedence, the loosest first.
    pub ranks: &'static [&'static [&'static str]],
    /// The prefix operators.
    pub unary: &'static [&'static str],
    /// Whether a shift fails if it loses a square.
    pub shift_fails: bool,
    /// Parses an operand that only this language has.
    pub special: fn(&mut Reader) -> Option<Result<Ast>>,
    /// Returns what is read of a text with a prefix.
    pub code: fn(&str, &str) -> String,
    /// Parses a definition of a module.
    pub item: fn(&mut Reader, &mut Module) -> Result<()>,
    /// Parses the arguments and the body of a function.
    pub function: fn(&mut Reader) -> Result<Definition>,
}

impl Grammar {
    /// Parses the code of a text, in which the names of functions begin with the prefix. An error
    /// shows the line.
    pub fn read(&self, code: &str, prefix: &str) -> Result<Module> {
        let tokens = tokens(code);
        let prefix = if self.has_prefix { prefix } else { "" };
        let mut reader = Reader::new(self, prefix, &tokens);
        let mut module = Module {
            prefix: prefix.to_owned(),
            ..Module::default()
        };
        while !reader.tokens.is_empty() {
            if let Err(error) = (self.item)(&mut reader, &mut module) {
                let end = reader.place().unwrap_or(code.len());
                let line = code[..end].trim_end().lines().last().unwrap_or_default();
                return Err(format!("{error} at the end of `{}`", line.trim()));
            }
        }
        Ok(module)
    }
}

/// What is left to read.
pub struct Reader<'a> {
    pub grammar: &'a Grammar,
    pub prefix: &'a str,
    pub tokens: &'a [Token<'a>],
}

pub type Result<T> = std::result::Result<T, String>;

impl<'a> Reader<'a> {
    pub fn new(grammar: &'a Grammar, prefix: &'a str, tokens: &'a [Token<'a>]) -> Self {
        Self {
            grammar,
            prefix,
            tokens,
        }
    }

    pub fn peek(&self) -> &'a str {
        self.tokens.first().map_or("", |token| token.text)
    }

    /// Returns the place of the next token, if it is not the end.
    fn place(&self) -> Option<usize> {
        self.tokens.first().map(|token| token.start)
    }

    /// Parses the arguments and the body of a function, and adds it under its name without the
    /// prefix.
    pub fn define(&mut self, name: &str, module: &mut Module) -> Result<()> {
        let name = name.strip_prefix(self.prefix).unwrap_or(name).to_owned();
        let definition = (self.grammar.function)(self)?;
        match module.functions.insert(name, definition) {
            None => Ok(()),
            Some(_) => Err("a function is defined twice".to_owned()),
        }
    }

    pub fn take(&mut self) -> &'a str {
        let Some((first, rest)) = self.tokens.split_first() else {
            return "";
        };
        self.tokens = rest;
        first.text
    }

    pub fn accept(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        if is_next {
            self.take();
        }
        is_next
    }

    pub fn expect(&mut self, text: &str) -> Result<()> {
        match self.take() {
            found if found == text => Ok(()),
            found => Err(format!("expected `{text}` instead of `{found}`")),
        }
    }

    /// Expects several words, separated by blanks.
    pub fn expect_all(&mut self, words: &str) -> Result<()> {
        words.split(' ').try_for_each(|word| self.expect(word))
    }

    /// Parses a name.
    pub fn name(&mut self) -> Result<String> {
        let name = self.take();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return Err(format!("`{name}` is not a name"));
        }
        Ok(name.to_owned())
    }

    pub fn number(&mut self) -> Result<u64> {
        number(self.take())
    }

    /// Parses items separated by commas, up to the end.
    pub fn list<T>(&mut self, end: &str, item: impl Fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while !self.accept(end) {
            items.push(item(self)?);
            if self.peek() != end {
                self.expect(",")?;
            }
        }
        Ok(items)
    }

    /// Parses parameters in parentheses, with their names where each begins or ends.
    pub fn parameters(&mut self, is_last: bool) -> Result<Vec<String>> {
        self.expect("(")?;
        self.list(")", |reader| {
            let mut name = reader.name()?;
            while !["", ",", ")"].contains(&reader.peek()) {
                let word = reader.take();
                name = if is_last { word.to_owned() } else { name };
            }
            Ok(name)
        })
    }

    pub fn expression(&mut self) -> Result<Ast> {
        let condition = self.ranked(0)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(":")?;
        Ok(Ast::Choice(Box::new([condition, yes, self.expression()?])))
    }

    fn ranked(&mut self, rank: usize) -> Result<Ast> {
        let Some(operators) = self.grammar.ranks.get(rank) else {
            return self.operand();
        };
        let mut left = self.ranked(rank + 1)?;
        while operators.contains(&self.peek()) {
            let operator = self.take().to_owned();
            let right = self.ranked(rank + 1)?;
            left = if self.grammar.shift_fails && operator == "<<" {
                Ast::Call("_shift".to_owned(), vec![left, right])
            } else {
                Ast::binary(&operator, left, right)
            };
        }
        Ok(left)
    }

    pub fn operand(&mut self) -> Result<Ast> {
        if let Some(special) = (self.grammar.special)(self) {
            return special;
        }
        let text = self.peek();
        if self.grammar.unary.contains(&text) {
            self.take();
            return Ok(Ast::Unary(text.to_owned(), Box::new(self.operand()?)));
        }
        if self.accept("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Ast::Number(self.number()?));
        }
        let name = self.name()?;
        if self.accept("(") {
            return Ok(Ast::Call(name, self.list(")", Self::expression)?));
        }
        Ok(Ast::Name(name))
    }
}

fn number(text: &str) -> Result<u64> {
    let digits = text.trim_end_matches(['U', 'L', 'u']);
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    value.map_err(|_| format!("`{text}` is not a number"))
}
