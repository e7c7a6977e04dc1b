//! Words for people: what a misspelled name may mean, and text from inputs that is safe to show.

use std::borrow::Cow;

/// Returns `; did you mean …?` with the most similar known names, or nothing if none is near or too many are.
#[must_use]
pub fn suggest<N: AsRef<str>>(name: &str, known: impl IntoIterator<Item = N>) -> String {
    suggest_after("", name, known)
}

/// Returns the same for a name that stands after a prefix, such as `white.`.
#[must_use]
pub fn suggest_after<N: AsRef<str>>(prefix: &str, name: &str, known: impl IntoIterator<Item = N>) -> String {
    let names: Vec<_> = nearest(name, known).iter().map(|known| format!("`{prefix}{known}`")).collect();
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(" or ")) }
}

/// Returns in how many letters names differ, if these are few, and few of each word if the names have several:
/// `weak_squares` is not `safe_squares`.
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

/// Returns the known names that differ least in letters, or the shortest that contain the name. They are at most two.
fn nearest<N: AsRef<str>>(name: &str, known: impl IntoIterator<Item = N>) -> Vec<String> {
    let rank = |known: &str| match distance(name, known) {
        Some(distance) => Some((false, distance)),
        _ if name.len() >= 4 && known.contains(name) => Some((true, known.len())),
        _ => None,
    };
    let known = known.into_iter();
    let mut ranked: Vec<_> =
        known.filter_map(|known| Some((rank(known.as_ref())?, known.as_ref().to_owned()))).collect();
    ranked.sort();
    ranked.dedup();
    let best = ranked.first().map(|(rank, _)| *rank);
    ranked.retain(|(rank, _)| Some(*rank) == best);
    if ranked.len() > 2 { Vec::new() } else { ranked.into_iter().map(|(_, known)| known).collect() }
}

/// Returns `true` for control characters, and for characters that change the direction of text or end a line. In a text
/// that is shown or compiled, they can hide what it says.
#[must_use]
#[inline]
pub fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the text on one line, without [control characters](is_control). White space among them becomes a space, and
/// the others become U+FFFD.
///
/// Everything from a tag or the name of a file passes through here before it is printed or written to a table.
pub fn printable<'a>(text: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
    let text = text.into();
    // Almost every text. All bytes are compared, because the processor compares many of them at once.
    let is_plain = text.bytes().fold(true, |is_plain, byte| is_plain & matches!(byte, b' '..=b'~'));
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
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
