//! Theorems about the formulas in the docs: each is read, computed for White, and equal to the pattern or the answer.

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::{Kind, PATTERNS, Pattern, QUESTIONS, Question, Scope, Value};
use pawnfill::{Bitboard, Color, File, KoggeStone, Pawns, Rank, Square, SquareSet, east, north, south, west};
use pawnfill_symbolic::{Bit, Symbolic, differ, input, never};

/// The patterns and the questions whose formulas are words, bytes or numbers.
const WORDS: &[&str] = &[
    "loose_levers",
    "tight_levers",
    "stuck_levers",
    "chain_levers",
    "mute_chain_levers",
    "half_mute_chain_levers",
    "duos",
    "trios",
    "quarts",
    "island_east_files",
    "island_west_files",
    "island_count",
    "dispersion",
    "distortion",
    "candidates",
    "fakers",
    "is_candidate",
];

pub fn all() -> impl Iterator<Item = Trial> {
    let patterns = PATTERNS
        .iter()
        .map(|pattern| Trial::test(format!("{}: equal to its formula", pattern.name), || equal(pattern)));
    let questions = QUESTIONS.iter().map(|question| {
        Trial::test(format!("{}: equal to its formula", question.name), || answers(question))
    });
    patterns.chain(questions)
}

fn equal(pattern: &'static Pattern) -> Result<(), Failed> {
    let read = compute(pattern.formula, Vec::new());
    if WORDS.contains(&pattern.name) {
        return match read {
            Ok(_) => Err("its formula can be read: remove it from the list of words".into()),
            Err(_) => Ok(()),
        };
    }
    let computed = read.map_err(|error| format!("`{}`: {error}", pattern.formula))?;
    // The first is White, where there are two.
    let column = pattern.columns().next().ok_or("it has no column")?;
    let [white, black] = input();
    let different = match column.of(Pawns::<KoggeStone, _>::new(white, black)) {
        Value::Set(set) => differ(&set.0, &computed.0),
        Value::Files(files) => differ(&files, &computed.0[..8]),
        Value::Number(_) => return Err("a number is not in the list of words".into()),
    };
    Ok(never(&format!("{} and its formula differ", pattern.name), different)?)
}

fn answers(question: &'static Question) -> Result<(), Failed> {
    let [white, black] = input();
    for square in Square::ALL {
        let s = vec![("s".to_owned(), Symbolic::splat(square.bitboard()))];
        let read = match question.kind {
            Kind::YesNo => holds(question.formula, &s).map(|holds| vec![holds]),
            _ => compute(question.formula, s).map(|set| set.0.to_vec()),
        };
        if WORDS.contains(&question.name) {
            return match read {
                Ok(_) => Err("its formula can be read: remove it from the list of words".into()),
                Err(_) => Ok(()),
            };
        }
        let computed = read.map_err(|error| format!("`{}`: {error}", question.formula))?;
        let answer = match question.of(Pawns::<KoggeStone, _>::new(white, black), Color::White, square) {
            Value::Set(set) => set.0.to_vec(),
            Value::YesNo(holds) => vec![holds],
        };
        never(&format!("{}({square}) and its formula differ", question.name), differ(&answer, &computed))?;
    }
    Ok(())
}

/// Computes a condition such as `X = ∅ and Y ≠ ∅`.
fn holds(formula: &str, names: &[(String, Symbolic)]) -> Result<Bit, String> {
    formula.split(" and ").try_fold(Bit::from(true), |conjunction, part| {
        let (set, is_empty) = match (part.strip_suffix(" = ∅"), part.strip_suffix(" ≠ ∅")) {
            (Some(set), _) => (set, true),
            (_, Some(set)) => (set, false),
            _ => return Err("not a comparison with the empty set".to_owned()),
        };
        let any = Reader::new(set, names).all()?.0.into_iter().fold(Bit::from(false), |any, bit| any | bit);
        Ok(conjunction & (any ^ Bit::from(is_empty)))
    })
}

/// A set, or functions whose results are united.
#[allow(clippy::large_enum_variant, reason = "few terms live at a time")]
enum Term {
    Set(Symbolic),
    Functions(Vec<String>),
}

/// Computes a formula such as `P ∖ X, X = S(Q)`, in which these names are known.
fn compute(formula: &str, mut names: Vec<(String, Symbolic)>) -> Result<Symbolic, String> {
    let mut parts = formula.split(", ").collect::<Vec<_>>().into_iter();
    let first = parts.next().unwrap_or_default().trim_start_matches("low byte of ");
    for part in parts {
        let (name, value) = part.split_once(" = ").ok_or("not a definition")?;
        let value = Reader::new(value, &names).all()?;
        names.push((name.to_owned(), value));
    }
    Reader::new(first, &names).all()
}

struct Reader<'a> {
    left: &'a str,
    names: &'a [(String, Symbolic)],
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, names: &'a [(String, Symbolic)]) -> Self {
        Self { left: text, names }
    }

    fn all(mut self) -> Result<Symbolic, String> {
        match self.expression()? {
            Term::Set(set) if self.left.is_empty() => Ok(set),
            _ => Err(format!("stopped before `{}`", self.left)),
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.left.strip_prefix(token);
        self.left = rest.unwrap_or(self.left);
        rest.is_some()
    }

    /// Operators have no precedence, so formulas with different ones read from left to right.
    fn expression(&mut self) -> Result<Term, String> {
        let mut left = self.factor()?;
        loop {
            let Some(operator) =
                [" ∪ ", " ∩ ", " ∖ ", " ⊕ "].into_iter().find(|&operator| self.eat(operator))
            else {
                return Ok(left);
            };
            left = match (left, self.factor()?) {
                (Term::Set(left), Term::Set(right)) => Term::Set(match operator {
                    " ∪ " => left | right,
                    " ∩ " => left & right,
                    " ∖ " => left & !right,
                    _ => left ^ right,
                }),
                (Term::Functions(left), Term::Functions(right)) if operator == " ∪ " => {
                    Term::Functions([left, right].concat())
                }
                _ => return Err(format!("a function beside a set before `{}`", self.left)),
            };
        }
    }

    fn factor(&mut self) -> Result<Term, String> {
        if self.eat("¬") {
            return match self.factor()? {
                Term::Set(set) => Ok(Term::Set(!set)),
                Term::Functions(_) => Err("the complement of a function".to_owned()),
            };
        }
        let head = if self.eat("(") {
            let inner = self.expression()?;
            if !self.eat(")") {
                return Err(format!("no `)` before `{}`", self.left));
            }
            inner
        } else {
            let end = self.left.find(|c: char| !(c.is_alphanumeric() || "_–".contains(c)));
            let (name, left) = self.left.split_at(end.unwrap_or(self.left.len()));
            self.left = left;
            if self.left.starts_with('(') { Term::Functions(vec![name.to_owned()]) } else { self.name(name)? }
        };
        let Term::Functions(functions) = &head else { return Ok(head) };
        for (color, name) in [(Color::White, "(White)"), (Color::Black, "(Black)")] {
            if self.eat(name) {
                let [white, black] = input();
                return pattern(&functions[0], Scope::Side(color), white, black).map(Term::Set);
            }
        }
        if !self.eat("(") {
            return Ok(head);
        }
        let Term::Set(argument) = self.expression()? else {
            return Err("a function of a function".to_owned());
        };
        if !self.eat(")") {
            return Err(format!("no `)` before `{}`", self.left));
        }
        let none = Symbolic::splat(Bitboard::EMPTY);
        let mut results = functions.iter().map(|function| apply(function, argument));
        results.try_fold(none, |union, result| Ok(union | result?)).map(Term::Set)
    }

    /// Returns the set of a name, or a step that will be applied.
    fn name(&self, name: &str) -> Result<Term, String> {
        let [white, black] = input();
        if let Some((_, set)) = self.names.iter().find(|(known, _)| known == name) {
            return Ok(Term::Set(*set));
        }
        Ok(Term::Set(match name {
            "P" => white,
            "Q" => black,
            "U" => Symbolic::splat(Bitboard::FULL),
            "Empty" => !(white | black),
            _ if apply(name, white).is_ok() && name.starts_with(|c: char| c.is_uppercase()) => {
                return Ok(Term::Functions(vec![name.to_owned()]));
            }
            _ if !name.is_empty() && name.chars().all(|c| ('a'..='h').contains(&c)) => {
                let files = File::ALL.into_iter().filter(|file| name.contains(file.name()));
                Symbolic::splat(files.fold(Bitboard::EMPTY, |set, file| set | file.bitboard()))
            }
            _ if name.starts_with("rank") => {
                let digits: Vec<_> =
                    name.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
                let (&[first] | &[first, _]) = &digits[..] else { return Err(format!("`{name}`")) };
                let last = digits[digits.len() - 1];
                let ranks = Rank::ALL.get(first - 1..last).ok_or("no such ranks")?;
                Symbolic::splat(ranks.iter().fold(Bitboard::EMPTY, |set, rank| set | rank.bitboard()))
            }
            _ => pattern(name, Scope::Side(Color::White), white, black)
                .or_else(|_| pattern(name, Scope::Board, white, black))?,
        }))
    }
}

/// Returns the set of the pattern with this name.
fn pattern(name: &str, scope: Scope, white: Symbolic, black: Symbolic) -> Result<Symbolic, String> {
    let column = Pattern::from_name(name).and_then(|pattern| pattern.column(scope));
    match column.map(|column| column.of(Pawns::<KoggeStone, _>::new(white, black))) {
        Some(Value::Set(set)) => Ok(set),
        _ => Err(format!("`{name}` is not a set")),
    }
}

/// Applies a step, a fill, or a pattern to a set.
fn apply(function: &str, set: Symbolic) -> Result<Symbolic, String> {
    let walk = |step: fn(Symbolic) -> Symbolic| (0..7).fold(set, |reached, _| reached | step(reached));
    Ok(match function {
        "N" => north(set),
        "S" => south(set),
        "E" => east(set),
        "W" => west(set),
        "NE" => north(east(set)),
        "NW" => north(west(set)),
        "SE" => south(east(set)),
        "SW" => south(west(set)),
        "Nfill" => walk(north),
        "Sfill" => walk(south),
        "F" => walk(north) | walk(south),
        _ if Question::from_name(function).is_some() => ask(function, set)?,
        _ => pattern(function, Scope::Side(Color::White), set, Symbolic::splat(Bitboard::EMPTY))?,
    })
}

/// Returns the answer to a question about the only square of a set.
fn ask(question: &str, set: Symbolic) -> Result<Symbolic, String> {
    let question = Question::from_name(question).ok_or("no such question")?;
    let square = Square::ALL.into_iter().find(|&square| Symbolic::splat(square.bitboard()) == set);
    let [white, black] = input();
    match question.of(Pawns::<KoggeStone, _>::new(white, black), Color::White, square.ok_or("not a square")?)
    {
        Value::Set(set) => Ok(set),
        Value::YesNo(_) => Err(format!("`{}` is not a set", question.name)),
    }
}
