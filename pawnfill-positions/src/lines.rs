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
    /// Whether the input cannot be read any further.
    broken: bool,
    /// What was taken since the text was last cut, if it is kept.
    taken: Option<Vec<u8>>,
    /// The length of `taken` where the last token begins.
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
        let length = match read {
            Ok(length) if (length as u64) < limit => length,
            Ok(_) => return Err(self.breaks(format!("the line is longer than {MAX_LINE} bytes"))),
            Err(error) => return Err(self.breaks(format!("cannot be read: {error}"))),
        };
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

    /// What has not been read of the line, its end included; not empty after `advance` said `true`.
    pub(super) fn rest(&self) -> &[u8] {
        &self.line[self.at..]
    }

    /// Takes bytes from the rest of the line.
    pub(super) fn skip(&mut self, bytes: usize) {
        let from = self.at;
        self.at += bytes;
        if let Some(taken) = &mut self.taken {
            self.token = taken.len();
            taken.extend_from_slice(&self.line[from..self.at]);
        }
    }

    /// Takes the rest of the line.
    pub(super) fn skip_line(&mut self) {
        self.skip(self.rest().len());
    }

    /// Keeps what is taken from now on.
    pub(super) fn keep(&mut self) {
        self.taken = Some(Vec::new());
    }

    /// Gives what was taken since the last cut, and with `before_token` leaves the last token for the next.
    pub(super) fn cut(&mut self, before_token: bool) -> Vec<u8> {
        let Some(taken) = &mut self.taken else { return Vec::new() };
        let rest = taken.split_off(if before_token { self.token } else { taken.len() });
        std::mem::replace(taken, rest)
    }

    /// Tests if the input cannot be read any further.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// The whole line, of which some may have been read.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    /// Tests if nothing of the line has been read.
    pub(super) fn at_start(&self) -> bool {
        self.at == 0
    }

    /// The number of the line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// An error after which nothing can be read.
    fn breaks(&mut self, reason: String) -> Error {
        self.broken = true;
        self.line.clear();
        self.error(reason)
    }

    /// An error on this line.
    pub(super) fn error(&self, reason: impl Into<String>) -> Error {
        Error { source: self.source.clone(), line: Some(self.number), reason: reason.into() }
    }
}
