//! Runs functions on symbolic sets.

use std::collections::HashMap;

use pawnfill::set::Reduce as _;
use pawnfill::{Bitboard, Square, SquareSet as _};
use pawnfill_symbolic::{Bit, Number, Symbolic, Values, differ, never};

use crate::read::{Ast, Definition, Module, Result};

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
    /// Calls a function of the module, or of the language, by its name.
    fn call(&self, name: &str, arguments: Vec<Computed>) -> Result<Computed> {
        let own = name.strip_prefix(&*self.prefix);
        let own = own.and_then(|own| Some((own, self.functions.get(own)?)));
        let known = builtin(own.map_or(name, |(own, _)| own), &arguments);
        match (known, own) {
            (Some(value), _) => value,
            (None, Some((_, function))) => self.run(function, arguments),
            (None, None) => Err(format!("unknown function `{name}`")),
        }
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
                self.call(name, arguments)
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
        ("uint8_t" | "Files" | "_files", [value]) => {
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
        ("count" | "Count" | "_count" | "bit_count", [value]) => {
            set(value, &|set| Computed::Number(set.count()))
        }
        ("detail_abs_diff" | "absDiff" | "_abs_diff", [a @ Computed::Number(_), b]) => {
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

impl Computed {
    /// Returns the single values of a function, in the order of its columns.
    pub fn flattened(self) -> Vec<Self> {
        match self {
            Self::Fields(fields) => fields.into_iter().flat_map(Self::flattened).collect(),
            value => vec![value],
        }
    }

    /// Returns the boards for which two values differ.
    pub fn differ(&self, other: &Self) -> Result<Bit> {
        Ok(match (self, other) {
            (Self::Files(left), Self::Files(right)) => differ(left, right),
            (&Self::Truth(left), &Self::Truth(right)) => left ^ right,
            (Self::Set(left), Self::Number(_)) => digits(left)?.differ(other.number()?),
            (Self::Number(_), _) => self.number()?.differ(other.number()?),
            _ => differ(&self.set()?.0, &other.set()?.0),
        })
    }

    /// Returns the value on a single board in words.
    pub fn words(&self) -> String {
        match self {
            Self::Integer(number) => number.to_string(),
            Self::Set(set) => squares(&set.0),
            Self::Files(files) => squares(files),
            Self::Truth(truth) => (*truth == Bit::TRUE).to_string(),
            Self::Number(number) => number.single().map_or_else(String::new, |n| n.to_string()),
            Self::Fields(_) | Self::Table(_) => String::new(),
        }
    }
}

/// Returns the names of squares, or the letters of files.
fn squares(bits: &[Bit]) -> String {
    let mut names = Vec::new();
    for (bit, square) in bits.iter().zip(Square::ALL) {
        if *bit == Bit::TRUE {
            let length = if bits.len() == 8 { 1 } else { 2 };
            names.push(&square.name()[..length]);
        }
    }
    match names[..] {
        [] if bits.len() == 8 => "no file".to_owned(),
        [] => "no square".to_owned(),
        _ => names.join(" "),
    }
}

/// Returns the number whose binary digits are the squares of the set, from a1.
fn digits(set: &Symbolic) -> Result<Number> {
    const DIGITS: usize = 8;
    never(
        "the number has more digits",
        differ(&set.0[DIGITS..], &[Bit::FALSE; 64 - DIGITS]),
    )?;
    let mut parts = Vec::new();
    for (digit, &bit) in set.0[..DIGITS].iter().enumerate() {
        let mut values = vec![Bit::FALSE; 1 << digit];
        values[0] = !bit;
        values.push(bit);
        parts.push(Values::from(values));
    }
    Ok(Number::sum(parts))
}
