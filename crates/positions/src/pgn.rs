//! Finds the games of a PGN and the moves of their main lines.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr_iter, memchr2, memchr2_iter, memchr3, memmem, memrchr};

use super::input::quoted;
use super::notes::Note;
use super::san::{self, San, is_symbol};
use super::tags::GameResult;

/// A token of a main line. Its place is `start` and `at` of [`Tokens`].
pub(super) enum Token<'a> {
    /// A tag, or `None` if it is not written like one.
    Tag(Option<Tag<'a>>),
    Move(San),
    Result(GameResult),
    /// A word that is neither a move nor a result.
    Unknown,
}

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
    /// Returns its value. What is not UTF-8 is ISO 8859-1, the character set of the PGN standard,
    /// as Windows extends it.
    pub(super) fn value(&self) -> Cow<'a, str> {
        let extended = |byte: u8| match byte {
            0x80..0xa0 => WINDOWS
                .chars()
                .nth(usize::from(byte - 0x80))
                .unwrap_or_default(),
            byte => char::from(byte),
        };
        let value = match std::str::from_utf8(self.value) {
            Ok(value) => Cow::Borrowed(value),
            Err(_) => self.value.iter().copied().map(extended).collect(),
        };
        if !value.contains('\\') {
            return value;
        }
        let mut chars = value.chars();
        std::iter::from_fn(|| {
            chars.next().map(|char| {
                if char == '\\' {
                    chars.next().unwrap_or(char)
                } else {
                    char
                }
            })
        })
        .collect()
    }
}

/// A mistake in a game.
pub(super) struct Wrong {
    /// Its place in the text.
    pub(super) at: usize,
    pub(super) reason: String,
    /// The place where the next game begins, if it is known.
    pub(super) next: Option<usize>,
}

/// The byte order mark of UTF-8, with which a file may begin that was joined to another one.
pub(super) const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns a line without a byte order mark.
pub(super) fn unmarked(line: &[u8]) -> &[u8] {
    line.strip_prefix(MARK).unwrap_or(line)
}

/// The signs of moves and positions with the numbers of their glyphs, those with several characters
/// first. Besides those of ASCII, they are what chess.com and Lichess write.
const SIGNS: [(&str, u8); 34] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("!", 1),
    ("?", 2),
    ("=", 10),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("⇆", 132),
    ("⨁", 138),
    ("∆", 140),
    ("Δ", 140),
];

/// The spaces that do not break lines.
const SPACES: [&str; 2] = ["\u{a0}", "\u{202f}"];

/// The characters with which files of some systems end.
pub(super) const END: &[u8] = b"\x1a\0";

/// What is said about pieces that are written in another way.
pub(super) const ENGLISH: &str = "are not read: pieces are written K, Q, R, B and N";

/// The maximum number of bytes of a character in UTF-8.
const LONGEST_CHAR: usize = 4;

/// Finds the tokens of main lines, and skips everything else.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    pub(super) text: &'a [u8],
    /// The unread rest of the text.
    pub(super) at: usize,
    /// The start of the last token.
    pub(super) start: usize,
    /// Whether the number of a move stands before the last token, as far as [`next`](Self::next)
    /// read it.
    pub(super) is_numbered: bool,
    /// A place above which no line is like the first one of a game without tags.
    pub(super) first_move: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8], at: usize) -> Self {
        Self {
            text,
            at,
            start: at,
            is_numbered: false,
            first_move: 0,
        }
    }

    /// Returns the text of the last token.
    pub(super) fn last(&self) -> &'a [u8] {
        &self.text[self.start..self.at]
    }

    /// Finds the next token if it is a move in a common form, after no more than blanks, a number
    /// and comments.
    #[inline(always)]
    pub(super) fn next_common(&mut self) -> Option<San> {
        let text = self.text;
        let mut at = self.at;
        loop {
            at += text
                .get(at..)?
                .iter()
                .take_while(|byte| BEFORE_MOVES[usize::from(**byte)])
                .count();
            if *text.get(at)? != b'{' {
                break;
            }
            at += memchr2(b'}', b'\n', &text[at..])? + 1;
            if text[at - 1] == b'\n' {
                return None;
            }
        }
        let (san, length) = san::common(u64::from_le_bytes(*text[at..].first_chunk()?))?;
        (self.start, self.at) = (at, at + length);
        Some(san)
    }

    /// Reads the next tag if it is in the line below.
    #[inline(always)]
    pub(super) fn tag_below(&mut self) -> Option<Tag<'a>> {
        let start = self.at
            + if self.text.get(self.at) == Some(&b'\r') {
                2
            } else {
                1
            };
        if self.text.get(start - 1..=start)? != b"\n[" {
            return None;
        }
        let (tag, length) = tag(&self.text[start..])?;
        (self.start, self.at) = (start, start + length);
        Some(tag)
    }

    /// Looks for the first move of a game from this place, if none is known below it.
    pub(super) fn look_below(&mut self, from: usize) {
        if self.first_move < from {
            self.first_move = first_move(self.text, from);
        }
    }

    /// Finds the next token of a game whose moves were read. It ends where another one begins with
    /// move 1.
    pub(super) fn next_in_game(&mut self) -> Result<Option<Token<'a>>, Box<Wrong>> {
        let before = self.at;
        self.look_below(before);
        let token = self.next();
        while self.first_move <= self.start {
            let mut above = Self::new(&self.text[..self.first_move], before);
            if matches!(above.next(), Ok(None)) {
                above.text = self.text;
                *self = above;
                return Ok(None);
            }
            // It is in a comment or a variation.
            self.look_below(self.first_move + 1);
        }
        token
    }

    /// Finds the next token.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, Box<Wrong>> {
        let text = self.text;
        let mut at = self.at;
        self.is_numbered = false;
        loop {
            let Some(&byte) = text.get(at) else {
                (self.start, self.at) = (at, at);
                return Ok(None);
            };
            if matches!(byte, b' ' | b'\n' | b'\r' | b'.' | b'$' | b'\t' | b'\x0c') {
                at += 1;
                continue;
            }
            let start = at;
            if byte.is_ascii_digit() {
                while text.get(at).is_some_and(u8::is_ascii_digit) {
                    at += 1;
                }
                let is_sign = matches!(text.get(at), Some(b'-' | b'/' | b':'));
                if !is_sign && (byte > b'1' || GameResult::parse(&text[start..]).is_none()) {
                    // After `$`, it is the number of a comment.
                    self.is_numbered = start == 0 || text[start - 1] != b'$';
                    continue;
                }
                (self.start, self.at) = (start, start);
                return Ok(Some(self.result()));
            }
            if (byte.is_ascii_alphabetic() || byte == b'-')
                && let Some((san, length)) = san::parse(&text[at..])
            {
                (self.start, self.at) = (start, at + length);
                return Ok(Some(Token::Move(san)));
            }
            (self.start, self.at) = (start, start);
            match byte {
                b'{' => self.skip_comment()?,
                b'(' => self.skip_variation()?,
                b'[' => {
                    let found = tag(&text[at..]);
                    match found {
                        Some((_, length)) => self.at += length,
                        None => self.skip_line(),
                    }
                    return Ok(Some(Token::Tag(found.map(|(tag, _)| tag))));
                }
                b';' => self.skip_line(),
                b'%' if at_line_start(text, at) => self.skip_line(),
                _ => {
                    if let Some(token) = self.other()? {
                        return Ok(Some(token));
                    }
                }
            }
            at = self.at;
        }
    }

    /// Reads a result, or a word that begins with a digit.
    #[cold]
    fn result(&mut self) -> Token<'a> {
        let rest = &self.text[self.at..];
        if let Some((result, length)) = GameResult::parse(rest)
            && !rest.get(length).is_some_and(|&byte| is_symbol(byte))
            && rest[..length] != *b"0-0"
        {
            self.at += length;
            return Token::Result(result);
        }
        match san::parse(self.word()) {
            Some((san, _)) => Token::Move(san),
            None => Token::Unknown,
        }
    }

    /// Reads what is not a move: an evaluation, the end of an en passant capture, or a mistake.
    #[cold]
    fn other(&mut self) -> Result<Option<Token<'a>>, Box<Wrong>> {
        let rest = &self.text[self.at..];
        if rest[0] == b'*' {
            self.at += 1;
            return Ok(Some(Token::Result(GameResult::UNKNOWN)));
        }
        if rest.starts_with(MARK) {
            self.at += MARK.len();
            return Ok(None);
        }
        let signs = SIGNS.iter().map(|of| of.0).filter(|sign| !sign.is_ascii());
        let skipped = signs
            .chain(SPACES)
            .find(|one| rest.starts_with(one.as_bytes()));
        if let Some(length) = skipped.map(str::len).or((rest[0] == b'\xa0').then_some(1)) {
            self.at += length;
            return Ok(None);
        }
        let end = rest
            .iter()
            .take_while(|byte| END.contains(byte) || byte.is_ascii_whitespace())
            .count();
        if END.contains(&rest[0])
            && (end == rest.len() || section_at(self.text, self.at + end).is_some())
        {
            self.at += end;
            return Ok(None);
        }
        if rest.starts_with(b"e.p.") {
            self.at += 4;
            return Ok(None);
        }
        let word = self.word();
        if word.is_empty() {
            let unexpected = &rest[..rest.len().min(LONGEST_CHAR)];
            self.at += 1;
            let reason = match String::from_utf8_lossy(unexpected).chars().next() {
                Some(')') => "`)` without an open variation".to_owned(),
                Some('\u{2654}'..='\u{265f}') => format!("figurines {ENGLISH}"),
                unexpected => format!("unexpected character {:?}", unexpected.unwrap_or_default()),
            };
            return Err(wrong(self.start, reason));
        }
        let is_evaluation = word == b"ep" || word.iter().all(|byte| b"!?+-=/#".contains(byte));
        Ok((!is_evaluation).then_some(Token::Unknown))
    }

    /// Skips the bytes of a word, and returns them.
    fn word(&mut self) -> &'a [u8] {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|&&byte| is_symbol(byte)).count();
        self.at += length;
        &rest[..length]
    }

    fn skip_line(&mut self) {
        self.at = memchr::memchr(b'\n', &self.text[self.at..])
            .map_or(self.text.len(), |end| self.at + end);
    }

    #[inline]
    fn skip_comment(&mut self) -> Result<(), Box<Wrong>> {
        let open = self.at;
        while let Some(end) = memchr2(b'}', b'\n', &self.text[self.at..]) {
            self.at += end + 1;
            if self.text[self.at - 1] == b'}' {
                return Ok(());
            }
            if self.text[self.at..].starts_with(MARK) {
                self.at += MARK.len();
            }
            if let Some(next) = section_at(self.text, self.at).filter(|next| *next > open)
                && !closes_comment(&self.text[self.at..])
            {
                return Err(unclosed("comment", open, next));
            }
        }
        self.at = self.text.len();
        Err(unclosed("comment", open, self.at))
    }

    #[cold]
    fn skip_variation(&mut self) -> Result<(), Box<Wrong>> {
        let open = self.at;
        let mut depth = 0_usize;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'{' => {
                    self.skip_comment()?;
                    continue;
                }
                b';' => self.skip_line(),
                b'%' if at_line_start(self.text, self.at) => self.skip_line(),
                b'[' => {
                    if let Some(next) = section_at(self.text, self.at).filter(|next| *next > open) {
                        return Err(unclosed("variation", open, next));
                    }
                }
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            self.at = self.text.len().min(self.at + 1);
            if depth == 0 {
                return Ok(());
            }
        }
        Err(unclosed("variation", open, self.at))
    }
}

/// Returns what stands before the next move, piece by piece: comments, variations, glyphs such as
/// `$14`, signs such as `!?`.
pub(super) fn annotations(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut tokens = Tokens::new(text, 0);
    // The next move, result, tag or mistake begins where its token does.
    let _ = tokens.next();
    let text = &text[..tokens.start];
    tokens = Tokens::new(text, 0);
    std::iter::from_fn(move || {
        let start = tokens.at;
        let (first, rest) = text.get(start..)?.split_first()?;
        let after = |is_part: fn(&u8) -> bool| rest.iter().take_while(|byte| is_part(byte)).count();
        match first {
            b'{' => tokens.skip_comment().ok()?,
            b'(' => tokens.skip_variation().ok()?,
            b';' | b'%' => tokens.skip_line(),
            b'$' => tokens.at += 1 + after(u8::is_ascii_digit),
            _ => tokens.at += 1 + after(|byte| !b"{(;%$ \r\n\t".contains(byte)),
        }
        Some(&text[start..tokens.at])
    })
}

/// Returns the numbers of a glyph such as `$14`, or of signs such as `!+-` or `(□)`.
pub(super) fn nags(text: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(text).unwrap_or_default();
    if let Some(number) = text.strip_prefix('$') {
        return number.parse().into_iter().collect();
    }
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let (mut rest, mut numbers) = (inner.unwrap_or(text).trim(), Vec::new());
    while let Some((sign, number)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        numbers.push(*number);
        rest = &rest[sign.len()..];
    }
    if rest.is_empty() { numbers } else { Vec::new() }
}

/// Returns a mistake after which the next game must be found.
#[cold]
pub(super) fn wrong(at: usize, reason: impl Into<String>) -> Box<Wrong> {
    Box::new(Wrong {
        at,
        reason: reason.into(),
        next: None,
    })
}

/// Returns a mistake before the place where the next game begins.
#[cold]
pub(super) fn wrong_until(next: usize, at: usize, reason: impl Into<String>) -> Box<Wrong> {
    Box::new(Wrong {
        at,
        reason: reason.into(),
        next: Some(next),
    })
}

/// Returns `true` if an open comment ends in a text that begins with tags before another comment or
/// other tags. So they are those of a game that was pasted there.
fn closes_comment(text: &[u8]) -> bool {
    let end = memchr2(b'{', b'}', text).filter(|&end| text[end] == b'}');
    end.is_some_and(|end| {
        let mut lines = memmem::find_iter(&text[..end], b"\n[");
        !lines.any(|above| section_at(text, above + 1).is_some())
    })
}

fn unclosed(what: &str, open: usize, next: usize) -> Box<Wrong> {
    wrong_until(next, open, format!("this {what} is not closed"))
}

pub(super) fn at_line_start(text: &[u8], at: usize) -> bool {
    let above = text[..at].strip_suffix(MARK).unwrap_or(&text[..at]);
    above.last().is_none_or(|&byte| byte == b'\n')
}

/// Blanks, and the bytes of numbers. If they begin a result, which is not a move, a sign follows.
const BEFORE_MOVES: [bool; 256] = table(b" \n\r.0123456789");

/// The bytes of which the names of tags consist.
const IN_NAMES: [bool; 256] =
    table(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");

/// Returns for each byte whether it is one of these.
const fn table(mut bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    while let [byte, rest @ ..] = bytes {
        table[*byte as usize] = true;
        bytes = rest;
    }
    table
}

/// Returns the tag at the start of a text, and its length.
#[inline]
fn tag(text: &[u8]) -> Option<(Tag<'_>, usize)> {
    text.first()?;
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t');
    let skip_blanks = |at: usize| at + text[at..].iter().take_while(is_blank).count();
    let name = skip_blanks(1);
    let name_end = name
        + text[name..]
            .iter()
            .take_while(|byte| IN_NAMES[usize::from(**byte)])
            .count();
    let quote = skip_blanks(name_end);
    if name == name_end || text.get(quote) != Some(&b'"') {
        return None;
    }
    let value = quote + 1;
    let mut value_end = value;
    loop {
        // The text ends like a line.
        let Some(length) = memchr3(b'"', b'\\', b'\n', text.get(value_end..)?) else {
            return with_quotes(text, name..name_end, value);
        };
        value_end += length;
        match text[value_end] {
            b'"' => break,
            b'\\' if text.get(value_end + 1) != Some(&b'\n') => value_end += 2,
            _ => return with_quotes(text, name..name_end, value),
        }
    }
    let end = skip_blanks(value_end + 1);
    if text.get(end) != Some(&b']') {
        return with_quotes(text, name..name_end, value);
    }
    Some((
        Tag {
            name: &text[name..name_end],
            value: &text[value..value_end],
            oddity: None,
        },
        end + 1,
    ))
}

/// Returns a tag with quotes in its value, which ends with the first quote before `]` at the end
/// of the line, or before a tag or comment. Without such a quote, it ends before `]` at the end
/// of the line.
#[cold]
fn with_quotes(text: &[u8], name: Range<usize>, value: usize) -> Option<(Tag<'_>, usize)> {
    let line_end = value + memchr::memchr(b'\n', &text[value..]).unwrap_or(text.len() - value);
    let value_end = memchr_iter(b']', &text[value..line_end])
        .map(|at| value + at)
        .find_map(|close| {
            let is_last = matches!(
                text[close + 1..line_end].trim_ascii_start().first(),
                None | Some(b'[' | b';' | b'{')
            );
            let before = text[value..close].trim_ascii_end().strip_suffix(b"\"")?;
            is_last.then_some((value + before.len(), close + 1))
        });
    let line = text[value..line_end].trim_ascii_end();
    let open = || {
        line.strip_suffix(b"]")
            .filter(|open| !open.contains(&b'"'))
            .map(|open| value + open.len())
    };
    let (value_end, end, oddity) = match value_end {
        Some((value_end, end)) => (value_end, end, Note::Quotes),
        None => (open()?, value + line.len(), Note::OpenQuote),
    };
    let (name, value, oddity) = (&text[name], &text[value..value_end], Some(oddity));
    Some((
        Tag {
            name,
            value,
            oddity,
        },
        end,
    ))
}

/// Returns the place where a tag section begins if the tag at this start of a line is its first
/// tag, or the first one below tags that stand behind the result of the game above.
///
/// It is the first tag if the last line above that is neither blank nor a comment to its end does
/// not begin with a tag (but may with a command, `[%`), or if this is the tag of the event, which
/// is always the first, below a blank line.
///
/// Such a line begins a new game even if a comment or a variation is still open. So a bracket that
/// is never closed costs one game, and a text can be cut into parts that are read independently.
pub(super) fn section_at(text: &[u8], at: usize) -> Option<usize> {
    if text.get(at) != Some(&b'[') || !at_line_start(text, at) {
        return None;
    }
    let line = text[at + 1..].trim_ascii_start();
    let (name, rest) = line.split_at(
        line.iter()
            .take_while(|byte| IN_NAMES[usize::from(**byte)])
            .count(),
    );
    if name.is_empty() || !rest.trim_ascii_start().starts_with(b"\"") {
        return None;
    }
    let mut end = text[..at].strip_suffix(MARK).map_or(at, <[u8]>::len);
    while end > 0 {
        let start = memrchr(b'\n', &text[..end - 1]).map_or(0, |above| above + 1);
        let above = unmarked(&text[start..end]);
        let first = if above.first() == Some(&b'%') {
            above
        } else {
            above.trim_ascii_start()
        };
        match first {
            [] | [b'%' | b';', ..] => end = start,
            [b'[', second, ..] if *second != b'%' => {
                return (name.eq_ignore_ascii_case(b"Event") && has_blank_line(&text[start..at]))
                    .then_some(at);
            }
            _ => {
                return Some(tags_behind_result(&text[start..end]).map_or(at, |tags| start + tags));
            }
        }
    }
    Some(at)
}

/// Returns the place in a line where nothing but tags stands behind a result.
fn tags_behind_result(line: &[u8]) -> Option<usize> {
    memchr_iter(b'[', line).find(|&start| {
        let mut rest = &line[start..];
        while let Some((_, length)) = tag(rest).filter(|_| ends_with_result(&line[..start])) {
            rest = rest[length..].trim_ascii();
        }
        rest.is_empty()
    })
}

/// Returns `true` if games begin with this line, and not FEN or EPD records: with a tag, a comment,
/// a variation, a move or a result.
pub(super) fn begins_games(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let word = &line[..line
        .iter()
        .position(u8::is_ascii_whitespace)
        .unwrap_or(line.len())];
    let number = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    matches!(line.first(), Some(b'[' | b'{' | b'(' | b';' | b'%' | b'*'))
        || number > 0 && word.get(number) == Some(&b'.')
        || san::parse(word).is_some_and(|(_, length)| length == word.len())
        || GameResult::parse(word).is_some_and(|(_, length)| length == word.len())
}

/// Returns `true` if a line is blank between the first and the last one.
pub(super) fn has_blank_line(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').skip(1).peekable();
    std::iter::from_fn(|| lines.next().filter(|_| lines.peek().is_some()))
        .any(|line| line.trim_ascii().is_empty())
}

/// Returns `true` if the move here has the number 1 and begins a line.
pub(super) fn is_first_move(text: &[u8], at: usize) -> bool {
    let line = memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    text[line..at]
        .iter()
        .filter(|byte| !b" .\t".contains(byte))
        .eq(b"1")
}

/// Returns the place from this one where a line begins with `1.`, or 1 and a move, below a blank
/// line, or the end.
fn first_move(text: &[u8], from: usize) -> usize {
    let is_first = |at: &usize| {
        let above = text[..*at - 1].trim_ascii_end();
        let has_blank_line = memchr_iter(b'\n', &text[above.len()..*at]).count() > 1;
        has_blank_line
            && match text[*at + 1..] {
                [b'.', ref rest @ ..] => rest.trim_ascii_start().first() != Some(&b'.'),
                [b' ', ref rest @ ..] => rest
                    .trim_ascii_start()
                    .first()
                    .is_some_and(u8::is_ascii_alphabetic),
                _ => false,
            }
    };
    let from = from.saturating_sub(1);
    let mut lines =
        memmem::find_iter(text.get(from..).unwrap_or_default(), b"\n1").map(|end| from + end + 1);
    lines.find(is_first).unwrap_or(text.len())
}

/// Returns the tags of a game that begin here.
pub(super) fn tags(text: &[u8], start: usize) -> impl Iterator<Item = Tag<'_>> {
    let mut tokens = Tokens::new(text, start);
    std::iter::from_fn(move || {
        tokens.tag_below().or_else(|| match tokens.next() {
            Ok(Some(Token::Tag(tag))) => tag,
            _ => None,
        })
    })
}

/// Returns the place where the last tag section begins, except at the start of the text. Below a
/// blank line, it is certain that no tags of the same game stand above.
pub(super) fn last_section(text: &[u8]) -> Option<usize> {
    [&b"\n["[..], "\n\u{feff}[".as_bytes()]
        .into_iter()
        .find_map(|line| {
            let finder = memmem::FinderRev::new(line);
            let mut sections = finder.rfind_iter(text).filter_map(|end| {
                let section = section_at(text, end + line.len() - 1)
                    .filter(|at| !may_be_in_comment(text, *at))?;
                let start = text[..section]
                    .strip_suffix(MARK)
                    .map_or(section, <[u8]>::len);
                (start > 0).then_some(start)
            });
            let last = sections.next()?;
            let is_certain = |start: &usize| text[..*start].trim_ascii_end().len() + 1 < *start;
            Some(
                std::iter::once(last)
                    .chain(sections)
                    .find(is_certain)
                    .unwrap_or(last),
            )
        })
}

/// Returns `true` if a comment is open, and ends before another one begins, or not in this text.
fn may_be_in_comment(text: &[u8], at: usize) -> bool {
    let above = memchr2_iter(b'{', b'}', &text[..at]).next_back();
    let below = &text[at..];
    above.is_some_and(|above| text[above] == b'{')
        && (memchr2(b'{', b'}', below).is_none() || closes_comment(below))
}

/// Returns the end of the last line that ends with a result.
pub(super) fn last_result(text: &[u8]) -> Option<usize> {
    let ends = memchr::Memchr::new(b'\n', text).rev();
    ends.map(|end| end + 1)
        .find(|&end| ends_with_result(&text[..end]))
}

fn ends_with_result(line: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"]
        .iter()
        .any(|result| line.trim_ascii_end().ends_with(result))
}

/// Returns a word for a message.
pub(super) fn shown(word: &[u8]) -> String {
    quoted(&String::from_utf8_lossy(word))
}
