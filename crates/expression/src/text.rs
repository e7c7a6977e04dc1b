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
    let best = ranked.iter().take_while(|(rank, _)| *rank == ranked[0].0);
    let names: Vec<_> = best.map(|(_, known)| &known[..]).collect();
    if matches!(names.len(), 1 | 2) {
        format!("; did you mean {}?", names.join(" or "))
    } else {
        String::new()
    }
}

/// Returns in how many letters names differ, if these are few, and few of each word if the names
/// have several: `weak_squares` is not `safe_squares`.
fn distance(name: &str, known: &str) -> Option<usize> {
    let near = 1.max(name.len() / 4);
    // The distance to a name that is much shorter is not computed, which would take long.
    let distance = (name.len() <= known.len() + near).then(|| strsim::osa_distance(name, known))?;
    let mut words = name.split('_').zip(known.split('_'));
    let has_other_words = name.matches('_').count() == known.matches('_').count()
        && name.contains('_')
        && words.any(|(name, known)| self::distance(name, known).is_none());
    (distance <= near && !has_other_words).then_some(distance)
}

/// Returns `true` for control characters, and for characters that change the direction of text or
/// end a line. In a text that is shown or compiled, they can hide what it says.
#[must_use]
#[inline]
pub fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the text on one line, without [control characters](is_control). White space among them
/// becomes a space, and the others become U+FFFD.
///
/// Everything from a tag or the name of a file passes through here before it is printed or written
/// to a table.
pub fn printable<'a>(text: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
    let text = text.into();
    // Almost every text. All bytes are compared, because the processor compares many of
    // them at once.
    let is_plain = text.bytes().fold(true, |is_plain, byte| {
        is_plain & matches!(byte, b' '..=b'~')
    });
    if is_plain || !text.contains(is_control) {
        return text;
    }
    let shown = text.chars().map(|character| match character {
        _ if !is_control(character) => character,
        _ if character.is_whitespace() => ' ',
        _ => char::REPLACEMENT_CHARACTER,
    });
    shown.collect()
}

/// Returns a message of several lines in the same way.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    text.split('\n')
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests;
