//! Reads the functions that `pawnfill export` writes, and proves that each equals the pattern or
//! the definition that was asked for, on every pair of boards.
//!
//! A part of the program `pawnfill`: any release may change its interface, so depend on
//! an exact version.
//!
//! The readers know nothing of the writers. They parse a text as its language does, and run its
//! functions on sets whose squares are functions of all possible pawns.

#![forbid(unsafe_code)]

mod c;
#[doc(hidden)]
pub mod claim;
#[doc(hidden)]
pub mod computed;
mod go;
mod python;
#[doc(hidden)]
pub mod read;
mod sql;

use std::sync::Arc;
use std::thread;

use claim::{Claim, Claims, Input};
use computed::Computed;
use pawnfill::{Bitboard, Color, Pawns, Square, SquareSet as _};
use pawnfill_condition::Definition as Structure;
use pawnfill_symbolic::{Bit, Symbolic, input, limited};
use read::{Definition, Grammar, Module, Result};

/// The maximum size of a diagram, and of all diagrams of a theorem. Every reading is below it.
const LIMITS: [usize; 2] = [1 << 17, 1 << 26];

/// The number of boards on which a function is compared that is too large to prove.
const SAMPLES: usize = 256;

/// The stack of a proof in bytes. Expressions are deep.
const STACK: usize = 256 << 20;

/// Returns what differs between languages, by the name of the language.
#[doc(hidden)]
#[must_use]
pub fn grammar(language: &str) -> Option<&'static Grammar> {
    match language {
        "c" => Some(&c::GRAMMAR),
        "go" => Some(&go::GRAMMAR),
        "python" => Some(&python::GRAMMAR),
        "sql" => Some(&sql::GRAMMAR),
        _ => None,
    }
}

/// A text, and what was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Export<'a> {
    /// The name of the language.
    pub language: &'a str,
    /// What the names of functions begin with.
    pub prefix: &'a str,
    /// The text in the language.
    pub text: &'a str,
    /// The definitions that it has besides patterns: names and expressions.
    pub definitions: &'a [(String, String)],
    /// The structures that they may name.
    pub structures: &'a [Arc<Structure>],
}

/// Why a text is not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A part of the text is not understood.
    #[error("the text cannot be read back: {0}")]
    Unread(String),
    /// A function is wrong.
    #[error("`{function}` is wrong: for {board}it returns {found} instead of {expected}")]
    Refuted {
        /// The name of the function.
        function: String,
        /// A board, as a FEN and as a drawing.
        board: String,
        /// What the text computes for it.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// Some functions may be right. They are on some boards.
    #[error("{} too large to prove", are(.0))]
    TooLarge(Vec<String>),
}

fn are(names: &[String]) -> String {
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("`{}` {verb}", names.join("`, `"))
}

impl Export<'_> {
    /// Reads the text, and proves each of its functions. `done` gets the number of those that are
    /// proved, and that of all.
    ///
    /// The work is limited by the size of diagrams and not by time, so a text has the same result
    /// on every machine.
    ///
    /// # Errors
    ///
    /// The text cannot be read, or a function is wrong or too large.
    pub fn prove(&self, done: &(dyn Fn(usize, usize) + Sync)) -> std::result::Result<(), Error> {
        thread::scope(|scope| {
            let proof = || self.proof(done);
            let thread = thread::Builder::new().stack_size(STACK);
            match thread.spawn_scoped(scope, proof).map(|proof| proof.join()) {
                Ok(Ok(result)) => result,
                Ok(Err(_)) => Err(Error::Unread("the proof failed".to_owned())),
                Err(error) => Err(Error::Unread(error.to_string())),
            }
        })
    }

    fn proof(&self, done: &dyn Fn(usize, usize)) -> std::result::Result<(), Error> {
        let grammar = grammar(self.language);
        let grammar = grammar.ok_or_else(|| Error::Unread("an unknown language".to_owned()))?;
        let code = (grammar.code)(self.text, self.prefix);
        let module = grammar.read(&code, self.prefix).map_err(Error::Unread)?;
        let claims = Claims::new(self.definitions, self.structures, grammar.spelled);
        let proved = prove(&module, &claims, done)?;
        for (name, _) in self.definitions {
            let spelled = (grammar.spelled)(&name.replace('.', "_"));
            if !proved.iter().any(|name| name.ends_with(&spelled)) {
                return Err(Error::Unread(format!("`{name}` is missing")));
            }
        }
        Ok(())
    }
}

/// Proves each function that is more than a part of others, and returns their names.
#[doc(hidden)]
pub fn prove(
    module: &Module,
    claims: &Claims,
    done: &dyn Fn(usize, usize),
) -> std::result::Result<Vec<String>, Error> {
    let (mut proved, mut unknown) = (Vec::new(), Vec::new());
    for (number, (name, function)) in module.functions.iter().enumerate() {
        for (place, (column, claim)) in claims.claims(name, module).into_iter().enumerate() {
            let theorem = Theorem {
                module,
                function,
                place,
                claim,
            };
            match limited(LIMITS[0], LIMITS[1], || theorem.decide(&column)) {
                Ok(Verdict::Proved) => proved.push(column),
                Ok(Verdict::Unknown) => unknown.push(column),
                Ok(Verdict::Refuted(error)) => return Err(error),
                Err(error) => return Err(Error::Unread(format!("`{name}`: {error}"))),
            }
        }
        done(number + 1, module.functions.len());
    }
    if unknown.is_empty() {
        return Ok(proved);
    }
    Err(Error::TooLarge(unknown))
}

/// A value of a function, and what it must equal.
struct Theorem<'a> {
    module: &'a Module,
    function: &'a Definition,
    /// The place of the value among those of the function.
    place: usize,
    claim: Claim,
}

/// What is known of a theorem.
enum Verdict {
    Proved,
    /// It holds for some boards, and is too large for all.
    Unknown,
    Refuted(Error),
}

impl Theorem<'_> {
    fn values(&self, input: Input) -> Result<[Computed; 2]> {
        let arguments = input.arguments(&self.function.parameters)?;
        let values = self.module.run(self.function, arguments)?.flattened();
        let value = values
            .into_iter()
            .nth(self.place)
            .ok_or("a missing value")?;
        Ok([value, (self.claim)(input)])
    }

    fn differ(&self, input: Input) -> Result<Bit> {
        let [found, expected] = self.values(input)?;
        found.differ(&expected)
    }

    fn decide(&self, column: &str) -> Result<Verdict> {
        let mut is_proved = true;
        for input in everything(self.function) {
            let wrong = self.differ(input)?;
            if let Some(pawns) = example(wrong) {
                let boards = boards(pawns);
                return self.refuted(column, Input { boards, ..input });
            }
            is_proved &= wrong != Bit::UNKNOWN;
        }
        if is_proved {
            return Ok(Verdict::Proved);
        }
        // What is too large leaves no room for anything, so the boards get their own.
        limited(usize::MAX, usize::MAX, || self.compare(column))
    }

    /// Compares the function on some boards.
    fn compare(&self, column: &str) -> Result<Verdict> {
        for input in samples() {
            if self.differ(input)? != Bit::FALSE {
                return self.refuted(column, input);
            }
        }
        Ok(Verdict::Unknown)
    }

    fn refuted(&self, column: &str, input: Input) -> Result<Verdict> {
        let [found, expected] = self.values(input)?.map(|value| value.words());
        let [white, black] = input.boards.map(|board| bits(&board));
        let pawns = Pawns::from_bits(white, black);
        let mut board = match white & black {
            0 => format!("{}\n{pawns}\n", pawns.placement()),
            _ => format!("white {white:#x} and black {black:#x}\n{pawns}\n"),
        };
        if self.function.parameters.iter().any(|name| name == "square") {
            board += &format!("and {}, ", input.square);
        }
        Ok(Verdict::Refuted(Error::Refuted {
            function: column.to_owned(),
            board,
            found,
            expected,
        }))
    }
}

/// Returns all inputs, separately for each square and each color if the function takes one.
fn everything(function: &Definition) -> Vec<Input> {
    let has = |parameter: &str| function.parameters.iter().any(|name| name == parameter);
    let squares = if has("square") { 64 } else { 1 };
    let colors = if has("color") { 2 } else { 1 };
    let mut inputs = Vec::new();
    for &square in &Square::ALL[..squares] {
        for &color in &Color::ALL[..colors] {
            inputs.push(Input {
                boards: input(),
                square,
                color,
            });
        }
    }
    inputs
}

/// Returns some pawns on random squares, each time with another square and color.
fn samples() -> impl Iterator<Item = Input> {
    let mut state = 1_u64;
    (0..SAMPLES).map(move |number| {
        let mut pawns = [u64::MAX; 2];
        for board in &mut pawns {
            for _ in 0..=number % 3 {
                // A generator of Marsaglia, with other squares each time.
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                *board &= state;
            }
        }
        Input {
            boards: boards(Pawns::from_bits(pawns[0], pawns[1])),
            square: Square::ALL[number * 5 % 64],
            color: Color::from_index_wrapping(number / 4),
        }
    })
}

fn boards(pawns: Pawns) -> [Symbolic; 2] {
    [pawns.white().own(), pawns.black().own()].map(Symbolic::splat)
}

/// Returns a set that depends on nothing.
fn bits(set: &Symbolic) -> u64 {
    let mut bits = 0;
    for (square, bit) in set.0.into_iter().enumerate() {
        bits |= u64::from(bit == Bit::TRUE) << square;
    }
    bits
}

/// Returns a board for which a function is true, a possible one if there is any.
fn example(wrong: Bit) -> Option<Pawns> {
    let [white, black] = input();
    let outside = Symbolic::splat(Bitboard::from_bits(0xff00_0000_0000_00ff));
    let impossible = (white & black) | ((white | black) & outside);
    let mut possible = wrong;
    for square in impossible.0 {
        possible = possible & !square;
    }
    possible.example().or_else(|| wrong.example())
}
