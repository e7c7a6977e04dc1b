//! The positions that the arguments name.

use std::path::Path;

use pawnfill_positions::{self as positions, Error, Position};

type Results = Box<dyn Iterator<Item = Result<Position, Error>>>;

/// The positions of the arguments, one after the other: each a FEN or an EPD record, a file, or `-`.
pub(crate) fn arguments(arguments: Vec<String>) -> impl Iterator<Item = Result<Position, Error>> {
    arguments.into_iter().zip(1..).flat_map(|(argument, number)| {
        argument_positions(&argument, number).unwrap_or_else(|error| Box::new(std::iter::once(Err(error))))
    })
}

fn argument_positions(argument: &str, number: usize) -> Result<Results, Error> {
    let path = Path::new(argument);
    if argument != "-" && !path.is_file() {
        let position = argument.parse().map_err(|reason: String| {
            let source = format!("argument {number}").into();
            Error { source, line: None, reason: format!("{reason} (and there is no such file)") }
        });
        return Ok(Box::new(std::iter::once(position)));
    }
    let mut positions = positions::open(path)?.peekable();
    if positions.peek().is_none() {
        return Err(empty(argument));
    }
    Ok(Box::new(positions))
}

/// The error of an input without positions.
pub(crate) fn empty(path: &str) -> Error {
    let source = if path == "-" { "standard input" } else { path };
    Error { source: source.into(), line: None, reason: "there is no position".to_owned() }
}
