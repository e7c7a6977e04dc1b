//! A FEN or EPD record, read once into its fields.

use std::str::FromStr;

use pawnfill::{Color, Pawns, Placement};

use super::input::quoted;
use super::labels::Labels;

/// A FEN or EPD record.
#[derive(Debug, PartialEq)]
pub(super) struct Record {
    /// Its text without blanks at the ends.
    pub(super) text: Box<str>,
    /// The length of the FEN at its start.
    length: usize,
    pub(super) placement: Placement,
    pub(super) side: Option<Color>,
    /// The castling rights, and `-` for each that is missing.
    pub(super) castling: [u8; 4],
    /// The square of the en passant field as a set.
    pub(super) passed: u64,
    clock: Option<u32>,
    number: Option<u32>,
    pub(super) labels: Labels,
}

impl FromStr for Record {
    type Err = String;

    /// Parses a FEN or EPD record. The error is the reason as text.
    ///
    /// Fields may be missing from the end, except the placement of the pieces. The others
    /// must be valid.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let mut rest = Fields(text);
        let placement = rest.next_placement()?;
        let side = match rest.next_field() {
            None => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(field) => return Err(instead("side to move is", field, "w or b")),
        };
        let rights = rest.next_field().unwrap_or("-");
        let castling = castling_rights(rights)
            .ok_or_else(|| instead("castling rights are", rights, "- or some of KQkq"))?;
        let passed = match rest.next_field().map_or(&b"-"[..], str::as_bytes) {
            b"-" => 0,
            [file @ b'a'..=b'h', rank @ (b'3' | b'6')] => 1 << (8 * (rank - b'1') + file - b'a'),
            field => {
                let field = &String::from_utf8_lossy(field);
                let expected = "- or a square on rank 3 or 6";
                return Err(instead("en passant square is", field, expected));
            }
        };
        let clock = rest.next_counter("half-move clock")?;
        let number = rest.next_counter("move number")?;
        let Fields(operations) = rest;
        check_operations(operations)?;
        Ok(Self {
            text: text.into(),
            length: text[..text.len() - operations.len()].trim_end().len(),
            placement,
            side,
            castling,
            passed,
            clock,
            number,
            labels: Labels::default(),
        })
    }
}

impl Record {
    pub(super) fn fen(&self) -> &str {
        &self.text[..self.length]
    }

    pub(super) fn operations(&self) -> &str {
        self.text[self.length..].trim_start_matches([' ', '\t', ';'])
    }

    pub(super) fn pawns(&self) -> Pawns {
        let [[white, ..], [black, ..]] = self.placement.pieces();
        Pawns::new(white, black)
    }

    /// Returns the half-moves since a capture or a move of a pawn, if a field or an operation says
    /// them.
    pub(super) fn clock(&self) -> Option<u32> {
        self.clock.or_else(|| self.operand("hmvc"))
    }

    /// Returns the number of the next move, if a field or an operation says it.
    pub(super) fn number(&self) -> Option<u32> {
        self.number.or_else(|| self.operand("fmvn"))
    }

    fn operand(&self, name: &str) -> Option<u32> {
        let mut operations = self.operations().split(';');
        operations.find_map(|one| one.trim().strip_prefix(name)?.trim().parse().ok())
    }
}

/// The unread rest of a text with fields separated by white space.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn next_field(&mut self) -> Option<&'a str> {
        let (field, rest) = self
            .0
            .split_at(self.0.find(ends_field).unwrap_or(self.0.len()));
        self.0 = rest.trim_start();
        (!field.is_empty()).then_some(field)
    }

    fn next_placement(&mut self) -> Result<Placement, String> {
        let field = self.next_field().ok_or("the position is empty")?;
        field.parse().map_err(|error: pawnfill::ParseFenError| {
            let (reason, offset) = (error.reason(), error.offset());
            format!("{reason}, at byte {offset} of {}", quoted(field))
        })
    }

    /// Reads a counter, unless operations begin here, the first of them with a letter. Lines of
    /// tests separate them with a semicolon before each.
    fn next_counter(&mut self, what: &str) -> Result<Option<u32>, String> {
        if self
            .0
            .starts_with(|first: char| first.is_ascii_alphabetic() || first == ';')
        {
            return Ok(None);
        }
        let Some(field) = self.next_field() else {
            return Ok(None);
        };
        match field.parse() {
            Ok(counter) => Ok(Some(counter)),
            Err(_) => Err(format!("the {what} {} is not a number", quoted(field))),
        }
    }
}

fn ends_field(c: char) -> bool {
    c.is_whitespace() || c == ';'
}

fn instead(what: &str, field: &str, expected: &str) -> String {
    format!("the {what} {} instead of {expected}", quoted(field))
}

/// Returns castling rights, given as kingside and queenside or by the files of the rooks.
fn castling_rights(field: &str) -> Option<[u8; 4]> {
    let mut rights = [b'-'; 4];
    for (at, right) in field.bytes().enumerate() {
        let is_known = matches!(right.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h');
        if !is_known || rights.contains(&right) {
            return (field == "-").then_some(rights);
        }
        *rights.get_mut(at)? = right;
    }
    Some(rights)
}

/// Checks the syntax of EPD operations, each a name and operands up to a semicolon. Their meaning
/// is ignored.
fn check_operations(mut rest: &str) -> Result<(), String> {
    loop {
        rest = rest.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        if rest.is_empty() {
            return Ok(());
        }
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let text = quoted(rest);
            return Err(format!("{text} after the position is not an EPD operation"));
        }
        let end = operation_end(rest);
        let operation = &rest[..end.unwrap_or(rest.len())];
        // Engines write a position as another one and the moves after it.
        if end.is_none() && operation.split_whitespace().next() == Some("moves") {
            let reason = "only the position before the moves would be read";
            return Err(format!("{}: {reason}", quoted(operation)));
        }
        if let Some(other) = other_placement(operation) {
            return Err(format!(
                "{} behind the position is another one",
                quoted(other)
            ));
        }
        if end.is_none() && operation.matches('"').count() % 2 == 1 {
            let text = quoted(rest);
            return Err(format!("the operation {text} contains an unclosed string"));
        }
        rest = &rest[operation.len()..];
    }
}

/// Returns the place of the semicolon that ends an operation.
pub(super) fn operation_end(text: &str) -> Option<usize> {
    let mut in_string = false;
    text.bytes().position(|byte| {
        in_string ^= byte == b'"';
        byte == b';' && !in_string
    })
}

/// Returns the placement of another position in an operation, outside of strings.
fn other_placement(operation: &str) -> Option<&str> {
    let outside = operation.split('"').step_by(2);
    outside.flat_map(str::split_whitespace).find(is_placement)
}

/// Returns `true` if a word looks like the placement of pieces.
fn is_placement(word: &&str) -> bool {
    word.matches('/').count() > 3 && word.chars().all(|c| "pnbrqkPNBRQK12345678/".contains(c))
}
