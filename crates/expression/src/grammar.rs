//! The grammar of expressions, which `tables!` and the conditions of `pawnfill find` share.
//!
//! It works on [tokens](Token), and the place of a token is its number, so it does not matter if
//! they come from Rust or from a text. It does not know names: who checks a [`Node`] decides what
//! they mean, and which operators are allowed.

use std::fmt;
use std::ops::Range;

/// The maximum number of names, numbers, operators and pairs of parentheses in one expression.
pub const MAX_TERMS: usize = 256;

/// The maximum depth of parentheses, braces and `!`.
pub const MAX_NESTING: usize = 64;

/// A token of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name.
    Name(String),
    /// A number, if it is an integer from 0 to 255.
    Number(Option<u8>),
    /// One of the [symbols](symbol), or the word `if` or `else`.
    Symbol(&'static str),
    /// Anything else, which no expression has.
    Unknown,
}

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each name says which")]
pub enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `||`, at least one of two conditions.
    LogicalOr,
    /// `&&`, both of two conditions.
    LogicalAnd,
    /// `==`, `!=`, `<`, `<=`, `>` or `>=`.
    Compare(Comparator),
    /// `|`, the union of two sets.
    Or,
    /// `^`, the members of exactly one of two sets.
    Xor,
    /// `&`, the intersection of two sets.
    And,
    /// `<<`, files moved east by a number. Files that leave the board are lost.
    East,
    /// `>>`, files moved west by a number. Files that leave the board are lost.
    West,
    /// `+`, the sum of two numbers.
    Plus,
    /// `-`, a set without the other, or the difference of two numbers.
    Minus,
}

/// The operators, and how tightly they bind, which is the same as in Rust. An operator comes after
/// those that begin with it.
const OPERATORS: [(&str, Operator, u8); 15] = [
    ("||", Operator::LogicalOr, 0),
    ("&&", Operator::LogicalAnd, 1),
    ("==", Operator::Compare(Comparator::Equal), COMPARISON),
    ("!=", Operator::Compare(Comparator::NotEqual), COMPARISON),
    ("<=", Operator::Compare(Comparator::LessOrEqual), COMPARISON),
    (
        ">=",
        Operator::Compare(Comparator::GreaterOrEqual),
        COMPARISON,
    ),
    ("<<", Operator::East, 6),
    (">>", Operator::West, 6),
    ("<", Operator::Compare(Comparator::Less), COMPARISON),
    (">", Operator::Compare(Comparator::Greater), COMPARISON),
    ("|", Operator::Or, 3),
    ("^", Operator::Xor, 4),
    ("&", Operator::And, 5),
    ("+", Operator::Plus, TIGHTEST),
    ("-", Operator::Minus, TIGHTEST),
];

/// The level of comparisons: looser than operators on values, and tighter than
/// operators on conditions.
const COMPARISON: u8 = 2;

const TIGHTEST: u8 = 7;

impl Operator {
    /// Returns its symbol.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        for (symbol, operator, _) in OPERATORS {
            if operator == self {
                return symbol;
            }
        }
        ""
    }
}

/// Returns the longest symbol at the start of a text: an operator, `!`, `~`, a comma, a parenthesis
/// or a brace.
#[must_use]
pub fn symbol(text: &str) -> Option<&'static str> {
    let operators = OPERATORS.map(|(symbol, ..)| symbol);
    let all = operators
        .into_iter()
        .chain(["!", "~", "(", ")", "{", "}", ","]);
    all.into_iter().find(|symbol| text.starts_with(symbol))
}

/// A part of an expression.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its tokens, with the parentheses around it.
    pub tokens: Range<usize>,
    /// The name, the number, or the first token within the parentheses.
    pub at: usize,
    /// Its kind and its parts.
    pub kind: NodeKind,
}

/// The kinds of [`Node`].
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A name.
    Name(String),
    /// A number, if it is an integer from 0 to 255.
    Number(Option<u8>),
    /// `!` and its operand.
    Not(Box<Node>),
    /// `~` and its operand.
    Complement(Box<Node>),
    /// Operands, and the operators of one level between them, with their places.
    Chain(Vec<Node>, Vec<(Operator, usize)>),
    /// A function and its arguments.
    Call(String, Vec<Node>),
    /// `if test { then } else { otherwise }`.
    If {
        /// The expression after `if`.
        test: Box<Node>,
        /// Both branches.
        branches: Box<[Node; 2]>,
        /// The place of `else`.
        otherwise: usize,
    },
}

/// A token that the grammar does not allow. Its place is the number of tokens if one is missing at
/// the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unexpected {
    /// The place of the token.
    pub at: usize,
    /// The reason.
    pub reason: Reason,
}

/// The reason for an [`Unexpected`], which is displayed as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A name, a number, `!`, `if` or `(` is expected.
    Operand,
    /// An operator is expected.
    Operator,
    /// An operator, a comma or a closing parenthesis is expected.
    Argument,
    /// This symbol is expected.
    Symbol(&'static str),
    /// A comparison follows another.
    Comparisons,
    /// There are more than [`MAX_TERMS`].
    Terms,
    /// There are more than [`MAX_NESTING`].
    Nesting,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Operand => write!(f, "expected a name, a number, `!`, `if` or `(`"),
            Self::Operator => write!(f, "expected an operator"),
            Self::Argument => write!(f, "expected an operator, `,` or `)`"),
            Self::Symbol(symbol) => write!(f, "expected `{symbol}`"),
            Self::Comparisons => write!(
                f,
                "comparisons cannot follow one another; combine two with `&&`"
            ),
            Self::Terms => write!(f, "this expression has more than {MAX_TERMS} terms"),
            Self::Nesting => write!(
                f,
                "parentheses and `!` are nested more than {MAX_NESTING} levels deep"
            ),
        }
    }
}

/// Parses an expression.
///
/// # Errors
///
/// Returns the first token that does not belong to it.
pub fn parse(tokens: &[Token]) -> Result<Node, Unexpected> {
    let mut parser = Parser {
        tokens,
        next: 0,
        terms: 0,
        depth: 0,
    };
    let node = parser.whole()?;
    if parser.next < tokens.len() {
        Err(parser.mistake(Reason::Operator))
    } else {
        Ok(node)
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    next: usize,
    terms: usize,
    depth: usize,
}

impl Parser<'_> {
    /// Returns a mistake at the next token.
    fn mistake(&self, reason: Reason) -> Unexpected {
        Unexpected {
            at: self.next,
            reason,
        }
    }

    /// Steps past a symbol if it is next.
    fn take(&mut self, symbol: &str) -> bool {
        let next = self.tokens.get(self.next);
        let is_next = matches!(next, Some(Token::Symbol(next)) if *next == symbol);
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, symbol: &'static str, reason: Reason) -> Result<(), Unexpected> {
        if self.take(symbol) {
            Ok(())
        } else {
            Err(self.mistake(reason))
        }
    }

    fn count_term(&mut self) -> Result<(), Unexpected> {
        self.terms += 1;
        if self.terms > MAX_TERMS {
            Err(self.mistake(Reason::Terms))
        } else {
            Ok(())
        }
    }

    /// Returns the next operator if it is of this level.
    fn operator(&self, level: u8) -> Option<Operator> {
        for (symbol, operator, its_level) in OPERATORS {
            if its_level == level && self.tokens.get(self.next) == Some(&Token::Symbol(symbol)) {
                return Some(operator);
            }
        }
        None
    }

    /// Parses an expression with all operators.
    fn whole(&mut self) -> Result<Node, Unexpected> {
        self.level(0)
    }

    /// Parses operands and the operators of this level between them.
    fn level(&mut self, level: u8) -> Result<Node, Unexpected> {
        if level > TIGHTEST {
            return self.operand();
        }
        let first = self.level(level + 1)?;
        let (start, at) = (first.tokens.start, first.at);
        let (mut operands, mut operators) = (vec![first], Vec::new());
        while let Some(operator) = self.operator(level) {
            if level == COMPARISON && !operators.is_empty() {
                return Err(self.mistake(Reason::Comparisons));
            }
            self.count_term()?;
            operators.push((operator, self.next));
            self.next += 1;
            operands.push(self.level(level + 1)?);
        }
        Ok(match operands.pop() {
            Some(single) if operands.is_empty() => single,
            last => {
                operands.extend(last);
                Node {
                    tokens: start..self.next,
                    at,
                    kind: NodeKind::Chain(operands, operators),
                }
            }
        })
    }

    /// Parses what `inner` does, one level deeper.
    fn nested<T>(
        &mut self,
        inner: fn(&mut Self) -> Result<T, Unexpected>,
    ) -> Result<T, Unexpected> {
        if self.depth == MAX_NESTING {
            return Err(self.mistake(Reason::Nesting));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Parses a name, a number, a call, a negation, a choice, or an expression in parentheses.
    fn operand(&mut self) -> Result<Node, Unexpected> {
        self.count_term()?;
        let start = self.next;
        let mut at = start;
        let kind = if self.take("!") {
            NodeKind::Not(Box::new(self.nested(Self::operand)?))
        } else if self.take("~") {
            NodeKind::Complement(Box::new(self.nested(Self::operand)?))
        } else if self.take("(") {
            let inner = self.nested(Self::whole)?;
            self.expect(")", Reason::Operator)?;
            at = inner.at;
            inner.kind
        } else if self.take("if") {
            self.choice()?
        } else {
            let kind = match self.tokens.get(start) {
                Some(Token::Name(name)) => NodeKind::Name(name.clone()),
                Some(Token::Number(number)) => NodeKind::Number(*number),
                _ => return Err(self.mistake(Reason::Operand)),
            };
            self.next += 1;
            match kind {
                NodeKind::Name(name) if self.take("(") => {
                    NodeKind::Call(name, self.nested(Self::arguments)?)
                }
                kind => kind,
            }
        };
        Ok(Node {
            tokens: start..self.next,
            at,
            kind,
        })
    }

    /// Parses the arguments of a call and the parenthesis behind them.
    fn arguments(&mut self) -> Result<Vec<Node>, Unexpected> {
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.whole()?);
            if !self.take(",") {
                self.expect(")", Reason::Argument)?;
                break;
            }
        }
        Ok(arguments)
    }

    /// Parses a choice behind its `if`.
    fn choice(&mut self) -> Result<NodeKind, Unexpected> {
        let test = Box::new(self.whole()?);
        let then = self.branch()?;
        let otherwise = self.next;
        self.expect("else", Reason::Symbol("else"))?;
        let last = if self.tokens.get(self.next) == Some(&Token::Symbol("if")) {
            self.operand()?
        } else {
            self.branch()?
        };
        Ok(NodeKind::If {
            test,
            branches: Box::new([then, last]),
            otherwise,
        })
    }

    /// Parses `{ expression }`.
    fn branch(&mut self) -> Result<Node, Unexpected> {
        self.expect("{", Reason::Symbol("{"))?;
        let node = self.nested(Self::whole)?;
        self.expect("}", Reason::Operator)?;
        Ok(node)
    }
}
