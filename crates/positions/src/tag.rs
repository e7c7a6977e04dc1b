//! A tag as written.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr3};

use super::bytes::{BLANKS, NAMES};
use super::notes::Note;

/// What the bytes from 0x80 mean in Windows-1252, where ISO 8859-1 has control characters.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// A tag as written. Its value still has its backslashes.
#[derive(Clone, Copy)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a [u8],
    value: &'a [u8],
    /// What is odd about its quotes.
    pub(super) oddity: Option<Note>,
}

impl<'a> Tag<'a> {
    /// Parses the tag at the start of a text. Returns it with its length.
    #[inline]
    pub(super) fn parse(text: &'a [u8]) -> Option<(Self, usize)> {
        text.first()?;
        let name = BLANKS.skip(text, 1);
        let name_end = NAMES.skip(text, name);
        let quote = BLANKS.skip(text, name_end);
        if name == name_end || text.get(quote) != Some(&b'"') {
            return None;
        }
        let (name, value) = (name..name_end, quote + 1);
        let mut value_end = value;
        loop {
            // The text ends like a line.
            let Some(length) = memchr3(b'"', b'\\', b'\n', text.get(value_end..)?) else {
                return Self::with_quotes(text, name, value);
            };
            value_end += length;
            match text[value_end] {
                b'"' => break,
                b'\\' if text.get(value_end + 1) != Some(&b'\n') => value_end += 2,
                _ => return Self::with_quotes(text, name, value),
            }
        }
        let end = BLANKS.skip(text, value_end + 1);
        if text.get(end) != Some(&b']') {
            return Self::with_quotes(text, name, value);
        }
        let (name, value) = (&text[name], &text[value..value_end]);
        let tag = Self {
            name,
            value,
            oddity: None,
        };
        Some((tag, end + 1))
    }

    /// Returns a tag with quotes in its value, which ends with the first quote before `]` at the
    /// end of the line, or before a tag or comment. Without such a quote, it ends before `]` at the
    /// end of the line.
    #[cold]
    fn with_quotes(text: &'a [u8], name: Range<usize>, value: usize) -> Option<(Self, usize)> {
        let rest = &text[value..];
        let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        let (length, end, oddity) = match last_quote(line) {
            Some((length, end)) => (length, end, Note::Quotes),
            None => {
                let line = line.trim_ascii_end();
                let open = line
                    .strip_suffix(b"]")
                    .filter(|open| !open.contains(&b'"'))?;
                (open.len(), line.len(), Note::OpenQuote)
            }
        };
        let (name, text, oddity) = (&text[name], &line[..length], Some(oddity));
        Some((
            Self {
                name,
                value: text,
                oddity,
            },
            value + end,
        ))
    }

    /// Returns its value. What is not UTF-8 is ISO 8859-1, the character set of the PGN standard,
    /// as Windows extends it.
    pub(super) fn value(&self) -> Cow<'a, str> {
        let value: Cow<str> = match std::str::from_utf8(self.value) {
            Ok(value) => value.into(),
            Err(_) => self.value.iter().copied().map(windows_char).collect(),
        };
        if value.contains('\\') {
            unescaped(&value).into()
        } else {
            value
        }
    }
}

/// Returns the length of the value in a line that begins with it, up to the first quote that ends
/// a tag, and of the tag.
fn last_quote(line: &[u8]) -> Option<(usize, usize)> {
    for close in memchr_iter(b']', line) {
        let behind = line[close + 1..].trim_ascii_start().first();
        if matches!(behind, None | Some(b'[' | b';' | b'{'))
            && let Some(value) = line[..close].trim_ascii_end().strip_suffix(b"\"")
        {
            return Some((value.len(), close + 1));
        }
    }
    None
}

fn windows_char(byte: u8) -> char {
    match byte {
        0x80..0xa0 => WINDOWS
            .chars()
            .nth(usize::from(byte - 0x80))
            .unwrap_or_default(),
        _ => char::from(byte),
    }
}

fn unescaped(value: &str) -> String {
    let (mut text, mut chars) = (String::with_capacity(value.len()), value.chars());
    while let Some(char) = chars.next() {
        text.push(if char == '\\' {
            chars.next().unwrap_or(char)
        } else {
            char
        });
    }
    text
}
