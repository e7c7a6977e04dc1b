//! Finds the moves of main lines, and what stands beside them.

use memchr::{memchr, memchr2};

use super::bytes::{ByteSet, DIGITS};
use super::glyphs;
use super::input::quoted;
use super::mistake::Mistake;
use super::result::GameResult;
use super::san::{self, SYMBOLS, San};
use super::sections::{END, MARK, at_line_start, closes_comment, first_move, section_at};
use super::tag::Tag;

/// A token of a main line. Its place is `start` and `at` of [`Tokens`].
pub(super) enum Token<'a> {
    /// A tag, or `None` if it is not written like one.
    Tag(Option<Tag<'a>>),
    Move(San),
    Result(GameResult),
    /// A word that is neither a move nor a result.
    Unknown,
}

/// The spaces that do not break lines.
const SPACES: [&str; 2] = ["\u{a0}", "\u{202f}"];

/// White space, and the characters with which files of some systems end.
const BLANK_END: ByteSet = ByteSet::new(b"\x1a\0 \t\n\x0c\r");

/// Blanks, and the bytes of numbers. If they begin a result, which is not a move, a sign follows.
const BEFORE_MOVES: ByteSet = ByteSet::new(b" \n\r.0123456789");

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

    /// Returns the text of the last token for a message.
    pub(super) fn shown(&self) -> String {
        quoted(&String::from_utf8_lossy(self.last()))
    }

    /// Returns a mistake in the last token, with the number of its move.
    #[cold]
    pub(super) fn at_move(&self, plies_before: u32, ply: u32, mistake: &str) -> String {
        let halves = u64::from(plies_before) + u64::from(ply - 1);
        let dots = if halves.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots} {} {mistake}", halves / 2 + 1, self.shown())
    }

    /// Finds the next token if it is a move in a common form, after no more than blanks, a number
    /// and comments.
    #[inline(always)]
    pub(super) fn next_common(&mut self) -> Option<San> {
        let text = self.text;
        let mut at = self.at;
        loop {
            at = BEFORE_MOVES.skip(text, at);
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
        let line_end = self.at + usize::from(self.text.get(self.at) == Some(&b'\r'));
        let start = line_end + 1;
        if self.text.get(line_end..=start)? != b"\n[" {
            return None;
        }
        let (tag, length) = Tag::parse(&self.text[start..])?;
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
    pub(super) fn next_in_game(&mut self) -> Result<Option<Token<'a>>, Box<Mistake>> {
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

    /// Finds the next token if it is a move.
    pub(super) fn next_move(&mut self) -> Option<San> {
        match self.next() {
            Ok(Some(Token::Move(san))) => Some(san),
            _ => None,
        }
    }

    /// Finds the next token.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, Box<Mistake>> {
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
                at = DIGITS.skip(text, at);
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
                b'[' => return Ok(Some(Token::Tag(self.tag()))),
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

    /// Reads a tag, or skips a line that is not written like one.
    fn tag(&mut self) -> Option<Tag<'a>> {
        let Some((tag, length)) = Tag::parse(&self.text[self.at..]) else {
            self.skip_line();
            return None;
        };
        self.at += length;
        Some(tag)
    }

    /// Reads a result, or a word that begins with a digit.
    #[cold]
    fn result(&mut self) -> Token<'a> {
        let rest = &self.text[self.at..];
        if let Some((result, length)) = GameResult::parse(rest)
            && SYMBOLS.skip(rest, length) == length
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
    fn other(&mut self) -> Result<Option<Token<'a>>, Box<Mistake>> {
        if self.text[self.at] == b'*' {
            self.at += 1;
            return Ok(Some(Token::Result(GameResult::UNKNOWN)));
        }
        if let Some(length) = self.ignored() {
            self.at += length;
            return Ok(None);
        }
        let word = self.word();
        if word.is_empty() {
            self.at += 1;
            return Err(Mistake::new(
                self.start,
                unexpected(&self.text[self.start..]),
            ));
        }
        let is_evaluation = word == b"ep" || word.iter().all(|byte| b"!?+-=/#".contains(byte));
        Ok((!is_evaluation).then_some(Token::Unknown))
    }

    /// Returns the length of what stands here and says nothing about the moves.
    fn ignored(&self) -> Option<usize> {
        let rest = &self.text[self.at..];
        if rest.starts_with(MARK) {
            return Some(MARK.len());
        }
        if let Some((sign, _)) = glyphs::sign(rest).filter(|_| !rest[0].is_ascii()) {
            return Some(sign.len());
        }
        for space in SPACES {
            if rest.starts_with(space.as_bytes()) {
                return Some(space.len());
            }
        }
        if rest[0] == b'\xa0' {
            return Some(1);
        }
        let end = BLANK_END.skip(rest, 0);
        if END.contains(&rest[0])
            && (end == rest.len() || section_at(self.text, self.at + end).is_some())
        {
            return Some(end);
        }
        rest.starts_with(b"e.p.").then_some(4)
    }

    /// Skips the bytes of a word, and returns them.
    fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        self.at = SYMBOLS.skip(self.text, start);
        &self.text[start..self.at]
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += memchr(b'\n', rest).unwrap_or(rest.len());
    }

    #[inline]
    fn skip_comment(&mut self) -> Result<(), Box<Mistake>> {
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
    fn skip_variation(&mut self) -> Result<(), Box<Mistake>> {
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

/// Returns what is said about a character that begins no token.
fn unexpected(text: &[u8]) -> String {
    let bytes = &text[..text.len().min(LONGEST_CHAR)];
    match String::from_utf8_lossy(bytes)
        .chars()
        .next()
        .unwrap_or_default()
    {
        ')' => "`)` without an open variation".to_owned(),
        '\u{2654}'..='\u{265f}' => format!("figurines {ENGLISH}"),
        char => format!("unexpected character {char:?}"),
    }
}

fn unclosed(what: &str, open: usize, next: usize) -> Box<Mistake> {
    Mistake::before(next, open, format!("this {what} is not closed"))
}

/// Finds the tags of a game that begin at a place.
pub(super) struct WrittenTags<'a>(Tokens<'a>);

impl<'a> WrittenTags<'a> {
    pub(super) fn new(text: &'a [u8], start: usize) -> Self {
        Self(Tokens::new(text, start))
    }
}

impl<'a> Iterator for WrittenTags<'a> {
    type Item = Tag<'a>;

    fn next(&mut self) -> Option<Tag<'a>> {
        if let Some(tag) = self.0.tag_below() {
            return Some(tag);
        }
        match self.0.next() {
            Ok(Some(Token::Tag(tag))) => tag,
            _ => None,
        }
    }
}

/// Finds what stands before the next move, piece by piece: comments, variations, glyphs such as
/// `$14`, signs such as `!?`.
pub(super) struct Annotations<'a>(Tokens<'a>);

impl<'a> Annotations<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let mut tokens = Tokens::new(text, 0);
        // The next move, result, tag or mistake begins where its token does.
        let _ = tokens.next();
        Self(Tokens::new(&text[..tokens.start], 0))
    }
}

impl<'a> Iterator for Annotations<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let tokens = &mut self.0;
        let (text, start) = (tokens.text, tokens.at);
        match text.get(start)? {
            b'{' => tokens.skip_comment().ok()?,
            b'(' => tokens.skip_variation().ok()?,
            b';' | b'%' => tokens.skip_line(),
            b'$' => tokens.at = DIGITS.skip(text, start + 1),
            _ => {
                let rest = text[start + 1..].iter();
                let length = rest
                    .take_while(|byte| !b"{(;%$ \r\n\t".contains(byte))
                    .count();
                tokens.at += 1 + length;
            }
        }
        Some(&text[start..tokens.at])
    }
}
