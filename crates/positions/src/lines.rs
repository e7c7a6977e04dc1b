//! Reads numbered lines of bounded length.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use super::{Error, MAX_LINE};

/// The current line of an input, and the position in it.
pub(super) struct Lines {
    input: Box<dyn BufRead>,
    source: Arc<str>,
    /// The whole line, read or not.
    pub(super) line: Vec<u8>,
    /// The number of the line, from 1.
    pub(super) number: u64,
    at: usize,
    /// Whether the input cannot be read any further.
    pub(super) broken: bool,
    /// The text taken since the last cut, if it is kept.
    taken: Option<Vec<u8>>,
    /// The start of the last token in `taken`.
    token: usize,
}

impl Lines {
    pub(super) fn new(source: &str, input: Box<dyn BufRead>) -> Self {
        Self {
            input,
            source: source.into(),
            line: Vec::new(),
            number: 0,
            at: 0,
            broken: false,
            taken: None,
            token: 0,
        }
    }

    /// Goes to the next line if this one is used up. Returns `false` at the end of the input.
    pub(super) fn advance(&mut self) -> Result<bool, Error> {
        if !self.rest().is_empty() {
            return Ok(true);
        }
        self.at = 0;
        self.line.clear();
        self.number += 1;
        let limit = MAX_LINE as u64 + 1;
        let read = io::Read::by_ref(&mut self.input).take(limit).read_until(b'\n', &mut self.line);
        let length = match read {
            Ok(length) if (length as u64) < limit => length,
            Ok(_) => return Err(self.breaks(format!("the line is longer than {MAX_LINE} bytes"))),
            Err(error) => return Err(self.breaks(format!("cannot be read: {error}"))),
        };
        // Skip the byte order mark of UTF-8.
        if self.number == 1 && self.line.starts_with("\u{feff}".as_bytes()) {
            self.line.drain(..3);
        }
        if length == 0 {
            // The end of the input is not a line.
            self.number -= 1;
        }
        Ok(!self.line.is_empty())
    }

    /// Returns the unread rest of the line with its end. It is not empty after `advance` returns `true`.
    pub(super) fn rest(&self) -> &[u8] {
        &self.line[self.at..]
    }

    /// Skips bytes of the line.
    pub(super) fn skip(&mut self, bytes: usize) {
        let from = self.at;
        self.at += bytes;
        if let Some(taken) = &mut self.taken {
            self.token = taken.len();
            taken.extend_from_slice(&self.line[from..self.at]);
        }
    }

    /// Skips the rest of the line.
    pub(super) fn skip_line(&mut self) {
        self.skip(self.rest().len());
    }

    /// Keeps the skipped text from now on.
    pub(super) fn keep(&mut self) {
        self.taken = Some(Vec::new());
    }

    /// Returns the text since the last cut. With `before_token`, the last token remains for the next cut.
    pub(super) fn cut(&mut self, before_token: bool) -> Vec<u8> {
        let Some(taken) = &mut self.taken else { return Vec::new() };
        let rest = taken.split_off(if before_token { self.token } else { taken.len() });
        std::mem::replace(taken, rest)
    }

    /// Tests if the line is still unread.
    pub(super) fn at_start(&self) -> bool {
        self.at == 0
    }

    /// Returns an error that ends the input.
    fn breaks(&mut self, reason: String) -> Error {
        self.broken = true;
        self.line.clear();
        self.error(reason)
    }

    /// Returns an error in this line.
    pub(super) fn error(&self, reason: impl Into<String>) -> Error {
        Error { source: self.source.clone(), line: Some(self.number), reason: reason.into() }
    }
}
