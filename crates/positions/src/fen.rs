//! FEN and EPD.

use std::str::FromStr;

use pawnfill::Pawns;

use super::input::quoted;
use super::position::{Pieces, Position};

type IsValid = fn(&str) -> bool;

/// The fields after the placement that are not numbers: what each is called, how to test it, and
/// what it may be.
const FIELDS: [(&str, IsValid, &str); 3] = [
    (
        "side to move is",
        |field| matches!(field, "w" | "b"),
        "w or b",
    ),
    ("castling rights are", is_castling, "- or some of KQkq"),
    (
        "en passant square is",
        |field| field == "-" || matches!(field.as_bytes(), [b'a'..=b'h', b'3' | b'6']),
        "- or a square on rank 3 or 6",
    ),
];

impl FromStr for Position {
    type Err = String;

    /// Parses a FEN or EPD record. The error is the reason as text.
    ///
    /// Fields may be missing from the end, except the placement of the pieces. The others
    /// must be valid.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut rest = Fields(text.trim());
        let text = rest.0;
        let placement = rest.next_field().ok_or("the position is empty")?;
        let pawns = Pawns::from_fen(placement).map_err(|error| {
            format!(
                "{}, at byte {} of {}",
                error.reason(),
                error.offset(),
                quoted(placement)
            )
        })?;
        for (what, is_valid, expected) in FIELDS {
            if let Some(field) = rest.next_field().filter(|field| !is_valid(field)) {
                return Err(format!(
                    "the {what} {} instead of {expected}",
                    quoted(field)
                ));
            }
        }
        for what in ["half-move clock", "move number"] {
            // A field that begins with a letter is an EPD operation. Lines of tests separate them
            // with a semicolon before each.
            if rest
                .0
                .starts_with(|c: char| c.is_ascii_alphabetic() || c == ';')
            {
                break;
            }
            if let Some(field) = rest.next_field() {
                field
                    .parse::<u32>()
                    .map_err(|_| format!("the {what} {} is not a number", quoted(field)))?;
            }
        }
        let length = text[..text.len() - rest.0.len()].trim_end().len();
        operations(rest)?;
        Ok(Position {
            pawns,
            ply: 0,
            game: None,
            pieces: Pieces::Record(text.into(), length),
            played: 0..0,
        })
    }
}

/// The unread rest of a text with fields separated by white space.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn next_field(&mut self) -> Option<&'a str> {
        let (field, rest) = self
            .0
            .split_once(char::is_whitespace)
            .unwrap_or((self.0, ""));
        self.0 = rest.trim_start();
        (!field.is_empty()).then_some(field)
    }
}

/// Returns `true` if a word looks like the placement of pieces.
fn is_placement(word: &&str) -> bool {
    word.matches('/').count() > 3 && word.chars().all(|c| "pnbrqkPNBRQK12345678/".contains(c))
}

/// Returns `true` if the text is castling rights, given as kingside and queenside or by the files
/// of the rooks.
fn is_castling(field: &str) -> bool {
    let rights = field.as_bytes();
    let is_known = |right: u8| matches!(right.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h');
    let is_new = |at: usize| !rights[..at].contains(&rights[at]);
    field == "-"
        || rights.len() <= 4 && (0..rights.len()).all(|at| is_known(rights[at]) && is_new(at))
}

/// Checks the syntax of EPD operations, each a name and operands up to a semicolon. Their meaning
/// is ignored.
fn operations(Fields(mut rest): Fields) -> Result<(), String> {
    loop {
        rest = rest.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        if rest.is_empty() {
            return Ok(());
        }
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(format!(
                "{} after the position is not an EPD operation",
                quoted(rest)
            ));
        }
        let mut in_string = false;
        let end = rest.find(|c| {
            in_string ^= c == '"';
            c == ';' && !in_string
        });
        let operation = &rest[..end.unwrap_or(rest.len())];
        // Engines write a position as another one and the moves after it.
        if end.is_none() && operation.split_whitespace().next() == Some("moves") {
            let reason = "only the position before the moves would be read";
            return Err(format!("{}: {reason}", quoted(operation)));
        }
        if let Some(other) = operation
            .split('"')
            .step_by(2)
            .flat_map(str::split_whitespace)
            .find(is_placement)
        {
            return Err(format!(
                "{} behind the position is another one",
                quoted(other)
            ));
        }
        if end.is_none() && in_string {
            return Err(format!(
                "the operation {} contains an unclosed string",
                quoted(rest)
            ));
        }
        rest = end.map_or("", |end| &rest[end..]);
    }
}
