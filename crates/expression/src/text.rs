//! Words for people: what a misspelled name may mean, and text from inputs that is safe to show.

use std::borrow::Cow;

/// Returns `; did you mean …?` with the known names that differ least in letters, or with the
/// shortest that contain the name, each after a prefix such as `white.`. Returns nothing if none is
/// near or more than two are.
#[must_use]
pub fn suggest<N: AsRef<str>>(
    prefix: &str,
    name: &str,
    known: impl IntoIterator<Item = N>,
) -> String {
    let mut ranked = Vec::new();
    for known in known {
        let known = known.as_ref();
        let rank = match distance(name, known) {
            Some(distance) => (false, distance),
            None if name.len() >= 4 && known.contains(name) => (true, known.len()),
            None => continue,
        };
        ranked.push((rank, format!("`{prefix}{known}`")));
    }
    ranked.sort();
    ranked.dedup();
    let mut best = Vec::new();
    for (rank, name) in &ranked {
        if *rank == ranked[0].0 {
            best.push(&name[..]);
        }
    }
    match best[..] {
        [] | [_, _, _, ..] => String::new(),
        _ => format!("; did you mean {}?", best.join(" or ")),
    }
}

/// Returns in how many letters names differ, if these are few, and few of each word if the names
/// have several: `weak_squares` is not `safe_squares`.
fn distance(name: &str, known: &str) -> Option<usize> {
    let near = 1.max(name.len() / 4);
    // The distance to a name that is much shorter is not computed, which would take long.
    let distance = (name.len() <= known.len() + near).then(|| strsim::osa_distance(name, known))?;
    (distance <= near && !has_other_words(name, known)).then_some(distance)
}

/// Returns `true` if a word of one name is none of the other, in the same place.
fn has_other_words(name: &str, known: &str) -> bool {
    if !name.contains('_') || name.matches('_').count() != known.matches('_').count() {
        return false;
    }
    let mut words = name.split('_').zip(known.split('_'));
    words.any(|(name, known)| distance(name, known).is_none())
}

/// Returns `true` for control characters, and for characters that change the direction of text or
/// end a line. In a text that is shown or compiled, they can hide what it says.
#[must_use]
#[inline]
pub fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the text on one line, without [control characters](is_control). White space among them
/// becomes a space, and the others become U+FFFD.
///
/// Everything from a tag or the name of a file passes through here before it is printed or written
/// to a table.
pub fn printable<'a>(text: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
    let text = text.into();
    if is_plain(&text) || !text.contains(is_control) {
        return text;
    }
    text.chars().map(shown).collect()
}

/// Returns `true` for almost every text. All bytes are compared, because the processor compares many
/// of them at once.
fn is_plain(text: &str) -> bool {
    let mut is_plain = true;
    for byte in text.bytes() {
        is_plain &= matches!(byte, b' '..=b'~');
    }
    is_plain
}

fn shown(character: char) -> char {
    match character {
        _ if !is_control(character) => character,
        _ if character.is_whitespace() => ' ',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns a message of several lines in the same way.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
