//! Where games begin and end, by their lines: a text is cut there without reading what is above.

use memchr::{memchr_iter, memchr2, memchr2_iter, memmem, memrchr};

use super::bytes::{DIGITS, NAMES};
use super::result::GameResult;
use super::san;
use super::tag::Tag;

/// The characters with which files of some systems end.
pub(super) const END: &[u8] = b"\x1a\0";

/// The byte order mark of UTF-8, with which a file may begin that was joined to another one.
pub(super) const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns a line without a byte order mark.
pub(super) fn unmarked(line: &[u8]) -> &[u8] {
    line.strip_prefix(MARK).unwrap_or(line)
}

/// Returns a line without blanks and the signs of its end.
pub(super) fn trimmed(line: &[u8]) -> &[u8] {
    let mut bytes = line.iter();
    let last = bytes.rposition(|byte| !END.contains(byte) && !byte.is_ascii_whitespace());
    line[..last.map_or(0, |last| last + 1)].trim_ascii_start()
}

/// Returns a text without a byte order mark at its end.
pub(super) fn before_mark(text: &[u8]) -> &[u8] {
    text.strip_suffix(MARK).unwrap_or(text)
}

pub(super) fn at_line_start(text: &[u8], at: usize) -> bool {
    before_mark(&text[..at])
        .last()
        .is_none_or(|&byte| byte == b'\n')
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
    let (name, rest) = line.split_at(NAMES.skip(line, 0));
    if name.is_empty() || !rest.trim_ascii_start().starts_with(b"\"") {
        return None;
    }
    let mut end = before_mark(&text[..at]).len();
    while end > 0 {
        let start = memrchr(b'\n', &text[..end - 1]).map_or(0, |above| above + 1);
        let above = unmarked(&text[start..end]);
        let is_escape = above.first() == Some(&b'%');
        match if is_escape {
            above
        } else {
            above.trim_ascii_start()
        } {
            [] | [b'%' | b';', ..] => end = start,
            [b'[', second, ..] if *second != b'%' => {
                let is_event = name.eq_ignore_ascii_case(b"Event");
                return (is_event && has_blank_line(&text[start..at])).then_some(at);
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
    memchr_iter(b'[', line).find(|&at| ends_with_result(&line[..at]) && has_only_tags(&line[at..]))
}

fn has_only_tags(mut text: &[u8]) -> bool {
    while let Some((_, length)) = Tag::parse(text) {
        text = text[length..].trim_ascii();
    }
    text.is_empty()
}

/// Returns `true` if games begin with this line, and not FEN or EPD records: with a tag, a comment,
/// a variation, a move or a result.
pub(super) fn begins_games(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let word = line
        .split(u8::is_ascii_whitespace)
        .next()
        .unwrap_or_default();
    let number = DIGITS.skip(word, 0);
    matches!(line.first(), Some(b'[' | b'{' | b'(' | b';' | b'%' | b'*'))
        || number > 0 && word.get(number) == Some(&b'.')
        || san::parse(word).is_some_and(|(_, length)| length == word.len())
        || GameResult::parse(word).is_some_and(|(_, length)| length == word.len())
}

/// Returns `true` if a line is blank between the first and the last one.
pub(super) fn has_blank_line(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').skip(1).peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_some() && line.trim_ascii().is_empty() {
            return true;
        }
    }
    false
}

/// Returns `true` if the move here has the number 1 and begins a line.
pub(super) fn is_first_move(text: &[u8], at: usize) -> bool {
    let line = memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    let before = text[line..at].iter();
    before.filter(|byte| !b" .\t".contains(byte)).eq(b"1")
}

/// Returns the place from this one where a line begins with `1.`, or 1 and a move, below a blank
/// line, or the end.
pub(super) fn first_move(text: &[u8], from: usize) -> usize {
    let from = from.saturating_sub(1);
    for end in memmem::find_iter(text.get(from..).unwrap_or_default(), b"\n1") {
        let at = from + end + 1;
        if begins_moves(&text[at + 1..]) && is_below_blank_line(text, at) {
            return at;
        }
    }
    text.len()
}

/// Returns `true` if a text behind the number 1 at the start of a line makes it that of a move.
fn begins_moves(text: &[u8]) -> bool {
    match text {
        [b'.', rest @ ..] => rest.trim_ascii_start().first() != Some(&b'.'),
        [b' ', rest @ ..] => rest
            .trim_ascii_start()
            .first()
            .is_some_and(u8::is_ascii_alphabetic),
        _ => false,
    }
}

fn is_below_blank_line(text: &[u8], at: usize) -> bool {
    let above = text[..at - 1].trim_ascii_end();
    memchr_iter(b'\n', &text[above.len()..at]).count() > 1
}

/// Returns the place where the last tag section begins, except at the start of the text. Below a
/// blank line, it is certain that no tags of the same game stand above.
pub(super) fn last_section(text: &[u8]) -> Option<usize> {
    last_section_below(text, b"\n[").or_else(|| last_section_below(text, "\n\u{feff}[".as_bytes()))
}

/// Does the same for sections whose first line begins in this way.
fn last_section_below(text: &[u8], line: &[u8]) -> Option<usize> {
    let mut last = None;
    for end in memmem::FinderRev::new(line).rfind_iter(text) {
        let Some(section) = section_at(text, end + line.len() - 1) else {
            continue;
        };
        let start = before_mark(&text[..section]).len();
        if start == 0 || may_be_in_comment(text, section) {
            continue;
        }
        if text[..start].trim_ascii_end().len() + 1 < start {
            return Some(start);
        }
        last = last.or(Some(start));
    }
    last
}

/// Returns `true` if a comment is open, and ends before another one begins, or not in this text.
fn may_be_in_comment(text: &[u8], at: usize) -> bool {
    let above = memchr2_iter(b'{', b'}', &text[..at]).next_back();
    let below = &text[at..];
    above.is_some_and(|above| text[above] == b'{')
        && (memchr2(b'{', b'}', below).is_none() || closes_comment(below))
}

/// Returns `true` if an open comment ends in a text that begins with tags before another comment or
/// other tags. So they are those of a game that was pasted there.
pub(super) fn closes_comment(text: &[u8]) -> bool {
    let Some(end) = memchr2(b'{', b'}', text).filter(|&end| text[end] == b'}') else {
        return false;
    };
    let mut lines = memmem::find_iter(&text[..end], b"\n[");
    !lines.any(|above| section_at(text, above + 1).is_some())
}

/// Returns the end of the last line that ends with a result.
pub(super) fn last_result(text: &[u8]) -> Option<usize> {
    let mut ends = memchr_iter(b'\n', text).rev();
    ends.find(|&end| ends_with_result(&text[..=end]))
        .map(|end| end + 1)
}

fn ends_with_result(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let results = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"];
    results.into_iter().any(|result| line.ends_with(result))
}
