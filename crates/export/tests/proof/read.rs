//! Parses expressions, and evaluates them on symbolic sets.

use std::collections::{BTreeMap, HashMap};

use pawnfill::set::Reduce as _;
use pawnfill::{Bitboard, Color, SquareSet as _};
use pawnfill_symbolic::{Bit, Number, Symbolic};

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
    pub functions: BTreeMap<String, Definition>,
    /// The fields of each type.
    pub fields: HashMap<String, Vec<String>>,
    /// The place of each function in the text, from the arguments to the end, or to the end
    /// of the text.
    pub places: HashMap<String, (usize, Option<usize>)>,
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
    pub prefix: &'static str,
    /// The binary operators by precedence, the loosest first.
    pub ranks: &'static [&'static [&'static str]],
    /// The prefix operators.
    pub unary: &'static [&'static str],
    /// Whether a shift fails if it loses a square.
    pub shift_fails: bool,
    /// Parses an operand that only this language has.
    pub special: fn(&mut Reader) -> Option<Result<Ast>>,
    /// Returns what is read of a text.
    pub code: fn(&str) -> String,
    /// Parses a definition of a module.
    pub item: fn(&mut Reader, &mut Module) -> Result<()>,
    /// Parses the arguments and the body of a function.
    pub function: fn(&mut Reader) -> Result<Definition>,
}

impl Grammar {
    /// Parses the code of a text.
    pub fn read(&self, text: &str) -> Result<Module> {
        let tokens = tokens(text);
        let mut reader = Reader::new(self, &tokens);
        let mut module = Module::default();
        while !reader.tokens.is_empty() {
            (self.item)(&mut reader, &mut module)?;
        }
        Ok(module)
    }
}

pub struct Reader<'a> {
    pub grammar: &'a Grammar,
    pub tokens: &'a [Token<'a>],
}

pub type Result<T> = std::result::Result<T, String>;

impl<'a> Reader<'a> {
    pub fn new(grammar: &'a Grammar, tokens: &'a [Token<'a>]) -> Self {
        Self { grammar, tokens }
    }

    pub fn peek(&self) -> &'a str {
        self.tokens.first().map_or("", |token| token.text)
    }

    /// Returns the place of the next token, if it is not the end.
    fn place(&self) -> Option<usize> {
        self.tokens.first().map(|token| token.start)
    }

    /// Parses the arguments and the body of a function, and adds it.
    pub fn define(&mut self, name: String, module: &mut Module) -> Result<()> {
        let start = self.place().ok_or("no function")?;
        let definition = (self.grammar.function)(self)?;
        module.places.insert(name.clone(), (start, self.place()));
        match module.functions.insert(name, definition) {
            None => Ok(()),
            Some(_) => Err("a function is defined twice".to_owned()),
        }
    }

    pub fn next(&mut self) -> &'a str {
        let Some((first, rest)) = self.tokens.split_first() else {
            return "";
        };
        self.tokens = rest;
        first.text
    }

    pub fn accept(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        if is_next {
            self.next();
        }
        is_next
    }

    pub fn expect(&mut self, text: &str) -> Result<()> {
        match self.next() {
            found if found == text => Ok(()),
            found => Err(format!("expected `{text}` instead of `{found}`")),
        }
    }

    /// Expects several words, separated by blanks.
    pub fn expect_all(&mut self, words: &str) -> Result<()> {
        words.split(' ').try_for_each(|word| self.expect(word))
    }

    /// Parses a name, and removes the prefix.
    pub fn name(&mut self) -> Result<String> {
        let name = self.next();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return Err(format!("`{name}` is not a name"));
        }
        Ok(name
            .strip_prefix(self.grammar.prefix)
            .unwrap_or(name)
            .to_owned())
    }

    pub fn number(&mut self) -> Result<u64> {
        number(self.next())
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
                let word = reader.next();
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
            let operator = self.next().to_owned();
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
            self.next();
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

/// A value, as a function of the boards.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "most values are sets")]
pub enum Computed {
    Integer(u64),
    Set(Symbolic),
    Files([Bit; 8]),
    Number(Number),
    Truth(Bit),
    Fields(Vec<Self>),
    Table(Vec<u64>),
}

impl Computed {
    pub fn set(&self) -> Result<Symbolic> {
        match self {
            Self::Integer(bits) => Ok(mask(*bits)),
            Self::Set(set) => Ok(*set),
            _ => Err("not a set".to_owned()),
        }
    }

    pub fn number(&self) -> Result<Number> {
        match self {
            Self::Integer(number) => Ok(Symbolic::number(
                u32::try_from(*number).map_err(|error| error.to_string())?,
            )),
            Self::Number(number) => Ok(*number),
            _ => Err("not a number".to_owned()),
        }
    }
}

impl Module {
    /// Returns the names of the columns of the terms.
    pub fn columns(&self) -> impl Iterator<Item = String> {
        let is_side = |field: &&String| Color::ALL.iter().any(|color| color.name() == *field);
        let (sides, board): (Vec<_>, Vec<_>) = self.fields["terms"].iter().partition(is_side);
        let side = |color: &String| {
            self.fields["side_terms"]
                .iter()
                .map(|name| format!("{color}_{name}"))
                .collect::<Vec<_>>()
        };
        let sides: Vec<String> = sides.into_iter().flat_map(side).collect();
        sides.into_iter().chain(board.into_iter().cloned())
    }

    /// Calls a function by its name.
    pub fn call(&self, name: &str, arguments: Vec<Computed>) -> Result<Computed> {
        let function = self
            .functions
            .get(name)
            .ok_or_else(|| format!("unknown function `{name}`"))?;
        self.run(function, arguments)
    }

    /// Calls a function, which need not be in the module.
    pub fn run(&self, function: &Definition, arguments: Vec<Computed>) -> Result<Computed> {
        if function.parameters.len() != arguments.len() {
            return Err("wrong number of arguments".to_owned());
        }
        let mut known: HashMap<&str, Computed> =
            std::iter::zip(function.parameters.iter().map(String::as_str), arguments).collect();
        for (name, local) in &function.locals {
            let value = self.value(local, &known)?;
            known.insert(name, value);
        }
        self.value(&function.value, &known)
    }

    fn value(&self, ast: &Ast, known: &HashMap<&str, Computed>) -> Result<Computed> {
        let of = |ast: &Ast| self.value(ast, known);
        match ast {
            Ast::Number(number) => Ok(Computed::Integer(*number)),
            Ast::Name(name) => known
                .get(name.as_str())
                .cloned()
                .ok_or_else(|| format!("unknown name `{name}`")),
            Ast::Call(name, arguments) => {
                let arguments = arguments.iter().map(of).collect::<Result<Vec<_>>>()?;
                builtin(name, &arguments).unwrap_or_else(|| self.call(name, arguments))
            }
            Ast::Unary(operator, operand) => unary(operator, of(operand)?),
            Ast::Binary(operator, left, right) => binary(operator, of(left)?, of(right)?),
            Ast::Choice(parts) => match of(&parts[0])? {
                Computed::Integer(0) => of(&parts[2]),
                Computed::Integer(_) => of(&parts[1]),
                _ => Err("a choice that depends on the boards".to_owned()),
            },
            Ast::List(entries) => Ok(Computed::Table(entries.clone())),
            Ast::Fields(fields) => Ok(Computed::Fields(
                fields.iter().map(of).collect::<Result<_>>()?,
            )),
        }
    }
}

/// Calls a function of a language, unless the name is that of another function.
///
/// It is not a part of [`Module::value`], which calls itself deeply, so its variables would fill
/// the stack.
fn builtin(name: &str, arguments: &[Computed]) -> Option<Result<Computed>> {
    let set = |value: &Computed, f: &dyn Fn(Symbolic) -> Computed| Some(value.set().map(f));
    match (name, arguments) {
        // Counts and numbers of patterns have less than 32 bits.
        ("int" | "unsigned", [number @ Computed::Number(_)]) => Some(Ok(number.clone())),
        ("int" | "unsigned", [value]) => {
            set(value, &|set| Computed::Set(set & mask(u32::MAX.into())))
        }
        ("uint8_t" | "files" | "_files", [value]) => {
            set(value, &|set| Computed::Files(set.to_file_set()))
        }
        // A value that does not fit the byte is an error in that language, so it is an error here.
        ("_byte", [value]) => set(value, &|set| {
            Computed::Files((set ^ everything(set & !mask(0xff))).to_file_set())
        }),
        ("_shift", [value, Computed::Integer(n)]) => {
            let lost = !mask(u64::MAX.checked_shr(*n as u32).unwrap_or(0));
            let result = value
                .set()
                .and_then(|set| Ok(shifted(set, *n, true)? ^ everything(set & lost)));
            Some(result.map(Computed::Set))
        }
        ("list_extract", [Computed::Table(table), Computed::Integer(index)]) => {
            let entry = usize::try_from(*index)
                .ok()
                .and_then(|index| table.get(index.checked_sub(1)?));
            Some(
                entry
                    .map(|&entry| Computed::Integer(entry))
                    .ok_or_else(|| "past the end of the list".to_owned()),
            )
        }
        ("_up", [set, squares]) => Some(binary("<<", set.clone(), squares.clone())),
        ("_not", [set]) => Some(unary("~", set.clone())),
        ("xor", [a, b]) => Some(binary("^", a.clone(), b.clone())),
        ("Terms" | "SideTerms", fields) => Some(Ok(Computed::Fields(fields.to_vec()))),
        ("count" | "_count" | "bit_count", [value]) => {
            set(value, &|set| Computed::Number(set.count()))
        }
        ("detail_abs_diff" | "abs_diff" | "_abs_diff", [a @ Computed::Number(_), b]) => {
            let numbers = a.number().and_then(|a| Ok((a, b.number()?)));
            Some(numbers.map(|(a, b)| Computed::Number(Symbolic::abs_diff(a, b))))
        }
        _ => None,
    }
}

fn unary(operator: &str, operand: Computed) -> Result<Computed> {
    match (operator, operand) {
        ("~" | "^", Computed::Integer(bits)) => Ok(Computed::Integer(!bits)),
        ("~" | "^", Computed::Set(set)) => Ok(Computed::Set(!set)),
        ("!" | "NOT", Computed::Truth(truth)) => Ok(Computed::Truth(!truth)),
        _ => Err(format!("no operand of `{operator}`")),
    }
}

fn binary(operator: &str, left: Computed, right: Computed) -> Result<Computed> {
    use Computed::{Integer, Number, Set, Truth};

    let wrong = || format!("no operands of `{operator}`");
    Ok(match (operator, &left, &right) {
        ("&" | "&&" | "AND", &Truth(a), &Truth(b)) => Truth(a & b),
        ("|" | "||" | "OR", &Truth(a), &Truth(b)) => Truth(a | b),
        (_, &Integer(a), &Integer(b)) => Integer(match operator {
            "&" => a & b,
            "|" => a | b,
            "^" => a ^ b,
            "+" => a.wrapping_add(b),
            "-" => a.wrapping_sub(b),
            "*" => a.wrapping_mul(b),
            "<<" => u32::try_from(b)
                .ok()
                .and_then(|b| a.checked_shl(b))
                .ok_or(OUT_OF_THE_WORD)?,
            ">>" => u32::try_from(b)
                .ok()
                .and_then(|b| a.checked_shr(b))
                .ok_or(OUT_OF_THE_WORD)?,
            ">" => u64::from(a > b),
            "==" => u64::from(a == b),
            "!=" => u64::from(a != b),
            _ => return Err(wrong()),
        }),
        (_, Number(_), Number(_) | Integer(_)) | (_, Integer(_), Number(_)) => {
            let (a, b) = (left.number()?, right.number()?);
            match operator {
                "*" => Number(Symbolic::multiply(a, b)),
                "<" => Truth(a.when(b, |a, b| a < b)),
                "<=" => Truth(a.when(b, |a, b| a <= b)),
                ">" => Truth(a.when(b, |a, b| a > b)),
                ">=" => Truth(a.when(b, |a, b| a >= b)),
                _ => return Err(wrong()),
            }
        }
        ("<<" | ">>", &Set(set), &Integer(n)) => Set(shifted(set, n, operator == "<<")?),
        ("*", &Set(set), &Integer(n)) => {
            let bits = (0..64).filter(|bit| n >> bit & 1 != 0);
            Set(bits
                .map(|bit| shifted(set, bit, true))
                .try_fold(mask(0), |sum, set| Ok::<_, String>(add(sum, set?)))?)
        }
        (_, Set(_) | Integer(_), Set(_) | Integer(_)) => {
            let (a, b) = (left.set()?, right.set()?);
            match operator {
                "+" => Set(add(a, b)),
                "-" => Set(!add(!a, b)),
                "&" => Set(a & b),
                "|" => Set(a | b),
                "^" => Set(a ^ b),
                "==" | "=" => Truth((a ^ b).is_empty()),
                "!=" | "<>" => Truth(!(a ^ b).is_empty()),
                _ => return Err(wrong()),
            }
        }
        _ => return Err(wrong()),
    })
}

fn mask(bits: u64) -> Symbolic {
    Symbolic::splat(Bitboard::from_bits(bits))
}

/// Returns the sum of two sets as numbers modulo 2<sup>64</sup>.
fn add(a: Symbolic, b: Symbolic) -> Symbolic {
    let mut carry = Bit::FALSE;
    Symbolic(std::array::from_fn(|bit| {
        let (a, b, before) = (a.0[bit], b.0[bit], carry);
        carry = (a & b) | ((a ^ b) & before);
        a ^ b ^ before
    }))
}

/// Returns all squares for the boards for which the set is not empty.
fn everything(set: Symbolic) -> Symbolic {
    Symbolic([!set.is_empty(); 64])
}

const OUT_OF_THE_WORD: &str = "a shift out of the word";

/// Shifts toward h8 or toward a1.
fn shifted(set: Symbolic, n: u64, is_up: bool) -> Result<Symbolic> {
    let n = usize::try_from(n)
        .ok()
        .filter(|&n| n < 64)
        .ok_or(OUT_OF_THE_WORD)?;
    let from = |square: usize| {
        if is_up {
            square.checked_sub(n)
        } else {
            Some(square + n)
        }
    };
    let bit = |square| {
        from(square)
            .and_then(|from| set.0.get(from).copied())
            .unwrap_or(Bit::FALSE)
    };
    Ok(Symbolic(std::array::from_fn(bit)))
}
