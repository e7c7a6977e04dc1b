//! The lines of an input, one at a time, numbered and of bounded length.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use super::{Error, MAX_LINE};

/// The current line of an input, and how much of it has been read.
pub(super) struct Lines {
    input: Box<dyn BufRead>,
    source: Arc<str>,
    line: Vec<u8>,
    number: u64,
    at: usize,
}

impl Lines {
    pub(super) fn new(source: &str, input: Box<dyn BufRead>) -> Self {
        Self { input, source: source.into(), line: Vec::new(), number: 0, at: 0 }
    }

    /// Goes to the next line unless something is left of this one; `false` at the end of the input.
    pub(super) fn advance(&mut self) -> Result<bool, Error> {
        if !self.rest().is_empty() {
            return Ok(true);
        }
        self.at = 0;
        self.line.clear();
        self.number += 1;
        let limit = MAX_LINE as u64 + 1;
        let read = io::Read::by_ref(&mut self.input).take(limit).read_until(b'\n', &mut self.line);
        let length = read.map_err(|error| self.error(format!("cannot be read: {error}")))?;
        if length as u64 == limit {
            return Err(self.error(format!("the line is longer than {MAX_LINE} bytes")));
        }
        // Some programs mark the first line of UTF-8 text.
        if self.number == 1 && self.line.starts_with("\u{feff}".as_bytes()) {
            self.line.drain(..3);
        }
        if length == 0 {
            // There is no such line.
            self.number -= 1;
        }
        Ok(!self.line.is_empty())
    }

    /// What has not been read of the line, its end included; never empty after `advance` said `true`.
    pub(super) fn rest(&self) -> &[u8] {
        &self.line[self.at..]
    }

    /// Takes bytes from the rest of the line.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Takes the rest of the line.
    pub(super) fn skip_line(&mut self) {
        self.at = self.line.len();
    }

    /// Has nothing of the line been read?
    pub(super) fn at_start(&self) -> bool {
        self.at == 0
    }

    /// The number of the line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// An error on this line.
    pub(super) fn error(&self, reason: impl Into<String>) -> Error {
        Error { source: self.source.clone(), line: Some(self.number), reason: reason.into() }
    }
}
